/** The compact form of a signed text (RFC 7515 §7.1). */
import { decodeBase64Url } from "./base64url.ts";

/** K-13: one text for one signature; decoders that skip padding, blanks or stray bits would take more. */
export function isCompactJws(text: string): boolean {
  const segments = text.split(".");
  const strict = (segment: string) => segment !== "" && decodeBase64Url(segment) !== undefined;
  return segments.length === 3 && segments.every(strict);
}
