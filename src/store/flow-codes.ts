/** Rows of `auth_flow_codes` (auth-wire 6.8); what is expired is decided by database time. */

import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Duration } from "../std/duration.ts";
import { reachable } from "./availability.ts";
import { DATABASE_TIME } from "./database-time.ts";
import type { Store } from "./store.ts";
import { flowCodes } from "./tables.ts";

export interface FlowCode {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
}

const live = (id: string) => and(eq(flowCodes.id, id), gt(flowCodes.expires_at, DATABASE_TIME));

const endOf = (lifetime: Duration) =>
  sql<Date>`${DATABASE_TIME} + ${lifetime} * interval '1 millisecond'`;

/** False when a live row has this id; an expired one is replaced. */
export async function insertFlowCode(
  { db }: Store,
  { id, kind, payload }: FlowCode,
  lifetime: Duration,
): Promise<boolean> {
  const fields = { kind, payload, expires_at: endOf(lifetime), created_at: DATABASE_TIME };
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

/** Puts a row in the place of the one with its id, live or not. */
export async function replaceFlowCode(
  { db }: Store,
  { id, kind, payload }: FlowCode,
  lifetime: Duration,
): Promise<void> {
  const fields = { kind, payload, expires_at: endOf(lifetime), created_at: DATABASE_TIME };
  await reachable(() =>
    db
      .insert(flowCodes)
      .values({ id, ...fields })
      .onConflictDoUpdate({ target: flowCodes.id, set: fields }),
  );
}

/** The payload of a live row, else undefined. */
export async function readFlowCode({ db }: Store, id: string): Promise<unknown> {
  const [row] = await reachable(() =>
    db.select({ payload: flowCodes.payload }).from(flowCodes).where(live(id)),
  );
  return row?.payload;
}

/** One statement: of parallel calls one gets the payload (P-4). */
export async function takeFlowCode({ db }: Store, id: string): Promise<unknown> {
  const [row] = await reachable(() =>
    db.delete(flowCodes).where(live(id)).returning({ payload: flowCodes.payload }),
  );
  return row?.payload;
}

/**
 * One statement: deletes a live row and, where there was one, inserts another. Of parallel calls one
 * gets the payload of the old row; undefined also when a live row has the new id.
 */
export async function exchangeFlowCode(
  { db }: Store,
  old: string,
  { id, kind, payload }: FlowCode,
  lifetime: Duration,
): Promise<unknown> {
  const gone = db
    .$with("gone")
    .as(db.delete(flowCodes).where(live(old)).returning({ payload: flowCodes.payload }));
  const fields = { kind, payload, expires_at: endOf(lifetime), created_at: DATABASE_TIME };
  const made = db.$with("made").as(
    db
      .insert(flowCodes)
      .select(
        sql`select ${id}::text, ${kind}::text, ${JSON.stringify(payload)}::jsonb, ${fields.expires_at}, ${DATABASE_TIME} from gone`,
      )
      .onConflictDoUpdate({
        target: flowCodes.id,
        set: fields,
        setWhere: lte(flowCodes.expires_at, DATABASE_TIME),
      })
      .returning({ id: flowCodes.id }),
  );
  const [row] = await reachable(() =>
    db.with(gone, made).select({ payload: gone.payload }).from(gone).innerJoin(made, sql`true`),
  );
  return row?.payload;
}

/**
 * One statement: sets a member of a live row's payload where it is absent, or has the value `from`.
 * Answers the payload after it; undefined when the member has another value, or there is no row.
 */
export async function claimFlowCode(
  { db }: Store,
  id: string,
  member: string,
  value: string,
  from: string | undefined,
): Promise<unknown> {
  const current = sql`${flowCodes.payload}->>${member}::text`;
  const free =
    from === undefined ? sql`${current} is null` : sql`coalesce(${current}, ${from}) = ${from}`;
  const [row] = await reachable(() =>
    db
      .update(flowCodes)
      .set({
        payload: sql`${flowCodes.payload} || jsonb_build_object(${member}::text, ${value}::text)`,
      })
      .where(and(live(id), free))
      .returning({ payload: flowCodes.payload }),
  );
  return row?.payload;
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
