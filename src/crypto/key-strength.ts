/** Texts that are too short to be a key: a copy of the database would let them be guessed. */

/** Base64 of the shortest key that is used directly, 16 bytes, has 22 characters. */
export const LEAST_KEY = 16;

/** Whether a text is too short for a new key. */
export const isWeakKey = (key: string): boolean => key.length < LEAST_KEY;

/** What is wrong with `encryption.key`; undefined for a good one, and for none. */
export function keyWeakness(key: string): string | undefined {
  if (key === "" || !isWeakKey(key)) return undefined;
  return `encryption.key has fewer than ${LEAST_KEY} characters: a copy of the database is enough to guess it`;
}
