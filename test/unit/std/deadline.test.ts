import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pause, withDeadline } from "../../../src/std/deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = <T>(milliseconds: number, value: T) => pause(milliseconds).then(() => value);
const late = () => "late" as const;

test("work that is done in time is the outcome, and leaves no timer", async () => {
  const outcome = withDeadline(after(99, "done"), 100, late);
  await vi.advanceTimersByTimeAsync(99);
  expect(await outcome).toBe("done");
  expect(vi.getTimerCount()).toBe(0);
});

test("work that fails in time fails, and leaves no timer", async () => {
  await expect(withDeadline(Promise.reject(new Error("no")), 100, late)).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});

test("late work has the other outcome", async () => {
  const outcome = withDeadline(after(101, "done"), 100, late);
  await vi.advanceTimersByTimeAsync(100);
  expect(await outcome).toBe("late");
});

test("being late may throw; a failure after that is no unhandled one", async () => {
  const work = pause(200).then(() => Promise.reject(new Error("too late to matter")));
  const outcome = withDeadline(work, 100, () => {
    throw new Error("no answer in time");
  });
  const refused = expect(outcome).rejects.toThrow("no answer in time");
  await vi.advanceTimersByTimeAsync(300);
  await refused;
});
