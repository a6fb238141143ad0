import { expect, test } from "vitest";
import { restartDelay } from "../../../src/cli/workers/restart-delay.ts";

test("R-14: a worker that ends again and again stays away longer, at most 30 s", () => {
  const delay = restartDelay();
  expect([0, 0, 5_000, 0, 59_999, 0, 0].map((ran) => delay.after(ran))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test("one that has run for a minute is followed soon again", () => {
  const delay = restartDelay();
  for (let end = 0; end < 8; end++) delay.after(0);
  expect(delay.after(60_000)).toBe(1_000);
  expect(delay.after(0)).toBe(2_000);
});
