/** Durations as Go's `time.ParseDuration` writes them, plus `d` (24 h) and `w` (7 d); and NumericDate. */
import { trimEnd } from "./trim-end.ts";

declare const durationBrand: unique symbol;
declare const numericDateBrand: unique symbol;

/** A span of time in milliseconds; fractions carry down to nanoseconds. */
export type Duration = number & { readonly [durationBrand]: true };

/** RFC 7519 §2 NumericDate: whole seconds since 1970-01-01T00:00:00Z. */
export type NumericDate = number & { readonly [numericDateBrand]: true };

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["\u00b5s", 1e-3], // micro sign
  ["\u03bcs", 1e-3], // Greek mu
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
  ["w", 604_800_000],
]);

/** Go keeps nanoseconds in an int64: about 292 years. */
const MAX_MS = 9_223_372_036_854.775;

const TERM = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h|d|w)/y;

/**
 * Reads `1h30m`, `1.5h`, `7d`, `-10s` or `0`. Answers undefined for anything else: a bare number,
 * an unknown unit, spaces, or more than Go's int64 of nanoseconds can hold.
 */
export function parseDuration(text: string): Duration | undefined {
  const signed = text.startsWith("-") || text.startsWith("+");
  const body = signed ? text.slice(1) : text;
  if (body === "0") return 0 as Duration;
  if (body === "") return undefined;
  let total = 0;
  let end = 0;
  while (end < body.length) {
    TERM.lastIndex = end;
    const term = TERM.exec(body);
    if (!term) return undefined;
    total += Number(term[1]) * (UNITS.get(term[2] ?? "") ?? Number.NaN);
    end = TERM.lastIndex;
  }
  const ms = toNanosecond(total);
  if (!(ms <= MAX_MS)) return undefined;
  return (text.startsWith("-") && ms !== 0 ? -ms : ms) as Duration;
}

/** The same number of milliseconds, branded. Throws RangeError unless finite. */
export function durationOf(ms: number): Duration {
  if (!Number.isFinite(ms)) throw new RangeError("a duration is a finite number of milliseconds");
  return (ms === 0 ? 0 : ms) as Duration;
}

/** Whole seconds, rounded down (`1.9s` is 1, `-0.5s` is -1). */
export function seconds(duration: Duration): number {
  return Math.floor(duration / 1_000);
}

/** Milliseconds since the epoch as whole seconds, rounded down. */
export function numericDate(ms: number): NumericDate {
  return Math.floor(ms / 1_000) as NumericDate;
}

/** Go's `Duration.String`: `15m0s`, `1h0m0s`, `1.5s`, `300ms`, `0s`. */
export function formatDuration(duration: Duration): string {
  const ms = toNanosecond(Math.abs(duration));
  if (ms === 0) return "0s";
  const sign = duration < 0 ? "-" : "";
  const whole = Math.trunc(ms);
  const nanos = Math.round((ms - whole) * 1e6);
  if (whole >= 1_000) return sign + clock(whole, nanos);
  if (whole > 0) return `${sign}${decimal(whole, nanos, 6)}ms`;
  if (nanos >= 1_000)
    return `${sign}${decimal(Math.trunc(nanos / 1_000), nanos % 1_000, 3)}\u00b5s`;
  return `${sign}${nanos}ns`;
}

function clock(ms: number, nanos: number): string {
  const total = Math.trunc(ms / 1_000);
  const rest = `${decimal(total % 60, (ms % 1_000) * 1e6 + nanos, 9)}s`;
  const minutes = Math.trunc(total / 60);
  if (minutes === 0) return rest;
  const hours = Math.trunc(minutes / 60);
  return hours === 0 ? `${minutes}m${rest}` : `${hours}h${minutes % 60}m${rest}`;
}

function decimal(whole: number, fraction: number, digits: number): string {
  if (fraction === 0) return String(whole);
  return `${whole}.${trimEnd(String(fraction).padStart(digits, "0"), "0")}`;
}

/** Removes binary rounding noise below one nanosecond, without losing large whole milliseconds. */
function toNanosecond(ms: number): number {
  const whole = Math.trunc(ms);
  return whole + Math.round((ms - whole) * 1e6) / 1e6;
}
