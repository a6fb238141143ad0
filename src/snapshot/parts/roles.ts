/** Roles, and which id a name belongs to. */
import { SortedMap } from "../../std/sorted-map.ts";
import { type RoleDocument, roles } from "../../store/tables.ts";
import type { Reading, SnapshotPart } from "../part.ts";
import { mapBy, nameIndex, patchMap, patchNames, selected } from "../record-maps.ts";
import { type Written, written } from "../written.ts";

export interface RoleRecord extends Written, RoleDocument {
  readonly id: string;
  readonly name: string;
}

async function read({ tx }: Reading, ids?: readonly string[]): Promise<RoleRecord[]> {
  const rows = await tx.select().from(roles).where(selected(roles.id, ids));
  return rows.map((row) => ({ id: row.id, name: row.name, ...row.config, ...written(row) }));
}

export const rolesPart: SnapshotPart<{
  readonly roles: SortedMap<RoleRecord>;
  readonly role_names: SortedMap<string>;
}> = {
  empty: { roles: SortedMap.empty(), role_names: SortedMap.empty() },
  async load(reading) {
    const found = await read(reading);
    return { roles: mapBy(found, ({ id }) => id), role_names: nameIndex(found) };
  },
  async patch(reading, before, ids) {
    const found = await read(reading, ids);
    return {
      roles: patchMap(before.roles, ids, found, ({ id }) => id),
      role_names: patchNames(before.role_names, before.roles, ids, found),
    };
  },
};
