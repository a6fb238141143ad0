/** Reads a pattern in the syntax of RE2, which Go's regexp has. There are no back-references. */

import {
  type Has,
  not,
  perlClass,
  posixClass,
  type Range,
  setOf,
  unicodeClass,
} from "./classes.ts";
import { type Pattern, refusal, type Tree } from "./tree.ts";

/** `(?i)`: case is ignored; `m`: ^ and $ at lines; `s`: a dot takes line ends; `U`: lazy first. */
type Flags = { i: boolean; m: boolean; s: boolean; U: boolean };

/** As RE2 allows. */
const MAX_REPEATS = 1000;
const MAX_DEPTH = 100;

const ESCAPES: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["f", 12],
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["v", 11],
]);

export function parsePattern(text: string): Pattern {
  return new Parser([...text]).pattern();
}

class Parser {
  private readonly text: readonly string[];
  private at = 0;
  private depth = 0;
  private groups = 0;
  private readonly names = new Map<string, number[]>();
  private flags: Flags = { i: false, m: false, s: false, U: false };

  constructor(text: readonly string[]) {
    this.text = text;
  }

  pattern(): Pattern {
    const tree = this.choice();
    if (this.at < this.text.length) throw refusal("unexpected )");
    return { tree, groups: this.groups, names: this.names };
  }

  private choice(): Tree {
    const options = [this.sequence()];
    while (this.takes("|")) options.push(this.sequence());
    const [only] = options;
    return options.length === 1 && only ? only : { kind: "choice", options };
  }

  private sequence(): Tree {
    const parts: Tree[] = [];
    while (this.at < this.text.length && !"|)".includes(this.text[this.at] ?? "")) {
      const start = this.at;
      const atom = this.atom();
      if (atom) parts.push(this.repeated(atom, start));
    }
    return { kind: "sequence", parts };
  }

  /** One item; undefined for flags, which match nothing. */
  private atom(): Tree | undefined {
    const character = this.text[this.at] ?? "";
    this.at += 1;
    switch (character) {
      case "(":
        return this.group();
      case "[":
        return { kind: "set", has: this.bracket() };
      case ".": {
        const { s } = this.flags;
        return { kind: "set", has: s ? () => true : (point) => point !== 10 };
      }
      case "^":
        return { kind: "place", place: this.flags.m ? "line start" : "text start" };
      case "$":
        return { kind: "place", place: this.flags.m ? "line end" : "text end" };
      case "*":
      case "+":
      case "?":
        throw refusal(`missing argument to repetition operator: ${character}`);
      case "\\":
        return this.escape();
      default:
        return this.literal(character.codePointAt(0) ?? 0);
    }
  }

  private literal(point: number): Tree {
    return { kind: "set", has: setOf([[point, point]], this.flags.i) };
  }

  private repeated(tree: Tree, start: number): Tree {
    const bounds = this.quantifier();
    if (!bounds) return tree;
    const [least, most] = bounds;
    const lazy = this.takes("?") !== this.flags.U;
    const written = this.text.slice(start, this.at).join("");
    if (most !== Number.POSITIVE_INFINITY && most > MAX_REPEATS) {
      throw refusal(`invalid repeat count: ${written}`);
    }
    if (least > MAX_REPEATS || least > most) throw refusal(`invalid repeat count: ${written}`);
    const before = this.at;
    if (this.quantifier()) {
      this.at = before;
      throw refusal(`invalid nested repetition operator: ${written}`);
    }
    return { kind: "repeat", tree, least, most, lazy };
  }

  /** `{2,3}` that is not written so stands for itself. */
  private quantifier(): [number, number] | undefined {
    const endless = Number.POSITIVE_INFINITY;
    if (this.takes("*")) return [0, endless];
    if (this.takes("+")) return [1, endless];
    if (this.takes("?")) return [0, 1];
    if (this.text[this.at] !== "{") return undefined;
    const close = this.text.indexOf("}", this.at);
    const inside =
      close < 0 || close > this.at + 20 ? "" : this.text.slice(this.at + 1, close).join("");
    const [found, least = "", comma = "", most = ""] = /^(\d+)(?:(,)(\d*))?$/.exec(inside) ?? [];
    if (found === undefined) return undefined;
    this.at = close + 1;
    return [Number(least), comma === "" ? Number(least) : most === "" ? endless : Number(most)];
  }

  private group(): Tree | undefined {
    const outer = this.flags;
    let index: number | undefined;
    if (!this.takes("?")) index = ++this.groups;
    else if (this.takes("P<") || this.takes("<")) index = this.named();
    else if (this.readFlags() === ")") return undefined;
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw refusal("expression nests too deeply");
    const tree = this.choice();
    this.depth -= 1;
    if (!this.takes(")")) throw refusal("missing closing )");
    this.flags = outer;
    return index === undefined ? tree : { kind: "group", index, tree };
  }

  private named(): number {
    const close = this.text.indexOf(">", this.at);
    const name = close < 0 ? "" : this.text.slice(this.at, close).join("");
    if (!/^\w+$/.test(name)) throw refusal(`invalid named capture: <${name}`);
    this.at = close + 1;
    this.groups += 1;
    this.names.set(name, [...(this.names.get(name) ?? []), this.groups]);
    return this.groups;
  }

  /** `(?i-s)` holds for what follows, `(?i:` for the group; tells which ended it. */
  private readFlags(): ":" | ")" {
    const flags = { ...this.flags };
    let value = true;
    while (this.at < this.text.length) {
      const flag = this.text[this.at] ?? "";
      this.at += 1;
      if (flag === ":" || flag === ")") {
        this.flags = flags;
        return flag;
      }
      if (flag === "-" && value) value = false;
      else if (flag === "i" || flag === "m" || flag === "s" || flag === "U") flags[flag] = value;
      else break;
    }
    throw refusal("invalid or unsupported Perl syntax");
  }

  private escape(): Tree | undefined {
    const letter = this.text[this.at];
    if (letter === undefined) throw refusal("trailing backslash at end of expression");
    if (letter === "Q") return this.quoted();
    const has = this.classEscape();
    if (has) return { kind: "set", has };
    const place = PLACES.get(letter);
    if (place === undefined) return this.literal(this.escapedPoint());
    this.at += 1;
    return { kind: "place", place };
  }

  /** `\Q…\E`: everything stands for itself. */
  private quoted(): Tree {
    this.at += 1;
    const parts: Tree[] = [];
    while (this.at < this.text.length && !this.takes("\\E")) {
      parts.push(this.literal(this.text[this.at]?.codePointAt(0) ?? 0));
      this.at += 1;
    }
    return { kind: "sequence", parts };
  }

  /** `\d`, `\pL`, `\P{Greek}` behind the backslash. */
  private classEscape(): Has | undefined {
    const letter = this.text[this.at] ?? "";
    const has = perlClass(letter, this.flags.i);
    if (has) {
      this.at += 1;
      return has;
    }
    if (letter !== "p" && letter !== "P") return undefined;
    this.at += 1;
    let name = this.text[this.at] ?? "";
    this.at += 1;
    if (name === "{") {
      const close = this.text.indexOf("}", this.at);
      name = close < 0 ? "" : this.text.slice(this.at, close).join("");
      this.at = close + 1;
    }
    const negative = name.startsWith("^");
    const found = unicodeClass(negative ? name.slice(1) : name, this.flags.i);
    return negative === (letter === "P") ? found : not(found);
  }

  private escapedPoint(): number {
    const letter = this.text[this.at] ?? "";
    const known = ESCAPES.get(letter);
    const rest = this.text.slice(this.at, this.at + 12).join("");
    const [found, braced, plain, octal] =
      /^x\{([0-9a-fA-F]{1,6})\}|^x([0-9a-fA-F]{2})|^(0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest) ?? [];
    const point =
      octal === undefined ? Number.parseInt(braced ?? plain ?? "", 16) : Number.parseInt(octal, 8);
    if (found !== undefined && point <= 0x10ffff) {
      this.at += found.length;
      return point;
    }
    if (known === undefined && !/^[!-/:-@[-`{-~]$/.test(letter)) {
      throw refusal(`invalid escape sequence: \\${letter}`);
    }
    this.at += 1;
    return known ?? letter.codePointAt(0) ?? 0;
  }

  /** What is between `[` and `]`. */
  private bracket(): Has {
    const negative = this.takes("^");
    const sets: Has[] = [];
    const ranges: Range[] = [];
    for (let first = true; first || this.text[this.at] !== "]"; first = false) {
      if (this.at >= this.text.length) throw refusal("missing closing ]");
      if (this.takes("[:")) {
        const close = this.text.indexOf(":", this.at);
        if (close < 0 || this.text[close + 1] !== "]") throw refusal("missing closing ]");
        sets.push(posixClass(this.text.slice(this.at, close).join(""), this.flags.i));
        this.at = close + 2;
        continue;
      }
      const has = this.text[this.at] === "\\" ? this.bracketClass() : undefined;
      if (has) sets.push(has);
      else ranges.push(this.range());
    }
    this.at += 1;
    const plain = setOf(ranges, this.flags.i && ranges.length > 0);
    const has: Has = (point) => plain(point) || sets.some((set) => set(point));
    return negative ? not(has) : has;
  }

  private bracketClass(): Has | undefined {
    this.at += 1;
    const has = this.classEscape();
    if (!has) this.at -= 1;
    return has;
  }

  private range(): Range {
    const from = this.bracketPoint();
    const hyphen = this.text[this.at] === "-" && this.text[this.at + 1] !== "]";
    if (!hyphen) return [from, from];
    this.at += 1;
    const to = this.bracketPoint();
    if (to < from) throw refusal("invalid character class range");
    return [from, to];
  }

  private bracketPoint(): number {
    const character = this.text[this.at];
    if (character === undefined) throw refusal("missing closing ]");
    this.at += 1;
    return character === "\\" ? this.escapedPoint() : (character.codePointAt(0) ?? 0);
  }

  private takes(wanted: string): boolean {
    for (let index = 0; index < wanted.length; index++) {
      if (this.text[this.at + index] !== wanted[index]) return false;
    }
    this.at += wanted.length;
    return true;
  }
}

const PLACES: ReadonlyMap<string, "text start" | "text end" | "word edge" | "no edge"> = new Map([
  ["A", "text start"],
  ["z", "text end"],
  ["b", "word edge"],
  ["B", "no edge"],
]);
