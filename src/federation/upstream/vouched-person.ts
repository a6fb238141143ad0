/** What a record lets its provider say about a person (I-1, U-3; auth-wire 5.10, step 5). */
import { claimValues, mappedRoles, readClaim } from "../../iam/claim-mapping/mapped-roles.ts";
import type { Vouched } from "../../iam/claim-mapping/vouched.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { type JsonObject, textOf } from "../../std/json-object.ts";
import { trimBlanks } from "../../std/trim-blanks.ts";
import type { Upstream } from "./provider.ts";
import type { Proven } from "./redeem.ts";
import type { ToldName } from "./told-name.ts";

/** Some providers write the switch as a text. */
const isVerified = ({ email_verified }: JsonObject): boolean =>
  email_verified === true || email_verified === "true";

/** The claims without an address that is not proven. */
function trustedClaims({ config }: Upstream, claims: JsonObject): JsonObject {
  const { email, email_verified: _said, ...rest } = claims;
  const verified = isVerified(claims);
  if (typeof email !== "string" || (!verified && config.email_verify_check)) return rest;
  return { ...rest, email, ...(verified && { email_verified: true }) };
}

/** The first alias claim that has a text. */
function aliasIn({ alias_claims }: Upstream, claims: JsonObject): string | undefined {
  for (const name of alias_claims) {
    const alias = trimBlanks(textOf(claims, name) ?? "");
    if (alias) return alias;
  }
  return undefined;
}

/** Which claim a sign-in lacks that names no person here: one who runs the provider can mend it. */
function lackOf({ alias_claims, config }: Upstream, claims: JsonObject): string {
  const unverified =
    alias_claims.includes("email") &&
    Boolean(textOf(claims, "email")) &&
    config.email_verify_check &&
    !isVerified(claims);
  return unverified
    ? "the sign-in provider has not verified the email (claim email_verified)"
    : `the sign-in provider sent no name of the account (claim ${alias_claims.join(" or ")})`;
}

/**
 * The person, with the name and the profile that count here.
 * @param told in a form that nothing proves: shown where the claims have no name, after the alias was chosen
 */
export function vouchedPerson(upstream: Upstream, proven: Proven, told: ToldName): Vouched {
  const claims = trustedClaims(upstream, proven.claims);
  const alias = aliasIn(upstream, claims);
  return {
    provider: `oauth:${upstream.id}`,
    issuer: proven.issuer,
    subject: proven.subject,
    alias,
    claims: upstream.namesInForm ? { ...told, ...claims } : claims,
    ...(alias === undefined && { lack: lackOf(upstream, proven.claims) }),
  };
}

/** The claim is only named, and its value is elsewhere: too many groups for one token. */
function isElsewhere(claims: JsonObject, name: string): boolean {
  const names = claims._claim_names;
  return typeof names === "object" && names !== null && Object.hasOwn(names, name);
}

/**
 * Ids of the roles that the claims give; undefined where the record maps none, and where the provider
 * leaves them out because there are too many: half an answer takes nothing away.
 */
export function vouchedRoles(
  snapshot: Snapshot,
  { config }: Upstream,
  { claims }: Proven,
): readonly string[] | undefined {
  const { roles_claim: path, roles_separator, ...mapping } = config.claim_mapping;
  const [first] = path ?? [];
  if (!path || first === undefined || isElsewhere(claims, first)) return undefined;
  // A name with dots in it, such as a URL, is taken as it stands before it is a path.
  const whole = path.join(".");
  const value = Object.hasOwn(claims, whole) ? claims[whole] : readClaim(claims, path);
  return mappedRoles(snapshot, mapping, claimValues(value, roles_separator));
}
