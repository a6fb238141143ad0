/** Keys and store of a session, opened at its first use (login-session-wire 2.1, section 11; L-O2). */
import { openSecretBox, type SecretBox } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import { capability } from "../runtime/capability.ts";
import { cachedSessions } from "../sessions/cached.ts";
import { fileSessions } from "../sessions/file.ts";
import { memorySessions } from "../sessions/memory.ts";
import { redisSessions } from "../sessions/redis.ts";
import { sealedSessions } from "../sessions/sealed.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { authInstance, type Instances } from "./instances.ts";
import { observeSessions } from "./observe-sessions.ts";
import type { ParsedSession, SESSION_STORES } from "./options.ts";
import { type SessionIds, sessionIds } from "./session-id.ts";

type StoreName = (typeof SESSION_STORES)[number];

interface SessionBackend {
  readonly ids: SessionIds;
  readonly store: SessionStore;
}

/** Seconds: the age limit of signatures, `Max-Age` of remembered cookies, lifetime of records. */
export const maxAgeOf = ({ options }: ParsedSession): number => options.max_age || 86_400;

/** The auth instance in this process that the session belongs to; undefined for remote sources. */
function linkedAuth(options: ParsedSession): string | undefined {
  const bound = Object.values(options.provider).map(({ auth_middleware }) => auth_middleware);
  return options.provider_source?.auth_middleware || bound.find((name) => !!name) || undefined;
}

function chooseStore(options: ParsedSession): StoreName {
  const { active, redis, file } = options.store;
  if (active !== "") return active;
  if (redis.address.length > 0) return "redis";
  if (file.path !== "") return "file";
  return linkedAuth(options) === undefined ? "memory" : "database";
}

/** Throws for a choice that cannot work, at the start and not at the first sign-in. */
function checkBackend(options: ParsedSession, { runtime }: Instances): StoreName {
  const chosen = chooseStore(options);
  const { redis, file } = options.store;
  const linked = linkedAuth(options);
  const fault = (text: string) => new StartError(`session: ${text}`);
  if (chosen === "redis" && redis.address.length === 0) {
    throw fault("store.redis.address is required for the redis store");
  }
  if (chosen === "redis") capability(runtime, "redis", fault);
  if (chosen === "file" && file.path === "") {
    throw fault("store.file.path is required for the file store");
  }
  if (chosen === "file") capability(runtime, "folder", fault);
  if (chosen === "database" && linked === undefined) {
    throw fault("the database store needs a provider or source with auth_middleware");
  }
  if (options.session_key.length === 0 && chosen !== "memory" && linked === undefined) {
    throw fault(`session_key is required for the ${chosen} store`);
  }
  return chosen;
}

/** The configured keys, else one that the linked auth instance derives, else one of this process. */
async function openKeys(options: ParsedSession, instances: Instances): Promise<readonly string[]> {
  if (options.session_key.length > 0) return options.session_key;
  const linked = linkedAuth(options);
  if (linked !== undefined) return [await authInstance(instances, linked).sessionKey()];
  // Sessions in memory end with the process, and so may their key.
  return [encodeBase64Url(instances.runtime.random(32))];
}

async function openStore(
  chosen: StoreName,
  options: ParsedSession,
  instances: Instances,
  boxes: readonly SecretBox[],
): Promise<SessionStore> {
  const { runtime } = instances;
  const { redis, file } = options.store;
  if (chosen === "memory") return memorySessions(runtime);
  if (chosen === "database") {
    const shared = await authInstance(instances, linkedAuth(options) ?? "").sessionStore();
    return cachedSessions(sealedSessions(shared, boxes), shared.changes, runtime);
  }
  if (chosen === "redis") {
    const { key_prefix, ...where } = redis;
    const client = capability(runtime, "redis")(where);
    const counted = runtime.meter !== undefined;
    return sealedSessions(redisSessions(client, key_prefix, { counted }), boxes);
  }
  const files = fileSessions(capability(runtime, "folder")(file.path), runtime.clock);
  return sealedSessions(files, boxes);
}

async function openBackend(
  options: ParsedSession,
  instances: Instances,
  keys: readonly string[],
): Promise<SessionBackend> {
  const chosen = checkBackend(options, instances);
  const boxes = await Promise.all(keys.map((key) => openSecretBox(key, instances.runtime)));
  const forPurpose = (purpose: string) =>
    Promise.all(boxes.map((box) => box.derive(`session ${purpose}`)));
  const secrets = await forPurpose("cookie");
  const ids = sessionIds(secrets, maxAgeOf(options), instances.runtime);
  const sealing = await Promise.all(
    (await forPurpose("record")).map((key) => openSecretBox(key, instances.runtime)),
  );
  return { ids, store: await openStore(chosen, options, instances, sealing) };
}

/** Keys and store, opened at their first use; an outage at that use does not last longer than it. */
export interface LazyBackend extends AsyncDisposable {
  keys(): Promise<readonly string[]>;
  open(): Promise<SessionBackend>;
  /** What `open` has answered, without waiting for it again. */
  readonly opened: SessionBackend | undefined;
}

/** Throws a `StartError` for a store that cannot work. */
export function lazyBackend(options: ParsedSession, instances: Instances): LazyBackend {
  checkBackend(options, instances);
  let keys: Promise<readonly string[]> | undefined;
  let opening: Promise<SessionBackend> | undefined;
  let opened: SessionBackend | undefined;
  let observed: Disposable | undefined;

  function openKeysOnce(): Promise<readonly string[]> {
    keys ??= openKeys(options, instances).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  }

  async function open(): Promise<SessionBackend> {
    opened = await openBackend(options, instances, await openKeysOnce());
    observed = observeSessions(instances.runtime, chooseStore(options), opened.store);
    return opened;
  }

  return {
    keys: openKeysOnce,
    open() {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    get opened() {
      return opened;
    },
    async [Symbol.asyncDispose]() {
      const backend = await opening?.catch(() => undefined);
      observed?.[Symbol.dispose]();
      await backend?.store[Symbol.asyncDispose]();
    },
  };
}
