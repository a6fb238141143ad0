/** The proof of a key at the token endpoint (RFC 9449 §5): checked before the grant, used up after it. */
import type { Call } from "../call.ts";
import type { Client } from "../tokens/client.ts";
import { type CheckedProof, checkProof, proofRequired } from "../tokens/dpop/proof.ts";
import type { SentProof } from "../web/sent-proof.ts";

/** The proof of a client that is known, which follows the profile of its record. */
export const proofOfClient = (call: Call, sent: SentProof, client: Client): Promise<CheckedProof> =>
  checkProof(call, sent, {
    ...{ status: 400, counted: client.id },
    strict: client.profile === "fapi2",
  });

/**
 * Undefined where the client proves no key and need not. A request that lacks a nonce is refused before anything of
 * it is used up, so that the client can send it once more.
 */
export async function tokenProof(call: Call, client: Client): Promise<CheckedProof | undefined> {
  const sent = call.proof();
  if (sent) return proofOfClient(call, sent, client);
  if (client.keyBound) throw proofRequired(400);
  return undefined;
}
