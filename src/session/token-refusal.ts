/** Why an access token does not count: told to its sender, never a failure of ours. */
import { AuthError, type ErrorCode, type ProofDemand } from "../errors.ts";

const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  "invalid_token",
  "invalid_dpop_proof",
  "use_dpop_nonce",
]);

interface TokenRefusal {
  readonly reason: string;
  /** The proof of a key is missing, or not right (RFC 9449 §7.1). */
  readonly lacksProof?: ProofDemand;
}

/** What a check of a token threw; throws it again where it says nothing of the token. */
export function tokenRefusal(error: unknown): TokenRefusal {
  if (!(error instanceof AuthError) || !REFUSALS.has(error.code)) throw error;
  const { message: reason, code, dpop } = error;
  return { reason, ...(dpop && { lacksProof: { error: code, ...dpop } }) };
}
