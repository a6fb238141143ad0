/** Groups and the merged list of the `session_providers` namespace (auth-wire 4.4, Resolution). */
import type { Settings } from "../settings/index.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import type { ProviderCatalog, Providers } from "./catalog.ts";

type Stored = Settings["session_providers"];
type Group = Stored["groups"][string];

/** Inherited providers first, as the canonical ones with `hide` replaced where the group says so. */
function groupProviders(topLevel: Stored["providers"], { inherit, providers }: Group): Providers {
  const merged = new Map<string, SessionProvider>();
  for (const [key, { hide }] of Object.entries(inherit)) {
    const canonical = Object.hasOwn(topLevel, key) ? topLevel[key] : undefined;
    if (canonical) merged.set(key, hide === undefined ? canonical : { ...canonical, hide });
  }
  for (const [key, own] of Object.entries(providers)) merged.set(key, own);
  return merged;
}

/**
 * The stored value as sessions see it: each group, and the top level together with the own providers
 * of all groups. What a group inherits with another `hide` does not touch the merged list.
 */
export function mergeProviders({
  providers,
  groups,
}: Stored): Pick<ProviderCatalog, "merged" | "groups"> {
  const own = Object.values(groups).flatMap((group) => Object.entries(group.providers));
  return {
    merged: new Map([...Object.entries(providers), ...own]),
    groups: new Map(
      Object.entries(groups).map(([name, group]) => [name, groupProviders(providers, group)]),
    ),
  };
}
