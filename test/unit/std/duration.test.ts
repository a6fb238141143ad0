import fc from "fast-check";
import { expect, test } from "vitest";
import {
  durationOf,
  formatDuration,
  numericDate,
  parseDuration,
  seconds,
} from "../../../src/std/duration.ts";

test.each([
  ["0", 0],
  ["+0", 0],
  ["-0", 0],
  ["0s", 0],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  ["7d", 604_800_000],
  ["1w", 604_800_000],
  ["1w1d", 691_200_000],
  [".5s", 500],
  ["1.s", 1_000],
  ["300ms", 300],
  ["1us", 0.001],
  ["1\u00b5s", 0.001],
  ["1\u03bcs", 0.001],
  ["1ns", 0.000001],
  ["0.57s", 570],
  ["1.1s", 1_100],
  ["-10m", -600_000],
  ["+10m", 600_000],
  ["1m1m", 120_000],
  ["2540400h", 9_145_440_000_000],
])("%s is %d ms", (text, ms) => {
  const parsed = parseDuration(text);
  expect(parsed).toBe(ms);
  expect(Object.is(parsed, -0)).toBe(false);
});

test.each([
  "",
  "-",
  "+",
  "1",
  "15",
  "00",
  "1.5",
  ".",
  ".s",
  "s",
  "1 h",
  " 1h",
  "1h ",
  "1H",
  "1y",
  "1mo",
  "--1s",
  "1h-1m",
  "1e3s",
  "0x1s",
  "1,5s",
  "2562048h",
  "99999999999999999999w",
])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test.each([
  [0, "0s"],
  [900_000, "15m0s"],
  [3_600_000, "1h0m0s"],
  [1_500, "1.5s"],
  [300, "300ms"],
  [1.5, "1.5ms"],
  [0.0015, "1.5\u00b5s"],
  [0.000007, "7ns"],
  [604_800_000, "168h0m0s"],
  [90_061_001, "25h1m1.001s"],
  [61_000.000001, "1m1.000000001s"],
  [-5_400_000, "-1h30m0s"],
])("%d ms is written %s", (ms, text) => {
  expect(formatDuration(durationOf(ms))).toBe(text);
});

test("what is written is read back", () => {
  fc.assert(
    fc.property(fc.integer({ min: -9e12, max: 9e12 }), (ms) => {
      expect(parseDuration(formatDuration(durationOf(ms)))).toBe(ms);
    }),
  );
});

test("a long text takes linear time and is judged", () => {
  expect(parseDuration("1s".repeat(10_000))).toBe(10_000_000);
  expect(parseDuration(`${"9".repeat(50_000)}`)).toBeUndefined();
});

test("seconds and NumericDate are rounded down", () => {
  expect(seconds(durationOf(1_999))).toBe(1);
  expect(seconds(durationOf(-500))).toBe(-1);
  expect(numericDate(1_700_000_000_999)).toBe(1_700_000_000);
});

test("a duration is finite", () => {
  expect(() => durationOf(Number.NaN)).toThrow(RangeError);
  expect(() => durationOf(Number.POSITIVE_INFINITY)).toThrow(RangeError);
});
