/** The languages of pages, mails and console: everything else about languages follows from this list. */

/** By primary tag (RFC 5646): the name of the language in itself, and the tag that dates are written by. */
export const LANGUAGES = {
  // In the order of days and months that most readers of English know.
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-DE" },
  fr: { name: "Français", locale: "fr-FR" },
} as const;

export type Language = keyof typeof LANGUAGES;

/** Texts in another language: the same names, at any depth, and other words. A missing or surplus one does not compile. */
export type Translated<T> = T extends string
  ? string
  : { readonly [Name in keyof T]: Translated<T[Name]> };

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** RFC 4647 §3.4: `de-AT` finds `de`. */
export function lookUp(tag: string): Language | undefined {
  const [primary = ""] = tag.trim().toLowerCase().split("-");
  return isLanguage(primary) ? primary : undefined;
}

/** The first that there are texts in. @param tags the most wanted first */
export function firstLanguage(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const language = lookUp(tag);
    if (language) return language;
  }
  return undefined;
}
