import { describe, expect, test, vi } from "vitest";
import { Final, MailLine } from "../../../src/mail/line.ts";

const NOW = [0, 0];

/** A job that fails so many times; what it was told, and when it has ended. */
function jobOf(failures: number, error: Error = new Error("no")) {
  const told: [string, boolean][] = [];
  const { promise, resolve } = Promise.withResolvers<number>();
  let tries = 0;
  return {
    told,
    done: promise,
    job: {
      network: "n",
      async attempt() {
        tries += 1;
        if (tries <= failures) throw error;
        resolve(tries);
      },
      failed(cause: unknown, again: boolean) {
        told.push([(cause as Error).message, again]);
        if (!again) resolve(tries);
      },
    },
  };
}

describe("tries", () => {
  test.each([
    [0, 1, []],
    [2, 3, [true, true]],
    [9, 3, [true, true, false]],
  ])("a job that fails %d times is tried %d times", async (failures, tries, again) => {
    const { job, done, told } = jobOf(failures);
    new MailLine(NOW).add(job);
    expect(await done).toBe(tries);
    expect(told.map(([, follows]) => follows)).toEqual(again);
  });

  test("a final failure is tried once", async () => {
    const { job, done, told } = jobOf(9, new Final("never"));
    new MailLine(NOW).add(job);
    expect(await done).toBe(1);
    expect(told).toEqual([["never", false]]);
  });

  test("the delays grow", async () => {
    vi.useFakeTimers();
    try {
      const at: number[] = [];
      const started = Date.now();
      new MailLine().add({
        network: "n",
        attempt: async () => {
          at.push(Date.now() - started);
          throw new Error("no");
        },
        failed: () => undefined,
      });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(at).toHaveLength(3);
      const [first = 0, second = 0, third = 0] = at;
      expect(second - first).toBe(5_000);
      expect(third - second).toBe(30_000);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("bounds", () => {
  /** A line whose relay is held until `go`. */
  function held() {
    const line = new MailLine(NOW);
    const { promise, resolve: go } = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const ended: string[] = [];
    const add = (network: string) =>
      line.add({
        network,
        async attempt() {
          running += 1;
          most = Math.max(most, running);
          await promise;
          running -= 1;
          ended.push(network);
        },
        failed: () => ended.push(`failed ${network}`),
      });
    return { line, go, add, ended, most: () => most };
  }

  test("begins nothing before its caller has gone on", () => {
    const { add, most } = held();
    add("a");
    expect(most()).toBe(0);
  });

  test("a few at a time, and networks take turns", async () => {
    const { line, go, add, ended, most } = held();
    for (let count = 0; count < 50; count++) add("a");
    add("b");
    await expect.poll(most).toBe(4);
    go();
    await line.close();
    expect(ended).toHaveLength(51);
    expect(ended.indexOf("b")).toBeLessThan(10);
  });

  test("R-9: more than it may hold is 503 with Retry-After", async () => {
    const { line, go, add } = held();
    for (let count = 0; count < 5_000; count++) add("a");
    expect(() => add("b")).toThrow(expect.objectContaining({ status: 503, retryAfter: 60 }));
    expect(line.size).toBe(5_000);
    go();
    await line.close();
    expect(line.size).toBe(0);
  });

  test("a stop waits for what is on its way, and not for a relay that hangs", async () => {
    vi.useFakeTimers();
    try {
      const told: string[] = [];
      const line = new MailLine([20_000]);
      const attempts = [
        () => new Promise<void>(() => undefined),
        async () => {
          throw new Error("try again");
        },
      ];
      for (const attempt of attempts) {
        line.add({
          network: "n",
          attempt,
          failed: (error, again) => told.push(`${(error as Error).message} ${again}`),
        });
      }
      await vi.advanceTimersByTimeAsync(1);
      const closing = line.close();
      await vi.advanceTimersByTimeAsync(5_500);
      expect(told).toEqual(["try again true", "the service was stopped false"]);
      await closing;
      expect(() => line.add({ network: "n", attempt: async () => {}, failed() {} })).toThrow();
    } finally {
      vi.useRealTimers();
    }
  });
});
