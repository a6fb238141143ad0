/** Positions in ascending order, as the sort of the runtime finds them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sortedPositions } from "../../../src/std/sorted-positions.ts";

test("any texts are sorted, and equal ones stay in their order", () => {
  const text = fc.oneof(fc.constantFrom("a", "b", "Ä", "😀", "__proto__", ""), fc.string());
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200, size: "max" }), (texts) => {
      const expected = [...texts.keys()].sort((a, b) => {
        const [one, other] = [texts[a] as string, texts[b] as string];
        return one < other ? -1 : one > other ? 1 : a - b;
      });
      expect([...sortedPositions(texts)]).toEqual(expected);
    }),
  );
});

test.each([
  ["ascending", (at: number) => at],
  ["descending", (at: number) => 999 - at],
  ["ascending but for one", (at: number) => (at === 500 ? 0 : at)],
  ["three runs", (at: number) => (at * 3) % 1_000],
])("%s", (_name, numberAt) => {
  const texts = Array.from({ length: 1_000 }, (_, at) => String(numberAt(at)).padStart(4, "0"));
  const sorted = [...sortedPositions(texts)].map((at) => texts[at]);
  expect(sorted).toEqual([...texts].sort());
});
