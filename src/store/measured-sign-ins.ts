/**
 * Rows of `auth_sign_ins`: when sign-ins began and were last used, one statement per step. Times are of the instance's
 * clock, as those of tokens are.
 */
import { and, asc, desc, eq, gt, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";
import { measuredSignIns as table } from "./tables.ts";

export interface MeasuredSignIn {
  readonly sid: string;
  readonly user_id: string;
  readonly began_at: Date;
  readonly used_at: Date;
}

/** What a sign-in that goes on began after, and was used after; undefined where there is no such rule. */
export interface Limits {
  readonly began: Date | undefined;
  readonly used: Date | undefined;
}

const COLUMNS = {
  sid: table.sid,
  user_id: table.user_id,
  began_at: table.began_at,
  used_at: table.used_at,
};

const within = ({ began, used }: Limits): SQL | undefined =>
  and(
    began === undefined ? undefined : gt(table.began_at, began),
    used === undefined ? undefined : gt(table.used_at, used),
  );

const over = ({ began, used }: Limits): SQL | undefined =>
  or(
    began === undefined ? undefined : lte(table.began_at, began),
    used === undefined ? undefined : lte(table.used_at, used),
  );

/** Adds one that begins, or that is heard of for the first time; one that is there keeps its row. */
export async function addMeasured(
  db: Queryable,
  row: MeasuredSignIn & { readonly ends_at: Date; readonly expires_at: Date },
  begins: boolean,
): Promise<void> {
  const values = begins ? row : { ...row, place: 0 };
  await reachable(() => db.insert(table).values(values).onConflictDoNothing());
}

/** Notes a use, unless it is over by then; answers the row, undefined for one that is over or unknown. */
export async function useMeasured(
  db: Queryable,
  sid: string,
  at: Date,
  expires_at: Date,
  limits: Limits,
): Promise<MeasuredSignIn | undefined> {
  const used_at = sql`greatest(${table.used_at}, ${at.toISOString()}::timestamptz)`;
  const kept = sql`greatest(${table.expires_at}, ${expires_at.toISOString()}::timestamptz)`;
  const [row] = await reachable(() =>
    db
      .update(table)
      .set({ used_at, expires_at: kept })
      .where(and(eq(table.sid, sid), within(limits)))
      .returning(COLUMNS),
  );
  return row;
}

export async function readMeasured(
  db: Queryable,
  sid: string,
): Promise<MeasuredSignIn | undefined> {
  const [row] = await reachable(() => db.select(COLUMNS).from(table).where(eq(table.sid, sid)));
  return row;
}

/** Those of a user that are too many: all but the newest. */
export const surplusSignIns = (
  db: Queryable,
  user: string,
  most: number,
  at: Date,
): Promise<MeasuredSignIn[]> =>
  reachable(() =>
    db
      .select(COLUMNS)
      .from(table)
      .where(and(eq(table.user_id, user), gt(table.ends_at, at)))
      .orderBy(desc(table.place), desc(table.began_at), desc(table.sid))
      .offset(most),
  );

/** Those that are over and were not heard of since. */
export const overdueSignIns = (
  db: Queryable,
  limits: Limits,
  most: number,
): Promise<MeasuredSignIn[]> =>
  reachable(() =>
    db.select(COLUMNS).from(table).where(over(limits)).orderBy(asc(table.used_at)).limit(most),
  );

/** They have ended, inside the write that ends them. */
export async function dropMeasured(
  tx: Queryable,
  which: { readonly sid: string } | { readonly user: string; readonly except?: string | undefined },
): Promise<void> {
  const rows =
    "sid" in which
      ? eq(table.sid, which.sid)
      : and(
          eq(table.user_id, which.user),
          which.except === undefined ? undefined : ne(table.sid, which.except),
        );
  await tx.delete(table).where(rows);
}

/** No rule is on any more: what was noted is worth nothing when one comes again. */
export async function forgetMeasured(tx: Queryable): Promise<void> {
  await tx.delete(table);
}

/** Deletes up to `most` rows that have expired; answers how many. */
export async function deleteExpiredMeasured(db: Queryable, most: number): Promise<number> {
  const expired = db
    .select({ sid: table.sid })
    .from(table)
    .where(lte(table.expires_at, sql`now()`))
    .limit(most)
    .for("update", { skipLocked: true });
  const gone = await reachable(() =>
    db.delete(table).where(inArray(table.sid, expired)).returning({ sid: table.sid }),
  );
  return gone.length;
}
