/** Rows of `auth_flow_codes` (auth-wire 6.8); what is expired is decided by database time. */

import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Duration } from "../std/duration.ts";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";
import { DATABASE_TIME } from "./database-time.ts";
import type { Store } from "./store.ts";
import { flowCodes } from "./tables.ts";

export interface FlowCode {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
}

const live = (id: string) => and(eq(flowCodes.id, id), gt(flowCodes.expires_at, DATABASE_TIME));

/** False when a live row has this id; an expired one is replaced. */
export async function insertFlowCode(
  { db }: Store,
  { id, kind, payload }: FlowCode,
  lifetime: Duration,
): Promise<boolean> {
  const expires_at = sql<Date>`${DATABASE_TIME} + ${lifetime} * interval '1 millisecond'`;
  const fields = { kind, payload, expires_at, created_at: DATABASE_TIME };
  const rows = await reachable(() =>
    db
      .insert(flowCodes)
      .values({ id, ...fields })
      .onConflictDoUpdate({
        target: flowCodes.id,
        set: fields,
        setWhere: lte(flowCodes.expires_at, DATABASE_TIME),
      })
      .returning({ id: flowCodes.id }),
  );
  return rows.length > 0;
}

async function select(db: Queryable, id: string, lock: boolean): Promise<unknown> {
  const query = db.select({ payload: flowCodes.payload }).from(flowCodes).where(live(id));
  const [row] = await (lock ? query.for("update") : query);
  return row?.payload;
}

/** The payload of a live row, else undefined. */
export const readFlowCode = ({ db }: Store, id: string): Promise<unknown> =>
  reachable(() => select(db, id, false));

/** One statement: of parallel calls one gets the payload (P-4). */
export async function takeFlowCode({ db }: Store, id: string): Promise<unknown> {
  const [row] = await reachable(() =>
    db.delete(flowCodes).where(live(id)).returning({ payload: flowCodes.payload }),
  );
  return row?.payload;
}

/** Runs `change` once while the row is locked; what it throws or undefined leaves the row alone. */
export async function updateFlowCode(
  { db }: Store,
  id: string,
  change: (payload: unknown) => unknown,
): Promise<void> {
  await reachable(() =>
    db.transaction(async (tx) => {
      const next = change(await select(tx, id, true));
      if (next === undefined) return;
      await tx.update(flowCodes).set({ payload: next }).where(eq(flowCodes.id, id));
    }),
  );
}

/** Deletes up to `most` expired rows that are not locked; answers how many. */
export async function deleteExpiredFlowCodes({ db }: Store, most: number): Promise<number> {
  const expired = db
    .select({ id: flowCodes.id })
    .from(flowCodes)
    // `now()` and not the clock: an index can be searched for it.
    .where(lte(flowCodes.expires_at, sql`now()`))
    .limit(most)
    .for("update", { skipLocked: true });
  const gone = await reachable(() =>
    db.delete(flowCodes).where(inArray(flowCodes.id, expired)).returning({ id: flowCodes.id }),
  );
  return gone.length;
}
