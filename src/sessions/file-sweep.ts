/** Expired session files go little by little, as new ones come (L-W45). */
import type { Folder, Runtime } from "../runtime.ts";

/** A sweep starts after this many new records, or with the first one after this many milliseconds. */
const ARRIVALS = 64;
const INTERVAL_MS = 60_000;
/** Files looked at in one sweep: more than arrive between two. */
const MAX_PER_SWEEP = 256;

export interface Sweep {
  /** Called for every new record; never waits for a sweep. */
  arrived(): void;
  /** Resolves when no sweep is running. */
  settled(): Promise<void>;
}

/** @param visit looks at one file of the store and removes it when it is of no use any more */
export function startSweep(
  folder: Folder,
  clock: Runtime["clock"],
  visit: (name: string) => Promise<void>,
): Sweep {
  let arrivals = 0;
  let last = Number.NEGATIVE_INFINITY;
  let position = "";
  let running: Promise<void> | undefined;

  async function sweep(): Promise<void> {
    const names = (await folder.names()).toSorted();
    const next = names.findIndex((name) => name > position);
    const start = Math.max(0, next); // from the beginning after the end
    const round = names.slice(start, start + MAX_PER_SWEEP);
    position = round.length < MAX_PER_SWEEP ? "" : (round.at(-1) ?? "");
    for (const name of round) await visit(name);
  }

  return {
    arrived() {
      arrivals += 1;
      const due = arrivals >= ARRIVALS || clock.now() - last >= INTERVAL_MS;
      if (running || !due) return;
      arrivals = 0;
      last = clock.now();
      // A failure here also reaches callers of the store, which report it.
      running = sweep()
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
    },

    async settled() {
      await running;
    },
  };
}
