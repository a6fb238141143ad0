/** Canonical alias (T-8) → the principal that has it; the index behind every sign-in. */
import { canonicalAlias } from "../std/canonical-alias.ts";
import { SortedMap } from "../std/sorted-map.ts";
import type { PrincipalRecord } from "./principal-record.ts";

/** An id; a list of them only in data that was imported (T-8). */
export type AliasOwners = string | readonly string[];

export type AliasIndex = SortedMap<AliasOwners>;

const NO_OWNERS: readonly string[] = Object.freeze([]);

/** Ids of those whose alias has this canonical form. */
export function ownersOf(index: AliasIndex, key: string): readonly string[] {
  const owners = index.get(key) ?? NO_OWNERS;
  return typeof owners === "string" ? [owners] : owners;
}

function withOwner(owners: readonly string[], id: string): AliasOwners {
  const all = owners.includes(id) ? owners : [...owners, id];
  return all.length === 1 ? id : all;
}

/** Builds the index from all principals. */
export function buildAliases(principals: readonly PrincipalRecord[]): AliasIndex {
  // Positions are sorted, not pairs, and in lists that need not grow: with a million users the pairs would be some
  // hundred megabytes of garbage.
  const count = principals.reduce((sum, { alias }) => sum + alias.length, 0);
  const keys = new Array<string>(count);
  const owners = new Uint32Array(count);
  let filled = 0;
  for (const [owner, { alias }] of principals.entries()) {
    for (const one of alias) {
      keys[filled] = canonicalAlias(one);
      owners[filled++] = owner;
    }
  }
  const keyOf = (position: number | undefined) => keys[position as number] as string;
  const order = Uint32Array.from({ length: count }, (_, position) => position);
  order.sort((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    return one < other ? -1 : one > other ? 1 : a - b;
  });
  /** Where in the order each key begins. */
  const starts = new Uint32Array(count + 1);
  let distinct = 0;
  for (let at = 0; at < count; at++) {
    if (at === 0 || keyOf(order[at]) !== keyOf(order[at - 1])) starts[distinct++] = at;
  }
  starts[distinct] = count;
  const idAt = (at: number) => principals[owners[order[at] as number] as number]?.id as string;
  return SortedMap.build<AliasOwners>({
    count: distinct,
    keyAt: (at) => keyOf(order[starts[at] as number]),
    valueAt(at) {
      const [start, end] = [starts[at] as number, starts[at + 1] as number];
      let all: AliasOwners = idAt(start);
      for (let next = start + 1; next < end; next++) {
        all = withOwner(typeof all === "string" ? [all] : all, idAt(next));
      }
      return all;
    },
  });
}

/** The index after one principal changed, appeared or went. */
export function patchAliases(
  index: AliasIndex,
  before: PrincipalRecord | undefined,
  after: PrincipalRecord | undefined,
): AliasIndex {
  let next = index;
  for (const alias of before?.alias ?? NO_OWNERS) {
    const key = canonicalAlias(alias);
    const left = ownersOf(next, key).filter((owner) => owner !== before?.id);
    next =
      left.length > 0
        ? next.with(key, left.length === 1 ? (left[0] as string) : left)
        : next.without(key);
  }
  for (const alias of after?.alias ?? NO_OWNERS) {
    const key = canonicalAlias(alias);
    if (after) next = next.with(key, withOwner(ownersOf(next, key), after.id));
  }
  return next;
}
