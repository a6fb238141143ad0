/** Resolving a client id: a client record first, then a service account's alias (auth-wire 4.3). */
import { type Call, newest } from "../../call.ts";
import { catchUp } from "../../iam/heard-of.ts";
import { principalByAlias } from "../../iam/principals/principal.ts";
import { hasExpired } from "../../records/registered-clients.ts";
import { isHttpsAddress } from "../../settings/fields/address-field.ts";
import { pairwiseSector } from "../../settings/records/client-sector.ts";
import { hasSecret, type OAuthClientConfig } from "../../settings/records/oauth-client.ts";
import type { Details, PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { publicKeys } from "../../std/public-jwk.ts";
import { isKeyName } from "../../std/reserved-name.ts";
import type { Client } from "../../tokens/client.ts";
import {
  documentClient,
  documentHostOf,
  knownDocumentClient,
} from "../documents/document-client.ts";
import { offeredScopes, stepUpScopes } from "../offered-scopes.ts";
import {
  accountRule,
  type CertificateRule,
  recordRule,
  usesCertificate,
} from "./certificate-rule.ts";
import { type ClientKeys, keySet } from "./client-keys.ts";
import { byFapi2 } from "./fapi2.ts";
import type { RegisteredClient } from "./registered-client.ts";

export type { RegisteredClient } from "./registered-client.ts";

/** A client together with what proves it; the secret stays in this folder. */
export interface FoundClient {
  readonly client: RegisteredClient;
  readonly secret: string;
  /** The one before, which works until then. */
  readonly previous?: { readonly secret: string; readonly until: number } | undefined;
  /** The keys that prove it, where it signs assertions. */
  readonly keys?: ClientKeys | undefined;
  /** The keys that sign its requests (RFC 9101). */
  readonly requestKeys?: ClientKeys | undefined;
  /** The certificate that proves it, where one does. */
  readonly certificate?: CertificateRule | undefined;
}

const words = (value: unknown): string[] =>
  typeof value === "string" ? value.split(/\s+/).filter(Boolean) : [];

/** Details are often written by forms, which know texts alone. */
const isSet = (value: unknown) => value === true || value === "true";

/** A record's client is asked for with every token; the record is one object until it is written. */
const clients = new WeakMap<OAuthClientConfig, FoundClient>();

function fromRecord(id: string, config: OAuthClientConfig): FoundClient {
  let cached = clients.get(config);
  if (cached?.client.id !== id) {
    cached = makeClient(id, config);
    clients.set(config, cached);
  }
  return cached;
}

/**
 * What bounds a request. What a client named when it registered is also what it gets when a request names
 * nothing (RFC 6749 §3.3).
 */
function scopesOf(config: OAuthClientConfig): Pick<Client, "allowedScopes" | "fallbackScope"> {
  const { dynamic, allowed_scopes: allowedScopes, scope } = config;
  if (allowedScopes.length === 0) return {};
  return { allowedScopes, ...(dynamic && scope.length === 0 && { fallbackScope: allowedScopes }) };
}

/** A client that registered itself never opens the management plane, whatever its record says (G-1). */
function managementOf({ dynamic, management }: OAuthClientConfig) {
  if (dynamic) return { management: false };
  return management === undefined ? {} : { management };
}

/**
 * A client that registered itself is bounded by the scopes that it named, or by what the metadata offer when it
 * named none (K-7). Agents register what the first challenge names, so more for a step-up is a setting, and so is
 * whether people are asked once (Z-12).
 */
function boundedNow(call: Call, found: FoundClient): FoundClient {
  const allowedScopes = [
    ...(found.client.allowedScopes ?? offeredScopes(call)),
    ...stepUpScopes(call.snapshot),
  ];
  const remembersConsent =
    found.client.remembersConsent || call.snapshot.settings.registration.remember_consent;
  return { ...found, client: { ...found.client, allowedScopes, remembersConsent } };
}

/** The secret before the present one, with its end in milliseconds since the epoch. */
function previousOf(config: OAuthClientConfig): FoundClient["previous"] {
  const { client_secret: secret = "", expires_at = 0 } = config.previous_secret ?? {};
  if (secret === "" || !config.client_secret || !hasSecret(config)) return undefined;
  return { secret, until: expires_at * 1000 };
}

/** The client signs assertions, and authenticates in no other way. */
const usesKey = ({ token_endpoint_auth_method: method }: OAuthClientConfig) =>
  method === "private_key_jwt";

function keysOf(config: OAuthClientConfig): Pick<FoundClient, "keys" | "requestKeys"> {
  const { jwks, jwks_uri: address, dynamic: stranger } = config;
  if (address === "" && !jwks) return {};
  const keys = { own: address === "" ? keySet(jwks?.keys ?? []) : undefined, address, stranger };
  const { token_endpoint_auth_signing_alg: ofProof, request_object_signing_alg: ofRequest } =
    config;
  return {
    ...(usesKey(config) && { keys: { ...keys, algorithm: ofProof || undefined } }),
    requestKeys: { ...keys, algorithm: ofRequest || undefined },
  };
}

function sectorMember(id: string, config: OAuthClientConfig): Pick<Client, "sector"> {
  const sector = pairwiseSector(id, config);
  return sector === undefined ? {} : { sector };
}

function makeClient(id: string, config: OAuthClientConfig): FoundClient {
  const made = madeOf(id, config);
  return config.profile === "fapi2" ? byFapi2(made, config) : made;
}

function madeOf(id: string, config: OAuthClientConfig): FoundClient {
  return {
    // A secret that was stored before the method changed proves nothing any more.
    secret: usesCertificate(config) || usesKey(config) ? "" : (config.client_secret ?? ""),
    previous: previousOf(config),
    ...keysOf(config),
    certificate: recordRule(config),
    client: {
      id,
      public: config.public,
      dynamic: config.dynamic,
      certificateBound: config.tls_client_certificate_bound_access_tokens,
      keyBound: config.dpop_bound_access_tokens,
      disabled: false,
      scope: config.scope,
      resources: config.resources,
      ...scopesOf(config),
      ...(config.grant_types.length > 0 && { grantTypes: config.grant_types }),
      ...(config.roles_claim && { rolesClaim: config.roles_claim }),
      ...(config.roles_in_tokens && { rolesInTokens: true }),
      ...(config.exchange_audiences.length > 0 && {
        exchangeAudiences: config.exchange_audiences,
      }),
      introspection: config.introspection,
      ...(config.id_token_signed_response_alg && {
        idTokenAlgorithm: config.id_token_signed_response_alg,
      }),
      ...sectorMember(id, config),
      ...(config.allowed_role_ids.length > 0 && { allowedRoles: config.allowed_role_ids }),
      ...(config.require_acr.length > 0 && { requiredAcr: config.require_acr }),
      ...(config.userinfo_signed_response_alg && {
        userinfoAlgorithm: config.userinfo_signed_response_alg,
      }),
      name: config.client_name,
      redirectUris: config.redirect_uris,
      whitelistUrls: config.whitelist_urls,
      postLogoutRedirectUris: config.post_logout_redirect_uris,
      ...(config.backchannel_logout_uri !== "" && {
        backchannelLogout: {
          uri: config.backchannel_logout_uri,
          bySession: config.backchannel_logout_session_required,
        },
      }),
      ...(config.require_pushed_authorization_requests && { pushes: true }),
      // G-1: a client registered without an administrator must not skip the consent.
      skipConsent: config.skip_consent && !config.dynamic,
      remembersConsent: config.consent === "remember",
      ...managementOf(config),
    },
  };
}

/** The same for accounts, whose details are opened but once. */
const accounts = new WeakMap<PrincipalRecord, FoundClient>();

/**
 * Keys with which an account proves itself beside its secret: a set, the text of one as forms write it, or the address of
 * one. The details are those of an administrator, as a client record is.
 */
function accountKeys({ jwks, jwks_uri: address }: Details): ClientKeys | undefined {
  const { keys } = publicKeys(jwks) ?? {};
  const rest = { stranger: false, algorithm: undefined };
  if (keys) return { own: keySet(keys), address: "", ...rest };
  // Written before it was checked, it may be anything.
  if (typeof address !== "string" || !isHttpsAddress(address)) return undefined;
  return { own: undefined, address, ...rest };
}

/** An account whose secret cannot be read is no client (C-3). */
async function readAccount(id: string, account: PrincipalRecord): Promise<FoundClient | undefined> {
  const details = await account.details.read();
  if (!details) return undefined;
  const client: FoundClient = {
    secret: typeof details.secret === "string" ? details.secret : "",
    certificate: accountRule(details),
    keys: accountKeys(details),
    client: {
      id,
      account,
      public: false,
      dynamic: false,
      certificateBound: isSet(details.tls_client_certificate_bound_access_tokens),
      keyBound: isSet(details.dpop_bound_access_tokens),
      disabled: account.disabled,
      scope: words(details.scope),
      resources: [],
      name: typeof details.name === "string" ? details.name : "",
      redirectUris: [],
      // A service account signs in by itself: no browser is ever sent to it (I-5).
      whitelistUrls: [],
      skipConsent: false,
    },
  };
  accounts.set(account, client);
  return client;
}

type ClientRecord = NonNullable<ReturnType<Snapshot["oauth_clients"]["get"]>>;

/** A record's client. One that is disabled, unreadable or expired is none. */
function recordClient(
  call: Call,
  id: string,
  { enabled, config }: ClientRecord,
): FoundClient | undefined {
  if (!enabled || !config) return undefined;
  if (hasExpired(config, call.service.runtime.clock.now())) return undefined;
  const found = fromRecord(id, config);
  const host = documentHostOf(call, id);
  // The owner of the host may act as this client, so it is never first party (I-4).
  if (host !== undefined) {
    const document = { host, loopbackOnly: false };
    return { ...found, client: { ...found.client, document } };
  }
  return found.client.dynamic ? boundedNow(call, found) : found;
}

/** Client ids are compared as written: another spelling would be another `azp` and `aud`. */
function accountOf({ snapshot }: Call, id: string): PrincipalRecord | undefined {
  const account = principalByAlias(snapshot, id);
  return account?.service_account && account.alias.includes(id) ? account : undefined;
}

/** A client that is in memory; the account of another one is still to be read. */
function clientInMemory(
  call: Call,
  id: string,
): { readonly client?: FoundClient | undefined; readonly account?: PrincipalRecord } {
  const record = call.snapshot.oauth_clients.get(id);
  if (record) return { client: recordClient(call, id, record) };
  if (isKeyName(id)) return {};
  const account = accountOf(call, id);
  if (account) {
    const client = accounts.get(account);
    return client?.client.id === id ? { client } : { account };
  }
  const client = knownDocumentClient(call, id);
  return client ? { client: { client, secret: "" } } : {};
}

export async function findClient(call: Call, id: string): Promise<FoundClient | undefined> {
  const { client, account } = clientInMemory(call, id);
  return account ? readAccount(id, account) : client;
}

/**
 * The same for steps in which a client acts: an id that is the URL of a document is the client that the
 * document describes now, also where a record is stored under it (auth-wire 5.13). May fetch.
 */
export async function resolveClient(call: Call, id: string): Promise<FoundClient | undefined> {
  const host = documentHostOf(call, id);
  if (host === undefined) return findClient(call, id);
  const client = await documentClient(call, id, host);
  return client && { client, secret: "" };
}

const ifEnabled = (found: FoundClient | undefined): RegisteredClient | undefined =>
  found?.client.disabled === false ? found.client : undefined;

/** The client of a token as far as memory says at once that it is enabled; undefined says nothing. */
export const enabledInMemory = (call: Call, id: string): RegisteredClient | undefined =>
  ifEnabled(clientInMemory(call, id).client);

/** The client of a token or of a flow that was begun, while it exists and is enabled (K-10). */
export async function enabledClient(call: Call, id: string): Promise<RegisteredClient | undefined> {
  const client = ifEnabled(await findClient(call, id));
  if (client) return client;
  // It may have been made at another instance a moment ago.
  await catchUp(call.service, `client ${id}`);
  if (call.snapshot === call.service.snapshots.current) return undefined;
  return ifEnabled(await findClient(newest(call), id));
}
