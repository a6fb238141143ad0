/**
 * Reading the audit log forwards, for readers that keep their place: rows have numbers without gaps in the order of their
 * commits (ADR 0095), so what has a smaller number than a row that is seen is seen, too.
 */
import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { AuditRow } from "./audit-chain.ts";
import { audit, auditHead } from "./audit-table.ts";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";

/** Rows that one page looks at, whatever it looks for. */
const MAX_ROWS = 5_000;

export interface FeedPage {
  readonly rows: readonly AuditRow[];
  /** Up to this number everything was looked at. */
  readonly next: number;
  /** There may be more behind it. */
  readonly more: boolean;
}

/** @param actions only these; all of them when absent */
export const readFeed = (
  db: Queryable,
  after: number,
  actions: readonly string[] | undefined,
  limit: number,
): Promise<FeedPage> =>
  reachable(async () => {
    if (!actions) {
      const rows = await rowsOf(db, after, undefined, limit);
      return { rows, next: rows.at(-1)?.seq ?? after, more: rows.length === limit };
    }
    // Rows that come in between are behind the last of these.
    const looked = db
      .select({ seq: audit.seq })
      .from(audit)
      .where(gt(audit.seq, after))
      .orderBy(asc(audit.seq))
      .limit(MAX_ROWS)
      .as("looked");
    const [window] = await db
      .select({
        last: sql`max(${looked.seq})`.mapWith((value) => Number(value ?? after)),
        count: sql`count(*)`.mapWith(Number),
      })
      .from(looked);
    const last = window?.count ? window.last : after;
    const rows = await rowsOf(
      db,
      after,
      and(lte(audit.seq, last), inArray(audit.action, [...actions])),
      limit,
    );
    const full = rows.length === limit;
    return {
      rows,
      next: full ? (rows.at(-1)?.seq ?? last) : last,
      more: full || window?.count === MAX_ROWS,
    };
  });

const rowsOf = (
  db: Queryable,
  after: number,
  condition: ReturnType<typeof and>,
  limit: number,
): Promise<AuditRow[]> =>
  db
    .select()
    .from(audit)
    .where(and(gt(audit.seq, after), condition))
    .orderBy(asc(audit.seq))
    .limit(limit);

export interface FeedBounds {
  /** Rows up to this number may be gone by their age. */
  readonly start: number;
  readonly last: number;
}

/** Where the log begins and ends now. */
export const feedBounds = (db: Queryable): Promise<FeedBounds> =>
  reachable(async () => {
    const [head] = await db
      .select({ start: auditHead.start_seq, last: auditHead.seq })
      .from(auditHead);
    return { start: head?.start ?? 0, last: head?.last ?? 0 };
  });

/** The number of the last row before a time; readers that go on from it get what happened from then on. */
export const numberBefore = (db: Queryable, time: Date): Promise<number> =>
  reachable(async () => {
    const [row] = await db
      .select({ seq: audit.seq })
      .from(audit)
      .where(sql`${audit.at} >= ${time.toISOString()}::timestamptz`)
      .orderBy(asc(audit.at), asc(audit.seq))
      .limit(1);
    if (row) return row.seq - 1;
    return (await feedBounds(db)).last;
  });

export const rowOf = (db: Queryable, seq: number): Promise<AuditRow | undefined> =>
  reachable(async () => (await db.select().from(audit).where(eq(audit.seq, seq)))[0]);
