/** Which clients the session providers make first party (I-4). */
import type { SessionProvider } from "../settings/records/session-provider.ts";

/** Clients of providers that are bound to an instance of this process. */
export function providerClients(providers: Iterable<SessionProvider>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { auth_middleware, oauth2 } of providers) {
    if (auth_middleware && oauth2 && oauth2.client_id !== "") ids.add(oauth2.client_id);
  }
  return ids;
}

/** Clients of providers that are bound to an instance of this process, and their authorized parties. */
export function firstPartyClients(providers: Iterable<SessionProvider>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { auth_middleware, oauth2 } of providers) {
    if (!auth_middleware || !oauth2) continue;
    for (const id of [oauth2.client_id, ...(oauth2.authorized_parties ?? [])]) {
      if (id !== "") ids.add(id);
    }
  }
  return ids;
}
