/** Scopes that mean something at this instance now: what the metadata name (RFC 8414 §2; O-4). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { Settings } from "../settings/index.ts";
import type { OAuthClientConfig } from "../settings/records/oauth-client.ts";
import type { PermissionRecord, Snapshot } from "../snapshot/snapshot.ts";
import type { SortedMap } from "../std/sorted-map.ts";
import { OFFLINE_ACCESS } from "../tokens/claims.ts";
import { ROLES } from "../tokens/told.ts";
import { isScope } from "./scope.ts";

/** Those of OpenID Connect Core §5.4 and §11; the service knows what they are for. */
const STANDARD = ["openid", "profile", "email", "address", "phone", OFFLINE_ACCESS];
/** The document is public and short: of more names, the first by alphabet. */
const MAX_SCOPES = 200;

const ofPermissions = new WeakMap<SortedMap<PermissionRecord>, ReadonlySet<string>>();
const ofClients = new WeakMap<Snapshot["oauth_clients"], ReadonlySet<string>>();

/** Scopes that put role names into tokens. */
function permissionScopes(permissions: SortedMap<PermissionRecord>): ReadonlySet<string> {
  const cached = ofPermissions.get(permissions);
  if (cached) return cached;
  const names = new Set(
    [...permissions.values()].flatMap(({ scope }) => Object.keys(scope).filter(isScope)),
  );
  ofPermissions.set(permissions, names);
  return names;
}

/** A stranger who registers a client does not write our metadata. */
const namedByAdministrator = (config: OAuthClientConfig | undefined): readonly string[] =>
  config && !config.dynamic
    ? [...config.scope, ...config.allowed_scopes, ...(config.roles_in_tokens ? [ROLES] : [])]
    : [];

/** Scopes that administrators gave to clients. */
function clientScopes(clients: Snapshot["oauth_clients"]): ReadonlySet<string> {
  const cached = ofClients.get(clients);
  if (cached) return cached;
  const enabled = [...clients.values()].filter((record) => record.enabled);
  const names = new Set(enabled.flatMap(({ config }) => namedByAdministrator(config)));
  ofClients.set(clients, names);
  return names;
}

/** The settings of registration; undefined while they cannot be read. */
function registrationOf({ settings }: Snapshot): Settings["registration"] | undefined {
  try {
    return settings.registration;
  } catch (error) {
    if (error instanceof AuthError && error.code === "unavailable") return undefined;
    throw error;
  }
}

/** What a client that registered itself may ask for later, beside what it named then. */
export const stepUpScopes = (snapshot: Snapshot): readonly string[] =>
  registrationOf(snapshot)?.step_up_scopes ?? [];

/** What the settings say that clients may register, and ask for later. */
function registrationScopes(snapshot: Snapshot): readonly string[] {
  const settings = registrationOf(snapshot);
  if (!settings?.enabled) return [];
  return [...settings.default_scope, ...settings.allowed_scopes, ...settings.step_up_scopes];
}

/** The standard ones first, then those of permissions, client records and registration, by alphabet. */
export function offeredScopes({ snapshot }: Call): readonly string[] {
  const { permissions, oauth_clients } = snapshot;
  const named = new Set([
    ...permissionScopes(permissions),
    ...clientScopes(oauth_clients),
    ...registrationScopes(snapshot),
  ]);
  for (const name of STANDARD) named.delete(name);
  return [...STANDARD, ...[...named].sort()].slice(0, MAX_SCOPES);
}
