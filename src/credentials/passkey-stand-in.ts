/** A passkey that does not exist, for usernames that have none: always the same one (F-6). */
import type { Call } from "../call.ts";
import { derivedKey } from "../crypto/derived-key.ts";
import { encodeBase64Url } from "../std/base64url.ts";

/** What authenticators make: the length of a credential id in bytes, and its transports. */
const SHAPES = [
  { bytes: 16, transports: ["hybrid", "internal"] },
  { bytes: 20, transports: ["internal", "hybrid"] },
  { bytes: 32, transports: ["internal"] },
  { bytes: 48, transports: ["usb"] },
] as const;

async function keyedDigest(call: Call, text: string): Promise<Uint8Array> {
  const key = await derivedKey(call.service.store.box, "passkey stand-in");
  const algorithm = { name: "HMAC", hash: "SHA-512" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

/** @param name canonical form of the username */
export async function standInFor(call: Call, rp_id: string, name: string) {
  const digest = await keyedDigest(call, JSON.stringify([rp_id, name]));
  const { bytes, transports } = SHAPES[(digest[63] ?? 0) % SHAPES.length] ?? SHAPES[0];
  return {
    type: "public-key" as const,
    id: encodeBase64Url(digest.subarray(0, bytes)),
    transports,
  };
}
