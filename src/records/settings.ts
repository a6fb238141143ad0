/** Writing settings namespaces: merged secrets, checked as a whole, sealed as written (auth-wire 4.1). */

import { and, eq } from "drizzle-orm";
import type { Service, Writer } from "../call.ts";
import { AuthError, type AuthErrorOptions } from "../errors.ts";
import { type Message, message, messageAt, textsOf } from "../messages/message.ts";
import { mergeSecrets, secretOnTheMove } from "../settings/document/secrets.ts";
import { acceptSetting, isReserved, type Namespace, parseSetting } from "../settings/index.ts";
import { settingPlace } from "../snapshot/parts/settings.ts";
import type { Change, Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { events, settings } from "../store/tables.ts";
import { CHECKS, type Document } from "./checks.ts";
import { FOLLOWS, KEPT, type Saved } from "./on-save.ts";

/** Namespaces are path segments and keys of a table. */
const NAMESPACE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

const invalidRequest = (message: string, detail: string, options?: AuthErrorOptions) =>
  new AuthError("invalid_request", message, { detail, ...options });

const refusedFor = (message: string, ...messages: readonly Message[]) =>
  invalidRequest(message, textsOf(messages).join("; "), { messages });

type Check = (document: Document, value: unknown) => Promise<Document>;

async function checkedDocument(namespace: string, merged: Document): Promise<Document> {
  if (!isReserved(namespace)) return merged;
  const parsed = acceptSetting(namespace, merged);
  if (!parsed.ok) {
    const { message: text, detail, messages } = parsed;
    throw invalidRequest(text, detail, { messages });
  }
  const check = (CHECKS as Partial<Record<Namespace, Check>>)[namespace];
  return check ? check(parsed.document, parsed.value) : parsed.document;
}

type Keep = (service: Service, open: Write, saved: Saved<unknown>) => Promise<Document>;

/** The checked document, with the members that the service keeps. */
async function ownDocument(
  service: Service,
  open: Write,
  namespace: string,
  stored: Document | undefined,
  merged: Document,
): Promise<Document> {
  const checked = await checkedDocument(namespace, merged);
  if (!isReserved(namespace)) return checked;
  const keep = (KEPT as Partial<Record<Namespace, Keep>>)[namespace];
  if (!keep) return checked;
  const parsed = parseSetting(namespace, checked);
  return parsed.ok ? keep(service, open, { stored, checked, value: parsed.value }) : checked;
}

/**
 * The stored document inside the write, so that two writers cannot lose a secret. One that does not
 * decrypt refuses the write: its secrets could not be kept (C-3); DELETE clears the way for a new one.
 */
export async function storedDocument(service: Service, { tx }: Write, namespace: string) {
  const [row] = await tx.select().from(settings).where(eq(settings.namespace, namespace));
  if (!row) return undefined;
  return JSON.parse(await service.store.box.open(settingPlace(namespace), row.value_encrypted));
}

/** Whether a namespace is stored, readable or not, or was and the event log remembers it. */
export async function wasStored({ tx }: Write, namespace: string): Promise<boolean> {
  const row = await tx
    .select({ namespace: settings.namespace })
    .from(settings)
    .where(eq(settings.namespace, namespace));
  if (row.length > 0) return true;
  const event = await tx
    .select({ version: events.version })
    .from(events)
    .where(and(eq(events.topic, "settings"), eq(events.entity_id, namespace)))
    .limit(1);
  return event.length > 0;
}

type Follow = (open: Write, value?: unknown) => Promise<void>;

/** What the new document asks for in the same transaction. */
async function follow(open: Write, namespace: string, document: Document): Promise<void> {
  if (!isReserved(namespace)) return;
  const follows = (FOLLOWS as Partial<Record<Namespace, Follow>>)[namespace];
  if (!follows) return;
  const parsed = parseSetting(namespace, document);
  await follows(open, parsed.ok ? parsed.value : undefined);
}

/** Upserts one document inside a write that is already open. */
export async function writeSetting(
  service: Service,
  open: Write,
  namespace: string,
  document: Document,
  actor: string,
): Promise<void> {
  const sealed = await service.store.box.seal(settingPlace(namespace), JSON.stringify(document));
  const values = { value_encrypted: sealed, updated_at: open.now, updated_by: actor };
  await open.tx
    .insert(settings)
    .values({ namespace, created_at: open.now, ...values })
    .onConflictDoUpdate({ target: settings.namespace, set: values });
  open.touch("settings", namespace);
  await follow(open, namespace, document);
}

/** Upserts a document that the service has changed, checked as a PUT, inside a write that is already open. */
export async function writeChecked(
  service: Service,
  open: Write,
  namespace: string,
  document: Document,
  actor: string,
): Promise<void> {
  await writeSetting(service, open, namespace, await checkedDocument(namespace, document), actor);
}

/** Stores a namespace that is not stored yet, checked as a PUT, inside a write that is already open. */
export async function newSetting(
  service: Service,
  open: Write,
  namespace: string,
  value: Document,
  actor: string,
): Promise<void> {
  const merged = mergeSecrets(namespace, undefined, value) as Document;
  const document = await ownDocument(service, open, namespace, undefined, merged);
  await writeSetting(service, open, namespace, document, actor);
}

/** Throws `invalid_request` for what is no name of a namespace, or no document. */
function requireDocument(namespace: string, value: unknown): asserts value is Document {
  if (!NAMESPACE.test(namespace)) {
    throw invalidRequest("cannot save auth setting", "namespace: letters, digits, _ . - only");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    const fault = messageAt("value", message("fault.type.object"));
    throw refusedFor(`cannot decode ${namespace} setting`, fault);
  }
}

/** The document to store for a PUT, inside its write. An absent or empty secret is kept, null clears it (W17). */
export async function acceptedSetting(
  service: Service,
  open: Write,
  namespace: string,
  value: Document,
): Promise<Document> {
  const stored = await storedDocument(service, open, namespace);
  const merged = mergeSecrets(namespace, stored, value) as Document;
  const document = await ownDocument(service, open, namespace, stored, merged);
  const moved = secretOnTheMove(namespace, stored, value);
  if (moved) throw refusedFor(`invalid ${namespace} setting`, moved);
  return document;
}

/** PUT of a namespace; returns the version. */
export async function saveSetting(
  { service, store }: Writer,
  namespace: string,
  value: unknown,
  actor: string,
): Promise<number> {
  requireDocument(namespace, value);
  const change = { topic: "settings", action: "upsert", entity: namespace, actor } as const;
  const { version } = await mutate(store, change, async (open) => {
    const document = await acceptedSetting(service, open, namespace, value);
    await writeSetting(service, open, namespace, document, actor);
  });
  return version;
}

/** Writes what stands in the place of a namespace that was deleted. */
type Restore = (open: Write, namespace: string) => Promise<void>;

/** Deletes a namespace inside a write that is already open. Whether there was anything to delete. */
export async function removeSetting(
  open: Write,
  namespace: string,
  restore: Restore,
): Promise<boolean> {
  const deleted = await open.tx
    .delete(settings)
    .where(eq(settings.namespace, namespace))
    .returning({ namespace: settings.namespace });
  if (deleted.length === 0) return false;
  open.touch("settings", namespace);
  await follow(open, namespace, {});
  await restore(open, namespace);
  return true;
}

/** DELETE of a namespace: its defaults apply again, or what is restored. Returns the version. */
export async function deleteSetting(
  { store }: Writer,
  namespace: string,
  actor: string,
  restore: Restore,
): Promise<number> {
  const change = { topic: "settings", action: "delete", entity: namespace, actor } as const;
  const { version } = await mutate(store, change, async (open) => {
    if (!(await removeSetting(open, namespace, restore))) {
      throw new AuthError("not_found", message("refusal.setting"));
    }
  });
  return version;
}

/** Runs all of them before one refusal speaks for all that were refused, each with its namespace. */
async function allAccepted<T>(
  namespaces: readonly string[],
  accept: (namespace: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const results = new Map<string, T>();
  const refusals: { readonly namespace: string; readonly error: AuthError }[] = [];
  for (const namespace of namespaces) {
    try {
      results.set(namespace, await accept(namespace));
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== "invalid_request") throw error;
      refusals.push({ namespace, error });
    }
  }
  const [first, ...others] = refusals;
  if (!first) return results;
  const text = others.length > 0 ? "cannot save settings" : first.error.message;
  const details = refusals.map(({ namespace, error }) => `${namespace}: ${error.detail}`);
  const messages = refusals.flatMap(({ namespace, error }) =>
    (error.messages ?? []).map((one) => messageAt(namespace, one)),
  );
  throw invalidRequest(text, details.join("; "), { cause: first.error, messages });
}

/** More namespaces than this in one request are refused. */
const MAX_NAMESPACES = 100;

/**
 * PATCH of several namespaces: all of them or none. A document is saved as by PUT, `null` deletes as DELETE does, and
 * leaves alone what is not stored. Returns the version.
 */
export async function saveSettings(
  { service, store }: Writer,
  values: Document,
  actor: string,
  restore: Restore,
): Promise<number> {
  const namespaces = Object.keys(values);
  if (namespaces.length > MAX_NAMESPACES) {
    throw invalidRequest(
      "cannot decode settings",
      `must have at most ${MAX_NAMESPACES} namespaces`,
    );
  }
  const { version } = await mutate(
    store,
    (changes: readonly Change[]) => changes,
    async (open) => {
      // Each is looked at as it was sent beside what is stored: none depends on what another one becomes.
      const documents = await allAccepted(namespaces, async (namespace) => {
        const value = values[namespace];
        if (value === null && NAMESPACE.test(namespace)) return null;
        requireDocument(namespace, value);
        return acceptedSetting(service, open, namespace, value);
      });
      const changes: Change[] = [];
      const note = (action: "upsert" | "delete", entity: string) =>
        changes.push({ topic: "settings", action, entity, actor });
      for (const [namespace, document] of documents) {
        if (document !== null) continue;
        if (await removeSetting(open, namespace, restore)) note("delete", namespace);
      }
      for (const [namespace, document] of documents) {
        if (document === null) continue;
        await writeSetting(service, open, namespace, document, actor);
        note("upsert", namespace);
      }
      return changes;
    },
  );
  return version;
}
