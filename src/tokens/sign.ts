/** Signing with the current key. Nothing else in the service signs a JWT. */
import type { SigningKey } from "../crypto/rsa.ts";
import { AuthError } from "../errors.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { encodeBase64Url } from "../std/base64url.ts";

const encoder = new TextEncoder();

/** The signing key, or `unavailable`: an unreadable key is never replaced silently (C-3). */
export function signingKey(snapshot: Snapshot): SigningKey {
  if (!snapshot.signing_key) throw new AuthError("unavailable", "no signing key is available");
  return snapshot.signing_key;
}

const encodeJson = (value: object) => encodeBase64Url(encoder.encode(JSON.stringify(value)));

/** JWS compact serialisation with RS256 (RFC 7515 §7.1). */
export async function signJwt(key: SigningKey, typ: string, claims: object): Promise<string> {
  const signed = `${encodeJson({ alg: "RS256", kid: key.kid, typ })}.${encodeJson(claims)}`;
  const { algorithm } = key.privateKey;
  const signature = await crypto.subtle.sign(algorithm, key.privateKey, encoder.encode(signed));
  return `${signed}.${encodeBase64Url(new Uint8Array(signature))}`;
}
