/**
 * Refresh tokens: JWTs that this service alone reads, so a MAC authenticates them, with a key that does nothing else
 * (decision E-8; K-13; ADR 0084).
 */
import type { Call } from "../call.ts";
import { equalConstantTime } from "../crypto/digest.ts";
import { macText, type NativeMac } from "../crypto/mac.ts";
import { AuthError } from "../errors.ts";
import { peek } from "../relying-party/peek.ts";
import { type KeyRing, keyNamed } from "../snapshot/key-ring.ts";
import { decodeBase64Url } from "../std/base64url.ts";
import { isCompactJws } from "../std/compact-jws.ts";
import { signingInput, signingKey } from "./sign.ts";
import { payloadClaims, type SignedClaims, signedClaims } from "./signed-claims.ts";

/** RFC 7518 §3.2. */
export const REFRESH_ALGORITHM = "HS256";

/** A refresh token; it ends with the key that signs for RS256 now. Throws `unavailable` without one. */
export function macRefreshToken(call: Call, claims: object): string {
  const key = signingKey(call);
  const { refreshKey } = key;
  if (!refreshKey) throw new AuthError("unavailable", "no key for refresh tokens is available");
  const input = signingInput(key, REFRESH_ALGORITHM, "JWT", claims);
  return `${input}.${macText(call.service.runtime, refreshKey, input)}`;
}

/**
 * Claims of a refresh token: by MAC, or by RS256, as earlier versions and other holders of the key make them. Each has
 * a key of its own, so the header chooses nothing that is not good by itself. Throws for everything else.
 */
export async function refreshClaims(
  runtime: NativeMac,
  keys: KeyRing,
  token: string,
): Promise<SignedClaims> {
  const header = peek(token, 0);
  if (header.alg !== REFRESH_ALGORITHM) {
    const signed = await signedClaims(keys, token, false);
    if (header.alg !== "RS256") throw new Error("refresh tokens are not signed by this algorithm");
    return signed;
  }
  if (!isCompactJws(token)) throw new Error("not a compact JWS");
  // RFC 7515 §4.1.11: we know no extension.
  if (header.crit !== undefined) throw new Error("an extension that is not known");
  const { kid, refreshKey } = keyNamed(keys, header.kid);
  const [head = "", payload = "", mac = ""] = token.split(".");
  if (!refreshKey || !equalConstantTime(mac, macText(runtime, refreshKey, `${head}.${payload}`))) {
    throw new Error("the MAC does not fit");
  }
  return {
    typ: header.typ === undefined ? undefined : String(header.typ),
    kid,
    claims: payloadClaims(decodeBase64Url(payload) ?? new Uint8Array()),
  };
}
