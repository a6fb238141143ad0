/** How a refusal speaks of proofs (RFC 9449 §7.1, §8, §9). */
import type { AuthError, ProofDemand } from "../errors.ts";
import { SIGNATURE_NAMES } from "../std/public-jwk.ts";

/** Which algorithms a proof may have, as a parameter of a challenge. */
export const PROOF_ALGORITHMS = SIGNATURE_NAMES.join(" ");

export const NONCE_HEADER = "DPoP-Nonce";

/** The headers of a refusal at a place that accepts access tokens; undefined when it does not speak of proofs. */
export function proofChallenge({
  code,
  dpop,
}: Pick<AuthError, "code" | "dpop">): Record<string, string> | undefined {
  if (!dpop) return undefined;
  const { error = code } = dpop;
  return {
    "WWW-Authenticate": `DPoP error="${error}", algs="${PROOF_ALGORITHMS}"`,
    ...nonceHeader(dpop),
  };
}

/** RFC 9449 §8.1: the nonce of the next proof. */
export const nonceHeader = ({ nonce }: ProofDemand): Record<string, string> =>
  nonce === undefined ? {} : { [NONCE_HEADER]: nonce };
