/** Users and service accounts: ordered maps, the alias index, and what moved lately. */

import type { SecretBox } from "../../crypto/secretbox.ts";
import { SortedMap } from "../../std/sorted-map.ts";
import { type AliasIndex, buildAliases, patchAliases } from "../alias-owners.ts";
import type { SnapshotPart } from "../part.ts";
import type { PrincipalRecord } from "../principal-record.ts";
import { changesSince, type RecentChanges, withChange } from "../recent-changes.ts";
import { buildRoleMembers, patchRoleMembers, type RoleMemberIndex } from "../role-members.ts";
import { SealedDetails } from "../sealed.ts";
import { NONE, SharedValues } from "../shared-values.ts";
import { type PrincipalRow, readPages, rowsOf } from "./principal-rows.ts";

interface Principals {
  readonly principals: SortedMap<PrincipalRecord>;
  /** The principals that are no service accounts; pages of lists are read from here. */
  readonly users: SortedMap<PrincipalRecord>;
  readonly service_accounts: SortedMap<PrincipalRecord>;
  /** Principals of both kinds that are disabled: few of many, and a filter of their own. */
  readonly disabled: SortedMap<PrincipalRecord>;
  readonly role_members: RoleMemberIndex;
  readonly aliases: AliasIndex;
}

/** @param shared what records of this load have in common */
export function principalRecord(
  row: PrincipalRow,
  box: SecretBox,
  shared = new SharedValues(),
): PrincipalRecord {
  const { doc } = row;
  const created_at = shared.time(row.created_at);
  const updated_at = shared.time(row.updated_at);
  return {
    id: row.id,
    alias: row.alias,
    disabled: row.disabled || row.left_reason !== null,
    service_account: row.service_account,
    local: row.local,
    source: shared.text(row.source),
    role_ids: shared.list(doc.role_ids),
    sync_role_ids: shared.list(doc.sync_role_ids),
    permission_ids: shared.list(doc.permission_ids),
    tmp_role_ids: filled(doc.tmp_role_ids),
    tmp_permission_ids: filled(doc.tmp_permission_ids),
    description: doc.description,
    details: new SealedDetails(box, row.id, row.details_encrypted),
    created_at,
    updated_at,
    updated_by: shared.text(row.updated_by),
    ...(row.disabled && row.suspension && { suspension: row.suspension }),
    ...(row.left_reason !== null && {
      left: { reason: row.left_reason, since: shared.time(row.standing_at ?? row.updated_at) },
    }),
  };
}

const filled = <T>(list: readonly T[] | undefined): readonly T[] => (list?.length ? list : NONE);

const byId = (a: PrincipalRecord, b: PrincipalRecord) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** With up to this share of service accounts, the map of users has nearly all of its nodes from that of all. */
const FEW = 1 / 64;

function usersAmong(
  principals: SortedMap<PrincipalRecord>,
  serviceAccounts: readonly PrincipalRecord[],
): SortedMap<PrincipalRecord> {
  if (serviceAccounts.length > principals.size * FEW) {
    return SortedMap.byId(
      [...principals.values()].filter(({ service_account }) => !service_account),
    );
  }
  return serviceAccounts.reduce((users, { id }) => users.without(id), principals);
}

/** Builds the maps from all records; the caller has yielded between pages. */
export function buildPrincipals(records: readonly PrincipalRecord[]): Principals {
  const sorted = records.toSorted(byId);
  const principals = SortedMap.byId(sorted);
  const serviceAccounts = sorted.filter(({ service_account }) => service_account);
  return {
    principals,
    users: usersAmong(principals, serviceAccounts),
    service_accounts: SortedMap.byId(serviceAccounts),
    disabled: SortedMap.byId(sorted.filter(({ disabled }) => disabled)),
    role_members: buildRoleMembers(sorted),
    aliases: buildAliases(sorted),
  };
}

/** Replaces the named principals by what their rows say now; a missing row is a deletion. */
export function patchPrincipals(
  known: Principals,
  ids: readonly string[],
  rows: readonly PrincipalRow[],
  box: SecretBox,
): Principals {
  let { principals, users, service_accounts, disabled, role_members, aliases } = known;
  const found = new Map(rows.map((row) => [row.id, row]));
  const shared = new SharedValues();
  for (const id of ids) {
    const before = principals.get(id);
    const row = found.get(id);
    const after = row && principalRecord(row, box, shared);
    /** The map with the record where it belongs into it, and else without. */
    const placed = (map: SortedMap<PrincipalRecord>, belongs: boolean | undefined) =>
      after && belongs ? map.with(id, after) : map.without(id);
    role_members = patchRoleMembers(role_members, before, after);
    aliases = patchAliases(aliases, before, after);
    principals = placed(principals, true);
    users = placed(users, !after?.service_account);
    service_accounts = placed(service_accounts, after?.service_account);
    disabled = placed(disabled, after?.disabled);
  }
  return { principals, users, service_accounts, disabled, role_members, aliases };
}

export interface UserMembers extends Principals {
  readonly principal_changes: RecentChanges;
}

export const usersPart: SnapshotPart<UserMembers> = {
  empty: { ...buildPrincipals([]), principal_changes: changesSince(0) },
  async load({ tx, details, version }) {
    const records: PrincipalRecord[] = [];
    const shared = new SharedValues();
    for await (const page of readPages(tx)) {
      for (const row of page) records.push(principalRecord(row, details, shared));
    }
    return { ...buildPrincipals(records), principal_changes: changesSince(version) };
  },
  async patch({ tx, details, version }, before, ids) {
    const rows = await rowsOf(tx, ids);
    return {
      ...patchPrincipals(before, ids, rows, details),
      principal_changes: withChange(before.principal_changes, version, ids),
    };
  },
};
