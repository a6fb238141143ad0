/**
 * Who syncs the directory (D-8): a lease that one run holds and renews, and when the last run was. Times are
 * those of the database. A run that died loses its lease by time.
 */
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { Duration } from "../std/duration.ts";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";
import { DATABASE_TIME } from "./database-time.ts";
import type { Store } from "./store.ts";
import { type SyncFindings, syncLocks } from "./tables.ts";

/** The row of the last complete run; a manual one counts, too. */
const DONE = "ldap_sync";
const FAILED = "ldap_sync_failed";
const RUNNING = "ldap_sync_running";

/** Milliseconds after which a run that no longer renews its lease counts as dead. */
export const LEASE_MS = 60_000;

const ago = (milliseconds: number) =>
  sql`clock_timestamp() - ${milliseconds} * interval '1 millisecond'`;

/** Takes the lease for this run; false while another run holds it. */
export async function claimSync(store: Store, run: string): Promise<boolean> {
  const values = { instance_id: run, acquired_at: DATABASE_TIME };
  const taken = await reachable(() =>
    store.db
      .insert(syncLocks)
      .values({ name: RUNNING, ...values })
      .onConflictDoUpdate({
        target: syncLocks.name,
        set: values,
        setWhere: sql`${syncLocks.acquired_at} < ${ago(LEASE_MS)}`,
      })
      .returning({ name: syncLocks.name }),
  );
  return taken.length > 0;
}

const ofRun = (run: string) =>
  and(
    eq(syncLocks.name, RUNNING),
    eq(syncLocks.instance_id, run),
    gt(syncLocks.acquired_at, ago(LEASE_MS)),
  );

/** False when the lease was lost. */
export async function renewSync(store: Store, run: string): Promise<boolean> {
  const renewed = await store.db
    .update(syncLocks)
    .set({ acquired_at: DATABASE_TIME })
    .where(ofRun(run))
    .returning({ name: syncLocks.name });
  return renewed.length > 0;
}

/** Throws `conflict` inside a write of a run that lost its lease: another one may be writing. */
export async function requireSync(tx: Queryable, run: string): Promise<void> {
  const [held] = await tx
    .select({ name: syncLocks.name })
    .from(syncLocks)
    .where(ofRun(run))
    .for("share");
  if (!held) throw new AuthError("conflict", message("refusal.sync_taken"));
}

/** Gives the lease back, and notes how the run ended. */
export async function endSync(
  store: Store,
  run: string,
  outcome: "done" | "failed",
  findings?: SyncFindings,
): Promise<void> {
  const name = outcome === "done" ? DONE : FAILED;
  const values = { instance_id: run, acquired_at: DATABASE_TIME, findings: findings ?? null };
  await store.db.transaction(async (tx) => {
    const gone = await tx
      .delete(syncLocks)
      .where(and(eq(syncLocks.name, RUNNING), eq(syncLocks.instance_id, run)))
      .returning({ name: syncLocks.name });
    if (gone.length === 0) return;
    await tx
      .insert(syncLocks)
      .values({ name, ...values })
      .onConflictDoUpdate({ target: syncLocks.name, set: values });
  });
}

/** Gives the lease back without a note: the run was stopped and another instance may go on. */
export async function leaveSync(store: Store, run: string): Promise<void> {
  await store.db
    .delete(syncLocks)
    .where(and(eq(syncLocks.name, RUNNING), eq(syncLocks.instance_id, run)));
}

/**
 * Milliseconds until the fleet's last run is `period` ago, and the last failure `pause`: a sync is due at 0.
 */
export async function untilSync(store: Store, period: Duration, pause: Duration): Promise<number> {
  const rows = await store.db
    .select({
      name: syncLocks.name,
      age: sql<string>`extract(epoch from clock_timestamp() - ${syncLocks.acquired_at}) * 1000`,
    })
    .from(syncLocks)
    .where(inArray(syncLocks.name, [DONE, FAILED]));
  const least: Readonly<Record<string, number>> = { [DONE]: period, [FAILED]: pause };
  return Math.max(0, ...rows.map(({ name, age }) => (least[name] ?? 0) - Number(age)));
}

/** When the last run of the fleet ended well, and what it found; undefined before the first one. */
export async function lastSync(
  store: Store,
): Promise<{ readonly at: Date; readonly findings: SyncFindings | null } | undefined> {
  const [row] = await store.db
    .select({ at: syncLocks.acquired_at, findings: syncLocks.findings })
    .from(syncLocks)
    .where(eq(syncLocks.name, DONE));
  return row;
}

/** The time of the database now. */
export async function databaseNow(store: Store): Promise<Date> {
  const [row] = await reachable(() =>
    store.db
      .select({ now: sql<string>`extract(epoch from clock_timestamp()) * 1000` })
      .from(sql`(select 1) one`),
  );
  return new Date(Math.floor(Number(row?.now)));
}
