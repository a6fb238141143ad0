/** Claims of the UserInfo endpoint (OpenID Connect Core §5.3, §5.4; auth-wire 5.6). */
import { type Call, now } from "../call.ts";
import { readDotPath, writeDotPath } from "../std/dot-path.ts";
import { numericDate } from "../std/duration.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";
import { profileClaims } from "../tokens/claims.ts";
import { requestedIn } from "../tokens/requested-claims.ts";
import { rolesOf } from "../tokens/roles.ts";
import { signingKey, signToken } from "../tokens/sign.ts";
import { namedClaims, scopeClaims, updatedAt } from "../tokens/standard-claims.ts";
import { holderOf, onlyTold, type Told, toldTo } from "../tokens/told.ts";
import type { BearerSubject } from "./bearer.ts";

/** What of the person a token tells here. */
export const toldBy = (call: Call, { token, client }: BearerSubject): Told =>
  toldTo(call, holderOf(client, token.pairwise_sub !== undefined), token.scope);

/** Values from the current record, roles from the presented token at the same path, or as they are now. */
export async function userinfoClaims(
  call: Call,
  subject: BearerSubject,
): Promise<Record<string, unknown>> {
  const { token, principal, client } = subject;
  const details = await principal.details.open();
  const told = toldBy(call, subject);
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
  return { ...claims, sub: token.pairwise_sub ?? principal.id };
}

/** Signed for its client (§5.3.2). No claim can make another kind of token of it (K-12). */
export const signUserinfo = (
  call: Call,
  aud: string,
  alg: SignatureAlgorithm,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> =>
  signToken(call, signingKey(call, alg), "JWT", {
    ...claims,
    iss: call.issuer,
    aud,
    iat: numericDate(now(call)),
    typ: "Userinfo",
  });
