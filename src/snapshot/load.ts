/** Reads the database into a snapshot: whole at start, patched by the rows that events name later. */

import { and, asc, gt, lte } from "drizzle-orm";
import type { SecretBox } from "../crypto/secretbox.ts";
import type { Logger } from "../runtime.ts";
import { defaultSettings } from "../settings/index.ts";
import { type ConfigKind, configKinds } from "../settings/records/config-records.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { SortedMap } from "../std/sorted-map.ts";
import type { Queryable } from "../store/change.ts";
import type { Store } from "../store/store.ts";
import { type ChangedRows, events, versions } from "../store/tables.ts";
import { applyConfigs, readConfigs } from "./config-records.ts";
import {
  mapBy,
  nameIndex,
  patchMap,
  patchNames,
  readLmaps,
  readPermissions,
  readRoles,
} from "./named-records.ts";
import {
  buildPrincipals,
  type PrincipalRow,
  patchPrincipals,
  principalRecord,
  readPrincipals,
} from "./principals.ts";
import { changesSince, withChange } from "./recent-changes.ts";
import { buildRevocations, patchRevocations, readRevocations } from "./revocations.ts";
import { applySettings, readSettings } from "./settings.ts";
import type { PrincipalRecord, Snapshot } from "./snapshot.ts";

export interface LoadContext {
  readonly box: SecretBox;
  /** The same box for the details of principals, which are opened later. */
  readonly details: SecretBox;
  readonly log: Logger;
  readonly starting: boolean;
}

/** One consistent view of the database. */
const consistently = <T>(store: Store, read: (tx: Queryable) => Promise<T>): Promise<T> =>
  store.db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });

export async function readVersion(db: Queryable): Promise<number> {
  const [row] = await db.select({ version: versions.version }).from(versions);
  if (!row) throw new Error("auth_versions is empty: migrations have not run");
  return row.version;
}

const EMPTY: Snapshot = {
  version: 0,
  settings: defaultSettings(),
  stored_settings: SortedMap.empty(),
  signing_key: undefined,
  oauth_clients: SortedMap.empty(),
  oauth_providers: SortedMap.empty(),
  ldap_configs: SortedMap.empty(),
  saml_providers: SortedMap.empty(),
  principals: SortedMap.empty(),
  users: SortedMap.empty(),
  service_accounts: SortedMap.empty(),
  role_members: SortedMap.empty(),
  principal_changes: changesSince(0),
  aliases: SortedMap.empty(),
  roles: SortedMap.empty(),
  role_names: SortedMap.empty(),
  permissions: SortedMap.empty(),
  permission_names: SortedMap.empty(),
  lmaps: SortedMap.empty(),
  revocations: SortedMap.empty(),
  unreadable: SortedMap.empty(),
};

/** Settings and config records, all of them or the named ones. */
async function withRecords(
  tx: Queryable,
  snapshot: Snapshot,
  changes: ChangedRows | undefined,
  context: LoadContext,
): Promise<Snapshot> {
  let next = snapshot;
  const namespaces = changes ? changes.settings : undefined;
  if (!changes || namespaces) {
    const rows = await readSettings(tx, namespaces);
    // On a full load also those that were there before and are gone now.
    const known = [...next.stored_settings.keys(), ...rows.map(({ namespace }) => namespace)];
    const names = namespaces ?? [...new Set(known)];
    next = { ...next, ...(await applySettings(next, names, rows, context)) };
  }
  for (const kind of Object.keys(configKinds) as ConfigKind[]) {
    const ids = changes ? changes[kind] : undefined;
    if (changes && !ids) continue;
    const rows = await readConfigs(tx, kind, ids);
    const before = { records: next[kind] as never, unreadable: next.unreadable };
    const after = await applyConfigs(kind, before, ids ?? rows.map(({ id }) => id), rows, context);
    next = { ...next, [kind]: after.records, unreadable: after.unreadable };
  }
  return next;
}

/**
 * Reads everything. `version` is read in the same view, so rows and number belong together.
 * @param before keeps the last good value of a namespace that no longer parses
 */
export function loadSnapshot(
  store: Store,
  context: LoadContext,
  before: Snapshot = EMPTY,
): Promise<Snapshot> {
  return consistently(store, async (tx) => {
    const version = await readVersion(tx);
    const roles = await readRoles(tx);
    const permissions = await readPermissions(tx);
    const lmaps = await readLmaps(tx);
    const principals: [PrincipalRow["alias_keys"], PrincipalRecord][] = [];
    for await (const page of readPrincipals(tx)) {
      for (const row of page)
        principals.push([row.alias_keys, principalRecord(row, context.details)]);
    }
    const base: Snapshot = {
      ...EMPTY,
      settings: before.settings,
      stored_settings: before.stored_settings,
      signing_key: before.signing_key,
      version,
      ...buildPrincipals(principals),
      principal_changes: changesSince(version),
      roles: mapBy(roles, ({ id }) => id),
      role_names: nameIndex(roles),
      permissions: mapBy(permissions, ({ id }) => id),
      permission_names: nameIndex(permissions),
      lmaps: mapBy(lmaps, ({ name }) => name),
      revocations: buildRevocations(await readRevocations(tx)),
    };
    return withRecords(tx, base, undefined, context);
  });
}

/** Ids of every event in one list per table, or nothing when a full load is needed. */
function mergedChanges(
  rows: readonly { readonly changes: ChangedRows }[],
): ChangedRows | undefined {
  const merged = new Map<string, Set<string>>();
  for (const { changes } of rows) {
    for (const [table, ids] of Object.entries(changes)) {
      if (table === "*") return undefined;
      const known = merged.get(table) ?? new Set();
      merged.set(table, known);
      for (const id of ids) known.add(id);
    }
  }
  return Object.fromEntries(merged.entries().map(([table, ids]) => [table, [...ids]]));
}

/** Past this many events a full load is cheaper than reading them. */
const EVENT_LIMIT = 2_000;

/**
 * The snapshot at the database's version. Only the rows that events name are read again; a gap in
 * the events, a bulk change, or a version that went back (a restore) means a full load.
 */
export async function refreshSnapshot(
  store: Store,
  snapshot: Snapshot,
  context: LoadContext,
): Promise<Snapshot> {
  const patched = await consistently(store, async (tx) => {
    const version = await readVersion(tx);
    if (version === snapshot.version) return snapshot;
    if (version < snapshot.version || version - snapshot.version > EVENT_LIMIT) return undefined;
    const rows = await tx
      .select({ changes: events.changes })
      .from(events)
      .where(and(gt(events.version, snapshot.version), lte(events.version, version)))
      .orderBy(asc(events.version));
    const changes = rows.length === version - snapshot.version ? mergedChanges(rows) : undefined;
    return changes && (await patch(tx, { ...snapshot, version }, changes, context));
  });
  return patched ?? loadSnapshot(store, context, snapshot);
}

/** `snapshot` already carries the new version. */
async function patch(
  tx: Queryable,
  snapshot: Snapshot,
  changes: ChangedRows,
  context: LoadContext,
): Promise<Snapshot> {
  let next = snapshot;
  if (changes.users) {
    const rows: PrincipalRow[] = [];
    for await (const page of readPrincipals(tx, changes.users)) rows.push(...page);
    const parts = patchPrincipals(next, changes.users, rows, context.details, canonicalAlias);
    const moved = withChange(next.principal_changes, next.version, changes.users);
    next = { ...next, ...parts, principal_changes: moved };
  }
  if (changes.roles) {
    const rows = await readRoles(tx, changes.roles);
    next = {
      ...next,
      roles: patchMap(next.roles, changes.roles, rows, ({ id }) => id),
      role_names: patchNames(next.role_names, next.roles, changes.roles, rows),
    };
  }
  if (changes.permissions) {
    const ids = changes.permissions;
    const rows = await readPermissions(tx, ids);
    next = {
      ...next,
      permissions: patchMap(next.permissions, ids, rows, ({ id }) => id),
      permission_names: patchNames(next.permission_names, next.permissions, ids, rows),
    };
  }
  if (changes.lmaps) {
    const rows = await readLmaps(tx, changes.lmaps);
    next = { ...next, lmaps: patchMap(next.lmaps, changes.lmaps, rows, ({ name }) => name) };
  }
  if (changes.revocations) {
    const found = await readRevocations(tx, changes.revocations);
    const { revocations } = next;
    next = {
      ...next,
      revocations: patchRevocations(revocations, changes.revocations, found, Date.now()),
    };
  }
  return withRecords(tx, next, changes, context);
}
