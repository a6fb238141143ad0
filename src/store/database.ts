/** The Drizzle database of a driver. */
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { SqlDriver } from "../runtime.ts";

/** Drizzle over Postgres or PGlite; the two differ in nothing that is visible here. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** A driver whose type says what `SqlDriver` only describes. */
export interface DrizzleDriver extends SqlDriver {
  readonly db: Database;
}

/** `SqlDatabase` is such a database by contract; only its declaration does without Drizzle. */
export const databaseOf = ({ db }: SqlDriver): Database => db as Database;
