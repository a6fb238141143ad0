/** The forms of the console speak German, too (issue text: a second language, complete). */
import { expect, test } from "vitest";
import { SCHEMA_DE } from "../../../console/texts/schema-de.ts";
import { schemaSentences } from "../../support/schema-sentences.ts";

test("every title and description of a form has its German, and none is stale", () => {
  const drawn = schemaSentences();
  expect([...drawn].filter((sentence) => !SCHEMA_DE[sentence])).toEqual([]);
  expect(Object.keys(SCHEMA_DE).filter((sentence) => !drawn.has(sentence))).toEqual([]);
});
