/** Several servers under the same load, one after the other and again, so that noise hits all alike. */
import { readFile } from "node:fs/promises";
import { type LoadResult, type LoadSpec, load } from "./load.ts";
import type { Running } from "./processes.ts";
import { median } from "./result.ts";
import { settle } from "./settle.ts";

export interface Contender {
  readonly name: string;
  readonly server: Running;
  readonly requests: readonly string[];
}

export interface Standing {
  /** Medians over the rounds. */
  readonly perSecond: number;
  readonly p99: number;
  /** Processor time of the server per answer in microseconds; absent where `/proc` is. */
  readonly cpu: number | undefined;
  /** The same by round. */
  readonly cpus: readonly number[];
}

/** Median of the ratios of the same rounds; not a number where `/proc` is absent. */
export const cpuRatio = ({ cpus }: Standing, to: Standing): number =>
  median(cpus.map((cpu, round) => cpu / (to.cpus[round] ?? Number.NaN)));

/**
 * How many times the processor time of ours another one takes: the median over the rounds, so that a busy machine slows
 * both alike. Of rates where `/proc` is absent.
 */
export function costOf(other: Standing | undefined, ours: Standing | undefined): number {
  if (!other || !ours) return Number.NaN;
  const byTime = cpuRatio(other, ours);
  return Number.isFinite(byTime) && ours.cpus.length > 0
    ? byTime
    : ours.perSecond / other.perSecond;
}

const ROUNDS = 3;
const CONNECTIONS = 32;
/** Before each measurement. */
const WARM_UP_MS = 500;
const DEFAULT_MEASURED_MS = 2_000;
/** For a quick look; the targets are meant for the default. */
const MEASURED_MS = Number(process.env.BENCH_ROUND_MS) || DEFAULT_MEASURED_MS;
/** As long as a round. */
const MOST_TURNS = 12;
/** The virtual machine of Java compiles for minutes. */
const SETTLED_TURN_MS = 5_000;
const MOST_SETTLED_TURNS = 24;
const TICK_MS = 10;

/** Processes that a process started; none where `/proc` is absent. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.match(/\d+/g)?.map(Number) ?? [];
}

async function ownCpuMs(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Processor time of a server and its workers so far in milliseconds; absent where `/proc` is. */
export async function cpuMs({ process: { pid = 0 } }: Running): Promise<number | undefined> {
  const own = await ownCpuMs(pid);
  if (own === undefined) return undefined;
  const workers = await Promise.all((await childrenOf(pid)).map(ownCpuMs));
  return workers.reduce<number>((sum, cpu) => sum + (cpu ?? 0), own);
}

interface Measured {
  readonly result: LoadResult;
  readonly cpu: number | undefined;
}

async function measure(
  of: Contender,
  ms: number,
  more: Pick<LoadSpec, "awake">,
): Promise<Measured> {
  const before = await cpuMs(of.server);
  const result = await load({ ...specOf(of, 0, ms), ...more });
  const after = await cpuMs(of.server);
  const known = before !== undefined && after !== undefined;
  return { result, cpu: known ? ((after - before) * 1_000) / result.answers : undefined };
}

function standingOf(rounds: readonly Measured[]): Standing {
  const cpus = rounds.flatMap(({ cpu }) => cpu ?? []);
  return {
    perSecond: median(rounds.map(({ result }) => result.perSecond)),
    p99: median(rounds.map(({ result }) => result.latency.p99)),
    cpu: cpus.length > 0 ? median(cpus) : undefined,
    cpus,
  };
}

export interface RaceOptions extends Pick<LoadSpec, "awake"> {
  /** Warms up for two minutes at most. */
  readonly settled?: boolean;
  /** Many short turns where a few per cent decide: a machine changes its speed within seconds. */
  readonly rounds?: number;
  readonly turnMs?: number;
}

export async function race(
  contenders: readonly Contender[],
  { settled = false, rounds = ROUNDS, turnMs = MEASURED_MS, ...more }: RaceOptions = {},
): Promise<Map<string, Standing>> {
  const run = (of: Contender, warmUp: number, measured: number) =>
    load({ ...specOf(of, warmUp, measured), ...more });
  const seen = new Map<string, Measured[]>();
  for (const contender of contenders) {
    const settlingMs = settled ? SETTLED_TURN_MS : turnMs;
    const turn = async () => (await measure(contender, settlingMs, more)).cpu;
    await settle(turn, settled ? MOST_SETTLED_TURNS : MOST_TURNS);
  }
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 ? contenders.toReversed() : contenders) {
      const { name } = contender;
      await run(contender, 0, Math.min(WARM_UP_MS, turnMs / 4));
      seen.set(name, [...(seen.get(name) ?? []), await measure(contender, turnMs, more)]);
    }
  }
  return new Map([...seen].map(([name, measured]) => [name, standingOf(measured)]));
}

const specOf = ({ server, requests }: Contender, warmUpMs: number, ms: number) => ({
  port: server.port,
  connections: CONNECTIONS,
  requests,
  warmUpMs,
  measuredMs: ms,
});
