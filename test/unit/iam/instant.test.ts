/** Times of temporary grants (auth-wire 0). */
import { expect, test } from "vitest";
import { instant, isWindow } from "../../../src/iam/instant.ts";

test.each([
  ["2031-01-02T03:04:05Z", "2031-01-02T03:04:05Z"],
  ["2031-01-02T03:04:05.123456789Z", "2031-01-02T03:04:05.123Z"],
  ["2031-01-02T03:04:05+02:00", "2031-01-02T01:04:05Z"],
  ["2031-01-02 03:04:05", "2031-01-02T03:04:05Z"],
  ["2031-01-02 03:04:05.5", "2031-01-02T03:04:05.500Z"],
  ["2031-01-02T03:04:05", "2031-01-02T03:04:05Z"],
  ["2031-01-02", "2031-01-02T00:00:00Z"],
  ["2032-02-29", "2032-02-29T00:00:00Z"],
  ["0001-01-01T00:00:00Z", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("%j is %j", (text, time) => {
  expect(instant.parse(text)).toBe(time);
});

test.each([
  "soon",
  "2031",
  "2031-1-2",
  "2031-02-29",
  "2031-13-01",
  "2031-01-02T25:00:00Z",
  "2031-01-02T03:04",
  "1900000000",
  " 2031-01-02",
  "2031-01-02T03:04:05 Z",
  1,
  {},
])("%j is refused", (text) => {
  expect(instant.safeParse(text).success).toBe(false);
});

test("a window ends after it starts", () => {
  expect(isWindow(undefined, "2031-01-01T00:00:00Z")).toBe(true);
  expect(isWindow("2030-01-01T00:00:00Z", "2031-01-01T00:00:00Z")).toBe(true);
  expect(isWindow("2031-01-01T00:00:00Z", "2031-01-01T00:00:00Z")).toBe(false);
});
