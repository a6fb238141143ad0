/** The token endpoint's rules, without HTTP: the same for requests and for in-process callers. */
import { type Call, toldBy } from "../call.ts";
import { AuthError, withFacts } from "../errors.ts";
import type { Client } from "../tokens/client.ts";
import { noteHandedOut } from "../tokens/handed-out.ts";
import { mintTokens, tokenResponse } from "../tokens/issue.ts";
import type { TokenResponse } from "../tokens/token-response.ts";
import { authenticateClient } from "./clients/authenticate.ts";
import { mayOffer } from "./clients/login-words.ts";
import { refreshToken } from "./grants/refresh-token.ts";
import { findGrant } from "./grants/registry.ts";
import { rotate } from "./rotation.ts";
import type { TokenParameters } from "./token-parameters.ts";
import { tokenProof } from "./token-proof.ts";

const single = (value: TokenParameters[string]) => (typeof value === "string" ? value : undefined);

/** Throws AuthError with the codes of RFC 6749 §5.2. */
export async function requestTokens(
  call: Call,
  parameters: TokenParameters,
  authorization: string | undefined,
): Promise<IssuedTokens> {
  try {
    return await decideAndMint(call, parameters, authorization);
  } catch (error) {
    withFacts(error, { grant_type: single(parameters.grant_type)?.slice(0, 100) });
    // Behind a request its renderer tells it; a caller in this process has none.
    if (call.internal && error instanceof AuthError) {
      call.service.events.emit({ type: "request.refused", error, ...toldBy(call) });
    }
    throw error;
  }
}

/** The answer, and what goes with it in its headers. */
export interface IssuedTokens {
  readonly answer: TokenResponse;
  /** For the client's next proof (RFC 9449 §8.2). */
  readonly nonce?: string | undefined;
}

/** `email_code` is a word of its own, which older lists do not have. */
const mayUse = (client: Client, type: string): boolean =>
  type === "email_code"
    ? mayOffer(client, type)
    : client.grantTypes === undefined || client.grantTypes.includes(type);

async function decideAndMint(
  call: Call,
  parameters: TokenParameters,
  authorization: string | undefined,
): Promise<IssuedTokens> {
  const type = single(parameters.grant_type);
  if (!type) throw new AuthError("invalid_request", "grant_type is required");
  const grant = findGrant(type);
  if (!grant) throw new AuthError("unsupported_grant_type", "grant type not supported");
  if (!grant.enabled(call)) throw new AuthError("unsupported_grant_type", grant.disabledMessage);
  const credentials = {
    authorization,
    client_id: single(parameters.client_id),
    client_secret: single(parameters.client_secret),
    client_assertion: single(parameters.client_assertion),
    client_assertion_type: single(parameters.client_assertion_type),
  };
  const { clientAuth } = grant;
  const required = typeof clientAuth === "function" ? clientAuth(parameters) : clientAuth;
  // A public client is told that the grant is not for it (RFC 6749 §5.2), and not that its secret is wrong.
  const named = required === "confidential" ? "public" : required;
  const client = await authenticateClient(call, credentials, named);
  if (required === "confidential" && client.public) {
    throw new AuthError("unauthorized_client", "public clients may not use this grant type");
  }
  if (!mayUse(client, type)) {
    throw new AuthError("unauthorized_client", "the client may not use this grant type");
  }
  const form = grant.form.safeParse(parameters);
  if (!form.success) {
    const [issue] = form.error.issues;
    throw new AuthError("invalid_request", `${issue?.path.join(".")}: ${issue?.message}`);
  }
  const decide = async () => {
    const proof = await tokenProof(call, client);
    const jkt = proof?.jkt;
    const decision = { ...(await grant.decide(call, client, form.data, jkt)), jkt };
    // Strangers get as far as the grant alone, so they fill no memory.
    await proof?.use();
    return { decision, proof, minted: await mintTokens(call, decision) };
  };
  const { decision, proof, minted } = await decide().catch((error: unknown) => {
    throw withFacts(error, { client_id: client.id });
  });
  const { replaces } = decision;
  const { refresh } = minted;
  // Of parallel refreshes one wins, and all answer its token: only then anything is handed out (K-9).
  const answer = replaces && refresh ? await rotate(call, replaces, refresh) : refresh;
  call.service.events.emit({
    type: "token.issued",
    grant_type: type,
    client_id: client.id,
    subject: decision.subject.id,
    sid: minted.sid,
    scope: minted.scope,
    amr: decision.amr,
    ...toldBy(call),
  });
  // A refresh goes on with what its client has been noted for.
  if (type !== refreshToken.type) await noteHandedOut(call, decision, minted);
  const { issuedTokenType } = grant;
  const { recovery_codes_left, factor_setup } = decision;
  return {
    nonce: proof?.nonce,
    answer: {
      ...tokenResponse({ ...minted, refresh: answer }),
      ...(issuedTokenType !== undefined && { issued_token_type: issuedTokenType }),
      ...(recovery_codes_left !== undefined && { recovery_codes_left }),
      ...(call.internal && factor_setup && { factor_setup }),
    },
  };
}
