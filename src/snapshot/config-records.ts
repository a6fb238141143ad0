/** Config records of the read model: clients, providers, LDAP and SAML, opened and parsed. */

import { inArray } from "drizzle-orm";
import type { SecretBox } from "../crypto/secretbox.ts";
import type { Logger } from "../runtime.ts";
import {
  type ConfigKind,
  type ConfigRecords,
  parseConfig,
} from "../settings/records/config-records.ts";
import type { SortedMap } from "../std/sorted-map.ts";
import type { Queryable } from "../store/change.ts";

import { ldapConfigs, oauthClients, oauthProviders, samlProviders } from "../store/tables.ts";
import { written } from "./named-records.ts";
import type { ConfigRecord, Snapshot, UnreadableRow } from "./snapshot.ts";

/** The table behind each kind; all four have the same columns. */
export const configTables = {
  oauth_clients: oauthClients,
  oauth_providers: oauthProviders,
  ldap_configs: ldapConfigs,
  saml_providers: samlProviders,
} as const satisfies Record<ConfigKind, unknown>;

type ConfigRow = typeof oauthClients.$inferSelect;

/** The place that seals a record (C-1). */
export const configPlace = (kind: ConfigKind, id: string) => ({
  table: `auth_${kind}`,
  row: id,
  field: "config",
});

export async function readConfigs(
  db: Queryable,
  kind: ConfigKind,
  ids?: readonly string[],
): Promise<ConfigRow[]> {
  const table = configTables[kind] as typeof oauthClients;
  return db
    .select()
    .from(table)
    .where(ids && inArray(table.id, [...ids]));
}

type Opened<K extends ConfigKind> = ConfigRecord<ConfigRecords[K]> & { readonly reason?: string };

async function openConfig<K extends ConfigKind>(
  kind: K,
  row: ConfigRow,
  box: SecretBox,
): Promise<Opened<K>> {
  const record = { id: row.id, enabled: row.enabled, ...written(row) };
  let stored: Record<string, unknown>;
  try {
    stored = JSON.parse(await box.open(configPlace(kind, row.id), row.config_encrypted));
  } catch {
    return { ...record, reason: "cannot be decrypted" };
  }
  const result = parseConfig(kind, stored);
  if (!result.ok) return { ...record, stored, reason: result.detail };
  return { ...record, stored, config: result.value };
}

/** Applies the rows of the named records of one kind; a missing row is a deletion. */
export async function applyConfigs<K extends ConfigKind>(
  kind: K,
  before: Pick<Snapshot, "unreadable"> & {
    readonly records: SortedMap<ConfigRecord<ConfigRecords[K]>>;
  },
  ids: readonly string[],
  rows: readonly ConfigRow[],
  { box, log }: { readonly box: SecretBox; readonly log: Logger },
): Promise<{
  records: SortedMap<ConfigRecord<ConfigRecords[K]>>;
  unreadable: SortedMap<UnreadableRow>;
}> {
  let { records, unreadable } = before;
  const table = `auth_${kind}`;
  for (const id of ids) {
    records = records.without(id);
    unreadable = unreadable.without(`${table}/${id}`);
  }
  const opened = await Promise.all(rows.map((row) => openConfig(kind, row, box)));
  for (const { reason, ...record } of opened) {
    records = records.with(record.id, record as ConfigRecord<ConfigRecords[K]>);
    if (!reason) continue;
    log.error("config record cannot be read", { table, id: record.id, reason });
    unreadable = unreadable.with(`${table}/${record.id}`, { table, id: record.id, reason });
  }
  return { records, unreadable };
}
