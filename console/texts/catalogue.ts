/** The form of all texts: every language side by side. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** Texts of another language have the same names and any words. */
export type Widened<T> = T extends string ? string : { readonly [K in keyof T]: Widened<T[K]> };

export interface Catalogue<T> {
  readonly en: T;
  readonly de: Widened<T>;
}

/** The texts of one area in every language; a missing one does not compile. */
export const catalogue = <const T>(texts: Catalogue<T>): Catalogue<T> => texts;

/** `{name}` in a text becomes the value. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
