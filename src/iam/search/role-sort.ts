/** Roles and permissions in another order than that of their ids (auth-wire 1.4). */
import type { PermissionRecord, RoleRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { countMembers } from "../roles/role-view.ts";
import { type Sort, type SortKey, sortPatiently, textKey } from "./sort-order.ts";

const SORTS = ["id", "name", "description", "created_at", "updated_at"] as const;
/** Words that `_sort` of permissions takes. */
export const PERMISSION_SORTS = SORTS;
/** Words that `_sort` of roles takes. */
export const ROLE_SORTS = [...SORTS, "total_users"] as const;

function keyOf(record: PermissionRecord | RoleRecord, by: (typeof SORTS)[number]): SortKey {
  if (by === "created_at" || by === "updated_at") return Date.parse(record[by]);
  return by === "id" ? record.id : textKey(record[by]);
}

async function sorted<T>(
  records: readonly T[],
  keyOfRecord: (record: T) => SortKey,
  descending: boolean,
): Promise<readonly T[]> {
  const ascending = await sortPatiently(records, keyOfRecord);
  return descending ? ascending.toReversed() : ascending;
}

/** Without a sort the roles as they are. */
export async function sortRoles(
  snapshot: Snapshot,
  roles: readonly RoleRecord[],
  now: number,
  sort: Sort<(typeof ROLE_SORTS)[number]> | undefined,
): Promise<readonly RoleRecord[]> {
  if (!sort) return roles;
  const { by, descending } = sort;
  return sorted(
    roles,
    (role) => (by === "total_users" ? countMembers(snapshot, role.id, now) : keyOf(role, by)),
    descending,
  );
}

/** Without a sort the permissions as they are. */
export async function sortPermissions(
  permissions: readonly PermissionRecord[],
  sort: Sort<(typeof PERMISSION_SORTS)[number]> | undefined,
): Promise<readonly PermissionRecord[]> {
  if (!sort) return permissions;
  return sorted(permissions, (permission) => keyOf(permission, sort.by), sort.descending);
}
