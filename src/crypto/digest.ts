/** SHA-256 and constant-time comparison (security C-5). */
import { sha256 as digest } from "@noble/hashes/sha2.js";
import { encodeBase64Url } from "../std/base64url.ts";
import { encodeHex } from "../std/hex.ts";

const encoder = new TextEncoder();

/** SHA-256 of bytes, or of the UTF-8 form of a text: at once, where Web Crypto hands each to a thread (ADR 0068). */
export const sha256 = (input: Uint8Array | string): Uint8Array<ArrayBuffer> =>
  digest(typeof input === "string" ? encoder.encode(input) : input);

/** A runtime that has a digest of its own, which costs a tenth. */
export interface NativeDigest {
  readonly sha256?: ((text: string, form: DigestForm) => string) | undefined;
}

/** Lower-case hexadecimal, or URL-safe base64 without padding. */
export type DigestForm = "hex" | "base64url";

/** SHA-256 of the UTF-8 form of a text, by the runtime where it can: for what is on the way of every token. */
export function digestText(
  { sha256: native }: NativeDigest,
  text: string,
  form: DigestForm,
): string {
  if (native) return native(text, form);
  return form === "hex" ? sha256Hex(text) : sha256Base64Url(text);
}

/** SHA-256 as lower-case hex. */
export const sha256Hex = (input: string): string => encodeHex(sha256(input));

/** SHA-256 as URL-safe base64 without padding. */
export const sha256Base64Url = (input: string): string => encodeBase64Url(sha256(input));

/** Equality of two texts in time that depends only on the length of `given`. */
export function equalConstantTime(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  const last = expected.length || 1;
  for (let index = 0; index < given.length; index++) {
    // Of an empty text it is not a number, which counts as 0 here.
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % last);
  }
  return difference === 0;
}
