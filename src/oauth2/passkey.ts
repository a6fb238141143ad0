/** Sign-in with a passkey, without HTTP: the same for requests and for in-process callers (auth-wire 5.15). */
import { type Call, toldBy } from "../call.ts";
import { beginPasskeyLogin, finishPasskeyLogin } from "../credentials/passkey.ts";
import type { PasskeyBegin } from "../credentials/passkey-begin.ts";
import { AuthError, withFacts } from "../errors.ts";
import type { Client } from "../tokens/client.ts";
import type { TokenResponse } from "../tokens/token-response.ts";
import { authenticateClient } from "./clients/authenticate.ts";
import { mayOffer } from "./clients/login-words.ts";
import type { PasskeyRequest } from "./passkey-request.ts";
import { allowResources } from "./resource.ts";
import { grantScope } from "./scope.ts";
import { type ProvenDecision, signInTokens } from "./sign-in-tokens.ts";
import { tokenProof } from "./token-proof.ts";

async function requireClient(call: Call, request: PasskeyRequest) {
  const { client_id, client_secret, client_assertion, client_assertion_type } = request;
  const sent = { client_id, client_secret, client_assertion, client_assertion_type };
  const credentials = { authorization: undefined, ...sent };
  const client = await authenticateClient(call, credentials, "confidential");
  if (client.dynamic || !mayOffer(client, "passkey")) {
    throw new AuthError("unauthorized_client", "the client may not use passkeys");
  }
  return client;
}

async function finish(call: Call, client: Client, request: PasskeyRequest): Promise<TokenResponse> {
  const { session_id, assertion, scope, resource = [], remember_me = false } = request;
  if (!session_id) throw new AuthError("invalid_grant", "session_id is required", { status: 401 });
  const key = await tokenProof(call, client);
  const { subject, amr } = await finishPasskeyLogin(call, client.id, session_id, assertion);
  await key?.use();
  const decision: ProvenDecision = {
    ...{ subject, client, amr, remember_me },
    scope: grantScope(client, scope),
    resources: allowResources(client, resource),
    refresh: "new",
    proof: "passkey",
    jkt: key?.jkt,
  };
  return signInTokens(call, decision);
}

/**
 * Begins without `assertion`, finishes with it. Throws `invalid_client`, `passkey_unavailable` while passkeys are
 * switched off, and the refusals of auth-wire 5.15.
 */
export async function signInWithPasskey(
  call: Call,
  request: PasskeyRequest,
): Promise<PasskeyBegin | TokenResponse> {
  try {
    const client = await requireClient(call, request);
    if (call.snapshot.settings.passkey.disabled) {
      throw new AuthError("passkey_unavailable", "passkey is disabled");
    }
    const { assertion, username = "" } = request;
    const begins = assertion === undefined || assertion === null;
    const answer = begins
      ? beginPasskeyLogin(call, client.id, username.trim())
      : finish(call, client, request);
    return await answer.catch((error: unknown) => {
      throw withFacts(error, { client_id: client.id });
    });
  } catch (error) {
    withFacts(error, { grant_type: "passkey" });
    // Behind a request its renderer tells it; a caller in this process has none.
    if (call.internal && error instanceof AuthError) {
      call.service.events.emit({ type: "request.refused", error, ...toldBy(call) });
    }
    throw error;
  }
}
