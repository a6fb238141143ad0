/** The provider that a route names (login-session-wire 2.5, 2.18, 3.2; L-W38). */
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import type { Outgoing } from "../relying-party/provider-call.ts";
import { authInstance } from "../session/instances.ts";
import { parseWebAddress } from "../settings/fields/address-field.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import { displayText } from "../std/display-text.ts";
import type { ProviderFlow, Visit } from "./login-parts.ts";

export type { ProviderFlow } from "./login-parts.ts";

/** Providers that flows can use: with an `oauth2` block and a key that is no route. */
export const isUsable = ({ login }: Visit, key: string, { oauth2 }: SessionProvider): boolean =>
  oauth2 !== undefined && !login.paths.reserved.has(key);

function unknownProvider(key: string): AuthError {
  return new AuthError("not_found", `provider "${displayText(key, 64)}" not found`);
}

/** Throws `not_found`; `server_error` when the provider names an instance that does not exist. */
export function flowOf(visit: Visit, providers: Providers, key: string): ProviderFlow {
  const provider = providers.get(key);
  if (!provider?.oauth2 || !isUsable(visit, key, provider)) throw unknownProvider(key);
  const { oauth2, auth_middleware } = provider;
  const auth = auth_middleware ? authInstance(visit.login.instances, auth_middleware) : undefined;
  return { key, provider, oauth2, ...(auth && { auth }) };
}

export async function requireFlow(visit: Visit, key: string): Promise<ProviderFlow> {
  return flowOf(visit, await visit.session.providers(), key);
}

/** The way to providers, with what the options of this login allow on it. */
export const outgoingOf = ({ login }: Visit): Outgoing => ({
  http: login.instances.runtime.http,
  insecure: login.options.request.insecure_skip_verify,
});

/**
 * An endpoint that we call ourselves. A path on this host is made absolute by configuration alone:
 * with the host of a request any client could choose where the client secret is sent. Without one the record, not the
 * service, has a fault: `unavailable`.
 */
export function calledUrl(visit: Visit, name: string, address: string | undefined): string {
  if (address && parseWebAddress(address)) return address;
  const fixed = visit.login.options.redirect.base_url || visit.session.options.base_url;
  if (address && fixed) return new URL(address, fixed).href;
  throw new AuthError("unavailable", `${name} of the provider is not set`);
}
