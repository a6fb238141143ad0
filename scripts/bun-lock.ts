/** Writes `bun.lock` as Bun makes it of npm's lock; with `--check` it only compares. It asks no registry. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const ROOT = join(import.meta.dirname, "..");
const TARGET = join(ROOT, "bun.lock");
/** The Bun of this checkout: another version may write another form. */
const BUN = join(ROOT, "tools/node_modules/.bin/bun");

const folder = mkdtempSync(join(tmpdir(), "postern-bun-"));
try {
  for (const name of ["package.json", "package-lock.json"]) {
    copyFileSync(join(ROOT, name), join(folder, name));
  }
  // A registry of this machine would stand in every line.
  const env = { HOME: folder, npm_config_registry: "https://registry.npmjs.org/" };
  execFileSync(BUN, ["pm", "migrate"], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  const text = readFileSync(join(folder, "bun.lock"), "utf8");
  if (!process.argv.includes("--check")) writeFileSync(TARGET, text);
  else if (readFileSync(TARGET, "utf8") !== text) {
    console.error("bun.lock is not that of package-lock.json: run npm run build:bun-lock");
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
