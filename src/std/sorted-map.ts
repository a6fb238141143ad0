/** An immutable ordered map from strings to values. */

import type { Entries, Node, Runs, Tree } from "./balanced-tree.ts";
import {
  build,
  find,
  insert,
  positionOf,
  remove,
  type Start,
  sizeOf,
  startAt,
  startFrom,
  walk,
} from "./balanced-tree.ts";

/**
 * Keys are ordered by UTF-16 code units (the operator `<`). Every write answers a new map that shares
 * all but O(log n) nodes and one run of entries with the old one; reads never change or allocate anything but iterators.
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
    return SortedMap.build({
      count: entries.length,
      keyAt: (at) => (entries[at] as (typeof entries)[number])[0],
      valueAt: (at) => (entries[at] as (typeof entries)[number])[1],
    });
  }

  /** The same of entries that are asked for one by one, for many of them. */
  static build<V>(entries: Entries<V>): SortedMap<V> {
    return new SortedMap(build(entries));
  }

  /** The same of entries that came one by one; no more may come. */
  static ofRuns<V>(runs: Runs<V>): SortedMap<V> {
    return new SortedMap(runs.tree());
  }

  /** The same of values by their ids. */
  static byId<V extends { readonly id: string }>(values: readonly V[]): SortedMap<V> {
    return SortedMap.build({
      count: values.length,
      keyAt: (at) => (values[at] as V).id,
      valueAt: (at) => values[at] as V,
    });
  }

  get size(): number {
    return sizeOf(this.#root);
  }

  /** The value of the key, or undefined. Allocation free. */
  get(key: string): V | undefined {
    const node = find(this.#root, key);
    if (node === null) return undefined;
    const at = positionOf(node.keys, key);
    return node.keys[at] === key ? node.values[at] : undefined;
  }

  has(key: string): boolean {
    const node = find(this.#root, key);
    return node !== null && node.keys[positionOf(node.keys, key)] === key;
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
    if (!Number.isInteger(index) || index < 0 || index >= this.size) return undefined;
    return entriesOf(startAt(this.#root, index)).next().value;
  }

  /** Entries in order, starting at a position (O(log n) to get there). */
  entries(fromIndex = 0): IterableIterator<[string, V]> {
    return entriesOf(startAt(this.#root, fromIndex));
  }

  /** Values in key order, starting at a position. */
  *values(fromIndex = 0): IterableIterator<V> {
    for (const [{ values }, at] of runsOf(startAt(this.#root, fromIndex))) {
      for (let next = at; next < values.length; next++) yield values[next] as V;
    }
  }

  /** Keys in order. */
  *keys(): IterableIterator<string> {
    for (const [{ keys }] of runsOf(startAt(this.#root, 0))) yield* keys;
  }

  /** Entries from the first key that is not before `key`. */
  from(key: string): IterableIterator<[string, V]> {
    return entriesOf(startFrom(this.#root, key));
  }

  [Symbol.iterator](): IterableIterator<[string, V]> {
    return this.entries();
  }
}

/** The runs from a start on, each with the position where it is to be read from. */
function* runsOf<V>({ path, at }: Start<V>): IterableIterator<readonly [Node<V>, number]> {
  let from = at;
  for (const node of walk(path)) {
    yield [node, from];
    from = 0;
  }
}

function* entriesOf<V>(start: Start<V>): IterableIterator<[string, V]> {
  for (const [{ keys, values }, at] of runsOf(start)) {
    for (let next = at; next < keys.length; next++) yield [keys[next] as string, values[next] as V];
  }
}
