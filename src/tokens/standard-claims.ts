/** The standard claims of a person, and the scope that each of them belongs to (OpenID Connect Core §5.1, §5.4). */
import type { Details, PrincipalRecord } from "../snapshot/snapshot.ts";
import { profileClaims } from "./claims.ts";

/** Claims that come from the details of the same name. */
const FROM_DETAILS: Readonly<Record<string, readonly string[]>> = {
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
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  profile: ["name", "preferred_username", "given_name", "family_name", "updated_at"],
  email: ["email"],
};

const SCOPES: ReadonlyMap<string, string> = new Map(
  [OTHERS, FROM_DETAILS].flatMap((scopes) =>
    Object.entries(scopes).flatMap(([scope, claims]) =>
      claims.map((claim): [string, string] => [claim, scope]),
    ),
  ),
);

export const STANDARD_CLAIMS: readonly string[] = [...SCOPES.keys()];

/** Undefined for a claim that is none of the standard's. */
export const scopeOfClaim = (claim: string): string | undefined => SCOPES.get(claim);

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

/** What these scopes add to the claims that every client is told. */
export function scopeClaims(details: Details, scopes: readonly string[]): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  for (const scope of scopes) {
    for (const claim of Object.hasOwn(FROM_DETAILS, scope) ? (FROM_DETAILS[scope] ?? []) : []) {
      const value = typed(claim, details[claim]);
      if (value !== undefined) claims[claim] = value;
    }
  }
  return claims;
}

export const updatedAt = ({ updated_at }: Pick<PrincipalRecord, "updated_at">): number =>
  Math.floor(Date.parse(updated_at) / 1000);

/** Those of these names that the person has. */
export function namedClaims(
  details: Details,
  person: Pick<PrincipalRecord, "alias" | "updated_at">,
  names: readonly string[],
): Record<string, unknown> {
  if (names.length === 0) return {};
  const all: Record<string, unknown> = {
    ...profileClaims(details, person.alias),
    ...scopeClaims(details, Object.keys(FROM_DETAILS)),
    updated_at: updatedAt(person),
  };
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]]),
  );
}
