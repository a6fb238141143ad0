/** What the settings refuse of a new password: the code by which an answer says it, and the text of pages for each. */

/** By the code in the member `error`. */
const TEXTS = {
  password_own_words: "passwordOwnWords",
  password_common: "passwordCommon",
  password_breached: "passwordBreached",
} as const;

export type WeakPassword = keyof typeof TEXTS;

const isWeak = (code: string): code is WeakPassword => Object.hasOwn(TEXTS, code);

/** The text of pages for a refusal; undefined for every other one. */
export const weakPasswordText = (
  code: string | undefined,
): (typeof TEXTS)[WeakPassword] | undefined =>
  code !== undefined && isWeak(code) ? TEXTS[code] : undefined;
