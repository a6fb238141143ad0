/** The language of the console: what was chosen in this browser, else what the browser asks for. */
import { createStore } from "../std/store.ts";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = "postern-language";

const isLanguage = (value: string | null | undefined): value is Language =>
  value !== null && value !== undefined && Object.hasOwn(LANGUAGES, value);

function first(): Language {
  const kept = localStorage.getItem(KEY);
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? "en";
}

const store = createStore<Language>(first());
document.documentElement.lang = store.get();

export const useLanguage = store.use;
export const language = store.get;

export function chooseLanguage(next: Language): void {
  localStorage.setItem(KEY, next);
  document.documentElement.lang = next;
  store.set(next);
}

type Widened<T> = T extends string ? string : { readonly [K in keyof T]: Widened<T[K]> };

export interface Catalogue<T> {
  readonly en: T;
  readonly de: Widened<T>;
}

/** The texts of one area in every language; a missing one does not compile. */
export const catalogue = <const T>(texts: Catalogue<T>): Catalogue<T> => texts;

/** The texts in the language of the console. */
export const useTexts = <T>(texts: Catalogue<T>): Widened<T> => texts[useLanguage()] as Widened<T>;

/** `{name}` in a text becomes the value. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
