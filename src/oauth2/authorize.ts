/** RFC 6749 §4.1.1: an authorization request becomes a pending flow (auth-wire 5.9; Z-1 to Z-13). */
import type { Call } from "../call.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import { bothDemands } from "../identity/levels.ts";
import { encodeHex } from "../std/hex.ts";
import { requiredLevels } from "../tokens/required-levels.ts";
import { subjectFor } from "../tokens/subjects.ts";
import {
  asAuthorizationError,
  type ReturnAddress,
  readResponseMode,
  returnAddress,
} from "./authorization-response.ts";
import { both, readClaims } from "./claims-parameter.ts";
import { type RegisteredClient, resolveClient } from "./clients/find.ts";
import { type VerifiedRedirect, verifyRedirect } from "./clients/redirect-uri.ts";
import { readDemands } from "./demands.ts";
import { readKeyBinding } from "./key-binding.ts";
import { bounded, MAX_ERROR_STATE_LENGTH, single } from "./parameters.ts";
import { countPending, discountPending } from "./pending-requests.ts";
import { readChallenge } from "./pkce.ts";
import { requireNoPush } from "./push-demand.ts";
import { allowResources } from "./resource.ts";
import { grantScope } from "./scope.ts";
import { canSignIn } from "./sign-in.ts";
import { readIdTokenHint } from "./sign-out/id-token-hint.ts";

/** Parameters that may be given once only; everything that is not here is ignored (RFC 6749 §3.1). */
const SINGLE = [
  "response_type",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "dpop_jkt",
  "response_mode",
  "prompt",
  "max_age",
  "display",
  "ui_locales",
  "id_token_hint",
  "login_hint",
  "acr_values",
  "claims",
  "claims_locales",
  "request",
  "request_uri",
] as const;

/** `authorize.disabled` closes the endpoint and every flow that it opened; so does a host without login. */
export function requireAuthorizeEnabled(call: Call): void {
  if (call.snapshot.settings.authorize.disabled) {
    throw new AuthError("not_found", "authorization endpoint is disabled");
  }
  if (!canSignIn(call)) throw new AuthError("not_found", "sign-in is not possible at this address");
}

/** A document that cannot be had, or is none, is shown to the person: there is no client to answer. */
async function resolveOrExplain(call: Call, id: string) {
  try {
    return await resolveClient(call, id);
  } catch (error) {
    if (!(error instanceof AuthError) || error.code === "too_many_requests") throw error;
    const detail = `client document: ${error.message}`;
    throw new AuthError("invalid_client", `client "${id.slice(0, 200)}" cannot be used`, {
      ...{ status: 400, detail, cause: error.cause, facts: { client_id: id.slice(0, 200) } },
    });
  }
}

/** A client that exists and is enabled; looked up again at every step of a flow (K-10). */
export async function requireClient(call: Call, id: string): Promise<RegisteredClient> {
  const resolved = await resolveOrExplain(call, id);
  if (!resolved || resolved.client.disabled) {
    // No redirect and no credentials: RFC 6749 §4.1.2.1 lets a page say so.
    throw new AuthError("invalid_client", `client "${id.slice(0, 200)}" not found`, {
      status: 400,
      facts: { client_id: id.slice(0, 200) },
    });
  }
  return resolved.client;
}

export interface Verified {
  readonly client: RegisteredClient;
  readonly redirect: VerifiedRedirect;
}

/** The two questions whose answers decide whether the client may be told anything at all (Z-1). */
export async function verifyTarget(call: Call, parameters: URLSearchParams): Promise<Verified> {
  const id = bounded(parameters, "client_id");
  if (id === undefined) throw new AuthError("invalid_request", "client_id is required");
  const client = await requireClient(call, id);
  const uris = parameters.getAll("redirect_uri");
  const redirect = verifyRedirect(
    call,
    client,
    uris.length === 1 ? uris[0] : undefined,
    "authorize",
  );
  return { client, redirect };
}

/**
 * Whom the client expects (OpenID Connect Core §3.1.2.1; Z-8). A hint that was issued to another client says nothing: with
 * the ID token of a stranger no one learns who is signed in here.
 */
async function hintedSubject(
  call: Call,
  client: RegisteredClient,
  parameters: URLSearchParams,
): Promise<string[] | undefined> {
  const token = single(parameters, "id_token_hint");
  if (token === undefined) return undefined;
  const { aud, sub } = await readIdTokenHint(call, token);
  if (aud === client.id) return [await subjectFor(call, client, sub)];
  throw new AuthError("invalid_request", "id_token_hint was issued to another client");
}

/** Everything that is wrong from here on is answered to the client. */
export async function readRequest(
  call: Call,
  { client, redirect }: Verified,
  parameters: URLSearchParams,
): Promise<CodePayload<"authorize">> {
  for (const name of SINGLE) single(parameters, name);
  if (single(parameters, "request") !== undefined) {
    throw new AuthError("request_not_supported", "request objects are not supported");
  }
  if (single(parameters, "request_uri") !== undefined) {
    throw new AuthError("request_uri_not_supported", "request objects are not supported");
  }
  if (single(parameters, "response_type") !== "code") {
    throw new AuthError("unsupported_response_type", "response_type must be code");
  }
  if (client.grantTypes && !client.grantTypes.includes("authorization_code")) {
    throw new AuthError("unauthorized_client", "the client may not use this response type");
  }
  const challenge = readChallenge(
    single(parameters, "code_challenge"),
    single(parameters, "code_challenge_method"),
    {
      required: client.public || client.profile === "fapi2",
      requireS256: call.snapshot.settings.authorize.require_s256 || client.profile === "fapi2",
    },
  );
  const requested = parameters.getAll("resource").filter((value) => value !== "");
  const resources = allowResources(client, requested);
  const scope = grantScope(client, single(parameters, "scope"));
  const state = bounded(parameters, "state");
  const nonce = bounded(parameters, "nonce");
  for (const name of ["display", "claims_locales"] as const) bounded(parameters, name);
  const claims = readClaims(client, scope, parameters);
  const hinted = await hintedSubject(call, client, parameters);
  const required_acr = bothDemands(requiredLevels(call, client, resources), claims.required_acr);
  const expected_sub = both(hinted, claims.expected_sub);
  return {
    client_id: client.id,
    redirect_uri: redirect.uri,
    scope,
    resources,
    ...challenge,
    ...readKeyBinding(parameters),
    ...(state !== undefined && { state }),
    ...(nonce !== undefined && { nonce }),
    ...readResponseMode(parameters, redirect),
    ...claims,
    ...readDemands(call, parameters),
    ...(required_acr && { required_acr: [...required_acr] }),
    ...(expected_sub && { expected_sub }),
  };
}

/** Undefined for what is repeated or unfit, which the client is told as soon as the request is read. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

/** The address of the answers; a `state` that is unfit is not sent back, and an unfit mode is the query. */
export const addressOf = (
  call: Call,
  redirect: VerifiedRedirect,
  given: URLSearchParams,
): ReturnAddress =>
  returnAddress(call, redirect, {
    state: readable(() => bounded(given, "state", MAX_ERROR_STATE_LENGTH)),
    ...readable(() => readResponseMode(given, redirect)),
  });

/**
 * Validates the request and stores it; answers the id of the flow. Throws a plain `AuthError` while
 * the target is not verified and for too many requests, an `AuthorizationError` otherwise.
 */
export async function authorize(call: Call, parameters: URLSearchParams): Promise<string> {
  requireAuthorizeEnabled(call);
  const target = await verifyTarget(call, parameters);
  const address = addressOf(call, target.redirect, parameters);
  const { runtime, codes } = call.service;
  const flow = encodeHex(runtime.random(32));
  // Told to the browser and not to the client: a redirect would only bring it back at once.
  await countPending(call, flow, target.client.id);
  try {
    const pending = await readRequest(call, target, parameters);
    requireNoPush(call, target.client);
    await codes.put("authorize", flow, pending, call.snapshot.settings.authorize.flow_lifetime);
    return flow;
  } catch (error) {
    discountPending(call, flow);
    throw asAuthorizationError(error, address);
  }
}
