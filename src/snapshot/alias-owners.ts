/** Canonical alias (T-8) → the principal that has it; the index behind every sign-in. */
import { canonicalAlias } from "../std/canonical-alias.ts";
import { SortedMap } from "../std/sorted-map.ts";
import type { PrincipalRecord } from "./principal-record.ts";

/** An id; a list of them only in data that was imported (T-8). */
export type AliasOwners = string | readonly string[];

export type AliasIndex = SortedMap<AliasOwners>;

const NOBODY: readonly string[] = Object.freeze([]);

/** Ids of those whose alias has this canonical form. */
export function ownersOf(index: AliasIndex, key: string): readonly string[] {
  const owners = index.get(key) ?? NOBODY;
  return typeof owners === "string" ? [owners] : owners;
}

function withOwner(owners: readonly string[], id: string): AliasOwners {
  const all = owners.includes(id) ? owners : [...owners, id];
  return all.length === 1 ? id : all;
}

/** Builds the index from all principals. */
export function buildAliases(principals: readonly PrincipalRecord[]): AliasIndex {
  // Lists of the right length, and positions that are sorted instead of pairs: with a million users lists that grow,
  // and pairs, would be some hundred megabytes of garbage.
  const count = principals.reduce((sum, { alias }) => sum + alias.length, 0);
  const found = new Array<string>(count);
  const ids = new Array<string>(count);
  let at = 0;
  for (const { id, alias } of principals) {
    for (const one of alias) {
      found[at] = canonicalAlias(one);
      ids[at++] = id;
    }
  }
  const order = Uint32Array.from({ length: count }, (_, position) => position);
  order.sort((a, b) => {
    const [one, other] = [found[a] as string, found[b] as string];
    return one < other ? -1 : one > other ? 1 : a - b;
  });
  const keys = new Array<string>(count);
  const owners = new Array<AliasOwners>(count);
  let last = -1;
  for (const position of order) {
    const [key, id] = [found[position] as string, ids[position] as string];
    if (last >= 0 && keys[last] === key) {
      const known = owners[last] as AliasOwners;
      owners[last] = withOwner(typeof known === "string" ? [known] : known, id);
    } else {
      keys[++last] = key;
      owners[last] = id;
    }
  }
  keys.length = last + 1;
  owners.length = last + 1;
  return SortedMap.fromColumns(keys, owners);
}

/** The index after one principal changed, appeared or went. */
export function patchAliases(
  index: AliasIndex,
  before: PrincipalRecord | undefined,
  after: PrincipalRecord | undefined,
): AliasIndex {
  let next = index;
  for (const alias of before?.alias ?? NOBODY) {
    const key = canonicalAlias(alias);
    const left = ownersOf(next, key).filter((owner) => owner !== before?.id);
    next =
      left.length > 0
        ? next.with(key, left.length === 1 ? (left[0] as string) : left)
        : next.without(key);
  }
  for (const alias of after?.alias ?? NOBODY) {
    const key = canonicalAlias(alias);
    if (after) next = next.with(key, withOwner(ownersOf(next, key), after.id));
  }
  return next;
}
