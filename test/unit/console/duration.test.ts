/** Durations in fields of the console are those that the service reads. */
import { expect, test } from "vitest";
import { inDays, isDuration } from "../../../console/std/duration.ts";

test.each(["90s", "15m", "36h30m", "30d", "2w", "1.5h", "0", " 5m "])("%j is one", (text) => {
  expect(isDuration(text)).toBe(true);
});

test.each(["", "90", "soon", "1y", "5 m"])("%j is none", (text) => {
  expect(isDuration(text)).toBe(false);
});

test.each([
  ["2160h", "90d"],
  ["720h", "30d"],
  ["24h", "24h"],
  ["36h30m", "36h30m"],
  ["0s", "0s"],
])("%s is shown as %s", (text, shown) => {
  expect(inDays(text)).toBe(shown);
});
