/** The fair line in front of work that costs (I-7, R-9). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FairLine, type FairLineOptions } from "../../../src/std/fair-line.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const OPTIONS: FairLineOptions = {
  slots: 1,
  lane: 100,
  waiting: 1_000,
  deadline: 10_000,
  refuse: (reason) => new Error(reason),
};

/** Jobs that end when the test says so. */
function setup(options: Partial<FairLineOptions> = {}) {
  const line = new FairLine({ ...OPTIONS, ...options });
  const begun: string[] = [];
  const running: (() => void)[] = [];
  const ask = (key: string, name = key, signal?: AbortSignal) =>
    line.run(key, signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => running.push(() => resolve(name)));
    });
  const endOne = async () => {
    await vi.advanceTimersByTimeAsync(0);
    running.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ask, begun, endOne };
}

/** Looked at later, so that nothing is an unhandled rejection meanwhile. */
const outcome = (job: Promise<string>) => job.catch((error: Error) => error.message);

test("I-7: networks take turns, however many jobs one of them has", async () => {
  const { ask, begun, endOne } = setup();
  const jobs = ["a1", "a2", "a3", "a4"].map((name) => ask("a", name));
  jobs.push(ask("b", "b1"), ask("c", "c1"), ask("b", "b2"));
  for (let round = 0; round < 7; round++) await endOne();
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  expect(await Promise.all(jobs)).toEqual(["a1", "a2", "a3", "a4", "b1", "c1", "b2"]);
});

test("I-7: one network never holds every slot", async () => {
  const { ask, begun } = setup({ slots: 3 });
  for (let round = 1; round <= 5; round++) void ask("a", `a${round}`);
  void ask("b");
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(["a1", "a2", "b"]);
});

test("I-7: a job whose caller has gone is dropped, before and while it waits", async () => {
  const { ask, begun, endOne } = setup();
  void ask("a", "first");
  const callers = Array.from({ length: 50 }, () => new AbortController());
  const gone = callers.map(({ signal }, index) => outcome(ask("a", `gone ${index}`, signal)));
  const last = ask("a", "last");
  for (const caller of callers) caller.abort();
  expect(new Set(await Promise.all(gone))).toEqual(new Set(["gone"]));
  expect(await outcome(ask("a", "late", AbortSignal.abort()))).toBe("gone");
  await endOne();
  expect(begun).toEqual(["first", "last"]);
  await endOne();
  expect(await last).toBe("last");
});

test("I-7: waiting has a deadline; what has begun is not broken off", async () => {
  const { ask, begun, endOne } = setup();
  const first = ask("a", "first");
  const second = outcome(ask("b", "second"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await second).toBe("late");
  await endOne();
  expect(await first).toBe("first");
  expect(begun).toEqual(["first"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("R-9: a lane is bounded, and so is the whole line: the longest lane gives way", async () => {
  const { ask, begun, endOne } = setup({ lane: 3, waiting: 4 });
  void ask("z", "running");
  const jobs = ["a1", "a2", "a3"].map((name) => outcome(ask("a", name)));
  expect(await outcome(ask("a", "a4"))).toBe("full");
  jobs.push(outcome(ask("b", "b1")), outcome(ask("c", "c1")), outcome(ask("d", "d1")));
  expect(await Promise.all([jobs[2], jobs[1]])).toEqual(["full", "full"]);
  expect(await outcome(ask("e", "e1")), "all lanes are equally long").toBe("full");
  for (let round = 0; round < 5; round++) await endOne();
  expect(begun).toEqual(["running", "a1", "b1", "c1", "d1"]);
});

test("a job that fails gives its place to the next", async () => {
  const line = new FairLine(OPTIONS);
  const failed = line.run("a", undefined, async () => {
    throw new Error("broken");
  });
  const next = line.run("a", undefined, async () => "done");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
});
