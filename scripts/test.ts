/** `npm test`: every Vitest project, then one plain line with the totals of the runner's report. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
}

const folder = mkdtempSync(join(tmpdir(), "postern-test-"));
const file = join(folder, "report.json");
const { status, signal } = spawnSync(
  process.execPath,
  [
    join(import.meta.dirname, "../node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ],
  { stdio: "inherit", cwd: join(import.meta.dirname, "..") },
);

// Ended from the keyboard, or before there was anything to report: what it said stands above.
const written = existsSync(file) ? readFileSync(file, "utf8") : undefined;
rmSync(folder, { recursive: true });
if (written === undefined) process.exit(signal === null ? (status ?? 1) : 130);
const report: Report = JSON.parse(written);
const skipped = report.numPendingTests + report.numTodoTests;
// A file that fails to load has no failed test of its own.
const failed = report.numFailedTests || (report.success ? 0 : report.numFailedTestSuites || 1);
console.log(`${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
if (process.env.CI && skipped > 0) {
  console.error("in CI nothing may be skipped");
  process.exit(1);
}
process.exit(failed > 0 ? 1 : (status ?? 1));
