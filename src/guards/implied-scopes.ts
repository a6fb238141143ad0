/** Scope hierarchies: a broader scope is good for what a narrower one is asked for (MCP, step-up flow). */
import type { NamedMap } from "../settings/fields/named-map.ts";

/** The granted scopes and everything that they imply, each once. */
export function withImplied(
  granted: readonly string[],
  implied: NamedMap<readonly string[]>,
): ReadonlySet<string> {
  const all = new Set(granted);
  // A set that grows is walked to its end; a circle adds nothing twice.
  for (const scope of all) for (const narrower of implied[scope] ?? []) all.add(narrower);
  return all;
}
