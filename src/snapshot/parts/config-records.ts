/** Config records: clients, providers, LDAP and SAML, opened and parsed. */
import type { SecretBox } from "../../crypto/secretbox.ts";
import {
  type ConfigKind,
  type ConfigRecords,
  parseConfig,
} from "../../settings/records/config-records.ts";
import { SortedMap } from "../../std/sorted-map.ts";
import { type oauthProviders, topicTables } from "../../store/tables.ts";
import type { Reading, SnapshotPart } from "../part.ts";
import { selected } from "../record-maps.ts";
import { type UnreadableRow, undecryptable } from "../unreadable-rows.ts";
import { type Written, written } from "../written.ts";

/** One config record: `stored` as it was written, `config` parsed. Both absent when unreadable. */
interface ConfigRecord<C> extends Written {
  readonly id: string;
  readonly enabled: boolean;
  readonly stored?: Readonly<Record<string, unknown>>;
  readonly config?: C;
}

type Records<K extends ConfigKind> = SortedMap<ConfigRecord<ConfigRecords[K]>>;
/** Members of the snapshot: the records of these kinds, each kind under its name. */
export type ConfigMaps<K extends ConfigKind = ConfigKind> = { readonly [P in K]: Records<P> };

type ConfigTable = typeof oauthProviders;
type ConfigRow = ConfigTable["$inferSelect"];

/** The table of a kind; all of them have these columns. */
export const configTable = (kind: ConfigKind): ConfigTable => topicTables[kind] as ConfigTable;

const tableName = (kind: ConfigKind) => `auth_${kind}`;

/** The place that seals a record (C-1). */
export const configPlace = (kind: ConfigKind, id: string) => ({
  table: tableName(kind),
  row: id,
  field: "config",
});

async function read(kind: ConfigKind, { tx }: Reading, ids?: readonly string[]) {
  const table = configTable(kind);
  return tx.select().from(table).where(selected(table.id, ids));
}

/** @property reason why it cannot be used; it does not decrypt without `stored` */
type Opened<K extends ConfigKind> = ConfigRecord<ConfigRecords[K]> &
  Partial<Pick<UnreadableRow, "reason" | "messages">>;

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
  if (!result.ok) {
    return { ...record, stored, reason: result.detail, messages: result.messages };
  }
  return { ...record, stored, config: result.value };
}

/** Adds the records of these rows; what cannot be read is reported. */
async function withRows<K extends ConfigKind>(
  kind: K,
  { box, log, unreadable }: Reading,
  before: Records<K>,
  rows: readonly ConfigRow[],
): Promise<ConfigMaps<K>> {
  const table = tableName(kind);
  const opened = await Promise.all(rows.map((row) => openConfig(kind, row, box)));
  let records = before;
  for (const { reason, messages, ...record } of opened) {
    records = records.with(record.id, record as ConfigRecord<ConfigRecords[K]>);
    if (!reason) continue;
    log.error("config record cannot be read", { table, id: record.id, reason });
    const { id, stored } = record;
    unreadable.add(
      stored ? { table, id, reason, ...(messages && { messages }) } : undecryptable(table, id),
    );
  }
  return member(kind, records);
}

/** The compiler takes a computed name for any text. */
const member = <K extends ConfigKind>(kind: K, records: Records<K>) =>
  ({ [kind]: records }) as ConfigMaps<K>;

/** The part of one kind. */
export function configPart<K extends ConfigKind>(kind: K): SnapshotPart<ConfigMaps<K>> {
  const none: Records<K> = SortedMap.empty();
  return {
    empty: member(kind, none),
    async load(reading) {
      return withRows(kind, reading, none, await read(kind, reading));
    },
    async patch(reading, before, ids) {
      let left: Records<K> = before[kind];
      for (const id of ids) {
        left = left.without(id);
        reading.unreadable.forget(tableName(kind), id);
      }
      return withRows(kind, reading, left, await read(kind, reading, ids));
    },
  };
}
