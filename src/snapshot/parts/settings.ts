/** Settings of the read model: opened, parsed with defaults, and closed when they cannot be read. */

import { deriveFor } from "../../crypto/hkdf.ts";
import type { SecretBox } from "../../crypto/secretbox.ts";
import { importSigningKey, importVerificationKey, pemToPkcs8 } from "../../crypto/signing-key.ts";
import { AuthError, StartError } from "../../errors.ts";
import {
  defaultSettings,
  isReserved,
  type Namespace,
  type NamespaceWith,
  parseSetting,
  type Settings,
} from "../../settings/index.ts";
import { decodeBase64 } from "../../std/base64.ts";
import { SortedMap } from "../../std/sorted-map.ts";
import { settings } from "../../store/tables.ts";
import { type KeyRing, type KeyTimes, keyRing, type VerificationKey } from "../key-ring.ts";
import type { Reading, SnapshotPart } from "../part.ts";
import { selected } from "../record-maps.ts";
import { type UnreadableRow, undecryptable } from "../unreadable-rows.ts";
import { type Written, written } from "../written.ts";

/** One settings namespace as an admin wrote it. `value` is absent when it does not open. */
interface StoredSetting extends Written {
  readonly namespace: string;
  readonly value?: Readonly<Record<string, unknown>>;
}

export interface SettingMembers {
  /** Parsed, with defaults. Reading a namespace that is stored but unreadable throws `unavailable`. */
  readonly settings: Settings;
  readonly stored_settings: SortedMap<StoredSetting>;
  /** Absent when the `jwt` namespace is missing or unreadable: nothing can be signed or verified. */
  readonly key_ring: KeyRing | undefined;
}

type SettingRow = typeof settings.$inferSelect;

const TABLE = "auth_settings";

/** The place that seals a namespace document (C-1). */
export const settingPlace = (namespace: string) => ({
  table: TABLE,
  row: namespace,
  field: "value",
});

const read = ({ tx }: Reading, namespaces?: readonly string[]) =>
  tx.select().from(settings).where(selected(settings.namespace, namespaces));

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

const milliseconds = (seconds = 0): number | undefined =>
  seconds > 0 ? seconds * 1000 : undefined;

const timesOf = (key: Settings["jwt"]["keys"][string] | undefined): KeyTimes => ({
  madeAt: milliseconds(key?.made_at),
  signsFrom: milliseconds(key?.signs_from),
  endsAt: milliseconds(key?.ends_at),
});

type JwtKey = Settings["jwt"]["keys"][string];

const RSA = "RS256";

/** Refresh tokens end with the key for RS256 that is current when they are made; both are known to this service alone. */
const refreshKeyOf = async (material: Uint8Array<ArrayBuffer>) => ({
  refreshKey: await deriveFor("refresh tokens", material),
});

async function localKey(
  { signatures }: Reading,
  kid: string,
  { alg, private_key }: Pick<JwtKey, "alg" | "private_key">,
  times: JwtKey | undefined,
): Promise<KeyRing["active"]> {
  const imported = await importSigningKey(kid, private_key, alg, signatures);
  const key = { ...imported, ...timesOf(times) };
  return alg === RSA ? { ...key, ...(await refreshKeyOf(pemToPkcs8(private_key))) } : key;
}

async function outsideKey(
  { signatures }: Reading,
  kid: string,
  key: JwtKey,
): Promise<VerificationKey> {
  const { alg, public_key, refresh_secret } = key;
  const half = await importVerificationKey(kid, JSON.parse(public_key), alg, signatures);
  const secret = decodeBase64(refresh_secret);
  const own = alg === RSA && secret ? await refreshKeyOf(new Uint8Array(secret)) : {};
  return { ...half, ...timesOf(key), outside: true, ...own };
}

/** The key of the document, and those beside it. */
async function ringOf(
  { kid, private_key, keys }: Settings["jwt"],
  reading: Reading,
): Promise<KeyRing> {
  const others = Object.entries(keys).filter(([name]) => name !== kid);
  const beside = others.map(([name, key]) =>
    key.public_key === "" ? localKey(reading, name, key, key) : outsideKey(reading, name, key),
  );
  const main = localKey(reading, kid, { alg: RSA, private_key }, keys[kid]);
  return keyRing(await main, await Promise.all(beside));
}

/** What the snapshot has besides the value of a namespace. */
type Derived = Omit<SettingMembers, "settings" | "stored_settings">;

interface Derivation<V> {
  /** Throws where the value is good for nothing. */
  readonly of: (value: V, reading: Reading) => Promise<Derived>;
  /** While there is no value, or it cannot be read. */
  readonly none: Derived;
}

const DERIVED: { readonly [N in NamespaceWith<"derived">]: Derivation<Settings[N]> } = {
  jwt: {
    of: async (value, reading) => ({ key_ring: await ringOf(value, reading) }),
    none: { key_ring: undefined },
  },
};

const derivedOf = (namespace: string): Derivation<unknown> | undefined =>
  isReserved(namespace)
    ? (DERIVED as Partial<Record<Namespace, Derivation<unknown>>>)[namespace]
    : undefined;

async function openSetting(row: SettingRow, box: SecretBox): Promise<StoredSetting> {
  const setting = { namespace: row.namespace, ...written(row) };
  try {
    const text = await box.open(settingPlace(row.namespace), row.value_encrypted);
    return { ...setting, value: JSON.parse(text) };
  } catch {
    return setting;
  }
}

/** Applies the rows of the named namespaces; a namespace without a row has its defaults again. */
async function applied(
  reading: Reading,
  before: SettingMembers,
  namespaces: readonly string[],
  rows: readonly SettingRow[],
): Promise<SettingMembers> {
  const { box, log, starting, unreadable } = reading;
  let { settings: parsed, stored_settings: stored } = before;
  let derived: Derived = { key_ring: before.key_ring };
  const found = new Map(rows.map((row) => [row.namespace, row]));
  const defaults = defaultSettings();

  for (const namespace of namespaces) {
    unreadable.forget(TABLE, namespace);
    const row = found.get(namespace);
    const setting = row && (await openSetting(row, box));
    stored = setting ? stored.with(namespace, setting) : stored.without(namespace);
    if (setting && !setting.value) {
      log.error("settings namespace cannot be decrypted", { namespace });
      unreadable.add(undecryptable(TABLE, namespace));
      if (isReserved(namespace)) {
        parsed = replaceNamespace(parsed, namespace, refusing(namespace));
      }
      derived = { ...derived, ...derivedOf(namespace)?.none };
      continue;
    }
    if (!isReserved(namespace)) continue;
    if (!setting) {
      parsed = replaceNamespace(parsed, namespace, { value: defaults[namespace] });
      derived = { ...derived, ...derivedOf(namespace)?.none };
      continue;
    }
    const outcome = await interpret(reading, namespace, setting);
    if ("reason" in outcome) {
      if (starting) throw new StartError(`stored settings: ${namespace}: ${outcome.reason}`);
      // A full load knows no earlier value; then the namespace is closed and never defaulted (P-1).
      const kept = before.stored_settings.has(namespace);
      log.error("stored settings do not parse", { namespace, last_good_value_stays: kept });
      unreadable.add({ table: TABLE, id: namespace, ...outcome });
      if (!kept) parsed = replaceNamespace(parsed, namespace, refusing(namespace));
      continue;
    }
    parsed = replaceNamespace(parsed, namespace, { value: outcome.value });
    derived = { ...derived, ...outcome.derived };
  }
  return { settings: parsed, stored_settings: stored, ...derived };
}

type Interpreted = { readonly value: unknown; readonly derived?: Derived };

async function interpret(
  reading: Reading,
  namespace: Namespace,
  setting: StoredSetting,
): Promise<Interpreted | Pick<UnreadableRow, "reason" | "messages">> {
  const result = parseSetting(namespace, setting.value);
  if (!result.ok) {
    return { reason: `${result.message}: ${result.detail}`, messages: result.messages };
  }
  try {
    const derived = await derivedOf(namespace)?.of(result.value, reading);
    return { value: result.value, ...(derived && { derived }) };
  } catch (cause) {
    return { reason: cause instanceof Error ? cause.message : "key cannot be imported" };
  }
}

export const settingsPart: SnapshotPart<SettingMembers> = {
  empty: {
    settings: defaultSettings(),
    stored_settings: SortedMap.empty(),
    key_ring: undefined,
  },
  async load(reading, before) {
    const rows = await read(reading);
    // Also the namespaces that were there before and are gone now.
    const known = [...before.stored_settings.keys(), ...rows.map(({ namespace }) => namespace)];
    return applied(reading, before, [...new Set(known)], rows);
  },
  async patch(reading, before, namespaces) {
    return applied(reading, before, namespaces, await read(reading, namespaces));
  },
};
