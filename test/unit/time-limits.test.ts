/** Every test ends: within five minutes, and not sooner on a slow machine than `vitest.config.ts` says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const TESTS = join(import.meta.dirname, "..");
const BEGINS = /^( *)(?:test|beforeAll|beforeEach|afterAll|afterEach)\b.*$/;
/** A number of milliseconds, or one that grows with the machine and has no end. */
const OWN_LIMIT = /(?:^|[ ,])(?:patient\(\s*[\d_]+\)|\d[\d_]{3,}),?$/;

/** What stands behind the function of a test or hook of this text, where it is a limit of its own. */
function ownLimits(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const indent = BEGINS.exec(line)?.[1];
    if (indent === undefined) return [];
    const isWhole = line.endsWith(");");
    const rest = isWhole
      ? 0
      : lines
          .slice(at + 1)
          .findIndex((one) => one.startsWith(`${indent}}`) || one.startsWith(`${indent})`)) + 1;
    const last = lines[at + rest] ?? "";
    const end = last === `${indent});` ? (lines[at + rest - 1] ?? "") : last;
    const limit = end.replace(/\);.*$/, "").trim();
    return OWN_LIMIT.test(limit) ? [limit] : [];
  });
}

const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("node_modules/"));

const read = (path: string) => readFileSync(join(TESTS, path), "utf8");

test("limits of one test are seen, and those of a wait in it are not", () => {
  const text = `test("a", () => {
  wait(() => {}, 5_000);
}, 60_000);
beforeAll(async () => {
  await begin();
}, patient(300_000));
  test("b", () => drill(), 120_000);
test("c", () => {
  setTimeout(end, 1_000);
});
test(
  "d",
  () => 1,
  600_000,
);
test(
  "e",
  () => 1,
  LONGEST_TEST_MS,
);`;
  expect(ownLimits(text)).toEqual([
    "}, 60_000",
    "}, patient(300_000)",
    'test("b", () => drill(), 120_000',
    "600_000,",
  ]);
});

test("no test has a limit of its own: a busy machine gets what its project has, and a hanging test ends in five minutes", () => {
  const own = files
    .filter((path) => path.endsWith(".test.ts") && path !== "unit/time-limits.test.ts")
    .flatMap((path) => ownLimits(read(path)).map((limit) => `${path}: ${limit}`));
  expect(own).toEqual([]);
});

test("a program that a test waits for has an end, since the runner cannot end the wait", () => {
  const past = files
    .filter((path) => !/^bench\/|^support\/ended-programs\.ts$/.test(path))
    .filter((path) =>
      /import \{[^}]*\b(?:spawnSync|execFileSync|execSync|execFile|exec)\b[^}]*\} from "node:child_process"/.test(
        read(path),
      ),
    );
  expect(past).toEqual([]);
});

test("installing the packages of the documentation's site, which a test waits for, has an end, too", () => {
  const installs = files
    .filter((path) => path !== "unit/time-limits.test.ts")
    .flatMap((path) => read(path).match(/\binstallSite\([^)]*\)/g) ?? []);
  expect(installs).toEqual(["installSite(LONGEST_TEST_MS)"]);
});
