/** Protects an API or an MCP endpoint with bearer tokens only (login-session-wire 7). */
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { type AcceptedToken, type AuthApi, SESSION_KEY } from "../api.ts";
import { StartError } from "../errors.ts";
import type { Connection } from "../runtime.ts";
import {
  type Identity,
  type ResourceState,
  readFlags,
  type SessionState,
} from "../session/context.ts";
import { contextOf, tokenIdentity } from "../session/identity.ts";
import { connectionOf, pathOf } from "../session/incoming.ts";
import { authInstance, type Instances } from "../session/instances.ts";
import {
  isMetadataPath,
  isSameResource,
  metadataResponse,
  metadataUrl,
  resourcePreflight,
} from "../session/protected-resource.ts";
import { withHeaders } from "../session/request-headers.ts";
import {
  headerName,
  parseOrigin,
  resourceAddress,
  scopes,
} from "../settings/fields/address-field.ts";
import { checkedText, flag, list, text } from "../settings/fields/field.ts";
import { type NamedMap, namedMap } from "../settings/fields/named-map.ts";
import { proxyList } from "../settings/fields/proxy-list.ts";
import { encodeHeaderText } from "../std/header-text.ts";
import type { Demanding, Differences, MustBeNever } from "../std/type-differences.ts";
import { NONCE_HEADER } from "../web/dpop-challenge.ts";
import { requestOrigin } from "../web/origin.ts";
import { authenticationShape, lackingAuthentication } from "./authentication.ts";
import { parseGuard } from "./guard-options.ts";
import {
  type ChallengePlace,
  failureRefusal,
  type Refusal,
  refusalAnswer,
} from "./resource-refusal.ts";
import type { ResourceServerOptions } from "./resource-server-options.ts";
import { sentToken } from "./sent-token.ts";

const schema = z.object({
  auth_middleware: text(),
  /** Identifier that tokens must name; without it, the origin of the request. */
  resource: resourceAddress(),
  /** Exact issuers; without them, every one that the auth instance calls its own. */
  authorization_servers: list(),
  scopes_supported: scopes(),
  /** All of them. */
  required_scopes: scopes(),
  /** Broader scope → narrower ones. */
  implied_scopes: namedMap(scopes()),
  check_audience: flag(true),
  /** Tokens without a key are refused (RFC 9449). */
  dpop_bound_access_tokens_required: flag(),
  ...authenticationShape,
  user_header: headerName("X-User"),
  scope_header: headerName(),
  /** Fixed public origin; without it the request decides. */
  base_url: checkedText((value) => parseOrigin(value) !== undefined, "must be an origin"),
  /** Peers whose forwarded headers count (H-5). */
  trusted_proxies: proxyList(),
});

type Written = Demanding<z.input<typeof schema>, "auth_middleware">;
type _Checked = MustBeNever<Differences<ResourceServerOptions, Written>>;
type Parsed = z.output<typeof schema>;

const NAME = "resource_server";
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
/** Always removed, besides the configured headers: headers that a session would set are not trusted here. */
const IDENTITY_HEADERS = ["X-User", "X-User-Id", "X-Api-Key-Name"];

/** What protects this request, as clients see it. */
interface Surface {
  readonly origin: string;
  readonly resource: string;
  /** Where a client finds it. */
  readonly challenge: ChallengePlace;
}

function surfaceOf(options: Parsed, request: Request, connection: Connection): Surface {
  const { base_url, trusted_proxies, required_scopes } = options;
  const origin = parseOrigin(base_url) ?? requestOrigin(request, connection, trusted_proxies);
  const resource = options.resource || origin;
  const url = new URL(resource);
  const scope = required_scopes.join(" ");
  return {
    origin,
    resource,
    challenge: { metadataUrl: metadataUrl(url.origin, url.pathname), scope },
  };
}

async function metadata(options: Parsed, api: AuthApi, surface: Surface): Promise<Response> {
  const { authorization_servers: fixed, scopes_supported, base_url } = options;
  const { dpop_bound_access_tokens_required } = options;
  const issuer = fixed.length > 0 ? undefined : await api.issuer(surface.origin);
  const document = {
    resource: surface.resource,
    authorization_servers: issuer === undefined ? fixed : [issuer],
    scopes_supported,
    dpop_bound_access_tokens_required,
  };
  const isConfigured = base_url !== "" || (options.resource !== "" && fixed.length > 0);
  return metadataResponse(document, { fromRequest: !isConfigured });
}

/**
 * The granted scopes and everything that they imply, each once: a broader scope is good for what a narrower one is
 * asked for (MCP, step-up flow).
 */
function withImplied(
  granted: readonly string[],
  implied: NamedMap<readonly string[]>,
): ReadonlySet<string> {
  const all = new Set(granted);
  // A set that grows is walked to its end; a circle adds nothing twice.
  for (const scope of all) for (const narrower of implied[scope] ?? []) all.add(narrower);
  return all;
}

const invalid = (description: string): Refusal => ({
  status: 401,
  error: "invalid_token",
  description,
});

/** Why a token of ours is not good enough here; undefined when it is. */
function objection(
  options: Parsed,
  api: AuthApi,
  { resource }: Surface,
  token: AcceptedToken,
  held: ReadonlySet<string>,
  now: number,
): Refusal | undefined {
  const { check_audience, authorization_servers, required_scopes } = options;
  if (options.dpop_bound_access_tokens_required && token.jkt === undefined) {
    return { ...invalid("the token has to be bound to a key"), dpop: {} };
  }
  if (check_audience && !token.aud.some((aud) => isSameResource(aud, resource))) {
    return invalid("token audience does not cover this resource");
  }
  const accepted =
    authorization_servers.length > 0
      ? authorization_servers.includes(token.iss)
      : api.acceptsIssuer(token.iss);
  if (!accepted) return invalid("token issuer not match");
  const lacking = lackingAuthentication(options, token, now);
  if (lacking) return lacking;
  if (required_scopes.every((scope) => held.has(scope))) return undefined;
  return { status: 403, error: "insufficient_scope", description: "a required scope is missing" };
}

function stateOf(
  options: Parsed,
  connection: Connection,
  token: AcceptedToken,
  access_token: string,
  resource: ResourceState,
): SessionState & { readonly identity: Identity } {
  const identity = tokenIdentity(token, options.auth_middleware, access_token);
  return { connection, session: contextOf(identity), identity, public_access: false, resource };
}

function headersOf(
  { user_header, scope_header }: Parsed,
  { user }: Identity,
  held: ReadonlySet<string>,
) {
  return {
    [user_header]: encodeHeaderText(user),
    ...(scope_header && { [scope_header]: [...held].join(" ") }),
  };
}

/**
 * Publishes the metadata of the resource (RFC 9728), answers preflights, and lets a request pass only
 * with an access token of the named auth instance that is meant for this resource. Behind it, guards
 * and the auth service see the principal of the token.
 */
export function resourceServer(
  input: ResourceServerOptions,
  instances: Instances,
): MiddlewareHandler {
  const options = parseGuard(schema, input, NAME);
  if (options.auth_middleware === "") throw new StartError(`${NAME}: auth_middleware: is required`);
  const { runtime } = instances;
  const cleared = [
    ...IDENTITY_HEADERS,
    options.user_header,
    ...(options.scope_header ? [options.scope_header] : []),
  ];

  return async (c, next) => {
    const request = c.req.raw;
    const connection = connectionOf(c, runtime);
    let nonce: string | undefined;
    let challenge: ChallengePlace = { scope: options.required_scopes.join(" ") };
    try {
      if (request.method === "OPTIONS") return resourcePreflight(METHODS);
      const surface = surfaceOf(options, request, connection);
      challenge = surface.challenge;
      const api = authInstance(instances, options.auth_middleware);
      if (isMetadataPath(pathOf(request.url).raw)) return await metadata(options, api, surface);

      const demand = options.dpop_bound_access_tokens_required ? { dpop: {} } : {};
      const sent = sentToken(request);
      if (sent.kind === "none") {
        const description = "bearer token required";
        const bare = { status: 401, error: "invalid_request", description, bare: true };
        const refusal = { ...bare, ...demand };
        return refusalAnswer(refusal, challenge);
      }
      if (sent.kind === "malformed") {
        const refusal = { status: 400, error: "invalid_request", description: sent.reason };
        return refusalAnswer(refusal, challenge);
      }
      const { origin } = surface;
      const token = await api.verify(sent.token, { request, connection, origin });
      const held = withImplied(token.scope, options.implied_scopes);
      const refusal = objection(options, api, surface, token, held, runtime.clock.now());
      if (refusal) return refusalAnswer(refusal, challenge);

      const resource = { metadata_url: surface.challenge.metadataUrl ?? "", scopes: held };
      const state = stateOf(options, connection, token, sent.token, resource);
      c.set(SESSION_KEY, state);
      const credential = readFlags(c).token_header_delete ? ["Authorization"] : [];
      withHeaders(c, [...cleared, ...credential], headersOf(options, state.identity, held));
      nonce = token.dpop_nonce;
    } catch (error) {
      return refusalAnswer(failureRefusal(error, runtime.log), challenge);
    }
    await next();
    if (nonce !== undefined) c.header(NONCE_HEADER, nonce);
    return undefined;
  };
}
