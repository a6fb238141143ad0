/** How `printf` writes an int: `%d %b %o %O %x %X %c %q %U`. */

import { pad, padZero, type Style } from "./format-style.ts";
import { hex, isPrintable, quoteCharacter } from "./quote.ts";

const RADIX: ReadonlyMap<string, number> = new Map([
  ["b", 2],
  ["o", 8],
  ["O", 8],
  ["d", 10],
  ["v", 10],
  ["x", 16],
  ["X", 16],
]);

/** undefined when the verb is not for integers. */
export function formatInteger(value: bigint, verb: string, style: Style): string | undefined {
  const radix = RADIX.get(verb);
  if (radix !== undefined) return inRadix(value, radix, verb, style);
  if (verb === "c") return pad(String.fromCodePoint(codePoint(value)), style);
  if (verb === "q") return pad(quoteCharacter(codePoint(value), style.plus), style);
  return verb === "U" ? codePointName(value, style) : undefined;
}

function inRadix(value: bigint, radix: number, verb: string, style: Style): string {
  if (style.precision === 0 && value === 0n) return " ".repeat(style.width ?? 0);
  let digits = (value < 0n ? -value : value).toString(radix).padStart(style.precision ?? 0, "0");
  if (verb === "X") digits = digits.toUpperCase();
  const sign = value < 0n ? "-" : style.plus ? "+" : style.space ? " " : "";
  const zero = style.zero && style.precision === undefined;
  if (zero && !style.minus) digits = digits.padStart((style.width ?? 0) - sign.length, "0");
  return padZero(sign, prefix(verb, digits, style.sharp) + digits, { ...style, zero: false });
}

function prefix(verb: string, digits: string, sharp: boolean): string {
  if (verb === "O") return "0o";
  if (!sharp) return "";
  if (verb === "b") return "0b";
  if (verb === "o") return digits.startsWith("0") ? "" : "0";
  return verb === "x" || verb === "X" ? `0${verb}` : "";
}

function codePoint(value: bigint): number {
  const point = value >= 0n && value <= 0x10ffffn ? Number(value) : 0xfffd;
  return point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
}

function codePointName(value: bigint, style: Style): string {
  const positive = value < 0n ? value + 2n ** 64n : value;
  const size = Math.max(style.precision ?? 4, 4);
  const digits = positive.toString(16).toUpperCase().padStart(size, "0");
  const character = positive <= 0x10ffffn ? String.fromCodePoint(Number(positive)) : "";
  const shown = style.sharp && character !== "" && isPrintable(character) ? ` '${character}'` : "";
  return pad(`U+${digits}${shown}`, { ...style, zero: false });
}

/** `%#v` of a byte. */
export function byteSource(value: number): string {
  return `0x${hex(value, 1)}`;
}
