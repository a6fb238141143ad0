/** Signatures of JWTs, by one key each: by the runtime where that costs less, else by Web Crypto (ADR 0089). */
import type { NativeSignatures, Signer, Verifier } from "../std/native-signatures.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";

export const MIN_RSA_BITS = 2048;

interface Parameters {
  /** Of the key, as it is imported. */
  readonly key: RsaHashedImportParams | EcKeyImportParams | Algorithm;
  /** Of one signature (RFC 7518 §3.3 to §3.5, RFC 8037 §3.1). */
  readonly sign: Algorithm | RsaPssParams | EcdsaParams;
  /** Members of the public key, beside its type. */
  readonly members: readonly ("n" | "e" | "crv" | "x" | "y")[];
}

const rsa = (name: string) => ({ name, hash: "SHA-256" });
const ED = { name: "Ed25519" };

/** What Web Crypto has to be told of each algorithm. */
export const PARAMETERS: Readonly<Record<SignatureAlgorithm, Parameters>> = {
  RS256: {
    key: rsa("RSASSA-PKCS1-v1_5"),
    sign: { name: "RSASSA-PKCS1-v1_5" },
    members: ["n", "e"],
  },
  PS256: {
    key: rsa("RSA-PSS"),
    sign: { name: "RSA-PSS", saltLength: 32 },
    members: ["n", "e"],
  },
  ES256: {
    key: { name: "ECDSA", namedCurve: "P-256" },
    sign: { name: "ECDSA", hash: "SHA-256" },
    members: ["crv", "x", "y"],
  },
  EdDSA: { key: ED, sign: ED, members: ["crv", "x"] },
};

/** Length of an RSA key without leading zeros; the minimum for every other kind. */
export const bitsOf = ({ algorithm }: CryptoKey): number =>
  (algorithm as Partial<RsaHashedKeyAlgorithm>).modulusLength ?? MIN_RSA_BITS;

/** Signs by a key in PKCS#8. */
export async function importSigner(
  native: NativeSignatures | undefined,
  alg: SignatureAlgorithm,
  pkcs8: Uint8Array<ArrayBuffer>,
): Promise<Signer> {
  const signer = native?.signer(alg, pkcs8);
  if (signer) return signer;
  const { key, sign } = PARAMETERS[alg];
  const imported = await crypto.subtle.importKey("pkcs8", pkcs8, key, false, ["sign"]);
  return async (text) => new Uint8Array(await crypto.subtle.sign(sign, imported, text));
}

/**
 * Verifies by a public key; of its members only those of the key itself count. Throws for what is not a key of the
 * algorithm, and for an RSA key under 2048 bits.
 */
export async function importVerifier(
  native: NativeSignatures | undefined,
  alg: SignatureAlgorithm,
  jwk: JsonWebKey,
): Promise<Verifier> {
  const { key, sign, members } = PARAMETERS[alg];
  const bare = Object.fromEntries(["kty" as const, ...members].map((name) => [name, jwk[name]]));
  const imported = await crypto.subtle.importKey("jwk", bare, key, false, ["verify"]);
  if (bitsOf(imported) < MIN_RSA_BITS) throw new TypeError("the key is too short");
  return (
    native?.verifier(alg, bare) ??
    ((text, signature) => crypto.subtle.verify(sign, imported, signature, text))
  );
}
