/** RFC 8414 and OpenID Discovery metadata: only what is true for this instance now (O-4). */

import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { parseOrigin } from "../settings/fields/address-field.ts";
import { SIGNATURE_NAMES } from "../std/public-jwk.ts";
import { LANGUAGES } from "../std/texts/languages.ts";
import { offeredAlgorithms } from "../tokens/offered-algorithms.ts";
import { STANDARD_CLAIMS } from "../tokens/standard-claims.ts";
import { RESPONSE_MODES } from "./authorization-response.ts";
import { offeredLevels, PROMPTS } from "./demands.ts";
import { enabledGrants } from "./grants/registry.ts";
import { offeredScopes } from "./offered-scopes.ts";
import { challengeMethods } from "./pkce.ts";
import { canSignIn, isElsewhere } from "./sign-in.ts";

/** A feature whose settings cannot be read refuses every request, so it is not announced. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AuthError && error.code === "unavailable") return undefined;
    throw error;
  }
}

/** Client ID metadata documents: ids that are URLs need no registration (specification, token rule 14). */
function documentMembers(call: Call): Readonly<Record<string, unknown>> {
  const settings = readable(() => call.snapshot.settings.registration);
  return settings && !settings.documents.disabled
    ? { client_id_metadata_document_supported: true }
    : {};
}

/** OpenID Connect Discovery §3, RFC 9470 §7: absent where no sign-in reaches a level. */
function levelMembers(call: Call): Readonly<Record<string, unknown>> {
  const levels = readable(() => offeredLevels(call)) ?? [];
  return levels.length > 0 ? { acr_values_supported: levels } : {};
}

/** What the authorization endpoint takes; `response_types_supported` is required even without it. */
function authorizationMembers(call: Call): Readonly<Record<string, unknown>> {
  const settings = readable(() => call.snapshot.settings.authorize);
  if (!settings || settings.disabled || !canSignIn(call)) return { response_types_supported: [] };
  return {
    authorization_endpoint: `${call.issuer}/authorize`,
    pushed_authorization_request_endpoint: `${call.issuer}/par`,
    // Of request objects that are pushed; `request_parameter_supported` is about those in the browser.
    request_object_signing_alg_values_supported: SIGNATURE_NAMES,
    ...(settings.require_pushed_requests && { require_pushed_authorization_requests: true }),
    response_types_supported: ["code"],
    response_modes_supported: RESPONSE_MODES,
    code_challenge_methods_supported: challengeMethods(settings.require_s256),
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: PROMPTS,
    // One page that fits all of them.
    display_values_supported: ["page", "popup", "touch"],
    ...levelMembers(call),
    ...documentMembers(call),
  };
}

/**
 * RFC 7591 §3: announced only while clients may register themselves, and while one that has could do anything: a
 * person signs in for it, at the authorization endpoint or for a device.
 */
function registrationMembers(
  call: Call,
  ...ways: readonly Readonly<Record<string, unknown>>[]
): Readonly<Record<string, unknown>> {
  const settings = readable(() => call.snapshot.settings.registration);
  const usable = ways.some(
    (way) => "authorization_endpoint" in way || "device_authorization_endpoint" in way,
  );
  return settings?.enabled && usable ? { registration_endpoint: `${call.issuer}/register` } : {};
}

/** A device is of no use where people cannot get to a page that connects it. */
const canDecide = (call: Call, page: string): boolean => isElsewhere(call, page) || canSignIn(call);

/** RFC 8628 §4. */
function deviceMembers(call: Call): Readonly<Record<string, unknown>> {
  const settings = readable(() => call.snapshot.settings.device);
  if (!settings || settings.disabled || !canDecide(call, settings.verification_uri)) return {};
  return { device_authorization_endpoint: `${call.issuer}/device_authorization` };
}

const SECRET_METHODS = ["client_secret_basic", "client_secret_post"];

/** RFC 8414 §2: how clients prove themselves at these endpoints, and by which algorithms where they sign. */
function methodMembers(certificateMethods: readonly string[]) {
  const methods = [...SECRET_METHODS, "private_key_jwt", ...certificateMethods];
  return Object.fromEntries(
    ["token", "introspection", "revocation"].flatMap((name) => [
      // A resource server that asks about tokens is never public.
      [
        `${name}_endpoint_auth_methods_supported`,
        name === "introspection" ? methods : [...methods, "none"],
      ],
      [`${name}_endpoint_auth_signing_alg_values_supported`, SIGNATURE_NAMES],
    ]),
  );
}

/** RFC 8705 §3.3, §5: what a certificate is good for, and where to send it when there is a place for it. */
function certificateMembers(call: Call) {
  const settings = readable(() => call.snapshot.settings.mtls);
  if (!settings?.enabled) return { methods: [], members: {} };
  const { self_signed } = settings;
  const origin = parseOrigin(settings.alias_origin);
  const { prefix_path } = call.service.options;
  const alias = (name: string) => `${origin}${prefix_path}/oauth2/${name}`;
  const aliases = {
    token_endpoint: alias("token"),
    introspection_endpoint: alias("introspect"),
    revocation_endpoint: alias("revoke"),
    device_authorization_endpoint: alias("device_authorization"),
    pushed_authorization_request_endpoint: alias("par"),
    userinfo_endpoint: alias("userinfo"),
  };
  return {
    methods: ["tls_client_auth", ...(self_signed ? ["self_signed_tls_client_auth"] : [])],
    members: {
      tls_client_certificate_bound_access_tokens: true,
      ...(origin !== undefined && { mtls_endpoint_aliases: aliases }),
    },
  };
}

/**
 * The document behind all five discovery URLs (auth-wire 5.6).
 * @param claimSet the set of `custom_info` that userinfo shall answer with
 */
export function discoveryDocument(
  call: Call,
  claimSet?: string,
): Readonly<Record<string, unknown>> {
  const { issuer } = call;
  const { methods, members } = certificateMembers(call);
  const userinfo = `${issuer}/userinfo`;
  const algorithms = readable(() => offeredAlgorithms(call.snapshot)) ?? ["RS256"];
  const [authorization, device] = [authorizationMembers(call), deviceMembers(call)];
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: claimSet ? `${userinfo}/${encodeURIComponent(claimSet)}` : userinfo,
    introspection_endpoint: `${issuer}/introspect`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/certs`,
    end_session_endpoint: `${issuer}/logout`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    ...authorization,
    ...device,
    ...registrationMembers(call, authorization, device),
    grant_types_supported: enabledGrants(call).map((grant) => grant.type),
    subject_types_supported: ["public", "pairwise"],
    id_token_signing_alg_values_supported: algorithms,
    userinfo_signing_alg_values_supported: algorithms,
    scopes_supported: offeredScopes(call),
    ...methodMembers(methods),
    dpop_signing_alg_values_supported: SIGNATURE_NAMES,
    claims_supported: [
      "iss",
      "sub",
      "aud",
      "exp",
      "iat",
      "auth_time",
      "amr",
      "acr",
      "at_hash",
      "azp",
      "sid",
      ...STANDARD_CLAIMS,
    ],
    ...members,
    ui_locales_supported: Object.keys(LANGUAGES),
    claims_parameter_supported: "authorization_endpoint" in authorization,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
