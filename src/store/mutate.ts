/** The only way to write configuration or IAM rows (architecture, section 12; ADR 0003). */
import { sql } from "drizzle-orm";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { isFull, reachable } from "./availability.ts";
import { sealedWith } from "./canary.ts";
import { CHANGE_CHANNEL, type Change, type Touched, type Tx, type Write } from "./change.ts";
import { DATABASE_TIME } from "./database-time.ts";
import { noteFull, noteWritten } from "./full-disk.ts";
import type { WritableStore } from "./store.ts";
import { type ChangedRows, events, type Topic, versions } from "./tables.ts";

/** More rows than this are not worth naming: readers load everything. */
const MAX_PATCH_ROWS = 5_000;

function changedRows(touched: Touched): ChangedRows {
  const count = touched.values().reduce((sum, ids) => sum + ids.size, 0);
  if (count > MAX_PATCH_ROWS) return { "*": [] };
  return Object.fromEntries(touched.entries().map(([topic, ids]) => [topic, [...ids]]));
}

/** Rolls back a write that found nothing to do: no version, no event, no notification. */
class NothingToDo<T> extends Error {
  readonly done: Done<T>;

  constructor(done: Done<T>) {
    super("nothing to write");
    this.done = done;
  }
}

interface Done<T> {
  readonly result: T;
  /** Of the last change. */
  readonly version: number;
  /** Of versions that end with that one; none when there was nothing to do. */
  readonly changes: readonly Change[];
}

/** What a write says of itself; several changes are versions and events of their own. */
type Changes<T> = Change | ((result: T) => Change | readonly Change[]);

/**
 * One transaction; for each change one version, one event, one notification. The version row is locked first, so
 * writers take turns: what `write` reads inside is current, and versions rise in commit order.
 * Values are sealed inside `write`, never before it: the key may change while a write waits for its turn.
 * Throwing inside `write` undoes all of it; a write that touches no row leaves no trace.
 */
export async function mutate<T>(
  store: WritableStore,
  change: Changes<T>,
  write: (open: Write) => Promise<T>,
): Promise<Done<T>> {
  const attempt = reachable(() =>
    store.db.transaction((tx) => writeOnce(store, tx, change, write)),
  );
  const done = await attempt.catch((error: unknown) => {
    if (error instanceof NothingToDo) return error.done as Done<T>;
    if (isFull(error)) noteFull(store);
    throw error;
  });
  if (done.changes.length > 0) noteWritten(store);
  await store.committed(done.version, done.changes);
  return done;
}

/** What this instance seals now would be lost: nothing opens it after a restart with the new key (C-2). */
const otherKey = () =>
  new AuthError("unavailable", "the encryption key was changed", {
    detail: message("refusal.other_key"),
    retryAfter: 5,
  });

async function writeOnce<T>(
  store: WritableStore,
  tx: Tx,
  change: Changes<T>,
  write: (open: Write) => Promise<T>,
): Promise<Done<T>> {
  // The second is asked when the first has the lock, so it sees every write before this one.
  const [[row], keyId] = await Promise.all([
    tx
      .update(versions)
      .set({ version: sql`${versions.version} + 1`, updated_at: DATABASE_TIME })
      .returning({ version: versions.version, now: versions.updated_at }),
    sealedWith(tx),
  ]);
  if (!row) throw new Error("auth_versions is empty: migrations have not run");
  if (keyId !== undefined && keyId !== store.box.keyId) throw otherKey();
  const touched = new Map<Topic, Set<string>>();
  const open: Write = {
    tx,
    version: row.version,
    now: row.now,
    forced: store.forced === true,
    whence: store.whence,
    removed: new Map(),
    credentials: [],
    renewed: new Set(),
    touched,
    touch(topic, ...ids) {
      const known = touched.get(topic) ?? new Set();
      touched.set(topic, known);
      for (const id of ids) known.add(id);
    },
  };
  await store.beforeWrite?.(open);
  const result = await write(open);
  if (touched.size === 0) throw new NothingToDo({ result, version: row.version - 1, changes: [] });
  const changes = [typeof change === "function" ? change(result) : change].flat();
  await store.beforeCommit(open, changes, touched);
  const version = row.version + changes.length - 1;
  // None needs another's answer: they travel together.
  await Promise.all([
    tx.insert(events).values(
      changes.map(({ topic, action, entity, actor }, index) => ({
        version: row.version + index,
        topic,
        action,
        entity_id: entity,
        actor,
        // All of them are seen at once, so each names every row of the write.
        changes: changedRows(touched),
        payload: topic === "settings" ? { namespace: entity } : { id: entity },
        created_at: row.now,
      })),
    ),
    ...changes.map((_, index) =>
      tx.execute(sql`select pg_notify(${CHANGE_CHANNEL}, ${String(row.version + index)})`),
    ),
    ...(version > row.version ? [tx.update(versions).set({ version })] : []),
  ]);
  return { result, version, changes };
}
