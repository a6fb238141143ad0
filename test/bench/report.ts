/** The measured part of docs/performance.md, between its two markers. */
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import type { BenchResult, Row } from "./result.ts";

const DOCUMENT = new URL("../../docs/performance.md", import.meta.url);
const BEGIN = "<!-- measured: begin -->";
const END = "<!-- measured: end -->";
/** More than this many others at work per core before the run makes its numbers doubtful. */
const QUIET = 0.25;

export interface Printed {
  readonly title: string;
  readonly text: string;
}

/** Taken before the first bench, so that the benches do not count as noise. */
export function machineFacts(): string[] {
  const cores = availableParallelism();
  const [busy = 0] = loadavg();
  const model = cpus()[0]?.model ?? "unknown processor";
  const quiet = busy / cores <= QUIET;
  return [
    `${cores} cores (${model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB memory`,
    `Node ${process.version} on ${process.platform} ${process.arch}`,
    `load average before the run ${busy.toFixed(2)}: ${quiet ? "a quiet machine" : "**a busy machine: these numbers are disturbed**"}`,
  ];
}

const verdict = ({ holds }: Row) => (holds === undefined ? "" : holds ? "holds" : "**fails**");

function table({ title, rows }: BenchResult): string {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.value} | ${row.target ?? ""} | ${verdict(row)} |`,
  );
  return [`### ${title}`, "", "| What | Measured | Target | |", "|---|---|---|---|", ...lines].join(
    "\n",
  );
}

const block = ({ title, text }: Printed) => `### ${title}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\``;

export async function writeReport(
  facts: readonly string[],
  results: readonly BenchResult[],
  printed: readonly Printed[],
): Promise<void> {
  const document = await readFile(DOCUMENT, "utf8");
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error("docs/performance.md has lost its markers");
  const measured = [
    `Measured on ${new Date().toISOString().slice(0, 10)}.`,
    facts.map((fact) => `- ${fact}`).join("\n"),
    ...results.map(table),
    ...printed.map(block),
  ].join("\n\n");
  const head = document.slice(0, begin + BEGIN.length);
  await writeFile(DOCUMENT, `${head}\n\n${measured}\n\n${document.slice(end)}`);
}
