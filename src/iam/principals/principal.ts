/** Finding a user or service account by alias or id. */
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { type Fill, fillOf, remember } from "../../std/bounded-map.ts";
import { canonicalAlias, equalExceptCase, isPlainName } from "../../std/canonical-alias.ts";
import { API_KEY_PREFIX } from "../../std/reserved-name.ts";

/**
 * The principal with this alias. Aliases are unique in comparison form (T-8); where imported data
 * collides, only the exact spelling finds its owner.
 */
export const principalByAlias = (snapshot: Snapshot, alias: string): PrincipalRecord | undefined =>
  ownerOf(snapshot, canonicalAlias(alias), alias);

/** @param canonical comparison form of the alias */
function ownerOf(
  { aliases, principals }: Snapshot,
  canonical: string,
  alias: string,
): PrincipalRecord | undefined {
  const owners = aliases.get(canonical);
  if (owners === undefined) return undefined;
  if (typeof owners === "string") return principals.get(owners);
  const candidates = owners.flatMap((id) => principals.get(id) ?? []);
  if (candidates.length <= 1) return candidates[0];
  return candidates.find((principal) => principal.alias.includes(alias));
}

/** Of one snapshot, by name: a busy application asks about the same people again and again. */
const named = new WeakMap<Snapshot, Map<string, PrincipalRecord>>();
/** Names in the memo of one snapshot (N-11). */
const MAX_REMEMBERED = 20_000;

/** Names that are kept of a snapshot. */
export const namesKept = (snapshot: Snapshot): Fill => fillOf(named.get(snapshot), MAX_REMEMBERED);

/**
 * The principal that a name of a request speaks for: X-User, a claim of a foreign provider, an alias in
 * a check. It equals an alias as stored up to letter case, and nothing further (I-1).
 */
export function principalByName(snapshot: Snapshot, name: string): PrincipalRecord | undefined {
  let known = named.get(snapshot);
  const before = known?.get(name);
  if (before) return before;
  const found = findByName(snapshot, name);
  // Strangers' names are not remembered.
  if (!found) return undefined;
  if (!known) {
    known = new Map();
    named.set(snapshot, known);
  }
  remember(known, name, found, MAX_REMEMBERED);
  return found;
}

function findByName(snapshot: Snapshot, name: string): PrincipalRecord | undefined {
  if (!isPlainName(name)) return undefined;
  const canonical = canonicalAlias(name);
  // K-15: such a name is that of an API key, whatever imported data says.
  if (name.startsWith(API_KEY_PREFIX) || canonical.startsWith(API_KEY_PREFIX)) return undefined;
  const principal = ownerOf(snapshot, canonical, name);
  return principal && aliasNamed(principal, name) !== undefined ? principal : undefined;
}

/** The alias as it is stored that this name means; undefined when the principal has none such. */
export const aliasNamed = ({ alias }: PrincipalRecord, name: string): string | undefined =>
  alias.includes(name) ? name : alias.find((one) => equalExceptCase(one, name));

/** An enabled principal of this name (K-10). */
export function enabledPrincipal(snapshot: Snapshot, name: string): PrincipalRecord | undefined {
  const principal = principalByName(snapshot, name);
  return principal?.disabled ? undefined : principal;
}
