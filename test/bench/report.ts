/** Files of machines in docs/reference/performance: written by a run, and compared with each other. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { basename, join } from "node:path";
import {
  compareMachines,
  machineName,
  mergeSections,
  readMachine,
  type Section,
  writeMachine,
} from "./machine-file.ts";
import type { BenchResult, Row } from "./result.ts";

const FOLDER = join(import.meta.dirname, "../../docs/reference/performance");
/** More than this many others at work per core before the run makes its numbers doubtful. */
const QUIET = 0.25;

const model = (cpus()[0]?.model ?? "unknown processor").replace(/\((?:R|TM)\)/g, "").trim();
const machine = `${model}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;

/** Said at the start, and above each table: taken before the first bench, so that the benches do not count as noise. */
export function circumstances(): string {
  const [busy = 0] = loadavg();
  const quiet = busy / availableParallelism() <= QUIET;
  const noise = quiet ? "" : ": **a busy machine, these numbers are disturbed**";
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}, Node ${process.version}, load average before it ${busy.toFixed(2)}${noise}.`;
}

const verdict = ({ holds }: Row) => (holds === undefined ? "" : holds ? "holds" : "**fails**");

export function table(when: string, { title, rows }: BenchResult): string {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.value} | ${row.target ?? ""} | ${verdict(row)} |`,
  );
  const head = [
    `### ${title}`,
    "",
    when,
    "",
    "| What | Measured | Target | |",
    "|---|---|---|---|",
  ];
  return [...head, ...lines].join("\n");
}

export const printed = (when: string, title: string, text: string): string =>
  `### ${title}\n\n${when}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\``;

const fileOf = (name: string) => join(FOLDER, `${name}.md`);

/** @param asked benches of this run: of one that did not finish nothing older stays */
export async function keep(
  sections: readonly Section[],
  order: readonly string[],
  asked: ReadonlySet<string>,
): Promise<string> {
  const file = fileOf(process.env.BENCH_MACHINE ?? machineName(machine));
  const before = existsSync(file) ? readMachine(await readFile(file, "utf8")) : undefined;
  const head =
    before?.head ??
    `# ${machine}\n\nWhat \`npm run bench\` measured on this machine: [what is measured, and how](index.md), [what it says](../../performance.md).\n\n- ${process.platform} ${process.arch}`;
  const kept = (before?.sections ?? []).filter(({ bench }) => !asked.has(bench));
  await writeFile(file, writeMachine(head, mergeSections(kept, sections, order)));
  await list(file);
  return file;
}

const LIST = "<!-- machines -->\n";

/** Readers find a machine by the page of the folder. */
async function list(file: string): Promise<void> {
  const page = join(FOLDER, "index.md");
  const text = await readFile(page, "utf8");
  const link = `(${basename(file)})`;
  if (!text.includes(link)) {
    await writeFile(page, text.replace(LIST, `${LIST}- [${machine}]${link}\n`));
  }
}

/** @param names files of the folder without their ending, or paths */
export async function compare(names: readonly [string, string]): Promise<string> {
  const [first, second] = await Promise.all(
    names.map((name) => readFile(existsSync(name) ? name : fileOf(name), "utf8")),
  );
  const rows = compareMachines(first ?? "", second ?? "");
  return [["", ...names, "times"], ...rows].map((row) => row.join("\t")).join("\n");
}
