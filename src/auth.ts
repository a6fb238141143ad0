/** `createAuth` wires the service together; the only place that imports all rooms. */
import { Hono } from "hono";
import { createApi } from "./api/create-api.ts";
import { type AuthApi, SESSION_KEY } from "./api.ts";
import { now, openCall, openInternalCall, type Service } from "./call.ts";
import { ActiveCodes } from "./codes/active.ts";
import { Attempts } from "./codes/attempts.ts";
import { startPurging } from "./codes/purge.ts";
import { hashingLine } from "./credentials/hashing-line.ts";
import { keyWeakness } from "./crypto/key-strength.ts";
import { type LiveBox, liveBox } from "./crypto/live-box.ts";
import { openSecretBox } from "./crypto/secretbox.ts";
import { type DirectoryLoop, startDirectorySync } from "./directory/loop.ts";
import { AuthError, StartError } from "./errors.ts";
import { createEvents, type Events } from "./events/events.ts";
import { logEvents } from "./events/log-events.ts";
import { sealEmbedded } from "./first-run/embedded.ts";
import type { OnFirstRun } from "./first-run/first-credentials.ts";
import { type Health, readHealth } from "./health.ts";
import { renderError, renderOutside } from "./http/endpoint/errors/render.ts";
import { createRouter, ownsUrl, type RouteHandler } from "./http/router/app.ts";
import { type Documents, documentsOf } from "./http/router/documents.ts";
import { allEndpoints, publicEndpoints } from "./http/router/endpoints.ts";
import { decideAdmin } from "./iam/administrators/admin.ts";
import { keepAdministrator } from "./iam/administrators/last-administrator.ts";
import { keyUses } from "./iam/api-keys/key-uses.ts";
import { readCaller } from "./iam/caller.ts";
import type { SessionContext, SessionSource } from "./identity.ts";
import { startPresence } from "./instances/presence.ts";
import { outboxOf } from "./mail/outbox.ts";
import type { AuthOptions } from "./options/auth-options.ts";
import { type ParsedOptions, parseOptions } from "./options.ts";
import { pruneRegistered } from "./records/registered-clients.ts";
import { ensureSigningKey } from "./records/signing-key.ts";
import type { Connection, Runtime } from "./runtime.ts";
import { databaseSessions } from "./sessions/database.ts";
import { sessionChanges } from "./sessions/session-changes.ts";
import { type Follower, follow, pollInterval } from "./snapshot/follow.ts";
import { SnapshotHolder } from "./snapshot/holder.ts";
import { lookOver } from "./snapshot/look-over.ts";
import { encodeBase64Url } from "./std/base64url.ts";
import { durationOf } from "./std/duration.ts";
import { attempt, proceed, type Ready } from "./std/ready.ts";
import { ensureCanary, verifyCanaryBeforeMigration } from "./store/canary.ts";
import { type ChangeFeed, openFeed } from "./store/change-feed.ts";
import { databaseOf } from "./store/database.ts";
import { purgeEvents } from "./store/event-retention.ts";
import { readLocalKey } from "./store/local-key.ts";
import { migrate } from "./store/migrate.ts";
import type { Store, WritableStore } from "./store/store.ts";
import { keepWayIn } from "./way-in/keep-way-in.ts";
import { ForwardedHeaders } from "./web/forwarded.ts";
import { LoadMeter } from "./web/load-meter.ts";
import { requestIdHeader, toResponse } from "./web/reply.ts";

/** What a host in front knows about a request: from our session, or from its own. */
export interface RequestContext {
  /** The peer. Absent: what the runtime reads from `env`. */
  readonly connection?: Connection;
  /** Who asks. Absent: the header `X-User` says so, which a front must set or remove. */
  readonly session?: SessionSource;
}

/** A running service. */
export interface AuthService {
  /** For `root.route("/", auth.app)`: paths that are not ours go to the next handler. */
  readonly app: Hono;
  /** `env` is the second argument of the server's fetch handler; it identifies the peer. */
  readonly fetch: (request: Request, env?: unknown, context?: RequestContext) => Promise<Response>;
  /** The same in process, without HTTP. */
  readonly api: AuthApi;
  /** Resolves when the service can answer; rejects with a `StartError` that says why not. */
  readonly ready: Promise<void>;
  /** Waits for `ready`, and asks the database. */
  readonly health: () => Promise<Health>;
  /** Whether the caller whom a session found holds the admin permission. */
  readonly isAdmin: (session: SessionContext) => Promise<boolean>;
  /** Tells what happens in this instance: sign-ins, refusals, revocations and writes. */
  readonly events: Pick<Events, "subscribe">;
  /** Ends loops, listener and connections; requests after it are answered with 503. */
  readonly close: () => Promise<void>;
}

/**
 * With the long-lived parts, for the command line and tests.
 * @internal
 */
export interface AuthInternals extends AuthService {
  /** Rejects like `ready`. */
  readonly service: Promise<Service>;
  /** As `fetch`; what is in memory is answered at once. */
  readonly respond: (request: Request, env?: unknown, context?: RequestContext) => Ready<Response>;
  /** Answers that need no request; undefined for everything else. */
  readonly document: Documents;
  /** Looks for forwarded headers of peers that are not trusted, in a request that the service itself may not see. */
  readonly lookForwarded: (request: Request, connection: Connection) => void;
}

/** Work before the first request; a failure is one of the start. */
type Prepare = (service: Service) => Promise<void>;

const HOURLY = durationOf(3_600_000);

interface Opened {
  readonly service: Service;
  readonly follower: Follower;
  readonly feed: ChangeFeed;
  readonly codes: ActiveCodes;
  readonly loops: readonly Disposable[];
  readonly directory: DirectoryLoop | undefined;
  readonly presence: AsyncDisposable | undefined;
  readonly documents: Documents;
  readonly house: RouteHandler;
}

/** The store, whose key can change. */
type Opening = Store & { readonly box: LiveBox };

async function openStore(options: Service["options"], runtime: Runtime): Promise<Opening> {
  const driver = await runtime.openSql(options.database);
  try {
    const key = options.encryption.key || (await readLocalKey(driver));
    if (!key) throw new StartError("encryption.key is required; postern keygen makes one");
    const box = liveBox(await openSecretBox(key));
    const used = await verifyCanaryBeforeMigration(driver, box);
    const weakness = keyWeakness(options.encryption.key);
    if (weakness && !used) {
      throw new StartError(`${weakness}; make one for this new database with postern keygen`);
    }
    if (weakness) runtime.log.warn(weakness);
    const applied = await migrate(driver, options.database.migration);
    if (applied.length > 0) runtime.log.info("migrations applied", { migrations: applied });
    const store = { driver, db: databaseOf(driver), box };
    await ensureCanary(store);
    return store;
  } catch (cause) {
    await driver.close().catch(() => undefined);
    throw cause;
  }
}

async function openService(
  options: Service["options"],
  runtime: Runtime,
  events: Events,
  prepare: Prepare | undefined,
): Promise<Opened> {
  const database = await openStore(options, runtime);
  try {
    const snapshots = new SnapshotHolder(database, runtime.log);
    const front: Service["front"] = { session: false };
    const { log } = runtime;
    const rules = [
      keepAdministrator({ box: database.box, snapshots, front, log }),
      keepWayIn(() => service),
    ];
    const store: WritableStore = {
      ...database,
      async beforeCommit(...write) {
        for (const rule of rules) await rule(...write);
      },
      async committed(version, change) {
        await snapshots.reach(version).catch((error: unknown) => {
          runtime.log.error("a write was saved but could not be read back yet", { error });
        });
        // A revocation has an event of its own.
        if (change && change.topic !== "revocations") {
          events.emit({ type: "record.written", ...change, version });
        }
      },
    };
    // The embedded database has one process, so there are no other writers.
    const alone = store.driver.storage === "pglite";
    const feed = openFeed(
      store,
      runtime,
      options.cache.disable_notification_listener
        ? undefined
        : () => pollInterval(snapshots, options, true),
    );
    const isFollowing = () => alone || feed.state === "listening";
    const sessions = databaseSessions(store, sessionChanges(alone ? undefined : feed));
    const settings = () => snapshots.current.settings;
    const codes = new ActiveCodes({ options, runtime, store, settings });
    const attempts = new Attempts(codes, runtime, settings);
    const hashing = hashingLine(runtime.passwords);
    const forwarded = new ForwardedHeaders(runtime);
    const load = new LoadMeter(runtime.clock.now());
    const instance = encodeBase64Url(runtime.random(12));
    const line = { codes, attempts, hashing, forwarded, load, instance };
    const { box: recordKey } = database;
    const parts = { options, runtime, store, recordKey, snapshots, sessions, events, ...line };
    let follower: Follower | undefined;
    const notYet = { missed_notifications: 0, last_look: 0 };
    const following = () => follower?.state ?? { listener: feed.state, ...notYet };
    const service: Service = { ...parts, isFollowing, following, front };
    await snapshots.start();
    await ensureSigningKey(service);
    await prepare?.(service);
    const endpoints = options.surface === "public" ? publicEndpoints : allEndpoints;
    const house = createRouter(service, endpoints);
    const documents = documentsOf(service, endpoints);
    const purge = runtime.every?.(
      () => HOURLY,
      // Async, so that an unreadable `cache` namespace rejects the task instead of ending the process.
      async () => purgeEvents(store, snapshots.current.settings.cache.event_retention),
    );
    follower = follow(store, snapshots, runtime, options, feed);
    const prune = runtime.every?.(
      () => HOURLY,
      async () => void (await pruneRegistered(service)),
    );
    const look = runtime.every && lookOver(snapshots);
    const all = [purge, startPurging(store, runtime), prune, look];
    const loops = all.filter((loop) => loop !== undefined);
    const directory = startDirectorySync(service);
    const presence = startPresence(service);
    return { service, follower, feed, codes, loops, directory, presence, house, documents };
  } catch (cause) {
    await database.driver.close().catch(() => undefined);
    throw cause;
  }
}

/** The options of a service in an application. */
export interface EmbeddedOptions extends AuthOptions {
  /**
   * Takes the credentials that the first start of an empty database makes. Without it they are shown on a
   * terminal, else written to `first-run.txt` (mode 0600) in the data folder of the runtime. When it
   * throws, or takes longer than 30 s, nothing is sealed and `ready` rejects. It may be called again when
   * the start fails after it, so keep the last credentials. The service answers only after it.
   */
  readonly on_first_run?: OnFirstRun | undefined;
}

/**
 * Builds the service. Synchronous: the first request waits for `ready`. An empty database is sealed, see
 * `first_run`. Throws `StartError` when the options themselves are wrong.
 */
export function createAuth(input: EmbeddedOptions, runtime: Runtime): AuthService {
  const { on_first_run, ...options } = input;
  if (on_first_run !== undefined && typeof on_first_run !== "function") {
    throw new StartError("on_first_run: must be a function");
  }
  return createParsedAuth(parseOptions(options), runtime, (service) =>
    sealEmbedded(service, on_first_run),
  );
}

/** The public surface runs where nothing lives between requests: no loops and no listener. */
const withoutLoops = ({ every: _every, ...edge }: Runtime): Runtime => edge;

/**
 * The same from options that are parsed already, as the command line has them; an empty database stays
 * empty unless `prepare` fills it.
 * @internal
 */
export function createParsedAuth(
  options: ParsedOptions,
  host: Runtime,
  prepare?: Prepare,
): AuthInternals {
  const runtime = options.surface === "public" ? withoutLoops(host) : host;
  const events = createEvents(runtime.log);
  events.subscribe(logEvents(runtime.log));
  const opening = openService(options, runtime, events, prepare);
  const ready = opening.then(() => undefined);
  const service = opening.then((value) => value.service);
  // An unawaited rejection must not crash the process.
  for (const promise of [ready, service]) promise.catch(() => undefined);
  let opened: Opened | undefined;
  let closed: Promise<void> | undefined;
  opening.then((value) => (opened = value)).catch(() => undefined);

  /** Undefined when the path is not ours; another application's requests are never touched. */
  function answer(
    request: Request,
    env: unknown,
    context: RequestContext = {},
  ): Ready<Response | undefined> {
    if (!ownsUrl(options.prefix_path, request.url)) return undefined;
    const go = ({ house, follower }: Opened) => {
      const connection = context.connection ?? runtime.connection(request, env);
      const enter = () => house(request, connection, context.session);
      return runtime.every ? enter() : follower.lookIfDue().then(enter);
    };
    const begin = () => {
      if (closed) throw new AuthError("unavailable", "the service is stopping", { retryAfter: 2 });
      return opened ? go(opened) : opening.then(go);
    };
    return attempt(begin, (cause) => {
      const refusal =
        cause instanceof AuthError
          ? cause
          : new AuthError("unavailable", "the service could not start", { cause, retryAfter: 3 });
      return toResponse(renderError("service", refusal, runtime.log, request));
    });
  }

  /** For a request that no route has: a page for a browser while the service can be asked for one. */
  function missing(request: Request, env: unknown, { connection }: RequestContext = {}): Response {
    const refusal = new AuthError("not_found", "not found");
    const peer = connection ?? runtime.connection(request, env);
    try {
      const call = opened && openCall(opened.service, request, peer);
      const answered = call
        ? renderOutside(refusal, runtime.log, request, call, peer.requestId)
        : renderError("service", refusal, runtime.log, request);
      return toResponse(answered, requestIdHeader(peer.requestId));
    } catch (cause) {
      return toResponse(renderError("service", cause, runtime.log, request));
    }
  }

  const respond = (request: Request, env?: unknown, context?: RequestContext): Ready<Response> =>
    proceed(answer(request, env, context), (found) => found ?? missing(request, env, context));

  const app = new Hono();
  app.use("*", async (c, next) => {
    const response = await answer(c.req.raw, c.env, c.get(SESSION_KEY));
    if (!response) return next();
    return response;
  });

  return {
    app,
    ready,
    events,
    service,
    api: createApi(service, options.prefix_path),
    fetch: async (request, env, context) => respond(request, env, context),
    respond,
    document: (...asked) => (closed ? undefined : opened?.documents(...asked)),
    lookForwarded: (request, connection) =>
      opened?.service.forwarded.look(request, connection, options.trusted_proxies),
    async health() {
      const { service, follower } = await opening;
      return readHealth(service, follower.state, closed !== undefined);
    },
    async isAdmin(session) {
      const call = openInternalCall(await service);
      const context = readCaller(call.snapshot, new Headers(), session, now(call));
      return decideAdmin(call, context).is_admin;
    },
    close() {
      closed ??= opening.then(
        async ({ service, follower, feed, codes, loops, directory, presence }) => {
          for (const loop of loops) loop[Symbol.dispose]();
          await presence?.[Symbol.asyncDispose]();
          await directory?.[Symbol.asyncDispose]();
          follower[Symbol.dispose]();
          // Mail on its way needs the database.
          await outboxOf(service).close();
          await feed[Symbol.asyncDispose]();
          await codes[Symbol.asyncDispose]();
          await keyUses(service).written();
          await service.store.driver.close();
          await runtime.passwords.close?.();
        },
        () => undefined,
      );
      return closed;
    },
  };
}
