/** Writing config records: OAuth clients and providers, LDAP configs, SAML providers (auth-wire 4.3). */

import { arrayOverlaps, eq } from "drizzle-orm";
import type { Service, Writer } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Message, message, messageAt, textsOf } from "../messages/message.ts";
import { mergeSecrets, secretOnTheMove } from "../settings/document/secrets.ts";
import { pathSegment } from "../settings/fields/named-map.ts";
import type { Settings } from "../settings/index.ts";
import type { ConfigKindObject } from "../settings/kind.ts";
import {
  type ConfigKind,
  type ConfigKindWith,
  configKinds,
  parseConfig,
} from "../settings/records/config-records.ts";
import { configPlace, configTable } from "../snapshot/parts/config-records.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { isKeyName } from "../std/reserved-name.ts";
import type { Write } from "../store/change.ts";
import { deleteConsentsOfClients } from "../store/consents.ts";
import { beginLine, dropLine, webhookLine } from "../store/deliveries.ts";
import { mutate } from "../store/mutate.ts";
import { users } from "../store/tables.ts";
import { removeButtons } from "./login-buttons.ts";
import { withWebhookSecret } from "./new-webhook-secret.ts";
import { withEncryptionKey } from "./saml-encryption-key.ts";
import { ensurePairwiseSecret } from "./signing-key.ts";

type Document = Readonly<Record<string, unknown>>;

const MAX_ID_LENGTH = 2_048;
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u;

const kindOf = (kind: ConfigKind): ConfigKindObject => configKinds[kind];

/** The faults of a config, as one refusal. */
const undecodable = (...faults: readonly Message[]) =>
  new AuthError("invalid_request", "cannot decode config", {
    detail: textsOf(faults).join("; "),
    messages: faults,
  });

function checkId(settings: Settings, kind: ConfigKind, id: string): void {
  if (id === "" || id.length > MAX_ID_LENGTH || CONTROL.test(id) || id !== id.trim()) {
    throw undecodable(messageAt("id", message("fault.id")));
  }
  if (kindOf(kind).idInPath) {
    const fault = pathSegment(id);
    if (fault !== undefined) throw undecodable(messageAt("id", fault));
  }
  checksOf(kind)?.id?.(settings, id);
}

/** A client named like the service audience would make its ID tokens pass as access tokens (W7). */
function checkClientId({ token: { audience } }: Settings, id: string): void {
  if (canonicalAlias(id) === canonicalAlias(audience) || isKeyName(id)) {
    throw undecodable(messageAt("id", message("fault.id_reserved", { id })));
  }
}

/** A client id must not equal an alias of a principal. */
async function requireFreeClientId({ tx }: Write, id: string): Promise<void> {
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(arrayOverlaps(users.alias_keys, [canonicalAlias(id)]))
    .limit(1);
  if (taken) {
    const detail = message("refusal.alias_of_user", { names: id });
    throw new AuthError("conflict", "cannot save oauth client", { detail });
  }
}

/**
 * The stored record inside the write. As for settings: a record that does not decrypt refuses the
 * write (C-3).
 */
export async function storedRecord(service: Service, { tx }: Write, kind: ConfigKind, id: string) {
  const [row] = await tx
    .select()
    .from(configTable(kind))
    .where(eq(configTable(kind).id, id));
  if (!row) return undefined;
  const text = await service.store.box.open(configPlace(kind, id), row.config_encrypted);
  return { enabled: row.enabled, config: JSON.parse(text) };
}

export const storedConfig = async (service: Service, open: Write, kind: ConfigKind, id: string) =>
  (await storedRecord(service, open, kind, id))?.config;

/**
 * Every client that is written from now on says whether it opens the management plane (decision E-4). A record from
 * before that member says nothing until an administrator does: it keeps what it had.
 */
async function withManagement(service: Service, open: Write, id: string, config: Document) {
  if (config.management !== undefined) return config;
  const stored = await storedConfig(service, open, "oauth_clients", id).catch(() => undefined);
  return stored && stored.management === undefined ? config : { ...config, management: false };
}

async function completeClient(service: Service, open: Write, id: string, config: Document) {
  if (config.subject_type === "pairwise") await ensurePairwiseSecret(service, open);
  return withManagement(service, open, id, config);
}

/** What needs other records. Each throws where the record must not be written. */
interface ConfigChecks {
  readonly id?: (settings: Settings, id: string) => void;
  /** A config that was sent. */
  readonly config?: (settings: Settings, config: Document) => void;
  /** Inside the write, of a record that is not stored yet. */
  readonly fresh?: (open: Write, id: string) => Promise<void>;
  /** The config as it is stored. */
  readonly complete?: (
    service: Service,
    open: Write,
    id: string,
    config: Document,
  ) => Promise<Document>;
  /** What goes with a record that is deleted. */
  readonly deleted?: (service: Service, open: Write, id: string, actor: string) => Promise<unknown>;
}

const CHECKS: { readonly [K in ConfigKindWith<"check">]: ConfigChecks } = {
  oauth_clients: {
    id: checkClientId,
    config: requireAlgorithm,
    fresh: requireFreeClientId,
    complete: completeClient,
    deleted: (_service, { tx }, id) => deleteConsentsOfClients(tx, [id]),
  },
  oauth_providers: {
    deleted: (service, open, id, actor) =>
      removeButtons(service, open, { source: "oauth", id }, actor),
  },
  saml_providers: {
    complete: (_service, _open, _id, config) => withEncryptionKey(config),
    deleted: (service, open, id, actor) =>
      removeButtons(service, open, { source: "saml", id }, actor),
  },
  webhooks: {
    // A line of one that had the same id would begin where that one ended.
    fresh: ({ tx }, id) => dropLine(tx, webhookLine(id)),
    async complete(service, { tx }, id, config) {
      await beginLine(tx, webhookLine(id));
      return withWebhookSecret(service, config);
    },
    deleted: (_service, { tx }, id) => dropLine(tx, webhookLine(id)),
  },
};

const checksOf = (kind: ConfigKind) => (CHECKS as Partial<Record<ConfigKind, ConfigChecks>>)[kind];

/** With what the service itself adds to a record before it is stored. */
function completed(
  service: Service,
  open: Write,
  kind: ConfigKind,
  id: string,
  config: Document,
): Document | Promise<Document> {
  const complete = checksOf(kind)?.complete;
  return complete ? complete(service, open, id, config) : config;
}

/** Upserts one record inside a write that is already open. */
export async function writeConfig(
  service: Service,
  open: Write,
  kind: ConfigKind,
  record: { readonly id: string; readonly enabled: boolean; readonly config: Document },
  actor: string,
): Promise<void> {
  const { id, enabled } = record;
  const config = await completed(service, open, kind, id, record.config);
  const sealed = await service.store.box.seal(configPlace(kind, id), JSON.stringify(config));
  const values = { config_encrypted: sealed, enabled, updated_at: open.now, updated_by: actor };
  await open.tx
    .insert(configTable(kind))
    .values({ id, created_at: open.now, ...values })
    .onConflictDoUpdate({ target: configTable(kind).id, set: values });
  open.touch(kind, id);
}

/** The document to store for a config that was sent; a stored secret stays at its hosts. Throws `invalid_request`. */
function accepted(kind: ConfigKind, stored: unknown, config: object): Document {
  const { prepare, complete, fault } = kindOf(kind);
  const sent = prepare?.(config) ?? config;
  const merged = mergeSecrets(kind, stored, sent);
  const parsed = parseConfig(kind, complete ? complete(stored, merged) : merged);
  if (!parsed.ok) {
    const { message: text, detail, messages } = parsed;
    throw new AuthError("invalid_request", text, { detail, messages });
  }
  const refusal = fault?.(sent, parsed.value) ?? secretOnTheMove(kind, stored, sent);
  if (refusal) throw undecodable(refusal);
  return parsed.document;
}

/** Throws `invalid_request` for a client for which would be signed by an algorithm that is off. */
function requireAlgorithm({ jwt: { algorithms } }: Settings, config: Document): void {
  const on: readonly unknown[] = ["", "RS256", ...algorithms];
  for (const name of ["id_token_signed_response_alg", "userinfo_signed_response_alg"] as const) {
    const { [name]: alg = "" } = config;
    if (on.includes(alg)) continue;
    throw undecodable(messageAt(name, message("fault.algorithm_off", { alg: `${alg}` })));
  }
}

/** Stores a client that is not stored yet, checked as a PUT, inside a write that is already open. */
export async function newClient(
  service: Service,
  open: Write,
  id: string,
  config: object,
  actor: string,
): Promise<void> {
  const kind = "oauth_clients";
  checkId(service.snapshots.current.settings, kind, id);
  await requireFreeClientId(open, id);
  const document = accepted(kind, undefined, config);
  await writeConfig(service, open, kind, { id, enabled: true, config: document }, actor);
}

/**
 * The config to store for a PUT, inside its write, with all that is stored of it in the end.
 * @param settings that it has to go with
 */
export async function acceptedConfig(
  service: Service,
  open: Write,
  kind: ConfigKind,
  id: string,
  config: object,
  settings = service.snapshots.current.settings,
): Promise<Document> {
  checkId(settings, kind, id);
  const stored = await storedConfig(service, open, kind, id);
  if (stored === undefined) await checksOf(kind)?.fresh?.(open, id);
  const document = accepted(kind, stored, config);
  checksOf(kind)?.config?.(settings, document);
  return completed(service, open, kind, id, document);
}

/** PUT: create or replace; secrets that the body leaves out are kept (W17). Returns the version. */
export async function saveConfig(
  { service, store }: Writer,
  kind: ConfigKind,
  id: string,
  body: { readonly enabled: boolean; readonly config: unknown },
  actor: string,
): Promise<number> {
  checkId(service.snapshots.current.settings, kind, id);
  const { config } = body;
  if (config === null || typeof config !== "object" || Array.isArray(config)) {
    throw undecodable(messageAt("config", message("fault.type.object")));
  }
  const change = { topic: kind, action: "upsert", entity: id, actor } as const;
  const { version } = await mutate(store, change, async (open) => {
    const document = await acceptedConfig(service, open, kind, id, config);
    const record = { id, enabled: body.enabled, config: document };
    await writeConfig(service, open, kind, record, actor);
  });
  return version;
}

/** Deletes one record inside a write that is already open, and what goes with it. Whether there was one. */
export async function removeConfig(
  service: Service,
  open: Write,
  kind: ConfigKind,
  id: string,
  actor: string,
): Promise<boolean> {
  const gone = await open.tx
    .delete(configTable(kind))
    .where(eq(configTable(kind).id, id))
    .returning({ id: configTable(kind).id });
  if (gone.length === 0) return false;
  await checksOf(kind)?.deleted?.(service, open, id, actor);
  open.touch(kind, id);
  return true;
}

export async function deleteConfig(
  { service, store }: Writer,
  kind: ConfigKind,
  id: string,
  actor: string,
): Promise<number> {
  const change = { topic: kind, action: "delete", entity: id, actor } as const;
  const { version } = await mutate(store, change, async (open) => {
    if (!(await removeConfig(service, open, kind, id, actor))) {
      throw new AuthError("not_found", message("refusal.config"));
    }
  });
  return version;
}
