/** The glob language of hosts and paths (auth-wire.md §3), Go's doublestar v4 `Match`; N-10. */

import { matchGreedy } from "./glob-greedy.ts";
import type { GlobProgram, StepMeter } from "./glob-program.ts";
import { compileProgram } from "./glob-program.ts";
import { matchStates } from "./glob-states.ts";

/** A compiled pattern. Matching takes time linear in the text for a given pattern. */
export interface Glob {
  /** The pattern as written. */
  readonly source: string;
  /** True when the pattern is not well formed; it then matches nothing. */
  readonly malformed: boolean;
  /** True when the pattern has no wildcard: it matches exactly `literalPrefix`. */
  readonly literal: boolean;
  /**
   * The leading whole segments without wildcards, unescaped, without the `/` after them: `/a/b` for
   * `/a/b/**`. A matching text is the prefix itself or goes on with `/`. Empty: says nothing.
   */
  readonly literalPrefix: string;
  /** True when the whole text matches; `meter` counts the steps taken. */
  matches(text: string, meter?: StepMeter): boolean;
}

const MAX_PATTERN_LENGTH = 1024;
const MAX_WILDCARDS = 128;
const MAX_DEPTH = 8;

/** Compiles any text, never throws. */
export function compileGlob(source: string): Glob {
  const program = compileProgram(source);
  if (!program) return glob(source, "", true, false, () => false);
  const { prefix, place } = literalSegments(program);
  if (place === program.tokens.length) return literalGlob(source, prefix);
  if (prefix !== "" && isSubtree(program, place)) return subtreeGlob(source, prefix);
  return programGlob(source, prefix, program, place);
}

/** Why a pattern must not be saved; undefined when it may be. Well-formedness is not judged here. */
export function globLimits(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH)
    return `pattern is longer than ${MAX_PATTERN_LENGTH} characters`;
  let wildcards = 0;
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "\\") at += 1;
    else if ("*?[{".includes(character)) wildcards += 1;
    if (character === "{") depth += 1;
    if (character === "}" && depth > 0) depth -= 1;
    if (depth > MAX_DEPTH) return `pattern nests braces deeper than ${MAX_DEPTH}`;
  }
  return wildcards > MAX_WILDCARDS ? `pattern has more than ${MAX_WILDCARDS} wildcards` : undefined;
}

// One function for each kind of glob, so that the simple kinds do not keep the program alive.

function literalGlob(source: string, prefix: string): Glob {
  return glob(source, prefix, false, true, (text) => text === prefix);
}

function subtreeGlob(source: string, prefix: string): Glob {
  return glob(source, prefix, false, false, (text) => startsWithSegments(text, prefix));
}

function programGlob(source: string, prefix: string, program: GlobProgram, place: number): Glob {
  const match = program.tokens.some((token) => token?.kind === "braces")
    ? matchStates
    : matchGreedy;
  return glob(source, prefix, false, false, (text, meter) => {
    return startsWithSegments(text, prefix) && match(program, text, prefix.length, place, meter);
  });
}

function glob(
  source: string,
  literalPrefix: string,
  malformed: boolean,
  literal: boolean,
  matches: Glob["matches"],
): Glob {
  return { source, malformed, literal, literalPrefix, matches };
}

/** The literal text before the last `/` that precedes a wildcard, and the place of that `/`. */
function literalSegments({ tokens }: GlobProgram): { prefix: string; place: number } {
  let text = "";
  let found = { prefix: "", place: 0 };
  let place = 0;
  while (place < tokens.length) {
    const token = tokens[place];
    if (token?.kind !== "literal") return found;
    const character = String.fromCodePoint(token.rune);
    if (character === "/") found = { prefix: text, place };
    text += character;
    place = token.next;
  }
  return { prefix: text, place };
}

/** True when nothing but `/` and a whole `**` is left; a text may end before that slash. */
function isSubtree({ tokens, endsAt }: GlobProgram, place: number): boolean {
  const slash = endsAt[place] === 1 ? tokens[place] : undefined;
  const rest = slash?.kind === "literal" ? tokens[slash.next] : undefined;
  return rest?.kind === "star" && rest.whole === "rest";
}

function startsWithSegments(text: string, prefix: string): boolean {
  if (prefix === "") return true;
  if (!text.startsWith(prefix)) return false;
  return text.length === prefix.length || text.charAt(prefix.length) === "/";
}
