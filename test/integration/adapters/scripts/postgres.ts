/** Opens Postgres, hears a notification, loses and regains its connections when told by a line. */
import process from "node:process";
import { sql } from "drizzle-orm";
import { createRuntime } from "../../../../src/adapters/current.ts";
import type { ParsedDatabase } from "../../../../src/runtime.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const runtime = await createRuntime({ log });
const driver = await runtime.openSql({
  dsn: process.argv[2],
  max_open_conns: 3,
  max_idle_conns: 3,
  conn_max_lifetime: 900_000,
} as ParsedDatabase);
const [locked] = await driver.session((session) =>
  session.query(
    "select pg_try_advisory_lock($1) as ok, array['a', null] as list, '{\"a\":1}'::jsonb as body",
    [1],
  ),
);
console.log(`session ${JSON.stringify(locked)}`);

let readies = 0;
const readyAgain = Promise.withResolvers<void>();
const heardAgain = Promise.withResolvers<void>();
const listener = driver.listen(["auth_changed"], {
  ready() {
    console.log("ready");
    if (++readies === 2) readyAgain.resolve();
  },
  lost: () => console.log("lost"),
  message(payload) {
    console.log(`message ${payload}`);
    if (payload === "again") heardAgain.resolve();
  },
});

process.on("SIGTERM", async () => {
  const failed = driver.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'postern' and pid <> pg_backend_pid()`);
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  console.log(`transaction ${await failed.catch(() => "failed")}`);
  await readyAgain.promise;
  await driver.db.execute(sql`select pg_notify('auth_changed', 'again')`);
  await heardAgain.promise;
  await listener[Symbol.asyncDispose]();
  await driver.close();
  console.log("closed");
});
