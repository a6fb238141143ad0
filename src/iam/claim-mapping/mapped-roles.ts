/** From what a provider says to the roles here (auth-wire 5.11, steps 2 and 3). */
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { readDotPath } from "../../std/dot-path.ts";
import { trimBlanks } from "../../std/trim-blanks.ts";
import type { ClaimMapping } from "./vouched.ts";

/** More groups than this are cut: they come from outside. */
const MAX_VALUES = 10_000;

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The parts of every text, where the record says what stands between them. */
function split(claim: unknown, separator: string): unknown {
  const texts = typeof claim === "string" ? [claim] : claim;
  if (!Array.isArray(texts)) return claim;
  return texts.flatMap((text: unknown) =>
    typeof text === "string" ? text.split(separator, MAX_VALUES).map(trimBlanks) : [text],
  );
}

/**
 * The value at a path. A step into a list is a step into each of its objects: `groups.name` reads the names of a list
 * of groups.
 */
export function readClaim(claims: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return claims;
  if (Array.isArray(claims)) {
    const values = claims.slice(0, MAX_VALUES).map((each) => readClaim(each, path));
    return values.filter((value) => value !== undefined).flat();
  }
  return readClaim(readDotPath(claims, [step]), rest);
}

/**
 * The values of a roles claim: the words of a text, the texts of a list, the names of an object's members.
 * Everything else says nothing.
 * @param separator what stands between several values in one text; empty: blanks, in a text that is no list
 */
export function claimValues(given: unknown, separator = ""): readonly string[] {
  const claim = separator === "" ? given : split(given, separator);
  if (typeof claim === "string") return claim.split(/\s+/).filter(Boolean).slice(0, MAX_VALUES);
  if (Array.isArray(claim)) return claim.filter(isFilled).slice(0, MAX_VALUES);
  if (typeof claim !== "object" || claim === null) return [];
  return Object.entries(claim)
    .filter(([name, value]) => name !== "" && value !== false && value !== null)
    .map(([name]) => name)
    .slice(0, MAX_VALUES);
}

/** A role by its id, else by its name. */
const roleId = ({ roles, role_names }: Snapshot, named: string): string | undefined =>
  roles.has(named) ? named : role_names.get(named);

/** Ids of the roles that these values give, each once; values that mean nothing here are left out. */
export function mappedRoles(
  snapshot: Snapshot,
  { use_lmap, role_map }: Pick<ClaimMapping, "use_lmap" | "role_map">,
  values: readonly string[],
): readonly string[] {
  const ids = new Set<string>();
  for (const value of values) {
    const byGroup = use_lmap ? (snapshot.lmaps.get(value)?.role_ids ?? []) : [];
    const byValue = Object.hasOwn(role_map, value) ? (role_map[value] ?? []) : [];
    for (const id of byGroup) if (snapshot.roles.has(id)) ids.add(id);
    for (const named of byValue) {
      const id = roleId(snapshot, named);
      if (id !== undefined) ids.add(id);
    }
  }
  return [...ids];
}
