/** A store whose write happens only while what it is about is still as it was read (RFC 9110 §13.1). */
import { type Column, count, eq, max } from "drizzle-orm";
import type { Write } from "./change.ts";
import type { WritableStore } from "./store.ts";
import { type Topic, topicTables } from "./tables.ts";

/** Kinds of records that are read and written one at a time; the key is their id, name or namespace. */
export type RecordTopic = Extract<
  Topic,
  | "settings"
  | "oauth_clients"
  | "oauth_providers"
  | "ldap_configs"
  | "saml_providers"
  | "webhooks"
  | "users"
  | "roles"
  | "permissions"
  | "lmaps"
>;

function keyColumn(topic: RecordTopic): Column {
  if (topic === "settings") return topicTables.settings.namespace;
  if (topic === "lmaps") return topicTables.lmaps.name;
  return topicTables[topic].id;
}

/** When the record was written last, inside the write; undefined where there is none. */
async function lastChange({ tx }: Write, topic: RecordTopic, key: string) {
  const table = topicTables[topic] as typeof topicTables.roles;
  const [row] = await tx
    .select({ updated_at: table.updated_at })
    .from(table)
    .where(eq(keyColumn(topic), key));
  return row?.updated_at;
}

/** @param check gets the time when the record was written last, and throws where it may not be written */
export const conditional = (
  store: WritableStore,
  topic: RecordTopic,
  key: string,
  check: (lastChange: Date | undefined) => void,
): WritableStore => ({
  ...store,
  async beforeWrite(open) {
    await store.beforeWrite?.(open);
    check(await lastChange(open, topic, key));
  },
});

/** What stands for all settings namespaces at once: any write of one of them changes it. */
export interface SettingsState {
  readonly count: number;
  /** Of the namespace that was written last. */
  readonly lastChange: Date | undefined;
}

/** As `conditional`, for a write of several namespaces. */
export const conditionalOnSettings = (
  store: WritableStore,
  check: (state: SettingsState) => void,
): WritableStore => ({
  ...store,
  async beforeWrite(open) {
    await store.beforeWrite?.(open);
    const { settings } = topicTables;
    const [row] = await open.tx
      .select({ count: count(), lastChange: max(settings.updated_at) })
      .from(settings);
    check({ count: row?.count ?? 0, lastChange: row?.lastChange ?? undefined });
  },
});
