/** Canonical alias (T-8) → the principal that has it; the index behind every sign-in. */
import { Runs } from "../std/balanced-tree.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { SortedMap } from "../std/sorted-map.ts";
import { sortedPositions } from "../std/sorted-positions.ts";
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

/** Builds the index from all principals, which are gone through twice. */
export function buildAliases(principals: { values(): Iterable<PrincipalRecord> }): AliasIndex {
  let count = 0;
  for (const { alias } of principals.values()) count += alias.length;
  // Positions are sorted, not pairs, and in lists that need not grow: with a million users the pairs would be some
  // hundred megabytes of garbage.
  const keys = new Array<string>(count);
  const owners = new Array<string>(count);
  let filled = 0;
  for (const { id, alias } of principals.values()) {
    for (const one of alias) {
      keys[filled] = canonicalAlias(one);
      owners[filled++] = id;
    }
  }
  const order = sortedPositions(keys);
  const runs = new Runs<AliasOwners>();
  for (let at = 0; at < count; ) {
    const position = order[at++] as number;
    const key = keys[position] as string;
    let all: AliasOwners = owners[position] as string;
    for (; at < count; at++) {
      const next = order[at] as number;
      if (keys[next] !== key) break;
      all = withOwner(typeof all === "string" ? [all] : all, owners[next] as string);
    }
    runs.add(key, all);
  }
  return SortedMap.ofRuns(runs);
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
