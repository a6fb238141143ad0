/** Tokens of a sign-in that a login page of this process has finished by itself, without a grant. */
import { type Call, toldBy } from "../call.ts";
import type { Proof } from "../tokens/claims.ts";
import type { Decision } from "../tokens/decision.ts";
import { noteHandedOut } from "../tokens/handed-out.ts";
import { mintTokens, tokenResponse } from "../tokens/issue.ts";
import type { TokenResponse } from "../tokens/token-response.ts";

/** What the person proved is the grant. */
export interface ProvenDecision extends Decision {
  readonly proof: Proof;
}

/** Mints them, and tells of it. */
export async function signInTokens(call: Call, decision: ProvenDecision): Promise<TokenResponse> {
  const { client, subject, amr, proof } = decision;
  const minted = await mintTokens(call, decision);
  await noteHandedOut(call, decision, minted);
  call.service.events.emit({
    type: "token.issued",
    grant_type: proof,
    client_id: client.id,
    subject: subject.id,
    sid: minted.sid,
    scope: minted.scope,
    amr,
    ...toldBy(call),
  });
  return tokenResponse(minted);
}
