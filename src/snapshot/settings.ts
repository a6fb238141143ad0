/** Settings of the read model: opened, parsed with defaults, and closed when they cannot be read. */

import { inArray } from "drizzle-orm";
import { importSigningKey, type SigningKey } from "../crypto/rsa.ts";
import type { SecretBox } from "../crypto/secretbox.ts";
import { AuthError, StartError } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import {
  defaultSettings,
  isReserved,
  type Namespace,
  parseSetting,
  type Settings,
} from "../settings/index.ts";
import type { Queryable } from "../store/change.ts";

import { settings } from "../store/tables.ts";
import { written } from "./named-records.ts";
import type { Snapshot, StoredSetting, UnreadableRow } from "./snapshot.ts";

type SettingRow = typeof settings.$inferSelect;
type SettingParts = Pick<Snapshot, "settings" | "stored_settings" | "signing_key" | "unreadable">;

const TABLE = "auth_settings";

/** The place that seals a namespace document (C-1). */
export const settingPlace = (namespace: string) => ({
  table: TABLE,
  row: namespace,
  field: "value",
});

export const readSettings = (db: Queryable, namespaces?: readonly string[]) =>
  db
    .select()
    .from(settings)
    .where(namespaces && inArray(settings.namespace, [...namespaces]));

/** Settings with one namespace replaced; the others keep their accessors. */
function replaceNamespace(all: Settings, namespace: Namespace, property: PropertyDescriptor) {
  const members = Object.getOwnPropertyDescriptors(all);
  const replaced = { enumerable: true, configurable: true, ...property };
  return Object.create(null, { ...members, [namespace]: replaced }) as Settings;
}

/** Reading this namespace refuses: closed, never defaulted to open (P-1, C-3). */
const refusing = (namespace: Namespace): PropertyDescriptor => ({
  get() {
    throw new AuthError("unavailable", `settings namespace ${namespace} cannot be read`);
  },
});

async function openSetting(row: SettingRow, box: SecretBox): Promise<StoredSetting> {
  const setting = { namespace: row.namespace, ...written(row) };
  try {
    const text = await box.open(settingPlace(row.namespace), row.value_encrypted);
    return { ...setting, value: JSON.parse(text) };
  } catch {
    return setting;
  }
}

export interface ApplySettings {
  readonly box: SecretBox;
  readonly log: Logger;
  /** At start a document that no longer parses stops the service; later the last value stays. */
  readonly starting: boolean;
}

const unreadable = (id: string, reason: string): UnreadableRow => ({ table: TABLE, id, reason });

/** Applies the rows of the named namespaces; a namespace without a row has its defaults again. */
export async function applySettings(
  before: SettingParts,
  namespaces: readonly string[],
  rows: readonly SettingRow[],
  { box, log, starting }: ApplySettings,
): Promise<SettingParts> {
  let { settings: parsed, stored_settings: stored, unreadable: broken } = before;
  let signingKey = before.signing_key;
  const found = new Map(rows.map((row) => [row.namespace, row]));
  const defaults = defaultSettings();

  for (const namespace of namespaces) {
    const brokenKey = `${TABLE}/${namespace}`;
    broken = broken.without(brokenKey);
    const row = found.get(namespace);
    const setting = row && (await openSetting(row, box));
    stored = setting ? stored.with(namespace, setting) : stored.without(namespace);
    if (setting && !setting.value) {
      log.error("settings namespace cannot be decrypted", { namespace });
      broken = broken.with(brokenKey, unreadable(namespace, "cannot be decrypted"));
      if (isReserved(namespace)) {
        parsed = replaceNamespace(parsed, namespace, refusing(namespace));
      }
      if (namespace === "jwt") signingKey = undefined;
      continue;
    }
    if (!isReserved(namespace)) continue;
    if (!setting) {
      parsed = replaceNamespace(parsed, namespace, { value: defaults[namespace] });
      if (namespace === "jwt") signingKey = undefined;
      continue;
    }
    const outcome = await interpret(namespace, setting);
    if ("reason" in outcome) {
      if (starting) throw new StartError(`stored settings: ${namespace}: ${outcome.reason}`);
      // A full load knows no earlier value; then the namespace is closed and never defaulted (P-1).
      const kept = before.stored_settings.has(namespace);
      log.error("stored settings do not parse", { namespace, last_good_value_stays: kept });
      broken = broken.with(brokenKey, unreadable(namespace, outcome.reason));
      if (!kept) parsed = replaceNamespace(parsed, namespace, refusing(namespace));
      continue;
    }
    parsed = replaceNamespace(parsed, namespace, { value: outcome.value });
    if (outcome.signingKey) signingKey = outcome.signingKey;
  }
  return { settings: parsed, stored_settings: stored, signing_key: signingKey, unreadable: broken };
}

type Interpreted = { readonly value: unknown; readonly signingKey?: SigningKey };

async function interpret(
  namespace: Namespace,
  setting: StoredSetting,
): Promise<Interpreted | { readonly reason: string }> {
  const result = parseSetting(namespace, setting.value);
  if (!result.ok) return { reason: `${result.message}: ${result.detail}` };
  if (namespace !== "jwt") return { value: result.value };
  const { kid, private_key: pem } = result.value as Settings["jwt"];
  try {
    return { value: result.value, signingKey: await importSigningKey(kid, pem) };
  } catch (cause) {
    return { reason: cause instanceof Error ? cause.message : "key cannot be imported" };
  }
}
