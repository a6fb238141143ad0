/** Connects with each connection string and tells whether the connection is encrypted, or why it failed. */
import process from "node:process";
import { createRuntime } from "../../../../src/adapters/current.ts";
import type { ParsedDatabase } from "../../../../src/runtime.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const runtime = await createRuntime({ log });
for (const dsn of process.argv.slice(2)) console.log(`tls ${await attempt(dsn)}`);

async function attempt(dsn: string): Promise<string> {
  try {
    const driver = await runtime.openSql({
      dsn,
      max_open_conns: 2,
      max_idle_conns: 2,
    } as ParsedDatabase);
    const [row] = await driver.session((session) =>
      session.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()"),
    );
    await driver.close();
    return String(row?.ssl);
  } catch (error) {
    return (error as Error).message;
  }
}
