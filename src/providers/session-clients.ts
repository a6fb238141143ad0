/** The clients of this instance's session providers, as its settings have them now (I-4). */
import type { Call } from "../call.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { firstPartyClients, providerClients } from "./first-party-clients.ts";
import { readCatalog } from "./read-catalog.ts";

interface SessionClients {
  /** With the authorized parties of the providers (I-4). */
  readonly firstParty: ReadonlySet<string>;
  /** The clients of the providers alone (decision E-4). */
  readonly own: ReadonlySet<string>;
}

const bySnapshot = new WeakMap<Snapshot, SessionClients>();

/** An unreadable namespace makes no client first party (C-3). */
function clientsOf(call: Call): SessionClients {
  let found = bySnapshot.get(call.snapshot);
  if (!found) {
    try {
      const { merged, groups } = readCatalog(call);
      const all = [merged, ...groups.values()].flatMap((providers) => [...providers.values()]);
      found = { firstParty: firstPartyClients(all), own: providerClients(all) };
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
