/** Which roles the groups of a directory give (auth-wire 2.8, 6.1; D-7, T-12). Pure. */
import type { LmapRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { rolesGranting } from "../administrators/permanent-holding.ts";

/** The writer of everything that comes from a directory (auth-wire 1.5). */
export const DIRECTORY_WRITER = "LDAP";

/** Roles through which the admin permission is held; none while there is no such permission. */
export function administratorRoles(snapshot: Snapshot): ReadonlySet<string> {
  const { permission } = snapshot.settings.admin;
  return permission === "" ? new Set() : rolesGranting(snapshot, permission);
}

/** A map that no administrator has written: it may never make an administrator. */
export const isAutomatic = ({ updated_by }: LmapRecord): boolean => updated_by === DIRECTORY_WRITER;

/** Answers the roles of a group, for one snapshot. */
export function groupRoles(snapshot: Snapshot): (group: string) => readonly string[] {
  const administrators = administratorRoles(snapshot);
  return (group) => {
    const map = snapshot.lmaps.get(group);
    if (!map) return [];
    const automatic = isAutomatic(map);
    return map.role_ids.filter(
      (id) => snapshot.roles.has(id) && !(automatic && administrators.has(id)),
    );
  };
}
