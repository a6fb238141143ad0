/** Integers of 64 bits: they wrap around, as Go's do. */

import { failure } from "./define.ts";

export const int64 = (value: bigint): bigint => BigInt.asIntN(64, value);

/** A float64 without its fraction; what does not fit is the smallest integer, as on amd64. */
export function trunc64(value: number): bigint {
  if (!Number.isFinite(value) || Math.abs(value) > 2 ** 63) return -(2n ** 63n);
  const integer = BigInt(Math.trunc(value));
  return integer === 2n ** 63n ? -integer : integer;
}

export function nonZero(value: bigint): bigint {
  if (value === 0n) throw failure("runtime error: integer divide by zero");
  return value;
}
