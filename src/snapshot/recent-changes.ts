/** Which principals moved in the last versions, so that views of them can be patched, not rebuilt (P1). */

/** Stands for one full load of the read model: what was derived from it belongs together. */
export type LoadOrigin = object;

export interface RecentChanges {
  /** The same from one full load to the next. */
  readonly origin: LoadOrigin;
  /** Complete for every version after this one. */
  readonly since: number;
  /** Oldest first. */
  readonly changes: readonly { readonly version: number; readonly ids: readonly string[] }[];
}

const MAX_CHANGES = 256;
/** A view that misses more than this is rebuilt just as fast. */
const MAX_IDS = 1_000;

/** Nothing is known of what came before `version`. */
export const changesSince = (version: number): RecentChanges => ({
  origin: {},
  since: version,
  changes: [],
});

export function withChange(
  recent: RecentChanges,
  version: number,
  ids: readonly string[],
): RecentChanges {
  if (ids.length > MAX_IDS) return changesSince(version);
  const changes = [...recent.changes, { version, ids }];
  const dropped = changes.length > MAX_CHANGES ? changes.shift() : undefined;
  return { origin: recent.origin, since: dropped?.version ?? recent.since, changes };
}

/** Ids that moved after `version`; undefined when it is too long ago to tell. */
export function changedAfter(
  recent: RecentChanges,
  version: number,
): ReadonlySet<string> | undefined {
  if (version < recent.since) return undefined;
  const later = recent.changes.filter((change) => change.version > version);
  return new Set(later.flatMap(({ ids }) => ids));
}
