/** Go's literals: numbers, characters and quoted strings as they stand in a template. */

import { TemplateError } from "./template-error.ts";
import { utf8Text } from "./utf8.ts";

/** `overflow` is an integer that fits 64 bits without a sign only: legal to write, not to use. */
export type NumberLiteral = bigint | number | "overflow";

const DIGITS = "[0-9](?:_?[0-9])*";
const EXPONENT = `[+-]?${DIGITS}`;
const HEX = "[0-9a-fA-F]";
const BASED = `0[xX](?:_?${HEX})+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+`;
const INTEGER = new RegExp(`^[+-]?(?:${BASED}|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)$`);
const DECIMAL = new RegExp(
  `^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE]${EXPONENT})?$`,
);
const HEXADECIMAL = new RegExp(
  `^([+-]?)0[xX]((?:_?${HEX})*)(?:\\.((?:${HEX}(?:_?${HEX})*)?))?[pP](${EXPONENT})$`,
);

const MAX_INT = 2n ** 63n - 1n;
const SIMPLE: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["b", 8],
  ["f", 12],
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["v", 11],
  ["\\", 92],
]);

export function parseNumber(text: string): NumberLiteral {
  if (text.endsWith("i")) throw invalid(`imaginary numbers are not supported: "${text}"`);
  const integer = INTEGER.test(text) ? integerOf(text) : undefined;
  if (integer !== undefined && /^[+-]0[xX][^pP]*[eE]/.test(text)) return Number(integer);
  if (integer !== undefined) {
    if (integer <= MAX_INT && integer >= -MAX_INT - 1n) return integer;
    if (integer < 2n ** 64n && /^\d/.test(text)) return "overflow";
  }
  const float = floatOf(text);
  if (float === undefined || !Number.isFinite(float)) {
    throw invalid(`illegal number syntax: "${text}"`);
  }
  if (!/[.eEpP]/.test(text)) throw invalid(`integer overflow: "${text}"`);
  return float;
}

/** A character constant is an integer: its code point, or its byte after `\x` and octal. */
export function parseCharacter(text: string): bigint {
  const unit = unitAt(text, 1, "'");
  if (unit.length !== text.length - 2) throw invalid(`malformed character constant: ${text}`);
  return BigInt(unit.value);
}

/** The text of a string literal, interpreted or raw. */
export function parseString(literal: string): string {
  const body = literal.slice(1, -1);
  if (literal.startsWith("`")) return body.replaceAll("\r", "");
  if (!body.includes("\\")) return body;
  let text = "";
  let bytes: number[] = [];
  for (let at = 0; at < body.length; ) {
    const unit = unitAt(body, at, '"');
    at += unit.length;
    if (unit.byte && unit.value >= 0x80) {
      bytes.push(unit.value);
      continue;
    }
    if (bytes.length > 0) text += utf8Text(Uint8Array.from(bytes));
    bytes = [];
    text += String.fromCodePoint(unit.value);
  }
  return bytes.length > 0 ? text + utf8Text(Uint8Array.from(bytes)) : text;
}

type Unit = { value: number; length: number; byte: boolean };

function unitAt(text: string, at: number, delimiter: string): Unit {
  const point = text.codePointAt(at);
  if (point === undefined || text[at] === delimiter) throw invalid("invalid syntax");
  if (text[at] !== "\\") return { value: point, length: point > 0xffff ? 2 : 1, byte: false };
  const escaped = text[at + 1] ?? "";
  if (escaped === delimiter) return { value: escaped.charCodeAt(0), length: 2, byte: false };
  const simple = SIMPLE.get(escaped);
  if (simple !== undefined) return { value: simple, length: 2, byte: false };
  if (/[0-7]/.test(escaped)) return digits(text, at + 1, 3, 8, 0xff, 1);
  if (escaped === "x") return digits(text, at + 2, 2, 16, 0xff, 2);
  if (escaped === "u") return digits(text, at + 2, 4, 16, 0x10ffff, 2);
  if (escaped === "U") return digits(text, at + 2, 8, 16, 0x10ffff, 2);
  throw invalid("invalid syntax");
}

function digits(
  text: string,
  at: number,
  count: number,
  radix: 8 | 16,
  max: number,
  prefix: number,
): Unit {
  const run = text.slice(at, at + count);
  const valid = radix === 8 ? /^[0-7]+$/ : /^[0-9a-fA-F]+$/;
  const value = Number.parseInt(run, radix);
  const surrogate = max > 0xff && value >= 0xd800 && value < 0xe000;
  if (run.length < count || !valid.test(run) || value > max || surrogate) {
    throw invalid("invalid syntax");
  }
  return { value, length: prefix + count, byte: max === 0xff };
}

function integerOf(text: string): bigint {
  const plain = text.replaceAll("_", "").replace(/^[+-]/, "");
  const octal = /^0[0-7]+$/.test(plain) ? `0o${plain.slice(1)}` : plain;
  if (octal.length > 400) throw invalid(`integer overflow: "${text}"`);
  const value = BigInt(octal);
  return text.startsWith("-") ? -value : value;
}

function floatOf(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text.replaceAll("_", ""));
  const [, sign, whole = "", fraction = "", exponent = ""] = HEXADECIMAL.exec(text) ?? [];
  const mantissa = (whole + fraction).replaceAll("_", "");
  if (mantissa === "" || mantissa.length > 200) return undefined;
  const scale = Number(exponent.replaceAll("_", "")) - 4 * fraction.replaceAll("_", "").length;
  const value = Number(BigInt(`0x${mantissa}`)) * 2 ** scale;
  return sign === "-" ? -value : value;
}

function invalid(message: string): TemplateError {
  return new TemplateError("parse", message);
}
