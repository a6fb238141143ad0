import { type SQL, sql } from "drizzle-orm";

/** The clock of the database at this statement, at the precision of a JavaScript Date. */
export const DATABASE_TIME: SQL<Date> = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;
