/**
 * What a client asks for when it sends a browser to a provider elsewhere, upstream or SAML (specification, token
 * rule 13; auth-wire 5.10, 6.2): read once, looked at again when the browser comes back, answered with a code or
 * with the consent page (decision E-10).
 */
import type { Call } from "../call.ts";
import { issueCode } from "../codes/authorization-code.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import {
  type ClientAnswer,
  clientAnswer,
  type ReturnAddress,
  readResponseMode,
  returnAddress,
} from "./authorization-response.ts";
import { type RegisteredClient, resolveClient } from "./clients/find.ts";
import { verifyRedirect } from "./clients/redirect-uri.ts";
import { codeSubject } from "./code-subject.ts";
import { requireVouchedLevel } from "./demands.ts";
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

/** Throws `AuthError` with the codes of auth-wire 5.10 and 6.2; nothing is sent back to the target yet. */
export async function readFederatedRequest(
  call: Call,
  parameters: URLSearchParams,
  texts: FederatedTexts = {},
): Promise<FederatedRequest> {
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
  return {
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

/** To the client with a code for the user, or to the page that asks the user. */
export async function answerFederated(
  call: Call,
  { client, address }: FederatedTarget,
  request: FederatedRequest,
  vouched: VouchedUser,
): Promise<FederatedAnswer> {
  requireVouchedLevel(call, client, request.resources, vouched.user, vouched.authentication);
  if (!isUnasked(call, client, "federated")) return askVouched(call, request, vouched);
  const { codes, runtime } = call.service;
  const { user, provider, authentication } = vouched;
  const subject = codeSubject(call, user, { provider });
  const code = await issueCode(codes, runtime.random, { request, subject, authentication });
  return { location: clientAnswer(address, { code }) };
}
