/** Texts that are too short to be a key: a copy of the database would let them be guessed. */

/** Base64 of the shortest key that is used directly, 16 bytes, has 22 characters. */
export const MIN_KEY_LENGTH = 16;

/** Whether a text is too short for a new key. */
export const isWeakKey = (key: string): boolean => key.length < MIN_KEY_LENGTH;

/** What is wrong with `encryption.key`; undefined for a good one, and for none. */
export function keyWeakness(key: string): string | undefined {
  if (key === "" || !isWeakKey(key)) return undefined;
  return `encryption.key has fewer than ${MIN_KEY_LENGTH} characters: a copy of the database is enough to guess it`;
}
