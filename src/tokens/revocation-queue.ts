/**
 * Revocations on their way into the database: one write for all that one caller makes within a short
 * time, so that no caller keeps all instances reloading (ADR 0011; R-2). In force on this instance
 * immediately.
 */
import { partOf, type Service, type Writer } from "../call.ts";
import type { Revocation } from "../snapshot/parts/revocations.ts";
import { mutate } from "../store/mutate.ts";
import { type RevocationEntry, revocationId, writeRevocation } from "../store/revocations.ts";
import type { WritableStore } from "../store/store.ts";

/** Milliseconds; with the notification others hear of it within a second. */
const WINDOW_MS = 500;
/** Writes of one caller in a window that do not wait: signing out revokes two tokens. */
const WRITES_AT_ONCE = 2;

interface Batch {
  /** Of the first one: what is revoked together is told as asked for by no one request. */
  readonly store: WritableStore;
  readonly entries: Map<string, RevocationEntry>;
  readonly written: PromiseWithResolvers<void>;
}

/** What one caller has under way. */
interface Lane {
  writes: number;
  writing: boolean;
  windowOpen: boolean;
  waiting: Batch | undefined;
}

interface Queue {
  readonly lanes: Map<string, Lane>;
  /** Given and not in the read model yet, by row id. */
  readonly given: Map<string, Revocation>;
}

const queueOf = partOf((): Queue => ({ lanes: new Map(), given: new Map() }));

const rowOf = ({ kind, id }: RevocationEntry) => revocationId(kind, id);

/** Revocations that this instance was given and has not read back yet. */
export const givenRevocations = (service: Service): ReadonlyMap<string, Revocation> =>
  queueOf(service).given;

async function write(service: Service, actor: string, batch: Batch): Promise<void> {
  const { given } = queueOf(service);
  const entries = [...batch.entries.values()];
  const [first] = entries;
  const entity = entries.length === 1 && first ? first.id : `${entries.length} revocations`;
  const change = { topic: "revocations", action: "revoke", entity, actor } as const;
  try {
    const store = entries.length === 1 ? batch.store : service.ownStore;
    await mutate(store, change, async (open) => {
      for (const entry of entries) await writeRevocation(open, entry);
    });
    const { revocations } = service.snapshots.current;
    // What could not be read back yet stays in force from here.
    for (const row of given.keys()) if (revocations.has(row)) given.delete(row);
    batch.written.resolve();
  } catch (error) {
    for (const row of batch.entries.keys()) given.delete(row);
    batch.written.reject(error);
  }
}

/** Writes what waits, as soon as the lane may. */
function advance(service: Service, actor: string, lane: Lane): void {
  const { lanes } = queueOf(service);
  const { waiting: batch } = lane;
  if (!batch) {
    if (!lane.writing && !lane.windowOpen) lanes.delete(actor);
    return;
  }
  if (lane.writing || lane.writes >= WRITES_AT_ONCE) return;
  lane.waiting = undefined;
  lane.writing = true;
  lane.writes += 1;
  if (!lane.windowOpen) {
    lane.windowOpen = true;
    setTimeout(() => {
      lane.windowOpen = false;
      lane.writes = 0;
      advance(service, actor, lane);
    }, WINDOW_MS);
  }
  void write(service, actor, batch).finally(() => {
    lane.writing = false;
    advance(service, actor, lane);
  });
}

/** Resolves when the revocation is saved; until then it is in force here. Rejects when it was not saved. */
export function saveRevocation(
  { service, store }: Writer,
  actor: string,
  entry: RevocationEntry,
): Promise<void> {
  const { lanes, given } = queueOf(service);
  const lane = lanes.get(actor) ?? {
    writes: 0,
    writing: false,
    windowOpen: false,
    waiting: undefined,
  };
  lanes.set(actor, lane);
  lane.waiting ??= { store, entries: new Map(), written: Promise.withResolvers() };
  const batch = lane.waiting;
  batch.entries.set(rowOf(entry), entry);
  given.set(rowOf(entry), { expires_at: entry.until * 1_000 });
  advance(service, actor, lane);
  return batch.written.promise;
}
