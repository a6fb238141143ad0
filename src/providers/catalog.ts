/** The session providers of an auth instance as sessions see them (auth-service.md; wire 2.6). */
import type { SessionProvider } from "../settings/records/provider-record.ts";

/** Providers by key. A map, so that `constructor` is no provider (N-6). */
export type Providers = ReadonlyMap<string, SessionProvider>;

/** One consistent reading: everything in it belongs to one version. */
export interface ProviderCatalog {
  /** The auth version. */
  readonly version: number;
  /** The top level, and all groups: what a session without a group uses. */
  readonly merged: Providers;
  /** Own and inherited providers of each group. */
  readonly groups: ReadonlyMap<string, Providers>;
}
