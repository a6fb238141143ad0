/** A stored permission as clients see it (auth-wire 2.7). */
import type { PermissionRecord, RoleRecord, Snapshot } from "../../snapshot/snapshot.ts";
import type { SortedMap } from "../../std/sorted-map.ts";
import { toSeconds } from "../principals/principal-view.ts";
import type { PermissionView } from "./permission-schema.ts";
import { viewResource } from "./resource-schema.ts";

type Carriers = ReadonlyMap<string, readonly RoleRecord[]>;
const memo = new WeakMap<SortedMap<RoleRecord>, Carriers>();

/** Permission id → roles that list it directly; one pass per state of the roles (P2). */
export function rolesByPermission(roles: SortedMap<RoleRecord>): Carriers {
  const cached = memo.get(roles);
  if (cached) return cached;
  const carriers = new Map<string, RoleRecord[]>();
  for (const role of roles.values()) {
    for (const id of role.permission_ids) {
      const listed = carriers.get(id);
      if (listed) listed.push(role);
      else carriers.set(id, [role]);
    }
  }
  memo.set(roles, carriers);
  return carriers;
}

export function viewPermission(
  snapshot: Snapshot,
  permission: PermissionRecord,
  show: { readonly add_roles: boolean },
): PermissionView {
  const roles = show.add_roles
    ? (rolesByPermission(snapshot.roles).get(permission.id) ?? []).map(({ id, name }) => ({
        id,
        name,
      }))
    : [];
  return {
    id: permission.id,
    name: permission.name,
    resources: permission.resources.map(viewResource),
    description: permission.description,
    data: permission.data,
    scope: Object.fromEntries(
      Object.entries(permission.scope).map(([scope, names]) => [scope, [...names]]),
    ),
    ...(permission.public && { public: true }),
    created_at: toSeconds(permission.created_at),
    updated_at: toSeconds(permission.updated_at),
    updated_by: permission.updated_by,
    ...(roles.length > 0 && { roles }),
  };
}
