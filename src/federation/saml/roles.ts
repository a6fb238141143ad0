/** The values that a provider's roles attribute has (auth-wire 5.11, step 2; C8). */
import { claimValues } from "../../iam/claim-mapping/mapped-roles.ts";
import type { SamlPerson } from "./person.ts";
import { claimsOf } from "./person.ts";

/** The attribute by its name as it stands, else by its friendly name; names may be URIs with dots. */
export function roleValues(
  person: SamlPerson,
  mapping: { readonly roles_claim: string; readonly roles_separator: string },
): readonly string[] {
  const { roles_claim: name, roles_separator } = mapping;
  const claims = claimsOf(person);
  return claimValues(Object.hasOwn(claims, name) ? claims[name] : undefined, roles_separator);
}
