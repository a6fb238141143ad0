/** The file that holds what one machine measured: one section for each bench, so that two machines can be compared. */

/** What a bench measured, as it stands in the file. */
export interface Section {
  /** The name by which the bench is asked for. */
  readonly bench: string;
  /** From its heading on. */
  readonly text: string;
}

const MARK = /^<!-- bench: ([\w-]+) -->$/m;

/** The part above the first section, and the sections. */
export function readMachine(file: string): { readonly head: string; readonly sections: Section[] } {
  const [head = "", ...rest] = file.split(MARK);
  const sections: Section[] = [];
  for (let at = 0; at + 1 < rest.length; at += 2) {
    sections.push({ bench: rest[at] ?? "", text: (rest[at + 1] ?? "").trim() });
  }
  return { head: head.trim(), sections };
}

export function writeMachine(head: string, sections: readonly Section[]): string {
  const marked = sections.map(({ bench, text }) => `<!-- bench: ${bench} -->\n\n${text}`);
  return `${[head, ...marked].join("\n\n")}\n`;
}

/** Those of before with the new ones in their place, in the order of all benches. */
export function mergeSections(
  before: readonly Section[],
  now: readonly Section[],
  order: readonly string[],
): Section[] {
  const by = new Map([...before, ...now].map((section) => [section.bench, section]));
  return order.flatMap((bench) => by.get(bench) ?? []);
}

/** Names of files, from processor, cores and memory. */
export const machineName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\([a-z]+\)/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Values by bench and row; the text of benches that print for themselves has no rows. */
function rowsOf(file: string): Map<string, string> {
  const rows = new Map<string, string>();
  for (const { bench, text } of readMachine(file).sections) {
    for (const [, what = "", value = ""] of text.matchAll(/^\| (.+?) \| (.+?) \|/gm)) {
      if (what !== "What") rows.set(`${bench}: ${what}`, value);
    }
  }
  return rows;
}

/** The processor time of an answer where a row has one: a rate says more about the load. */
function numberIn(value: string | undefined): number {
  const cost = value && /([\d.]+) µs/.exec(value)?.[1];
  return Number(cost ?? value?.replaceAll(",", "").match(/^[\d.]+/)?.[0] ?? Number.NaN);
}

/** Rows of two machines side by side, with the number of the second in those of the first. */
export function compareMachines(first: string, second: string): string[][] {
  const [one, two] = [rowsOf(first), rowsOf(second)];
  return [...new Set([...one.keys(), ...two.keys()])].map((what) => {
    const [here, there] = [one.get(what), two.get(what)];
    const times = numberIn(there) / numberIn(here);
    return [what, here ?? "", there ?? "", Number.isFinite(times) ? times.toFixed(2) : ""];
  });
}
