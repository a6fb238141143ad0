/** The compact form of a signed text (RFC 7515 §7.1). */
import { decodeBase64Url } from "./base64url.ts";
import type { Verifier } from "./native-signatures.ts";

const encoder = new TextEncoder();

/** K-13: one text for one signature; decoders that skip padding, blanks or stray bits would take more. */
export function isCompactJws(text: string): boolean {
  const segments = text.split(".");
  const strict = (segment: string) => segment !== "" && decodeBase64Url(segment) !== undefined;
  return segments.length === 3 && segments.every(strict);
}

/**
 * The payload, where the key has signed the text; undefined where it has not. The caller has looked at the header:
 * that it names the algorithm of the key, and no extension (RFC 7515 §5.2).
 */
export async function signedPayload(
  text: string,
  verify: Verifier,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [end, begin] = [text.lastIndexOf("."), text.indexOf(".") + 1];
  const signature = decodeBase64Url(text.slice(end + 1));
  const payload = decodeBase64Url(text.slice(begin, end));
  if (!signature || !payload) return undefined;
  return (await verify(encoder.encode(text.slice(0, end)), signature)) ? payload : undefined;
}
