/** User PATCHes that one instance acknowledges per second; for information, without a target. */
import { startPostgres } from "../support/postgres.ts";
import { httpRequest, load } from "./load.ts";
import { adminToken, credentialsOf, newKey, startPostern, withFolder } from "./processes.ts";
import { type BenchResult, info, ms, perSecond } from "./result.ts";

const USERS = 64;
const CONNECTIONS = 16;
const RUN_MS = 5_000;

async function writesOf(flags: readonly string[]): Promise<string> {
  const ours = await startPostern(flags);
  try {
    const token = await adminToken(ours.port, await credentialsOf(ours));
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const requests: string[] = [];
    for (let at = 0; at < USERS; at++) {
      const response = await fetch(`http://127.0.0.1:${ours.port}/auth/v1/users`, {
        method: "POST",
        headers,
        body: JSON.stringify({ alias: [`bench-${at}`], details: { name: `Bench ${at}` } }),
      });
      const { payload } = (await response.json()) as { payload?: { id?: string } };
      if (!payload?.id) throw new Error(`creating a user answered ${response.status}`);
      const body = JSON.stringify({ description: `written ${at}` });
      requests.push(httpRequest("PATCH", `/auth/v1/users/${payload.id}`, headers, body));
    }
    const result = await load({
      port: ours.port,
      connections: CONNECTIONS,
      requests,
      warmUpMs: 1_000,
      measuredMs: RUN_MS,
    });
    return `${perSecond(result.perSecond)}, p50 ${ms(result.latency.p50)}, p99 ${ms(result.latency.p99)}`;
  } finally {
    await ours.stop();
  }
}

export async function benchWrites(): Promise<BenchResult> {
  const embedded = await withFolder((folder) => writesOf(["--data-dir", folder]));
  const pg = await startPostgres();
  try {
    // The test server runs without fsync; an acknowledged write should cost what it costs in earnest.
    await pg.query("alter system set fsync = on");
    await pg.query("select pg_reload_conf()");
    const key = newKey();
    const dsn = await pg.createDatabase("bench_writes");
    const real = await writesOf(["--database-dsn", dsn, "--set", `encryption.key=${key}`]);
    return {
      title: `User PATCHes acknowledged by one instance, ${CONNECTIONS} connections`,
      rows: [info("PGlite in the data folder", embedded), info("Postgres 18 with fsync", real)],
    };
  } finally {
    await pg.stop();
  }
}
