/** Permissions, and which id a name belongs to. */
import type { Permission } from "../../permissions/permission.ts";
import { SortedMap } from "../../std/sorted-map.ts";
import { permissions } from "../../store/tables.ts";
import type { Reading, SnapshotPart } from "../part.ts";
import { mapBy, nameIndex, patchMap, patchNames, selected } from "../record-maps.ts";
import { type Written, written } from "../written.ts";

export interface PermissionRecord extends Written, Permission {}

async function read({ tx }: Reading, ids?: readonly string[]): Promise<PermissionRecord[]> {
  const rows = await tx.select().from(permissions).where(selected(permissions.id, ids));
  return rows.map((row) => ({ id: row.id, name: row.name, ...row.config, ...written(row) }));
}

export const permissionsPart: SnapshotPart<{
  readonly permissions: SortedMap<PermissionRecord>;
  readonly permission_names: SortedMap<string>;
}> = {
  empty: { permissions: SortedMap.empty(), permission_names: SortedMap.empty() },
  async load(reading) {
    const found = await read(reading);
    return { permissions: mapBy(found, ({ id }) => id), permission_names: nameIndex(found) };
  },
  async patch(reading, before, ids) {
    const found = await read(reading, ids);
    return {
      permissions: patchMap(before.permissions, ids, found, ({ id }) => id),
      permission_names: patchNames(before.permission_names, before.permissions, ids, found),
    };
  },
};
