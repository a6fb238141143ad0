/** Signing with the current key. Nothing else in the service signs a JWT. */
import { CompactSign } from "jose";
import type { SigningKey } from "../crypto/rsa.ts";
import { AuthError } from "../errors.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

const encoder = new TextEncoder();

/** The signing key, or `unavailable`: an unreadable key is never replaced silently (C-3). */
export function signingKey(snapshot: Snapshot): SigningKey {
  if (!snapshot.signing_key) throw new AuthError("unavailable", "no signing key is available");
  return snapshot.signing_key;
}

/** JWS compact serialisation with RS256 (RFC 7515 §7.1). */
export function signJwt(key: SigningKey, typ: string, claims: object): Promise<string> {
  return new CompactSign(encoder.encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "RS256", kid: key.kid, typ })
    .sign(key.privateKey);
}
