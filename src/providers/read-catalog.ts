/** The catalog of one version: stored providers, then this instance's replacements and overrides. */
import type { Call } from "../call.ts";
import type { ParsedOptions } from "../options.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { ProviderCatalog } from "./catalog.ts";
import { mergeProviders } from "./merge.ts";
import { overlayCatalog } from "./overlay.ts";

/** A snapshot never changes, so what is made of it and the options is made once. */
const catalogs = new WeakMap<Snapshot, WeakMap<ParsedOptions, ProviderCatalog>>();

/**
 * All session providers at one version. Throws `unavailable` while the namespace cannot be read: an
 * empty set would look as if every login had been removed (C-3).
 */
export function readCatalog({ snapshot, service }: Call): ProviderCatalog {
  const { options } = service;
  const cached = catalogs.get(snapshot)?.get(options);
  if (cached) return cached;
  const stored = mergeProviders(snapshot.settings.session_providers);
  const catalog = overlayCatalog(
    { version: snapshot.version, ...stored },
    options.session_providers,
  );
  const ofSnapshot = catalogs.get(snapshot) ?? new WeakMap<ParsedOptions, ProviderCatalog>();
  catalogs.set(snapshot, ofSnapshot.set(options, catalog));
  return catalog;
}
