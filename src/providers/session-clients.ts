/** The clients of this instance's session providers, as its settings have them now (I-4). */
import type { Call } from "../call.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { firstPartyClients } from "./first-party-clients.ts";
import { readCatalog } from "./read-catalog.ts";

const bySnapshot = new WeakMap<Snapshot, ReadonlySet<string>>();

/** An unreadable namespace makes no client first party (C-3). */
export function sessionClients(call: Call): ReadonlySet<string> {
  let found = bySnapshot.get(call.snapshot);
  if (!found) {
    try {
      const { merged, groups } = readCatalog(call);
      const all = [merged, ...groups.values()].flatMap((providers) => [...providers.values()]);
      found = firstPartyClients(all);
    } catch {
      found = new Set();
    }
    bySnapshot.set(call.snapshot, found);
  }
  return found;
}
