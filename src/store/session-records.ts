/** Rows of `auth_sessions` (L-O2): one statement per step, expiry by database time. */
import { and, count, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type Duration, durationOf } from "../std/duration.ts";
import { reachable } from "./availability.ts";
import { DATABASE_TIME } from "./database-time.ts";
import type { Store } from "./store.ts";
import { sessions } from "./tables.ts";

export interface SessionRecord {
  readonly value: string;
  readonly revision: number;
  /** What is left of it by database time. */
  readonly lifetime: Duration;
}

const live = (key: string) => and(eq(sessions.key, key), gt(sessions.expires_at, DATABASE_TIME));

/** Compared as text, so that no text of a caller has to be a number. */
const hasRevision = (revision: string | undefined): SQL | undefined =>
  revision === undefined ? undefined : sql`${sessions.revision}::text = ${revision}`;

const LIFETIME =
  sql`floor(extract(epoch from ${sessions.expires_at} - ${DATABASE_TIME}) * 1000)`.mapWith(
    (milliseconds) => durationOf(Math.max(0, Number(milliseconds))),
  );

const after = (lifetime: Duration) =>
  sql<Date>`${DATABASE_TIME} + ${lifetime} * interval '1 millisecond'`;

/** Space for a thousand million writes of one record. */
const FIRST_REVISION = sql<number>`floor(random() * 1000000000)::integer`;

/** The record when it is live. */
export async function readSession({ db }: Store, key: string): Promise<SessionRecord | undefined> {
  const columns = { value: sessions.value, revision: sessions.revision, lifetime: LIFETIME };
  const [row] = await reachable(() => db.select(columns).from(sessions).where(live(key)));
  return row;
}

/** False when a live row has this key; an expired one is replaced. */
export async function insertSession(
  { db }: Store,
  key: string,
  value: string,
  lifetime: Duration,
): Promise<boolean> {
  const fields = {
    value,
    revision: FIRST_REVISION,
    lease_owner: null,
    lease_until: null,
    expires_at: after(lifetime),
    created_at: DATABASE_TIME,
    updated_at: DATABASE_TIME,
  };
  const rows = await reachable(() =>
    db
      .insert(sessions)
      .values({ key, ...fields })
      .onConflictDoUpdate({
        target: sessions.key,
        set: fields,
        setWhere: lte(sessions.expires_at, DATABASE_TIME),
      })
      .returning({ key: sessions.key }),
  );
  return rows.length > 0;
}

/** Of all writers that build upon one revision the row lock lets one through (L-W23). */
export async function replaceSession(
  { db }: Store,
  key: string,
  revision: string,
  value: string,
  lifetime: Duration,
): Promise<boolean> {
  const rows = await reachable(() =>
    db
      .update(sessions)
      .set({
        value,
        revision: sql`${sessions.revision} + 1`,
        expires_at: after(lifetime),
        updated_at: DATABASE_TIME,
      })
      .where(and(live(key), hasRevision(revision)))
      .returning({ key: sessions.key }),
  );
  return rows.length > 0;
}

/** Whether a live row was deleted; without `revision`, one of any revision. */
export async function deleteSession(
  { db }: Store,
  key: string,
  revision: string | undefined,
): Promise<boolean> {
  const rows = await reachable(() =>
    db
      .delete(sessions)
      .where(and(live(key), hasRevision(revision)))
      .returning({ key: sessions.key }),
  );
  return rows.length > 0;
}

/** True for the one caller that now holds the lease. */
export async function leaseSession(
  { db }: Store,
  key: string,
  owner: string,
  lifetime: Duration,
): Promise<boolean> {
  const free = or(isNull(sessions.lease_until), lte(sessions.lease_until, DATABASE_TIME));
  const rows = await reachable(() =>
    db
      .update(sessions)
      .set({ lease_owner: owner, lease_until: after(lifetime) })
      .where(and(live(key), free))
      .returning({ key: sessions.key }),
  );
  return rows.length > 0;
}

/** Ends the lease of this owner only. */
export async function endSessionLease({ db }: Store, key: string, owner: string): Promise<void> {
  await reachable(() =>
    db
      .update(sessions)
      .set({ lease_owner: null, lease_until: null })
      .where(and(eq(sessions.key, key), eq(sessions.lease_owner, owner))),
  );
}

/** Live records; of more than `most` it counts no further. */
export async function countSessions({ db }: Store, most: number): Promise<number> {
  const live = db
    .select({ expires_at: sessions.expires_at })
    .from(sessions)
    // `now()` and not the clock: an index can be searched for it.
    .where(gt(sessions.expires_at, sql`now()`))
    .limit(most)
    .as("live");
  const [row] = await reachable(() => db.select({ count: count() }).from(live));
  return row?.count ?? 0;
}

/** Deletes up to `most` expired rows that are not locked; answers how many. */
export async function deleteExpiredSessions({ db }: Store, most: number): Promise<number> {
  const expired = db
    .select({ key: sessions.key })
    .from(sessions)
    // `now()` and not the clock: an index can be searched for it.
    .where(lte(sessions.expires_at, sql`now()`))
    .limit(most)
    .for("update", { skipLocked: true });
  const gone = await reachable(() =>
    db.delete(sessions).where(inArray(sessions.key, expired)).returning({ key: sessions.key }),
  );
  return gone.length;
}
