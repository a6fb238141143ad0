/** The periodic sync: each instance looks often, one of the fleet runs once per period (D-8). */

import { byItself, type Service, type Writer } from "../call.ts";
import { AuthError } from "../errors.ts";
import { tracedJob } from "../runtime/traces.ts";
import { isHeld } from "../snapshot/held.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import { untilSync } from "../store/sync-locks.ts";
import { activeDirectory } from "./active.ts";
import { syncDirectory } from "./sync.ts";

const MINUTE_MS = 60_000;
const MIN_DELAY_MS = 500;

function configOf(service: Service) {
  try {
    return activeDirectory(service)?.config;
  } catch {
    return undefined;
  }
}

/** An instance looks when the next run is due, and each minute, because the record may change meanwhile. */
const lookAfter = (milliseconds: number): Duration =>
  durationOf(Math.min(MINUTE_MS, Math.max(MIN_DELAY_MS, Math.ceil(milliseconds))));

const firstLook = (service: Service): Duration =>
  lookAfter((configOf(service)?.sync_duration ?? MINUTE_MS) / 4);

/** Answers when to look again. */
async function lookOnce(writer: Writer, stopped: AbortSignal): Promise<Duration> {
  const { service } = writer;
  const { options, store, runtime, snapshots } = service;
  const config = configOf(service);
  const isOff = config?.disable_sync || options.ldap.disable_sync;
  if (!config || isOff || isHeld(snapshots.current)) return lookAfter(MINUTE_MS);
  const { sync_duration: period } = config;
  const left = () => untilSync(store, period, durationOf(Math.min(MINUTE_MS, period)));
  const remaining = await left();
  if (remaining > 0) return lookAfter(remaining);
  try {
    // Asked once more under the lease: another instance may have run between the question and the lease.
    const isDue = async () => (await left()) === 0;
    const order = { force: false, leavers: false, isDue };
    await tracedJob(runtime.traces, "sync of a directory", () =>
      syncDirectory(writer, order, stopped),
    );
  } catch (error) {
    const taken = error instanceof AuthError && error.code === "conflict";
    // The failure is an event already; a sync that another instance runs is none.
    if (!taken && !stopped.aborted) runtime.log.debug("the directory was not synced", { error });
  }
  return lookAfter(period);
}

export interface DirectoryLoop extends AsyncDisposable {}

/** Undefined at the edge, where no loops are. Disposing ends a run between two of its writes. */
export function startDirectorySync(service: Service): DirectoryLoop | undefined {
  const { every, ldap } = service.runtime;
  if (!every || !ldap) return undefined;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let next: Duration | undefined;
  const loop = every(
    () => next ?? firstLook(service),
    () => {
      running = lookOnce(byItself(service), stopping.signal).then((after) => {
        next = after;
      });
      return running;
    },
  );
  return {
    async [Symbol.asyncDispose]() {
      loop[Symbol.dispose]();
      stopping.abort();
      await running.catch(() => undefined);
    },
  };
}
