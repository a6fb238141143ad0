/** Members that say what is off are drawn as switches for what is on: all of them, and nothing else. */
import { expect, test } from "vitest";
import { loadTexts } from "../../../console/texts/catalogue.ts";

const OFF = /\.(?:disabled|disable_\w+|\w+_disabled)$/;

test("every switch whose member says what is off has the words for what is on", async () => {
  const { schema } = await loadTexts("de");
  const { texts } = await loadTexts("en");
  const members = Object.keys(schema ?? {}).filter((place) => OFF.test(place));
  expect(members.length).toBeGreaterThan(10);
  expect(Object.keys(texts.switches).sort()).toEqual(members.sort());
  for (const [label] of Object.values(texts.switches))
    expect(label).not.toMatch(/\bdisabled?\b|\boff\b/i);
});
