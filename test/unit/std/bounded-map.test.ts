import { expect, test } from "vitest";
import { remember } from "../../../src/std/bounded-map.ts";

test("N-11: a full map gives up the oldest entry", () => {
  const map = new Map<string, number>();
  for (const [at, key] of ["a", "b", "c", "d"].entries()) remember(map, key, at, 3);
  expect([...map]).toEqual([
    ["b", 1],
    ["c", 2],
    ["d", 3],
  ]);
});

test("an entry that is set again is the newest, and takes no other's place", () => {
  const map = new Map([
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ]);
  remember(map, "a", 4, 3);
  expect([...map]).toEqual([
    ["b", 2],
    ["c", 3],
    ["a", 4],
  ]);
});
