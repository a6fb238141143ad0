/** A token endpoint's answer as what a session stores (login-session-wire 2.4, 2.7; L-W27). */

import { peek } from "../session/peek.ts";
import type { LoginTokens } from "../session/record.ts";
import { type JsonObject, textOf } from "./body.ts";
import { upstreamFailure } from "./upstream-error.ts";

/** Seconds from a number, or from the text that some providers send. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? Number(value) : value;
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds > 0
    ? Math.floor(seconds)
    : undefined;
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Sessions verify access tokens on every request, so an opaque one is useless here and says so.
 * @param now seconds since the epoch
 */
export function loginTokens(answer: JsonObject, now: number): LoginTokens {
  const access_token = textOf(answer, "access_token");
  if (!access_token) throw upstreamFailure("the sign-in provider gave no access token");
  const claims = JWT.test(access_token) ? peek(access_token, 1) : {};
  if (Object.keys(claims).length === 0) {
    throw upstreamFailure("the access token of the sign-in provider is not a JWT");
  }
  const lifetime = secondsOf(answer.expires_in);
  const expires_at = secondsOf(claims.exp) ?? (lifetime === undefined ? undefined : now + lifetime);
  if (expires_at === undefined) {
    throw upstreamFailure("the access token of the sign-in provider has no expiry");
  }
  const refresh_token = textOf(answer, "refresh_token");
  const id_token = textOf(answer, "id_token");
  const scope = textOf(answer, "scope");
  return {
    access_token,
    expires_at,
    ...(refresh_token && { refresh_token }),
    ...(id_token && { id_token }),
    ...(scope !== undefined && { scope }),
  };
}
