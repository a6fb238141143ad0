/** Gives the login client of a former first run the redirect targets that it lacked (I-5). */
import type { Writer } from "../call.ts";
import { configuredOrigin } from "../options/configured-origin.ts";
import { storedConfig, writeConfig } from "../records/config-records.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { mutate } from "../store/mutate.ts";
import { LOGIN_CLIENT, LOGIN_PROVIDER, type LoginPlace, ownCallbacks } from "./login.ts";

/** The client of our own login page, confidential and without any list. */
function lacksCallback({ oauth_clients, settings, stored_settings }: Snapshot): boolean {
  const client = oauth_clients.get(LOGIN_CLIENT);
  if (!client?.enabled || !client.config || client.config.public) return false;
  const { redirect_uris, whitelist_urls } = client.config;
  if (redirect_uris.length + whitelist_urls.length > 0) return false;
  if (!stored_settings.get("session_providers")?.value) return false;
  const { providers } = settings.session_providers;
  const provider = Object.hasOwn(providers, LOGIN_PROVIDER) ? providers[LOGIN_PROVIDER] : undefined;
  return Boolean(provider?.auth_middleware) && provider?.oauth2?.client_id === LOGIN_CLIENT;
}

/**
 * Of several starts one writes. A client that an administrator has given lists of its own is left
 * alone. Returns whether it wrote.
 */
export async function registerCallback(
  { service, store }: Writer,
  place: LoginPlace,
): Promise<boolean> {
  const { snapshots, runtime, options } = service;
  if (!lacksCallback(snapshots.current)) return false;
  const origin = configuredOrigin(snapshots.current, options);
  const redirect_uris = ownCallbacks(place, origin);
  const change = {
    topic: "oauth_clients",
    action: "upsert",
    entity: LOGIN_CLIENT,
    actor: "system",
  } as const;
  const { result: written } = await mutate(store, change, async (open) => {
    const config = await storedConfig(service, open, "oauth_clients", LOGIN_CLIENT);
    if (!config || config.redirect_uris?.length > 0 || config.whitelist_urls?.length > 0) {
      return false;
    }
    const record = { id: LOGIN_CLIENT, enabled: true, config: { ...config, redirect_uris } };
    await writeConfig(service, open, "oauth_clients", record, "system");
    return true;
  });
  if (written) {
    runtime.log.warn("the login client had no redirect targets and now has its own callback", {
      client: LOGIN_CLIENT,
      redirect_uris,
    });
  }
  return written;
}
