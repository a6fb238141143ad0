/** `postern keygen`: a fresh value for `encryption.key`. */
import { encodeBase64 } from "../std/base64.ts";

/** 32 random bytes in base64, which the service uses directly as an AES-256 key. */
export function generateKey(): string {
  return encodeBase64(crypto.getRandomValues(new Uint8Array(32)));
}
