/** Which principals hold a permission permanently: directly or by own and synchronised roles. */
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { withContainers } from "../search/permission-filter.ts";

/** Ids that a name or id of a permission means (auth-wire 1.6: by name first, both count). */
export function permissionIds(snapshot: Snapshot, nameOrId: string): Set<string> {
  const named = snapshot.permission_names.get(nameOrId);
  const ids = named === undefined ? [nameOrId] : [named, nameOrId];
  return new Set(ids.filter((id) => snapshot.permissions.has(id)));
}

/** Roles through which the permission is held, those that contain them included. */
export function rolesGranting(snapshot: Snapshot, nameOrId: string): ReadonlySet<string> {
  const ids = permissionIds(snapshot, nameOrId);
  const listing = [...snapshot.roles.values()].filter(({ permission_ids }) =>
    permission_ids.some((id) => ids.has(id)),
  );
  return withContainers(
    snapshot,
    listing.map(({ id }) => id),
  );
}

/** @param granting what `rolesGranting` says of the permission */
export function holdsPermanently(
  snapshot: Snapshot,
  { role_ids, sync_role_ids, permission_ids }: PrincipalRecord,
  nameOrId: string,
  granting: ReadonlySet<string>,
): boolean {
  const ids = permissionIds(snapshot, nameOrId);
  return (
    permission_ids.some((id) => ids.has(id)) ||
    [...role_ids, ...sync_role_ids].some((id) => granting.has(id))
  );
}
