/**
 * Rows of lines and deliveries. Times are those of the database, so that any instance may go on; what an instance
 * saves counts only while the line is its own.
 */
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Sentence } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { SqlSession } from "../runtime.ts";
import { audit, auditHead } from "./audit-table.ts";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";
import { deliveries, deliveryLines as lines } from "./tables.ts";

const NOW = sql<Date>`clock_timestamp()`;
const after = (milliseconds: number) =>
  sql<Date>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;

/** The line of a webhook. */
export const webhookLine = (id: string): string => `webhook:${id}`;

/** A line that begins behind the newest entry; one that is there stays where it is. */
export async function beginLine(db: Queryable, id: string): Promise<void> {
  await reachable(async () => {
    const newest = db.select({ seq: auditHead.seq }).from(auditHead);
    await db
      .insert(lines)
      .values({ id, seq: sql`coalesce((${newest}), 0)` })
      .onConflictDoNothing();
  });
}

/** Stands as the failure of a line that waits for an administrator since a restore; instances of 0.3.0 know it by its text. */
const PAUSED = message("delivery.paused");

/**
 * Webhooks that are on wait until an administrator lets them go on: what was restored may be a copy beside the service itself. One
 * that was given up stays so.
 * @returns their ids
 */
async function pauseWebhooks(session: SqlSession): Promise<readonly string[]> {
  const rows = await session.query(
    `insert into auth_delivery_lines (id, seq, stopped_at, failure, failure_said)
      select $1 || id, coalesce((select seq from auth_audit_head), 0), clock_timestamp(), $2, $3::text::jsonb
        from auth_webhooks where enabled
      on conflict (id) do update set stopped_at = clock_timestamp(), owner = '', leased_until = null,
          failure = excluded.failure, failure_said = excluded.failure_said
        where auth_delivery_lines.stopped_at is null
      returning id`,
    [webhookLine(""), PAUSED.text, JSON.stringify(PAUSED)],
  );
  return rows.map(({ id }) => String(id).slice(webhookLine("").length)).toSorted();
}

/** Of the setting with which a service sends nothing by itself. */
const OUTGOING = "outgoing";

/**
 * What was restored may be a copy beside the service itself: it sends nothing until an administrator lets it (ADR 0117).
 * @param held the sealed document of the setting; absent for one that takes the place of the service, also where the backup
 *   was made of a copy
 * @returns ids of webhooks that are paused
 */
export async function settleSending(
  session: SqlSession,
  held: string | undefined,
): Promise<readonly string[]> {
  if (held === undefined) {
    await session.query("delete from auth_settings where namespace = $1", [OUTGOING]);
    return [];
  }
  await session.query(
    `insert into auth_settings (namespace, value_encrypted, created_at, updated_at, updated_by)
      values ($1, $2, clock_timestamp(), clock_timestamp(), 'restore')
      on conflict (namespace) do update set value_encrypted = excluded.value_encrypted,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [OUTGOING, held],
  );
  return pauseWebhooks(session);
}

const MAX_FAILURE_LENGTH = 300;

const NO_FAILURE = { failure: "", failure_said: null } as const;

/** As it is stored: its English text, and the sentence by its id. */
export const keptFailure = (
  failure: Sentence | undefined,
): Pick<LineRow, "failure" | "failure_said"> => {
  if (!failure) return NO_FAILURE;
  const text = failure.text.slice(0, MAX_FAILURE_LENGTH);
  return { failure: text, failure_said: failure.id ? { ...failure, text } : null };
};

export async function dropLine(db: Queryable, id: string): Promise<void> {
  await db.delete(lines).where(eq(lines.id, id));
  await db.delete(deliveries).where(eq(deliveries.line, id));
}

export interface TakenLine {
  readonly seq: number;
  readonly tries: number;
}

/** Takes a line that is due, for the time of the lease; undefined while it is another's, waits, or was given up. */
export const takeLine = (
  db: Queryable,
  id: string,
  owner: string,
  lease: number,
): Promise<TakenLine | undefined> =>
  reachable(async () => {
    const free = or(
      isNull(lines.leased_until),
      lte(lines.leased_until, NOW),
      eq(lines.owner, owner),
    );
    const [row] = await db
      .update(lines)
      .set({ owner, leased_until: after(lease) })
      .where(and(eq(lines.id, id), isNull(lines.stopped_at), lte(lines.due_at, NOW), free))
      .returning({ seq: lines.seq, tries: lines.tries });
    return row;
  });

export interface Progress {
  readonly seq: number;
  /** Milliseconds for which the line stays this instance's; undefined gives it back. */
  readonly lease: number | undefined;
  /** Something has arrived. */
  readonly delivered: boolean;
  readonly missed?: number;
  readonly failed?: {
    readonly reason: Sentence;
    readonly tries: number;
    /** Milliseconds until the next try; undefined gives the line up. */
    readonly again: number | undefined;
  };
}

/** False where the line is no longer this instance's: what it did counts for nothing. */
export const saveProgress = (
  db: Queryable,
  id: string,
  owner: string,
  { seq, lease, delivered, missed = 0, failed }: Progress,
): Promise<boolean> =>
  reachable(async () => {
    const rows = await db
      .update(lines)
      .set({
        seq,
        leased_until: lease === undefined ? null : after(lease),
        ...(lease === undefined && { owner: "" }),
        ...(delivered && { delivered_at: NOW }),
        ...(missed > 0 && { missed: sql`${lines.missed} + ${missed}` }),
        ...(failed
          ? {
              tries: failed.tries,
              ...keptFailure(failed.reason),
              failing_since: sql`coalesce(${lines.failing_since}, clock_timestamp())`,
              due_at: after(failed.again ?? 0),
              stopped_at: failed.again === undefined ? NOW : null,
            }
          : delivered && { tries: 0, ...NO_FAILURE, failing_since: null, due_at: NOW }),
      })
      .where(and(eq(lines.id, id), eq(lines.owner, owner)))
      .returning({ id: lines.id });
    return rows.length > 0;
  });

/** Goes on, from another number where one is given; the instance that works at it loses it. */
export const moveLine = (db: Queryable, id: string, seq: number | undefined): Promise<boolean> =>
  reachable(async () => {
    const rows = await db
      .update(lines)
      .set({
        ...(seq !== undefined && { seq }),
        ...{ owner: "", leased_until: null, due_at: NOW, tries: 0, ...NO_FAILURE },
        ...{ failing_since: null, stopped_at: null },
      })
      .where(eq(lines.id, id))
      .returning({ id: lines.id });
    return rows.length > 0;
  });

export type LineRow = typeof lines.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;

export const readLine = (db: Queryable, id: string): Promise<LineRow | undefined> =>
  reachable(async () => (await db.select().from(lines).where(eq(lines.id, id)))[0]);

/** How far a line is behind the audit log. */
export interface LineDelay {
  readonly id: string;
  /** Entries that it has not come to yet. */
  readonly behind: number;
  /** Seconds since the oldest of them was written. */
  readonly age: number;
  readonly tries: number;
  readonly stopped: boolean;
}

/** @param ids of the lines that are asked for */
export const lineDelays = (db: Queryable, ids: readonly string[]): Promise<LineDelay[]> =>
  reachable(async () => {
    if (ids.length === 0) return [];
    const newest = db.select({ seq: auditHead.seq }).from(auditHead);
    const oldest = db
      .select({ at: audit.at })
      .from(audit)
      .where(gt(audit.seq, lines.seq))
      .orderBy(asc(audit.seq))
      .limit(1);
    return db
      .select({
        id: lines.id,
        behind: sql`greatest((${newest}) - ${lines.seq}, 0)`.mapWith(Number),
        age: sql`greatest(extract(epoch from clock_timestamp() - (${oldest})), 0)`.mapWith(Number),
        tries: lines.tries,
        stopped: sql<boolean>`${lines.stopped_at} is not null`,
      })
      .from(lines)
      .where(inArray(lines.id, [...ids]));
  });

/** Lines whose last try failed, those that were given up among them. */
export const failingLines = (
  db: Queryable,
): Promise<Pick<LineRow, "id" | "failure" | "failure_said" | "stopped_at">[]> =>
  reachable(() =>
    db
      .select({
        ...{ id: lines.id, failure: lines.failure, failure_said: lines.failure_said },
        stopped_at: lines.stopped_at,
      })
      .from(lines)
      .where(ne(lines.failure, ""))
      .orderBy(asc(lines.id))
      .limit(100),
  );

export type Delivery = Omit<DeliveryRow, "line" | "tries" | "at">;

/** Deliveries that are kept of each line. */
const KEPT_DELIVERIES = 200;

/** Notes what became of events; another try of the same is counted. The oldest beyond those that are kept go. */
export const noteDeliveries = (
  db: Queryable,
  line: string,
  notes: readonly Delivery[],
): Promise<void> =>
  reachable(async () => {
    if (notes.length === 0) return;
    await db
      .insert(deliveries)
      .values(notes.map((note) => ({ line, ...note, at: NOW })))
      .onConflictDoUpdate({
        target: [deliveries.line, deliveries.seq],
        set: {
          status: sql`excluded.status`,
          delivered: sql`excluded.delivered`,
          failure: sql`excluded.failure`,
          failure_said: sql`excluded.failure_said`,
          milliseconds: sql`excluded.milliseconds`,
          tries: sql`${deliveries.tries} + 1`,
          at: NOW,
        },
      });
    const last = db
      .select({ seq: deliveries.seq })
      .from(deliveries)
      .where(eq(deliveries.line, line))
      .orderBy(desc(deliveries.at), desc(deliveries.seq))
      .limit(KEPT_DELIVERIES);
    await db
      .delete(deliveries)
      .where(and(eq(deliveries.line, line), sql`${deliveries.seq} not in ${last}`));
  });

export const readDeliveries = (db: Queryable, line: string): Promise<DeliveryRow[]> =>
  reachable(() =>
    db
      .select()
      .from(deliveries)
      .where(eq(deliveries.line, line))
      .orderBy(desc(deliveries.at), desc(deliveries.seq)),
  );
