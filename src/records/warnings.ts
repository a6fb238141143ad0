/** Warnings about risky configuration, at save, in health and for the doctor (T-2, I-6). */

import type { Call, Service } from "../call.ts";
import { type Message, message } from "../messages/message.ts";
import type { NamespaceWith } from "../settings/index.ts";
import type { ConfigKind, ConfigKindWith } from "../settings/records/config-records.ts";
import { isUnprotected } from "../settings/records/ldap-config.ts";
import type { OAuthClientConfig } from "../settings/records/oauth-client.ts";
import {
  type MissingMember,
  missingMember,
  type OAuthProviderConfig,
} from "../settings/records/oauth-provider.ts";
import type { SamlProviderConfig } from "../settings/records/saml-provider.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { isInternalName, isReachable } from "../std/internal-hosts.ts";
import { profileFaults } from "./client-profile.ts";
import { unknownOf } from "./unknown-members.ts";

interface ConfigRecord<Config> {
  readonly id: string;
  readonly enabled: boolean;
  readonly config?: Config | undefined;
}

/** Of the records that are enabled and can be read; of one alone where `only` names it. */
function ofEnabled<Config>(
  records: {
    get(id: string): ConfigRecord<Config> | undefined;
    values(): Iterable<ConfigRecord<Config>>;
  },
  only: string | undefined,
  warnings: (id: string, config: Config) => Message[],
): Message[] {
  const chosen = only === undefined ? [...records.values()] : [records.get(only)];
  return chosen.flatMap((record) =>
    record?.enabled && record.config ? warnings(record.id, record.config) : [],
  );
}

/** T-2: without a list any target is allowed, for federated sign-ins of a confidential client. */
function clientWarnings(id: string, config: OAuthClientConfig): Message[] {
  const { redirect_uris, whitelist_urls, grant_types } = config;
  const listed = redirect_uris.length + whitelist_urls.length > 0;
  const getsCodes = grant_types.length === 0 || grant_types.includes("authorization_code");
  if (listed || config.public || config.dynamic || !getsCodes) return [];
  return [message("client.no_targets", { id })];
}

/** Warnings about remote providers that are trusted with more than necessary (I-1, I-6). */
function providerWarnings(key: string, provider: SessionProvider): Message[] {
  const { auth_middleware, oauth2, password_flow, x_user, email_verify_check } = provider;
  if (auth_middleware || !oauth2) return [];
  const wanting = password_flow ? "password_flow" : oauth2.auth_url && "auth_url";
  const incomplete =
    wanting && !oauth2.token_url
      ? [message("session_provider.incomplete", { key, member: wanting })]
      : [];
  if (!oauth2.cert_url) return incomplete;
  const trustsAddress = email_verify_check === false && x_user?.includes("email");
  return [
    ...incomplete,
    ...(oauth2.issuer ? [] : [message("session_provider.no_issuer", { key })]),
    ...(oauth2.any_audience ? [message("session_provider.any_audience", { key })] : []),
    ...(trustsAddress ? [message("session_provider.unverified", { key })] : []),
  ];
}

/** Warnings about clients; where registered targets are required, those without are no risk. */
function ofClients({ oauth_clients, settings }: Snapshot, only?: string): Message[] {
  if (readable(() => settings.oauth2.require_registered_redirects)) return [];
  return ofEnabled(oauth_clients, only, clientWarnings);
}

/** Rules of a profile that a client claims and breaks. */
function ofProfiles(snapshot: Snapshot, only?: string): Message[] {
  return ofEnabled(snapshot.oauth_clients, only, (id, config) =>
    profileFaults(id, config, snapshot),
  );
}

/** Roles that are gone let no account in, and a record that names no other one is closed to all. */
function ofRoles({ oauth_clients, roles }: Snapshot, only?: string): Message[] {
  return ofEnabled(oauth_clients, only, (id, { allowed_role_ids }) => {
    const gone = allowed_role_ids.filter((role) => !roles.has(role));
    return gone.length > 0 ? [message("client.roles_gone", { id, roles: gone.join(", ") })] : [];
  });
}

function ofProviders({ settings, stored_settings }: Snapshot): Message[] {
  if (!stored_settings.get("session_providers")?.value) return [];
  const stored = readable(() => settings.session_providers);
  const groups = Object.values(stored?.groups ?? {}).map(({ providers }) => providers);
  return [stored?.providers ?? {}, ...groups].flatMap((entries) =>
    Object.entries(entries).flatMap(([key, provider]) => providerWarnings(key, provider)),
  );
}

interface Mapping {
  readonly roles_claim?: unknown;
}

/** Whether roles of this provider's people come from its claims. */
const givesRoles = ({
  enabled,
  config,
}: {
  readonly enabled: boolean;
  readonly config?: { readonly claim_mapping: Mapping };
}): boolean => {
  const claim = config?.claim_mapping.roles_claim;
  return enabled && claim !== undefined && claim !== "";
};

/** Passwords without TLS, and two sources of roles for the same people (D-2; specification, claim mapping). */
function ofDirectories(snapshot: Snapshot, only?: string): Message[] {
  const { ldap_configs, oauth_providers, saml_providers } = snapshot;
  const others = [...oauth_providers.values(), ...saml_providers.values()]
    .filter(givesRoles)
    .map(({ id }) => `"${id}"`);
  return ofEnabled(ldap_configs, only, (id, config) => {
    const plain = /^ldap:/i.test(config.addr) && !config.start_tls;
    return [
      ...(isUnprotected(config) ? [message("directory.unprotected", { id })] : []),
      ...(plain && config.allow_plain ? [message("directory.plain", { id })] : []),
      ...(others.length > 0 && !config.disable_sync
        ? [message("directory.two_sources", { id, others: others.join(", ") })]
        : []),
    ];
  });
}

/** Signup that cannot work, and signup that proves nothing (E-7). */
function ofSignup({ settings }: Snapshot): Message[] {
  const signup = readable(() => settings.signup);
  if (!signup) return [];
  const mails = signup.password_reset || (signup.enabled && signup.email_verification);
  const host = readable(() => settings.email.smtp.host);
  return [
    ...(mails && host === "" ? [message("signup.no_mail")] : []),
    ...(signup.enabled && !signup.email_verification ? [message("signup.unverified")] : []),
  ];
}

/** Names that no public directory of names has. */
const INNER_NAME = /^[^.]+$|\.(?:local|localhost|internal|intranet|lan|corp|home|home\.arpa)$/;

/** Hosts of a provider that are not public, and not listed as reachable: calls to them are refused (G-6). */
function unreachableHosts(urls: readonly string[], internal: readonly string[]): string[] {
  const hosts = new Set(urls.flatMap((url) => (URL.canParse(url) ? new URL(url).hostname : [])));
  return [...hosts].filter((name) => {
    const host = name.replace(/^\[|\]$/g, "");
    const isAddress = /^[0-9.]+$/.test(host) || host.includes(":");
    return isAddress
      ? !isReachable(internal, host)
      : INNER_NAME.test(host) && !isInternalName(internal, host);
  });
}

/** Keeps all people of a provider out: hosts that are not asked. */
const unreachable = (
  kind: "oauth_provider" | "saml_provider" | "webhook",
  id: string,
  hosts: readonly string[],
): Message[] =>
  hosts.length > 0 ? [message(`${kind}.unreachable`, { id, hosts: hosts.join(", ") })] : [];

function incomplete(id: string, { member, needed }: MissingMember): Message {
  return needed === "with_keys"
    ? message("oauth_provider.incomplete.with_keys", { id })
    : message(`oauth_provider.incomplete.${needed}`, { id, member });
}

function samlWarnings(
  id: string,
  { metadata_url, metadata_xml }: SamlProviderConfig,
  internal: readonly string[],
): Message[] {
  const urls = metadata_xml === "" ? [metadata_url] : [];
  return [
    ...unreachable("saml_provider", id, unreachableHosts(urls, internal)),
    ...(metadata_url + metadata_xml === "" ? [message("saml_provider.incomplete", { id })] : []),
  ];
}

/** Names that a provider's people can choose, and directories that have the same people (U-3). */
function upstreamWarnings(
  id: string,
  config: OAuthProviderConfig,
  internal: readonly string[],
  directory?: string,
): Message[] {
  const { preset, issuer, discovery_url, cert_url, token_url, userinfo_url, emails_url } = config;
  const { alias_claims, email_verify_check, claim_mapping } = config;
  const byAddress = alias_claims.length === 0 ? preset !== "entra" : alias_claims.includes("email");
  const withoutIssuer = cert_url !== "" && issuer + discovery_url + preset === "";
  const makes = claim_mapping.register || claim_mapping.link;
  const urls = [issuer, discovery_url, token_url, cert_url, userinfo_url, emails_url];
  const missing = missingMember(config);
  return [
    ...unreachable("oauth_provider", id, unreachableHosts(urls, internal)),
    ...(missing ? [incomplete(id, missing)] : []),
    ...(withoutIssuer && userinfo_url ? [message("oauth_provider.no_issuer", { id })] : []),
    ...(makes && byAddress && !email_verify_check
      ? [message("oauth_provider.unverified", { id })]
      : []),
    ...(claim_mapping.roles_claim && directory !== undefined
      ? [message("oauth_provider.two_sources", { id, directory })]
      : []),
  ];
}

function ofUpstreams(
  { oauth_providers, ldap_configs, settings }: Snapshot,
  only?: string,
): Message[] {
  const internal = readable(() => settings.oauth2.internal_hosts) ?? [];
  const directory = [...ldap_configs.values()].find(
    ({ enabled, config }) => enabled && config?.addr,
  );
  return ofEnabled(oauth_providers, only, (id, config) =>
    upstreamWarnings(id, config, internal, directory?.id),
  );
}

function ofSaml({ saml_providers, settings }: Snapshot, only?: string): Message[] {
  const internal = readable(() => settings.oauth2.internal_hosts) ?? [];
  return ofEnabled(saml_providers, only, (id, config) => samlWarnings(id, config, internal));
}

/** What is sent to an address that is never asked waits for nothing. */
function ofWebhooks({ webhooks, settings }: Snapshot, only?: string): Message[] {
  const internal = readable(() => settings.oauth2.internal_hosts) ?? [];
  return ofEnabled(webhooks, only, (id, { url }) =>
    unreachable("webhook", id, unreachableHosts([url], internal)),
  );
}

/** The static `oauth2.base_url` of an instance wins over the stored one. */
const ofBaseUrl = (_snapshot: Snapshot, _only: undefined, { options }: Service): Message[] => {
  const own = options.oauth2.base_url;
  return own === "" ? [] : [message("base_url.pinned", { url: own })];
};

/** Namespaces and tables whose saving is worth a look. */
type Saved = NamespaceWith<"warnings"> | ConfigKindWith<"warnings">;

/** Warnings about one thing. */
interface Subject {
  /** About all of it, or about one record alone. */
  of(snapshot: Snapshot, only: string | undefined, service: Service): Message[];
  /** What is saved before it is looked at: the one record, or all, where another can be the one at risk. */
  readonly on: Partial<Readonly<Record<Saved, "one" | "all">>>;
  readonly inHealth?: boolean;
}

/** Does not compile while something that is saved has no row. */
const table = <const T extends Readonly<Record<string, Subject>>>(
  rows: T & ([Exclude<Saved, keyof Union<T[keyof T]["on"]>>] extends [never] ? unknown : never),
): Readonly<Record<keyof T, Subject>> => rows;

/** All members of a union of objects. */
type Union<T> = { [K in T extends unknown ? keyof T : never]: unknown };

/** Every risk of what is stored, once: saving, health and the doctor read this. */
const SUBJECTS = table({
  clients: { of: ofClients, on: { oauth_clients: "one" }, inHealth: true },
  profiles: { of: ofProfiles, on: { oauth_clients: "one" } },
  client_roles: { of: ofRoles, on: { oauth_clients: "one" } },
  session_providers: { of: ofProviders, on: { session_providers: "all" }, inHealth: true },
  oauth_providers: { of: ofUpstreams, on: { oauth_providers: "one", ldap_configs: "all" } },
  saml_providers: { of: ofSaml, on: { saml_providers: "one" } },
  webhooks: { of: ofWebhooks, on: { webhooks: "one" } },
  directories: { of: ofDirectories, on: { ldap_configs: "one" }, inHealth: true },
  signup: { of: ofSignup, on: { signup: "all", email: "all" }, inHealth: true },
  base_url: { of: ofBaseUrl, on: { oauth2: "all" } },
});

/** All warnings about some subjects, as the doctor asks for them. */
export const warningsOf = (
  { snapshot, service }: Call,
  ...names: readonly (keyof typeof SUBJECTS)[]
): Message[] => names.flatMap((name) => SUBJECTS[name].of(snapshot, undefined, service));

/** Those of health. */
export const healthWarnings = (service: Service): Message[] =>
  Object.values(SUBJECTS).flatMap(({ of, inHealth }) =>
    inHealth ? of(service.snapshots.current, undefined, service) : [],
  );

type Kind = ConfigKind | "settings";

/**
 * Warnings after a record was saved, for the answer and for the log.
 * @param kind the table of a config record, or `settings`
 */
export function warningsOnSave(service: Service, kind: Kind, id: string): readonly Message[] {
  const warnings = warningsAbout(service, kind, id);
  logWarnings(service, warnings);
  return warnings;
}

export function logWarnings({ runtime }: Service, warnings: readonly Message[]): void {
  for (const warning of warnings) {
    runtime.log.warn("a record was saved with a risk", { warning: warning.text });
  }
}

/** The same of what is stored, as its page shows it. */
export function warningsAbout(service: Service, kind: Kind, id: string): readonly Message[] {
  const saved = kind === "settings" ? id : kind;
  const unknown = unknownOf(service.snapshots.current, kind, id);
  const risky = Object.values(SUBJECTS).flatMap(({ of, on }) => {
    const look = new Map(Object.entries(on)).get(saved);
    return look ? of(service.snapshots.current, look === "one" ? id : undefined, service) : [];
  });
  return [...unknown, ...risky];
}

/** Health reports an unreadable namespace separately (C-3). */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
