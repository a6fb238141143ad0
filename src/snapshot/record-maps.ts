/** Ordered maps of records, built from all rows or patched by some. */

import { inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { SortedMap } from "../std/sorted-map.ts";

/** The condition for the rows of these keys; without keys every row is meant. */
export const selected = (column: PgColumn, keys?: readonly string[]): SQL | undefined =>
  keys && inArray(column, [...keys]);

/** An ordered map of records by the text that `key` reads from them. */
export function mapBy<T>(records: readonly T[], key: (record: T) => string): SortedMap<T> {
  const entries = records.map((record) => [key(record), record] as const);
  return SortedMap.fromSorted(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** The map with the named keys replaced by the records found now. */
export function patchMap<T>(
  map: SortedMap<T>,
  keys: readonly string[],
  records: readonly T[],
  key: (record: T) => string,
): SortedMap<T> {
  const cleared = keys.reduce((rest, gone) => rest.without(gone), map);
  return records.reduce((rest, record) => rest.with(key(record), record), cleared);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Name → id, rebuilt for the ids that moved. */
export function patchNames<T extends Named>(
  names: SortedMap<string>,
  before: SortedMap<T>,
  ids: readonly string[],
  after: readonly T[],
): SortedMap<string> {
  let next = names;
  for (const id of ids) {
    const name = before.get(id)?.name;
    if (name !== undefined) next = next.without(name);
  }
  for (const { id, name } of after) next = next.with(name, id);
  return next;
}

/** Name → id of all records. */
export function nameIndex(records: readonly Named[]): SortedMap<string> {
  const entries = records.map(({ id, name }) => [name, id] as const);
  return SortedMap.fromSorted(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
