/** What a logout token of a provider has to say (OpenID Connect Back-Channel Logout 1.0 §2.6). */
import { AuthError } from "../errors.ts";
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";

type Claims = Readonly<Record<string, unknown>>;

/** §2.4; the header names no other kind of token. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const TYPES: ReadonlySet<unknown> = new Set([undefined, "logout+jwt", "jwt"]);

/** Seconds: a token is older than this when it was kept back, and newer when a clock is wrong. */
const MAX_AGE_SECONDS = 300;
const SKEW_SECONDS = 60;

export interface LogoutToken {
  readonly jti: string;
  /** At least one of them is there. */
  readonly sid?: string;
  readonly sub?: string;
}

const invalidRequest = (text: string) => new AuthError("invalid_request", `logout token: ${text}`);

const filled = (value: unknown): value is string => typeof value === "string" && value !== "";

const typeOf = (typ: unknown): unknown =>
  typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;

function namesLogout(events: unknown): boolean {
  if (typeof events !== "object" || events === null || !Object.hasOwn(events, EVENT)) return false;
  const event = (events as Claims)[EVENT];
  return typeof event === "object" && event !== null && !Array.isArray(event);
}

/**
 * Checks verified claims; throws `invalid_request`.
 * @param header of the token; the signature covers it
 * @param now seconds since the epoch
 */
export function checkLogoutToken(
  claims: Claims,
  header: Claims,
  { issuer, client_id }: Pick<ProviderOAuth2, "issuer" | "client_id">,
  now: number,
): LogoutToken {
  const { iss, aud, iat, jti, sid, sub, events, nonce } = claims;
  if (!TYPES.has(typeOf(header.typ))) throw invalidRequest("is another kind of token");
  if (!issuer || iss !== issuer) throw invalidRequest("issuer not match");
  if (client_id === "" || ![aud].flat().includes(client_id))
    throw invalidRequest("audience not match");
  if (typeof iat !== "number") throw invalidRequest("iat is missing");
  if (iat > now + SKEW_SECONDS) throw invalidRequest("is not valid yet");
  if (iat < now - MAX_AGE_SECONDS) throw invalidRequest("is too old");
  if (!namesLogout(events)) throw invalidRequest("is another kind of token");
  if (nonce !== undefined) throw invalidRequest("must not have a nonce");
  if (!filled(jti) || jti.length > 512) throw invalidRequest("jti is missing");
  for (const [name, value] of Object.entries({ sid, sub })) {
    if (value !== undefined && (!filled(value) || value.length > 512)) {
      throw invalidRequest(`${name} is not valid`);
    }
  }
  if (!filled(sid) && !filled(sub)) throw invalidRequest("sid and sub are missing");
  return { jti, ...(filled(sid) && { sid }), ...(filled(sub) && { sub }) };
}
