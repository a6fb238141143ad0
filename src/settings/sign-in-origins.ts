/** At which origins a browser may sign in while `oauth2.base_url` is set (I-9). */
import { baseOrigin } from "./namespaces/oauth2.ts";

interface OriginSettings {
  readonly oauth2: {
    readonly base_url: string;
    readonly schema: string;
    readonly origins: readonly string[];
  };
  readonly passkey: { readonly sites: readonly { readonly origins: readonly string[] }[] };
}

/**
 * The configured origin, the hosts of `host_replacements` under its scheme, the origins of
 * `passkey.sites`, and `oauth2.origins`.
 * @param configured `oauth2.base_url` as an origin
 */
export function signInOrigins(
  configured: string,
  { oauth2, passkey }: OriginSettings,
  hostReplacements: Readonly<Record<string, string>>,
): ReadonlySet<string> {
  const { protocol } = new URL(configured);
  const hosts = Object.entries(hostReplacements).flat();
  const replaced = hosts.map((host) =>
    baseOrigin({ base_url: `${protocol}//${host}`, schema: "" }),
  );
  return new Set(
    [configured, ...replaced, ...passkey.sites.flatMap(({ origins }) => origins), ...oauth2.origins]
      // `origin` of a parsed URL: lower case, without a default port.
      .flatMap((origin) => (origin === undefined ? [] : [origin])),
  );
}
