/** Processor time per answer in this process: contenders take turns, so that a busy machine slows all alike. */
import process from "node:process";
import { median } from "./result.ts";
import { settle } from "./settle.ts";

export interface Runner {
  readonly name: string;
  /** One answer; a promise only where there is something to wait for. */
  run(turn: number): void | Promise<void>;
}

export interface Cost {
  /** Microseconds of processor time per answer, all threads: the median of the rounds. */
  readonly micros: number;
  /** By round, for ratios of the same round. */
  readonly rounds: readonly number[];
}

const ROUNDS = 9;
const ROUND_MS = 120;
const WARM_UP_MS = 400;
const MOST_WARM_UPS = 24;

/** At least this long of processor time, in batches between two looks at the clock. */
async function spend(
  { run }: Runner,
  milliseconds: number,
  turn: { value: number },
): Promise<number> {
  const before = process.cpuUsage();
  let answers = 0;
  for (;;) {
    for (let batch = 0; batch < 20; batch++) {
      const pending = run(turn.value++);
      if (pending) await pending;
    }
    answers += 20;
    const { user, system } = process.cpuUsage(before);
    if (user + system >= milliseconds * 1_000) return (user + system) / answers;
  }
}

export async function cpuRace(runners: readonly Runner[]): Promise<ReadonlyMap<string, Cost>> {
  const turns = new Map(runners.map(({ name }) => [name, { value: 0 }]));
  const turn = ({ name }: Runner) => turns.get(name) ?? { value: 0 };
  for (const runner of runners) {
    await settle(() => spend(runner, WARM_UP_MS, turn(runner)), MOST_WARM_UPS);
  }
  const seen = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const runner of runners) {
      const micros = await spend(runner, ROUND_MS, turn(runner));
      seen.set(runner.name, [...(seen.get(runner.name) ?? []), micros]);
    }
  }
  return new Map([...seen].map(([name, rounds]) => [name, { micros: median(rounds), rounds }]));
}

/** The median of the ratios of each round. */
export function costRatio(costs: ReadonlyMap<string, Cost>, name: string, to: string): number {
  const [mine, other] = [costs.get(name)?.rounds ?? [], costs.get(to)?.rounds ?? []];
  return median(mine.map((micros, round) => micros / (other[round] ?? Number.NaN)));
}

/** Promises that are made for one answer, after the first ones that fill what is kept. */
export async function promisesOf({ run }: Runner): Promise<number> {
  const { createHook } = await import("node:async_hooks");
  let made = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "PROMISE") made += 1;
    },
  });
  for (let turn = 0; turn < 50; turn++) await run(turn);
  hook.enable();
  const pending = run(0);
  if (pending) await pending;
  const once = made;
  hook.disable();
  return once;
}
