/** Gives the login page to an installation that was sealed before there was one. */

import type { Service, Writer } from "../call.ts";
import { storedConfig } from "../records/config-records.ts";
import { wasStored } from "../records/settings.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { LOGIN_CLIENT, type LoginPlace, requireLoginPath, writeLogin } from "./login.ts";

/** Asks the read model first: cheap, and nearly always enough. */
function lacksLogin({ stored_settings, unreadable, oauth_clients }: Snapshot): boolean {
  if (stored_settings.has("session_providers")) return false;
  // A document that does not open cannot be added to; nothing is changed then (C-3).
  if (unreadable.has("auth_settings/authorize")) return false;
  const client = oauth_clients.get(LOGIN_CLIENT);
  return client?.enabled === true && Boolean(client.config?.client_secret);
}

/** The same within the write, where it is certain. */
async function clientSecret(service: Service, open: Write): Promise<string | undefined> {
  if (await wasStored(open, "session_providers")) return undefined;
  const config = await storedConfig(service, open, "oauth_clients", LOGIN_CLIENT);
  return config?.client_secret || undefined;
}

/**
 * Adds the session provider of the client `login`, and `authorize.login_url` where none is set, to an
 * installation of the former version. An installation that has or had a stored `session_providers`
 * namespace is left alone. Of several concurrent starts one writes. Returns whether it did.
 */
export async function completeFirstRun(
  { service, store }: Writer,
  place: LoginPlace,
): Promise<boolean> {
  requireLoginPath(place.login_path);
  const { snapshots, runtime } = service;
  if (!lacksLogin(snapshots.current)) return false;
  const change = {
    topic: "settings",
    action: "upsert",
    entity: "session_providers",
    actor: "system",
  } as const;
  const { result: written } = await mutate(store, change, async (open) => {
    const secret = await clientSecret(service, open);
    if (secret === undefined) return false;
    await writeLogin(service, open, secret, place);
    return true;
  });
  if (written) {
    const { login_url } = snapshots.current.settings.authorize;
    runtime.log.info("people can sign in with a browser now", { login_url, client: LOGIN_CLIENT });
  }
  return written;
}
