/** Copies a database into an empty one of the same schema, for `postern move`. */
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { StartError } from "../errors.ts";
import type { SqlSession } from "../runtime.ts";
import * as schema from "./tables.ts";

/** Rows on their way at a time: their documents are bounded, so this bounds the memory. */
const BATCH_SIZE = 200;

/** They belong to instances that run, and none does. */
const LEFT_OUT: readonly string[] = [schema.syncLocks, schema.instances].map((table) =>
  getTableName(table),
);
/** Migrations fill it. */
const VERSIONS = getTableName(schema.versions);

const TABLES = (Object.values(schema) as unknown[])
  .filter((value) => is(value, PgTable))
  .map((table) => getTableName(table))
  .filter((name) => !LEFT_OUT.includes(name));

async function count(session: SqlSession, table: string): Promise<number> {
  const [row] = await session.query(`select count(*)::text as rows from "${table}"`);
  return Number(row?.rows);
}

/** Data of two services is never mixed, and never overwritten. */
async function refuseUsed(session: SqlSession): Promise<void> {
  for (const table of TABLES) {
    if (table === VERSIONS) continue;
    const rows = await count(session, table);
    if (rows === 0) continue;
    throw new StartError(
      `the target is not empty: ${table} has rows (${rows}); name a new database`,
    );
  }
}

/** As JSON text, which keeps what drivers would round: microseconds, large numbers, binary data. */
async function copyTable(from: SqlSession, to: SqlSession, table: string): Promise<number> {
  await from.script(
    `declare moved no scroll cursor for select to_json(t)::text as row from "${table}" t`,
  );
  for (;;) {
    const rows = await from.query(`fetch ${BATCH_SIZE} from moved`);
    if (rows.length === 0) break;
    await to.query(
      `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::text::json)`,
      [`[${rows.map(({ row }) => row).join(",")}]`],
    );
  }
  await from.script("close moved");
  const [before, after] = [await count(from, table), await count(to, table)];
  if (after !== before) throw new StartError(`${table}: ${after} of ${before} rows arrived`);
  return after;
}

/**
 * In one transaction of the target, which nothing else writes to meanwhile. Any failure leaves the target
 * as it was; the source is only read.
 * @returns how many rows each table has
 * @throws {StartError} when the target is not empty, or for any other reason
 */
export async function copyDatabase(
  from: SqlSession,
  to: SqlSession,
): Promise<ReadonlyMap<string, number>> {
  const copied = new Map<string, number>();
  await from.script("begin isolation level repeatable read read only");
  await to.script("begin");
  try {
    const names = TABLES.map((name) => `"${name}"`).join(", ");
    await to.script(`lock table ${names} in exclusive mode`);
    await refuseUsed(to);
    await to.script(`delete from "${VERSIONS}"`);
    for (const table of TABLES) copied.set(table, await copyTable(from, to, table));
    await to.script("commit");
  } catch (cause) {
    await to.script("rollback").catch(() => undefined);
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`nothing was copied: ${reason}`, { cause });
  } finally {
    await from.script("rollback").catch(() => undefined);
  }
  return copied;
}
