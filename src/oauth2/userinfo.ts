/** Claims of the UserInfo endpoint (OpenID Connect Core §5.3, §5.4; auth-wire 5.6). */
import { type Call, now } from "../call.ts";
import { readDotPath, writeDotPath } from "../std/dot-path.ts";
import { numericDate } from "../std/duration.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";
import { profileClaims } from "../tokens/claims.ts";
import { requestedIn } from "../tokens/requested-claims.ts";
import { rolesOf } from "../tokens/roles.ts";
import { signingKey, signJwt } from "../tokens/sign.ts";
import { namedClaims, scopeClaims, updatedAt } from "../tokens/standard-claims.ts";
import { onlyTold, toldTo } from "../tokens/told.ts";
import type { BearerSubject } from "./bearer.ts";

/** Values from the current record, roles from the presented token at the same path, or as they are now. */
export async function userinfoClaims(
  call: Call,
  { token, principal, client }: BearerSubject,
): Promise<Record<string, unknown>> {
  const details = await principal.details.open();
  const told = toldTo(call, client, token.scope);
  const claims: Record<string, unknown> = {
    ...onlyTold(profileClaims(details, principal.alias), told),
    ...scopeClaims(details, token.scope),
    ...namedClaims(details, principal, requestedIn(token.claims)?.userinfo ?? []),
  };
  if (token.scope.includes("profile")) claims.updated_at = updatedAt(principal);
  // Where the roles stand: the path of the token's client today, else that of the settings.
  const { names, path } = rolesOf(call, { subject: principal, client, scope: token.scope }, told);
  // A token for a resource may be without those that its client is told of here.
  const roles = told.roles ? names : readDotPath(token.claims, path);
  if (Array.isArray(roles) && roles.length > 0) writeDotPath(claims, path, roles);
  // Last, so that no path or detail can replace whom the claims speak of (T-11).
  return { ...claims, sub: principal.id };
}

/** Signed for its client (§5.3.2). No claim can make another kind of token of it (K-12). */
export const signUserinfo = (
  call: Call,
  aud: string,
  alg: SignatureAlgorithm,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> =>
  signJwt(signingKey(call, alg), "JWT", {
    ...claims,
    iss: call.issuer,
    aud,
    iat: numericDate(now(call)),
    typ: "Userinfo",
  });
