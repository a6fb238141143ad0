/** N-10: a glob without braces, matched as doublestar does, in O(text × pattern). */

import type { GlobProgram, StepMeter } from "./glob-program.ts";
import { inClass, SLASH } from "./glob-program.ts";

/**
 * Runs the text from character `textFrom` against the pattern from place `patternFrom`. The first
 * `*` or whole `**` that gets as far as the next one is never reconsidered, so two marks suffice. A
 * `*` does not leave its segment: each segment of the text meets each segment of the pattern once.
 * Allocation free.
 */
export function matchGreedy(
  { tokens, endsAt }: GlobProgram,
  text: string,
  textFrom: number,
  patternFrom: number,
  meter?: StepMeter,
): boolean {
  let at = textFrom;
  let place = patternFrom;
  let segmentStart = patternFrom === 0;
  let starPlace = -1; // where to go on after the last `*`, and how far it reaches
  let starEnd = 0;
  let wholePlace = -1; // the same for the last whole `**`
  let wholeEnd = 0;
  while (at < text.length) {
    if (meter) meter.steps += 1;
    const rune = text.codePointAt(at) ?? 0;
    const token = tokens[place];
    if (token?.kind === "star") {
      if (!segmentStart || token.whole === "no") {
        segmentStart = false;
        starPlace = place = token.next;
        starEnd = at;
        continue;
      }
      if (token.whole === "rest") return true;
      wholePlace = place = token.whole;
      wholeEnd = at;
      starPlace = -1;
      continue;
    }
    if (token && token.kind !== "braces") {
      const literal = token.kind === "literal";
      if (
        literal ? token.rune === rune : token.kind === "any" ? rune !== SLASH : inClass(token, rune)
      ) {
        segmentStart = literal && rune === SLASH;
        place = token.next;
        at += width(rune);
        continue;
      }
    }
    const skipped = starPlace < 0 ? SLASH : (text.codePointAt(starEnd) ?? SLASH);
    if (skipped !== SLASH) {
      starEnd += width(skipped);
      at = starEnd;
      place = starPlace;
      segmentStart = false;
      continue;
    }
    const slash = wholePlace < 0 ? -1 : text.indexOf("/", wholeEnd);
    if (slash < 0) return false;
    wholeEnd = at = slash + 1;
    place = wholePlace;
    segmentStart = true;
  }
  return endsAt[place] === 1;
}

function width(rune: number): number {
  return rune > 0xffff ? 2 : 1;
}
