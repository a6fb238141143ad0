/** Reading what a token endpoint answered (RFC 6749 §5.1; login-session-wire 2.4, 2.7; L-W27). */

import { type JsonObject, textOf } from "../std/json-object.ts";
import { peek } from "./peek.ts";
import { upstreamFailure } from "./upstream-error.ts";

/**
 * The members of a token endpoint's answer that matter. `expires_at` is in seconds since the epoch and
 * comes from the access token's `exp`, else from `expires_in` (L-W27).
 */
export interface TokenSet {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly id_token?: string | undefined;
  readonly scope?: string | undefined;
  readonly expires_at: number;
}

/** Seconds from a number, or from the text that some providers send. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? Number(value) : value;
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds > 0
    ? Math.floor(seconds)
    : undefined;
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const claimsOf = (access_token: string): JsonObject =>
  JWT.test(access_token) ? peek(access_token, 1) : {};

/** Whether an access token says nothing of itself: it is no JWT with claims. */
export const isOpaque = (access_token: string): boolean =>
  Object.keys(claimsOf(access_token)).length === 0;

/**
 * Sessions verify access tokens on every request; an opaque one is of use only where the provider says in
 * another way whose it is.
 * @param now seconds since the epoch
 * @param provable the provider's record has such a way
 */
export function readTokenAnswer(answer: JsonObject, now: number, provable = false): TokenSet {
  const access_token = textOf(answer, "access_token");
  if (!access_token) throw upstreamFailure("the sign-in provider gave no access token");
  const claims = claimsOf(access_token);
  if (!provable && isOpaque(access_token)) {
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
    ...(scope && { scope }),
  };
}
