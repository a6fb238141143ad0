/** Scope of an initial grant (RFC 6749 §3.3; O6, K-7). */
import { AuthError } from "../errors.ts";
import type { Client } from "../tokens/client.ts";

/** scope-token of RFC 6749 §3.3 */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;
const MAXIMUM_SCOPES = 100;

/** Splits a scope parameter; throws `invalid_scope` for characters outside RFC 6749 §3.3. */
export function parseScope(text: string | undefined): string[] {
  const scopes = [...new Set((text ?? "").split(" ").filter(Boolean))];
  const bad = scopes.find((scope) => !SCOPE_TOKEN.test(scope));
  if (bad !== undefined) throw new AuthError("invalid_scope", "scope has invalid characters");
  if (scopes.length > MAXIMUM_SCOPES) throw new AuthError("invalid_scope", "too many scopes");
  return scopes;
}

/** Requested scope joined with the client's default; bounded by `allowed_scopes` when listed. */
export function grantScope(client: Client, requested: string | undefined): string[] {
  const named = parseScope(requested);
  const scopes = named.length > 0 ? named : (client.fallbackScope ?? []);
  const allowed = client.allowedScopes;
  const refused = allowed && scopes.find((s) => !allowed.includes(s) && !client.scope.includes(s));
  if (refused !== undefined) {
    throw new AuthError("invalid_scope", "the client may not request this scope");
  }
  return [...new Set([...client.scope, ...scopes])];
}

/** What of an earlier grant the client may still have: its `allowed_scopes` may have shrunk (K-7). */
export function stillAllowed(client: Client, granted: readonly string[]): string[] {
  const { allowedScopes: allowed, scope } = client;
  return granted.filter((name) => !allowed || allowed.includes(name) || scope.includes(name));
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
