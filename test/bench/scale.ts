/** 100,000 users on Postgres: loading them, holding them, and changing one. */
import { startPostgres } from "../support/postgres.ts";
import { changeNothing, changeOne, type Pair, startPair, type Trial } from "./pair.ts";
import { type BenchResult, below, info, median, ms, quantile, type Row, ratio } from "./result.ts";
import { PERMISSIONS, ROLES } from "./seed.ts";

const SMALL = 1_000;
const LARGE = 100_000;
const TRIALS = 50;
const WARM_UP_TRIALS = 10;
const READY_LIMIT_MS = 15_000;
const RSS_LIMIT_MIB = 1_536;
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
      "seen, 100,000 to 1,000 users (medians)",
      compare(({ seenMs }) => seenMs),
      RATIO_LIMIT,
      ratio,
    ),
    below(
      "longest pause per PATCH, 100,000 to 1,000 users (medians)",
      compare(longest),
      RATIO_LIMIT,
      ratio,
    ),
    below(
      "longest pause of all, 100,000 users",
      Math.max(...of(large).map(longest)),
      PAUSE_LIMIT_MS,
      ms,
    ),
  ];
}

export async function benchScale(): Promise<BenchResult> {
  const pg = await startPostgres();
  const pairs: Pair[] = [];
  try {
    const small = await startPair(pg, SMALL);
    pairs.push(small);
    const large = await startPair(pg, LARGE);
    pairs.push(large);
    return {
      title: `${count(LARGE)} users, ${count(ROLES)} roles, ${count(PERMISSIONS)} permissions on Postgres 18, two instances`,
      rows: [
        below(
          "process start to ready",
          Math.max(large.writer.readyMs, large.reader.readyMs),
          READY_LIMIT_MS,
          ms,
        ),
        info("the same with 1,000 users", ms(Math.max(small.writer.readyMs, small.reader.readyMs))),
        below("resident memory once ready", large.rssMiB, RSS_LIMIT_MIB, mebibytes),
        info("the same with 1,000 users", mebibytes(small.rssMiB)),
        ...(await measure(small, large)),
      ],
    };
  } finally {
    await Promise.all(pairs.map((pair) => pair.stop()));
    await pg.stop();
  }
}
