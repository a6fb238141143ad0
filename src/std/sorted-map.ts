/** An immutable ordered map from strings to values. */

import type { Tree } from "./balanced-tree.ts";
import {
  build,
  find,
  insert,
  pathToIndex,
  pathToKey,
  remove,
  sizeOf,
  walk,
} from "./balanced-tree.ts";

/**
 * Keys are ordered by UTF-16 code units (the operator `<`). Every write answers a new map that shares
 * all but O(log n) nodes with the old one; reads never change or allocate anything but iterators.
 */
export class SortedMap<V> {
  readonly #root: Tree<V>;

  private constructor(root: Tree<V>) {
    this.#root = root;
  }

  /** The map without entries. */
  static empty<V>(): SortedMap<V> {
    return new SortedMap<V>(null);
  }

  /** Builds a map in O(n). Throws RangeError unless the keys strictly ascend. */
  static fromSorted<V>(entries: readonly (readonly [string, V])[]): SortedMap<V> {
    let last: string | undefined;
    for (const [key] of entries) {
      if (last !== undefined && !(last < key)) {
        throw new RangeError("keys must be unique and ascending");
      }
      last = key;
    }
    return new SortedMap(build(entries, 0, entries.length));
  }

  get size(): number {
    return sizeOf(this.#root);
  }

  /** The value of the key, or undefined. Allocation free. */
  get(key: string): V | undefined {
    return find(this.#root, key)?.value;
  }

  has(key: string): boolean {
    return find(this.#root, key) !== null;
  }

  /** The map with this entry added or replaced; the same map when the value is already there. */
  with(key: string, value: V): SortedMap<V> {
    const root = insert(this.#root, key, value);
    return root === this.#root ? this : new SortedMap(root);
  }

  /** The map without this key; the same map when it was not there. */
  without(key: string): SortedMap<V> {
    const root = remove(this.#root, key);
    return root === this.#root ? this : new SortedMap(root);
  }

  /** The entry at a position from 0, in O(log n); undefined outside. */
  at(index: number): [string, V] | undefined {
    let node = this.#root;
    let rank = index;
    while (node) {
      const before = sizeOf(node.left);
      if (rank === before) return [node.key, node.value];
      if (rank < before) {
        node = node.left;
      } else {
        rank -= before + 1;
        node = node.right;
      }
    }
    return undefined;
  }

  /** Entries in order, starting at a position (O(log n) to get there). */
  *entries(fromIndex = 0): IterableIterator<[string, V]> {
    for (const node of walk(pathToIndex(this.#root, fromIndex))) yield [node.key, node.value];
  }

  /** Values in key order, starting at a position. */
  *values(fromIndex = 0): IterableIterator<V> {
    for (const node of walk(pathToIndex(this.#root, fromIndex))) yield node.value;
  }

  /** Keys in order. */
  *keys(): IterableIterator<string> {
    for (const node of walk(pathToIndex(this.#root, 0))) yield node.key;
  }

  /** Entries from the first key that is not before `key`. */
  *from(key: string): IterableIterator<[string, V]> {
    for (const node of walk(pathToKey(this.#root, key))) yield [node.key, node.value];
  }

  [Symbol.iterator](): IterableIterator<[string, V]> {
    return this.entries();
  }
}
