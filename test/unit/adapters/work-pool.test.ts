/** The bounded pool in front of bcrypt. */
import { expect, test } from "vitest";
import { createGate } from "../../../src/adapters/drivers/gate.ts";
import { createWorkPool, type StartWorker } from "../../../src/adapters/drivers/work-pool.ts";

/** Workers that answer when the test says so. */
function fakeWorkers() {
  const started: Parameters<StartWorker<number, string>>[0][] = [];
  const jobs: number[] = [];
  const start: StartWorker<number, string> = (on) => {
    started.push(on);
    return { send: (job) => void jobs.push(job), close: async () => {} };
  };
  return { start, started, jobs };
}

const OPTIONS = { workers: 1, queue: 2, full: "too many" };

test("workers are started by the first job, and jobs run in order", async () => {
  const { start, started, jobs } = fakeWorkers();
  const pool = createWorkPool(start, OPTIONS);
  expect(started).toHaveLength(0);

  const results = [pool.run(1), pool.run(2)];
  expect(jobs).toEqual([1]);
  started[0]?.answer("a");
  started[0]?.answer("b");

  expect(await Promise.all(results)).toEqual(["a", "b"]);
  expect(started).toHaveLength(1);
});

test("R-9: beyond the queue a job is refused with Retry-After", async () => {
  const { start, started } = fakeWorkers();
  const pool = createWorkPool(start, OPTIONS);
  const taken = [pool.run(1), pool.run(2), pool.run(3)];

  await expect(pool.run(4)).rejects.toMatchObject({
    code: "unavailable",
    status: 503,
    retryAfter: 1,
    message: "too many",
  });
  for (const text of ["a", "b", "c"]) started[0]?.answer(text);

  expect(await Promise.all(taken)).toEqual(["a", "b", "c"]);
});

test("a crash fails its own job, and the next job gets another worker", async () => {
  const { start, started } = fakeWorkers();
  const pool = createWorkPool(start, OPTIONS);
  const [first, second] = [pool.run(1), pool.run(2)];

  started[0]?.crash(new Error("out of memory"));
  started[0]?.crash(new Error("exit, reported again"));
  started[0]?.answer("late answer of the dead");
  started[1]?.answer("b");

  await expect(first).rejects.toMatchObject({ code: "unavailable", retryAfter: 1 });
  expect(await second).toBe("b");
});

test("close fails what waits and what runs, and takes nothing more", async () => {
  const { start } = fakeWorkers();
  const pool = createWorkPool(start, OPTIONS);
  const jobs = [pool.run(1), pool.run(2)];

  await pool.close();

  for (const job of [...jobs, pool.run(3)])
    await expect(job).rejects.toMatchObject({ code: "unavailable" });
});

test("R-9: a gate refuses above its bound and opens again", async () => {
  const gate = createGate(1, "too many");
  const held = Promise.withResolvers<string>();
  const first = gate.run(() => held.promise);

  await expect(gate.run(async () => "x")).rejects.toMatchObject({ code: "unavailable" });
  held.resolve("done");

  expect(await first).toBe("done");
  expect(await gate.run(async () => "y")).toBe("y");
});
