/** Makes the parts of a service in their order, and starts what runs beside the requests. */
import { auditLogOf } from "../audit/audit-log.ts";
import { eventStreamsOf } from "../audit/event-streams.ts";
import { auditNewsOf } from "../audit/news.ts";
import { entriesOfWrite, modelBefore } from "../audit/of-writes.ts";
import { byItself, type Service } from "../call.ts";
import { ActiveCodes } from "../codes/active.ts";
import { Attempts } from "../codes/attempts.ts";
import { startPurging } from "../codes/purge.ts";
import { hashingLine } from "../credentials/hashing-line.ts";
import { deliveriesOf } from "../delivery/deliveries.ts";
import { startStreams } from "../delivery/streams.ts";
import { startDirectorySync } from "../directory/loop.ts";
import type { Events } from "../events/events.ts";
import { createRouter, type RouteHandler } from "../http/router/app.ts";
import { type Documents, documentsOf } from "../http/router/documents.ts";
import { allEndpoints, publicEndpoints } from "../http/router/endpoints.ts";
import { keepAdministrator } from "../iam/administrators/last-administrator.ts";
import { keyUses } from "../iam/api-keys/key-uses.ts";
import { endSuspensions } from "../iam/principals/suspension.ts";
import { startPresence } from "../instances/presence.ts";
import { outboxOf } from "../mail/outbox.ts";
import { countEvents } from "../metrics/count-events.ts";
import { observeService } from "../metrics/observe-service.ts";
import { accountNoticesOf } from "../notices/account-notices.ts";
import { sendWaitingInvitations } from "../oauth2/invitations/send-waiting.ts";
import { logoutLineOf } from "../oauth2/sign-out/logout-line.ts";
import type { ParsedOptions } from "../options.ts";
import { clientUses } from "../records/client-uses.ts";
import { followAddress } from "../records/follow-address.ts";
import { outsideSigner } from "../records/outside-signer.ts";
import { pruneRegistered } from "../records/registered-clients.ts";
import { ensureSigningKey, tendOutsideKeys, tendSigningKeys } from "../records/signing-key.ts";
import type { Runtime } from "../runtime.ts";
import { databaseSessions } from "../sessions/database.ts";
import { sessionChanges } from "../sessions/session-changes.ts";
import { type Follower, follow, pollInterval } from "../snapshot/follow.ts";
import { isHeld } from "../snapshot/held.ts";
import { SnapshotHolder } from "../snapshot/holder.ts";
import { scanUnreadable } from "../snapshot/scan-unreadable.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { durationOf } from "../std/duration.ts";
import { Parts } from "../std/parts.ts";
import { type AuditChain, openChain, pruneAudit, restartChain } from "../store/audit-chain.ts";
import { isFull } from "../store/availability.ts";
import type { Write } from "../store/change.ts";
import { openFeed } from "../store/change-feed.ts";
import { purgeEvents } from "../store/event-retention.ts";
import { noteFull } from "../store/full-disk.ts";
import type { Store, WritableStore } from "../store/store.ts";
import { endOverdueSignIns } from "../tokens/sign-in-use.ts";
import { keepWayIn } from "../way-in/keep-way-in.ts";
import { ForwardedHeaders } from "../web/forwarded.ts";
import { LoadMeter } from "../web/load-meter.ts";
import { openStore } from "./open-store.ts";

/** Work before the first request; a failure is one of the start. */
export type Prepare = (service: Service) => Promise<void>;

/** A service that can answer. Everything of it ends with `service.parts`. */
export interface OpenService {
  readonly service: Service;
  readonly follower: Follower;
  readonly documents: Documents;
  readonly router: RouteHandler;
}

const MINUTELY = durationOf(60_000);
const HOURLY = durationOf(3_600_000);
/** How soon a key that the signer lists is published. */
const SIGNER_LOOKS = durationOf(60_000);
/** For tries that failed, and for what another instance left. */
const DELIVERY_LOOKS = durationOf(5_000);
/** Topics of writes that can end sign-ins. */
const ENDING: ReadonlySet<string> = new Set(["revocations", "users"]);

/** What runs by the clock; nothing where the runtime has no timers. */
function startLoops(service: Service): void {
  const { parts, runtime, snapshots, store } = service;
  parts.add(
    runtime.every?.(
      () => HOURLY,
      // Async, so that an unreadable `cache` namespace rejects the task instead of ending the process.
      async () => purgeEvents(store, snapshots.current.settings.cache.event_retention),
    ),
  );
  parts.add(
    runtime.every?.(
      () => HOURLY,
      async () => {
        const { audit_retention } = snapshots.current.settings.cache;
        await pruneAudit(store, service.auditChain, service.instance, audit_retention);
      },
    ),
  );
  parts.add(startPurging(store, runtime, () => isHeld(snapshots.current)));
  parts.add(
    runtime.every?.(
      () => MINUTELY,
      () => endSuspensions(byItself(service)),
    ),
  );
  parts.add(
    runtime.every?.(
      () => MINUTELY,
      () => endOverdueSignIns(service),
    ),
  );
  parts.add(
    runtime.every?.(
      () => HOURLY,
      async () => void (await pruneRegistered(byItself(service))),
    ),
  );
  parts.add(
    runtime.every?.(
      () => HOURLY,
      () => tendSigningKeys(byItself(service)),
    ),
  );
  if (outsideSigner(service).configured) {
    parts.add(
      runtime.every?.(
        () => SIGNER_LOOKS,
        () => tendOutsideKeys(byItself(service)),
      ),
    );
  }
  parts.add(
    runtime.every?.(
      () => DELIVERY_LOOKS,
      async () => {
        logoutLineOf(service).wake();
        deliveriesOf(service).wake();
      },
    ),
  );
  parts.add(
    runtime.every?.(
      () => DELIVERY_LOOKS,
      async () => void (await sendWaitingInvitations(service)),
    ),
  );
  if (runtime.every) parts.add(scanUnreadable(snapshots));
}

/** The chain of the audit log; where its key is lost it begins anew, and says so. */
async function auditChainOf(store: Store, runtime: Runtime, instance: string): Promise<AuditChain> {
  const chain = await openChain(store, runtime);
  if (chain) return chain;
  runtime.log.error("the key of the audit log does not open: its chain begins anew");
  return restartChain(store, runtime, instance);
}

/** @param parts what was opened is there, also when this throws */
async function open(
  options: ParsedOptions,
  runtime: Runtime,
  events: Events,
  prepare: Prepare | undefined,
  parts: Parts<Service>,
): Promise<OpenService> {
  const database = await openStore(options, runtime);
  parts.add({ [Symbol.asyncDispose]: () => database.driver.close() });
  const snapshots = new SnapshotHolder(database, runtime);
  const front: Service["front"] = { session: false };
  const { log } = runtime;
  const instance = encodeBase64Url(runtime.random(12));
  const auditChain = await auditChainOf(database, runtime, instance);
  const modelsBefore = new WeakMap<Write, Snapshot>();
  /** A write ended sign-ins: their applications are told as soon as it is there. */
  let ending = false;
  const rules = [
    followAddress(() => service),
    keepAdministrator({ box: database.box, snapshots, front, log }),
    keepWayIn(() => service),
  ];
  const store: WritableStore = {
    ...database,
    disk: {},
    async beforeWrite(open) {
      modelsBefore.set(open, await modelBefore(service, open));
    },
    async beforeCommit(...write) {
      for (const rule of rules) await rule(...write);
      const [open, changes, touched] = write;
      const before = modelsBefore.get(open) ?? snapshots.current;
      const entries = await entriesOfWrite(service, open, changes, before);
      accountNoticesOf(service).note(open, changes, entries, before);
      await auditLogOf(service).append(open.tx, entries);
      ending ||= touched.keys().some((topic) => ENDING.has(topic));
    },
    async committed(version, changes) {
      await snapshots.reach(version).catch((error: unknown) => {
        log.error("a write was saved but could not be read back yet", { error });
      });
      auditNewsOf(service).wake();
      accountNoticesOf(service).committed(version - changes.length + 1);
      if (ending) {
        ending = false;
        logoutLineOf(service).wake();
      }
      for (const [index, change] of changes.entries()) {
        // A revocation has an event of its own.
        if (change.topic === "revocations") continue;
        const own = version - changes.length + 1 + index;
        events.emit({ type: "record.written", ...change, version: own });
      }
    },
  };
  // Rows that are written without `mutate`, such as codes: a refusal is an event, too.
  events.subscribe((event) => {
    if (event.type === "request.refused" && isFull(event.error)) noteFull(store);
  });
  // The embedded database has one process, so there are no other writers.
  const alone = store.driver.storage === "pglite";
  const poll = () => pollInterval(snapshots, options, true);
  const silent = options.cache.disable_notification_listener;
  const feed = parts.add(openFeed(store, runtime, silent ? undefined : poll));
  const settings = () => snapshots.current.settings;
  const codes = parts.add(new ActiveCodes({ options, runtime, store, settings }));
  let follower: Follower | undefined;
  const notYet = { missed_notifications: 0, last_look: 0 };
  const made: Omit<Service, never> = {
    parts,
    options,
    runtime,
    store,
    ownStore: store,
    recordKey: database.box,
    snapshots,
    sessions: databaseSessions(store, sessionChanges(alone ? undefined : feed)),
    codes,
    attempts: new Attempts(codes, runtime, settings),
    events,
    auditChain,
    hashing: hashingLine(runtime.passwords),
    forwarded: new ForwardedHeaders(runtime),
    load: new LoadMeter(runtime.clock.now()),
    instance,
    isFollowing: () => alone || feed.state === "listening",
    following: () => follower?.state ?? { listener: feed.state, ...notYet },
    front,
  };
  // The one place where a service is made.
  const service = made as Service;
  // Made now, so that they end late: what they still have to write needs the database.
  const auditLog = auditLogOf(service);
  parts.add(events.subscribe((event) => auditLog.note(event)));
  feed.join(auditNewsOf(service).reader);
  eventStreamsOf(service);
  keyUses(service);
  clientUses(service);
  outboxOf(service);
  logoutLineOf(service);
  startStreams(service);
  await snapshots.start();
  await ensureSigningKey(byItself(service));
  await tendOutsideKeys(byItself(service));
  await prepare?.(service);
  const endpoints = options.surface === "public" ? publicEndpoints : allEndpoints;
  const router = createRouter(service, endpoints);
  const documents = documentsOf(service, endpoints);
  follower = parts.add(follow(store, snapshots, runtime, options, feed));
  parts.add(startDirectorySync(service));
  parts.add(startPresence(service));
  startLoops(service);
  deliveriesOf(service).start();
  if (runtime.meter) {
    parts.add(observeService(service, runtime.meter));
    parts.add(events.subscribe(countEvents(runtime.meter)));
  }
  return { service, follower, documents, router };
}

/** Throws `StartError`, or what the database says; nothing of a failed start stays open. */
export async function openService(
  options: ParsedOptions,
  runtime: Runtime,
  events: Events,
  prepare: Prepare | undefined,
): Promise<OpenService> {
  const parts = new Parts<Service>();
  try {
    return await open(options, runtime, events, prepare, parts);
  } catch (cause) {
    await parts[Symbol.asyncDispose]().catch(() => undefined);
    throw cause;
  }
}
