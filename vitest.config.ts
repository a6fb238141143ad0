import { spawnSync } from "node:child_process";
import process from "node:process";
import { configDefaults, defineConfig } from "vitest/config";
import { LONGEST_TEST_MS } from "./test/support/patience.ts";

/** Milliseconds in which an idle machine of two cores starts and ends Node. */
const IDLE_START = 60;

/** How many times slower this machine is now than an idle one that has one thing to do: limits of time grow with it. */
function measuredSlowness(): number {
  const started = performance.now();
  for (let round = 0; round < 3; round++) spawnSync(process.execPath, ["-e", "0"]);
  const start = (performance.now() - started) / 3;
  // Two or three files run side by side, and each has processes of its own.
  return Math.min(8, Math.max(3, (3 * start) / IDLE_START));
}

const slowness = Number(process.env.TEST_SLOWNESS) || measuredSlowness();
const limit = (milliseconds: number) =>
  Math.min(LONGEST_TEST_MS, Math.round(milliseconds * slowness));

/** What a run of `scripts/test.ts` leaves to a longer one. */
const without = process.env.TEST_WITHOUT?.split(",").filter(Boolean) ?? [];

const project = (name: string, extra: Record<string, unknown> = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude: [...configDefaults.exclude, ...without],
    environment: "node",
    // A worker loads the sources once, not for each file: no module has a state (`test/unit/module-state.test.ts`).
    isolate: false,
    globalSetup: ["test/support/database-image.ts"],
    setupFiles: ["test/support/after-file.ts", "test/support/signing-keys.ts"],
    // Without it a condition has a second to come true.
    expect: { poll: { timeout: limit(10_000) } },
    // Tests that wait by themselves multiply with it: `test/support/patience.ts`.
    env: { TEST_SLOWNESS: String(slowness) },
    ...extra,
  },
});

const outside = {
  testTimeout: limit(120_000),
  hookTimeout: limit(120_000),
};

/** One project per folder of `test/`; the folders are explained in `test/README.md`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // A property test takes its time on a busy machine.
      project("unit", {
        include: ["test/unit/**/*.test.ts", "packages/*/test/**/*.test.ts"],
        testTimeout: limit(30_000),
      }),
      project("protocol", { testTimeout: limit(60_000), hookTimeout: limit(60_000) }),
      project("integration", outside),
      project("browser", outside),
      project("runtimes", outside),
      // On demand: needs package registries and the tools of other languages.
      project("clients", { ...outside, globalSetup: [] }),
    ],
  },
});
