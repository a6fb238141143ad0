/** SHA-256 at once: OpenSSL needs a microsecond for what Web Crypto hands to a thread. */
import { createHash, createHmac } from "node:crypto";

/** Of the UTF-8 form of a text. */
export const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  createHash("sha256").update(text).digest();

/** HMAC-SHA-256 of the UTF-8 form of a text. */
export const hmacSha256 = (key: Uint8Array, text: string): Uint8Array<ArrayBuffer> =>
  createHmac("sha256", key).update(text).digest();
