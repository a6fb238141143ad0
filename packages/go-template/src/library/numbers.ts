/** Any value as a number, as Go template users know it from `int64` and `float64`. */

import { Byte, DataNumber, integerOf, type Value } from "../value.ts";
import { trunc64 } from "./int64.ts";

const MIN_INT = -(2n ** 63n);

/** Fractions are cut, texts are read, true is 1; what is no number is 0. */
export function toInteger(value: Value): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "string") return integerIn(value);
  const float = value instanceof DataNumber ? value.value : value;
  return typeof float === "number" ? trunc64(float) : (integerOf(value) ?? 0n);
}

/** As toInteger, with its fraction. */
export function toFloat(value: Value): number {
  if (value instanceof DataNumber || value instanceof Byte) return value.value;
  if (typeof value === "string") return floatIn(value);
  return ["bigint", "number", "boolean"].includes(typeof value) ? Number(value) : 0;
}

const INTEGER =
  /^([+-]?)(0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)$/;

/** `42`, `0x2a`, `0b101010`, `052`, and `42.00`; 0 for anything else. */
function integerIn(text: string): bigint {
  const [, sign, digits = ""] = INTEGER.exec(text.replace(/\.0+$/, "")) ?? [];
  if (digits === "" || digits.length > 100) return 0n;
  const plain = digits.replaceAll("_", "");
  const size = BigInt(/^0[0-7]+$/.test(plain) ? `0o${plain.slice(1)}` : plain);
  const value = sign === "-" ? -size : size;
  return value >= MIN_INT && value < -MIN_INT ? value : 0n;
}

const DIGITS = "\\d(?:_?\\d)*";
const FLOAT = new RegExp(
  `^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?$`,
);
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;

function floatIn(text: string): number {
  if (FLOAT.test(text)) {
    const value = Number(text.replaceAll("_", ""));
    return Number.isFinite(value) ? value : 0;
  }
  const [, sign, word = ""] = SPECIAL.exec(text) ?? [];
  if (word === "") return 0;
  if (word.toLowerCase() === "nan") return sign === "" ? Number.NaN : 0;
  return sign === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
