/** Runs `main.ts` of a folder of `examples/` as a process, with the package of this checkout; ports 26600 to 26697. */
import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../protocol/docs/blocks.ts";
import { programFolder } from "../protocol/docs/programs.ts";
import { patient } from "./patience.ts";
import { freePort } from "./ports.ts";

export interface RunningExample extends AsyncDisposable {
  readonly origin: string;
  readonly folder: string;
  /** Everything it wrote so far. */
  output(): string;
  /** Stops it in order; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export const examplePort = (): Promise<number> => freePort(26_600, 98);

/** A copy of the examples where `import "postern"` finds the sources. */
export function copyOfExamples(): string {
  const folder = programFolder();
  cpSync(join(ROOT, "examples"), join(folder, "examples"), { recursive: true });
  return folder;
}

export const mainOf = (name: string) => `examples/${name}/main.ts`;

/**
 * Starts the program and waits until its port answers.
 * @param folder of an example that ran before, with its data
 */
export async function startExample(
  name: string,
  env: Readonly<Record<string, string>>,
  folder = copyOfExamples(),
): Promise<RunningExample> {
  const port = await examplePort();
  const child = spawn(join(ROOT, "node_modules/.bin/node"), [mainOf(name)], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  const origin = `http://127.0.0.1:${port}`;
  for (let left = patient(300); ; left--) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${output}`);
    const up = await fetch(origin, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
    if (up) break;
    if (left === 0) {
      await end("SIGKILL");
      throw new Error(`no answer:\n${output}`);
    }
    await sleep(100);
  }
  return {
    origin,
    folder,
    output: () => output,
    stop: () => end("SIGTERM"),
    async [Symbol.asyncDispose]() {
      await end("SIGKILL");
    },
  };
}
