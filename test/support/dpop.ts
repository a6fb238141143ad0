/** Keys of clients and the proofs that they sign (RFC 9449), also wrong ones. */
import { createHash } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import type { Algorithm } from "./client-keys.ts";

type Json = Readonly<Record<string, unknown>>;

export interface ProofKey {
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: Json;
  readonly jkt: string;
}

export async function proofKey(alg: Algorithm = "ES256"): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const jkt = await calculateJwkThumbprint(jwk);
  return {
    ...{ alg, jwk: jwk as Json, jkt },
    ...{ privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey },
  };
}

export interface WishedProof {
  readonly claims?: JWTPayload & Json;
  readonly header?: Json;
  /** For `ath`. */
  readonly token?: string;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/** A proof for a request, right but for what is asked for. */
export function proofOf(
  key: ProofKey,
  htm: string,
  htu: string,
  { claims, header, token }: WishedProof = {},
): Promise<string> {
  const right = {
    ...{ htm, htu, jti: crypto.randomUUID(), iat: Math.floor(Date.now() / 1_000) },
    ...(token !== undefined && { ath: hashOf(token) }),
  };
  return new SignJWT({ ...right, ...claims })
    .setProtectedHeader({ typ: "dpop+jwt", alg: key.alg, jwk: key.jwk, ...header })
    .sign(key.privateKey, { crit: { x: true } });
}
