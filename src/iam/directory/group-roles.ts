/** Which roles the groups of a directory give (auth-wire 2.8, 6.1; D-7, T-12). Pure. */
import type { LmapRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { comparableDn, parseName } from "../../std/distinguished-name.ts";
import { administratorRoles } from "../administrators/limited.ts";

/** The writer of everything that comes from a directory (auth-wire 1.5). */
export const DIRECTORY_WRITER = "LDAP";

/** A map that no administrator has written: it may never make an administrator. */
export const isAutomatic = ({ updated_by }: LmapRecord): boolean => updated_by === DIRECTORY_WRITER;

/** A group of a directory, as its map is looked up. */
export interface MappedGroup {
  readonly name: string;
  /** Its DN in the form in which they are compared. */
  readonly key: string;
  /** Another group of the directory has the same name, so the name says nothing. */
  readonly ambiguous: boolean;
}

/** The DN that a map is for, in the form in which they are compared; undefined for one that is for a name. */
export function mappedDn(name: string): string | undefined {
  const parts = name.includes("=") ? parseName(name) : undefined;
  // One part alone, as in `team=a`, may as well be the name of a group.
  return parts && parts.length > 1 ? comparableDn(name) : undefined;
}

/** The map of a group: by its DN, else by its name, unless the name means another group as well. */
export function groupMaps(snapshot: Snapshot): (group: MappedGroup) => LmapRecord | undefined {
  const byDn = new Map<string, LmapRecord>();
  for (const map of snapshot.lmaps.values()) {
    const dn = mappedDn(map.name);
    if (dn !== undefined) byDn.set(dn, map);
  }
  return ({ name, key, ambiguous }) =>
    byDn.get(key) ??
    (ambiguous || mappedDn(name) !== undefined ? undefined : snapshot.lmaps.get(name));
}

/** Answers the roles of a map, for one snapshot. */
export function mapRoles(snapshot: Snapshot): (map: LmapRecord) => readonly string[] {
  const administrators = administratorRoles(snapshot);
  return (map) => {
    const automatic = isAutomatic(map);
    return map.role_ids.filter(
      (id) => snapshot.roles.has(id) && !(automatic && administrators.has(id)),
    );
  };
}

/** Answers the roles of a group, for one snapshot. */
export function groupRoles(snapshot: Snapshot): (group: MappedGroup) => readonly string[] {
  const mapOf = groupMaps(snapshot);
  const rolesOf = mapRoles(snapshot);
  return (group) => {
    const map = mapOf(group);
    return map ? rolesOf(map) : [];
  };
}
