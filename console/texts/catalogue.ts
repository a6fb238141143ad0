/** The texts of the console by language: each is a chunk of its own, and a browser loads that of its language alone. */
import type { MessageTexts } from "../../src/messages/message.ts";
import type { Language } from "../../src/std/texts/languages.ts";
import type { Texts } from "./en/index.ts";
import type { SchemaTexts } from "./schema.gen.ts";

export interface Catalogue {
  readonly texts: Texts;
  /** Absent in English, which the schemas themselves speak. */
  readonly schema?: SchemaTexts;
  /** Absent in English, which answers are in. */
  readonly messages?: MessageTexts;
}

const CATALOGUES: Readonly<
  Record<Exclude<Language, "en">, () => Promise<Required<Catalogue>>> & {
    en: () => Promise<Catalogue>;
  }
> = {
  en: () => import("./en/index.ts"),
  de: () => import("./de/index.ts"),
  fr: () => import("./fr/index.ts"),
};

export const loadTexts = (language: Language): Promise<Catalogue> => CATALOGUES[language]();
