/**
 * Node's functions that wait for a program, with an end. While one of them waits, the runner cannot end the test: a program that
 * hangs would keep the run for ever.
 */
import * as programs from "node:child_process";
import { LONGEST_TEST_MS } from "./patience.ts";

const ending = { timeout: LONGEST_TEST_MS, killSignal: "SIGKILL" } as const;

export const spawnSync = ((program: string, words: readonly string[], options: object = {}) =>
  programs.spawnSync(program, words, { ...ending, ...options })) as typeof programs.spawnSync;

export const execFileSync = ((program: string, words: readonly string[], options: object = {}) =>
  programs.execFileSync(program, words, { ...ending, ...options })) as typeof programs.execFileSync;
