/** What commands use of the process they run in; tests give their own. */
import { readFileSync } from "node:fs";
import process from "node:process";
import type { Environment } from "./config-environment.ts";
import type { ReadFile } from "./config-file.ts";
import { readSecret } from "./read-secret.ts";

export interface Terminal {
  readonly env: Environment;
  readonly cwd: string;
  /** Standard output is a terminal. */
  readonly interactive: boolean;
  readonly readFile: ReadFile;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** One secret from standard input, never echoed; the prompts are shown on a terminal only. */
  readonly secret: (prompts: readonly string[]) => Promise<string>;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    env: process.env,
    cwd: process.cwd(),
    interactive: process.stdout.isTTY === true,
    readFile: readIfPresent,
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    secret: (prompts) => readSecret(process.stdin, (text) => process.stderr.write(text), prompts),
  };
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
