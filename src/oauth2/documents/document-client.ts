/** Clients whose id is the URL of their document, merged with a stored record (token rule 14; G-5). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { OAuthClientConfig } from "../../settings/records/oauth-client.ts";
import type { Client } from "../../tokens/client.ts";
import type { RegisteredClient } from "../clients/registered-client.ts";
import { offeredScopes, stepUpScopes } from "../offered-scopes.ts";
import { currentDocument, keptDocument } from "./document-cache.ts";
import { documentHost, isHostAllowed } from "./document-id.ts";
import { type ClientDocument, isLoopbackOnly } from "./read-document.ts";

/** The host of an id that is a document here and now; undefined for every other id. */
export function documentHostOf(call: Call, id: string): string | undefined {
  const host = documentHost(id);
  if (host === undefined || call.snapshot.settings.registration.documents.disabled)
    return undefined;
  return host;
}

/** What the document names, within what the administrator allows; without a list, what is offered (K-7). */
function scopesOf(
  call: Call,
  named: readonly string[],
): Pick<Client, "allowedScopes" | "fallbackScope"> {
  const { allowed_scopes: bound } = call.snapshot.settings.registration;
  const later = stepUpScopes(call.snapshot);
  if (named.length === 0) {
    return { allowedScopes: bound.length > 0 ? [...bound, ...later] : offeredScopes(call) };
  }
  const allowed = bound.length > 0 ? named.filter((one) => bound.includes(one)) : named;
  return { allowedScopes: [...allowed, ...later], fallbackScope: allowed };
}

/** What holds of every client of a document: public, never first party, and nothing but itself. */
function plain(call: Call, id: string, host: string): RegisteredClient {
  return {
    id,
    public: true,
    dynamic: true,
    disabled: false,
    scope: [],
    resources: [],
    introspection: "audience",
    grantTypes: [],
    allowedScopes: offeredScopes(call),
    name: keptDocument(call, id)?.name ?? "",
    redirectUris: [],
    whitelistUrls: [],
    skipConsent: false,
    document: { host, loopbackOnly: keptDocument(call, id)?.loopbackOnly ?? false },
  };
}

/** Members of a stored record that count beside the document. */
function overlay(config: OAuthClientConfig | undefined): Partial<RegisteredClient> {
  if (!config) return {};
  const { resources, scope, roles_claim, skip_consent, consent, allowed_scopes } = config;
  const { dpop_bound_access_tokens, roles_in_tokens, allowed_role_ids } = config;
  return {
    ...(resources.length > 0 && { resources }),
    ...(scope.length > 0 && { scope }),
    ...(allowed_scopes.length > 0 && { allowedScopes: allowed_scopes }),
    ...(roles_claim && { rolesClaim: roles_claim }),
    ...(roles_in_tokens && { rolesInTokens: true }),
    ...(allowed_role_ids.length > 0 && { allowedRoles: allowed_role_ids }),
    ...(skip_consent && { skipConsent: true }),
    ...(consent === "remember" && { remembersConsent: true }),
    ...(dpop_bound_access_tokens && { keyBound: true }),
  };
}

function described(
  call: Call,
  base: RegisteredClient,
  { name, redirectUris, grantTypes, scope, loopbackOnly, keyBound }: ClientDocument,
): RegisteredClient {
  const document = { host: base.document?.host ?? "", loopbackOnly };
  const told = { name, redirectUris, grantTypes, keyBound };
  return { ...base, ...scopesOf(call, scope), ...told, document };
}

/** While the document cannot be had, the stored record describes the client in full. */
function fallback(base: RegisteredClient, config: OAuthClientConfig): RegisteredClient {
  if (config.client_secret) {
    const message = "stored metadata client fallback must not contain a client secret";
    throw new AuthError("invalid_client", message);
  }
  const { grantTypes: _none, allowedScopes: _offered, ...rest } = base;
  return {
    ...rest,
    ...overlay(config),
    document: {
      host: base.document?.host ?? "",
      loopbackOnly: isLoopbackOnly(config.redirect_uris),
    },
    name: config.client_name,
    redirectUris: config.redirect_uris,
    whitelistUrls: config.whitelist_urls,
    ...(config.grant_types.length > 0 && { grantTypes: config.grant_types }),
  };
}

/**
 * The client of tokens that were issued before: nothing is fetched, so no host can hold a request up. It has
 * no redirect targets. Undefined when the administrator allows it no longer.
 */
export function knownDocumentClient(call: Call, id: string): RegisteredClient | undefined {
  const host = documentHostOf(call, id);
  if (host === undefined) return undefined;
  if (!isHostAllowed(call.snapshot.settings.registration.documents, host)) return undefined;
  return plain(call, id, host);
}

/**
 * The client as its document describes it now; `host` is that of its id. Undefined for a stored record that is
 * disabled or cannot be read (C-3). Throws `invalid_client`, `unavailable`, `too_many_requests`.
 */
export async function documentClient(
  call: Call,
  id: string,
  host: string,
): Promise<RegisteredClient | undefined> {
  const record = call.snapshot.oauth_clients.get(id);
  if (record && (!record.enabled || !record.config)) return undefined;
  const base = plain(call, id, host);
  try {
    if (!isHostAllowed(call.snapshot.settings.registration.documents, host)) {
      throw new AuthError("invalid_client", "client documents of this host are not accepted");
    }
    const document = await currentDocument(call, id, record === undefined);
    return { ...described(call, base, document), ...overlay(record?.config) };
  } catch (error) {
    if (!(error instanceof AuthError) || !record?.config) throw error;
    call.service.runtime.log.warn("client document cannot be used, its record is", {
      client: id,
      reason: error.message,
    });
    return fallback(base, record.config);
  }
}
