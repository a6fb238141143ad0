/** The secret of an authenticator app in an entry: base32, or the address that its QR code holds. Codes of another kind are refused. */
import { z } from "zod";
import { message } from "../../messages/message.ts";
import { refuse } from "../../settings/fields/field.ts";
import { decodeBase32, encodeBase32 } from "../../std/base32.ts";
import { trimEnd } from "../../std/trim-end.ts";

/** Bytes; RFC 4226 §4 asks for 16. */
const MIN_BYTES = 10;
const MAX_BYTES = 128;
const MAX_LENGTH = 2_048;

/** What is not said is as apps take it: SHA-1, six digits, 30 s. */
const isUsual = (query: URLSearchParams): boolean =>
  [query.get("algorithm") ?? "SHA1", query.get("digits") ?? "6", query.get("period") ?? "30"].join(
    " ",
  ) === "SHA1 6 30";

/** The base32 text; undefined for an app that shows other codes. */
function secretIn(text: string): string | undefined {
  if (!text.startsWith("otpauth:")) return text;
  const url = URL.parse(text);
  if (url?.host !== "totp" && !url?.pathname.startsWith("//totp/")) return undefined;
  return isUsual(url.searchParams) ? (url.searchParams.get("secret") ?? "") : undefined;
}

export const totpSecret = z
  .string()
  .max(MAX_LENGTH, `must be at most ${MAX_LENGTH} characters`)
  .transform((text, context): string => {
    const written = secretIn(text.trim());
    if (written === undefined) return refuse(context, message("import.totp_kind"));
    const bytes = decodeBase32(trimEnd(written.replace(/[ -]/g, ""), "="));
    if (!bytes || bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
      return refuse(context, message("import.totp_form"));
    }
    return encodeBase32(bytes);
  });
