/** Client metadata as a client sends it (RFC 7591 §2; OpenID Connect Registration §2; G-1, G-2). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { describeFaults } from "../../settings/document/faults.ts";
import { isHttpsAddress, parseWebAddress } from "../../settings/fields/address-field.ts";
import { checkKeys, keyFields } from "../../settings/records/client-key-fields.ts";
import { pairwiseFault } from "../../settings/records/client-sector.ts";
import { NO_SECRET_JWT } from "../../settings/records/oauth-client.ts";
import type { SignatureAlgorithm } from "../../std/public-jwk.ts";
import { isLoopback, readTarget } from "../clients/redirect-target.ts";
import {
  type ApplicationType,
  applicationTypeOf,
  type RedirectRule,
  redirectFault,
} from "../clients/registrable-redirect.ts";
import { DEVICE_GRANT } from "../device/start.ts";
import { parseScope } from "../scope.ts";

const MAX_REDIRECTS = 32;
const MAX_URI_LENGTH = 2_048;
const MAX_TEXT_LENGTH = 200;
const MAX_SCOPE_LENGTH = 4_096;

const AUTH_METHODS = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "none",
] as const;
/** Grants in which a person consents (G-1). */
export const USER_GRANTS: readonly string[] = ["authorization_code", "refresh_token", DEVICE_GRANT];
const DEFAULT_GRANTS: readonly string[] = ["authorization_code", "refresh_token"];

export type AuthMethod = (typeof AUTH_METHODS)[number];

const line = (most = MAX_TEXT_LENGTH) =>
  z
    .string()
    .max(most, `must be at most ${most} characters`)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), "must be one line");

/** A page for people: https, or http to the device itself. */
const isLink = (text: string): boolean => {
  const url = parseWebAddress(text);
  if (!url || text.length > MAX_URI_LENGTH) return false;
  return url.protocol === "https:" || isLoopback({ scheme: url.protocol, host: url.host });
};
const link = () => line(MAX_URI_LENGTH).refine(isLink, "must be an https URL");
const words = (most: number) => z.array(line()).max(most, `must have at most ${most} entries`);

/**
 * Every member that is published and means something here; all others are ignored (RFC 7591 §2, G-1). `jwks`
 * and `jwks_uri` are kept where the client proves itself by them.
 */
export const clientMetadata = z
  .object({
    redirect_uris: z
      .array(z.string())
      .max(MAX_REDIRECTS, `must have at most ${MAX_REDIRECTS} entries`),
    post_logout_redirect_uris: z
      .array(z.string())
      .max(MAX_REDIRECTS, `must have at most ${MAX_REDIRECTS} entries`)
      .meta({ description: "OpenID Connect RP-Initiated Logout §3.1" }),
    backchannel_logout_uri: line(MAX_URI_LENGTH)
      .refine(isHttpsAddress, "must be an https URL without fragment")
      .meta({ description: "OpenID Connect Back-Channel Logout §2.2" }),
    backchannel_logout_session_required: z.boolean(),
    require_pushed_authorization_requests: z.boolean().meta({ description: "RFC 9126 §6" }),
    dpop_bound_access_tokens: z.boolean().meta({ description: "RFC 9449 §5.2" }),
    token_endpoint_auth_method: line().meta({ description: AUTH_METHODS.join(", ") }),
    grant_types: words(20),
    response_types: words(20),
    application_type: line().meta({ description: "web or native; follows from the redirect URIs" }),
    client_name: line(),
    scope: line(MAX_SCOPE_LENGTH).meta({ description: "Scopes with spaces between" }),
    client_uri: link(),
    logo_uri: link(),
    tos_uri: link(),
    policy_uri: link(),
    jwks_uri: link(),
    jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(20) }),
    contacts: words(10),
    token_endpoint_auth_signing_alg: line(),
    request_object_signing_alg: line().meta({
      description: "RFC 9101, of requests that are pushed",
    }),
    id_token_signed_response_alg: line(),
    userinfo_signed_response_alg: line(),
    subject_type: line().meta({ description: "public or pairwise (OpenID Connect Core §8)" }),
    sector_identifier_uri: line(MAX_URI_LENGTH)
      .refine(isHttpsAddress, "must be an https URL without fragment")
      .meta({ description: "OpenID Connect Core §8.1; its document is read" }),
    software_id: line(),
    software_version: line(),
    software_statement: z.string().meta({ description: "Not accepted" }),
  })
  .partial()
  .meta({ id: "ClientMetadata" });

/** The texts that are kept as they came. */
const KEPT = [
  "client_uri",
  "logo_uri",
  "tos_uri",
  "policy_uri",
  "software_id",
  "software_version",
] as const;

/** What a client may have, complete. */
export interface ReadMetadata {
  readonly redirect_uris: readonly string[];
  readonly post_logout_redirect_uris: readonly string[];
  readonly backchannel_logout_uri: string;
  readonly backchannel_logout_session_required: boolean;
  readonly require_pushed_authorization_requests: boolean;
  readonly dpop_bound_access_tokens: boolean;
  readonly subject_type: "public" | "pairwise";
  readonly sector_identifier_uri: string;
  readonly token_endpoint_auth_method: AuthMethod;
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly application_type: ApplicationType;
  readonly client_name: string;
  /** Empty when the client names none. */
  readonly scope: readonly string[];
  readonly contacts: readonly string[];
  /** What it proves itself with where that is a key, and how its ID tokens are signed. */
  readonly keys: KeyMetadata;
  readonly texts: { readonly [K in (typeof KEPT)[number]]?: string };
}

/** As the record has them. */
export interface KeyMetadata {
  readonly id_token_signed_response_alg?: SignatureAlgorithm;
  readonly userinfo_signed_response_alg?: SignatureAlgorithm;
  readonly jwks?: { readonly keys: readonly unknown[] };
  readonly jwks_uri?: string;
  readonly token_endpoint_auth_signing_alg?: string;
  readonly request_object_signing_alg?: string;
}

const invalid = (message: string) => new AuthError("invalid_client_metadata", message);

/** `null` and empty texts count as absent (RFC 7592 §2.2). */
function withoutAbsent(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== ""),
  );
}

/** Types, lengths and links; throws what `refuse` makes of the first faults. */
export function shapedMetadata(
  input: unknown,
  refuse: (reason: string) => AuthError,
): z.output<typeof clientMetadata> {
  const present = withoutAbsent(input);
  const result = clientMetadata.safeParse(present);
  if (result.success) return result.data;
  throw refuse(describeFaults(result.error.issues, present, "body").detail);
}

function checkedRedirects(
  uris: readonly string[] = [],
  rule: RedirectRule,
  name: "redirect_uris" | "post_logout_redirect_uris" = "redirect_uris",
): readonly string[] {
  for (const [index, uri] of uris.entries()) {
    const fault = redirectFault(uri, rule);
    if (fault === undefined) continue;
    throw new AuthError("invalid_redirect_uri", `${name}[${index}]: ${fault}`);
  }
  return [...new Set(uris)];
}

function grantsOf(named: readonly string[] = DEFAULT_GRANTS): readonly string[] {
  const grants = named.length > 0 ? named : DEFAULT_GRANTS;
  const unknown = grants.find((grant) => !USER_GRANTS.includes(grant));
  if (unknown !== undefined) {
    throw invalid(`grant_type "${unknown}" not allowed for dynamic clients`);
  }
  return [...new Set(grants)];
}

/** RFC 7591 §2.1: `code` goes with `authorization_code`. */
function responseTypesOf(named: readonly string[] = [], grants: readonly string[]) {
  const unknown = named.find((type) => type !== "code");
  if (unknown !== undefined) throw invalid(`response_type "${unknown}" not supported`);
  const usesCodes = grants.includes("authorization_code");
  if (named.length > 0 && !usesCodes) {
    throw invalid("response_types: code needs the grant type authorization_code");
  }
  return usesCodes ? ["code"] : [];
}

function methodOf(named: string = AUTH_METHODS[0]): AuthMethod {
  if (named === "client_secret_jwt")
    throw invalid(`token_endpoint_auth_method: ${NO_SECRET_JWT.text}`);
  const method = AUTH_METHODS.find((known) => known === named);
  if (!method) throw invalid(`token_endpoint_auth_method "${named}" not supported`);
  return method;
}

/** What a pairwise client must be besides is the rule of records. */
function subjectsOf(
  { subject_type: named = "public", sector_identifier_uri = "" }: z.output<typeof clientMetadata>,
  redirect_uris: readonly string[],
  grant_types: readonly string[],
): Pick<ReadMetadata, "subject_type" | "sector_identifier_uri"> {
  if (named !== "public" && named !== "pairwise") {
    throw invalid(`subject_type "${named}" not supported`);
  }
  const members = { sector_identifier_uri, redirect_uris, whitelist_urls: [], grant_types };
  const fault = named === "pairwise" && pairwiseFault({ ...members, dynamic: true });
  if (fault) throw invalid(`${fault.path}: ${fault.reason.text}`);
  return { subject_type: named, sector_identifier_uri };
}

function typeOf(named: string | undefined): ApplicationType | undefined {
  if (named === undefined || named === "web" || named === "native") return named;
  throw invalid(`application_type "${named}" not supported`);
}

function scopeOf(named: string | undefined): readonly string[] {
  try {
    return parseScope(named);
  } catch (error) {
    throw error instanceof AuthError ? invalid(`scope: ${error.message}`) : error;
  }
}

/** What can be registered here. */
interface MetadataRule extends Pick<RedirectRule, "schemes"> {
  readonly algorithms: readonly SignatureAlgorithm[];
}

function algorithmOf<K extends "id_token_signed_response_alg" | "userinfo_signed_response_alg">(
  name: K,
  sent: { readonly [N in K]?: string | undefined },
  algorithms: readonly SignatureAlgorithm[],
): { readonly [N in K]?: SignatureAlgorithm } {
  const named = sent[name];
  if (named === undefined) return {};
  const known = algorithms.find((one) => one === named);
  if (!known) throw invalid(`${name}: must be one of ${algorithms.join(", ")}`);
  return { [name]: known } as { readonly [N in K]?: SignatureAlgorithm };
}

/** What a record of the same keys must satisfy. */
const keyMembers = z
  .object({ token_endpoint_auth_method: z.string(), ...keyFields })
  .superRefine(checkKeys);

function keysOf(method: AuthMethod, sent: z.output<typeof clientMetadata>): KeyMetadata {
  const { jwks, jwks_uri, token_endpoint_auth_signing_alg, request_object_signing_alg } = sent;
  if (method !== "private_key_jwt" && request_object_signing_alg === undefined) return {};
  const named = {
    ...(jwks && { jwks }),
    ...(jwks_uri !== undefined && { jwks_uri }),
    ...(token_endpoint_auth_signing_alg !== undefined && { token_endpoint_auth_signing_alg }),
    ...(request_object_signing_alg !== undefined && { request_object_signing_alg }),
  };
  const members = { token_endpoint_auth_method: method, ...named };
  const { success, error } = keyMembers.safeParse(members);
  if (!success) throw invalid(describeFaults(error.issues, members, "body").detail);
  return named;
}

/**
 * Checks what a client says of itself. Throws `invalid_client_metadata`, `invalid_redirect_uri` and
 * `unapproved_software_statement` (RFC 7591 §3.2.2); the text names the member.
 */
export function readMetadata(input: unknown, { schemes, algorithms }: MetadataRule): ReadMetadata {
  const sent = shapedMetadata(input, invalid);
  if (sent.software_statement !== undefined) {
    throw new AuthError("unapproved_software_statement", "software statements are not accepted");
  }
  if (sent.jwks && sent.jwks_uri) throw invalid("jwks: must not come with jwks_uri");
  const applicationType = typeOf(sent.application_type);
  const grant_types = grantsOf(sent.grant_types);
  const redirect_uris = checkedRedirects(sent.redirect_uris, { applicationType, schemes });
  if (redirect_uris.length === 0 && grant_types.includes("authorization_code")) {
    throw new AuthError("invalid_redirect_uri", "redirect_uris is required");
  }
  const token_endpoint_auth_method = methodOf(sent.token_endpoint_auth_method);
  return {
    redirect_uris,
    ...subjectsOf(sent, redirect_uris, grant_types),
    post_logout_redirect_uris: checkedRedirects(
      sent.post_logout_redirect_uris,
      { applicationType, schemes },
      "post_logout_redirect_uris",
    ),
    backchannel_logout_uri: sent.backchannel_logout_uri ?? "",
    backchannel_logout_session_required: sent.backchannel_logout_session_required ?? false,
    require_pushed_authorization_requests: sent.require_pushed_authorization_requests ?? false,
    dpop_bound_access_tokens: sent.dpop_bound_access_tokens ?? false,
    grant_types,
    response_types: responseTypesOf(sent.response_types, grant_types),
    token_endpoint_auth_method,
    keys: {
      ...keysOf(token_endpoint_auth_method, sent),
      ...algorithmOf("id_token_signed_response_alg", sent, algorithms),
      ...algorithmOf("userinfo_signed_response_alg", sent, algorithms),
    },
    application_type: applicationType ?? applicationTypeOf(redirect_uris),
    client_name: sent.client_name?.trim() ?? "",
    scope: scopeOf(sent.scope),
    contacts: sent.contacts ?? [],
    texts: Object.fromEntries(KEPT.flatMap((name) => (sent[name] ? [[name, sent[name]]] : []))),
  };
}

/** Hosts and schemes of targets, for events: never a query. */
export const targetsOf = ({ redirect_uris }: Pick<ReadMetadata, "redirect_uris">): string[] => [
  ...new Set(
    redirect_uris.flatMap((uri) => {
      const target = readTarget(uri);
      return target ? [target.host === "" ? target.scheme : target.host] : [];
    }),
  ),
];
