/** 100,000 users on Postgres, and a million: loading them, holding them, and changing one. */
import { startPostgres } from "../support/postgres.ts";
import {
  changeNothing,
  changeOne,
  type Pair,
  type Seeded,
  seedUsers,
  startPair,
  type Trial,
} from "./pair.ts";
import { type BenchResult, below, info, median, ms, quantile, type Row, ratio } from "./result.ts";
import { PERMISSIONS, ROLES } from "./seed.ts";

const SMALL = 1_000;

interface Size {
  readonly users: number;
  readonly readyMs: number;
  /** Resident memory of an instance once it is ready. */
  readonly rssMiB: number;
}

const LARGE: Size = { users: 100_000, readyMs: 15_000, rssMiB: 1_536 };
/** 1 GB. */
const MILLION: Size = { users: 1_000_000, readyMs: 15_000, rssMiB: 954 };
/** Filling a database with a million users takes some minutes, so it is asked for. */
const WITH_A_MILLION = process.env.BENCH_MILLION === "1";

const TRIALS = 50;
const WARM_UP_TRIALS = 10;
const PAUSE_LIMIT_MS = 100;
const RATIO_LIMIT = 2;

const mebibytes = (value: number) => `${Math.round(value)} MiB`;
const count = (value: number) => value.toLocaleString("en");

function described(pair: Pair, trials: readonly Trial[], rest: readonly number[]): Row[] {
  const spread = (values: readonly number[]) =>
    `median ${ms(median(values))}, p95 ${ms(quantile(values, 0.95))}, longest ${ms(Math.max(...values))}`;
  const at = (what: string) => `${count(pair.users)} users: ${what}`;
  return [
    info(at("seen by the other instance"), spread(trials.map(({ seenMs }) => seenMs))),
    info(at("acknowledged"), spread(trials.map(({ savedMs }) => savedMs))),
    info(at("pause of the writer"), spread(trials.map(({ writerPauseMs }) => writerPauseMs))),
    info(at("pause of the reader"), spread(trials.map(({ readerPauseMs }) => readerPauseMs))),
    info(at("pause of the reader without a PATCH"), spread(rest)),
  ];
}

const longest = ({ writerPauseMs, readerPauseMs }: Trial) => Math.max(writerPauseMs, readerPauseMs);

async function measure(small: Pair, large: Pair): Promise<Row[]> {
  const pairs = [small, large] as const;
  const trials = new Map(pairs.map((pair) => [pair, [] as Trial[]]));
  const rest = new Map(pairs.map((pair) => [pair, [] as number[]]));
  for (let trial = -WARM_UP_TRIALS; trial < TRIALS; trial++) {
    // In turns, so that noise hits both sizes alike.
    for (const pair of pairs) {
      const measured = await changeOne(pair);
      const nothing = await changeNothing(pair);
      if (trial < 0) continue;
      trials.get(pair)?.push(measured);
      rest.get(pair)?.push(nothing);
    }
  }
  const of = (pair: Pair) => trials.get(pair) ?? [];
  const compare = (read: (trial: Trial) => number) =>
    median(of(large).map(read)) / median(of(small).map(read));
  return [
    ...pairs.flatMap((pair) => described(pair, of(pair), rest.get(pair) ?? [])),
    below(
      `seen, ${count(large.users)} to 1,000 users (medians)`,
      compare(({ seenMs }) => seenMs),
      RATIO_LIMIT,
      ratio,
    ),
    below(
      `longest pause per PATCH, ${count(large.users)} to 1,000 users (medians)`,
      compare(longest),
      RATIO_LIMIT,
      ratio,
    ),
    below(
      `longest pause of all, ${count(large.users)} users`,
      Math.max(...of(large).map(longest)),
      PAUSE_LIMIT_MS,
      ms,
    ),
  ];
}

/** What a large installation has to keep, beside a small one with the same roles and permissions. */
async function compareSizes(
  small: Seeded,
  large: Seeded,
  { readyMs, rssMiB }: Size,
): Promise<Row[]> {
  const pairs: Pair[] = [];
  try {
    const few = await startPair(small);
    pairs.push(few);
    const many = await startPair(large);
    pairs.push(many);
    const slowest = ({ writer, reader }: Pair) => Math.max(writer.readyMs, reader.readyMs);
    const at = (what: string) => `${count(large.users)} users: ${what}`;
    const rest = await many.rest();
    return [
      below(at("process start to ready"), slowest(many), readyMs, ms),
      info("the same with 1,000 users", ms(slowest(few))),
      below(at("memory once ready"), many.rssMiB, rssMiB, mebibytes),
      info("the same with 1,000 users", mebibytes(few.rssMiB)),
      info(at("memory ten seconds later"), mebibytes(rest.rssMiB)),
      below(at("longest pause in the ten seconds after"), rest.pauseMs, PAUSE_LIMIT_MS, ms),
      ...(await measure(few, many)),
    ];
  } finally {
    await Promise.all(pairs.map((pair) => pair.stop()));
  }
}

export async function benchScale(): Promise<BenchResult> {
  const pg = await startPostgres();
  try {
    const small = await seedUsers(pg, SMALL);
    const rows: Row[] = [];
    for (const size of WITH_A_MILLION ? [LARGE, MILLION] : [LARGE]) {
      rows.push(...(await compareSizes(small, await seedUsers(pg, size.users), size)));
    }
    return {
      title: `${count(WITH_A_MILLION ? MILLION.users : LARGE.users)} users, ${count(ROLES)} roles, ${count(PERMISSIONS)} permissions on Postgres 18, two instances`,
      rows,
    };
  } finally {
    await pg.stop();
  }
}
