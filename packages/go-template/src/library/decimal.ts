/** Decimal numbers of any length: exact sums and products, quotients to 16 places. */

import { shortestDigits } from "../float-digits.ts";
import { failure } from "./define.ts";

/** digits × 10^exponent. */
export type Decimal = { digits: bigint; exponent: number };

const PLACES = 16;

/** The shortest decimal number that the float64 stands for. */
export function decimalOf(value: number): Decimal {
  if (!Number.isFinite(value)) {
    throw failure(`Cannot create a Decimal from ${Number.isNaN(value) ? "NaN" : "Inf"}`);
  }
  const { digits, point } = shortestDigits(Math.abs(value));
  const size = BigInt(digits === "" ? 0 : digits);
  return { digits: value < 0 ? -size : size, exponent: point - digits.length };
}

export const numberOf = ({ digits, exponent }: Decimal): number => Number(`${digits}e${exponent}`);

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const exponent = Math.min(left.exponent, right.exponent);
  return { digits: scaled(left, exponent) + scaled(right, exponent), exponent };
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return { digits: left.digits * right.digits, exponent: left.exponent + right.exponent };
}

/** Halves go away from zero. */
export function divideDecimals(left: Decimal, right: Decimal): Decimal {
  if (right.digits === 0n) throw failure("decimal division by 0");
  const shift = left.exponent - right.exponent + PLACES;
  const above = left.digits * power(Math.max(0, shift));
  const below = right.digits * power(Math.max(0, -shift));
  const quotient = above / below;
  const rest = above % below;
  const size = (value: bigint) => (value < 0n ? -value : value);
  const up = size(rest) * 2n >= size(below) ? 1n : 0n;
  const away = above < 0n === below < 0n ? up : -up;
  return { digits: quotient + away, exponent: -PLACES };
}

const scaled = ({ digits, exponent }: Decimal, to: number): bigint => digits * power(exponent - to);

/** Exponents come from float64 values; chains of products could make them larger. */
function power(exponent: number): bigint {
  if (exponent > 10_000) throw failure("decimal number out of range");
  return 10n ** BigInt(exponent);
}
