import fc from "fast-check";
import { expect, test } from "vitest";
import { SortedMap } from "../../../src/std/sorted-map.ts";

const byKey = (a: readonly [string, unknown], b: readonly [string, unknown]) =>
  a[0] < b[0] ? -1 : 1;
const key = fc.oneof(fc.constantFrom("a", "b", "aa", "", "\ud800", "\uffff"), fc.string());

test("behaves like a Map that is sorted, and old versions stay", () => {
  const step = fc.record({ key, value: fc.nat(), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), key, (steps, probe) => {
      const model = new Map<string, number>();
      let map = SortedMap.empty<number>();
      for (const { key, value, remove } of steps) {
        const before = map;
        const entries = [...before.entries()];
        map = remove ? map.without(key) : map.with(key, value);
        if (remove) model.delete(key);
        else model.set(key, value);
        expect([...before]).toEqual(entries);
        expect(map.get(key)).toBe(model.get(key));
        expect(map.has(key)).toBe(model.has(key));
      }
      const sorted = [...model].sort(byKey);
      expect(map.size).toBe(sorted.length);
      expect([...map.entries()]).toEqual(sorted);
      expect([...map.keys()]).toEqual(sorted.map(([name]) => name));
      expect([...map.from(probe)]).toEqual(sorted.filter(([name]) => name >= probe));
      for (let i = -1; i <= sorted.length + 1; i++) {
        expect(map.at(i)).toEqual(sorted[i]);
        expect([...map.entries(i)]).toEqual(sorted.slice(Math.max(i, 0)));
        expect([...map.values(i)]).toEqual(sorted.slice(Math.max(i, 0)).map(([, value]) => value));
      }
    }),
  );
});

test("is built from sorted entries", () => {
  fc.assert(
    fc.property(fc.uniqueArray(key), (keys) => {
      const entries = keys.map((name, i) => [name, i] as const).sort(byKey);
      expect([...SortedMap.fromSorted(entries)]).toEqual(entries);
    }),
  );
});

test("refuses unsorted or repeated keys", () => {
  expect(() =>
    SortedMap.fromSorted([
      ["b", 1],
      ["a", 2],
    ]),
  ).toThrow(RangeError);
  expect(() =>
    SortedMap.fromSorted([
      ["a", 1],
      ["a", 2],
    ]),
  ).toThrow(RangeError);
});

test("a write that changes nothing answers the same map", () => {
  const map = SortedMap.empty<number>().with("a", 1).with("b", Number.NaN);
  expect(map.with("a", 1)).toBe(map);
  expect(map.with("b", Number.NaN)).toBe(map);
  expect(map.without("c")).toBe(map);
});

test("holds undefined as a value", () => {
  const map = SortedMap.empty<undefined>().with("a", undefined);
  expect([map.has("a"), map.get("a"), map.has("b")]).toEqual([true, undefined, false]);
});

test("N-6: inherited names are no keys", () => {
  const map = SortedMap.empty<number>();
  expect([map.get("toString"), map.has("__proto__")]).toEqual([undefined, false]);
});

test("positions that are no whole number hold nothing", () => {
  const map = SortedMap.fromSorted([
    ["a", 1],
    ["b", 2],
  ]);
  expect([map.at(0.5), map.at(Number.NaN), map.at(-1), map.at(2)]).toEqual(
    Array(4).fill(undefined),
  );
});

test("behaves so over many runs of entries, too", () => {
  const number = fc.nat({ max: 400 }).map((n) => String(n).padStart(3, "0"));
  const step = fc.record({ key: number, value: fc.nat(), remove: fc.boolean() });
  const steps = fc.array(step, { maxLength: 200, size: "max" });
  fc.assert(
    fc.property(steps, number, fc.nat({ max: 420 }), (list, probe, index) => {
      const model = new Map(
        Array.from({ length: 200 }, (_, n) => [String(n * 2).padStart(3, "0"), n]),
      );
      let map = SortedMap.fromSorted([...model]);
      for (const { key: name, value, remove } of list) {
        map = remove ? map.without(name) : map.with(name, value);
        if (remove) model.delete(name);
        else model.set(name, value);
      }
      const sorted = [...model].sort(byKey);
      expect(map.size).toBe(sorted.length);
      expect([...map]).toEqual(sorted);
      expect(map.get(probe)).toBe(model.get(probe));
      expect([...map.from(probe)]).toEqual(sorted.filter(([name]) => name >= probe));
      expect([...map.entries(index)]).toEqual(sorted.slice(index));
      expect(map.at(index)).toEqual(sorted[index]);
    }),
  );
});
