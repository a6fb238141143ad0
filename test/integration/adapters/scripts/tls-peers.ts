/** Connects to Postgres and Redis over TLS, as told, and tells for each whether it works, or why not. */
import process from "node:process";
import { createRuntime } from "../../../../src/adapters/current.ts";
import type { ParsedDatabase, ParsedRedis } from "../../../../src/runtime.ts";

const told: string[] = [];
const warn = (_: string, fields?: { readonly error?: unknown }) =>
  void told.push((fields?.error as Error | undefined)?.message ?? "");
const runtime = await createRuntime({ log: { debug() {}, info() {}, warn, error() {} } });
const cases: readonly (string | ParsedRedis)[] = JSON.parse(process.argv[2] ?? "[]");
for (const one of cases) {
  console.log(await (typeof one === "string" ? postgres(one) : redis(one)));
}
process.exit(0);

async function postgres(dsn: string): Promise<string> {
  try {
    const database = { dsn, max_open_conns: 1, max_idle_conns: 1 } as ParsedDatabase;
    const driver = await runtime.openSql(database);
    const rows = await driver.session((session) =>
      session.query("select client_dn from pg_stat_ssl where pid = pg_backend_pid()"),
    );
    await driver.close();
    return `works ${rows[0]?.client_dn ?? ""}`.trim();
  } catch (error) {
    return (error as Error).message;
  }
}

async function redis(options: ParsedRedis): Promise<string> {
  const client = runtime.redis?.(options);
  told.length = 0;
  try {
    await client?.command("set", "key", "value");
    return "works";
  } catch (error) {
    return told[0] ?? (error as Error).message;
  } finally {
    await client?.close();
  }
}
