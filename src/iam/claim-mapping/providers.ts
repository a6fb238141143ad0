/** The upstream providers as people see them beside their account (U-3). */
import type { Snapshot } from "../../snapshot/snapshot.ts";

/** Where people can sign in now. */
export const linkableProviders = (
  snapshot: Snapshot,
): readonly { readonly id: string; readonly name: string }[] =>
  [...snapshot.oauth_providers.values()].flatMap(({ id, enabled, config }) =>
    enabled && config ? [{ id, name: config.name || id }] : [],
  );

/**
 * Name of the record behind a link; its id when the record has gone.
 * @param provider kind and id: `oauth:google`
 */
export function providerName(snapshot: Snapshot, provider: string): string {
  const id = provider.slice(provider.indexOf(":") + 1);
  const record = snapshot.oauth_providers.get(id);
  return (provider.startsWith("oauth:") && record?.config?.name) || id;
}
