/** Repeated tasks: one at a time, failures logged, silent after dispose. */
import { expect, test, vi } from "vitest";
import { createLoops } from "../../../src/adapters/loops.ts";
import type { Duration } from "../../../src/std/duration.ts";

const SOON = () => 1 as Duration;
const quiet = { debug() {}, info() {}, warn() {}, error: vi.fn() };

test("R-14: a failing task is logged and runs again", async () => {
  let runs = 0;
  const third = Promise.withResolvers<void>();
  const loop = createLoops(quiet)(SOON, async () => {
    runs += 1;
    if (runs === 3) third.resolve();
    throw new Error("no");
  });

  await third.promise;
  loop[Symbol.dispose]();

  expect(quiet.error).toHaveBeenCalledWith("a background task failed", expect.anything());
});

test("runs never overlap, and none starts after dispose", async () => {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let runs = 0;
  const loop = createLoops(quiet)(SOON, async () => {
    runs += 1;
    started.resolve();
    await gate.promise;
  });

  await started.promise;
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(runs).toBe(1);
  loop[Symbol.dispose]();
  gate.resolve();
  await new Promise((resolve) => setTimeout(resolve, 40));

  expect(runs).toBe(1);
});
