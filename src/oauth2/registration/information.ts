/** What a client learns about its registration (RFC 7591 §3.2.1, RFC 7592 §3), and how it is kept. */
import type { Call } from "../../call.ts";
import { parseConfig } from "../../settings/records/config-records.ts";
import type { OAuthClientConfig } from "../../settings/records/oauth-client.ts";
import type { ReadMetadata } from "./metadata.ts";

/** RFC 7591 §3.2.1. */
export interface ClientInformation {
  readonly client_id: string;
  readonly client_secret?: string;
  /** Seconds since the epoch. */
  readonly client_id_issued_at: number;
  /** End of the client, seconds since the epoch; 0: it has none. */
  readonly client_secret_expires_at: number;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method: string;
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly registration_client_uri: string;
  readonly [member: string]: unknown;
}

/** Members of a record that hold what the client said; each is replaced by an update (RFC 7592 §2.2). */
export function recordOf(metadata: ReadMetadata, scope: ReadScope, initial: string | undefined) {
  const { redirect_uris, grant_types, application_type, client_name, contacts, texts } = metadata;
  const method = metadata.token_endpoint_auth_method;
  return {
    redirect_uris,
    post_logout_redirect_uris: metadata.post_logout_redirect_uris,
    backchannel_logout_uri: metadata.backchannel_logout_uri,
    backchannel_logout_session_required: metadata.backchannel_logout_session_required,
    require_pushed_authorization_requests: metadata.require_pushed_authorization_requests,
    dpop_bound_access_tokens: metadata.dpop_bound_access_tokens,
    subject_type: metadata.subject_type,
    sector_identifier_uri: metadata.sector_identifier_uri,
    grant_types,
    client_name,
    token_endpoint_auth_method: method,
    public: method === "none",
    // Each is replaced: what an update leaves out is gone.
    ...{ jwks: undefined, jwks_uri: undefined, token_endpoint_auth_signing_alg: undefined },
    ...{ id_token_signed_response_alg: undefined, request_object_signing_alg: undefined },
    userinfo_signed_response_alg: undefined,
    ...metadata.keys,
    registered: {
      application_type,
      ...(contacts.length > 0 && { contacts }),
      ...texts,
      ...(initial && { initial_access_token: initial }),
    },
    ...scope,
  };
}

/** `scope` joins every request, `allowed_scopes` bounds it. */
export interface ReadScope {
  readonly scope: readonly string[];
  readonly allowed_scopes: readonly string[];
}

/** The record that was just written. What passed the checks of metadata passes those of records. */
export function registeredConfig(config: unknown): OAuthClientConfig {
  const parsed = parseConfig("oauth_clients", config);
  if (!parsed.ok) throw new Error(`a registered client does not read back: ${parsed.detail}`);
  return parsed.value;
}

const filled = (members: Readonly<Record<string, string | readonly string[]>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value.length > 0));

function keysOf(config: OAuthClientConfig) {
  const { jwks, jwks_uri, id_token_signed_response_alg, request_object_signing_alg } = config;
  const proves = config.token_endpoint_auth_method === "private_key_jwt";
  const { token_endpoint_auth_signing_alg, userinfo_signed_response_alg } = config;
  const hasKeys = proves || request_object_signing_alg !== "";
  return {
    ...(hasKeys && jwks && { jwks }),
    ...(hasKeys && filled({ jwks_uri, request_object_signing_alg })),
    ...(proves && filled({ token_endpoint_auth_signing_alg })),
    ...filled({ id_token_signed_response_alg, userinfo_signed_response_alg }),
  };
}

/** The document of a client; the registration access token is given at the registration alone. */
export function informationOf(
  { issuer }: Pick<Call, "issuer">,
  id: string,
  config: OAuthClientConfig,
): ClientInformation {
  const { client_name, registered: { initial_access_token: _, ...said } = {} } = config;
  const scope = config.allowed_scopes.length > 0 ? config.allowed_scopes : config.scope;
  return {
    client_id: id,
    ...(config.client_secret && { client_secret: config.client_secret }),
    client_id_issued_at: config.created_at,
    client_secret_expires_at: config.client_secret_expires_at,
    redirect_uris: config.redirect_uris,
    token_endpoint_auth_method:
      config.token_endpoint_auth_method || (config.public ? "none" : "client_secret_basic"),
    grant_types: config.grant_types,
    response_types: config.grant_types.includes("authorization_code") ? ["code"] : [],
    ...keysOf(config),
    ...filled({
      ...{ client_name, scope: scope.join(" "), ...said },
      post_logout_redirect_uris: config.post_logout_redirect_uris,
      backchannel_logout_uri: config.backchannel_logout_uri,
      sector_identifier_uri: config.sector_identifier_uri,
    }),
    ...(config.subject_type === "pairwise" && { subject_type: "pairwise" }),
    ...(config.backchannel_logout_session_required && {
      backchannel_logout_session_required: true,
    }),
    ...(config.require_pushed_authorization_requests && {
      require_pushed_authorization_requests: true,
    }),
    ...(config.dpop_bound_access_tokens && { dpop_bound_access_tokens: true }),
    registration_client_uri: `${issuer}/register/${id}`,
  };
}
