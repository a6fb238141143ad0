/** A glob pattern parsed once into tokens that stand at the places of the pattern itself (N-10). */

/** Counts the steps of a match, so that tests can measure work instead of time. */
export interface StepMeter {
  steps: number;
}

/** The separator, as a code point. */
export const SLASH = 47;

const STAR = 42;
const OPEN = 123;
const MAX_RUNE = 0x10ffff;

/** What stands at a place of the pattern. `next` is the place after it; a place inside braces that ends an alternative is skipped. */
export type Token =
  | { readonly kind: "literal"; readonly rune: number; readonly next: number }
  | { readonly kind: "any"; readonly next: number }
  | {
      readonly kind: "class";
      readonly negated: boolean;
      readonly ranges: Ranges;
      readonly next: number;
    }
  | { readonly kind: "star"; readonly next: number; readonly whole: "no" | "rest" | number }
  | { readonly kind: "braces"; readonly starts: readonly number[] };

/** Pairs of inclusive bounds. */
type Ranges = readonly (readonly [low: number, high: number])[];

/** A compiled pattern. */
export interface GlobProgram {
  /** By place; none where a token goes on or an alternative ends. */
  readonly tokens: readonly (Token | undefined)[];
  /** 1 for every place from which a text that has ended still matches; one longer than `tokens`. */
  readonly endsAt: Uint8Array;
}

/**
 * Compiles a pattern; undefined when malformed: an unclosed or empty class, unclosed braces, a final
 * backslash. A `}` that closes nothing is a literal, as in doublestar.
 */
export function compileProgram(pattern: string): GlobProgram | undefined {
  const runes = Array.from(pattern, (character) => character.codePointAt(0) ?? 0);
  const braces = scanBraces(runes);
  if (!braces) return undefined;
  const tokens: (Token | undefined)[] = new Array(runes.length).fill(undefined);
  for (let at = 0; at < runes.length; ) {
    const rune = runes[at];
    const starts = braces.starts.get(at);
    let end = at + 1;
    if (starts) {
      tokens[at] = { kind: "braces", starts: starts.map(braces.resolve) };
    } else if (braces.resolve(at) !== at) {
      // ends an alternative: never visited
    } else if (rune === STAR) {
      tokens[at] = star(runes, at, braces.resolve);
    } else if (rune === 63) {
      tokens[at] = { kind: "any", next: braces.resolve(end) };
    } else if (rune === 91) {
      const parsed = parseClass(runes, at);
      if (!parsed) return undefined;
      end = parsed.end;
      tokens[at] = { kind: "class", ...parsed.set, next: braces.resolve(end) };
    } else {
      if (rune === 92) end += 1;
      const literal = runes[end - 1];
      if (literal === undefined) return undefined;
      tokens[at] = { kind: "literal", rune: literal, next: braces.resolve(end) };
    }
    at = end;
  }
  return { tokens, endsAt: endings(runes, tokens, braces.resolve) };
}

interface Braces {
  /** Where the alternatives of the braces opened at a place start. */
  readonly starts: ReadonlyMap<number, readonly number[]>;
  /** Leaves a finished alternative: from its `,` or `}` to the place after the closing brace. */
  readonly resolve: (at: number) => number;
}

function scanBraces(runes: readonly number[]): Braces | undefined {
  const starts = new Map<number, number[]>();
  const after = new Map<number, number>();
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  for (let at = 0; at < runes.length; at++) {
    const rune = runes[at];
    const inner = open[open.length - 1];
    if (rune === 92) {
      at += 1;
    } else if (rune === 91) {
      at = closingBracket(runes, at + 1);
    } else if (rune === OPEN) {
      open.push({ at, commas: [] });
    } else if (rune === 44 && inner) {
      inner.commas.push(at);
    } else if (rune === 125 && inner) {
      open.pop();
      starts.set(
        inner.at,
        [inner.at, ...inner.commas].map((before) => before + 1),
      );
      for (const end of [...inner.commas, at]) after.set(end, at + 1);
    }
  }
  if (open.length > 0) return undefined;
  // Right to left, each jump is resolved completely, so that chains of `}}}}` cost nothing later.
  const ends = [...after.keys()].sort((a, b) => b - a);
  for (const end of ends) {
    const next = after.get(end) ?? end;
    after.set(end, after.get(next) ?? next);
  }
  return { starts, resolve: (at) => after.get(at) ?? at };
}

/** The first `]` that is not escaped, or the end of the pattern. */
function closingBracket(runes: readonly number[], from: number): number {
  let at = from;
  while (at < runes.length && runes[at] !== 93) at += runes[at] === 92 ? 2 : 1;
  return at;
}

function parseClass(
  runes: readonly number[],
  open: number,
): { set: { negated: boolean; ranges: Ranges }; end: number } | undefined {
  const negated = runes[open + 1] === 33 || runes[open + 1] === 94;
  const first = open + (negated ? 2 : 1);
  const close = closingBracket(runes, first);
  if (close === first || close >= runes.length) return undefined;
  const ranges: [number, number][] = [];
  let low = MAX_RUNE; // doublestar's mark for "no lower bound yet"
  for (let at = first; at < close; ) {
    const dash = runes[at] === 45 && low < MAX_RUNE && at + 1 < close;
    if (dash) at += 1;
    if (runes[at] === 92) at += 1;
    const rune = runes[at] ?? 0;
    ranges.push([dash ? low : rune, rune]);
    low = dash ? MAX_RUNE : rune;
    at += 1;
  }
  return { set: { negated, ranges }, end: close + 1 };
}

/** `whole`: what `**` does at the start of a segment: match the rest, or go on after `**` and `/`. */
function star(runes: readonly number[], at: number, resolve: (at: number) => number): Token {
  const second = resolve(at + 1);
  if (runes[second] !== STAR) return { kind: "star", next: second, whole: "no" };
  const next = resolve(second + 1);
  if (next >= runes.length) return { kind: "star", next, whole: "rest" };
  const whole = runes[next] === SLASH ? resolve(next + 1) : "no";
  return { kind: "star", next, whole };
}

const EMPTY_REST: ReadonlySet<string> = new Set(["", "*", "**", "/**", "**/", "/**/"]);

/** doublestar's rule for an ended text: the rest of the pattern, as written, is one of a few. */
function endings(
  runes: readonly number[],
  tokens: readonly (Token | undefined)[],
  resolve: (at: number) => number,
): Uint8Array {
  const endsAt = new Uint8Array(runes.length + 1);
  for (let from = runes.length; from >= 0; from--) {
    const token = tokens[from];
    if (token?.kind === "braces") {
      endsAt[from] = token.starts.some((start) => endsAt[start] === 1) ? 1 : 0;
      continue;
    }
    let rest = "";
    for (let at = from; at < runes.length && rest.length < 5; at = resolve(at + 1)) {
      rest += String.fromCodePoint(runes[at] ?? 0);
    }
    endsAt[from] = EMPTY_REST.has(rest) ? 1 : 0;
  }
  return endsAt;
}

/** True when the class has the character; like doublestar's, a class may have `/`. */
export function inClass(token: Extract<Token, { kind: "class" }>, rune: number): boolean {
  for (const [low, high] of token.ranges) {
    if (low <= rune && rune <= high) return !token.negated;
  }
  return token.negated;
}
