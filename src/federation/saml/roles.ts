/** The values that a provider's roles attribute has (auth-wire 5.11, step 2; C8). */
import { claimValues } from "../../iam/claim-mapping/mapped-roles.ts";
import type { SamlPerson } from "./person.ts";
import { claimsOf } from "./person.ts";

/** The attribute by its name as it stands, else by its friendly name; names may be URIs with dots. */
export function roleValues(person: SamlPerson, rolesAttribute: string): readonly string[] {
  const claims = claimsOf(person);
  return claimValues(Object.hasOwn(claims, rolesAttribute) ? claims[rolesAttribute] : undefined);
}
