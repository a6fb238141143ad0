/** B-3: text from outside is one bounded line without anything invisible. */
import { expect, test } from "vitest";
import { displayText } from "../../../src/std/display-text.ts";

test.each([
  ["plain text", "Ada Example", "Ada Example"],
  ["markup stays text", "<b>&amp;", "<b>&amp;"],
  ["lines and blanks become one", " a\r\n\t\u2028 b\0c ", "a b c"],
  ["directions cannot be turned", "a\u202eb\u2066c\u200f", "abc"],
  ["nothing invisible", "a\u200b\u00adb\ufeff", "ab"],
  ["joiners that emoji need stay", "👩\u200d💻", "👩\u200d💻"],
  ["marks do not pile up", `a${"\u0301".repeat(50)}b`, `a${"\u0301".repeat(4)}b`],
  ["half a surrogate", "a\ud83d", "a\ufffd"],
  ["nothing but blanks", " \n ", ""],
])("%s", (_, text, shown) => {
  expect(displayText(text)).toBe(shown);
});

test("what is too long ends with an ellipsis, and no character is cut in two", () => {
  expect(displayText("abcdef", 6)).toBe("abcdef");
  expect(displayText("abcdefg", 6)).toBe("abcde…");
  expect(displayText("🔑🔑🔑", 2)).toBe("🔑…");
  expect(displayText("x".repeat(1_000))).toHaveLength(80);
});
