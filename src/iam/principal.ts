/** Finding a user or service account by alias or id. */
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";

/** Aliases with this prefix name API keys and belong to nobody else (K-15). */
export const API_KEY_PREFIX = "api-key:";

/**
 * The principal with this alias. Aliases are unique in comparison form (T-8); where imported data
 * collides, only the exact spelling finds its owner.
 */
export function principalByAlias(snapshot: Snapshot, alias: string): PrincipalRecord | undefined {
  const owners = snapshot.aliases.get(canonicalAlias(alias)) ?? [];
  const candidates = owners.flatMap((id) => snapshot.principals.get(id) ?? []);
  if (candidates.length <= 1) return candidates[0];
  return candidates.find((principal) => principal.alias.includes(alias));
}

/** An enabled principal with this alias (K-10). */
export function enabledPrincipal(snapshot: Snapshot, alias: string): PrincipalRecord | undefined {
  const principal = principalByAlias(snapshot, alias);
  return principal?.disabled ? undefined : principal;
}
