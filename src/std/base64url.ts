/** RFC 4648 §5 base64url without padding (RFC 7515 §2); strict: one text for one byte string. */

import { decodeUnpadded, encodeUnpadded } from "./base64.ts";

/** URL-safe base64, never padded. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeUnpadded(bytes, "base64url");
}

/** The bytes; undefined for padding, foreign characters, white space or stray trailing bits. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  return decodeUnpadded(text, "base64url");
}
