/** Session records in Redis or Redis Cluster, shared by all instances (L-O2, L-W23). */
import { AuthError } from "../errors.ts";
import type { RedisClient } from "../runtime.ts";
import type { Duration } from "../std/duration.ts";
import { keyTaken } from "./conflict.ts";
import { sessionIndex } from "./redis-index.ts";
import type { SessionEntry, SessionStore } from "./session-store.ts";

/** A record is `<revision>:<value>`, so the revision is compared with its beginning. */
const REPLACE = `local stored = redis.call('GET', KEYS[1])
if not stored or string.sub(stored, 1, #ARGV[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

const REMOVE_REVISION = `local stored = redis.call('GET', KEYS[1])
if not stored or string.sub(stored, 1, #ARGV[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

const RELEASE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

const encode = (value: string): string => `${crypto.randomUUID()}:${value}`;

function decode(stored: unknown): SessionEntry | undefined {
  const at = typeof stored === "string" ? stored.indexOf(":") : -1;
  if (typeof stored !== "string" || at < 1) return undefined;
  return { revision: stored.slice(0, at), value: stored.slice(at + 1) };
}

/** Redis counts whole milliseconds and knows no time to live of zero. */
const milliseconds = (lifetime: Duration): number => Math.max(1, Math.ceil(lifetime));

/** Every failure of Redis becomes `unavailable` (L-W29). */
async function ask(step: Promise<unknown>): Promise<unknown> {
  try {
    return await step;
  } catch (cause) {
    const options = { cause, retryAfter: 2 };
    throw new AuthError("unavailable", "the session store is not reachable", options);
  }
}

export interface RedisSessionsOptions {
  /** Keeps an index of all sessions, which costs a command more for each write. */
  readonly counted?: boolean;
}

/** One key per record, and one for its lease; disposing closes the client. */
export function redisSessions(
  client: RedisClient,
  prefix: string,
  { counted = false }: RedisSessionsOptions = {},
): SessionStore {
  // Shorter than the name of a record.
  const index = counted ? sessionIndex(client, `${prefix}by_expiry`) : undefined;
  const record = (key: string) => `${prefix}${key}`;
  const lease = (key: string) => `${prefix}${key}:lease`;
  const beginning = (revision: string) => `${revision}:`;

  async function release(key: string, owner: string): Promise<void> {
    await ask(client.script(RELEASE, lease(key), owner));
  }

  return {
    async read(key) {
      return decode(await ask(client.command("get", record(key))));
    },

    async create(key, value, lifetime) {
      const expiry = milliseconds(lifetime);
      const set = client.command("set", record(key), encode(value), "PX", expiry, "NX");
      if ((await ask(set)) === null) throw keyTaken();
      index?.add(key, expiry);
    },

    async replace(key, revision, value, lifetime) {
      const expiry = milliseconds(lifetime);
      const words = [beginning(revision), encode(value), expiry] as const;
      const replaced = (await ask(client.script(REPLACE, record(key), ...words))) === 1;
      if (replaced) index?.add(key, expiry);
      return replaced;
    },

    async remove(key, revision) {
      const gone =
        revision === undefined
          ? client.command("del", record(key))
          : client.script(REMOVE_REVISION, record(key), beginning(revision));
      const removed = (await ask(gone)) === 1;
      if (removed) index?.remove(key);
      return removed;
    },

    async claim(key, owner, lifetime) {
      const expiry = milliseconds(lifetime);
      const set = client.command("set", lease(key), owner, "PX", expiry, "NX");
      if ((await ask(set)) === null) return false;
      // On a Cluster the two keys may live on two nodes, so no script can look at both.
      if ((await ask(client.command("exists", record(key)))) === 1) return true;
      await release(key, owner);
      return false;
    },

    release,
    ...(index && { count: () => index.count() }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
