/** Glob patterns of permissions, in the spelling of canonical requests (A-1), compiled when first needed. */

import { compileGlob, type Glob } from "../std/glob.ts";
import { decodeEscapes } from "../std/request-path.ts";

const SPECIAL = /[*?[{\\]/;

/**
 * One pattern. Compiling costs microseconds, so at 10,000 permissions it waits until a request
 * gets to the pattern.
 */
export class Pattern {
  readonly source: string;
  /** True when nothing in the text is special: it matches exactly itself. */
  readonly literal: boolean;
  #glob: Glob | undefined;

  constructor(source: string) {
    this.source = source;
    this.literal = !SPECIAL.test(source);
  }

  /** True when the whole text matches; a malformed pattern matches nothing. */
  matches(text: string): boolean {
    if (this.literal) return text === this.source;
    this.#glob ??= compileGlob(this.source);
    return this.#glob.matches(text);
  }
}

/** A segment that is `*` alone: any one segment. No literal segment is spelled like this. */
export const ANY_SEGMENT = "*";

const LEADING = /^(?:(?:\*|[^*?[{\\/]*)\/)*/;

/**
 * The segments a text must begin with to match: the leading ones that are literal or `*` alone. A
 * text that ends after them may match too (`/a/**` and `/a`). None: the pattern says nothing.
 */
export function leadingSegments({ source }: Pattern): readonly string[] {
  const leading = LEADING.exec(source)?.[0] ?? "";
  const last = source.slice(leading.length);
  if (last === ANY_SEGMENT || !SPECIAL.test(last)) return source.split("/");
  return leading === "" ? [] : leading.slice(0, -1).split("/");
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
