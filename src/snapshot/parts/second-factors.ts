/** Who has a confirmed second factor: asked at every sign-in; the secret itself stays in the database. */
import { and, eq } from "drizzle-orm";
import { SortedMap } from "../../std/sorted-map.ts";
import { totpSecrets } from "../../store/tables.ts";
import type { Reading, SnapshotPart } from "../part.ts";
import { mapBy, patchMap, selected } from "../record-maps.ts";

export interface SecondFactor {
  readonly user_id: string;
}

const idOf = ({ user_id }: SecondFactor): string => user_id;

const read = ({ tx }: Reading, ids?: readonly string[]): Promise<SecondFactor[]> =>
  tx
    .select({ user_id: totpSecrets.user_id })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.confirmed, true), selected(totpSecrets.user_id, ids)));

export const secondFactorsPart: SnapshotPart<{
  /** By the id of the user. */
  readonly second_factors: SortedMap<SecondFactor>;
}> = {
  empty: { second_factors: SortedMap.empty() },
  load: async (reading) => ({ second_factors: mapBy(await read(reading), idOf) }),
  patch: async (reading, before, ids) => ({
    second_factors: patchMap(before.second_factors, ids, await read(reading, ids), idOf),
  }),
};
