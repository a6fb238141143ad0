import fc from "fast-check";
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

test("what is kept is the newest, whatever else is done to the map", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5 }),
      fc.array(
        fc.oneof(
          { weight: 8, arbitrary: fc.record({ do: fc.constant("remember"), key: fc.nat(9) }) },
          {
            weight: 2,
            arbitrary: fc.record({ do: fc.constantFrom("delete", "set"), key: fc.nat(9) }),
          },
          { weight: 1, arbitrary: fc.record({ do: fc.constant("clear"), key: fc.constant(0) }) },
        ),
        { maxLength: 200 },
      ),
      (most, steps) => {
        const map = new Map<number, number>();
        let kept: [number, number][] = [];
        for (const [at, step] of steps.entries()) {
          const without = kept.filter(([key]) => key !== step.key);
          if (step.do === "remember") {
            remember(map, step.key, at, most);
            kept = [...(without.length >= most ? without.slice(1) : without), [step.key, at]];
          } else if (step.do === "delete") {
            map.delete(step.key);
            kept = without;
          } else if (step.do === "clear") {
            map.clear();
            kept = [];
          } else {
            map.set(step.key, at);
            const place = kept.findIndex(([key]) => key === step.key);
            if (place < 0) kept.push([step.key, at]);
            else kept[place] = [step.key, at];
          }
        }
        expect([...map]).toEqual(kept);
      },
    ),
  );
});
