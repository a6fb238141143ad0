/** Finding a user or service account by alias or id. */
import { ownersOf } from "../../snapshot/alias-owners.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { canonicalAlias, equalExceptCase, isPlainName } from "../../std/canonical-alias.ts";
import { isKeyName } from "../../std/reserved-name.ts";

/** Aliases with this prefix name API keys and nothing else (K-15). */

/**
 * The principal with this alias. Aliases are unique in comparison form (T-8); where imported data
 * collides, only the exact spelling finds its owner.
 */
export function principalByAlias(snapshot: Snapshot, alias: string): PrincipalRecord | undefined {
  const owners = ownersOf(snapshot.aliases, canonicalAlias(alias));
  const candidates = owners.flatMap((id) => snapshot.principals.get(id) ?? []);
  if (candidates.length <= 1) return candidates[0];
  return candidates.find((principal) => principal.alias.includes(alias));
}

/**
 * The principal that a name of a request speaks for: X-User, a claim of a foreign provider, an alias in
 * a check. It equals an alias as stored up to letter case, and nothing further (I-1).
 */
export function principalByName(snapshot: Snapshot, name: string): PrincipalRecord | undefined {
  if (!isPlainName(name) || isKeyName(name)) return undefined;
  const principal = principalByAlias(snapshot, name);
  return principal && aliasNamed(principal, name) !== undefined ? principal : undefined;
}

/** The alias as it is stored that this name means; undefined when the principal has none such. */
export const aliasNamed = ({ alias }: PrincipalRecord, name: string): string | undefined =>
  alias.find((one) => one === name) ?? alias.find((one) => equalExceptCase(one, name));

/** An enabled principal of this name (K-10). */
export function enabledPrincipal(snapshot: Snapshot, name: string): PrincipalRecord | undefined {
  const principal = principalByName(snapshot, name);
  return principal?.disabled ? undefined : principal;
}
