/**
 * An operator who knows docs/operations.md alone installs, watches, backs up, loses, restores, rotates, upgrades and grows an
 * instance: its lines from the first to the last, in one shell.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folders.ts";
import { LONGEST_TEST_MS, patient } from "../../support/patience.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { programFile } from "../../support/server.ts";
import { readBlocks } from "./blocks.ts";
import { docsPort } from "./programs.ts";

const PAGE = "docs/operations.md";
const BLOCKS = readBlocks(PAGE).filter(({ options }) => options.by === "operator.test.ts");
const DSN = /postgres:\/\/[^']+/;
/** A line that no command prints: the block before it has ended, with its exit code. */
const MARK = "the block has ended with";

let postgres: TestPostgres;
let folder: string;
let shell: ChildProcess;
let written = "";
let ports: readonly [number, number];

/** `postern`, as the package has it. */
function installCommand(): string {
  const bin = join(folder, "bin");
  const file = programFile();
  mkdirSync(bin);
  writeFileSync(join(bin, "postern"), `#!/bin/sh\nexec "${process.execPath}" "${file}" "$@"\n`);
  chmodSync(join(bin, "postern"), 0o755);
  return bin;
}

beforeAll(async () => {
  postgres = await startPostgres();
  folder = temporaryFolder();
  ports = [await docsPort(), await docsPort()];
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("POSTERN_"));
  shell = spawn("bash", ["--noprofile", "--norc"], {
    cwd: folder,
    env: {
      ...Object.fromEntries(others),
      PATH: [installCommand(), process.env.PATH].join(delimiter),
      POSTERN_SERVER__PORT: String(ports[0]),
      POSTERN_SERVER__DRAIN_DELAY: "0s",
    },
    stdio: ["pipe", "pipe", "pipe"],
    // With all that it started.
    detached: true,
  });
  shell.stdout?.on("data", (chunk: Buffer) => (written += chunk.toString()));
  shell.once("exit", () => (written += `\n${MARK} the shell`));
  // Of two pipes the last words of a program could come behind the mark of its block.
  shell.stdin?.write("exec 2>&1\nset -m\n");
});
afterAll(async () => {
  const ended = once(shell, "exit");
  shell.stdin?.end("kill $(jobs -p); wait\n");
  if (shell.exitCode === null) await ended;
  await postgres.stop();
});

/** What a block wrote. Each of its lines has to succeed. */
async function run(text: string): Promise<string> {
  written = "";
  shell.stdin?.write(`set -E; failed=0; trap 'failed=1; echo "FAILED: $BASH_COMMAND"' ERR\n`);
  // What a block starts does not read the lines that come after it.
  shell.stdin?.write(`{\n${text}\n} < /dev/null\n`);
  shell.stdin?.write(`trap - ERR; echo; echo "${MARK} $failed"\n`);
  await expect
    .poll(() => written, { timeout: patient(60_000), interval: 50 })
    .toContain(`\n${MARK} `);
  const [output = "", code] = written.split(`\n${MARK} `);
  const log = () => readFileSync(join(folder, "postern.log"), "utf8");
  expect(code?.trim(), code?.trim() === "0" ? "" : `${output}\n${log()}`).toBe("0");
  return output;
}

/** What each block shows, besides that all its lines succeed. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  "walk-start": /"status":\s*"ready"/,
  "walk-watch": /"severity":/,
  "walk-backup": /\d+ bytes in first\.backup/,
  "walk-restore": /rows of .* restored to [\s\S]*the audit log is whole/,
  "walk-rotate": /values are sealed with the new encryption key/,
  "walk-upgrade": /\d+ bytes in before-upgrade\.backup/,
  "walk-grow": /\d+ rows copied to 127\.0\.0\.1/,
};

test(
  "docs/operations.md, from the first day on",
  async () => {
    for (const { name, text } of BLOCKS) {
      const dsn = DSN.test(text) ? await postgres.createDatabase("walked") : "";
      const here = text
        .replace(DSN, () => dsn)
        .replaceAll("8080", String(ports[0]))
        .replaceAll("8081", String(ports[1]));
      expect(await run(here), name).toMatch(SHOWN[name] ?? /^never$/);
    }
    expect(BLOCKS.map(({ name }) => name)).toEqual(Object.keys(SHOWN));
  },
  LONGEST_TEST_MS,
);
