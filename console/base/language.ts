/** The language of the console: what was chosen in this browser, else what the browser asks for. */
import type { MessageTexts } from "../../src/messages/message.ts";
import { fill } from "../../src/std/texts/fill.ts";
import { firstLanguage, type Language } from "../../src/std/texts/languages.ts";
import type { Sentence } from "../api/failure.ts";
import { createStore } from "../std/store.ts";
import { type Catalogue, loadTexts } from "../texts/catalogue.ts";
import type { Texts } from "../texts/en/index.ts";

const KEY = "postern-language";

interface Spoken extends Catalogue {
  readonly language: Language;
}

const store = createStore<Spoken | undefined>(undefined);

function started(spoken: Spoken | undefined): Spoken {
  if (!spoken) throw new Error("the texts are not loaded yet");
  return spoken;
}

/** Loads the texts of a language, and speaks it from then on. */
async function speak(language: Language): Promise<void> {
  const catalogue = await loadTexts(language);
  document.documentElement.lang = language;
  store.set({ ...catalogue, language });
}

/** Before anything is drawn. */
export const startLanguage = (): Promise<void> =>
  speak(firstLanguage([localStorage.getItem(KEY) ?? "", ...navigator.languages]) ?? "en");

/** Kept for the next visit. */
export async function chooseLanguage(next: Language): Promise<void> {
  await speak(next);
  localStorage.setItem(KEY, next);
}

export const useLanguage = (): Language => started(store.use()).language;

/** The same outside of components. */
export const currentLanguage = (): Language => started(store.get()).language;

/** Texts in the language of the console, by the area that they belong to. */
export const useTexts = <Area extends keyof Texts>(area: Area): Texts[Area] =>
  started(store.use()).texts[area];

/** The same outside of components. */
export const textsOf = <Area extends keyof Texts>(area: Area): Texts[Area] =>
  started(store.get()).texts[area];

/** What forms say; undefined in English. */
export const useSchemaTexts = (): Catalogue["schema"] => started(store.use()).schema;

const said = (catalogue: Catalogue, { id, values, at, reason, text }: Sentence): string => {
  const known: string | undefined = catalogue.messages?.[id as keyof MessageTexts];
  if (known === undefined) return text;
  const filled = fill(known, { ...values, ...(reason && { reason: said(catalogue, reason) }) });
  return at === undefined ? filled : `${at}${catalogue.texts.frame.colon}${filled}`;
};

/** A sentence in the language of the console; one without an id, or of a newer service, stays as it came. */
export function useSentences(): (sentence: Sentence) => string {
  const spoken = started(store.use());
  return (sentence) => said(spoken, sentence);
}

/** What is said of a member, without its name: for the place where its name stands already. */
export function useReasons(): (sentence: Sentence) => string {
  const spoken = started(store.use());
  return ({ at = "", ...sentence }) => {
    const text = sentence.text.startsWith(`${at}: `)
      ? sentence.text.slice(at.length + 2)
      : sentence.text;
    const words = said(spoken, { ...sentence, text });
    return /^\p{Ll}/u.test(words)
      ? `${words.charAt(0).toLocaleUpperCase(spoken.language)}${words.slice(1)}`
      : words;
  };
}

/** The same outside of components. */
export const sentenceOf = (sentence: Sentence): string => said(started(store.get()), sentence);
