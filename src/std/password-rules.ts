/** What a page can say of a new password while it is typed; whether it is a common or a stolen one, the service alone says. */
import { normalForm } from "./normal-form.ts";
import { isOfWords } from "./own-words.ts";

/** What is refused of a new password besides its length: words of its account, the common ones, those stolen elsewhere. */
export type WeakKind = "words" | "common" | "breached";

/** bcrypt reads no more than this. */
export const MAX_PASSWORD_BYTES = 72;

export const passwordBytes = (form: string): number => new TextEncoder().encode(form).length;

/** How a password is counted, hashed and compared, though keyboards spell its letters in two ways. */
export const composed = (password: string): string => normalForm(password, "NFC");

/** Kept, broken, or not to be said yet. */
export type Standing = boolean | undefined;

export interface TypedPassword {
  readonly password: string;
  /** Least length in characters. */
  readonly least: number;
  /** Of the account and the service, as far as the page knows them. */
  readonly words: readonly string[];
  /** The page knows every word that the service looks for. */
  readonly knowsAll: boolean;
}

/** The rules that a page can tell, each with how the password stands to it. */
export function standingOf({ password, least, words, knowsAll }: TypedPassword) {
  const form = composed(password);
  const empty = form === "";
  const length: Standing = empty ? undefined : [...form].length >= least;
  const most: Standing = passwordBytes(form) <= MAX_PASSWORD_BYTES;
  const ofWords = !empty && isOfWords(password, words);
  // Of a password that is still too short, more words may follow.
  const free = knowsAll && length === true ? true : undefined;
  return { length, most, words: (ofWords ? false : free) as Standing };
}
