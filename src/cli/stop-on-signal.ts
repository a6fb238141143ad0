/** A service of one process stops by signal, in order. */
import process from "node:process";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
type Signal = (typeof SIGNALS)[number];

/** Resolves when all is closed. `retire`: other workers of the same command go on. */
export type Stop = (reason: Signal | "retire") => Promise<void>;

/** Ends the process with 0 when it stopped in order, else with 1. */
export function endAfter(stopped: Promise<void>): void {
  stopped.then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

/** The first signal stops in order, a second one at once. */
export function stopOnSignal(stop: Stop): void {
  let stopping = false;
  const onSignal = (signal: Signal) => {
    if (stopping) process.exit(1);
    stopping = true;
    endAfter(stop(signal));
  };
  for (const signal of SIGNALS) process.on(signal, () => onSignal(signal));
}
