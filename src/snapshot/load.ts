/** Reads the database into a snapshot: whole at start, patched by the rows that events name later. */

import { and, asc, gt, lte } from "drizzle-orm";
import type { CopyRows } from "../runtime.ts";
import { SortedMap } from "../std/sorted-map.ts";
import type { Queryable, Touched, Write } from "../store/change.ts";
import type { Store } from "../store/store.ts";
import { type ChangedRows, events, versions } from "../store/tables.ts";
import type { Parts, Reading, SnapshotOf } from "./part.ts";
import { parts } from "./parts.ts";
import { unreadableRows } from "./unreadable-rows.ts";

export type LoadContext = Omit<Reading, "tx" | "copyRows" | "version" | "unreadable">;

/** One consistent view of the database. */
const consistently = <T>(store: Store, read: (tx: Queryable) => Promise<T>): Promise<T> =>
  store.db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });

export async function readVersion(db: Queryable): Promise<number> {
  const [row] = await db.select({ version: versions.version }).from(versions);
  if (!row) throw new Error("auth_versions is empty: migrations have not run");
  return row.version;
}

/** Ids of every event in one list per topic, or nothing when a full load is needed. */
function mergedChanges(
  rows: readonly { readonly changes: ChangedRows }[],
): ChangedRows | undefined {
  const merged = new Map<string, Set<string>>();
  for (const { changes } of rows) {
    for (const [topic, ids] of Object.entries(changes)) {
      if (topic === "*") return undefined;
      const known = merged.get(topic) ?? new Set();
      merged.set(topic, known);
      for (const id of ids) known.add(id);
    }
  }
  return Object.fromEntries(merged.entries().map(([topic, ids]) => [topic, [...ids]]));
}

/** What moved after one version and up to another; nothing when the events have a gap. */
async function changesBetween(
  tx: Queryable,
  before: number,
  version: number,
): Promise<ChangedRows | undefined> {
  const rows = await tx
    .select({ changes: events.changes })
    .from(events)
    .where(and(gt(events.version, before), lte(events.version, version)))
    .orderBy(asc(events.version));
  return rows.length === version - before ? mergedChanges(rows) : undefined;
}

/** Past this many events a full load is cheaper than reading them. */
const MAX_EVENTS = 2_000;

export interface Loader<S> {
  /**
   * Reads everything. `version` is read in the same view, so rows and number belong together.
   * @param before keeps the last good value of a namespace that no longer parses
   */
  load(store: Store, context: LoadContext, before?: S): Promise<S>;
  /**
   * The snapshot at the database's version. Only the rows that events name are read again; a gap in
   * the events, a bulk change, or a version that went back (a restore) means a full load.
   */
  refresh(store: Store, snapshot: S, context: LoadContext): Promise<S>;
  /**
   * The snapshot as an open write would leave it: `before`, the writes that it has not read yet, and the rows that
   * this one touched. Nothing of it is kept.
   */
  after(open: Write, before: S, touched: Touched, context: LoadContext): Promise<S>;
}

/** The loader of a snapshot that consists of these parts. */
export function loaderOf<P extends Parts>(parts: P): Loader<SnapshotOf<P>> {
  type S = SnapshotOf<P>;
  const all = Object.entries(parts);
  const nothing = { version: 0, unreadable: SortedMap.empty() };
  const empty: S = Object.assign({}, nothing, ...all.map(([, part]) => part.empty));

  const load = (store: Store, context: LoadContext, before = empty): Promise<S> =>
    consistently(store, async (tx) => {
      const copyRows = store.driver.copyRows;
      const copy: CopyRows | undefined = copyRows && ((...words) => copyRows(tx, ...words));
      return readAll(tx, await readVersion(tx), context, before, copy);
    });

  async function readAll(
    tx: Queryable,
    version: number,
    context: LoadContext,
    before: S,
    copyRows?: CopyRows,
  ): Promise<S> {
    const unreadable = unreadableRows(empty.unreadable);
    const reading: Reading = { ...context, tx, copyRows, version, unreadable };
    let next = { ...empty, version };
    for (const [, part] of all) next = { ...next, ...(await part.load(reading, before)) };
    return { ...next, unreadable: unreadable.rows };
  }

  async function patch(
    tx: Queryable,
    version: number,
    snapshot: S,
    changes: ChangedRows,
    context: LoadContext,
  ): Promise<S> {
    const unreadable = unreadableRows(snapshot.unreadable);
    const reading: Reading = { ...context, tx, version, unreadable };
    let next = { ...snapshot, version };
    for (const [topic, part] of all) {
      const ids = changes[topic];
      if (ids) next = { ...next, ...(await part.patch(reading, snapshot, ids)) };
    }
    return { ...next, unreadable: unreadable.rows };
  }

  async function refresh(store: Store, snapshot: S, context: LoadContext): Promise<S> {
    const patched = await consistently(store, async (tx) => {
      const version = await readVersion(tx);
      if (version === snapshot.version) return snapshot;
      if (version < snapshot.version || version - snapshot.version > MAX_EVENTS) return undefined;
      const changes = await changesBetween(tx, snapshot.version, version);
      return changes && (await patch(tx, version, snapshot, changes, context));
    });
    return patched ?? load(store, context, snapshot);
  }

  async function after(
    { tx, version }: Write,
    before: S,
    touched: Touched,
    context: LoadContext,
  ): Promise<S> {
    const own = Object.fromEntries(touched.entries().map(([topic, ids]) => [topic, [...ids]]));
    const missed =
      before.version === version - 1 ? {} : await changesBetween(tx, before.version, version - 1);
    const changes = missed && mergedChanges([{ changes: missed }, { changes: own }]);
    if (!changes) return readAll(tx, version, context, before);
    return patch(tx, version, before, changes, context);
  }

  return { load, refresh, after };
}

export const {
  load: loadSnapshot,
  refresh: refreshSnapshot,
  after: snapshotAfter,
} = loaderOf(parts);
