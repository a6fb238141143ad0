/** The clients of this instance's session providers, as its settings have them now (I-4). */
import type { Call } from "../call.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type ProviderClients, providerClients } from "./first-party-clients.ts";
import { readCatalog } from "./read-catalog.ts";

const bySnapshot = new WeakMap<Snapshot, ProviderClients>();

/** An unreadable namespace makes no client first party (C-3). */
function clientsOf(call: Call): ProviderClients {
  let found = bySnapshot.get(call.snapshot);
  if (!found) {
    try {
      const { merged, groups } = readCatalog(call);
      found = providerClients([merged, ...groups.values()].flatMap((one) => [...one.values()]));
    } catch {
      found = { firstParty: new Set(), own: new Set() };
    }
    bySnapshot.set(call.snapshot, found);
  }
  return found;
}

export const sessionClients = (call: Call): ReadonlySet<string> => clientsOf(call).firstParty;

/** Without the authorized parties: clients through which people sign in at this instance itself. */
export const ownSessionClients = (call: Call): ReadonlySet<string> => clientsOf(call).own;
