/** Users and service accounts: ordered maps, the alias index, and what moved lately. */

import type { SecretBox } from "../../crypto/secretbox.ts";
import { Runs } from "../../std/balanced-tree.ts";
import { SortedMap } from "../../std/sorted-map.ts";
import { type AliasIndex, buildAliases, patchAliases } from "../alias-owners.ts";
import type { SnapshotPart } from "../part.ts";
import type { PrincipalRecord } from "../principal-record.ts";
import { changesSince, type RecentChanges, withChange } from "../recent-changes.ts";
import { buildRoleMembers, patchRoleMembers, type RoleMemberIndex } from "../role-members.ts";
import { SealedDetails } from "../sealed.ts";
import { type PrincipalLists, SharedValues } from "../shared-values.ts";
import { copyPrincipals, type PrincipalRow, readPages, rowsOf } from "./principal-rows.ts";

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
export const principalRecord = (
  row: PrincipalRow,
  box: SecretBox,
  shared = new SharedValues(),
): PrincipalRecord => recordOf(row, shared.lists(row.doc), row.doc.description, box, shared);

/** @param lists that may be those of other records */
function recordOf(
  row: Omit<PrincipalRow, "doc">,
  lists: PrincipalLists,
  description: string,
  box: SecretBox,
  shared: SharedValues,
): PrincipalRecord {
  const created_at = shared.time(row.created_at);
  const updated_at = shared.time(row.updated_at);
  const record = {
    id: row.id,
    alias: row.alias,
    disabled: row.disabled || row.left_reason !== null,
    service_account: row.service_account,
    local: row.local,
    source: shared.text(row.source),
    role_ids: lists.role_ids,
    sync_role_ids: lists.sync_role_ids,
    permission_ids: lists.permission_ids,
    tmp_role_ids: lists.tmp_role_ids,
    tmp_permission_ids: lists.tmp_permission_ids,
    description,
    details: new SealedDetails(box, row.id, row.details_encrypted),
    created_at,
    updated_at,
    updated_by: shared.text(row.updated_by),
  };
  // Nearly all records have neither, and so one shape, that of the literal.
  if (!(row.disabled && row.suspension) && row.left_reason === null) return record;
  return {
    ...record,
    ...(row.disabled && row.suspension && { suspension: row.suspension }),
    ...(row.left_reason !== null && {
      left: { reason: row.left_reason, since: shared.time(row.standing_at ?? row.updated_at) },
    }),
  };
}

const byId = (a: PrincipalRecord, b: PrincipalRecord) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** With up to this share of service accounts, the map of users has nearly all of its nodes from that of all. */
const MAX_REMOVED_SHARE = 1 / 64;

function usersAmong(
  principals: SortedMap<PrincipalRecord>,
  serviceAccounts: readonly PrincipalRecord[],
): SortedMap<PrincipalRecord> {
  if (serviceAccounts.length > principals.size * MAX_REMOVED_SHARE) {
    return SortedMap.byId(
      [...principals.values()].filter(({ service_account }) => !service_account),
    );
  }
  return serviceAccounts.reduce((users, { id }) => users.without(id), principals);
}

/** The maps of records that come one by one: no list is made of them while they mostly come in the order of their ids. */
class PrincipalsBuilder {
  readonly #all = new Runs<PrincipalRecord>();
  readonly #serviceAccounts: PrincipalRecord[] = [];
  readonly #disabled = new Runs<PrincipalRecord>();
  /** Those that came after one with a higher id: a database may order them in another way. */
  readonly #late: PrincipalRecord[] = [];

  add(record: PrincipalRecord): void {
    const { id, disabled, service_account } = record;
    if (this.#all.last !== undefined && !(this.#all.last < id)) {
      this.#late.push(record);
      return;
    }
    this.#all.add(id, record);
    if (service_account) this.#serviceAccounts.push(record);
    if (disabled) this.#disabled.add(id, record);
  }

  /** Nothing may be added afterwards. */
  build(): Principals {
    const principals = SortedMap.ofRuns(this.#all);
    if (this.#late.length > 0) {
      return buildPrincipals([...principals.values(), ...this.#late].sort(byId));
    }
    return {
      principals,
      users: usersAmong(principals, this.#serviceAccounts),
      service_accounts: SortedMap.byId(this.#serviceAccounts),
      disabled: SortedMap.ofRuns(this.#disabled),
      role_members: buildRoleMembers(principals.values()),
      aliases: buildAliases(principals),
    };
  }
}

/** Builds the maps from all records, in whatever order. */
export function buildPrincipals(records: Iterable<PrincipalRecord>): Principals {
  const builder = new PrincipalsBuilder();
  for (const record of records) builder.add(record);
  return builder.build();
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
  async load({ tx, copyRows, details, version }) {
    const builder = new PrincipalsBuilder();
    const shared = new SharedValues();
    if (copyRows) {
      await copyPrincipals(copyRows, shared, (row) =>
        builder.add(recordOf(row, row.doc, row.description, details, shared)),
      );
    } else {
      for await (const page of readPages(tx)) {
        for (const row of page) builder.add(principalRecord(row, details, shared));
      }
    }
    return { ...builder.build(), principal_changes: changesSince(version) };
  },
  async patch({ tx, details, version }, before, ids) {
    const rows = await rowsOf(tx, ids);
    return {
      ...patchPrincipals(before, ids, rows, details),
      principal_changes: withChange(before.principal_changes, version, ids),
    };
  },
};
