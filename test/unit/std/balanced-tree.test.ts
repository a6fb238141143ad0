import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tree } from "../../../src/std/balanced-tree.ts";
import { build, find, insert, isValid, remove } from "../../../src/std/balanced-tree.ts";

const name = (n: number) => n.toString().padStart(6, "0");

function height(tree: Tree<unknown>): number {
  return tree === null ? 0 : 1 + Math.max(height(tree.left), height(tree.right));
}

test("stays balanced through any inserts and removals", () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 60 })), { maxLength: 200 });
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
  const count = 1_000;
  for (const at of [(i: number) => i, (i: number) => count - i]) {
    let tree: Tree<number> = null;
    for (let i = 0; i < count; i++) tree = insert(tree, name(at(i)), i);
    expect(isValid(tree)).toBe(true);
    expect(height(tree)).toBeLessThanOrEqual(2.5 * Math.log2(count));
    for (let i = 0; i < count; i++) {
      tree = remove(tree, name(at(i)));
      if (i % 50 === 0) expect(isValid(tree)).toBe(true);
    }
    expect(tree).toBeNull();
  }
});

test("a built tree is balanced and of least height", () => {
  for (let size = 0; size < 130; size++) {
    const entries = Array.from({ length: size }, (_, i) => [name(i), i] as const);
    const tree = build(entries, 0, size);
    expect(isValid(tree)).toBe(true);
    expect(height(tree)).toBe(Math.ceil(Math.log2(size + 1)));
  }
});

test("a write makes only as many nodes as the tree is high", () => {
  const entries = Array.from({ length: 4_095 }, (_, i) => [name(2 * i), i] as const);
  const before = build(entries, 0, entries.length);
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

test("an invalid tree is seen", () => {
  const tree = build(
    [
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ],
    0,
    3,
  );
  const broken = { key: "a", value: 0, size: 4, left: tree, right: null };
  expect(isValid(broken)).toBe(false);
  expect(find(tree, "b")?.value).toBe(2);
});
