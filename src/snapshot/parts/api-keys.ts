/** API keys: what their validation asks for; descriptions and last uses stay in the database (P5, L-W47). */
import { SortedMap } from "../../std/sorted-map.ts";
import { apiKeys } from "../../store/tables.ts";
import type { Reading, SnapshotPart } from "../part.ts";
import { mapBy, patchMap, selected } from "../record-maps.ts";
import type { Details } from "../sealed.ts";

export interface ApiKeyRecord {
  readonly id: string;
  /** SHA-256 of the key in hex. */
  readonly key_hash: string;
  /** Absent for a system key. */
  readonly owner_id?: string;
  readonly name: string;
  readonly role_ids: readonly string[];
  readonly permission_ids: readonly string[];
  readonly details: Details;
  readonly disabled: boolean;
  /** Its owner made it, in self-service. */
  readonly self_made: boolean;
  /** Milliseconds since the epoch; absent: it does not expire. */
  readonly expires_at?: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ApiKeyMembers {
  readonly api_keys: SortedMap<ApiKeyRecord>;
  /** Hash → id. */
  readonly api_key_hashes: SortedMap<string>;
}

const COLUMNS = {
  id: apiKeys.id,
  key_hash: apiKeys.key_hash,
  user_id: apiKeys.user_id,
  name: apiKeys.name,
  role_ids: apiKeys.role_ids,
  permission_ids: apiKeys.permission_ids,
  details: apiKeys.details,
  disabled: apiKeys.disabled,
  self_made: apiKeys.self_made,
  expires_at: apiKeys.expires_at,
  created_at: apiKeys.created_at,
  updated_at: apiKeys.updated_at,
};

async function read({ tx }: Reading, ids?: readonly string[]): Promise<ApiKeyRecord[]> {
  const rows = await tx.select(COLUMNS).from(apiKeys).where(selected(apiKeys.id, ids));
  return rows.map(({ user_id, expires_at, created_at, updated_at, ...row }) => ({
    ...row,
    ...(user_id && { owner_id: user_id }),
    ...(expires_at && { expires_at: expires_at.getTime() }),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}

const hashIndex = (keys: readonly ApiKeyRecord[]): SortedMap<string> =>
  SortedMap.fromSorted(
    keys
      .map(({ key_hash, id }) => [key_hash, id] as const)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );

export const apiKeysPart: SnapshotPart<ApiKeyMembers> = {
  empty: { api_keys: SortedMap.empty(), api_key_hashes: SortedMap.empty() },
  async load(reading) {
    const keys = await read(reading);
    return { api_keys: mapBy(keys, ({ id }) => id), api_key_hashes: hashIndex(keys) };
  },
  async patch(reading, before, ids) {
    const found = await read(reading, ids);
    let { api_key_hashes } = before;
    for (const id of ids) {
      const gone = before.api_keys.get(id);
      if (gone) api_key_hashes = api_key_hashes.without(gone.key_hash);
    }
    for (const { key_hash, id } of found) api_key_hashes = api_key_hashes.with(key_hash, id);
    return { api_keys: patchMap(before.api_keys, ids, found, ({ id }) => id), api_key_hashes };
  },
};
