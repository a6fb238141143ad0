/** Which clients belong to the session providers of an instance, and how far (I-4, decision E-4). */
import type { SessionProvider } from "../settings/records/session-provider.ts";

export interface ProviderClients {
  /** First party: the clients of the providers, and their authorized parties (I-4). */
  readonly firstParty: ReadonlySet<string>;
  /** The clients of the providers alone, through which people sign in at the instance: they manage (decision E-4). */
  readonly own: ReadonlySet<string>;
}

/** Of providers that are bound to an instance of this process. */
export function providerClients(providers: Iterable<SessionProvider>): ProviderClients {
  const firstParty = new Set<string>();
  const own = new Set<string>();
  for (const { auth_middleware, oauth2 } of providers) {
    if (!auth_middleware || !oauth2) continue;
    const { client_id, authorized_parties = [] } = oauth2;
    if (client_id !== "") own.add(client_id);
    for (const id of [client_id, ...authorized_parties]) if (id !== "") firstParty.add(id);
  }
  return { firstParty, own };
}
