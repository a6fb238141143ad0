/** What is left to a longer run is there, and none of it is what a rule of the contract is proven by (ADR 0087). */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DRILLS, LONGER } from "../../../scripts/test-tiers.ts";

const ROOT = join(import.meta.dirname, "../../..");
const filesOf = (pattern: string) => globSync(pattern, { cwd: ROOT });
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

test.each([...DRILLS, ...LONGER])("%s exists", (pattern) => {
  expect(filesOf(pattern)).not.toEqual([]);
});

test("no unit or protocol test is a drill", () => {
  expect(DRILLS.flatMap(filesOf).filter((path) => /^test\/(?:unit|protocol)\//.test(path))).toEqual(
    [],
  );
});

test("the contract of each runtime is no drill, and neither is either database", () => {
  const drills = DRILLS.flatMap(filesOf);
  for (const name of [
    ...["runtimes/node", "runtimes/bun", "runtimes/deno"],
    ...["integration/postgres", "integration/two-instances"],
  ]) {
    expect(drills).not.toContain(`test/${name}.test.ts`);
  }
});

describe("what decides whether a change lands", () => {
  test("runs the drills", () => {
    expect(textOf(".ci/run")).toMatch(/^npm run test:all$/m);
    expect(JSON.parse(textOf("package.json")).scripts["test:all"]).toMatch(
      /scripts\/test\.ts all$/,
    );
  });

  test("leaves out only what is named here", () => {
    expect(textOf("vitest.config.ts").match(/exclude:.*/g)).toEqual([
      "exclude: [...configDefaults.exclude, ...without],",
    ]);
  });
});
