/** Sorted lists (auth-wire 1.4): the order, and that a long list does not hold up the process. */
import { expect, test } from "vitest";
import { readSort, sortPatiently, textKey } from "../../../src/iam/search/sort-order.ts";

test("a word, its reverse, and nothing for words that a list does not know", () => {
  const names = ["name", "email"] as const;
  expect(readSort("name", names)).toEqual({ by: "name", descending: false });
  expect(readSort(" -email ", names)).toEqual({ by: "email", descending: true });
  for (const text of [undefined, "", "-", "nam", "--name", "name,email", "__proto__"]) {
    expect(readSort(text, names), text).toBeUndefined();
  }
});

test("letters of one kind stand together", () => {
  const words = ["zoë", "Éva", "zoe", "eve", "Zoé", "Eva"];
  expect(words.toSorted((a, b) => (textKey(a) < textKey(b) ? -1 : 1))).toEqual([
    "Eva",
    "eve",
    "Éva",
    "zoe",
    "Zoé",
    "zoë",
  ]);
});

test("20,000 items: in order, equal ones as they were, with turns for others between", async () => {
  const items = Array.from({ length: 20_000 }, (_, index) => ({
    index,
    key: (index * 7_919) % 1_000,
  }));
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);

  const sorted = await sortPatiently(items, ({ key }) => key);
  clearInterval(others);

  expect(sorted).toEqual(items.toSorted((a, b) => a.key - b.key || a.index - b.index));
  expect(turns).toBeGreaterThan(3);
  expect(await sortPatiently([], () => "")).toEqual([]);
});
