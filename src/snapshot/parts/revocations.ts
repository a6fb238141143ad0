/** Revoked token ids, sessions and principals, in memory on every instance (ADR 0011). */

import { and, gt, inArray, sql } from "drizzle-orm";
import { SortedMap } from "../../std/sorted-map.ts";
import type { Queryable } from "../../store/change.ts";
import { REVOCATION_KINDS } from "../../store/revocations.ts";
import { flowCodes } from "../../store/tables.ts";
import type { SnapshotPart } from "../part.ts";
import { selected } from "../record-maps.ts";

export interface Revocation {
  /** Milliseconds since the epoch; by then everything it revokes has expired. */
  readonly expires_at: number;
  /** For a principal: tokens issued before this NumericDate are refused. */
  readonly before?: number;
  /** For a principal: families that began on an older version than this are refused. */
  readonly version?: number;
  /** For a principal: the one family that lives on, its `sid`. */
  readonly except?: string;
}

type Found = readonly [string, Revocation];

export async function readRevocations(db: Queryable, ids?: readonly string[]): Promise<Found[]> {
  const rows = await db
    .select()
    .from(flowCodes)
    .where(
      and(
        inArray(flowCodes.kind, [...REVOCATION_KINDS]),
        gt(flowCodes.expires_at, sql`now()`),
        selected(flowCodes.id, ids),
      ),
    );
  return rows.map((row) => {
    const { before, version, except } = row.payload as Omit<Revocation, "expires_at">;
    return [
      row.id,
      {
        expires_at: row.expires_at.getTime(),
        ...(before !== undefined && { before }),
        ...(version !== undefined && { version }),
        ...(except !== undefined && { except }),
      },
    ];
  });
}

/** At this many entries the expired ones are dropped from memory; their rows are purged separately. */
const CROWDED_COUNT = 1_000;

function patched(
  known: SortedMap<Revocation>,
  ids: readonly string[],
  found: readonly Found[],
  now: number,
): SortedMap<Revocation> {
  let next = ids.reduce((rest, id) => rest.without(id), known);
  for (const [id, revocation] of found) next = next.with(id, revocation);
  if (next.size < CROWDED_COUNT || next.size % CROWDED_COUNT !== 0) return next;
  return SortedMap.fromSorted([...next.entries()].filter(([, { expires_at }]) => expires_at > now));
}

const built = (found: readonly Found[]): SortedMap<Revocation> =>
  SortedMap.fromSorted([...found].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));

export const revocationsPart: SnapshotPart<{
  /** By row id of `auth_flow_codes`. */
  readonly revocations: SortedMap<Revocation>;
}> = {
  empty: { revocations: SortedMap.empty() },
  load: async ({ tx }) => ({ revocations: built(await readRevocations(tx)) }),
  async patch({ tx }, { revocations }, ids) {
    const found = await readRevocations(tx, ids);
    return { revocations: patched(revocations, ids, found, Date.now()) };
  },
};
