/**
 * Fenced blocks of the documentation. A block that a test runs is marked by a comment in front of it:
 * `<!-- test: name key=value … -->`. A block that cannot run says why: `<!-- not run: reason -->`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");

export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Empty when the block is not marked. */
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  /** The reason when the page says that it is not run. */
  readonly notRun: string | undefined;
}

const FENCE = /^( *)```([\w-]*)\s*$/;
const MARK = /^ *<!-- test: (\S+)((?: [\w-]+=\S+)*) -->\s*$/;
const NOT_RUN = /^ *<!-- not run: (.+) -->\s*$/;

export const readPage = (page: string): string => readFileSync(join(ROOT, page), "utf8");

/** Every fenced block of a page, in order. */
export function readBlocks(page: string): Block[] {
  const lines = readPage(page).split("\n");
  const blocks: Block[] = [];
  let mark: Pick<Block, "name" | "options" | "notRun"> = {
    name: "",
    options: {},
    notRun: undefined,
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, indent, language] = FENCE.exec(line) ?? [];
    if (indent === undefined) {
      mark = readMark(line) ?? (line.trim() === "" ? mark : UNMARKED);
      continue;
    }
    const start = at + 1;
    const close = lines.findIndex((other, index) => index >= start && other.trim() === "```");
    if (close < 0) throw new Error(`${page}:${start}: the block is not closed`);
    const text = lines
      .slice(start, close)
      .map((inner) => inner.slice(indent.length))
      .join("\n");
    blocks.push({ page, line: start, language: language ?? "", text, ...mark });
    mark = UNMARKED;
    at = close;
  }
  return blocks;
}

const UNMARKED = { name: "", options: {}, notRun: undefined };

function readMark(line: string): Pick<Block, "name" | "options" | "notRun"> | undefined {
  const [, reason] = NOT_RUN.exec(line) ?? [];
  if (reason !== undefined) return { ...UNMARKED, notRun: reason };
  const [, name, rest = ""] = MARK.exec(line) ?? [];
  if (name === undefined) return undefined;
  const options = rest
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  return { name, options: Object.fromEntries(options), notRun: undefined };
}

/** The one block of that name. */
export function blockNamed(page: string, name: string): Block {
  const found = readBlocks(page).filter((block) => block.name === name);
  const [block] = found;
  if (!block || found.length > 1) throw new Error(`${page} has ${found.length} blocks "${name}"`);
  return block;
}
