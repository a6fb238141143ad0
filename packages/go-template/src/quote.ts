/** Go's quoted forms: how `%q` and error messages write a string or a character. */

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, "\\a"],
  [0x08, "\\b"],
  [0x0c, "\\f"],
  [0x0a, "\\n"],
  [0x0d, "\\r"],
  [0x09, "\\t"],
  [0x0b, "\\v"],
  [0x5c, "\\\\"],
]);

export function isPrintable(character: string): boolean {
  return PRINTABLE.test(character);
}

export function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

/** A Go string literal for `text`; with `ascii` everything beyond ASCII is escaped. */
export function quote(text: string, ascii = false): string {
  let quoted = '"';
  for (const character of text) quoted += escaped(character, '"', ascii);
  return `${quoted}"`;
}

/** A Go character literal; what is no code point is U+FFFD. */
export function quoteCharacter(point: number, ascii = false): string {
  return `'${escaped(String.fromCodePoint(point), "'", ascii)}'`;
}

/** `%#U`: code point with, when printable, the character. */
export function unicodeName(point: number): string {
  const character = String.fromCodePoint(point);
  const name = `U+${hex(point, 4).toUpperCase()}`;
  return isPrintable(character) ? `${name} '${character}'` : name;
}

function escaped(character: string, delimiter: string, ascii: boolean): string {
  const point = character.codePointAt(0) ?? 0;
  if (character === delimiter) return `\\${character}`;
  const known = ESCAPES.get(point);
  if (known !== undefined) return known;
  if (isPrintable(character) && !(ascii && point >= 0x80)) return character;
  if (point < 0x20 || point === 0x7f) return `\\x${hex(point, 2)}`;
  return point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`;
}
