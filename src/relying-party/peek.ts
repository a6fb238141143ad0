/** What a token says of itself, unverified: good for choosing whom to ask, and for nothing else. */
import { decodeBase64Url } from "../std/base64url.ts";

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const decoder = new TextDecoder();

/** @param part 0 the header, 1 the claims; an empty object when that is not JSON */
export function peek(token: string, part: 0 | 1): Readonly<Record<string, unknown>> {
  const bytes = decodeBase64Url(token.split(".")[part] ?? "");
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes ?? new Uint8Array()));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Whether the text has the form of a signed JWT (RFC 7515 §3.1): nothing else can be verified. */
export const isJwt = (token: string): boolean =>
  JWT.test(token) && typeof peek(token, 0).alg === "string";
