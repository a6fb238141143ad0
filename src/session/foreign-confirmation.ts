/** Access tokens of a provider elsewhere that are bound to a key of their client (RFC 7800 §3.1; RFC 8705 §3). */
import { sha256 } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import type { Connection } from "../runtime.ts";
import { encodeBase64Url } from "../std/base64url.ts";

const MEMBER = "x5t#S256";

/**
 * Passes a token without `cnf`, and one that names the certificate of our own TLS connection. Headers of a
 * proxy do not count here: whom to believe is a setting of an instance, and this token is of none. Throws
 * `invalid_token`.
 */
export function confirmForeign(
  { cnf }: Readonly<Record<string, unknown>>,
  { clientCertificate: der }: Connection,
): void {
  if (cnf === undefined) return;
  const bound = typeof cnf === "object" && cnf !== null && Object.keys(cnf).join() === MEMBER;
  const thumbprint = der && encodeBase64Url(sha256(der));
  if (bound && thumbprint !== undefined && Reflect.get(cnf, MEMBER) === thumbprint) return;
  throw new AuthError("invalid_token", "the token is bound to a key of its client");
}
