/** Whether a password is little more than words that are known of its person: the service refuses it, a page says so while it is typed. */
import { normalForm } from "./normal-form.ts";

const plain = (text: string): string =>
  normalForm(text, "NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Shorter words are in too many good passwords. */
const MIN_WORD_LENGTH = 3;
/** So much has to be there besides. */
const MIN_REST_LENGTH = 6;

/**
 * Whether little is left of the password without these words, each also in its parts.
 * @param words names, addresses, the name of the product
 */
export function isOfWords(password: string, words: readonly string[]): boolean {
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).map(plain);
  const known = [...new Set(parts)]
    .filter((part) => part.length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
  const text = plain(password);
  const rest = known.reduce((left, part) => left.replaceAll(part, ""), text);
  return rest !== text && rest.length < MIN_REST_LENGTH;
}
