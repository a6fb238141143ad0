/** Rows of `auth_instances`: one statement per step, times of the database. */
import { desc, gt, lt, sql } from "drizzle-orm";
import { reachable } from "./availability.ts";
import { DATABASE_TIME } from "./database-time.ts";
import type { Store } from "./store.ts";
import { instances } from "./tables.ts";

export interface InstanceRow {
  readonly id: string;
  readonly stopped: boolean;
  /** Milliseconds since it was last heard of. */
  readonly age: number;
  readonly facts: unknown;
  readonly load: unknown;
}

const AGE = sql`extract(epoch from clock_timestamp() - ${instances.seen_at}) * 1000`.mapWith(
  Number,
);

const ago = (milliseconds: number) =>
  sql`clock_timestamp() - ${milliseconds} * interval '1 millisecond'`;

/** Notes that an instance is there, or that it ends: what was stopped stays stopped, in whatever order the two arrive. */
export async function writeInstance(
  { db }: Store,
  row: Pick<InstanceRow, "id" | "stopped" | "facts" | "load">,
): Promise<void> {
  await reachable(() =>
    db
      .insert(instances)
      .values({ ...row, hears_feed: true, seen_at: DATABASE_TIME })
      .onConflictDoUpdate({
        target: instances.id,
        set: {
          seen_at: DATABASE_TIME,
          stopped: sql`${instances.stopped} or excluded.stopped`,
          facts: row.facts,
          load: row.load,
        },
      }),
  );
}

/** Those that were heard of in so many milliseconds, the latest first. */
export const readInstances = (
  { db }: Store,
  within: number,
  most: number,
): Promise<InstanceRow[]> =>
  reachable(() =>
    db
      .select({
        id: instances.id,
        stopped: instances.stopped,
        age: AGE,
        facts: instances.facts,
        load: instances.load,
      })
      .from(instances)
      .where(gt(instances.seen_at, ago(within)))
      .orderBy(desc(instances.seen_at))
      .limit(most),
  );

/** Forgets those that were not heard of for so many milliseconds. */
export async function forgetInstances({ db }: Store, after: number): Promise<void> {
  await db.delete(instances).where(lt(instances.seen_at, ago(after)));
}
