/** Durations as Go's `time.ParseDuration` reads and `Duration.String` writes them, plus `d` (24 h) and `w` (7 d). */

/** In milliseconds; fractions carry down to nanoseconds. */
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

/** The milliseconds of `1h30m`, `1.5h`, `7d`, `-10s` or `0`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const signed = text.startsWith("-") || text.startsWith("+");
  const body = signed ? text.slice(1) : text;
  if (body === "0") return 0;
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
  return text.startsWith("-") && ms !== 0 ? -ms : ms;
}

/** Whole seconds as `1h0m0s`, `15m0s` or `0s`. */
export function formatSeconds(seconds: number): string {
  const total = Math.abs(seconds);
  const rest = `${total % 60}s`;
  const minutes = Math.trunc(total / 60);
  const hours = Math.trunc(minutes / 60);
  const clock = hours > 0 ? `${hours}h${minutes % 60}m` : minutes > 0 ? `${minutes}m` : "";
  return `${seconds < 0 ? "-" : ""}${clock}${rest}`;
}

/** Removes binary rounding noise below one nanosecond, without losing large whole milliseconds. */
function toNanosecond(ms: number): number {
  const whole = Math.trunc(ms);
  return whole + Math.round((ms - whole) * 1e6) / 1e6;
}
