/** Signatures by `node:crypto`: at once, where Web Crypto hands each one to a thread and takes it back (ADR 0089). */
import {
  constants,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { availableParallelism } from "node:os";
import type { NativeSignatures } from "../../std/native-signatures.ts";
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from "../../std/public-jwk.ts";
import { workerLink } from "../workers.ts";

/** RFC 7518 §3.4: a signature of ES256 is two numbers of one length, no DER. */
function withKey(algorithm: SignatureAlgorithm, key: KeyObject) {
  if (algorithm === "ES256") return { key, dsaEncoding: "ieee-p1363" as const };
  if (algorithm !== "PS256") return key;
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
}

const digestOf = (algorithm: SignatureAlgorithm) => (algorithm === "EdDSA" ? null : "sha256");

/**
 * Where every core has a worker of its own, a thread takes from another worker what it gives to this one: then all
 * signatures are made at once. Else those of RSA, which take longest, gain by a free core.
 */
export const signedAtOnce = (
  cores = availableParallelism(),
  workers = workerLink()?.seat.of ?? 1,
): readonly SignatureAlgorithm[] => (cores > workers ? ["ES256", "EdDSA"] : SIGNATURE_ALGORITHMS);

/** Of each algorithm, whether it is signed and verified here; what is not is left to Web Crypto. */
export const createSignatures = (
  signed: readonly SignatureAlgorithm[],
  verified: readonly SignatureAlgorithm[] = SIGNATURE_ALGORITHMS,
): NativeSignatures => ({
  signer(algorithm, pkcs8) {
    if (!signed.includes(algorithm)) return undefined;
    const parsed = createPrivateKey({ key: Buffer.from(pkcs8), format: "der", type: "pkcs8" });
    const [digest, key] = [digestOf(algorithm), withKey(algorithm, parsed)];
    return (text) => new Uint8Array(sign(digest, text, key));
  },
  verifier(algorithm, jwk) {
    if (!verified.includes(algorithm)) return undefined;
    const parsed = createPublicKey({ key: jwk, format: "jwk" });
    const [digest, key] = [digestOf(algorithm), withKey(algorithm, parsed)];
    return (text, signature) => {
      try {
        return verify(digest, text, key, signature);
      } catch {
        // Of a length that no signature of the key has.
        return false;
      }
    };
  },
});
