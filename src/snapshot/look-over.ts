/** Opens the details of all users once after a start, so that health reports what does not open (C-3). */
import { pause } from "../std/deadline.ts";
import type { SnapshotHolder } from "./holder.ts";
import type { PrincipalRecord } from "./snapshot.ts";

/** About half a second of computing in all; in larger installations the rest is found on use. */
const MOST = 20_000;
const BATCH = 32;

/** In the background and in small batches; failures are noted where the details are opened. */
export function lookOver(snapshots: SnapshotHolder): Disposable {
  let stopped = false;
  const openUncached = ({ details }: PrincipalRecord) =>
    details.openUncached().catch(() => undefined);
  const run = async () => {
    const records = [...snapshots.current.principals.values()].slice(0, MOST);
    for (let at = 0; at < records.length && !stopped; at += BATCH) {
      await Promise.all(records.slice(at, at + BATCH).map(openUncached));
      await pause(0);
    }
  };
  void run();
  return {
    [Symbol.dispose]() {
      stopped = true;
    },
  };
}
