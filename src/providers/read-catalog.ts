/** The catalog of one version: stored providers, then this instance's replacements and overrides. */
import type { Call } from "../call.ts";
import type { ProviderCatalog } from "./catalog.ts";

export function readCatalog({ snapshot }: Call): ProviderCatalog {
  return { version: snapshot.version, merged: new Map(), groups: new Map() };
}
