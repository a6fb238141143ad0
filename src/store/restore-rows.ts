/** Fills an empty database with rows of an earlier one, in one transaction; then its schema is that of this build. */
import { StartError } from "../errors.ts";
import type { ParsedMigration, SqlSession } from "../runtime.ts";
import { settleSending } from "./deliveries.ts";
import { appliedMigrations, migrateWithin, schemaVersionOf } from "./migrate.ts";
import {
  continueNumbers,
  countRows,
  TABLES,
  usedTable,
  VERSIONS,
  writeRows,
} from "./table-rows.ts";

/** Takes rows of one table; throws for a table that a backup cannot have. */
export type TakeRows = (table: string, rows: readonly string[]) => Promise<void>;

/** The tables that are there now. */
async function presentTables(session: SqlSession): Promise<string[]> {
  const rows = await session.query(
    "select name from unnest($1::text[]) name where to_regclass(quote_ident(name)) is not null",
    [TABLES],
  );
  return rows.map(({ name }) => String(name));
}

/** Data of two services is never mixed, and never overwritten. */
async function refuseUsed(session: SqlSession, tables: readonly string[]): Promise<void> {
  const used = await usedTable(session, tables);
  if (!used) return;
  throw new StartError(
    `the target is not empty: ${used.table} has rows (${used.rows}); name a new database`,
  );
}

/** The schema that the rows were written for: what later migrations change, they change in the rows as well. */
async function prepare(session: SqlSession, migration: ParsedMigration, schema: string) {
  const there = schemaVersionOf(await appliedMigrations(session, migration.table));
  if (there !== "" && there !== schema) {
    await refuseUsed(session, await presentTables(session));
    throw new StartError(
      `the target has the schema ${there}, and the backup ${schema}; name a database without tables`,
    );
  }
  await migrateWithin(session, migration, schema);
  const tables = await presentTables(session);
  await session.script(
    `lock table ${tables.map((name) => `"${name}"`).join(", ")} in exclusive mode`,
  );
  await refuseUsed(session, tables);
  await session.script(`delete from "${VERSIONS}"`);
  return new Set(tables);
}

/**
 * All or nothing: what fails leaves the database as it was found.
 * @param feed gives the rows, and answers how many each table has to have
 * @param held as `settleSending` takes it
 * @returns ids of webhooks that are paused
 * @throws `StartError` where the target has rows, or another schema than the backup
 */
export async function restoreRows(
  session: SqlSession,
  migration: ParsedMigration,
  schema: string,
  feed: (take: TakeRows) => Promise<ReadonlyMap<string, number>>,
  held: string | undefined,
): Promise<readonly string[]> {
  await session.script("begin");
  try {
    const tables = await prepare(session, migration, schema);
    const expected = await feed(async (table, rows) => {
      if (!tables.has(table)) throw new StartError("the backup has a table that is none of ours");
      await writeRows(session, table, rows);
    });
    for (const table of tables) {
      const [rows, wanted] = [await countRows(session, table), expected.get(table) ?? 0];
      if (rows !== wanted) throw new StartError(`${table}: ${rows} of ${wanted} rows arrived`);
    }
    await continueNumbers(session, [...tables]);
    await migrateWithin(session, migration);
    const paused = await settleSending(session, held);
    await session.script("commit");
    return paused;
  } catch (cause) {
    await session.script("rollback").catch(() => undefined);
    throw cause;
  }
}
