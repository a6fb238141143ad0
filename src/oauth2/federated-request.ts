/**
 * What a client asks for when it sends a browser to a provider elsewhere (specification, token rule 13;
 * auth-wire 5.10): read once, looked at again when the browser comes back, answered with a code.
 */
import type { Call } from "../call.ts";
import { issueCode } from "../codes/authorization-code.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import { type Authentication, authenticationOf } from "../identity.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { newFamilyId } from "../tokens/family-id.ts";
import { type ReturnAddress, responseUrl, returnAddress } from "./authorization-response.ts";
import { enabledClient, type RegisteredClient } from "./clients/find.ts";
import { type VerifiedRedirect, verifyRedirect } from "./clients/redirect-uri.ts";
import { bounded, single } from "./parameters.ts";
import { readChallenge } from "./pkce.ts";
import { allowResources } from "./resource.ts";
import { grantScope } from "./scope.ts";

/** The checked request of a client. */
export type FederatedRequest = NonNullable<CodePayload<"oauth_state">["request"]>;

const SINGLE = ["scope", "code_challenge", "code_challenge_method", "redirect_uri"] as const;

const notAllowed = (client_id: string) =>
  new AuthError("invalid_request", "redirect_uri not allowed", {
    facts: { client_id: client_id.slice(0, 200) },
  });

/** A client that people sign in to, and a target that its registration allows (rule 13). */
async function verifiedTarget(
  call: Call,
  client_id: string,
  redirect_uri: string | undefined,
): Promise<{ readonly client: RegisteredClient; readonly redirect: VerifiedRedirect }> {
  const client = await enabledClient(call, client_id);
  if (!client) throw notAllowed(client_id);
  const redirect = verifyRedirect(call, client, redirect_uri, "federated");
  // There is no consent on this way, and a client that registered itself never skips the consent (G-1).
  const wrong = client.dynamic || client.grantTypes?.includes("authorization_code") === false;
  if (wrong) {
    throw new AuthError("unauthorized_client", "the client may not use federated sign-in");
  }
  return { client, redirect };
}

/** Throws `AuthError` with the codes of auth-wire 5.10; nothing is sent back to the target yet. */
export async function readFederatedRequest(
  call: Call,
  parameters: URLSearchParams,
): Promise<FederatedRequest> {
  const type = single(parameters, "response_type") ?? "code";
  if (type !== "code") {
    throw new AuthError("unsupported_response_type", "response_type must be code");
  }
  const client_id = bounded(parameters, "client_id");
  if (client_id === undefined) throw new AuthError("invalid_request", "client_id is required");
  for (const name of SINGLE) single(parameters, name);
  const uri = single(parameters, "redirect_uri");
  const { client, redirect } = await verifiedTarget(call, client_id, uri);
  const challenge = readChallenge(
    single(parameters, "code_challenge"),
    single(parameters, "code_challenge_method"),
    { required: client.public, requireS256: call.snapshot.settings.authorize.require_s256 },
  );
  const requested = parameters.getAll("resource").filter((value) => value !== "");
  const state = bounded(parameters, "state");
  const nonce = bounded(parameters, "nonce");
  return {
    client_id: client.id,
    redirect_uri: redirect.uri,
    scope: grantScope(client, single(parameters, "scope")),
    resources: allowResources(client, requested),
    ...challenge,
    ...(state !== undefined && { state }),
    ...(nonce !== undefined && { nonce }),
  };
}

/**
 * Where the answer goes, after client, target and resources were looked up again: they may have changed since
 * (K-10). Throws `invalid_request` "state client binding invalid", `invalid_target`.
 */
export async function resumeFederated(
  call: Call,
  { client_id, redirect_uri, resources, state }: FederatedRequest,
): Promise<ReturnAddress> {
  const { client, redirect } = await verifiedTarget(call, client_id, redirect_uri).catch(
    (cause: unknown) => {
      if (!(cause instanceof AuthError)) throw cause;
      throw new AuthError("invalid_request", "state client binding invalid", { cause });
    },
  );
  allowResources(client, resources);
  return returnAddress(call, redirect, state);
}

/**
 * The URL with a code for the user.
 * @param provider that the user signed in at, `oauth:google`; it is looked at again when the code is redeemed
 */
export async function answerFederated(
  call: Call,
  address: ReturnAddress,
  { client_id, redirect_uri, scope, resources, ...request }: FederatedRequest,
  user: PrincipalRecord,
  provider: string,
  authentication: Authentication,
): Promise<string> {
  const { nonce, code_challenge, code_challenge_method } = request;
  const { codes, runtime } = call.service;
  const code = await issueCode(codes, runtime.random, {
    ...{ client_id, redirect_uri, scope, resources, provider },
    alias: user.alias[0] ?? "",
    user_id: user.id,
    sid: newFamilyId(call),
    ...(nonce !== undefined && { nonce }),
    ...(code_challenge !== undefined && { code_challenge }),
    ...(code_challenge_method !== undefined && { code_challenge_method }),
    ...authenticationOf(authentication),
  });
  return responseUrl(address, { code });
}
