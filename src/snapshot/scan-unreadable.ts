/**
 * Opens the details of all users once after a start: health reports what does not open (C-3), and the first search
 * finds their texts read.
 */
import { pause } from "../std/deadline.ts";
import type { SnapshotHolder } from "./holder.ts";
import { readSearchText } from "./search-text.ts";

/** About half a second of computing, as fast as other work lets it; an installation with more users takes its time. */
const ROWS_BEFORE_PAUSES = 20_000;
const BATCH_SIZE = 32;
/** Milliseconds between two batches from then on: a hundred thousand users take half a minute. */
const LATER_MS = 10;

/** In the background and in small batches; failures are noted where the details are opened. */
export function scanUnreadable(snapshots: SnapshotHolder): Disposable {
  let stopped = false;
  const run = async () => {
    const records = [...snapshots.current.principals.values()];
    for (let at = 0; at < records.length && !stopped; at += BATCH_SIZE) {
      await Promise.all(records.slice(at, at + BATCH_SIZE).map(readSearchText));
      await pause(at < ROWS_BEFORE_PAUSES ? 0 : LATER_MS);
    }
  };
  void run();
  return {
    [Symbol.dispose]() {
      stopped = true;
    },
  };
}
