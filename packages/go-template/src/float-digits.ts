/** Decimal digits of a float64: the shortest that identify it, or exactly rounded to a count. */
import { trimEnd } from "./trim-end.ts";

/** The value is 0.d1d2d3… × 10^point; zero has no digits. */
export type Digits = { digits: string; point: number };

export function shortestDigits(value: number): Digits {
  if (value === 0) return { digits: "", point: 0 };
  const [mantissa = "", exponent = "0"] = value.toExponential().split("e");
  return { digits: trim(mantissa.replace(".", "")), point: Number(exponent) + 1 };
}

/** Rounded to `count` significant digits, halves to even. */
export function significantDigits(value: number, count: number): Digits {
  if (value === 0) return { digits: "", point: 0 };
  const { point: shown } = shortestDigits(value);
  const point = isBelowPowerOfTen(value, shown - 1) ? shown - 1 : shown;
  const digits = scaled(value, count - point).toString();
  return { digits: trim(digits), point: point + digits.length - count };
}

/** Rounded to `count` digits after the decimal point, halves to even. */
export function fractionDigits(value: number, count: number): Digits {
  const digits = scaled(value, count).toString();
  return digits === "0" ? { digits: "", point: 0 } : { digits, point: digits.length - count };
}

/** The value as mantissa × 2^exponent, exactly. */
export function binaryParts(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & (2n ** 52n - 1n);
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction + 2n ** 52n, exponent: biased - 1075 };
}

/** The shortest digits may round up to a power of ten that the value itself is below. */
function isBelowPowerOfTen(value: number, exponent: number): boolean {
  const [above, below] = fraction(value, -exponent);
  return above < below;
}

/** value × 10^scale as an integer, halves to even. */
function scaled(value: number, scale: number): bigint {
  const [above, below] = fraction(value, scale);
  return divideToEven(above, below);
}

/** value × 10^scale as a fraction, exactly. */
function fraction(value: number, scale: number): [bigint, bigint] {
  const { mantissa, exponent } = binaryParts(value);
  let above = mantissa;
  let below = 1n;
  if (exponent > 0) above <<= BigInt(exponent);
  else below <<= BigInt(-exponent);
  if (scale > 0) above *= 10n ** BigInt(scale);
  else below *= 10n ** BigInt(-scale);
  return [above, below];
}

export function divideToEven(above: bigint, below: bigint): bigint {
  const quotient = above / below;
  const twice = (above % below) * 2n;
  const up = twice > below || (twice === below && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

function trim(digits: string): string {
  return trimEnd(digits, "0");
}
