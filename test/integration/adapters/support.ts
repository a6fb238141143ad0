/** What several drills of the adapters need: a log that remembers, options, waiting, other runtimes. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger, ParsedDatabase } from "../../../src/runtime.ts";
import { FOLDERS } from "../../support/folders.ts";
import { patient } from "../../support/patience.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export interface RecordingLog extends Logger {
  readonly lines: string[];
}

export function recordingLog(): RecordingLog {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Database keys as `parseOptions` gives them. */
export function databaseOptions(dsn: string | undefined): ParsedDatabase {
  return {
    dsn,
    max_open_conns: 5,
    max_idle_conns: 3,
    conn_max_lifetime: 900_000,
    migration: { disabled: false, values: {}, table: "auth_migrations", lock_key: "x" },
  } as unknown as ParsedDatabase;
}

/** Polls until the condition holds; fails after the deadline. */
export async function until(condition: () => boolean | Promise<boolean>, limit = 10_000) {
  const deadline = patient(limit);
  const end = Date.now() + deadline;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${deadline} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(FOLDERS, "postern-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export type RuntimeName = "node" | "bun" | "deno";
export const RUNTIMES: readonly RuntimeName[] = ["node", "bun", "deno"];

export interface Script extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Lines of standard output so far. */
  readonly lines: string[];
  /** Resolves with the line that matches, or fails when the script ends without it. */
  line(pattern: RegExp): Promise<string>;
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
}

/** Runs `scripts/<name>` on a runtime of `node_modules`; disposing kills it. */
export function runScript(runtime: RuntimeName, name: string, ...args: string[]): Script {
  const path = fileURLToPath(new URL(`scripts/${name}`, import.meta.url));
  const flags = runtime === "deno" ? ["run", "-A", "--node-modules-dir=manual"] : [];
  const program = runtime === "node" ? process.execPath : join(ROOT, "node_modules/.bin", runtime);
  const child = spawn(program, [...flags, path, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  const lines: string[] = [];
  const errors: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  let ended = false;
  const exit = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => {
      ended = true;
      resolve(code ?? signal ?? "unknown");
    });
  });
  return {
    child,
    lines,
    exit,
    async line(pattern) {
      await until(() => ended || lines.some((line) => pattern.test(line)), 30_000);
      const found = lines.find((line) => pattern.test(line));
      if (found === undefined) throw new Error(`${name} on ${runtime}: ${errors.join("")}`);
      return found;
    },
    async [Symbol.asyncDispose]() {
      if (!ended) child.kill("SIGKILL");
      await exit;
    },
  };
}
