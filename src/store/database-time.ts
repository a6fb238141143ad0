/** The clock of the database, by which everything that instances share is timed. */
import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "./change.ts";

/** The clock of the database at this statement, at the precision of a JavaScript Date. */
export const DATABASE_TIME: SQL<Date> = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

/** The same in milliseconds since the epoch, asked of the database now. */
export async function readDatabaseTime(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ at: sql`extract(epoch from clock_timestamp()) * 1000`.mapWith(Number) })
    .from(sql`(select) as one`);
  return row?.at ?? Number.NaN;
}
