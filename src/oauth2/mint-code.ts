/**
 * Authorization codes for a session that is signed in already (login-session-wire 3.11), without a
 * question only where the person need not be asked (I-5); bound like all others (K-3).
 */
import type { Call } from "../call.ts";
import { issueCode } from "../codes/authorization-code.ts";
import { AuthError } from "../errors.ts";
import { provenPrincipal } from "../iam/heard-of.ts";
import { principalByName } from "../iam/principals/principal.ts";
import { reachedLevel } from "../identity/levels.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { mayUseClient } from "../tokens/allowed-accounts.ts";
import { requiredLevels } from "../tokens/required-levels.ts";
import { requireAuthorizeEnabled } from "./authorize.ts";
import { findClient, type RegisteredClient } from "./clients/find.ts";
import { type VerifiedRedirect, verifyRedirect } from "./clients/redirect-uri.ts";
import { codeSubject } from "./code-subject.ts";
import type { MintedCode, MintRequest } from "./mint-request.ts";
import { readChallenge } from "./pkce.ts";
import { demandsPush } from "./push-demand.ts";
import { grantScope } from "./scope.ts";
import { isUnasked } from "./unasked.ts";

/** The target in the client's own lists; without lists, one that the front lists. */
function targetOf(
  call: Call,
  client: RegisteredClient,
  { redirect_uri, target_listed }: MintRequest,
): VerifiedRedirect {
  const unlisted = client.redirectUris.length + client.whitelistUrls.length === 0;
  const use = unlisted && target_listed ? "federated" : "authorize";
  return verifyRedirect(call, client, redirect_uri, use);
}

/** A weaker sign-in is led to a stronger one by the authorization endpoint. */
function isStrongEnoughFor(
  call: Call,
  client: RegisteredClient,
  person: PrincipalRecord,
  request: MintRequest,
): boolean {
  const acr_values = requiredLevels(call, client, [], person);
  return !acr_values || reachedLevel({ acr_values }, request) !== undefined;
}

/** What the code is bound to; undefined when the authorization endpoint has to look at it. */
async function readGrant(call: Call, person: PrincipalRecord, request: MintRequest) {
  const client = (await findClient(call, request.client_id))?.client;
  if (!client || client.disabled || client.account) return undefined;
  const unasked =
    isUnasked(call, client, "session") ||
    (request.trusted && isUnasked(call, client, "named session"));
  if (!unasked || demandsPush(call, client)) return undefined;
  if (!mayUseClient(call, client, person)) return undefined;
  if (!isStrongEnoughFor(call, client, person, request)) return undefined;
  if (client.grantTypes && !client.grantTypes.includes("authorization_code")) return undefined;
  try {
    const redirect = targetOf(call, client, request);
    const challenge = readChallenge(request.code_challenge, request.code_challenge_method, {
      required: client.public,
      requireS256: call.snapshot.settings.authorize.require_s256,
    });
    const { nonce, dpop_jkt } = request;
    const scope = grantScope(client, request.scope);
    const bound = { nonce, dpop_jkt, ...challenge };
    return { client_id: client.id, redirect_uri: redirect.uri, scope, ...bound };
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

/** Throws `not_found` while the endpoint is disabled, and `access_denied` for the user. */
export async function mintCode(call: Call, request: MintRequest): Promise<MintedCode> {
  requireAuthorizeEnabled(call);
  const { snapshot, service } = call;
  const principal =
    request.sub === undefined
      ? principalByName(snapshot, request.alias ?? "")
      : await provenPrincipal(service, request.sub);
  if (!principal || principal.disabled || principal.service_account) {
    throw new AuthError("access_denied", "user not found", { status: 403 });
  }
  const grant = await readGrant(call, principal, request);
  if (!grant) return { kind: "ask" };
  const code = await issueCode(service.codes, service.runtime.random, {
    request: grant,
    subject: codeSubject(call, principal, {
      ...(request.sign_in !== undefined && { sign_in: request.sign_in }),
    }),
    authentication: request,
  });
  return { kind: "code", code };
}
