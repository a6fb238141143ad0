/** `postern serve --workers 2` beside one worker: tokens, introspection, sessions by cookie, on one Postgres. */
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { startPostgres } from "../support/postgres.ts";
import { httpRequest } from "./load.ts";
import {
  adminToken,
  basic,
  type Credentials,
  credentialsOf,
  formHeaders,
  type Postern,
  startPostern,
} from "./processes.ts";
import { atLeast, type BenchResult, info, ms, perSecond, type Row, ratio } from "./result.ts";
import { type Contender, childrenOf, cpuRatio, race, type Standing } from "./rounds.ts";

const WORKERS = 2;
const LEAST = 1.7;
const SESSIONS = 16;
const KINDS = ["client_credentials", "introspection", "session by cookie"] as const;
type Kind = (typeof KINDS)[number];

const url = ({ port }: Postern, path: string) => `http://127.0.0.1:${port}${path}`;

async function bothServe(server: Postern, credentials: Credentials): Promise<void> {
  const headers = { Authorization: `Bearer ${await adminToken(server.port, credentials)}` };
  for (let tries = 0; tries < 500; tries++) {
    const response = await fetch(url(server, "/readyz"), { headers });
    const { workers_ready } = (await response.json()) as { workers_ready?: number };
    if (workers_ready === WORKERS) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("not all workers got ready");
}

async function cookieOf(server: Postern, { admin }: Credentials): Promise<string> {
  const response = await fetch(url(server, "/login/auth/token/postern"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: admin.id, password: admin.secret }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`signing in answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** What both servers are sent: they share the database, so tokens and sessions count at either. */
async function requestsFor(
  server: Postern,
  credentials: Credentials,
): Promise<Readonly<Record<Kind, string[]>>> {
  const headers = { ...formHeaders, Authorization: basic(credentials.demo) };
  const token = await adminToken(server.port, credentials);
  const cookies = await Promise.all(
    Array.from({ length: SESSIONS }, () => cookieOf(server, credentials)),
  );
  const host = { Host: "127.0.0.1" };
  const introspect = { ...formHeaders, Authorization: basic(credentials.login) };
  return {
    client_credentials: [
      httpRequest("POST", "/auth/oauth2/token", headers, "grant_type=client_credentials"),
    ],
    introspection: [httpRequest("POST", "/auth/oauth2/introspect", introspect, `token=${token}`)],
    "session by cookie": cookies.map((Cookie) =>
      httpRequest("GET", "/auth/v1/me", { ...host, Cookie }),
    ),
  };
}

async function memoryOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [, kib] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return kib ? `${Math.round(Number(kib) / 1024)} MiB` : "unknown";
}

const shown = ({ perSecond: rate, p99, cpu }: Standing) =>
  `${perSecond(rate)}, p99 ${ms(p99)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;

/**
 * Beside the generator two workers cannot have a core each, so the rates say little: then the processor
 * time of all processes tells what cores of their own would allow.
 */
function rowsOf(kind: Kind, one: Standing, two: Standing, isShared: boolean): Row[] {
  const rate = two.perSecond / one.perSecond;
  const allowed = WORKERS / cpuRatio(two, one);
  return [
    info(`${kind}, 1 worker`, shown(one)),
    info(`${kind}, ${WORKERS} workers, all processes`, shown(two)),
    isShared
      ? info(`${kind}, ratio of the rates, cores shared with the load`, ratio(rate))
      : atLeast(`${kind}, ratio of the rates`, rate, LEAST),
    isShared
      ? atLeast(`${kind}, ratio that the processor time allows`, allowed, LEAST)
      : info(`${kind}, ratio that the processor time allows`, ratio(allowed)),
  ];
}

export async function benchWorkers(): Promise<BenchResult> {
  const postgres = await startPostgres();
  const stops = [() => postgres.stop()];
  try {
    const dsn = await postgres.createDatabase("bench_workers");
    const flags = [
      "--database-dsn",
      dsn,
      "--set",
      "encryption.key=a key of the bench that is long",
    ];
    const start = async (workers: number) => {
      const server = await startPostern([...flags, "--workers", String(workers)]);
      stops.unshift(() => server.stop());
      return server;
    };
    const one = await start(1);
    const credentials = await credentialsOf(one);
    const two = await start(WORKERS);
    await bothServe(two, credentials);
    const requests = await requestsFor(one, credentials);
    const contenders = KINDS.flatMap((kind): Contender[] => [
      { name: `${kind} 1`, server: one, requests: requests[kind] },
      { name: `${kind} ${WORKERS}`, server: two, requests: requests[kind] },
    ]);
    const standings = await race(contenders);
    const of = (name: string) => standings.get(name) as Standing;
    const isShared = availableParallelism() < WORKERS + 2;
    const primary = two.process.pid ?? 0;
    const workers = await Promise.all((await childrenOf(primary)).map(memoryOf));
    return {
      title: `${WORKERS} workers to one on Postgres, RSA 2048, 32 connections`,
      rows: [
        ...KINDS.flatMap((kind) =>
          rowsOf(kind, of(`${kind} 1`), of(`${kind} ${WORKERS}`), isShared),
        ),
        info("memory after it: one worker alone", await memoryOf(one.process.pid ?? 0)),
        info("memory after it: the primary", await memoryOf(primary)),
        info("memory after it: each of its workers", workers.join(", ")),
      ],
    };
  } finally {
    for (const stop of stops) await stop();
  }
}
