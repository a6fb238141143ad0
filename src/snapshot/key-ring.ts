/** The keys of this service's tokens: one signs, all of them verify. */
import type { SigningKey } from "../crypto/rsa.ts";

/** A key that verifies and is published, whether it still signs or not. */
export type VerificationKey = Pick<SigningKey, "kid" | "publicKey" | "jwk">;

/** Never changed in place: other keys are another ring. */
export interface KeyRing {
  /** Signs every new token. */
  readonly active: SigningKey;
  /** All keys by their `kid`; the active one is among them and comes first. */
  readonly byKid: ReadonlyMap<string, VerificationKey>;
}

/** A ring of the key that signs and of others that verify only. A `kid` of two keys is the earlier one's. */
export function keyRing(active: SigningKey, others: readonly VerificationKey[] = []): KeyRing {
  const byKid = new Map<string, VerificationKey>();
  for (const key of [active, ...others]) if (!byKid.has(key.kid)) byKid.set(key.kid, key);
  return { active, byKid };
}
