/**
 * Preloaded into a server under test (`--import`): with each SIGUSR2 it collects what is garbage, and writes down what is left, to the
 * file that `INNER_STATE` names.
 */
import { renameSync, writeFileSync } from "node:fs";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface InnerState {
  /** So many times it was asked. */
  readonly asked: number;
  /** Of JavaScript, in use behind a collection. */
  readonly heapBytes: number;
  /** What keeps the process alive, by kind: connections, timers, requests of the file system. */
  readonly resources: Readonly<Record<string, number>>;
}

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const file = process.env.INNER_STATE ?? "";
let asked = 0;

process.on("SIGUSR2", () => {
  asked += 1;
  // What a finalizer lets go is garbage of the next pass.
  for (let pass = 0; pass < 3; pass++) collect();
  const kinds = process.getActiveResourcesInfo();
  const state: InnerState = {
    asked,
    heapBytes: process.memoryUsage().heapUsed,
    resources: Object.fromEntries(
      [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]),
    ),
  };
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
});
