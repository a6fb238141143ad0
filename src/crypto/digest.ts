/** SHA-256 and constant-time comparison (security C-5). */
import { encodeBase64Url } from "../std/base64url.ts";
import { encodeHex } from "../std/hex.ts";
import type { Ready } from "../std/ready.ts";

const encoder = new TextEncoder();

/** SHA-256 of bytes, or of the UTF-8 form of a text. */
export async function sha256(input: Uint8Array<ArrayBuffer> | string): Promise<Uint8Array> {
  const bytes = typeof input === "string" ? encoder.encode(input) : input;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** A runtime that has a digest at once; Web Crypto hands every one to a thread, which costs ten times as much. */
export interface SyncDigest {
  readonly sha256?: ((text: string, form: DigestForm) => string) | undefined;
}

/** Lower-case hexadecimal, or URL-safe base64 without padding. */
export type DigestForm = "hex" | "base64url";

/** SHA-256 of the UTF-8 form of a text, at once where the runtime can. */
export function digestText(
  { sha256: sync }: SyncDigest,
  text: string,
  form: DigestForm,
): Ready<string> {
  if (sync) return sync(text, form);
  return form === "hex" ? sha256Hex(text) : sha256Base64Url(text);
}

/** SHA-256 as lower-case hex. */
export const sha256Hex = async (input: string): Promise<string> => encodeHex(await sha256(input));

/** SHA-256 as URL-safe base64 without padding. */
export const sha256Base64Url = async (input: string): Promise<string> =>
  encodeBase64Url(await sha256(input));

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
