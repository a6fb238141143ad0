/** HMAC-SHA-256 (RFC 2104) of what the service gives out and meets again: forms and session cookies. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { encodeBase64Url } from "../std/base64url.ts";

/** A runtime that has one of its own, which costs a tenth. */
export interface NativeMac {
  readonly hmacSha256?: (key: Uint8Array<ArrayBuffer>, text: string) => Uint8Array<ArrayBuffer>;
}

/** Of the UTF-8 form of a text. */
export const macBytes = (
  { hmacSha256: native }: NativeMac,
  key: Uint8Array<ArrayBuffer>,
  text: string,
): Uint8Array => (native ? native(key, text) : hmac(sha256, key, new TextEncoder().encode(text)));

/** The same as URL-safe base64 without padding: 43 characters. */
export const macText = (native: NativeMac, key: Uint8Array<ArrayBuffer>, text: string): string =>
  encodeBase64Url(macBytes(native, key, text));
