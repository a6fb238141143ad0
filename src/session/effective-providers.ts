/** The providers that count now: static, overlaid by a source, then this session's layer (wire 2.6). */

import { syncApi, tellNames } from "../api/sync.ts";
import { StartError } from "../errors.ts";
import type { ProviderCatalog, Providers } from "../providers/catalog.ts";
import { applyOverlay, overlayCatalog } from "../providers/overlay.ts";
import type { Branding } from "../settings/branding.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { authInstance, type Instances } from "./instances.ts";
import type { ParsedSession } from "./options.ts";
import { type RemoteSource, remoteSource } from "./remote-source.ts";

export interface EffectiveProviders {
  /** Throws `unavailable` while a source has never answered. */
  current(): Ready<Providers>;
  /** All groups of an in-process source; undefined without one. */
  catalog(): Promise<ProviderCatalog | undefined>;
  /** Of the service behind the source; undefined without one, and while it did not say. */
  branding(): Branding | undefined;
}

type Source = NonNullable<ParsedSession["provider_source"]>;

function checkSource({ auth_middleware, url, group }: Source): void {
  const fault = (text: string) => new StartError(`session: provider_source ${text}`);
  if ((auth_middleware === "") === (url === "")) {
    throw fault("needs either auth_middleware or url");
  }
  if (url !== "" && group !== "") throw fault("group goes into the url");
}

export function effectiveProviders(
  options: ParsedSession,
  instances: Instances,
): EffectiveProviders {
  const { log } = instances.runtime;
  const fixed: Providers = new Map(Object.entries(options.provider));
  const source = options.provider_source;
  if (!source) {
    return { current: () => fixed, catalog: async () => undefined, branding: () => undefined };
  }
  checkSource(source);

  /** A dynamic provider replaces the whole static entry of its name. */
  const effective = (dynamic: Providers) => applyOverlay(new Map([...fixed, ...dynamic]), source);

  if (source.url !== "") {
    const remote: RemoteSource = remoteSource(source, instances.runtime);
    let last: { readonly dynamic: Providers; readonly providers: Providers } | undefined;
    return {
      async current() {
        const dynamic = await remote.providers();
        if (last?.dynamic !== dynamic) last = { dynamic, providers: effective(dynamic) };
        return last.providers;
      },
      catalog: async () => undefined,
      branding: remote.branding,
    };
  }

  let last: { readonly catalog: ProviderCatalog; readonly providers: Providers } | undefined;
  let warned = -1;

  function choose(catalog: ProviderCatalog): Providers {
    if (source?.group === "" || !source) return catalog.merged;
    const group = catalog.groups.get(source.group);
    if (!group && warned !== catalog.version) {
      warned = catalog.version;
      log.warn("the provider group of the session does not exist", { group: source.group });
    }
    return group ?? new Map();
  }

  type Known = NonNullable<typeof last>;

  function refresh(): Ready<Known> {
    const auth = authInstance(instances, source?.auth_middleware ?? "");
    return proceed(syncApi(auth).version(), (version) => {
      if (last?.catalog.version === version) return last;
      tellNames(auth, instances.auth ?? {});
      return auth.sessionProviders().then((catalog) => {
        last = {
          catalog: overlayCatalog(catalog, source as Source),
          providers: effective(choose(catalog)),
        };
        return last;
      });
    });
  }

  return {
    current: () => proceed(refresh(), ({ providers }) => providers),
    catalog: async () => (await refresh()).catalog,
    branding: () => authInstance(instances, source.auth_middleware).branding(),
  };
}
