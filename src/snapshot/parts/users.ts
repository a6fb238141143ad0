/** Users and service accounts: ordered maps, the alias index, and what moved lately. */

import { gt, inArray } from "drizzle-orm";
import type { SecretBox } from "../../crypto/secretbox.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { SortedMap } from "../../std/sorted-map.ts";
import type { Queryable } from "../../store/change.ts";
import { users } from "../../store/tables.ts";
import type { SnapshotPart } from "../part.ts";
import type { PrincipalRecord } from "../principal-record.ts";
import { changesSince, type RecentChanges, withChange } from "../recent-changes.ts";
import { buildRoleMembers, patchRoleMembers, type RoleMemberIndex } from "../role-members.ts";
import { SealedDetails } from "../sealed.ts";

export type PrincipalRow = typeof users.$inferSelect;

interface Principals {
  readonly principals: SortedMap<PrincipalRecord>;
  /** The principals that are no service accounts; pages of lists are read from here. */
  readonly users: SortedMap<PrincipalRecord>;
  readonly service_accounts: SortedMap<PrincipalRecord>;
  readonly role_members: RoleMemberIndex;
  /** Canonical alias (T-8) → ids; more than one id only in data that was imported (T-8). */
  readonly aliases: SortedMap<readonly string[]>;
}

/** Small enough that mapping one page does not hold the event loop. */
const PAGE = 2_000;
const NONE: readonly never[] = Object.freeze([]);
const shared = <T>(list: readonly T[] | undefined): readonly T[] => (list?.length ? list : NONE);

/** The place that seals a principal's details (C-1). */
export const detailsPlace = (id: string) => ({ table: "auth_users", row: id, field: "details" });

async function* readPrincipals(
  db: Queryable,
  ids?: readonly string[],
): AsyncGenerator<PrincipalRow[]> {
  if (ids) {
    yield await db
      .select()
      .from(users)
      .where(inArray(users.id, [...ids]));
    return;
  }
  for (let last = ""; ; ) {
    const page = await db
      .select()
      .from(users)
      .where(gt(users.id, last))
      .orderBy(users.id)
      .limit(PAGE);
    yield page;
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = end.id;
  }
}

export function principalRecord(row: PrincipalRow, box: SecretBox): PrincipalRecord {
  return {
    id: row.id,
    alias: row.alias,
    disabled: row.disabled,
    service_account: row.service_account,
    local: row.local,
    role_ids: shared(row.doc.role_ids),
    sync_role_ids: shared(row.doc.sync_role_ids),
    permission_ids: shared(row.doc.permission_ids),
    tmp_role_ids: shared(row.doc.tmp_role_ids),
    tmp_permission_ids: shared(row.doc.tmp_permission_ids),
    description: row.doc.description,
    details: new SealedDetails(box, detailsPlace(row.id), row.details_encrypted),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by,
  };
}

const byKey = <T>([a]: readonly [string, T], [b]: readonly [string, T]) =>
  a < b ? -1 : a > b ? 1 : 0;

/** Builds the maps from all rows; the caller has yielded between pages, this only sorts. */
export function buildPrincipals(
  rows: readonly (readonly [PrincipalRow["alias_keys"], PrincipalRecord])[],
): Principals {
  const owners = new Map<string, readonly string[]>();
  for (const [keys, { id }] of rows) {
    for (const key of keys) owners.set(key, [...(owners.get(key) ?? NONE), id]);
  }
  const principals = rows.map(([, record]) => [record.id, record] as const).sort(byKey);
  const ofKind = (serviceAccount: boolean) =>
    SortedMap.fromSorted(principals.filter(([, one]) => one.service_account === serviceAccount));
  return {
    principals: SortedMap.fromSorted(principals),
    users: ofKind(false),
    service_accounts: ofKind(true),
    role_members: buildRoleMembers(principals.map(([, record]) => record)),
    aliases: SortedMap.fromSorted([...owners].sort(byKey)),
  };
}

/** Replaces the named principals by what their rows say now; a missing row is a deletion. */
export function patchPrincipals(
  known: Principals,
  ids: readonly string[],
  rows: readonly PrincipalRow[],
  box: SecretBox,
): Principals {
  let { principals, users, service_accounts, role_members, aliases } = known;
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const before = principals.get(id);
    for (const alias of before?.alias ?? NONE) {
      const key = canonicalAlias(alias);
      const left = (aliases.get(key) ?? NONE).filter((owner) => owner !== id);
      aliases = left.length > 0 ? aliases.with(key, left) : aliases.without(key);
    }
    const row = found.get(id);
    const after = row && principalRecord(row, box);
    role_members = patchRoleMembers(role_members, before, after);
    principals = principals.without(id);
    users = users.without(id);
    service_accounts = service_accounts.without(id);
    if (!row || !after) continue;
    principals = principals.with(id, after);
    if (after.service_account) service_accounts = service_accounts.with(id, after);
    else users = users.with(id, after);
    for (const key of row.alias_keys) {
      aliases = aliases.with(key, [...new Set([...(aliases.get(key) ?? NONE), id])]);
    }
  }
  return { principals, users, service_accounts, role_members, aliases };
}

export interface UserMembers extends Principals {
  readonly principal_changes: RecentChanges;
}

export const usersPart: SnapshotPart<UserMembers> = {
  empty: { ...buildPrincipals([]), principal_changes: changesSince(0) },
  async load({ tx, details, version }) {
    const principals: [PrincipalRow["alias_keys"], PrincipalRecord][] = [];
    for await (const page of readPrincipals(tx)) {
      for (const row of page) principals.push([row.alias_keys, principalRecord(row, details)]);
    }
    return { ...buildPrincipals(principals), principal_changes: changesSince(version) };
  },
  async patch({ tx, details, version }, before, ids) {
    const rows: PrincipalRow[] = [];
    for await (const page of readPrincipals(tx, ids)) rows.push(...page);
    return {
      ...patchPrincipals(before, ids, rows, details),
      principal_changes: withChange(before.principal_changes, version, ids),
    };
  },
};
