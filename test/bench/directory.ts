/** A full sync of 5,000 groups and 50,000 members from OpenLDAP into Postgres, and a second one without changes. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { directoryAuth, syncAll } from "../support/directory.ts";
import { startPostgres } from "../support/postgres.ts";
import { countTraffic } from "../support/postgres-traffic.ts";
import { testRuntime } from "../support/runtime.ts";
import { groupEntry, personEntry, slapdMissing, startSlapd } from "../support/slapd.ts";
import { type BenchResult, info } from "./result.ts";

/** Smaller for a look in between: `BENCH_MEMBERS=5000`. */
const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 50_000);
const GROUPS = MEMBERS / 10;
/** Groups that each person is in. */
const EACH = 2;

function entries(): string {
  const people = Array.from({ length: MEMBERS }, (_, index) => personEntry({ uid: `p${index}` }));
  const perGroup = (MEMBERS * EACH) / GROUPS;
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    groupEntry(
      `g${index}`,
      Array.from({ length: perGroup }, (_, at) => `p${(index * perGroup + at) % MEMBERS}`),
    ),
  );
  return [...people, ...groups].join("\n");
}

export async function benchDirectory(): Promise<BenchResult> {
  const title = `Sync of ${GROUPS} groups and ${MEMBERS} members from a directory`;
  if (slapdMissing) return { title, rows: [info("OpenLDAP", slapdMissing)] };
  const slapd = await startSlapd({ entries: entries() });
  const postgres = await startPostgres();
  const direct = await postgres.createDatabase("bench_directory");
  const dsn = new URL(direct);
  const traffic = await countTraffic(Number(dsn.port));
  [dsn.hostname, dsn.port] = ["127.0.0.1", String(traffic.port)];
  const service = await directoryAuth(slapd, {}, { database: { dsn: dsn.href } }, testRuntime());
  const version = async () => (await service.json("GET", "/auth/v1/version")).body.version;

  async function measured(): Promise<string> {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const before = await version();
    const memory = process.memoryUsage().rss;
    traffic.reset();
    delay.enable();
    const started = performance.now();
    const report = await syncAll(service);
    const seconds = (performance.now() - started) / 1_000;
    delay.disable();
    const grown = (process.memoryUsage().rss - memory) / 1_048_576;
    const writes = (await version()) - before;
    const longest = delay.max / 1e6;
    return `${seconds.toFixed(1)} s, ${traffic.statements} statements, ${writes} writes, ${report.users_created} users created, longest pause ${longest.toFixed(0)} ms, ${grown.toFixed(0)} MiB more`;
  }

  try {
    const first = await measured();
    const second = await measured();
    return { title, rows: [info("First run", first), info("Second run, nothing changed", second)] };
  } finally {
    await service[Symbol.asyncDispose]();
    await traffic[Symbol.asyncDispose]();
    await postgres.stop();
    await slapd.stop();
  }
}
