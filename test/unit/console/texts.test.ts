/** The texts of the console in every language: the compiler compares their names, this what they say (a language, complete). */
import { describe, expect, test } from "vitest";
import { loadTexts } from "../../../console/texts/catalogue.ts";
import { MESSAGES } from "../../../src/messages/en.ts";
import type { MessageId } from "../../../src/messages/message.ts";
import { LANGUAGES, type Language } from "../../../src/std/texts/languages.ts";
import { flat } from "../../support/languages.ts";

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

const OTHERS = Object.keys(LANGUAGES).filter((one): one is Language => one !== "en");

/** A space that may break before punctuation that stands apart, within quotation marks or before a unit, or a straight apostrophe. */
const UNFRENCH = /\p{L}'\p{L}|[^\s] [:;?!](?:\s|$)|« | »|[\d}] (?:s|ms|[KMG]io|%)(?!\p{L})/u;

test("French has its own typography", async () => {
  const { texts, messages, schema } = await loadTexts("fr");
  const wrong = flat({ texts, messages, schema }).filter(([, text]) => UNFRENCH.test(text));
  expect(wrong).toEqual([]);
});

describe.each(OTHERS)("the console in %s", (language) => {
  test("every text has the places of the English one", async () => {
    const english = new Map(flat((await loadTexts("en")).texts));
    const others = flat((await loadTexts(language)).texts);
    expect(others.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of others) {
      expect(text.trim(), path).not.toBe("");
      expect(places(text), path).toEqual(places(english.get(path) ?? ""));
    }
  });

  test("every sentence of the service has the places of the English one", async () => {
    const { messages } = await loadTexts(language);
    for (const [id, text] of Object.entries(MESSAGES)) {
      const other: string = messages?.[id as MessageId] ?? "";
      expect(other.trim(), id).not.toBe("");
      expect(places(other), id).toEqual(places(text));
    }
  });

  test("every member of a form has its name, and no text is empty", async () => {
    const { schema } = await loadTexts(language);
    const texts = flat(schema);
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});
