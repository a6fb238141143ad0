/**
 * Opens the embedded database of a folder and holds it. `hold`: until it is killed; `write`: writes
 * rows and prints each number once the database has acknowledged it; `count`: prints what is there.
 */
import process from "node:process";
import { sql } from "drizzle-orm";
import { createRuntime } from "../../../../src/adapters/current.ts";
import type { ParsedDatabase } from "../../../../src/runtime.ts";

const [mode, folder = ""] = process.argv.slice(2);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const runtime = await createRuntime({ data_dir: folder, log });

try {
  const driver = await runtime.openSql({} as ParsedDatabase);
  console.log(`open ${process.pid} ${await driver.localKey?.()}`);
  await driver.session((session) =>
    session.script("create table if not exists rows (id int primary key, twin int not null)"),
  );
  if (mode === "hold") setInterval(() => {}, 1_000);
  if (mode === "write") await write();
  if (mode === "count") {
    const [row] = await driver.session((session) =>
      session.query("select max(id) as last, count(*) as total, sum(twin - id) as torn from rows"),
    );
    console.log(`found ${JSON.stringify(row)}`);
    await driver.close();
  }

  async function write(): Promise<void> {
    for (let id = 1; ; id += 2) {
      await driver.db.transaction(async (tx) => {
        await tx.execute(sql`insert into rows values (${id}, 0)`);
        await tx.execute(sql`insert into rows values (${id + 1}, ${id + 1})`);
        await tx.execute(sql`update rows set twin = ${id} where id = ${id}`);
      });
      console.log(`ack ${id + 1}`);
    }
  }
} catch (error) {
  console.log(`refused ${(error as Error).name}: ${(error as Error).message}`);
}
