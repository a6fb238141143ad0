/** Steps that Redis runs as one (P-4); each is about one key. */

/** Replaces the value if it is still the one that was read; the time to live stays. */
export const REPLACE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
return 1`;

/**
 * Counts one attempt unless the rule refuses it: `reserveIn` of `std/counter.ts`, on a hash.
 * ARGV: now, window, most, step, longest. Answers granted (1 or 0), count, until, last.
 */
export const RESERVE = `local found = redis.call('HMGET', KEYS[1], 'count', 'until', 'last')
local at, most, step = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4])
local count, ends, last = tonumber(found[1] or 0), tonumber(found[2] or 0), tonumber(found[3] or 0)
if ends <= at then
  ends = at + tonumber(ARGV[2])
  redis.call('HSET', KEYS[1], 'count', 1, 'until', string.format('%.0f', ends), 'last', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {1, 1, ends, at}
end
if count >= most then
  local pause = math.min(tonumber(ARGV[5]), step * (count - most + 1))
  if step == 0 or last + pause > at then return {0, count, ends, last} end
end
redis.call('HSET', KEYS[1], 'count', count + 1, 'last', ARGV[1])
return {1, count + 1, ends, at}`;

/** Takes one back, or all; only of the window that ends at ARGV[1]. */
export const GIVE_BACK = `if redis.call('HGET', KEYS[1], 'until') ~= ARGV[1] then return 0 end
if ARGV[2] == 'all' or tonumber(redis.call('HGET', KEYS[1], 'count')) <= 1 then
  return redis.call('DEL', KEYS[1])
end
return redis.call('HINCRBY', KEYS[1], 'count', -1)`;
