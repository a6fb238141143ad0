/** The rows of a database as JSON text, table by table; `postern move` and backups read and write them so. */
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import type { SqlSession } from "../runtime.ts";
import * as schema from "./tables.ts";

/** Rows on their way at a time: their documents are bounded, so this bounds the memory. */
const BATCH_SIZE = 200;

/** They belong to instances that run, and the copy has none. */
const LEFT_OUT: readonly string[] = [schema.syncLocks, schema.instances].map((table) =>
  getTableName(table),
);

/** Migrations fill it. */
export const VERSIONS = getTableName(schema.versions);

/** What is copied. */
export const TABLES: readonly string[] = (Object.values(schema) as unknown[])
  .filter((value) => is(value, PgTable))
  .map((table) => getTableName(table))
  .filter((name) => !LEFT_OUT.includes(name));

export async function countRows(session: SqlSession, table: string): Promise<number> {
  const [row] = await session.query(`select count(*)::text as rows from "${table}"`);
  return Number(row?.rows);
}

/** As JSON text, which keeps what drivers would round: microseconds, large numbers, binary data. Inside an open transaction. */
export async function readRows(
  session: SqlSession,
  table: string,
  take: (rows: readonly string[]) => Promise<void>,
): Promise<void> {
  await session.script(
    `declare moved no scroll cursor for select to_json(t)::text as row from "${table}" t`,
  );
  for (;;) {
    const rows = await session.query(`fetch ${BATCH_SIZE} from moved`);
    if (rows.length === 0) break;
    await take(rows.map(({ row }) => String(row)));
  }
  await session.script("close moved");
}

/** Through the types of the table. @param rows JSON of one row each */
export async function writeRows(
  session: SqlSession,
  table: string,
  rows: readonly string[],
): Promise<void> {
  await session.query(
    `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::text::json)`,
    [`[${rows.join(",")}]`],
  );
}

const SERIAL = `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.oid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) name)
    and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`;

/** Numbers that the database gives go on behind those that were copied. */
export async function continueNumbers(
  session: SqlSession,
  tables: readonly string[],
): Promise<void> {
  for (const { table, column, sequence } of await session.query(SERIAL, [tables])) {
    await session.query(
      `select setval($1::text::regclass, (select greatest(max("${column}"), 1) from "${table}"))`,
      [sequence],
    );
  }
}

/** The first table that has rows, but for what migrations write. */
export async function usedTable(
  session: SqlSession,
  tables: readonly string[],
): Promise<{ readonly table: string; readonly rows: number } | undefined> {
  for (const table of tables) {
    if (table === VERSIONS) continue;
    const rows = await countRows(session, table);
    if (rows > 0) return { table, rows };
  }
  return undefined;
}
