/** Scope of grants (RFC 6749 §3.3; O6, K-7; OpenID Connect Core §11). */
import { AuthError } from "../errors.ts";
import { OFFLINE_ACCESS } from "../tokens/claims.ts";
import { type Client, mayRefresh } from "../tokens/client.ts";
import type { RequestedClaims } from "../tokens/requested-claims.ts";
import { scopeOfClaim } from "../tokens/standard-claims.ts";

/** scope-token of RFC 6749 §3.3 */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;
const MAX_SCOPES = 100;

export const isScope = (text: string): boolean => SCOPE_TOKEN.test(text);

/** Splits a scope parameter; throws `invalid_scope` for characters outside RFC 6749 §3.3. */
export function parseScope(text: string | undefined): string[] {
  const scopes = [...new Set((text ?? "").split(" ").filter(Boolean))];
  const bad = scopes.find((scope) => !isScope(scope));
  if (bad !== undefined) throw new AuthError("invalid_scope", "scope has invalid characters");
  if (scopes.length > MAX_SCOPES) throw new AuthError("invalid_scope", "too many scopes");
  return scopes;
}

/**
 * Whether a scope is within the client's lists. `offline_access` is a matter of the refresh grant and of no
 * list: agents add it because the metadata name it.
 */
export const mayHaveScope = ({ allowedScopes: allowed, scope: own }: Client, name: string) =>
  name === OFFLINE_ACCESS || !allowed || allowed.includes(name) || own.includes(name);

/** Where no refresh token will come, `offline_access` is ignored, not refused (Core §11). */
const honoured = (client: Client, scopes: readonly string[]) =>
  mayRefresh(client) ? [...scopes] : withoutOffline(scopes);

/** For grants that give no refresh token. */
export const withoutOffline = (scopes: readonly string[]): string[] =>
  scopes.filter((name) => name !== OFFLINE_ACCESS);

/** Requested scope joined with the client's default; bounded by `allowed_scopes` when listed. */
export function grantScope(client: Client, requested: string | undefined): string[] {
  const named = parseScope(requested);
  const scopes = named.length > 0 ? named : (client.fallbackScope ?? []);
  if (!scopes.every((name) => mayHaveScope(client, name))) {
    throw new AuthError("invalid_scope", "the client may not request this scope");
  }
  return honoured(client, [...new Set([...client.scope, ...scopes])]);
}

/** What of an earlier grant the client may still have: its `allowed_scopes` may have shrunk (K-7). */
export function stillAllowed(client: Client, granted: readonly string[]): string[] {
  return honoured(
    client,
    granted.filter((name) => mayHaveScope(client, name)),
  );
}

/** The same for claims that were asked for one by one (Z-9). */
export function stillAllowedClaims(
  client: Client,
  claims: RequestedClaims | undefined,
): RequestedClaims | undefined {
  if (!claims) return undefined;
  const left = (names: readonly string[]) =>
    names.filter((name) => mayHaveScope(client, scopeOfClaim(name) ?? ""));
  return { id_token: left(claims.id_token), userinfo: left(claims.userinfo) };
}

/** RFC 6749 §6: a refresh may ask for less, never for more (K-8). */
export function narrowScope(granted: readonly string[], requested: string | undefined): string[] {
  const scopes = parseScope(requested);
  if (scopes.length === 0) return [...granted];
  if (scopes.some((scope) => !granted.includes(scope))) {
    throw new AuthError("invalid_scope", "scope was not granted originally");
  }
  return scopes;
}
