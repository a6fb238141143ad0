/** LDAP group maps, by the name of the group. */
import { SortedMap } from "../../std/sorted-map.ts";
import { lmaps } from "../../store/tables.ts";
import type { Reading, SnapshotPart } from "../part.ts";
import { mapBy, patchMap, selected } from "../record-maps.ts";
import { type Written, written } from "../written.ts";

export interface LmapRecord extends Written {
  readonly name: string;
  readonly role_ids: readonly string[];
}

async function read({ tx }: Reading, names?: readonly string[]): Promise<LmapRecord[]> {
  const rows = await tx.select().from(lmaps).where(selected(lmaps.name, names));
  return rows.map((row) => ({ name: row.name, role_ids: row.role_ids, ...written(row) }));
}

export const lmapsPart: SnapshotPart<{ readonly lmaps: SortedMap<LmapRecord> }> = {
  empty: { lmaps: SortedMap.empty() },
  load: async (reading) => ({ lmaps: mapBy(await read(reading), ({ name }) => name) }),
  async patch(reading, before, names) {
    const found = await read(reading, names);
    return { lmaps: patchMap(before.lmaps, names, found, ({ name }) => name) };
  },
};
