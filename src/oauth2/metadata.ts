/** RFC 8414 and OpenID Discovery metadata: only what is true for this instance now (O-4). */
import type { Call } from "../call.ts";
import { enabledGrants } from "./grants/registry.ts";

/** The document behind all five discovery URLs (auth-wire 5.6). */
export function discoveryDocument(call: Call): Readonly<Record<string, unknown>> {
  const { issuer } = call;
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/certs`,
    response_types_supported: [],
    grant_types_supported: enabledGrants(call).map((grant) => grant.type),
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    claims_supported: [
      "iss",
      "sub",
      "aud",
      "exp",
      "iat",
      "auth_time",
      "at_hash",
      "azp",
      "sid",
      "name",
      "preferred_username",
      "email",
      "given_name",
      "family_name",
    ],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
