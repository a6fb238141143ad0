/** Glob patterns of permissions, in the spelling of canonical requests, compiled when first needed. */

import { compileGlob, type Glob } from "../std/glob.ts";
import { decodeEscapes } from "../std/request-path.ts";

const SPECIAL = /[*?[{\\]/;

/**
 * One pattern. Compiling costs microseconds, so at 10,000 permissions it waits until a request
 * gets to the pattern; the index needs only `prefix`.
 */
export class Pattern {
  readonly source: string;
  /** True when nothing in the text is special: it matches exactly itself. */
  readonly literal: boolean;
  /** As `Glob.literalPrefix`, but ends before the first escape; a match is this or goes on with `/`. */
  readonly prefix: string;
  #glob: Glob | undefined;

  constructor(source: string) {
    const special = source.search(SPECIAL);
    const slash = special < 0 ? source.length : source.lastIndexOf("/", special);
    this.source = source;
    this.literal = special < 0;
    this.prefix = source.slice(0, Math.max(slash, 0));
  }

  /** True when the whole text matches; a malformed pattern matches nothing. */
  matches(text: string): boolean {
    if (this.literal) return text === this.source;
    this.#glob ??= compileGlob(this.source);
    return this.#glob.matches(text);
  }
}

const ESCAPED = /\\[\s\S]|(?:%[0-9A-Fa-f]{2})+/g;
const MEANINGFUL = /[*?[\]{},!^\\-]/g;

/**
 * A path pattern. `%20` in it means the character it stands for, as in a request; an escape that
 * requests are refused for stays and matches nothing.
 */
export function pathPattern(source: string): Pattern {
  if (!source.includes("%")) return new Pattern(source);
  const decoded = source.replace(ESCAPED, (run) => {
    const text = run.startsWith("\\") ? undefined : decodeEscapes(run);
    return text?.replace(MEANINGFUL, "\\$&") ?? run;
  });
  return new Pattern(decoded);
}

const FINAL_DOT = /(?<=[a-z0-9_-])\.(?=$|:[0-9*]+$)/;

/** A host pattern: lower case, without the dot after a literal name. */
export function hostPattern(source: string): Pattern {
  return new Pattern(source.toLowerCase().replace(FINAL_DOT, ""));
}
