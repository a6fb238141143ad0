/** Expired rows of flows, revocations, sessions, sign-ins and their applications are removed at start and hourly, flows on demand (P-5, R-14). */
import type { Runtime } from "../runtime.ts";
import { durationOf } from "../std/duration.ts";
import { deleteExpiredClientSignIns, renewUntold } from "../store/client-sign-ins.ts";
import { deleteExpiredFlowCodes } from "../store/flow-codes.ts";
import { deleteExpiredMeasured } from "../store/measured-sign-ins.ts";
import { deleteExpiredSessions } from "../store/session-records.ts";
import type { Store } from "../store/store.ts";

const BATCH_SIZE = 1_000;
const HOURLY = durationOf(3_600_000);

/**
 * Deletes in batches until nothing is left and answers how many rows this call deleted. Rows that
 * another instance is deleting are left to it, so runs at the same time share the work.
 */
export const purgeFlowCodes = (store: Store): Promise<number> =>
  inBatches(() => deleteExpiredFlowCodes(store, BATCH_SIZE));

/** The same for session records. */
export const purgeSessions = (store: Store): Promise<number> =>
  inBatches(() => deleteExpiredSessions(store, BATCH_SIZE));

/**
 * The same for applications whose sign-ins have ended by themselves, and those that were not told in time.
 * @param held no one is told now: what waits does not grow old (ADR 0117)
 */
export async function purgeClientSignIns({ db }: Store, held: boolean): Promise<number> {
  if (held) await renewUntold(db);
  return inBatches(() => deleteExpiredClientSignIns(db, BATCH_SIZE));
}

async function inBatches(deleteBatch: () => Promise<number>): Promise<number> {
  for (let deleted = 0; ; ) {
    const batch = await deleteBatch();
    deleted += batch;
    if (batch < BATCH_SIZE) return deleted;
  }
}

async function purgeAll(store: Store, held: boolean): Promise<void> {
  await purgeFlowCodes(store);
  await purgeSessions(store);
  await purgeClientSignIns(store, held);
  await inBatches(() => deleteExpiredMeasured(store.db, BATCH_SIZE));
}

/**
 * The first run at once, without keeping the start waiting; none at the edge, where no loops are.
 * @param held whether applications are told of nothing now
 */
export function startPurging(
  store: Store,
  { every, log }: Runtime,
  held: () => boolean,
): Disposable | undefined {
  if (!every) return undefined;
  let stopped = false;
  purgeAll(store, held()).catch((error: unknown) => {
    if (!stopped) log.warn("expired auth records could not be purged at start", { error });
  });
  const loop = every(
    () => HOURLY,
    () => purgeAll(store, held()),
  );
  return {
    [Symbol.dispose]() {
      stopped = true;
      loop[Symbol.dispose]();
    },
  };
}
