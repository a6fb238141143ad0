/** A database that takes no writes: a standby, or one that its administrator has closed for them. */
import { sql } from "drizzle-orm";
import type { Queryable } from "./change.ts";

/** Asked of the database now: no write has to be tried to know that it takes them again. */
export async function takesNoWrites(db: Queryable): Promise<boolean> {
  const [row] = await db
    .select({ closed: sql<boolean>`current_setting('transaction_read_only') = 'on'` })
    .from(sql`(select) as one`);
  return row?.closed === true;
}
