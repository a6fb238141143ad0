/** Sets of characters, as RE2 has them: `\d`, `[a-z]`, `[[:alpha:]]`, `\p{Greek}`. */

import { refusal } from "./tree.ts";

/** Whether a code point belongs. */
export type Has = (point: number) => boolean;

/** From and to, both included. */
export type Range = readonly [number, number];

const ranges = (text: string): Range[] =>
  text.split(" ").map((pair): Range => [pair.charCodeAt(0), pair.charCodeAt(pair.length - 1)]);

const DIGIT = ranges("0-9");
const WORD = ranges("0-9 A-Z a-z _");
const SPACE: Range[] = [
  [9, 10],
  [12, 13],
  [32, 32],
];

/** After a backslash; a capital is what does not belong. */
const PERL: ReadonlyMap<string, readonly Range[]> = new Map([
  ["d", DIGIT],
  ["w", WORD],
  ["s", SPACE],
]);

const POSIX: ReadonlyMap<string, readonly Range[]> = new Map([
  ["alnum", ranges("0-9 A-Z a-z")],
  ["alpha", ranges("A-Z a-z")],
  ["ascii", [[0, 127]]],
  [
    "blank",
    [
      [9, 9],
      [32, 32],
    ],
  ],
  [
    "cntrl",
    [
      [0, 31],
      [127, 127],
    ],
  ],
  ["digit", DIGIT],
  ["graph", ranges("!-~")],
  ["lower", ranges("a-z")],
  ["print", ranges(" -~".replace(" ", "\u0020"))],
  ["punct", ranges("!-/ :-@ [-` {-~")],
  [
    "space",
    [
      [9, 13],
      [32, 32],
    ],
  ],
  ["upper", ranges("A-Z")],
  ["word", WORD],
  ["xdigit", ranges("0-9 A-F a-f")],
]);

export const isWord = (point: number | undefined): boolean =>
  point !== undefined && inRanges(WORD, point);

const inRanges = (all: readonly Range[], point: number) =>
  all.some(([from, to]) => point >= from && point <= to);

/** With `fold`, capitals and small letters are the same. */
export function setOf(all: readonly Range[], fold: boolean): Has {
  if (!fold) return (point) => inRanges(all, point);
  const body = all
    .map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`)
    .join("");
  const one = new RegExp(`^[${body}]$`, "iu");
  return (point) => inRanges(all, point) || one.test(String.fromCodePoint(point));
}

export const not =
  (has: Has): Has =>
  (point) =>
    !has(point);

/** `\d` and its kin by their letter; undefined for any other. */
export function perlClass(letter: string, fold: boolean): Has | undefined {
  const all = PERL.get(letter.toLowerCase());
  if (!all) return undefined;
  const has = setOf(all, fold);
  return letter === letter.toLowerCase() ? has : not(has);
}

/** `[:alpha:]` and `[:^alpha:]` by what is between the colons. */
export function posixClass(name: string, fold: boolean): Has {
  const negative = name.startsWith("^");
  const all = POSIX.get(negative ? name.slice(1) : name);
  if (!all) throw refusal(`invalid character class range: [:${name}:]`);
  const has = setOf(all, fold);
  return negative ? not(has) : has;
}

/** `\p{Greek}`: a general category of one or two letters, or a script. */
export function unicodeClass(name: string, fold: boolean): Has {
  if (name === "Any") return () => true;
  const property = /^[A-Z][a-z]?$/.test(name) ? name : `Script=${name}`;
  try {
    if (!/^[A-Za-z_]+$/.test(name)) throw new SyntaxError();
    const one = new RegExp(`^\\p{${property}}$`, fold ? "iu" : "u");
    return (point) => one.test(String.fromCodePoint(point));
  } catch {
    throw refusal(`invalid character class range: \\p{${name}}`);
  }
}
