/** Texts that are too short to be a key: a copy of the database would let them be guessed. */

/** Base64 of the shortest key that is used directly, 16 bytes, has 22 characters. */
const LEAST = 16;

/** What is wrong with `encryption.key`; undefined for a good one, and for none. */
export function keyWeakness(key: string): string | undefined {
  if (key === "" || key.length >= LEAST) return undefined;
  return `encryption.key has fewer than ${LEAST} characters: a copy of the database is enough to guess it`;
}
