/** N-10: a glob with braces as a nondeterministic automaton, run in O(text × pattern). */

import type { GlobProgram, StepMeter } from "./glob-program.ts";
import { inClass, SLASH } from "./glob-program.ts";

/**
 * Runs the text from character `textFrom` against the pattern from place `patternFrom`. States are
 * numbered 4 × place + what waits there:
 * 0 the place itself · 1 the same at the start of a segment · 2 inside `*` · 3 inside a whole `**`.
 */
export function matchStates(
  program: GlobProgram,
  text: string,
  textFrom: number,
  patternFrom: number,
  meter: StepMeter = { steps: 0 },
): boolean {
  const { tokens, endsAt } = program;
  const seen = new Int32Array(4 * (tokens.length + 1)).fill(-1);
  let arrived: number[] = [4 * patternFrom + (patternFrom === 0 ? 1 : 0)];
  let next: number[] = [];
  for (let at = textFrom; at < text.length; ) {
    const rune = text.codePointAt(at) ?? 0;
    // The list grows while it is walked: states reached without reading a character are appended.
    for (let i = 0; i < arrived.length; i++) {
      const state = arrived[i] ?? 0;
      meter.steps += 1;
      if (seen[state] === at) continue;
      seen[state] = at;
      const place = state >> 2;
      const waiting = state & 3;
      if (waiting === 2) {
        if (rune !== SLASH) next.push(state, 4 * place);
        continue;
      }
      if (waiting === 3) {
        next.push(state);
        if (rune === SLASH) next.push(4 * place + 1);
        continue;
      }
      const token = tokens[place];
      if (!token) continue;
      if (token.kind === "literal") {
        if (token.rune === rune) next.push(4 * token.next + (rune === SLASH ? 1 : 0));
      } else if (token.kind === "star") {
        if (waiting === 0 || token.whole === "no") {
          arrived.push(4 * token.next + 2, 4 * token.next);
        } else if (token.whole === "rest") {
          return true;
        } else {
          arrived.push(4 * token.whole + 3, 4 * token.whole + 1);
        }
      } else if (token.kind === "braces") {
        for (const start of token.starts) arrived.push(4 * start + waiting);
      } else if (token.kind === "any" ? rune !== SLASH : inClass(token, rune)) {
        next.push(4 * token.next);
      }
    }
    if (next.length === 0) return false;
    [arrived, next] = [next, arrived];
    next.length = 0;
    at += rune > 0xffff ? 2 : 1;
  }
  return arrived.some((state) => (state & 3) < 2 && endsAt[state >> 2] === 1);
}
