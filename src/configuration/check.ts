/** Reads a document whole before anything is written: unknown members, values, and names that lead nowhere. */
import { type Message, message } from "../messages/message.ts";
import type { Fault } from "../settings/document/faults.ts";
import { listFaults } from "../settings/document/faults.ts";
import { nearestName } from "../settings/document/nearest-name.ts";
import { isJsonObject, unknownMembers } from "../settings/document/schema-walk.ts";
import { mergeSecrets } from "../settings/document/secrets.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { CONFIG_KINDS, type Document, type DocumentValue, documentSchema } from "./schema.ts";

/** Names that others keep in a record on purpose (docs/settings.md). */
const OF_OTHERS = /^x_/;

/** A secret that is written elsewhere, where no one reads it. */
const UNREAD = message("fault.document.elsewhere");

const unknownKey = (nearest: string | undefined): Message =>
  nearest === undefined
    ? message("fault.unknown_key")
    : message("fault.unknown_key_near", { nearest });

const isReference = (value: unknown) =>
  isJsonObject(value) && ["file", "env", "jwe"].some((name) => Object.hasOwn(value, name));

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** The member `enabled` of a config record, beside those of its config. */
export function splitRecord(given: Document): {
  readonly enabled: boolean;
  readonly config: Document;
} {
  const { enabled, ...config } = given;
  return { enabled: enabled !== false, config };
}

export const objectAt = (document: unknown, name: string): Document => {
  const value = isJsonObject(document) && Object.hasOwn(document, name) ? document[name] : {};
  return isJsonObject(value) ? value : {};
};

/** With the secrets that are stored, so that one which is left out is not missed; config records without `enabled`. */
function completed(snapshot: Snapshot, document: Document): Document {
  const mapped = (map: unknown, change: (value: Document, name: string) => unknown) =>
    isJsonObject(map)
      ? Object.fromEntries(
          Object.entries(map).map(([name, value]) => [
            name,
            isJsonObject(value) ? change(value, name) : value,
          ]),
        )
      : map;
  const setting = (value: unknown, name: string) =>
    mergeSecrets(name, snapshot.stored_settings.get(name)?.value, value);
  const whole = Object.entries(document).map(([kind, value]) => {
    if (kind === "settings") return [kind, mapped(value, setting)] as const;
    if (kind === "session_providers") return [kind, setting(value, kind)] as const;
    const config = CONFIG_KINDS.find((one) => one === kind);
    if (!config) return [kind, value] as const;
    return [
      kind,
      mapped(value, (record, id) =>
        mergeSecrets(config, snapshot[config].get(id)?.stored, splitRecord(record).config),
      ),
    ] as const;
  });
  return Object.fromEntries(whole);
}

function enabledFaults(document: Document): Fault[] {
  return CONFIG_KINDS.flatMap((kind) =>
    Object.entries(objectAt(document, kind)).flatMap(([id, record]): Fault[] => {
      const enabled = isJsonObject(record) ? record.enabled : undefined;
      return enabled === undefined || typeof enabled === "boolean"
        ? []
        : [{ path: [kind, id, "enabled"], reason: message("fault.type.boolean") }];
    }),
  );
}

export type Checked =
  | { readonly value: DocumentValue; readonly faults: readonly [] }
  | { readonly value?: undefined; readonly faults: readonly Fault[] };

/** @param document with the texts of its secrets */
export function checkDocument(snapshot: Snapshot, document: Document): Checked {
  const whole = completed(snapshot, document);
  const unknown = unknownMembers(documentSchema, whole)
    .filter(({ path }) => path.length < 3 || !path.some((name) => OF_OTHERS.test(name)))
    .map(({ path, known }): Fault => {
      const nearest = nearestName(path.at(-1) ?? "", known);
      return { path, reason: unknownKey(nearest) };
    });
  const parsed = documentSchema.safeParse(whole);
  const wrong = parsed.success ? [] : listFaults(parsed.error.issues, whole);
  const faults = [
    ...unknown,
    ...enabledFaults(document),
    ...wrong.map((fault) =>
      isReference(valueAt(whole, fault.path)) ? { ...fault, reason: UNREAD } : fault,
    ),
  ];
  if (faults.length > 0 || !parsed.success) return { faults };
  return { value: parsed.data, faults: [] };
}
