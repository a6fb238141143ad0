/** Which tokens of a foreign provider are access tokens for us (I-6; RFC 9068 §4). */
import { AuthError } from "../errors.ts";
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";

type Claims = Readonly<Record<string, unknown>>;

const invalidToken = (text: string) => new AuthError("invalid_token", text);

/** `typ` of the header; RFC 7515 §4.1.9 lets `application/` be left out. */
const TYPES: ReadonlySet<unknown> = new Set([undefined, "jwt", "at+jwt"]);
const typeOf = (typ: unknown): unknown =>
  typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;

/** Claims of ID tokens, logout tokens and security events, which access tokens do not have. */
const OTHER_KINDS = ["nonce", "at_hash", "events"] as const;
const OTHER_TYPES: ReadonlySet<unknown> = new Set(["Refresh", "ID", "Logout"]);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Whom a token was issued to at its provider, as far as it says so. */
export const partyOf = ({ azp, client_id }: Claims): unknown => azp ?? client_id;

/**
 * Checks verified claims by what is configured of the provider and answers `sub`. Throws `invalid_token`.
 * @param header of the token; the signature covers it
 */
export function checkForeignToken(
  claims: Claims,
  header: Claims,
  oauth2: Partial<ProviderOAuth2>,
): string {
  const other = OTHER_KINDS.some((name) => Object.hasOwn(claims, name));
  if (!TYPES.has(typeOf(header.typ)) || OTHER_TYPES.has(claims.typ) || other) {
    throw invalidToken("not an access token");
  }
  const { issuer, audiences = [], authorized_parties: parties, client_id } = oauth2;
  if (issuer && claims.iss !== issuer) throw invalidToken("token issuer not match");
  const party = partyOf(claims);
  const known: ReadonlySet<unknown> = new Set([client_id, ...audiences].filter(Boolean));
  const names = [claims.azp, claims.client_id, ...listOf(claims.aud)];
  if (!oauth2.any_audience && !names.some((name) => known.has(name))) {
    throw invalidToken("token was issued for another client");
  }
  if (parties && party !== client_id && !parties.some((listed) => listed === party)) {
    throw invalidToken("token authorized party not match");
  }
  const { sub } = claims;
  if (typeof sub !== "string" || sub === "") throw invalidToken("token has no sub");
  return sub;
}
