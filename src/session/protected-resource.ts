/** A protected resource says who protects it: RFC 9728 metadata, RFC 6750 §3 challenges (wire 2.16). */
import { SIGNATURE_NAMES } from "../std/public-jwk.ts";
import { trimEnd } from "../std/trim-end.ts";

export const METADATA_PATH = "/.well-known/oauth-protected-resource";

export interface ResourceMetadata {
  /** The identifier that clients ask tokens for. */
  readonly resource: string;
  /** Issuers whose tokens are accepted. */
  readonly authorization_servers: readonly string[];
  readonly scopes_supported?: readonly string[];
  /** Tokens have to be bound to a key (RFC 9449). */
  readonly dpop_bound_access_tokens_required?: boolean;
}

export interface MetadataOptions {
  /** An identifier in it was read from the request's host, so no cache may keep it (H-5, L-W12). */
  readonly fromRequest: boolean;
}

export interface ChallengeParts {
  readonly metadataUrl?: string | undefined;
  /** `DPoP` where the token has to come with the proof of a key (RFC 9449 §7.1). */
  readonly scheme?: "Bearer" | "DPoP" | undefined;
  readonly error?: string | undefined;
  readonly error_description?: string | undefined;
  /** Scopes with spaces between them. */
  readonly scope?: string | undefined;
  /** RFC 9470 §3: levels with spaces between them. */
  readonly acr_values?: string | undefined;
  /** RFC 9470 §3: seconds. */
  readonly max_age?: number | undefined;
  /** RFC 9449 §7.1: algorithms of proofs with spaces between them. */
  readonly algs?: string | undefined;
}

/** Scripts of other origins may read the metadata and the challenges, without credentials (wire 7.3). */
export const RESOURCE_CORS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "WWW-Authenticate, Retry-After, DPoP-Nonce",
};

/** Whether a request path asks for metadata: the well-known path, or a path below it. */
export const isMetadataPath = (path: string): boolean =>
  path === METADATA_PATH || path.startsWith(`${METADATA_PATH}/`);

const withoutFinalSlash = (path: string): string => trimEnd(path, "/");

/** The path of the resource that a metadata path describes: `/mcp`, empty for the whole origin. */
export const resourceOfMetadataPath = (path: string): string =>
  isMetadataPath(path) ? withoutFinalSlash(path.slice(METADATA_PATH.length)) : "";

/**
 * RFC 3986 §6.2.2.1, §6.2.3: scheme and host match without regard to case, an origin with and without the
 * empty path is one identifier. So is an address with and without a slash at its end: one document describes
 * both, and people type either into their agents. Everything else is compared as written.
 */
function canonical(resource: string): string {
  const scheme = resource.indexOf("://");
  if (scheme < 1) return resource;
  const authority = resource.slice(scheme + 3);
  const length = authority.search(/[/?#@]/);
  if (length === 0) return resource;
  const path = length < 0 ? "" : authority.slice(length);
  const origin = resource.slice(0, resource.length - path.length);
  const hasFinalSlash = path.endsWith("/") && !/[?#]/.test(path);
  return `${origin.toLowerCase()}${hasFinalSlash ? path.slice(0, -1) : path}`;
}

/** Whether two identifiers name one resource. */
export const isSameResource = (one: string, other: string): boolean =>
  canonical(one) === canonical(other);

/** RFC 9728 §3.1: the well-known segment stands between the host and the path of the resource. */
export const metadataUrl = (origin: string, path: string): string =>
  `${origin}${METADATA_PATH}${escaped(withoutFinalSlash(path))}`;

/** What may not stand in a quoted value or in a URL becomes an escape; escapes stay as they are. */
const escaped = (path: string): string =>
  path.toWellFormed().replace(/[^\x21\x23-\x5b\x5d-\x7e]/gu, encodeURIComponent);

/** The metadata document. RFC 9728 §3.2: a list without entries is left out. */
export function metadataResponse(
  {
    resource,
    authorization_servers,
    scopes_supported,
    dpop_bound_access_tokens_required,
  }: ResourceMetadata,
  { fromRequest }: MetadataOptions,
): Response {
  const body = {
    resource,
    ...(authorization_servers.length > 0 && { authorization_servers }),
    bearer_methods_supported: ["header"],
    ...(scopes_supported?.length && { scopes_supported }),
    dpop_signing_alg_values_supported: SIGNATURE_NAMES,
    ...(dpop_bound_access_tokens_required && { dpop_bound_access_tokens_required }),
  };
  return new Response(JSON.stringify(body), {
    headers: {
      ...RESOURCE_CORS,
      "Content-Type": "application/json; charset=UTF-8",
      "Cache-Control": fromRequest ? "no-store" : "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Answer to a preflight of the metadata or of the resource itself; asks for no credential. */
export const resourcePreflight = (methods: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...RESOURCE_CORS,
      "Access-Control-Allow-Methods": methods,
      // The wildcard does not cover Authorization (Fetch standard).
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Max-Age": "86400",
    },
  });

/** Characters of a quoted value (RFC 6750 §3); a URL and a scope have no others to begin with. */
const quotable = (text: string): string => text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");

/** The value of `WWW-Authenticate`; bare `Bearer` when there is nothing to say. */
export function challenge(parts: ChallengeParts): string {
  const { metadataUrl: resource_metadata, error, error_description, scope } = parts;
  const { acr_values, max_age, algs, scheme = "Bearer" } = parts;
  const step = { acr_values, max_age: max_age === undefined ? undefined : String(max_age) };
  const values = Object.entries({
    resource_metadata,
    error,
    error_description,
    scope,
    ...step,
    algs,
  })
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .map(([name, value]) => `${name}="${quotable(value)}"`);
  return values.length > 0 ? `${scheme} ${values.join(", ")}` : scheme;
}
