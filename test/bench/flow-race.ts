/** Like `rounds.ts`, in shorter rounds and also for dialogues. */
import { loadScript } from "./flow-load.ts";
import type { Step, Variables } from "./flow-script.ts";
import { load } from "./load.ts";
import type { Running } from "./processes.ts";
import { median } from "./result.ts";
import { cpuMs, type Standing } from "./rounds.ts";
import { settle } from "./settle.ts";

export const CONNECTIONS = 32;
const ROUNDS = 3;
const DEFAULT_MEASURED_MS = 2_000;
/** For a quick look; the targets are meant for the default. */
const MEASURED_MS = Number(process.env.BENCH_ROUND_MS) || DEFAULT_MEASURED_MS;
/** Turns of a warm-up, each as long as a round. */
const MOST_TURNS = 20;

export interface Entrant {
  readonly name: string;
  readonly server: Running;
  /** Single requests, or a dialogue on every connection. */
  readonly load:
    | { readonly requests: readonly string[] }
    | { readonly steps: readonly Step[]; readonly starts: readonly Variables[] };
}

interface Round {
  readonly perSecond: number;
  readonly answers: number;
  readonly p99: number;
}

async function run(
  { server, load: given }: Entrant,
  measuredMs: number,
  awake: boolean,
): Promise<Round> {
  const { port } = server;
  if ("steps" in given) {
    const { turns, ...rest } = await loadScript({ port, ...given, measuredMs, awake });
    return { ...rest, answers: turns };
  }
  const spec = { port, connections: CONNECTIONS, ...given, warmUpMs: 0, measuredMs, awake };
  const { latency, ...rest } = await load(spec);
  return { ...rest, p99: latency.p99 };
}

interface Seen extends Round {
  readonly cpu: number | undefined;
}

async function measure(entrant: Entrant, awake: boolean): Promise<Seen> {
  const before = await cpuMs(entrant.server);
  const round = await run(entrant, MEASURED_MS, awake);
  const after = await cpuMs(entrant.server);
  const known = before !== undefined && after !== undefined;
  return { ...round, cpu: known ? ((after - before) * 1_000) / round.answers : undefined };
}

/**
 * Medians over rounds in which all take their turn; a dialogue counts as one.
 * @param awake the load has a core of its own; not where signatures of the server need both
 */
export async function raceFlows(
  entrants: readonly Entrant[],
  { awake = false } = {},
): Promise<Map<string, Standing>> {
  for (const entrant of entrants) {
    await settle(async () => (await measure(entrant, awake)).cpu, MOST_TURNS);
  }
  const seen = new Map<string, Seen[]>(entrants.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const entrant of entrants) seen.get(entrant.name)?.push(await measure(entrant, awake));
  }
  return new Map(
    [...seen].map(([name, rounds]) => {
      const cpus = rounds.flatMap(({ cpu }) => cpu ?? []);
      return [
        name,
        {
          perSecond: median(rounds.map((round) => round.perSecond)),
          p99: median(rounds.map((round) => round.p99)),
          cpu: cpus.length > 0 ? median(cpus) : undefined,
          cpus,
        },
      ];
    }),
  );
}
