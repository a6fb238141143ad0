/** Runs a program of the documentation as a process, in a folder of its own, until its port answers. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { patient } from "../../support/patience.ts";
import { ROOT } from "./blocks.ts";
import { programFolder } from "./programs.ts";

/** The interpreter of the operating system, which is the one that has its packages. */
export const PYTHON = "/usr/bin/python3";

export interface RunningProgram extends AsyncDisposable {
  readonly origin: string;
  readonly folder: string;
  output(): string;
}

/**
 * @param file name of the program; `.py` runs with Python, anything else on Node
 * @param port where it listens; the program says so itself
 */
export function runProgram(
  file: string,
  program: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const folder = programFolder();
  writeFileSync(join(folder, file), program);
  const command = file.endsWith(".py") ? PYTHON : join(ROOT, "node_modules/.bin/node");
  return runCommand([command, file], folder, port, { PATH: process.env.PATH ?? "", ...env });
}

/**
 * Runs a command until its port answers. It has to be the program itself, so that it can be ended.
 *
 * @param signal that ends it; another one where a script would leave its program behind
 */
export async function runCommand(
  [command, ...words]: readonly [string, ...string[]],
  folder: string,
  port: number,
  env: Readonly<Record<string, string>>,
  signal: NodeJS.Signals = "SIGKILL",
): Promise<RunningProgram> {
  const child = spawn(command, words, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const origin = `http://127.0.0.1:${port}`;
  for (let left = patient(300); left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${output}`);
    const up = await fetch(`${origin}/`, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
    if (up) {
      const stop = () => ended(child, signal);
      return { origin, folder, output: () => output, [Symbol.asyncDispose]: stop };
    }
    await sleep(100);
  }
  await ended(child, signal);
  throw new Error(`no answer:\n${output}`);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}
