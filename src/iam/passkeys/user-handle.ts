/** The user handle of a principal (WebAuthn §5.4.3): at most 64 bytes, without names. */
import { sha256 } from "../../crypto/digest.ts";
import { encodeBase64Url } from "../../std/base64url.ts";

const MAX_HANDLE_BYTES = 64;

/** The bytes of the user's id as URL-safe base64; of an id that is too long, those of its SHA-256. */
export function userHandleOf(user: string): string {
  const bytes = new TextEncoder().encode(user);
  return encodeBase64Url(bytes.length <= MAX_HANDLE_BYTES ? bytes : sha256(user));
}
