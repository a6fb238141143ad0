/** SHA-256 thumbprints of keys (RFC 7638), as `jkt` and `dpop_jkt` have them. */
import { decodeBase64Url } from "./base64url.ts";

export const isThumbprint = (text: string): boolean => decodeBase64Url(text)?.length === 32;
