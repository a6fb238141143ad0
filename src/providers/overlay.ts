/** One layer of host replacements, then endpoint overrides (auth-service.md, both static sections). */
import type { ProviderOverlay } from "../options.ts";
import { PROVIDER_ENDPOINTS, type SessionProvider } from "../settings/records/session-provider.ts";
import { replaceHost } from "../std/host.ts";
import type { ProviderCatalog, Providers } from "./catalog.ts";

/** A provider without OAuth2 settings gets none: overrides never create anything. */
function overlaid(key: string, provider: SessionProvider, overlay: ProviderOverlay) {
  const { oauth2 } = provider;
  if (!oauth2) return provider;
  const { host_replacements, overrides } = overlay;
  const given = Object.hasOwn(overrides, key) ? overrides[key]?.oauth2 : undefined;
  const changed = { ...oauth2 };
  for (const name of PROVIDER_ENDPOINTS) {
    const stored = oauth2[name];
    // An override is the layer's last word: its host is not replaced again.
    const url = given?.[name] || (stored && replaceHost(stored, host_replacements));
    if (url) changed[name] = url;
  }
  return { ...provider, oauth2: changed };
}

const isEmpty = ({ host_replacements, overrides }: ProviderOverlay) =>
  Object.keys(host_replacements).length === 0 && Object.keys(overrides).length === 0;

/**
 * The providers as one layer of static configuration shows them. An auth instance applies its own
 * layer, and a session behind it its own on top: stored value, Auth host replacements, Auth overrides,
 * Session host replacements, Session overrides.
 */
export function applyOverlay(providers: Providers, overlay: ProviderOverlay): Providers {
  if (isEmpty(overlay)) return providers;
  return new Map([...providers].map(([key, provider]) => [key, overlaid(key, provider, overlay)]));
}

/** The same for the merged list and every group, inherited providers included. */
export function overlayCatalog(
  catalog: ProviderCatalog,
  overlay: ProviderOverlay,
): ProviderCatalog {
  if (isEmpty(overlay)) return catalog;
  const groups = [...catalog.groups].map(
    ([name, providers]) => [name, applyOverlay(providers, overlay)] as const,
  );
  return {
    version: catalog.version,
    merged: applyOverlay(catalog.merged, overlay),
    groups: new Map(groups),
  };
}
