/** All instances that serve one database, and what they did in the last hour. */
import { type Call, now } from "../call.ts";
import { readInstances } from "../store/instance-rows.ts";
import { type LoadCounts, LoadMeter } from "../web/load-meter.ts";
import { type InstanceFacts, ownFacts, readFacts, readLoad } from "./instance.ts";
import { REMEMBERED_MS, SILENT_AFTER_MS } from "./presence.ts";

/** A list for people; a fleet that crashes and starts all the time is longer. */
const MAX_LISTED = 200;

export interface Instance extends InstanceFacts {
  readonly id: string;
  /** `silent` crashed, hangs or does not reach the database; `stopped` said so. */
  readonly state: "running" | "silent" | "stopped";
  /** The one that answers. */
  readonly answers: boolean;
  /** When it was last heard of, RFC 3339. */
  readonly seen: string;
  /** Its last hour. */
  readonly total: LoadCounts;
}

export interface Fleet {
  /** The one that answers first, then by state and by what was heard last. */
  readonly instances: readonly Instance[];
  /** Their last hour together. */
  readonly load: LoadMeter;
  /** False when the database did not answer: then the one that answers is the only one. */
  readonly complete: boolean;
}

const ORDER = ["running", "silent", "stopped"] as const;

/** Others as they were at most 30 seconds ago, the one that answers as it is. */
export async function readFleet(call: Call): Promise<Fleet> {
  const { service } = call;
  const at = now(call);
  const load = new LoadMeter(service.load.since);
  load.add(service.load.written(at));
  const own: Instance = {
    ...ownFacts(service),
    id: service.instance,
    state: "running",
    answers: true,
    seen: new Date(at).toISOString(),
    total: service.load.total(at),
  };
  // The embedded database has this process alone.
  if (service.store.driver.storage === "pglite") return { instances: [own], load, complete: true };
  const rows = await readInstances(service.store, REMEMBERED_MS, MAX_LISTED).catch(() => undefined);
  if (!rows) return { instances: [own], load, complete: false };
  const others: Instance[] = [];
  for (const { id, stopped, age, facts, load: stored } of rows) {
    const known = readFacts(facts);
    if (id === service.instance || !known) continue;
    const counted = readLoad(stored);
    load.add(counted.written(at));
    const state = stopped ? "stopped" : age > SILENT_AFTER_MS ? "silent" : "running";
    const seen = new Date(at - age).toISOString();
    others.push({ ...known, id, state, answers: false, seen, total: counted.total(at) });
  }
  others.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return { instances: [own, ...others], load, complete: true };
}
