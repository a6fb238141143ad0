/** Go's layouts: a reference time whose parts say how a time is written. */

export const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
export const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** Literal text, then one part; the last piece has the part "". */
export type LayoutPiece = { before: string; part: string };

const PART =
  /January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|002|0[1-6]|15|1|2006|__2|_2(?!006)|2|3|4|5|PM|pm|[-Z]07:00:00|[-Z]070000|[-Z]07:00|[-Z]0700|[-Z]07|[.,](?:0+|9+)(?![0-9])/g;

export function readLayout(layout: string): LayoutPiece[] {
  const pieces: LayoutPiece[] = [];
  let at = 0;
  for (const { 0: part, index } of layout.matchAll(PART)) {
    pieces.push({ before: layout.slice(at, index), part });
    at = index + part.length;
  }
  return [...pieces, { before: layout.slice(at), part: "" }];
}
