/** A weight-balanced tree, never changed in place (Hirai, Yamamoto 2011, with Δ 3 and Γ 2). */

/** One entry over two subtrees; `size` counts the entries of all three. */
export class Node<V> {
  readonly key: string;
  readonly value: V;
  readonly left: Node<V> | null;
  readonly right: Node<V> | null;
  readonly size: number;

  constructor(key: string, value: V, left: Node<V> | null, right: Node<V> | null) {
    this.key = key;
    this.value = value;
    this.left = left;
    this.right = right;
    this.size = 1 + sizeOf(left) + sizeOf(right);
  }
}

/** A tree, or null for none. */
export type Tree<V> = Node<V> | null;

/** The number of entries. */
export function sizeOf<V>(tree: Tree<V>): number {
  return tree === null ? 0 : tree.size;
}

/** The node of the key, or null. Allocation free. */
export function find<V>(root: Tree<V>, key: string): Tree<V> {
  let node = root;
  while (node !== null && node.key !== key) node = key < node.key ? node.left : node.right;
  return node;
}

/** A balanced tree of the ascending entries from `from` up to, not including, `to`. */
export function build<V>(
  entries: readonly (readonly [string, V])[],
  from: number,
  to: number,
): Tree<V> {
  if (from >= to) return null;
  const middle = (from + to) >> 1;
  const entry = entries[middle];
  if (!entry) throw new RangeError("entries must not have holes");
  return new Node(entry[0], entry[1], build(entries, from, middle), build(entries, middle + 1, to));
}

/** The tree with the entry; the same tree when this very value is already there. */
export function insert<V>(tree: Tree<V>, key: string, value: V): Node<V> {
  if (tree === null) return new Node(key, value, null, null);
  if (key === tree.key) {
    return Object.is(value, tree.value) ? tree : new Node(key, value, tree.left, tree.right);
  }
  if (key < tree.key) {
    const left = insert(tree.left, key, value);
    return left === tree.left ? tree : balance(tree, left, tree.right);
  }
  const right = insert(tree.right, key, value);
  return right === tree.right ? tree : balance(tree, tree.left, right);
}

/** The tree without the key; the same tree when it was not there. */
export function remove<V>(tree: Tree<V>, key: string): Tree<V> {
  if (tree === null) return null;
  if (key < tree.key) {
    const left = remove(tree.left, key);
    return left === tree.left ? tree : balance(tree, left, tree.right);
  }
  if (key > tree.key) {
    const right = remove(tree.right, key);
    return right === tree.right ? tree : balance(tree, tree.left, right);
  }
  if (tree.left === null) return tree.right;
  if (tree.right === null) return tree.left;
  if (tree.left.size > tree.right.size) {
    const last = edge(tree.left, "right");
    return balance(last, remove(tree.left, last.key), tree.right);
  }
  const first = edge(tree.right, "left");
  return balance(first, tree.left, remove(tree.right, first.key));
}

function edge<V>(tree: Node<V>, side: "left" | "right"): Node<V> {
  let node = tree;
  for (let next = node[side]; next !== null; next = node[side]) node = next;
  return node;
}

/** Weights are sizes plus one; neither side may weigh more than three times the other. */
function tooLight<V>(side: Tree<V>, other: Tree<V>): boolean {
  return 3 * (sizeOf(side) + 1) < sizeOf(other) + 1;
}

/** A single rotation suffices while the inner grandchild weighs less than twice the outer one. */
function single<V>(inner: Tree<V>, outer: Tree<V>): boolean {
  return sizeOf(inner) + 1 < 2 * (sizeOf(outer) + 1);
}

function node<V>(entry: Node<V>, left: Tree<V>, right: Tree<V>): Node<V> {
  return new Node(entry.key, entry.value, left, right);
}

/** The entry over two subtrees of which at most one changed by one element. */
function balance<V>(entry: Node<V>, left: Tree<V>, right: Tree<V>): Node<V> {
  if (right !== null && tooLight(left, right)) {
    const inner = right.left;
    if (inner === null || single(inner, right.right)) {
      return node(right, node(entry, left, inner), right.right);
    }
    return node(inner, node(entry, left, inner.left), node(right, inner.right, right.right));
  }
  if (left !== null && tooLight(right, left)) {
    const inner = left.right;
    if (inner === null || single(inner, left.left)) {
      return node(left, left.left, node(entry, inner, right));
    }
    return node(inner, node(left, left.left, inner.left), node(entry, inner.right, right));
  }
  return node(entry, left, right);
}

/** The ancestors still to visit, nearest last, when the walk starts at a position. */
export function pathToIndex<V>(root: Tree<V>, index: number): Node<V>[] {
  const path: Node<V>[] = [];
  let tree = root;
  let rank = index;
  while (tree !== null) {
    const before = sizeOf(tree.left);
    if (rank <= before) {
      path.push(tree);
      tree = tree.left;
    } else {
      rank -= before + 1;
      tree = tree.right;
    }
  }
  return path;
}

/** The same for a walk that starts at the first key not before `key`. */
export function pathToKey<V>(root: Tree<V>, key: string): Node<V>[] {
  const path: Node<V>[] = [];
  let tree = root;
  while (tree !== null) {
    if (tree.key < key) {
      tree = tree.right;
    } else {
      path.push(tree);
      tree = tree.left;
    }
  }
  return path;
}

/** The nodes in order from the end of a path on; uses the path up. */
export function* walk<V>(path: Node<V>[]): IterableIterator<Node<V>> {
  for (let next = path.pop(); next !== undefined; next = path.pop()) {
    yield next;
    for (let tree = next.right; tree !== null; tree = tree.left) path.push(tree);
  }
}

/** True when keys ascend, sizes add up and every node is balanced. For tests; O(n). */
export function isValid<V>(tree: Tree<V>, low?: string, high?: string): boolean {
  if (tree === null) return true;
  if (low !== undefined && !(low < tree.key)) return false;
  if (high !== undefined && !(tree.key < high)) return false;
  if (tree.size !== 1 + sizeOf(tree.left) + sizeOf(tree.right)) return false;
  if (tooLight(tree.left, tree.right) || tooLight(tree.right, tree.left)) return false;
  return isValid(tree.left, low, tree.key) && isValid(tree.right, tree.key, high);
}
