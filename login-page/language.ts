/** The language of the page: the first that the browser asks for and that we have, else English. */
import { fillIn, LOGIN, type TextKey, type Texts } from "../src/web/texts/login.ts";

/** One entry per language; what a catalogue lacks is shown in English. */
const CATALOGUES: Readonly<Record<string, Partial<Texts>>> = { en: LOGIN };

/** A language tag of the catalogues: `de-AT` finds `de-at`, then `de`. */
export function chooseLanguage(
  preferred: readonly string[],
  available: readonly string[] = Object.keys(CATALOGUES),
): string {
  for (const tag of preferred) {
    const parts = tag.toLowerCase().split("-");
    for (; parts.length > 0; parts.pop()) {
      const found = available.find((one) => one.toLowerCase() === parts.join("-"));
      if (found) return found;
    }
  }
  return "en";
}

export const language = chooseLanguage(globalThis.navigator?.languages ?? []);
const texts: Texts = { ...LOGIN, ...CATALOGUES[language] };

export function t(key: TextKey, value: string | number = ""): string {
  return fillIn(texts[key], value);
}

/** The server writes English; everything that names its text is put into the page's language. */
export function translate(root: ParentNode): void {
  if (language === "en") return;
  for (const element of root.querySelectorAll<HTMLElement>("[data-text]")) {
    element.textContent = t(element.dataset.text as TextKey, element.dataset.value);
  }
}

export function translatePage(): void {
  document.documentElement.lang = language;
  translate(document);
}
