/**
 * The audit log at its size: a page of every search that the console offers, and retention beside a writer. Rows are made by
 * SQL, whose hashes are no chain: what is measured does not look at them.
 */
import process from "node:process";
import { nodeRuntime } from "../../src/adapters/node/runtime.ts";
import { createParsedAuth } from "../../src/auth.ts";
import type { Service } from "../../src/call.ts";
import { loadConfig } from "../../src/cli/config.ts";
import { appendAudit, pruneAudit } from "../../src/store/audit-chain.ts";
import { type AuditFilter, type AuditRange, readAudit } from "../../src/store/audit-read.ts";
import { startPostgres } from "../support/postgres.ts";
import { withFolder } from "./processes.ts";
import { type BenchResult, below, info, median, ms, quantile, type Row } from "./result.ts";

const ROWS = Number(process.env.BENCH_AUDIT_ROWS || 200_000);
const EMBEDDED_ROWS = Number(process.env.BENCH_AUDIT_EMBEDDED_ROWS || 100_000);
const PAGE = 50;
const TURNS = 3;
const PAGE_LIMIT_MS = 50;
/** A row each three seconds: ten million are a year. */
const APART_S = 3;

/** As they are with a few busy actions, rare ones, one principal that does a fifth of it, and many others. */
const insertRows = (rows: number) => `
insert into auth_audit (seq, at, instance, action, outcome, reason, count, principal_kind, principal_id, principal,
  behalf_id, behalf, target_kind, target_id, target, client_id, network, agent, request_id, facts, changes_sealed, hash)
select n, now() - (${rows} - n) * interval '${APART_S} seconds', 'bench',
  case when n % 100000 = 0 then 'signing_key_changed'
    when h % 100 < 60 then 'sign_in' when h % 100 < 80 then 'application_sign_in'
    when h % 100 < 90 then 'sign_in_refused' when h % 100 < 96 then 'user_changed' else 'role_changed' end,
  case when h % 100 between 80 and 89 then 'refused' else 'done' end,
  case when h % 100 between 80 and 89 then 'invalid_grant' else '' end, 1, 'user',
  case when h % 5 = 0 then 'user-busy' else 'user-' || h % 100000 end,
  case when h % 5 = 0 then 'busy@example.com' else 'person-' || h % 100000 || '@example.com' end,
  '', '', case when h % 100 >= 90 then 'user' else '' end,
  case when h % 100 >= 90 then 'user-' || (h / 7) % 100000 else '' end, '',
  'client-' || h % 40, '198.51.' || h % 200 || '.0', 'Mozilla/5.0 (X11; Linux x86_64)', 'request-' || n,
  jsonb_build_object('grant_type', 'password'), '', md5(n::text)
from (select n, (n * 2654435761) % 4294967296 as h from generate_series(1::bigint, ${rows}) n) numbered`;

async function fill({ store }: Service, rows: number): Promise<void> {
  await store.driver.session(async (session) => {
    await session.script(
      "delete from auth_delivery_lines; alter table auth_audit disable trigger user; delete from auth_audit",
    );
    const indexes = await session.query(
      "select indexname, indexdef from pg_indexes where tablename = 'auth_audit' and indexname <> 'auth_audit_pkey'",
    );
    for (const { indexname } of indexes) await session.script(`drop index "${indexname}"`);
    await session.script(insertRows(rows));
    for (const { indexdef } of indexes) await session.script(String(indexdef));
    await session.script(`alter table auth_audit enable trigger user;
      update auth_audit_head set seq = greatest(seq, ${rows}), at = now(); analyze auth_audit`);
  });
}

interface Search {
  readonly name: string;
  readonly filter: AuditFilter;
}

/** What each field of the search finds much of, little of, and nothing of. */
const VALUES: readonly (readonly [string, Readonly<Record<string, AuditFilter>>])[] = [
  [
    "principal",
    {
      much: { principal: "user-busy" },
      little: { principal: "user-4711" },
      nothing: { principal: "user-gone" },
    },
  ],
  [
    "target",
    {
      much: { target: "user-815" },
      little: { target: "user-4711" },
      nothing: { target: "user-gone" },
    },
  ],
  [
    "action",
    {
      much: { actions: ["sign_in"] },
      little: { actions: ["signing_key_changed"] },
      nothing: { actions: ["role_deleted"] },
    },
  ],
  [
    "outcome",
    { much: { outcome: "done" }, little: { outcome: "refused" }, nothing: { outcome: "failed" } },
  ],
  [
    "client",
    {
      much: { client: "client-7" },
      little: { client: "client-39" },
      nothing: { client: "client-gone" },
    },
  ],
  [
    "network",
    {
      much: { network: "198.51.7.0" },
      little: { network: "198.51.150.0" },
      nothing: { network: "203.0.113.0" },
    },
  ],
  [
    "text",
    {
      much: { text: "example.com" },
      little: { text: "person-4711@" },
      nothing: { text: "no such words" },
    },
  ],
];

/** Every combination of fields, each with much, little or nothing to find, over all times and within a span of them. */
function searchesOf(rows: number): Search[] {
  const now = Date.now();
  const at = (share: number) => new Date(now - (1 - share) * rows * APART_S * 1_000);
  const times: Readonly<Record<string, AuditFilter>> = {
    "": {},
    "time ": { from: at(0.4), to: at(0.6) },
  };
  const searches: Search[] = [];
  for (let set = 0; set < 2 ** VALUES.length; set++) {
    const fields = VALUES.filter((_, bit) => set & (1 << bit));
    for (const found of ["much", "little", "nothing"]) {
      for (const [when, time] of Object.entries(times)) {
        const filter = Object.assign({}, time, ...fields.map(([, values]) => values[found]));
        searches.push({
          name: `${when}${fields.map(([name]) => name).join(" ")} (${found})`,
          filter,
        });
      }
    }
  }
  // What one person is shown of their own account.
  for (const about of ["user-busy", "user-4711", "user-gone"])
    searches.push({ name: `about ${about}`, filter: { about } });
  return searches;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function searchRows({ store }: Service, rows: number): Promise<Row[]> {
  const places: Readonly<Record<string, number | undefined>> = {
    first: undefined,
    "in the middle": Math.floor(rows / 2),
    last: 2_000,
  };
  const slowest: { name: string; took: number }[] = [];
  for (const { name, filter } of searchesOf(rows)) {
    for (const [place, behind] of Object.entries(places)) {
      const range: AuditRange = { order: "newest", behind, limit: PAGE };
      const turns: number[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        turns.push(await timed(() => readAudit(store.db, filter, range)));
      }
      // The fastest: what else the machine does is no part of it.
      slowest.push({ name: `${name}, ${place}`, took: Math.min(...turns) });
    }
  }
  slowest.sort((a, b) => b.took - a.took);
  if (process.env.BENCH_AUDIT_SHOW)
    for (const { name, took } of slowest.slice(0, 25)) console.error(ms(took), name);
  const all = slowest.map(({ took }) => took);
  const [worst] = slowest;
  return [
    info(
      "searches, each as the first page, one in the middle and the last",
      String(slowest.length),
    ),
    info("a page, median", ms(median(all))),
    info("a page, 99 of 100", ms(quantile(all, 0.99))),
    below(`the slowest page: ${worst?.name}`, worst?.took ?? Number.NaN, PAGE_LIMIT_MS, ms),
  ];
}

/** A tenth of all rows goes, while another writer adds some. */
async function retentionRows(service: Service, rows: number): Promise<Row[]> {
  const { store, auditChain, instance } = service;
  const entry = { action: "sign_in", outcome: "done" } as const;
  const append = () =>
    timed(() => store.db.transaction((tx) => appendAudit(tx, auditChain, instance, [entry])));
  const before: number[] = [];
  for (let turn = 0; turn < 50; turn++) before.push(await append());
  const during: number[] = [];
  let over = false;
  const writer = (async () => {
    while (!over) {
      during.push(await append());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const retention = Math.round(rows * 0.9 * APART_S * 1_000);
  const took = await timed(() => pruneAudit(store, auditChain, instance, retention));
  over = true;
  await writer;
  return [
    info(
      `retention of ${Math.round(rows / 10).toLocaleString("en")} rows`,
      `${(took / 1_000).toFixed(1)} s, ${Math.round(rows / 10 / (took / 1_000)).toLocaleString("en")} rows a second`,
    ),
    info("a row of another writer before, median", ms(median(before))),
    info("a row of another writer meanwhile, median", ms(median(during))),
    below("the longest that a writer waited meanwhile", Math.max(...during), 1_000, ms),
  ];
}

async function open(...flags: readonly string[]): Promise<Service & AsyncDisposable> {
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: console.error };
  const argv = ["--set", "encryption.key=a key of the bench that is long enough", ...flags];
  const { config } = loadConfig({ argv, env: {}, cwd: "/", readFile: () => undefined });
  const auth = createParsedAuth(config.auth, nodeRuntime({ data_dir: config.data_dir, log }));
  return Object.assign(Object.create(await auth.service), {
    [Symbol.asyncDispose]: () => auth.close(),
  });
}

async function measured(name: string, rows: number, flags: readonly string[]): Promise<Row[]> {
  await using service = await open(...flags);
  const filled = await timed(() => fill(service, rows));
  const found = [
    info("rows", `${rows.toLocaleString("en")}, made in ${Math.round(filled / 1_000)} s`),
    ...(await searchRows(service, rows)),
    ...(await retentionRows(service, rows)),
  ];
  return found.map((row) => ({ ...row, what: `${name}: ${row.what}` }));
}

export async function benchAudit(): Promise<BenchResult> {
  const postgres = await startPostgres();
  try {
    const dsn = await postgres.createDatabase("bench_audit");
    const shared = await measured("Postgres", ROWS, ["--database-dsn", dsn]);
    const embedded = await withFolder((folder) =>
      measured("embedded", EMBEDDED_ROWS, ["--data-dir", folder]),
    );
    return {
      title: "The audit log: pages of a search, and retention",
      rows: [...shared, ...embedded],
    };
  } finally {
    await postgres.stop();
  }
}
