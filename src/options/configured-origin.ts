/** The origin of every public URL, where one is configured (H-4: only where none is, the request decides). */
import type { ParsedOptions } from "../options.ts";
import type { Settings } from "../settings/index.ts";
import { baseOrigin } from "../settings/namespaces/oauth2.ts";
import { replaceHost } from "../std/host.ts";

/**
 * `oauth2.base_url` as an origin: that of this instance, else the stored one after host replacement, which
 * gets `oauth2.schema` when it has no scheme. Undefined when neither is set.
 */
export function configuredOrigin(
  snapshot: { readonly settings: Pick<Settings, "oauth2"> },
  options: ParsedOptions,
): string | undefined {
  if (options.oauth2.base_url !== "") return options.oauth2.base_url;
  const { base_url: base, schema } = snapshot.settings.oauth2;
  if (!base) return undefined;
  const url = base.includes("://") ? base : `${schema}://${base}`;
  const replaced = replaceHost(url, options.session_providers.host_replacements);
  return baseOrigin({ base_url: replaced, schema });
}
