/** Keys of clients and the assertions that they sign (RFC 7523), also wrong ones. */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { ORIGIN } from "./auth.ts";

export const ISSUER = `${ORIGIN}/auth/oauth2`;
const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
export const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

type Json = Readonly<Record<string, unknown>>;

export interface ClientKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** What a client publishes. */
  readonly jwk: Json;
}

export async function clientKey(alg: Algorithm = "ES256", kid: string = alg): Promise<ClientKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: "sig" };
  return { alg, kid, privateKey: privateKey as CryptoKey, jwk };
}

export interface Wished {
  readonly claims?: JWTPayload;
  readonly header?: Json;
  /** Milliseconds since the epoch. */
  readonly now?: number;
}

/** An assertion of a client, right but for what is asked for. */
export function assertionOf(id: string, key: ClientKey, { claims, header, now }: Wished = {}) {
  const iat = Math.floor((now ?? Date.now()) / 1000);
  const right = { iss: id, sub: id, aud: ISSUER, jti: crypto.randomUUID(), iat, exp: iat + 60 };
  return new SignJWT({ ...right, ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
    .sign(key.privateKey, { crit: { x: true } });
}

/** Fields of a request that an assertion proves. */
export const provenBy = (client_assertion: string) => ({
  client_assertion,
  client_assertion_type: ASSERTION_TYPE,
});
