/** Writing config records: OAuth clients and providers, LDAP configs, SAML providers (auth-wire 4.3). */

import { arrayOverlaps, eq } from "drizzle-orm";
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { mergeSecrets, secretOnTheMove } from "../settings/document/secrets.ts";
import { pathSegment } from "../settings/fields/named-map.ts";
import { type ConfigKind, parseConfig } from "../settings/records/config-records.ts";
import { withoutPublicSecret, withPreviousSecret } from "../settings/records/oauth-client.ts";
import { keysWithoutIssuer, type OAuthProviderConfig } from "../settings/records/oauth-provider.ts";
import { configPlace, configTable } from "../snapshot/parts/config-records.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { passwordHashForm } from "../std/password-hash-form.ts";
import { isKeyName } from "../std/reserved-name.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { users } from "../store/tables.ts";

type Document = Readonly<Record<string, unknown>>;

const MAXIMUM_ID = 2_048;
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u;

/** Kinds whose ids are a segment of the addresses where people sign in. */
const IN_PATHS: ReadonlySet<ConfigKind> = new Set(["oauth_providers", "saml_providers"]);

const invalid = (message: string, detail: string) =>
  new AuthError("invalid_request", message, { detail });

function checkId(service: Service, kind: ConfigKind, id: string): void {
  if (id === "" || id.length > MAXIMUM_ID || CONTROL.test(id) || id !== id.trim()) {
    throw invalid("cannot decode config", "id: must be 1 to 2048 characters without control ones");
  }
  if (IN_PATHS.has(kind)) {
    const fault = pathSegment(id);
    if (fault !== undefined) throw invalid("cannot decode config", `id: ${fault}`);
  }
  if (kind !== "oauth_clients") return;
  const { audience } = service.snapshots.current.settings.token;
  // A client named like the service audience would make its ID tokens pass as access tokens (W7).
  if (canonicalAlias(id) === canonicalAlias(audience) || isKeyName(id)) {
    throw invalid("cannot decode config", `id: ${id} is reserved`);
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
    const detail = `user with alias [${id}] already exists; conflict`;
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

/** Upserts one record inside a write that is already open. */
export async function writeConfig(
  service: Service,
  open: Write,
  kind: ConfigKind,
  record: { readonly id: string; readonly enabled: boolean; readonly config: Document },
  actor: string,
): Promise<void> {
  const { id, enabled } = record;
  const config =
    kind === "oauth_clients"
      ? await withManagement(service, open, id, record.config)
      : record.config;
  const sealed = await service.store.box.seal(configPlace(kind, id), JSON.stringify(config));
  const values = { config_encrypted: sealed, enabled, updated_at: open.now, updated_by: actor };
  await open.tx
    .insert(configTable(kind))
    .values({ id, created_at: open.now, ...values })
    .onConflictDoUpdate({ target: configTable(kind).id, set: values });
  open.touch(kind, id);
}

/** Throws `invalid_request` for a client with a hash in place of its secret. */
function requireOwnProof(kind: ConfigKind, config: object): void {
  if (kind !== "oauth_clients") return;
  const { client_secret: secret } = config as { readonly client_secret?: unknown };
  const scheme = typeof secret === "string" ? passwordHashForm(secret) : undefined;
  if (scheme === undefined) return;
  const fault = `client_secret: must be the secret itself, not its hash (${scheme}): no hash is taken`;
  throw invalid("cannot decode config", fault);
}

/** Throws `invalid_request` for a provider with keys of an issuer that it does not name. */
function requireIssuer(kind: ConfigKind, config: object): void {
  if (kind !== "oauth_providers") return;
  const fault = keysWithoutIssuer(config as OAuthProviderConfig);
  if (fault) throw invalid("cannot decode config", fault);
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
  checkId(service, kind, id);
  await requireFreeClientId(open, id);
  const merged = mergeSecrets(kind, undefined, withoutPublicSecret(config));
  const parsed = parseConfig(kind, withPreviousSecret(undefined, merged));
  if (!parsed.ok) throw invalid(parsed.message, parsed.detail);
  requireOwnProof(kind, config);
  await writeConfig(service, open, kind, { id, enabled: true, config: parsed.document }, actor);
}

/** PUT: create or replace; secrets that the body leaves out are kept (W17). Returns the version. */
export async function saveConfig(
  service: Service,
  kind: ConfigKind,
  id: string,
  body: { readonly enabled: boolean; readonly config: unknown },
  actor: string,
): Promise<number> {
  checkId(service, kind, id);
  const { config } = body;
  if (config === null || typeof config !== "object" || Array.isArray(config)) {
    throw invalid("cannot decode config", "config: must be an object");
  }
  const change = { topic: kind, action: "upsert", entity: id, actor } as const;
  const { version } = await mutate(service.store, change, async (open) => {
    const stored = await storedConfig(service, open, kind, id);
    if (kind === "oauth_clients" && stored === undefined) await requireFreeClientId(open, id);
    const wished = kind === "oauth_clients" ? withoutPublicSecret(config) : config;
    const merged = mergeSecrets(kind, stored, wished);
    const whole = kind === "oauth_clients" ? withPreviousSecret(stored, merged) : merged;
    const parsed = parseConfig(kind, whole);
    if (!parsed.ok) throw invalid(parsed.message, parsed.detail);
    requireOwnProof(kind, wished);
    requireIssuer(kind, parsed.value);
    const moved = secretOnTheMove(kind, stored, wished);
    if (moved) throw invalid("cannot decode config", moved);
    const record = { id, enabled: body.enabled, config: parsed.document };
    await writeConfig(service, open, kind, record, actor);
  });
  return version;
}

export async function deleteConfig(
  service: Service,
  kind: ConfigKind,
  id: string,
  actor: string,
): Promise<number> {
  const change = { topic: kind, action: "delete", entity: id, actor } as const;
  const { version } = await mutate(service.store, change, async (open) => {
    const gone = await open.tx
      .delete(configTable(kind))
      .where(eq(configTable(kind).id, id))
      .returning({ id: configTable(kind).id });
    if (gone.length === 0) throw new AuthError("not_found", "config not found");
    open.touch(kind, id);
  });
  return version;
}
