/** The periodic sync: each instance looks often, one of the fleet runs once per period (D-8). */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import { isSyncDue } from "../store/sync-locks.ts";
import { activeDirectory } from "./active.ts";
import { syncDirectory } from "./sync.ts";

const MINUTE = 60_000;
const SLACK = 30_000;

/** A period of ten minutes is over half a minute early, so that looking each minute keeps it. */
const dueAfter = (period: Duration): Duration => durationOf(Math.max(period / 2, period - SLACK));

function configOf(service: Service) {
  try {
    return activeDirectory(service)?.config;
  } catch {
    return undefined;
  }
}

/** Milliseconds until this instance looks again. */
function nextLook(service: Service): Duration {
  const period = configOf(service)?.sync_duration ?? MINUTE;
  return durationOf(Math.min(MINUTE, Math.max(500, period / 4)));
}

async function lookOnce(service: Service, stopped: AbortSignal): Promise<void> {
  const { options, store, runtime } = service;
  const config = configOf(service);
  if (!config || config.disable_sync || options.ldap.disable_sync) return;
  const period = dueAfter(config.sync_duration);
  if (!(await isSyncDue(store, period, durationOf(Math.min(MINUTE, period))))) return;
  try {
    await syncDirectory(service, { force: false, leavers: false }, stopped);
  } catch (error) {
    const taken = error instanceof AuthError && error.code === "conflict";
    // The failure is an event already; a sync that another instance runs is none.
    if (!taken && !stopped.aborted) runtime.log.debug("the directory was not synced", { error });
  }
}

export interface DirectoryLoop extends AsyncDisposable {}

/** Undefined at the edge, where no loops are. Disposing ends a run between two of its writes. */
export function startDirectorySync(service: Service): DirectoryLoop | undefined {
  const { every, ldap } = service.runtime;
  if (!every || !ldap) return undefined;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const loop = every(
    () => nextLook(service),
    () => {
      running = lookOnce(service, stopping.signal);
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
