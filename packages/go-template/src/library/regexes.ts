/** Functions with RE2 regular expressions, whose work is bounded for every pattern. */

import { type Budget, Output } from "../budget.ts";
import { parsePattern } from "../regex/parse.ts";
import { compile, type Program } from "../regex/program.ts";
import { type Match, Search } from "../regex/search.ts";
import { List } from "../value.ts";
import { type Library, takes, withMust } from "./define.ts";

/** One execution reads a pattern once. */
const programs = new WeakMap<Budget, Map<string, Program>>();

function programOf(pattern: string, budget: Budget): Program {
  const known = programs.get(budget) ?? new Map<string, Program>();
  programs.set(budget, known);
  const program = known.get(pattern) ?? newProgram(pattern, budget);
  known.set(pattern, program);
  return program;
}

function newProgram(pattern: string, budget: Budget): Program {
  budget.spend(pattern.length);
  const program = compile(parsePattern(pattern));
  budget.spend(program.steps.length);
  return program;
}

/** A text seen as code points, and a pattern at work on it. */
class Subject {
  readonly program: Program;
  private readonly characters: readonly string[];
  private readonly search: Search;

  constructor(pattern: string, text: string, budget: Budget) {
    this.program = programOf(pattern, budget);
    this.characters = [...text];
    budget.spendOn(this.characters.length * 16);
    const points = this.characters.map((character) => character.codePointAt(0) ?? 0);
    this.search = new Search(this.program, points, budget);
  }

  get length(): number {
    return this.characters.length;
  }

  first(from = 0): Match | undefined {
    return this.search.from(from);
  }

  /** At most `most` matches; an empty one right behind another does not count. */
  matches(most: bigint): Match[] {
    const found: Match[] = [];
    let before = -1;
    for (let at = 0; at <= this.length && (most < 0n || BigInt(found.length) < most); ) {
      const match = this.first(at);
      if (!match) break;
      const [start = 0, end = 0] = match;
      if (end !== at || start !== before) found.push(match);
      at = end === at ? at + 1 : end;
      before = end;
    }
    return found;
  }

  /** The text between two places; nothing for a group that took no part. */
  text(from: number | undefined, to: number | undefined): string {
    if (from === undefined || to === undefined || from < 0) return "";
    return this.characters.slice(from, to).join("");
  }

  /** Every match replaced by what `write` makes of it. */
  replaced(write: (match: Match) => string, budget: Budget): string {
    const output = new Output(budget);
    let last = 0;
    for (let at = 0; at <= this.length; ) {
      const match = this.first(at);
      if (!match) break;
      const [start = 0, end = 0] = match;
      output.write(this.text(last, start));
      if (end > last || start === 0) output.write(write(match));
      last = end;
      at = Math.max(at + 1, end);
    }
    output.write(this.text(last, this.length));
    return output.text;
  }
}

const REFERENCE = /\$(?:\$|([0-9A-Za-z_]+)|\{([0-9A-Za-z_]+)\})/g;

/** `$1`, `${1}` and `${name}` in a replacement stand for groups, `$$` for a dollar. */
function expanded(replacement: string, subject: Subject, match: Match): string {
  return replacement.replace(REFERENCE, (_, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    if (name === undefined) return "$";
    const groups = /^\d+$/.test(name) ? [Number(name)] : (subject.program.names.get(name) ?? []);
    const group = groups.find((index) => (match[index * 2] ?? -1) >= 0);
    return group === undefined ? "" : subject.text(match[group * 2], match[group * 2 + 1]);
  });
}

function split(pattern: string, text: string, most: bigint, budget: Budget): string[] {
  const subject = new Subject(pattern, text, budget);
  if (most === 0n) return [];
  if (pattern !== "" && text === "") return [""];
  const parts: string[] = [];
  let from = 0;
  let last = 0;
  for (const [start = 0, end = 0] of subject.matches(most)) {
    if (most > 0n && BigInt(parts.length) === most - 1n) break;
    last = start;
    if (end !== 0) parts.push(subject.text(from, start));
    from = end;
  }
  return last === subject.length ? parts : [...parts, subject.text(from, subject.length)];
}

const named: Library = {
  regexMatch: takes(["text", "text"], ([pattern, text], budget) => {
    return new Subject(pattern, text, budget).first() !== undefined;
  }),
  regexFind: takes(["text", "text"], ([pattern, text], budget) => {
    const subject = new Subject(pattern, text, budget);
    const match = subject.first();
    return match ? subject.text(match[0], match[1]) : "";
  }),
  regexFindAll: takes(["text", "text", "integer"], ([pattern, text, most], budget) => {
    const subject = new Subject(pattern, text, budget);
    return new List(subject.matches(most).map(([start, end]) => subject.text(start, end)));
  }),
  regexReplaceAll: takes(["text", "text", "text"], ([pattern, text, replacement], budget) => {
    const subject = new Subject(pattern, text, budget);
    return subject.replaced((match) => expanded(replacement, subject, match), budget);
  }),
  regexReplaceAllLiteral: takes(["text", "text", "text"], ([pattern, text, by], budget) => {
    return new Subject(pattern, text, budget).replaced(() => by, budget);
  }),
  regexSplit: takes(["text", "text", "integer"], ([pattern, text, most], budget) => {
    return new List(split(pattern, text, most, budget));
  }),
};

export const regexes: Library = {
  ...withMust(Object.keys(named), named),
  regexQuoteMeta: takes(["text"], ([text]) => text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&")),
};
