/** Copies a database into an empty one of the same schema, for `postern move`. */
import { StartError } from "../errors.ts";
import type { SqlSession } from "../runtime.ts";
import {
  continueNumbers,
  countRows,
  readRows,
  TABLES,
  usedTable,
  VERSIONS,
  writeRows,
} from "./table-rows.ts";

/** Data of two services is never mixed, and never overwritten. */
async function refuseUsed(session: SqlSession): Promise<void> {
  const used = await usedTable(session, TABLES);
  if (!used) return;
  const { table, rows } = used;
  throw new StartError(`the target is not empty: ${table} has rows (${rows}); name a new database`);
}

async function copyTable(from: SqlSession, to: SqlSession, table: string): Promise<number> {
  await readRows(from, table, (rows) => writeRows(to, table, rows));
  const [before, after] = [await countRows(from, table), await countRows(to, table)];
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
    await continueNumbers(to, TABLES);
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
