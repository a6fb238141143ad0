import { defineConfig } from "vitest/config";

const project = (name: string, extra: Record<string, unknown> = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: "node",
    globalSetup: ["test/support/database-image.ts"],
    ...extra,
  },
});

/** One project per folder of `test/`; the folders are explained in `test/README.md`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // A property test takes its time on a busy machine.
      project("unit", { testTimeout: 30_000 }),
      project("protocol", { testTimeout: 30_000, hookTimeout: 60_000 }),
      project("integration", {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
      project("browser", {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
      project("runtimes", { testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false }),
    ],
  },
});
