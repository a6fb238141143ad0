/**
 * Node's functions that wait for a program, with an end. While one of the synchronous ones waits, the runner cannot end the test:
 * a program that hangs would keep the run for ever. What it waits for otherwise would outlive the test that it has ended.
 */
import * as programs from "node:child_process";
import { promisify } from "node:util";
import { LONGEST_TEST_MS } from "./patience.ts";

export const ending = { timeout: LONGEST_TEST_MS, killSignal: "SIGKILL" } as const;

export const spawnSync = ((program: string, words: readonly string[], options: object = {}) =>
  programs.spawnSync(program, words, { ...ending, ...options })) as typeof programs.spawnSync;

export const execFileSync = ((program: string, words: readonly string[], options: object = {}) =>
  programs.execFileSync(program, words, { ...ending, ...options })) as typeof programs.execFileSync;

const executed = promisify(programs.execFile);

/** `execFile` as a promise. */
export const runProgram = ((program: string, words: readonly string[], options: object = {}) =>
  executed(program, words, { ...ending, ...options })) as typeof programs.execFile.__promisify__;
