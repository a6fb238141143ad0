/** An empty database becomes that of an earlier version: its schema first, then its rows as they were. */

import { parseTemplate } from "#go-template";
import type { SqlDriver } from "../../../src/runtime.ts";
import { migrations } from "../../../src/store/migrations.gen.ts";
import type { Installation } from "./installation.ts";

export async function restore(driver: SqlDriver, { tables }: Installation): Promise<void> {
  const applied = new Set((tables.auth_migrations ?? []).map(({ name }) => name));
  const known = migrations.filter(({ name }) => applied.has(name));
  if (known.length !== applied.size) throw new Error("a migration of that version is gone");
  await driver.session(async (database) => {
    await database.script(
      "create table auth_migrations (name text primary key, applied_at timestamptz not null default now())",
    );
    for (const { name, script } of known) {
      await database.script(parseTemplate(script, { name }).execute({}));
    }
    for (const [table, rows] of Object.entries(tables)) {
      await database.query(`delete from ${table}`, []);
      await database.query(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
        [JSON.stringify(rows)],
      );
    }
  });
}
