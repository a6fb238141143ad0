/** Seals every sealed value again with another key, inside one transaction (auth-wire 6.10). */
import { and, gt, ne, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import type { SecretBox } from "../crypto/secretbox.ts";
import { sealCanary } from "./canary.ts";
import type { Tx } from "./change.ts";
import { type SealedColumn, sealedColumns } from "./sealed-columns.ts";
import { encryptionCheck } from "./tables.ts";

/** Rows in memory at a time. */
const BATCH_SIZE = 500;

interface Row {
  readonly id: string;
  readonly sealed: string;
}

const batchAfter = (tx: Tx, { table, id, column }: SealedColumn, after: string) =>
  tx
    .select({ id: sql<string>`${id}`, sealed: sql<string>`${column}` })
    .from(table)
    // Neither null nor the empty text was ever sealed.
    .where(and(gt(id, after), ne(column, "")))
    .orderBy(id)
    .limit(BATCH_SIZE);

async function resealColumn(
  tx: Tx,
  sealed: SealedColumn,
  from: SecretBox,
  to: SecretBox,
): Promise<number> {
  const { table, id, column, field } = sealed;
  const { name } = getTableConfig(table);
  let count = 0;
  for (let after = ""; ; ) {
    const rows: Row[] = await batchAfter(tx, sealed, after);
    const last = rows.at(-1);
    if (!last) return count;
    const again = await Promise.all(
      rows.map(async (row) => {
        const place = { table: name, row: row.id, field };
        return { id: row.id, sealed: await to.seal(place, await from.open(place, row.sealed)) };
      }),
    );
    const written = JSON.stringify(again);
    await tx.execute(
      sql`update ${table} set ${sql.identifier(column.name)} = fresh.sealed from json_to_recordset(${written}::text::json) as fresh(id text, sealed text) where ${id} = fresh.id`,
    );
    count += rows.length;
    after = last.id;
  }
}

/**
 * All columns and the canary. The caller holds the lock of writers, so that no value comes in between.
 * @returns how many values
 * @throws when a value does not open: what a later repair could still read must not be lost
 */
export async function reseal(tx: Tx, from: SecretBox, to: SecretBox): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) count += await resealColumn(tx, column, from, to);
  const canary_encrypted = await sealCanary(to);
  await tx.update(encryptionCheck).set({ canary_encrypted, updated_at: sql`now()` });
  return count;
}
