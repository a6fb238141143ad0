/** What the configuration allows and an operator should know: at save and in health (T-2, I-6). */
import type { OAuthClientConfig } from "../settings/oauth-client.ts";
import type { SessionProvider } from "../settings/session-provider.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** T-2: no list means any target, for federated sign-ins of a confidential client. */
export function clientWarnings(id: string, config: OAuthClientConfig): string[] {
  const { redirect_uris, whitelist_urls, grant_types } = config;
  const listed = redirect_uris.length + whitelist_urls.length > 0;
  const getsCodes = grant_types.length === 0 || grant_types.includes("authorization_code");
  if (listed || config.public || config.dynamic || !getsCodes) return [];
  return [
    `client "${id}" has neither redirect_uris nor whitelist_urls: federated sign-ins accept every target`,
  ];
}

/** What a provider elsewhere is trusted with beyond the least (I-1, I-6). */
export function providerWarnings(key: string, provider: SessionProvider): string[] {
  const { auth_middleware, oauth2, x_user, email_verify_check } = provider;
  if (auth_middleware || !oauth2?.cert_url) return [];
  const named = `session provider "${key}"`;
  const trustsAddress = email_verify_check === false && x_user?.includes("email");
  return [
    ...(oauth2.issuer
      ? []
      : [`${named} has no issuer: tokens of every issuer with its keys count`]),
    ...(oauth2.any_audience ? [`${named} accepts tokens of every client (any_audience)`] : []),
    ...(trustsAddress ? [`${named} makes unverified addresses users here`] : []),
  ];
}

/** All warnings about records that can be read. */
export function configurationWarnings({ oauth_clients, settings, stored_settings }: Snapshot) {
  const clients = [...oauth_clients].flatMap(([id, { enabled, config }]) =>
    enabled && config ? clientWarnings(id, config) : [],
  );
  const unlisted = readable(() => settings.oauth2.require_registered_redirects) ? [] : clients;
  const stored = stored_settings.get("session_providers")?.value
    ? readable(() => settings.session_providers)
    : undefined;
  const groups = Object.values(stored?.groups ?? {}).map(({ providers }) => providers);
  const providers = [stored?.providers ?? {}, ...groups].flatMap((entries) =>
    Object.entries(entries).flatMap(([key, provider]) => providerWarnings(key, provider)),
  );
  return [...unlisted, ...providers];
}

/** A namespace that cannot be read is told of elsewhere in health (C-3). */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
