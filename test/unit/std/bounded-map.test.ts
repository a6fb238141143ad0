import { expect, test } from "vitest";
import { remember } from "../../../src/std/bounded-map.ts";

test("N-11: a full map gives up what was set first", () => {
  const map = new Map<string, number>();
  for (const [at, key] of ["a", "b", "c", "d"].entries()) remember(map, key, at, 3);
  expect([...map]).toEqual([
    ["b", 1],
    ["c", 2],
    ["d", 3],
  ]);
});
