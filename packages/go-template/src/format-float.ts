/** How `printf` writes a float64: `%e %f %g %x %b` and their upper-case forms. */

import {
  binaryParts,
  type Digits,
  divideToEven,
  fractionDigits,
  shortestDigits,
  significantDigits,
} from "./float-digits.ts";
import { pad, padZero, type Style } from "./format-style.ts";
import { trimEnd } from "./trim-end.ts";

/** `verb` is one of e E f F g G x X b; `v` counts as g. */
export function formatFloat(value: number, verb: string, style: Style): string {
  if (!Number.isFinite(value)) return formatSpecial(value, style);
  const lower = verb === "v" ? "g" : verb.toLowerCase();
  const precision = style.precision ?? (lower === "e" || lower === "f" ? 6 : undefined);
  let text = digitsText(Math.abs(value), lower, precision);
  if (style.sharp && lower !== "b") text = withPoint(text, lower, style.precision);
  if ("EGX".includes(verb)) text = text.toUpperCase();
  const negative = value < 0 || Object.is(value, -0);
  const sign = negative ? "-" : style.plus ? "+" : style.space ? " " : "";
  return padZero(sign, text, style);
}

function formatSpecial(value: number, style: Style): string {
  const text = Number.isNaN(value) ? "NaN" : value < 0 ? "-Inf" : "+Inf";
  return pad(text, { ...style, zero: false });
}

function digitsText(value: number, verb: string, precision: number | undefined): string {
  switch (verb) {
    case "e":
      return exponential(significantDigits(value, (precision ?? 6) + 1), precision ?? 6);
    case "f":
      return fixed(fractionDigits(value, precision ?? 6), precision ?? 6);
    case "x":
      return hexadecimal(value, precision);
    case "b": {
      const { mantissa, exponent } = binaryParts(value);
      return `${mantissa}p${exponent < 0 ? "" : "+"}${exponent}`;
    }
    default:
      return general(value, precision);
  }
}

/** `%g`: the exponent decides between the two forms. */
function general(value: number, precision: number | undefined): string {
  const wanted = precision === 0 ? 1 : precision;
  const shown = wanted === undefined ? shortestDigits(value) : significantDigits(value, wanted);
  const count = shown.digits.length;
  const exponent = shown.point - 1;
  const enough = wanted !== undefined && wanted > count && count >= shown.point;
  if (exponent < -4 || exponent >= (enough ? count : (wanted ?? 6))) {
    return exponential(shown, Math.max(count - 1, 0));
  }
  return fixed(shown, Math.max(count - shown.point, 0));
}

function exponential({ digits, point }: Digits, precision: number): string {
  const padded = digits.padEnd(precision + 1, "0");
  const exponent = digits === "" ? 0 : point - 1;
  const fraction = precision > 0 ? `.${padded.slice(1)}` : "";
  return `${padded[0]}${fraction}e${signedExponent(exponent)}`;
}

function fixed({ digits, point }: Digits, precision: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  if (precision === 0) return whole;
  const fraction = point > 0 ? digits.slice(point) : "0".repeat(-point) + digits;
  return `${whole}.${fraction.padEnd(precision, "0").slice(0, precision)}`;
}

/** `%x`: 0x1.8p+01. */
function hexadecimal(value: number, precision: number | undefined): string {
  if (value === 0) return `0x0${precision ? `.${"0".repeat(precision)}` : ""}p+00`;
  let { mantissa, exponent } = binaryParts(value);
  exponent += 52;
  while (mantissa < 2n ** 52n) {
    mantissa <<= 1n;
    exponent -= 1;
  }
  if (precision !== undefined && precision < 13) {
    const dropped = BigInt(4 * (13 - precision));
    mantissa = divideToEven(mantissa, 1n << dropped) << dropped;
    if (mantissa >= 2n ** 53n) {
      mantissa >>= 1n;
      exponent += 1;
    }
  }
  const all = (mantissa - 2n ** 52n).toString(16).padStart(13, "0");
  const kept = precision === undefined ? trimEnd(all, "0") : all.slice(0, precision);
  const fraction = kept.padEnd(precision ?? 0, "0");
  return `0x1${fraction === "" ? "" : `.${fraction}`}p${signedExponent(exponent)}`;
}

function signedExponent(exponent: number): string {
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${exponent < 0 ? "-" : "+"}${size}`;
}

/** The `#` flag: always a decimal point, and for `%g` and `%x` the trailing zeros. */
function withPoint(text: string, verb: string, precision: number | undefined): string {
  const at = text.search(verb === "x" ? /p/ : /e/);
  const [head, tail] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
  const pointed = head.includes(".") ? head : `${head}.`;
  if (verb === "e" || verb === "f") return pointed + tail;
  const counted = pointed.replace(".", "").replace(/^0+/, "");
  const digits = precision ?? 6;
  const used = head === "0" ? 1 : counted.length;
  return pointed + "0".repeat(Math.max(0, (digits || 1) - used)) + tail;
}
