/** What the settings refuse of a new password: in the words of the API, and the text of pages for each. */

/** They follow "password". */
export const WEAK = {
  words: "must be more than a name of the account or of this service",
  common: "must not be one of those that are tried first",
  breached: "must not be one that was stolen elsewhere",
} as const;

const TEXTS = {
  words: "passwordOwnWords",
  common: "passwordCommon",
  breached: "passwordBreached",
} as const;

/** The text of pages for a refusal; undefined for every other one. */
export function weakPasswordText(message: string): (typeof TEXTS)[keyof typeof TEXTS] | undefined {
  for (const kind of ["words", "common", "breached"] as const) {
    if (message.endsWith(WEAK[kind])) return TEXTS[kind];
  }
  return undefined;
}
