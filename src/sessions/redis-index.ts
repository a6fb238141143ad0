/** Sessions in Redis by their expiry, so that they can be counted without a look at all keys. */
import type { RedisClient } from "../runtime.ts";

/** Milliseconds of the server's own clock: those of instances may differ. */
const NOW = `local at = redis.call('TIME')
local now = at[1] * 1000 + math.floor(at[2] / 1000)`;

/**
 * Each session that comes makes place for itself by up to two that expired, so the index grows no further than the most
 * that lived at a time. It goes with the last of them.
 */
const ADD = `${NOW}
local lifetime = tonumber(ARGV[2])
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 2)) do
  redis.call('ZREM', KEYS[1], key)
end
redis.call('ZADD', KEYS[1], now + lifetime, ARGV[1])
if redis.call('PTTL', KEYS[1]) < lifetime then redis.call('PEXPIRE', KEYS[1], lifetime) end
return 1`;

const COUNT = `${NOW}
return redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf')`;

export interface SessionIndex {
  /** A session that was written, with its new lifetime in milliseconds. */
  add(key: string, lifetime: number): void;
  remove(key: string): void;
  /** Those that have not expired. */
  count(): Promise<number>;
}

/**
 * On a Cluster it lives on a node of its own, so it is written beside the record, and no request waits for it. What is lost while
 * that node is away is put right by the session's next write, or by its expiry.
 */
export function sessionIndex(client: RedisClient, name: string): SessionIndex {
  const beside = (step: Promise<unknown>) => void step.catch(() => undefined);
  return {
    add: (key, lifetime) => beside(client.script(ADD, name, key, lifetime)),
    remove: (key) => beside(client.command("zrem", name, key)),
    count: async () => Number(await client.script(COUNT, name)),
  };
}
