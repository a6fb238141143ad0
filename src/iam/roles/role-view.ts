/** A stored role as clients see it, with its direct children and its members counted (auth-wire 2.6). */

import { membersOf } from "../../snapshot/role-members.ts";
import type { RoleRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { isActive } from "../principals/holdings.ts";
import { toSeconds } from "../principals/principal-view.ts";
import type { RoleView } from "./role-schema.ts";

export interface RoleExpansion {
  readonly add_roles: boolean;
  readonly add_permissions: boolean;
  readonly add_total_users: boolean;
}

/**
 * Users and service accounts that hold the role directly: own, synchronised, or by a temporary grant
 * that is active now; not through other roles.
 */
export function countMembers(snapshot: Snapshot, roleId: string, now: number): number {
  const { permanent, temporary } = membersOf(snapshot.role_members, roleId);
  let count = permanent.size;
  for (const { id, tmp_role_ids } of temporary.values()) {
    if (permanent.has(id)) continue;
    if (tmp_role_ids.some((grant) => grant.id === roleId && isActive(grant, now))) count += 1;
  }
  return count;
}

/** `{id, name}` of the ids that have a record, in the given order. */
export const references = (
  ids: readonly string[],
  records: { get(id: string): { readonly name: string } | undefined },
): { id: string; name: string }[] =>
  ids.flatMap((id) => {
    const record = records.get(id);
    return record ? [{ id, name: record.name }] : [];
  });

export function viewRole(
  snapshot: Snapshot,
  role: RoleRecord,
  now: number,
  show: RoleExpansion,
): RoleView {
  const roles = show.add_roles ? references(role.role_ids, snapshot.roles) : [];
  const permissions =
    show.add_roles && show.add_permissions
      ? references(role.permission_ids, snapshot.permissions)
      : [];
  return {
    id: role.id,
    name: role.name,
    permission_ids: [...role.permission_ids],
    role_ids: [...role.role_ids],
    data: role.data,
    description: role.description,
    created_at: toSeconds(role.created_at),
    updated_at: toSeconds(role.updated_at),
    updated_by: role.updated_by,
    ...(roles.length > 0 && { roles }),
    ...(permissions.length > 0 && { permissions }),
    total_users: show.add_roles && show.add_total_users ? countMembers(snapshot, role.id, now) : 0,
  };
}
