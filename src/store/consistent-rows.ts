/** Every row of a database as it was at one moment, while it is written to; in memory there are a few rows at a time. */
import { sealedBy } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import type { SqlDriver, SqlSession } from "../runtime.ts";
import { nextTurn } from "../std/deadline.ts";
import { appliedMigrations, schemaVersionOf } from "./migrate.ts";
import { TABLES } from "./table-rows.ts";

/** What the moment was. */
export interface Moment {
  /** Name of the last migration. */
  readonly schema: string;
  /** By the clock of the database. */
  readonly made_at: Date;
  /** Id of the key that sealed the database. */
  readonly key_id: string;
}

/** Called in this order: `begin`, then for each table `rows` as often as there are some. */
export interface RowReader {
  begin(moment: Moment, tables: readonly string[]): void;
  /** @param rows JSON of one row in each line; no line feed behind the last */
  rows(table: string, count: number, rows: string): Promise<void>;
}

/** What is read of a table, in SQL of ours; a table that is not named is read whole. */
export type Conditions = Readonly<Record<string, string>>;

async function momentOf(session: SqlSession, migrations: string): Promise<Moment> {
  const schema = schemaVersionOf(await appliedMigrations(session, migrations));
  const [row] = await session.query(
    "select canary_encrypted, (extract(epoch from now()) * 1000)::bigint::text as at from auth_encryption_check",
  );
  if (!row) throw new StartError("the database has no data yet");
  const key_id = sealedBy(String(row.canary_encrypted)) ?? "";
  return { schema, made_at: new Date(Number(row.at)), key_id };
}

/** Those that are there: an earlier schema has fewer. */
async function presentTables(session: SqlSession): Promise<string[]> {
  const rows = await session.query(
    "select name from unnest($1::text[]) name where to_regclass(quote_ident(name)) is not null",
    [TABLES],
  );
  const present = new Set(rows.map(({ name }) => name));
  return TABLES.filter((name) => present.has(name));
}

/**
 * Pages of 8 KiB that are read at a time, and copied inside the embedded database. Nothing else happens in that process meanwhile: 64 of them
 * hold it for 4 ms, 4 for less than one. Reading leaves others a turn in between; who needs the database while it is copied waits
 * for all of it, and with 4 pages at a time that was two to three times as long.
 */
const READ_PAGES = 4;
const COPIED_PAGES = 64;

async function pagesOf(session: SqlSession, table: string): Promise<number> {
  const [row] = await session.query(
    "select (pg_relation_size($1::regclass) / 8192)::int as pages",
    [`"${table}"`],
  );
  return Number(row?.pages);
}

const SPAN = "ctid >= $1::text::tid and ctid < $2::text::tid";
const span = (from: number, pages: number) => [`(${from},0)`, `(${from + pages},0)`];

/** Rows of some pages as one text. A text and an object for each row would be three times the garbage. */
async function readSpan(
  session: SqlSession,
  table: string,
  from: number,
  condition = "true",
): Promise<{ readonly count: number; readonly rows: string }> {
  const [row] = await session.query(
    `select count(*)::int as count, string_agg(to_json(t)::text, chr(10)) as rows from "${table}" t where ${SPAN} and ${condition}`,
    span(from, READ_PAGES),
  );
  return { count: Number(row?.count), rows: String(row?.rows) };
}

/** One transaction that sees one moment, on a connection of its own; others write meanwhile. */
const readPostgres = (
  driver: SqlDriver,
  migrations: string,
  conditions: Conditions,
  reader: RowReader,
): Promise<void> =>
  driver.session(async (session) => {
    await session.script("begin isolation level repeatable read read only");
    // A reader that is slow is for the one who asked to bound.
    await session.script("set local idle_in_transaction_session_timeout = 0");
    const moment = await momentOf(session, migrations);
    const tables = await presentTables(session);
    reader.begin(moment, tables);
    for (const table of tables) {
      const pages = await pagesOf(session, table);
      for (let at = 0; at < pages; at += READ_PAGES) {
        const { count, rows } = await readSpan(session, table, at, conditions[table]);
        if (count > 0) await reader.rows(table, count, rows);
      }
    }
    await session.script("commit");
  });

const copyOf = (table: string): string => `backup_${table}`;

const dropped = (table: string): string => `drop table if exists pg_temp."${copyOf(table)}"`;

/**
 * The embedded database has one connection, which a slow reader would keep from all others. So the tables are first copied
 * inside it, a few pages at a time and in one transaction; then the copies are read, and others have their turn in between.
 */
async function readEmbedded(
  driver: SqlDriver,
  migrations: string,
  conditions: Conditions,
  reader: RowReader,
): Promise<void> {
  const copied = new Map<string, number>();
  const moment = await driver.session(async (session) => {
    await session.script("begin");
    const found = await momentOf(session, migrations);
    for (const table of await presentTables(session)) {
      const copy = copyOf(table);
      await session.script(dropped(table));
      await nextTurn();
      await session.script(`create temp table "${copy}" (like "${table}")`);
      await nextTurn();
      const pages = await pagesOf(session, table);
      for (let at = 0; at < pages; at += COPIED_PAGES) {
        await session.query(
          `insert into "${copy}" select * from "${table}" where ${SPAN} and ${conditions[table] ?? "true"}`,
          span(at, COPIED_PAGES),
        );
        await nextTurn();
      }
      copied.set(table, await pagesOf(session, copy));
    }
    await session.script("commit");
    return found;
  });
  try {
    reader.begin(moment, [...copied.keys()]);
    for (const [table, pages] of copied) {
      for (let at = 0; at < pages; at += READ_PAGES) {
        const { count, rows } = await driver.session((session) =>
          readSpan(session, copyOf(table), at),
        );
        if (count > 0) await reader.rows(table, count, rows);
        await nextTurn();
      }
    }
  } finally {
    // One after the other: all of them in one statement held the process for 20 ms.
    for (const table of copied.keys()) {
      await driver.session((session) => session.script(dropped(table)));
      await nextTurn();
    }
  }
}

/**
 * On a Postgres of several instances as well as on the embedded database, one at a time there.
 * @param migrations table of the names of migrations
 */
export const readConsistently = (
  driver: SqlDriver,
  migrations: string,
  conditions: Conditions,
  reader: RowReader,
): Promise<void> =>
  (driver.storage === "postgres" ? readPostgres : readEmbedded)(
    driver,
    migrations,
    conditions,
    reader,
  );
