/**
 * What a client asks for when it sends a browser to a provider elsewhere, upstream or SAML (specification, token
 * rule 13; auth-wire 5.10, 6.2): read once, looked at again when the browser comes back, answered with a code or
 * with the consent page (decision E-10).
 */
import type { Call } from "../call.ts";
import { issueCode } from "../codes/authorization-code.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import { bothDemands } from "../identity/levels.ts";
import { accountRefusal, mayUseClient } from "../tokens/allowed-accounts.ts";
import { requiredLevels } from "../tokens/required-levels.ts";
import { subjectFor } from "../tokens/subjects.ts";
import {
  type ClientAnswer,
  clientAnswer,
  type ReturnAddress,
  readResponseMode,
  returnAddress,
} from "./authorization-response.ts";
import { claimsOf, readClaims } from "./claims-parameter.ts";
import { type RegisteredClient, resolveClient } from "./clients/find.ts";
import { verifyRedirect } from "./clients/redirect-uri.ts";
import { codeSubject } from "./code-subject.ts";
import {
  answeredAuthentication,
  DEMAND_TEXTS,
  readDemands,
  requireVouchedLevel,
  unmetDemand,
  vouchedLevel,
} from "./demands.ts";
import { readKeyBinding } from "./key-binding.ts";
import { bounded, single } from "./parameters.ts";
import { readChallenge } from "./pkce.ts";
import { demandsPush } from "./push-demand.ts";
import { allowResources } from "./resource.ts";
import { grantScope } from "./scope.ts";
import { isUnasked } from "./unasked.ts";
import { askVouched, type VouchedUser } from "./vouched-consent.ts";

/** The checked request of a client. */
export type FederatedRequest = NonNullable<CodePayload<"oauth_state">["request"]>;

/** Where the contract has other texts for one kind of provider. */
export interface FederatedTexts {
  /** No `redirect_uri`. */
  readonly noTarget?: string;
  /** A public client without a challenge. */
  readonly noChallenge?: string;
  /** A challenge that is not accepted; the reason goes into the log. */
  readonly badChallenge?: string;
}

const SINGLE = ["scope", "code_challenge", "code_challenge_method", "redirect_uri"] as const;

const invalid = (text: string) => new AuthError("invalid_request", text);

/** Client and target as they are at a step of the flow. */
export interface FederatedTarget {
  readonly client: RegisteredClient;
  readonly address: ReturnAddress;
}

const notAllowed = (client_id: string, reason: string, cause?: unknown) =>
  new AuthError("invalid_request", "redirect_uri not allowed", {
    ...{ facts: { client_id: client_id.slice(0, 200), reason }, cause },
  });

/** A client whose document cannot be had has no target that is allowed, like an unknown one. */
async function knownClient(call: Call, client_id: string): Promise<RegisteredClient> {
  let found: Awaited<ReturnType<typeof resolveClient>>;
  try {
    found = await resolveClient(call, client_id);
  } catch (cause) {
    if (!(cause instanceof AuthError) || cause.code !== "invalid_client") throw cause;
    throw notAllowed(client_id, `client document: ${cause.message}`, cause);
  }
  if (!found || found.client.disabled) throw notAllowed(client_id, "unknown client");
  return found.client;
}

/** A client that people sign in to, and a target that its registration allows (rule 13). */
async function verifiedTarget(
  call: Call,
  client_id: string,
  redirect_uri: string | undefined,
  answering: Parameters<typeof returnAddress>[2],
): Promise<FederatedTarget> {
  const client = await knownClient(call, client_id);
  const redirect = verifyRedirect(call, client, redirect_uri, "federated");
  // Where the consent page is closed, a client whose users have to be asked gets nothing.
  const closed = call.snapshot.settings.authorize.disabled && !isUnasked(call, client, "federated");
  if (closed || client.grantTypes?.includes("authorization_code") === false) {
    throw new AuthError("unauthorized_client", "the client may not use federated sign-in");
  }
  if (demandsPush(call, client)) {
    throw new AuthError("unauthorized_client", "the client has to push its requests");
  }
  return { client, address: returnAddress(call, redirect, answering) };
}

function challengeOf(
  call: Call,
  client: RegisteredClient,
  parameters: URLSearchParams,
  { noChallenge, badChallenge }: FederatedTexts,
) {
  const challenge = single(parameters, "code_challenge");
  const method = single(parameters, "code_challenge_method");
  if (noChallenge && client.public && challenge === undefined) throw invalid(noChallenge);
  const { require_s256: requireS256 } = call.snapshot.settings.authorize;
  try {
    return readChallenge(challenge, method, { required: client.public, requireS256 });
  } catch (cause) {
    if (!(cause instanceof AuthError) || badChallenge === undefined) throw cause;
    throw new AuthError("invalid_request", badChallenge, { detail: cause.message, cause });
  }
}

interface ReadRequest {
  readonly client: RegisteredClient;
  readonly request: FederatedRequest;
}

/** Throws `AuthError` with the codes of auth-wire 5.10 and 6.2; nothing is sent back to the target yet. */
export async function readFederatedRequest(
  call: Call,
  parameters: URLSearchParams,
  texts: FederatedTexts = {},
): Promise<ReadRequest> {
  const type = single(parameters, "response_type") ?? "code";
  if (type !== "code") {
    throw new AuthError("unsupported_response_type", "response_type must be code");
  }
  const client_id = bounded(parameters, "client_id");
  if (client_id === undefined) throw invalid("client_id is required");
  for (const name of SINGLE) single(parameters, name);
  const uri = single(parameters, "redirect_uri");
  if (uri === undefined && texts.noTarget) throw invalid(texts.noTarget);
  const { client, address } = await verifiedTarget(call, client_id, uri, {});
  const state = bounded(parameters, "state");
  const nonce = bounded(parameters, "nonce");
  const challenge = challengeOf(call, client, parameters, texts);
  const requested = parameters.getAll("resource").filter((value) => value !== "");
  const request = {
    client_id: client.id,
    redirect_uri: address.redirect.uri,
    scope: grantScope(client, single(parameters, "scope")),
    resources: allowResources(client, requested),
    ...challenge,
    ...readKeyBinding(parameters),
    ...(state !== undefined && { state }),
    ...(nonce !== undefined && { nonce }),
    ...readResponseMode(parameters, address.redirect),
  };
  return { client, request };
}

/**
 * The same with what the client asks of the sign-in, as at the authorization endpoint. The login page of this service
 * says `voluntary`: the request behind it decides when the person is back, so nothing is refused on the way.
 */
export async function readDemandingRequest(
  call: Call,
  parameters: URLSearchParams,
): Promise<FederatedRequest> {
  const { client, request } = await readFederatedRequest(call, parameters);
  const claims = readClaims(client, request.scope, parameters);
  const { login_hint: _told, ...demands } = readDemands(call, parameters);
  if (single(parameters, "voluntary") === "true") {
    const { acr_values, auth_after } = demands;
    return {
      ...request,
      voluntary: true,
      ...(acr_values && { acr_values }),
      ...(auth_after !== undefined && { auth_after }),
    };
  }
  const levels = requiredLevels(call, client, request.resources);
  const required_acr = bothDemands(levels, claims.required_acr);
  return {
    ...request,
    ...claims,
    ...demands,
    ...(required_acr && { required_acr: [...required_acr] }),
  };
}

/**
 * The client, and where the answer goes, after client, target and resources were looked up again: they may have
 * changed since (K-10). Throws `invalid_request` with this text, `invalid_target`.
 */
export async function resumeFederated(
  call: Call,
  request: FederatedRequest,
  text: string,
): Promise<FederatedTarget> {
  const { client_id, redirect_uri, resources } = request;
  const target = await verifiedTarget(call, client_id, redirect_uri, request).catch(
    (cause: unknown) => {
      if (!(cause instanceof AuthError) || cause.status >= 500) throw cause;
      throw new AuthError("invalid_request", text, { cause });
    },
  );
  allowResources(target.client, resources);
  return target;
}

/** Where the browser goes, an answer to the client or a page of ours, and the cookie that it is given. */
export interface FederatedAnswer {
  readonly location: string | ClientAnswer;
  readonly cookie?: string;
}

/** What the request asks of the sign-in. One whose time no one knows would count as of this moment in our tokens. */
function requireDemands(call: Call, request: FederatedRequest, vouched: VouchedUser): void {
  const { user: principal, authentication } = vouched;
  const unmet = unmetDemand(call, request, { principal, ...vouchedLevel(authentication) });
  if (!unmet || (request.voluntary && authentication.auth_time !== undefined)) return;
  throw new AuthError(unmet, DEMAND_TEXTS[unmet]);
}

/** To the client with a code for the user, or to the page that asks the user. */
export async function answerFederated(
  call: Call,
  { client, address }: FederatedTarget,
  request: FederatedRequest,
  vouched: VouchedUser,
): Promise<FederatedAnswer> {
  const { user, provider } = vouched;
  if (!mayUseClient(call, client, user)) {
    throw accountRefusal("access_denied", client, user, "authorization_code");
  }
  requireVouchedLevel(call, client, request.resources, user, vouched.authentication);
  requireDemands(call, request, vouched);
  if (request.expected_sub?.includes(await subjectFor(call, client, user.id)) === false) {
    throw new AuthError("login_required", "another user is signed in");
  }
  const unasked = isUnasked(call, client, "federated") && request.prompt !== "consent";
  if (!unasked) return askVouched(call, request, vouched);
  const { codes, runtime } = call.service;
  const subject = codeSubject(call, user, { provider });
  const authentication = answeredAuthentication(request, vouchedLevel(vouched.authentication));
  const claims = await claimsOf(user, request.claims);
  const code = await issueCode(codes, runtime.random, { request, subject, authentication, claims });
  return { location: clientAnswer(address, { code }) };
}
