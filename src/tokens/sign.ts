/** Signing with the active key. Nothing else in the service signs a JWT. */
import { AuthError } from "../errors.ts";
import type { KeyRing } from "../snapshot/key-ring.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { encodeBase64Url } from "../std/base64url.ts";

const encoder = new TextEncoder();

/** The keys, or `unavailable`: an unreadable key is never replaced silently (C-3). */
export function requireKeys({ key_ring }: Snapshot): KeyRing {
  if (!key_ring) throw new AuthError("unavailable", "no signing key is available");
  return key_ring;
}

const encodeJson = (value: object) => encodeBase64Url(encoder.encode(JSON.stringify(value)));

/** JWS compact serialisation with RS256 (RFC 7515 §7.1). */
export async function signJwt(
  { active: { kid, privateKey } }: KeyRing,
  typ: string,
  claims: object,
): Promise<string> {
  const signed = `${encodeJson({ alg: "RS256", kid, typ })}.${encodeJson(claims)}`;
  const { algorithm } = privateKey;
  const signature = await crypto.subtle.sign(algorithm, privateKey, encoder.encode(signed));
  return `${signed}.${encodeBase64Url(new Uint8Array(signature))}`;
}
