/**
 * `npm test` runs every Vitest project but the drills, the quick ones first; `npm run test:all` the drills, too; and
 * `npm run check` lint and the quick ones but the longest. At the end: the slowest files,
 * how long it took, and one plain line with the totals of the runner's reports. Other words on the command line go to
 * one run of Vitest.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob, relative } from "node:path";
import process from "node:process";
import { isCurrent } from "./is-current.ts";
import { DRILLS, LONGER } from "./test-tiers.ts";

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly { name: string; startTime: number; endTime: number }[];
}

const ROOT = join(import.meta.dirname, "..");
const QUICK = ["unit", "protocol"];
/** Processes, browsers and other runtimes. */
const SLOW = ["integration", "browser", "runtimes"];
/** Files wait now and then, so two cores do three at a time. */
const WORKERS = 3;
const SLOWEST_FILES = 8;

const started = performance.now();
const totals = { passed: 0, failed: 0, skipped: 0 };
const files: { name: string; milliseconds: number }[] = [];

const duration = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/**
 * One run of Vitest; ends the program when it reported nothing, since what it said stands above.
 * @param without patterns of files that are left out
 */
function run(words: readonly string[], without: readonly string[] = []): void {
  const folder = mkdtempSync(join(tmpdir(), "postern-test-"));
  const file = join(folder, "report.json");
  const { status, signal } = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...words,
    ],
    { stdio: "inherit", cwd: ROOT, env: { ...process.env, TEST_WITHOUT: without.join() } },
  );
  const written = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  rmSync(folder, { recursive: true });
  if (written === undefined) process.exit(signal === null ? (status ?? 1) : 130);
  const report: Report = JSON.parse(written);
  totals.passed += report.numPassedTests;
  // A file that fails to load has no failed test of its own, and the run can fail without any.
  totals.failed +=
    report.numFailedTests ||
    (report.success ? Number(status !== 0) : report.numFailedTestSuites || 1);
  totals.skipped += report.numPendingTests + report.numTodoTests;
  for (const { name, startTime, endTime } of report.testResults) {
    files.push({ name: relative(ROOT, name), milliseconds: endTime - startTime });
  }
}

function end(): never {
  const { passed, failed, skipped } = totals;
  files.sort((a, b) => b.milliseconds - a.milliseconds);
  const slowest = files.slice(0, SLOWEST_FILES);
  console.log("\nthe slowest files:");
  for (const { name, milliseconds } of slowest) console.log(`  ${duration(milliseconds)}  ${name}`);
  // How much longer this is than `npm test`.
  const sum = (list: typeof files) => list.reduce((total, file) => total + file.milliseconds, 0);
  const drills = files.filter(({ name }) => DRILLS.some((pattern) => matchesGlob(name, pattern)));
  if (drills.length > 0) {
    console.log(`drills: ${duration(sum(drills))} of the ${duration(sum(files))} of all files`);
  }
  const refused = Boolean(process.env.CI) && skipped > 0;
  if (refused) console.log("in CI nothing may be skipped");
  if (words.length === 0) console.log("the drills are left to `npm run test:all`");
  console.log(`took ${duration(performance.now() - started)}`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed > 0 || refused ? 1 : 0);
}

const projects = (names: readonly string[]) => [
  ...names.flatMap((name) => ["--project", name]),
  `--maxWorkers=${WORKERS}`,
];
const words = process.argv.slice(2);
const all = words[0] === "all";

if (words[0] === "check") {
  const { status } = spawnSync("npm", ["run", "-s", "lint"], { stdio: "inherit", cwd: ROOT });
  if (status !== 0) process.exit(status ?? 1);
  run(projects(QUICK), LONGER);
} else if (words.length > 0 && !all) {
  run(words);
} else {
  run(projects(QUICK));
  // What decides about a change answers in minutes when these have failed already.
  if (process.env.CI && totals.failed > 0) end();
  // Some two hundred processes start, each from the bundle with half of the processor time that the sources take.
  if (!isCurrent(ROOT)) {
    spawnSync(process.execPath, [join(ROOT, "scripts/build-program.ts")], { stdio: "inherit" });
  }
  run(projects(SLOW), all ? [] : DRILLS);
}
end();
