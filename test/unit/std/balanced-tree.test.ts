import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tree } from "../../../src/std/balanced-tree.ts";
import { build, find, insert, isValid, RUN, remove } from "../../../src/std/balanced-tree.ts";

const name = (n: number) => n.toString().padStart(6, "0");

const ofNumbers = (numbers: readonly number[]) =>
  build({
    count: numbers.length,
    keyAt: (at) => name(numbers[at] ?? 0),
    valueAt: (at) => numbers[at] ?? 0,
  });

function height(tree: Tree<unknown>): number {
  return tree === null ? 0 : 1 + Math.max(height(tree.left), height(tree.right));
}

test("stays balanced through any inserts and removals", () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 600 })), {
    maxLength: 400,
    size: "max",
  });
  fc.assert(
    fc.property(steps, (list) => {
      let tree: Tree<number> = null;
      for (const [add, n] of list) {
        tree = add ? insert(tree, name(n), n) : remove(tree, name(n));
        expect(isValid(tree)).toBe(true);
      }
    }),
  );
});

test("ascending, descending and emptying orders stay balanced", () => {
  const count = 10_000;
  for (const at of [(i: number) => i, (i: number) => count - i]) {
    let tree: Tree<number> = null;
    for (let i = 0; i < count; i++) tree = insert(tree, name(at(i)), i);
    expect(isValid(tree)).toBe(true);
    expect(height(tree)).toBeLessThanOrEqual(2.5 * Math.log2(count));
    for (let i = 0; i < count; i++) {
      tree = remove(tree, name(at(i)));
      if (i % 500 === 0) expect(isValid(tree)).toBe(true);
    }
    expect(tree).toBeNull();
  }
});

test("a built tree is balanced and of least height", () => {
  for (let size = 0; size < 130 * RUN; size += RUN - 1) {
    const positions = Array.from({ length: size }, (_, i) => i);
    const tree = ofNumbers(positions);
    expect(isValid(tree)).toBe(true);
    expect(height(tree)).toBe(Math.ceil(Math.log2(Math.ceil(size / RUN) + 1)));
  }
});

test("a write makes only as many nodes as the tree is high", () => {
  const even = Array.from({ length: 4_095 * RUN }, (_, i) => 2 * i);
  const before = ofNumbers(even);
  const after = insert(before, name(4_001), 0);
  const old = new Set<unknown>();
  const collect = (tree: Tree<number>): void => {
    if (tree === null) return;
    old.add(tree);
    collect(tree.left);
    collect(tree.right);
  };
  collect(before);
  const fresh = (tree: Tree<number>): number =>
    tree === null || old.has(tree) ? 0 : 1 + fresh(tree.left) + fresh(tree.right);
  expect(fresh(after)).toBeLessThanOrEqual(14);
});

test("entries that come in order leave full runs behind", () => {
  const count = 100 * RUN;
  let tree: Tree<number> = null;
  for (let i = 0; i < count; i++) tree = insert(tree, name(i), i);
  expect(tree?.weight).toBe(100);
  expect(tree?.size).toBe(count);
});

test("an invalid tree is seen", () => {
  const tree = build({ count: 3, keyAt: (at) => "abc".charAt(at), valueAt: (at) => at + 1 });
  const broken = (node: object) => ({
    keys: ["d"],
    values: [0],
    weight: 2,
    size: 4,
    left: tree,
    right: null,
    ...node,
  });
  expect(isValid(broken({}))).toBe(true);
  for (const fault of [
    { keys: ["a"] },
    { keys: ["d", "e"] },
    { keys: [], values: [] },
    { size: 5 },
    { weight: 3 },
    { left: null, right: tree },
  ]) {
    expect(isValid(broken(fault))).toBe(false);
  }
  expect(find(tree, "b")?.values).toEqual([1, 2, 3]);
});
