/**
 * `profile: fapi2` of a client: the rules of the FAPI 2.0 Security Profile that its record or the settings break, one
 * row each. What is broken is refused where it counts, whatever the record says (`oauth2/clients/fapi2.ts`).
 */
import { type Message, message } from "../messages/message.ts";
import type { OAuthClientConfig } from "../settings/records/oauth-client.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

const METHODS = ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"];
/** Grants that the profile knows (FAPI 2.0 Security Profile §5.3.2.1, §5.3.2.2). */
export const FAPI2_GRANTS: readonly string[] = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
];

export const isHttps = (uri: string): boolean => uri.startsWith("https://");

const usesCertificate = (config: OAuthClientConfig): boolean =>
  config.tls_client_certificate_bound_access_tokens ||
  config.token_endpoint_auth_method.endsWith("tls_client_auth");

/** What breaks each rule. */
const BROKEN = {
  /** §5.3.2.1: confidential, by its own key or certificate. */
  "client.fapi2.method": ({ public: isPublic, token_endpoint_auth_method: method }) =>
    isPublic || !METHODS.includes(method),
  /** §5.3.2.1: sender-constrained access tokens. */
  "client.fapi2.bound": (config) => !isSenderConstrained(config),
  "client.fapi2.mtls": (config, { settings }) =>
    usesCertificate(config) && !readable(() => settings.mtls.enabled),
  /** §5.3.2.1: no password grant. */
  "client.fapi2.grants": ({ grant_types }) =>
    grant_types.some((grant) => !FAPI2_GRANTS.includes(grant)),
  /** §5.3.2.2: exact targets of https. */
  "client.fapi2.redirects": ({ redirect_uris, whitelist_urls }) =>
    whitelist_urls.length > 0 || !redirect_uris.every(isHttps),
  /** §5.4.1: PS256, ES256 or EdDSA. */
  "client.fapi2.algorithms": (config) =>
    ["", "RS256"].includes(config.id_token_signed_response_alg) ||
    config.token_endpoint_auth_signing_alg === "RS256" ||
    config.request_object_signing_alg === "RS256",
} as const satisfies Record<string, (config: OAuthClientConfig, snapshot: Snapshot) => boolean>;

/** A setting that cannot be read turns nothing on (C-3). */
function readable(read: () => boolean): boolean {
  try {
    return read();
  } catch {
    return false;
  }
}

/** Its tokens are of use with its certificate or its key alone. */
export const isSenderConstrained = (config: OAuthClientConfig): boolean =>
  config.tls_client_certificate_bound_access_tokens || config.dpop_bound_access_tokens;

/** A line for each rule that the client claims and breaks. */
export function profileFaults(id: string, config: OAuthClientConfig, now: Snapshot): Message[] {
  if (config.profile !== "fapi2") return [];
  const rules = Object.keys(BROKEN) as (keyof typeof BROKEN)[];
  return rules.filter((rule) => BROKEN[rule](config, now)).map((rule) => message(rule, { id }));
}
