/**
 * A weight-balanced tree, never changed in place (Hirai, Yamamoto 2011, with Δ 3 and Γ 2). Its nodes hold runs of
 * entries instead of one each: of 64 bytes an entry in nodes, 21 are left.
 */

/** A full run is split. A write copies one run, so it must not be long; memory is saved by its being not short. */
export const RUN = 32;

/** A run of entries over two subtrees: all keys on the left come before it, all on the right after it. */
export class Node<V> {
  /** Ascending; never empty. */
  readonly keys: readonly string[];
  /** At the same positions as the keys. */
  readonly values: readonly V[];
  readonly left: Node<V> | null;
  readonly right: Node<V> | null;
  /** Nodes of all three; what is balanced. */
  readonly weight: number;
  /** Entries of all three. */
  readonly size: number;

  constructor(
    keys: readonly string[],
    values: readonly V[],
    left: Node<V> | null,
    right: Node<V> | null,
  ) {
    this.keys = keys;
    this.values = values;
    this.left = left;
    this.right = right;
    this.weight = 1 + weightOf(left) + weightOf(right);
    this.size = keys.length + sizeOf(left) + sizeOf(right);
  }
}

/** A tree, or null for none. */
export type Tree<V> = Node<V> | null;

/** The number of entries. */
export function sizeOf<V>(tree: Tree<V>): number {
  return tree === null ? 0 : tree.size;
}

function weightOf<V>(tree: Tree<V>): number {
  return tree === null ? 0 : tree.weight;
}

const firstOf = <V>(tree: Node<V>): string => tree.keys[0] as string;
const lastOf = <V>(tree: Node<V>): string => tree.keys[tree.keys.length - 1] as string;

/** The position of the key, or of the first one after it. */
export function positionOf(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The node in whose run the key is or would be, or null. Allocation free. */
export function find<V>(root: Tree<V>, key: string): Tree<V> {
  let node = root;
  while (node !== null) {
    if (key < firstOf(node)) node = node.left;
    else if (key > lastOf(node)) node = node.right;
    else return node;
  }
  return null;
}

/** Ascending entries, each asked for once: lists of a million keys would be made to be thrown away. */
export interface Entries<V> {
  readonly count: number;
  keyAt(position: number): string;
  valueAt(position: number): V;
}

/** Ascending entries that come one by one, of which no list is made: only their runs, as the tree will have them. */
export class Runs<V> {
  #keys: string[] = [];
  #values: V[] = [];
  /** Entries of the run that is being filled. */
  #filled = RUN;
  readonly #allKeys: (readonly string[])[] = [];
  readonly #allValues: (readonly V[])[] = [];
  /** Undefined before the first. */
  last: string | undefined = undefined;

  /** Throws RangeError unless the key comes after all before it. */
  add(key: string, value: V): void {
    if (this.last !== undefined && !(this.last < key)) {
      throw new RangeError("keys must be unique and ascending");
    }
    if (this.#filled === RUN) this.#begin();
    this.last = key;
    this.#keys[this.#filled] = key;
    this.#values[this.#filled++] = value;
  }

  /** Lists of their length from the start: what grows leaves garbage, and keeps memory that is never used. */
  #begin(): void {
    this.#filled = 0;
    this.#keys = new Array<string>(RUN);
    this.#values = new Array<V>(RUN);
    this.#allKeys.push(this.#keys);
    this.#allValues.push(this.#values);
  }

  /** A balanced tree of the entries, in full runs but for the last. Nothing may be added afterwards. */
  tree(): Tree<V> {
    const [keys, values] = [this.#allKeys, this.#allValues];
    if (keys.length > 0) {
      keys[keys.length - 1] = this.#keys.slice(0, this.#filled);
      values[values.length - 1] = this.#values.slice(0, this.#filled);
    }
    const between = (from: number, to: number): Tree<V> => {
      if (from >= to) return null;
      const middle = (from + to) >> 1;
      const [left, right] = [between(from, middle), between(middle + 1, to)];
      return new Node(
        keys[middle] as readonly string[],
        values[middle] as readonly V[],
        left,
        right,
      );
    };
    return between(0, keys.length);
  }
}

/** A balanced tree of the entries, in full runs but for the last. Throws RangeError unless the keys strictly ascend. */
export function build<V>({ count, keyAt, valueAt }: Entries<V>): Tree<V> {
  const runs = new Runs<V>();
  for (let at = 0; at < count; at++) runs.add(keyAt(at), valueAt(at));
  return runs.tree();
}

/** The tree with the entry; the same tree when this very value is already there. */
export function insert<V>(tree: Tree<V>, key: string, value: V): Node<V> {
  if (tree === null) return new Node([key], [value], null, null);
  if (tree.left !== null && key < firstOf(tree)) {
    const left = insert(tree.left, key, value);
    return left === tree.left ? tree : balance(tree, left, tree.right);
  }
  if (tree.right !== null && key > lastOf(tree)) {
    const right = insert(tree.right, key, value);
    return right === tree.right ? tree : balance(tree, tree.left, right);
  }
  return insertHere(tree, key, value);
}

function insertHere<V>(tree: Node<V>, key: string, value: V): Node<V> {
  const { keys, values, left, right } = tree;
  const at = positionOf(keys, key);
  if (keys[at] === key) {
    if (Object.is(values[at], value)) return tree;
    return new Node(keys, values.with(at, value), left, right);
  }
  const moreKeys = keys.toSpliced(at, 0, key);
  const moreValues = values.toSpliced(at, 0, value);
  if (keys.length < RUN) return new Node(moreKeys, moreValues, left, right);
  // Ids ascend, so entries mostly come last: then the full run stays full.
  const cut = at === RUN ? RUN : RUN >> 1;
  const rest = new Node(moreKeys.slice(cut), moreValues.slice(cut), null, null);
  const here = new Node(moreKeys.slice(0, cut), moreValues.slice(0, cut), null, null);
  return balance(here, left, insertFirst(right, rest));
}

/** The tree with a run before all of its own. */
function insertFirst<V>(tree: Tree<V>, run: Node<V>): Node<V> {
  return tree === null ? run : balance(tree, insertFirst(tree.left, run), tree.right);
}

/** The tree without the key; the same tree when it was not there. */
export function remove<V>(tree: Tree<V>, key: string): Tree<V> {
  if (tree === null) return null;
  if (key < firstOf(tree)) {
    const left = remove(tree.left, key);
    return left === tree.left ? tree : balance(tree, left, tree.right);
  }
  if (key > lastOf(tree)) {
    const right = remove(tree.right, key);
    return right === tree.right ? tree : balance(tree, tree.left, right);
  }
  const { keys, values, left, right } = tree;
  const at = positionOf(keys, key);
  if (keys[at] !== key) return tree;
  if (keys.length === 1) return joined(left, right);
  return new Node(keys.toSpliced(at, 1), values.toSpliced(at, 1), left, right);
}

/** Two neighbours whose weights were balanced around a node that is gone. */
function joined<V>(left: Tree<V>, right: Tree<V>): Tree<V> {
  if (left === null) return right;
  if (right === null) return left;
  if (left.weight > right.weight) return balance(edge(left, "right"), withoutLast(left), right);
  return balance(edge(right, "left"), left, withoutFirst(right));
}

function withoutFirst<V>(tree: Node<V>): Tree<V> {
  return tree.left === null ? tree.right : balance(tree, withoutFirst(tree.left), tree.right);
}

function withoutLast<V>(tree: Node<V>): Tree<V> {
  return tree.right === null ? tree.left : balance(tree, tree.left, withoutLast(tree.right));
}

function edge<V>(tree: Node<V>, side: "left" | "right"): Node<V> {
  let node = tree;
  for (let next = node[side]; next !== null; next = node[side]) node = next;
  return node;
}

/** Neither side may have, with one added to both, more than three times the weight of the other. */
function tooLight<V>(side: Tree<V>, other: Tree<V>): boolean {
  return 3 * (weightOf(side) + 1) < weightOf(other) + 1;
}

/** A single rotation suffices while the inner grandchild weighs less than twice the outer one. */
function single<V>(inner: Tree<V>, outer: Tree<V>): boolean {
  return weightOf(inner) + 1 < 2 * (weightOf(outer) + 1);
}

function node<V>(run: Node<V>, left: Tree<V>, right: Tree<V>): Node<V> {
  return new Node(run.keys, run.values, left, right);
}

/** The run over two subtrees of which at most one changed by one node. */
function balance<V>(run: Node<V>, left: Tree<V>, right: Tree<V>): Node<V> {
  if (right !== null && tooLight(left, right)) {
    const inner = right.left;
    if (inner === null || single(inner, right.right)) {
      return node(right, node(run, left, inner), right.right);
    }
    return node(inner, node(run, left, inner.left), node(right, inner.right, right.right));
  }
  if (left !== null && tooLight(right, left)) {
    const inner = left.right;
    if (inner === null || single(inner, left.left)) {
      return node(left, left.left, node(run, inner, right));
    }
    return node(inner, node(left, left.left, inner.left), node(run, inner.right, right));
  }
  return node(run, left, right);
}

/** Where a walk starts: the nodes still to visit, nearest last, and the position in the run of the nearest. */
export interface Start<V> {
  readonly path: Node<V>[];
  readonly at: number;
}

/** Starts at a position from 0. */
export function startAt<V>(root: Tree<V>, index: number): Start<V> {
  const path: Node<V>[] = [];
  let tree = root;
  let rank = Math.max(index, 0);
  while (tree !== null) {
    const before = sizeOf(tree.left);
    if (rank < before) {
      path.push(tree);
      tree = tree.left;
      continue;
    }
    rank -= before;
    if (rank < tree.keys.length) {
      path.push(tree);
      return { path, at: rank };
    }
    rank -= tree.keys.length;
    tree = tree.right;
  }
  return { path, at: 0 };
}

/** Starts at the first key that is not before `key`. */
export function startFrom<V>(root: Tree<V>, key: string): Start<V> {
  const path: Node<V>[] = [];
  let tree = root;
  while (tree !== null) {
    if (lastOf(tree) < key) {
      tree = tree.right;
      continue;
    }
    path.push(tree);
    if (!(key < firstOf(tree))) return { path, at: positionOf(tree.keys, key) };
    tree = tree.left;
  }
  return { path, at: 0 };
}

/** The nodes in order from a start on; uses its path up. */
export function* walk<V>(path: Node<V>[]): IterableIterator<Node<V>> {
  for (let next = path.pop(); next !== undefined; next = path.pop()) {
    yield next;
    for (let tree = next.right; tree !== null; tree = tree.left) path.push(tree);
  }
}

/** True when keys ascend, runs are short enough, counts add up and every node is balanced. For tests; O(n). */
export function isValid<V>(tree: Tree<V>, low?: string, high?: string): boolean {
  if (tree === null) return true;
  const { keys, values, left, right } = tree;
  if (keys.length < 1 || keys.length > RUN || values.length !== keys.length) return false;
  const bounds = [low, ...keys, high].filter((key) => key !== undefined);
  if (bounds.some((key, at) => at > 0 && !((bounds[at - 1] as string) < key))) return false;
  if (tree.size !== keys.length + sizeOf(left) + sizeOf(right)) return false;
  if (tree.weight !== 1 + weightOf(left) + weightOf(right)) return false;
  if (tooLight(left, right) || tooLight(right, left)) return false;
  return isValid(left, low, firstOf(tree)) && isValid(right, lastOf(tree), high);
}
