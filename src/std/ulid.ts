/** ULID: 48 bits of time and 80 random bits as 26 upper-case Crockford base32 characters. */

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const MAX_TIME_MS = 2 ** 48 - 1;

/**
 * A new identifier. `now` is in milliseconds since the epoch, `random` gives that many random bytes.
 * Throws RangeError when `now` does not fit in 48 bits or `random` gives fewer than 10 bytes.
 */
export function ulid(now: number, random: (n: number) => Uint8Array): string {
  let time = Math.floor(now);
  if (!(time >= 0 && time <= MAX_TIME_MS)) throw new RangeError("time does not fit in a ULID");
  const bytes = random(10);
  if (bytes.length < 10) throw new RangeError("a ULID needs 10 random bytes");
  let head = "";
  for (let i = 0; i < 10; i++) {
    head = LETTERS.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  return head + fortyBits(bytes, 0) + fortyBits(bytes, 5);
}

function fortyBits(bytes: Uint8Array, from: number): string {
  let number = 0;
  for (let i = from; i < from + 5; i++) number = number * 256 + (bytes[i] ?? 0);
  let text = "";
  for (let i = 0; i < 8; i++) {
    text = LETTERS.charAt(number % 32) + text;
    number = Math.floor(number / 32);
  }
  return text;
}
