/** The language of the console: what was chosen in this browser, else what the browser asks for. */
import { createStore } from "../std/store.ts";
import { type Catalogue, LANGUAGES, type Language, type Widened } from "../texts/catalogue.ts";

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

/** The texts in the language of the console. */
export const useTexts = <T>(texts: Catalogue<T>): Widened<T> => texts[useLanguage()] as Widened<T>;
