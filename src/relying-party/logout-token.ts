/** What a logout token of a provider has to say (OpenID Connect Back-Channel Logout 1.0 §2.6). */
import { AuthError } from "../errors.ts";
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";

type Claims = Readonly<Record<string, unknown>>;

/** §2.4; the header names no other kind of token. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const TYPES: ReadonlySet<unknown> = new Set([undefined, "logout+jwt", "jwt"]);

/** Seconds: a token is older than this when it was kept back, and newer when a clock is wrong. */
const MAX_AGE = 300;
const SKEW = 60;

export interface LogoutToken {
  readonly jti: string;
  /** At least one of them is there. */
  readonly sid?: string;
  readonly sub?: string;
}

const refused = (text: string) => new AuthError("invalid_request", `logout token: ${text}`);

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
  if (!TYPES.has(typeOf(header.typ))) throw refused("is another kind of token");
  if (!issuer || iss !== issuer) throw refused("issuer not match");
  if (client_id === "" || ![aud].flat().includes(client_id)) throw refused("audience not match");
  if (typeof iat !== "number") throw refused("iat is missing");
  if (iat > now + SKEW) throw refused("is not valid yet");
  if (iat < now - MAX_AGE) throw refused("is too old");
  if (!namesLogout(events)) throw refused("is another kind of token");
  if (nonce !== undefined) throw refused("must not have a nonce");
  if (!filled(jti) || jti.length > 512) throw refused("jti is missing");
  for (const [name, value] of Object.entries({ sid, sub })) {
    if (value !== undefined && (!filled(value) || value.length > 512)) {
      throw refused(`${name} is not valid`);
    }
  }
  if (!filled(sid) && !filled(sub)) throw refused("sid and sub are missing");
  return { jti, ...(filled(sid) && { sid }), ...(filled(sub) && { sub }) };
}
