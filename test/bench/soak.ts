/** Minutes of mixed load on the default installation, or on Postgres: what the collector leaves must not grow. */

import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { loadScript } from "./flow-load.ts";
import { introspect, ourFlow, refresh, userinfo } from "./flow-scripts.ts";
import { prepareFlow } from "./flow-servers.ts";
import type { Probe } from "./probe.ts";
import { newKey, type Postern, startPostern, withFolder } from "./processes.ts";
import { atMost, type BenchResult, info, median, perSecond, ratio } from "./result.ts";

const PARTS = 10;
const DEFAULT_MS = 180_000;
/** Three minutes unless it says otherwise. */
const PART_MS = (Number(process.env.BENCH_SOAK_MS) || DEFAULT_MS) / PARTS;
const LOAD_MS = 30_000;
/** Codes and requests are kept there, too. */
const ON_POSTGRES = process.env.BENCH_SOAK_DATABASE === "postgres";
/** With a leak of its own the soak has to fail: a test of the soak, for seconds. */
const LEAK = process.env.BENCH_SOAK_LEAK
  ? ["--import", new URL("./leak.ts", import.meta.url).href]
  : [];
const CONNECTIONS = 16;
/** Caches fill first; from then on the heap stays as it is. */
const FIRST_PARTS = 4;
const MOST_GROWTH = 1.1;

function heapOf({ process: child }: Postern): Promise<number> {
  return new Promise((resolve) => {
    child.once("message", (message) => resolve((message as Probe).heapMiB));
    child.send("collect");
  });
}

/** One part as loads of half a minute at most; its user signs in for each, since an hour outlives a token. */
async function playPart(server: Postern): Promise<number> {
  const { port } = server;
  const starts = Array.from({ length: CONNECTIONS }, () => ({}));
  let turns = 0;
  for (let left = PART_MS; left > 0; left -= LOAD_MS) {
    const steps = [
      ...(await ourFlow(port, await prepareFlow(server))),
      refresh("/auth/oauth2/token", port),
      introspect("/auth/oauth2/introspect", port),
      userinfo("/auth/oauth2/userinfo", port),
    ];
    turns += (await loadScript({ port, steps, starts, measuredMs: Math.min(left, LOAD_MS) })).turns;
  }
  return turns;
}

function storage(folder: string, postgres: TestPostgres | undefined): readonly string[] {
  if (!postgres) return ["--data-dir", folder];
  const key = newKey();
  return [
    ...["--database-dsn", postgres.dsn(), "--set", `encryption.key=${key}`],
    ...["--set", "cache.code_store.active=database"],
  ];
}

/** Per turn: a code flow with consent, a refresh, an introspection and userinfo. */
export function benchSoak(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const postgres = ON_POSTGRES ? await startPostgres() : undefined;
    const starting = startPostern(storage(folder, postgres), {
      probed: true,
      execArgv: ["--expose-gc", ...LEAK],
    });
    const server = await starting.catch(async (error: unknown) => {
      await postgres?.stop();
      throw error;
    });
    try {
      const heaps: number[] = [];
      let turns = 0;
      while (heaps.length < PARTS) {
        turns += await playPart(server);
        heaps.push(await heapOf(server));
      }
      const middle = median(heaps.slice(FIRST_PARTS, FIRST_PARTS + 3));
      const end = median(heaps.slice(-3));
      const rate = (turns * 1_000) / (PARTS * PART_MS);
      return {
        title: `Soak: ${Math.round((PARTS * PART_MS) / 60_000)} minutes of code flows, refreshes, introspection and userinfo${ON_POSTGRES ? ", on Postgres" : ""}`,
        rows: [
          info("turns of seven requests", `${turns}, ${perSecond(rate)}`),
          info("heap after a collection, MiB", heaps.map((heap) => heap.toFixed(0)).join(" ")),
          atMost("heap at the end to the middle", end / middle, MOST_GROWTH, ratio),
        ],
      };
    } finally {
      await server.stop();
      await postgres?.stop();
    }
  });
}
