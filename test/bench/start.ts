/** Processor time until ready, and resident memory, of the program that users start. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isCurrent } from "../../scripts/is-current.ts";
import { startPostgres } from "../support/postgres.ts";
import { startPostern, withFolder } from "./processes.ts";
import { type BenchResult, below, info, median, type Row } from "./result.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = new URL("../../bin/postern.js", import.meta.url);
const ROUNDS = 3;
/** Of the second reading: what the start alone needed is given back by then, or never. */
const REST_MS = 5_000;
/** Per second, on every architecture that Node runs on (`getconf CLK_TCK`). */
const TICKS = 100;
/** A heap of V8 that a small container would be given. */
const SMALL_HEAP = "--max-old-space-size=64";

interface Start {
  /** Seconds of processor time, threads included. */
  readonly cpu: number;
  /** Largest resident memory until `REST_MS` after the start, and resident memory then, in MiB. */
  readonly peak: number;
  readonly rest: number;
}

function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program may hold blanks; the fields begin after its bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function memoryOf(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
}

async function start(flags: readonly string[], execArgv: readonly string[] = []): Promise<Start> {
  const running = await startPostern(flags, { program: PROGRAM, execArgv });
  try {
    const { pid = 0 } = running.process;
    const cpu = cpuOf(pid);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return { cpu, peak: memoryOf(pid, "VmHWM"), rest: memoryOf(pid, "VmRSS") };
  } finally {
    await running.stop();
  }
}

/** Of several starts, each figure by itself. */
const middle = (starts: readonly Start[]): Start => ({
  cpu: median(starts.map(({ cpu }) => cpu)),
  peak: median(starts.map(({ peak }) => peak)),
  rest: median(starts.map(({ rest }) => rest)),
});

const seconds = (value: number) => `${value.toFixed(2)} s`;
const mib = (value: number) => `${Math.round(value)} MiB`;

function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "ignore" });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}

/** Seconds of processor time of a command that ends; the bench runs nothing else meanwhile. */
async function helpTime(): Promise<number> {
  const times: number[] = [];
  const used = () => {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const before = used();
    await run([fileURLToPath(PROGRAM), "--help"]);
    times.push(used() - before);
  }
  return median(times);
}

async function embeddedRows(): Promise<Row[]> {
  const first: Start[] = [];
  const again: Start[] = [];
  const small: Start[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await withFolder(async (folder) => {
      const flags = ["--data-dir", await mkdtemp(join(folder, "data-"))];
      first.push(await start(flags));
      again.push(await start(flags));
      small.push(await start(flags, [SMALL_HEAP]));
    });
  }
  const [began, restarted, limited] = [middle(first), middle(again), middle(small)];
  return [
    below("first start, embedded: processor time until ready", began.cpu, 3, seconds),
    below("first start, embedded: largest resident memory", began.peak, 300, mib),
    info("first start, embedded: resident after 5 s", mib(began.rest)),
    below("restart, embedded: processor time until ready", restarted.cpu, 1.5, seconds),
    info("restart, embedded: largest resident memory", mib(restarted.peak)),
    below("restart, embedded: resident after 5 s", restarted.rest, 200, mib),
    info(`restart, embedded, ${SMALL_HEAP}: largest resident memory`, mib(limited.peak)),
  ];
}

async function postgresRows(): Promise<Row[]> {
  const postgres = await startPostgres();
  process.env.POSTERN_ENCRYPTION__KEY = randomBytes(32).toString("base64");
  try {
    const flags = ["--database-dsn", await postgres.createDatabase("start")];
    const first = await start(flags);
    const again: Start[] = [];
    for (let round = 0; round < ROUNDS; round++) again.push(await start(flags));
    const restarted = middle(again);
    return [
      info("first start, Postgres: largest resident memory", mib(first.peak)),
      below("restart, Postgres: processor time until ready", restarted.cpu, 0.8, seconds),
      below("restart, Postgres: resident after 5 s", restarted.rest, 100, mib),
    ];
  } finally {
    delete process.env.POSTERN_ENCRYPTION__KEY;
    await postgres.stop();
  }
}

export async function benchStart(): Promise<BenchResult> {
  const title = "Start and memory of the bundled program";
  if (!existsSync("/proc/self/status")) {
    return { title, rows: [info("start and memory", "SKIPPED: needs /proc of Linux")] };
  }
  if (!isCurrent(ROOT) && (await run(["scripts/build-program.ts"])) !== 0) {
    throw new Error("the program could not be bundled");
  }
  return {
    title,
    rows: [
      ...(await embeddedRows()),
      ...(await postgresRows()),
      below("postern --help: processor time", await helpTime(), 0.2, seconds),
    ],
  };
}
