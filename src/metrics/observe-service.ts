/** What a service is like at the moment when metrics are collected: read from memory, and nowhere else. */
import { auditLogOf } from "../audit/audit-log.ts";
import { eventStreamsOf } from "../audit/event-streams.ts";
import type { Service } from "../call.ts";
import { deliveriesOf } from "../delivery/deliveries.ts";
import { directoryLine } from "../directory/sign-in.ts";
import { outboxOf } from "../mail/outbox.ts";
import { logoutLineOf } from "../oauth2/sign-out/logout-line.ts";
import type { Meter, Observable, Observed } from "../runtime.ts";
import { givenRevocations } from "../tokens/revocation-queue.ts";
import { signatureCounts } from "../tokens/sign.ts";
import { CACHES } from "./caches.ts";
import { type Looks, startLooks } from "./looks.ts";

type Read = (service: Service, observed: Observed, looks: Looks) => void;

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
    "postern.directory.sign_ins",
    "Sign-ins that ask a directory, and that wait for their turn.",
    "{sign_in}",
    (service, observed) => {
      const { running, waiting } = directoryLine(service);
      observed.observe(running, { state: "running" });
      observed.observe(waiting, { state: "waiting" });
    },
  ],
  [
    "postern.revocations.waiting",
    "Revocations that are in force here and not saved yet.",
    "{revocation}",
    (service, observed) => observed.observe(givenRevocations(service).size),
  ],
  [
    "postern.audit.waiting",
    "Entries of the audit log that wait for the database.",
    "{entry}",
    (service, observed) => observed.observe(auditLogOf(service).state.waiting),
  ],
  [
    "postern.events.streams",
    "Readers of the change feed that are connected.",
    "{stream}",
    (service, observed) => observed.observe(eventStreamsOf(service).size),
  ],
  [
    "postern.deliveries.behind",
    "Entries of the audit log that a webhook or stream has not come to yet.",
    "{entry}",
    (_service, observed, looks) => {
      for (const { id, behind } of looks.last()?.lines ?? [])
        observed.observe(behind, { line: id });
    },
  ],
  [
    "postern.deliveries.age",
    "Seconds since the oldest of these entries was written.",
    "s",
    (_service, observed, looks) => {
      for (const { id, age } of looks.last()?.lines ?? []) observed.observe(age, { line: id });
    },
  ],
  [
    "postern.deliveries.stopped",
    "1 for a webhook that was given up until an administrator goes on, else 0.",
    "1",
    (_service, observed, looks) => {
      for (const { id, stopped } of looks.last()?.lines ?? []) {
        observed.observe(stopped ? 1 : 0, { line: id });
      }
    },
  ],
  [
    "postern.logouts.waiting",
    "Sign-outs of which applications have not been notified yet.",
    "{sign_in}",
    (_service, observed, looks) => {
      const look = looks.last();
      if (look) observed.observe(look.untold);
    },
  ],
  [
    "postern.cache.entries",
    "Entries of each bounded memory.",
    "{entry}",
    (service, observed) => {
      for (const [cache, fill] of Object.entries(CACHES)) {
        observed.observe(fill(service).entries, { cache });
      }
    },
  ],
  [
    "postern.cache.limit",
    "Entries at which the oldest gives way to a new one.",
    "{entry}",
    (service, observed) => {
      for (const [cache, fill] of Object.entries(CACHES)) {
        observed.observe(fill(service).most, { cache });
      }
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
    "postern.deliveries",
    "Events of webhooks and streams: arrived, tries that failed, and those that were gone by their age.",
    "{event}",
    (service, observed) => {
      for (const [line, { counts }] of deliveriesOf(service).lines) {
        for (const [outcome, count] of Object.entries(counts)) {
          observed.observe(count, { line, outcome });
        }
      }
    },
  ],
  [
    "postern.logouts",
    "Applications that were told of the end of a sign-in, and tries that failed.",
    "{request}",
    (service, observed) => {
      for (const [outcome, count] of Object.entries(logoutLineOf(service).counts)) {
        observed.observe(count, { outcome });
      }
    },
  ],
  [
    "postern.audit.dropped",
    "Entries of the audit log without a row of their own, because too many came.",
    "{entry}",
    (service, observed) => observed.observe(auditLogOf(service).state.dropped),
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
  const looks = startLooks(service);
  const stops: (() => void)[] = [() => looks[Symbol.dispose]()];
  function add(observable: Observable, read: Read): void {
    const callback = (observed: Observed) => read(service, observed, looks);
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
