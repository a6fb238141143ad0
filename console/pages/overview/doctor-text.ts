/** Sentences of the doctor in the language of the console; one that is not known stays as it is. */
import type { Language } from "../../../src/std/texts/languages.ts";
import { DOCTOR_DE } from "../../texts/doctor-de.ts";

interface Pattern {
  readonly english: RegExp;
  readonly german: string;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The sentences with something in them that differs. */
const PATTERNS: readonly Pattern[] = Object.entries(DOCTOR_DE)
  .filter(([english]) => english.includes("{}"))
  .map(([english, german]) => ({
    english: new RegExp(`^${english.split("{}").map(escaped).join("(.+)")}$`),
    german,
  }));

export function doctorText(sentence: string, language: Language): string {
  if (language === "en") return sentence;
  const known = Object.hasOwn(DOCTOR_DE, sentence) ? DOCTOR_DE[sentence] : undefined;
  if (known !== undefined) return known;
  for (const { english, german } of PATTERNS) {
    const found = english.exec(sentence);
    if (!found) continue;
    const parts = found.slice(1);
    // A part can be a sentence of its own.
    return german.replaceAll("{}", () => doctorText(parts.shift() ?? "", language));
  }
  return sentence;
}
