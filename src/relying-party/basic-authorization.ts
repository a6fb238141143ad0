/** Client credentials in an Authorization header (RFC 6749 §2.3.1, RFC 7617). */
import { encodeBase64 } from "../std/base64.ts";

/** Form-encoded: `encodeURIComponent` leaves some characters that §2.3.1 would encode; both decode. */
export const basicAuthorization = (id: string, secret: string): string => {
  const text = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return `Basic ${encodeBase64(new TextEncoder().encode(text))}`;
};
