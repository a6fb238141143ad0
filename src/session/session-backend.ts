/** Keys and store of a session, opened at its first use (login-session-wire 2.1, section 11; L-O2). */
import { openSecretBox } from "../crypto/secretbox.ts";
import { AuthError, StartError } from "../errors.ts";
import { fileSessions } from "../sessions/file.ts";
import { memorySessions } from "../sessions/memory.ts";
import { redisSessions } from "../sessions/redis.ts";
import { sealedSessions } from "../sessions/sealed.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { authInstance, type Instances } from "./instances.ts";
import type { ParsedSession, SESSION_STORES } from "./options.ts";
import { type SessionIds, sessionIds } from "./session-id.ts";

type StoreName = (typeof SESSION_STORES)[number];

export interface SessionBackend {
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
export function checkBackend(options: ParsedSession, { runtime }: Instances): StoreName {
  const chosen = chooseStore(options);
  const { redis, file } = options.store;
  const linked = linkedAuth(options);
  const fault = (text: string) => new StartError(`session: ${text}`);
  if (chosen === "redis" && redis.address.length === 0) {
    throw fault("store.redis.address is required for the redis store");
  }
  if (chosen === "redis" && !runtime.redis) throw fault("redis cannot be used on this runtime");
  if (chosen === "file" && file.path === "") {
    throw fault("store.file.path is required for the file store");
  }
  if (chosen === "file" && !runtime.folder) throw fault("this runtime has no files");
  if (chosen === "database" && linked === undefined) {
    throw fault("the database store needs a provider or source with auth_middleware");
  }
  if (options.session_key.length === 0 && chosen !== "memory" && linked === undefined) {
    throw fault(`session_key is required for the ${chosen} store`);
  }
  return chosen;
}

/** The configured keys, else one that the linked auth instance derives, else one of this process. */
export async function openKeys(
  options: ParsedSession,
  instances: Instances,
): Promise<readonly string[]> {
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
): Promise<SessionStore> {
  const { runtime } = instances;
  const { redis, file } = options.store;
  if (chosen === "memory") return memorySessions(runtime);
  if (chosen === "database") {
    return authInstance(instances, linkedAuth(options) ?? "").sessionStore();
  }
  if (chosen === "redis" && runtime.redis) {
    const { key_prefix, ...where } = redis;
    return redisSessions(runtime.redis(where), key_prefix);
  }
  if (chosen === "file" && runtime.folder)
    return fileSessions(runtime.folder(file.path), runtime.clock);
  throw new AuthError("server_error", "the session store cannot be used on this runtime");
}

export async function openBackend(
  options: ParsedSession,
  instances: Instances,
  keys: readonly string[],
): Promise<SessionBackend> {
  const chosen = checkBackend(options, instances);
  const boxes = await Promise.all(keys.map(openSecretBox));
  const forPurpose = (purpose: string) =>
    Promise.all(boxes.map((box) => box.derive(`session ${purpose}`)));
  const secrets = await forPurpose("cookie");
  const ids = await sessionIds(secrets, maxAgeOf(options), instances.runtime);
  const store = await openStore(chosen, options, instances);
  if (chosen === "memory") return { ids, store };
  const sealing = await Promise.all((await forPurpose("record")).map(openSecretBox));
  return { ids, store: sealedSessions(store, sealing) };
}
