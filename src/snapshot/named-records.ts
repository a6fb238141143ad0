/** Roles, permissions and LDAP group maps of the read model. */

import { inArray } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { SortedMap } from "../std/sorted-map.ts";
import type { Queryable } from "../store/change.ts";

import { lmaps, permissions, roles } from "../store/tables.ts";
import type { LmapRecord, PermissionRecord, RoleRecord, Written } from "./snapshot.ts";

interface WrittenRow {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly updated_by: string;
}

/** Times of a row as they go over the wire. */
export const written = (row: WrittenRow): Written => ({
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  updated_by: row.updated_by,
});

const selected = (column: PgColumn, ids?: readonly string[]) => ids && inArray(column, [...ids]);

export async function readRoles(db: Queryable, ids?: readonly string[]): Promise<RoleRecord[]> {
  const rows = await db.select().from(roles).where(selected(roles.id, ids));
  return rows.map((row) => ({ id: row.id, name: row.name, ...row.config, ...written(row) }));
}

export async function readPermissions(
  db: Queryable,
  ids?: readonly string[],
): Promise<PermissionRecord[]> {
  const rows = await db.select().from(permissions).where(selected(permissions.id, ids));
  return rows.map((row) => ({ id: row.id, name: row.name, ...row.config, ...written(row) }));
}

export async function readLmaps(db: Queryable, names?: readonly string[]): Promise<LmapRecord[]> {
  const rows = await db.select().from(lmaps).where(selected(lmaps.name, names));
  return rows.map((row) => ({ name: row.name, role_ids: row.role_ids, ...written(row) }));
}

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
