/** What a service is like at the moment when metrics are collected: read from memory, and nowhere else. */
import type { Service } from "../call.ts";
import { outboxOf } from "../mail/outbox.ts";
import type { Meter, Observable, Observed } from "../runtime.ts";
import { signatureCounts } from "../tokens/sign.ts";

type Read = (service: Service, observed: Observed) => void;

/** Name, description, unit and how it is read. */
type Observation = readonly [name: string, description: string, unit: string, read: Read];

const GAUGES: readonly Observation[] = [
  [
    "postern.info",
    "Always 1; the attributes say which version runs where.",
    "1",
    ({ runtime, store }, observed) =>
      observed.observe(1, {
        version: runtime.version ?? "",
        runtime: runtime.name,
        storage: store.driver.storage,
      }),
  ],
  [
    "postern.model.version",
    "Version of the data that this process serves.",
    "{version}",
    ({ snapshots }, observed) => observed.observe(snapshots.current.version),
  ],
  [
    "postern.model.age",
    "Seconds since the database last said which version it has; with the embedded database always 0.",
    "s",
    (service, observed) => {
      const { last_look } = service.following();
      const alone = service.store.driver.storage === "pglite" || last_look === 0;
      observed.observe(alone ? 0 : (service.runtime.clock.now() - last_look) / 1_000);
    },
  ],
  [
    "postern.model.following",
    "1 while changes of other processes arrive as they happen, else 0.",
    "1",
    (service, observed) => observed.observe(service.isFollowing() ? 1 : 0),
  ],
  [
    "postern.records.unreadable",
    "Records that do not open or parse.",
    "{record}",
    ({ snapshots }, observed) => observed.observe(snapshots.unreadable.length),
  ],
  [
    "postern.records",
    "Records in memory, by kind.",
    "{record}",
    ({ snapshots: { current } }, observed) => {
      observed.observe(current.users.size, { topic: "users" });
      observed.observe(current.service_accounts.size, { topic: "service_accounts" });
      observed.observe(current.oauth_clients.size, { topic: "oauth_clients" });
    },
  ],
  [
    "postern.signing_key",
    "1 while there is a key that signs, else 0.",
    "1",
    ({ snapshots }, observed) => observed.observe(snapshots.current.key_ring ? 1 : 0),
  ],
  [
    "postern.passwords.checks",
    "Checks of passwords that run, and that wait for their turn.",
    "{check}",
    ({ hashing }, observed) => {
      observed.observe(hashing.running, { state: "running" });
      observed.observe(hashing.waiting, { state: "waiting" });
    },
  ],
  [
    "postern.mails.waiting",
    "Mails that wait, are being sent, or are tried again later.",
    "{mail}",
    (service, observed) => observed.observe(outboxOf(service).state.waiting),
  ],
  [
    "postern.database.connections",
    "Connections of the pool that are used and idle, how many there may be, and statements that wait for one.",
    "{connection}",
    ({ store }, observed) => {
      for (const [state, count] of Object.entries(store.driver.pool?.() ?? {})) {
        observed.observe(count, { state });
      }
    },
  ],
];

const COUNTERS: readonly Observation[] = [
  [
    "postern.signatures",
    "Signatures of tokens, by algorithm.",
    "{signature}",
    (service, observed) => {
      for (const [alg, count] of signatureCounts(service)) observed.observe(count, { alg });
    },
  ],
  [
    "postern.model.notifications.missed",
    "Changes that were found by looking, and that the listener had not told.",
    "{notification}",
    (service, observed) => observed.observe(service.following().missed_notifications),
  ],
];

/** Lets the meter read the service whenever it collects, until it is disposed of. */
export function observeService(service: Service, meter: Meter): Disposable {
  const stops: (() => void)[] = [];
  function add(observable: Observable, read: Read): void {
    const callback = (observed: Observed) => read(service, observed);
    observable.addCallback(callback);
    stops.push(() => observable.removeCallback(callback));
  }
  for (const [name, description, unit, read] of GAUGES) {
    add(meter.createObservableGauge(name, { description, unit }), read);
  }
  for (const [name, description, unit, read] of COUNTERS) {
    add(meter.createObservableCounter(name, { description, unit }), read);
  }
  return {
    [Symbol.dispose]: () => {
      for (const stop of stops) stop();
    },
  };
}
