/** One run of the full sync: it holds the fleet's lease, renews it, and tells how it ended (D-8). */

import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Message, message, plain } from "../messages/message.ts";
import { ulid } from "../std/ulid.ts";
import { claimSync, endSync, LEASE_MS, leaveSync, renewSync } from "../store/sync-locks.ts";
import type { Directory } from "./active.ts";
import { noteFailure, noteSuccess } from "./status.ts";
import { StepFailed, stepMessage } from "./step.ts";
import type { SyncReport } from "./sync-report.ts";

/** A lease is renewed this often; two may fail. */
const RENEWAL_MS = LEASE_MS / 4;

const alreadyRunning = () =>
  new AuthError("conflict", "ldap sync failed", { detail: message("ldap.sync_running") });

/** Renews until it is disposed; aborts the run when the lease is lost. */
function renewing(service: Service, run: string, lost: AbortController): Disposable {
  let since = performance.now();
  const timer = setInterval(async () => {
    try {
      if (await renewSync(service.store, run)) since = performance.now();
      else lost.abort(new AuthError("conflict", message("refusal.sync_taken")));
    } catch (cause) {
      if (performance.now() - since > LEASE_MS) lost.abort(cause);
    }
  }, RENEWAL_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function reasonOf(error: unknown): Message {
  if (error instanceof StepFailed) return stepMessage(error);
  return error instanceof AuthError ? plain(error.message) : message("ldap.unexpected");
}

export interface Turn {
  readonly stopped: AbortSignal | undefined;
  /** Whether a run that was due still is, once no other one is under way. */
  readonly isDue: (() => Promise<boolean>) | undefined;
}

/** Runs `work` as the only sync of the fleet. Throws `conflict` when one is under way. */
export async function syncing(
  service: Service,
  directory: Directory,
  { stopped, isDue }: Turn,
  work: (run: string, signal: AbortSignal) => Promise<SyncReport>,
): Promise<SyncReport> {
  const { store, runtime, events } = service;
  const run = ulid(runtime.clock.now(), runtime.random);
  if (!(await claimSync(store, run))) throw alreadyRunning();
  if (isDue && !(await isDue())) {
    await leaveSync(store, run);
    throw alreadyRunning();
  }
  const lost = new AbortController();
  const signal = stopped ? AbortSignal.any([lost.signal, stopped]) : lost.signal;
  using _renewal = renewing(service, run, lost);
  try {
    const report = await work(run, signal);
    const { ambiguous, leavers_held } = report;
    await endSync(store, run, "done", { ambiguous, leavers_held });
    noteSuccess(service);
    events.emit({ type: "directory.synced", record: directory.id, ...report });
    return report;
  } catch (error) {
    if (stopped?.aborted) await leaveSync(store, run).catch(() => undefined);
    else await endSync(store, run, "failed").catch(() => undefined);
    const reason = reasonOf(error);
    noteFailure(service, { record: directory.id, at: runtime.clock.now(), reason });
    if (!stopped?.aborted)
      events.emit({ type: "directory.failed", record: directory.id, reason: reason.text });
    throw error;
  }
}
