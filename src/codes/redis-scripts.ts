/** Steps that Redis runs as one (P-4); each is about one key. */

/** Replaces the value if it is still the one that was read; the time to live stays. */
export const REPLACE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
return 1`;

/**
 * Counts one attempt unless the rule refuses it: `reserveIn` of `std/counter.ts`. The value is "count
 * until last", so that an account needs no more rights than for codes.
 * ARGV: now, window, most, step, longest. Answers granted (1 or 0), count, until, last.
 */
export const RESERVE = `local found = redis.call('GET', KEYS[1])
local at, most, step = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4])
local count, ends, last = string.match(found or '0 0 0', '^(%d+) (%d+) (%d+)$')
count, ends, last = tonumber(count or 0), tonumber(ends or 0), tonumber(last or 0)
local function counter(n)
  return string.format('%.0f %.0f %.0f', n, ends, at)
end
if ends <= at then
  ends = at + tonumber(ARGV[2])
  redis.call('SET', KEYS[1], counter(1), 'PX', ARGV[2])
  return {1, 1, ends, at}
end
if count >= most then
  local pause = math.min(tonumber(ARGV[5]), step * (count - most + 1))
  if step == 0 or last + pause > at then return {0, count, ends, last} end
end
redis.call('SET', KEYS[1], counter(count + 1), 'KEEPTTL')
return {1, count + 1, ends, at}`;

/** Takes one back, or all; only of the window that ends at ARGV[1]. */
export const GIVE_BACK = `local found = redis.call('GET', KEYS[1])
local count, ends, last = string.match(found or '', '^(%d+) (%d+) (%d+)$')
if ends ~= ARGV[1] then return 0 end
if ARGV[2] == 'all' or tonumber(count) <= 1 then
  redis.call('GETDEL', KEYS[1])
else
  redis.call('SET', KEYS[1], string.format('%.0f %s %s', tonumber(count) - 1, ends, last), 'KEEPTTL')
end
return 1`;
