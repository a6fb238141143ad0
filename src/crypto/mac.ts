/** HMAC-SHA-256 (RFC 2104) of what the service gives out and meets again: forms and session cookies. */
import { encodeBase64Url } from "../std/base64url.ts";
import { proceed, type Ready } from "../std/ready.ts";

/** A runtime that has it at once; Web Crypto hands every one to a thread, which costs fifty times as much. */
export interface PromptMac {
  readonly hmacSha256?: (key: Uint8Array<ArrayBuffer>, text: string) => Uint8Array<ArrayBuffer>;
}

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

async function byWebCrypto(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey("raw", key, ALGORITHM, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

/** Of the UTF-8 form of a text, as URL-safe base64 without padding: 43 characters. */
export const macText = (
  { hmacSha256 }: PromptMac,
  key: Uint8Array<ArrayBuffer>,
  text: string,
): Ready<string> =>
  proceed(hmacSha256 ? hmacSha256(key, text) : byWebCrypto(key, text), encodeBase64Url);
