/** Writes settings namespaces and config records of a document, through the checks of their routes. */

import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { acceptedConfig, removeConfig, writeConfig } from "../records/config-records.ts";
import { acceptedSetting, removeSetting, writeSetting } from "../records/settings.ts";
import { isJsonObject } from "../settings/document/schema-walk.ts";
import { isMasked, withStoredNames, writtenPart } from "../settings/document/written-part.ts";
import { type Namespace, namespaces, type Settings } from "../settings/index.ts";
import { type ConfigKind, configKinds } from "../settings/records/config-records.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { isSame } from "../std/same-json.ts";
import { modelAfter } from "../way-in/page-after.ts";
import { objectAt, splitRecord } from "./check.ts";
import { withIds, withNames } from "./references.ts";
import { CONFIG_KINDS, type Document } from "./schema.ts";
import { attempt, note, type Work } from "./work.ts";

type Owner = Namespace | ConfigKind;

export const schemaOf = (owner: Owner) =>
  owner in configKinds
    ? configKinds[owner as ConfigKind].schema
    : namespaces[owner as Namespace].schema;

/** What a person would write of a stored document; with `secrets` as they are, for comparing. */
const written = (snapshot: Snapshot, owner: Owner, stored: unknown, secrets = false): unknown =>
  withNames(
    snapshot,
    owner,
    writtenPart(schemaOf(owner), stored, secrets ? (_path, text) => text : undefined),
  );

const shown = (snapshot: Snapshot, owner: Owner, document: unknown, more: object = {}) => ({
  whole: { ...more, ...Object(written(snapshot, owner, document, true)) },
  open: { ...more, ...Object(written(snapshot, owner, document)) },
});

/** Names in the place of ids, also of records that the document makes. */
const named = (work: Work, owner: Owner, document: unknown): unknown => {
  const nameOf = (kind: "roles" | "permissions") =>
    new Map([...work.ids[kind]].map(([name, id]) => [id, { name }]));
  return withNames(
    { roles: nameOf("roles"), permissions: nameOf("permissions") } as unknown as Snapshot,
    owner,
    document,
  );
};

const unreadable = () =>
  new AuthError("unavailable", "what is stored cannot be decrypted; delete the record first");

/** An address whose password was taken out, and that is not the stored one. */
function maskedText(
  value: unknown,
  path: readonly PropertyKey[] = [],
): readonly PropertyKey[] | undefined {
  if (typeof value === "string") return isMasked(value) ? path : undefined;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(Object(value));
  for (const [name, one] of typeof value === "object" && value !== null ? entries : []) {
    const found = maskedText(one, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

const UNKNOWN = {
  roles: "fault.document.no_role",
  permissions: "fault.document.no_permission",
} as const;

/** The document to send on, as a form would send it; undefined where something in it is wrong. */
function incoming(
  work: Work,
  owner: Owner,
  place: readonly string[],
  stored: unknown,
  given: Document,
): Document | undefined {
  const known = work.faults.length;
  const ided = withIds(work.before, work.ids, owner, given, (kind, _name, path) =>
    work.faults.push({ path: [...place, ...path], reason: message(UNKNOWN[kind]) }),
  );
  const whole = withStoredNames(schemaOf(owner), stored, ided) as Document;
  const masked = maskedText(whole);
  if (masked) {
    const reason = message("fault.document.no_password");
    work.faults.push({ path: [...place, ...masked], reason });
  }
  return work.faults.length > known ? undefined : whole;
}

async function writeNamespace(
  work: Work,
  namespace: Namespace,
  place: readonly string[],
  given: Document,
): Promise<void> {
  const { service, open, before, actor } = work;
  const setting = before.stored_settings.get(namespace);
  if (setting && !setting.value) throw unreadable();
  const stored = setting?.value;
  if (stored && isSame(written(before, namespace, stored), named(work, namespace, given))) return;
  const value = incoming(work, namespace, place, stored, given);
  if (!value) return;
  const document = await acceptedSetting(service, open, namespace, value);
  if (stored && isSame(stored, document)) return;
  await writeSetting(service, open, namespace, document, actor);
  const after = named(work, namespace, document);
  note(
    work,
    namespace === "session_providers" ? namespace : "settings",
    namespace,
    { topic: "settings", entity: namespace, updated_at: setting?.updated_at },
    stored && shown(before, namespace, stored),
    shown(before, namespace, after),
  );
}

export async function writeSettings(work: Work): Promise<void> {
  const { document } = work;
  for (const [name, given] of Object.entries(objectAt(document, "settings"))) {
    if (!isJsonObject(given)) continue;
    const place = ["settings", name];
    await attempt(work, place, () => writeNamespace(work, name as Namespace, place, given));
  }
}

/** After the clients that it names. */
export async function writeProviders(work: Work): Promise<void> {
  const given = work.document.session_providers;
  if (!isJsonObject(given)) return;
  const place = ["session_providers"];
  await attempt(work, place, () => writeNamespace(work, "session_providers", place, given));
}

async function writeRecord(
  work: Work,
  kind: ConfigKind,
  id: string,
  given: Document,
  settings: Settings,
): Promise<void> {
  const { service, open, before, actor } = work;
  const { enabled, config } = splitRecord(given);
  const record = before[kind].get(id);
  if (record && !record.stored) throw unreadable();
  const stored = record?.stored;
  const sameWritten = stored && isSame(written(before, kind, stored), named(work, kind, config));
  if (record && sameWritten && record.enabled === enabled) return;
  const value = incoming(work, kind, [kind, id], stored, config);
  if (!value) return;
  const accepted = await acceptedConfig(service, open, kind, id, value, settings);
  if (record && isSame(stored, accepted) && record.enabled === enabled) return;
  await writeConfig(service, open, kind, { id, enabled, config: accepted }, actor);
  note(
    work,
    kind,
    id,
    { topic: kind, entity: id, updated_at: record?.updated_at },
    record && shown(before, kind, stored, { enabled: record.enabled }),
    shown(before, kind, accepted, { enabled }),
  );
}

export async function writeRecords(work: Work): Promise<void> {
  const { service, open, document } = work;
  const given = CONFIG_KINDS.filter((kind) => Object.keys(objectAt(document, kind)).length > 0);
  if (given.length === 0) return;
  // Records are checked against the settings of the same document.
  const { settings } = await modelAfter(service, open);
  for (const kind of given) {
    for (const [id, record] of Object.entries(objectAt(document, kind))) {
      await attempt(work, [kind, id], () =>
        writeRecord(work, kind, id, isJsonObject(record) ? record : {}, settings),
      );
    }
  }
}

export async function removeNamespace(work: Work, namespace: Namespace): Promise<void> {
  const { open, before } = work;
  const setting = before.stored_settings.get(namespace);
  if (!setting || !(await removeSetting(open, namespace, async () => undefined))) return;
  const stored = { topic: "settings", entity: namespace, updated_at: setting.updated_at } as const;
  note(work, "settings", namespace, stored, shown(before, namespace, setting.value), undefined);
}

export async function removeRecord(work: Work, kind: ConfigKind, id: string): Promise<void> {
  const { service, open, before, actor } = work;
  const record = before[kind].get(id);
  if (!record || !(await removeConfig(service, open, kind, id, actor))) return;
  const was = shown(before, kind, record.stored, { enabled: record.enabled });
  const stored = { topic: kind, entity: id, updated_at: record.updated_at } as const;
  note(work, kind, id, stored, was, undefined);
}
