/** Claims of the UserInfo endpoint (OpenID Connect Core §5.3, §5.4; auth-wire 5.6). */
import type { Call } from "../call.ts";
import type { Details } from "../snapshot/snapshot.ts";
import { readDotPath, writeDotPath } from "../std/dot-path.ts";
import { profileClaims } from "../tokens/claims.ts";
import { onlyTold, toldTo } from "../tokens/told.ts";
import type { BearerSubject } from "./bearer.ts";

/** Claims that a scope adds from the details of the same name (§5.4). */
const SCOPE_CLAIMS: Readonly<Record<string, readonly string[]>> = {
  profile: [
    "middle_name",
    "nickname",
    "profile",
    "picture",
    "website",
    "gender",
    "birthdate",
    "zoneinfo",
    "locale",
  ],
  email: ["email_verified"],
  phone: ["phone_number", "phone_number_verified"],
  address: ["address"],
};

const isBoolean = (claim: string) => claim.endsWith("_verified");

/** A detail in the type that the claim has; another type is left out rather than guessed. */
function typed(claim: string, value: unknown): unknown {
  if (isBoolean(claim)) {
    if (value === true || value === "true") return true;
    return value === false || value === "false" ? false : undefined;
  }
  if (claim === "address") {
    if (typeof value === "string" && value !== "") return { formatted: value };
    const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
    return isObject ? value : undefined;
  }
  return typeof value === "string" && value !== "" ? value : undefined;
}

function scopeClaims(details: Details, scopes: readonly string[]): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  for (const scope of scopes) {
    for (const claim of Object.hasOwn(SCOPE_CLAIMS, scope) ? (SCOPE_CLAIMS[scope] ?? []) : []) {
      const value = typed(claim, details[claim]);
      if (value !== undefined) claims[claim] = value;
    }
  }
  return claims;
}

/** Values from the current record, roles from the presented token at the same path. */
export async function userinfoClaims(
  call: Call,
  { token, principal, client }: BearerSubject,
): Promise<Record<string, unknown>> {
  const details = await principal.details.open();
  const claims: Record<string, unknown> = {
    ...onlyTold(profileClaims(details, principal.alias), toldTo(call, client, token.scope)),
    ...scopeClaims(details, token.scope),
  };
  if (token.scope.includes("profile")) {
    claims.updated_at = Math.floor(Date.parse(principal.updated_at) / 1000);
  }
  // Where the roles stand: the path of the token's client today, else that of the settings.
  const path = client.rolesClaim ?? call.snapshot.settings.token.roles_claim;
  const roles = readDotPath(token.claims, path);
  if (Array.isArray(roles)) writeDotPath(claims, path, roles);
  // Last, so that no path or detail can replace whom the claims speak of (T-11).
  return { ...claims, sub: principal.id };
}
