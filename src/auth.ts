/** `createAuth` wires the service together; the only place that imports all rooms. */
import { Hono } from "hono";
import { type AuthApi, createApi, SESSION_KEY } from "./api.ts";
import { openInternalCall, type Service } from "./call.ts";
import { ActiveCodes } from "./codes/active.ts";
import { Attempts } from "./codes/attempts.ts";
import { startPurging } from "./codes/purge.ts";
import { hashingLine } from "./credentials/hashing-line.ts";
import { openSecretBox } from "./crypto/secretbox.ts";
import { AuthError, StartError } from "./errors.ts";
import { type Health, readHealth } from "./health.ts";
import { createRouter, ownsUrl, type RouteHandler, type SessionSource } from "./http/app.ts";
import { allEndpoints, publicEndpoints } from "./http/endpoints.ts";
import { renderError } from "./http/errors/render.ts";
import { requestIdHeader, toResponse } from "./http/reply.ts";
import { decideAdmin } from "./iam/administrators/admin.ts";
import { keepAdministrator } from "./iam/administrators/last-administrator.ts";
import { readCaller, type SessionContext } from "./iam/caller.ts";
import { type AuthOptions, type ParsedOptions, parseOptions } from "./options.ts";
import { ForwardedHeaders } from "./origin/forwarded.ts";
import { ensureSigningKey } from "./records/signing-key.ts";
import type { Connection, Runtime } from "./runtime.ts";
import { type Follower, follow } from "./snapshot/follow.ts";
import { SnapshotHolder } from "./snapshot/holder.ts";
import { lookOver } from "./snapshot/look-over.ts";
import { durationOf } from "./std/duration.ts";
import { ensureCanary, verifyCanaryBeforeMigration } from "./store/canary.ts";
import { purgeEvents } from "./store/event-retention.ts";
import { migrate } from "./store/migrate.ts";
import type { Store } from "./store/store.ts";

/** What a host that ran our session in front knows about a request. */
export interface RequestContext {
  readonly connection?: Connection;
  readonly session?: SessionSource;
}

export interface AuthService {
  /** For `root.route("/", auth.app)`: paths that are not ours go to the next handler. */
  readonly app: Hono;
  /** `env` is the second argument of the server's fetch handler; it identifies the peer. */
  readonly fetch: (request: Request, env?: unknown, context?: RequestContext) => Promise<Response>;
  readonly api: AuthApi;
  /** Resolves when the service can answer; rejects with a `StartError` that says why not. */
  readonly ready: Promise<void>;
  /** The long-lived parts, for the command line and tests; rejects like `ready`. */
  readonly service: Promise<Service>;
  readonly health: () => Promise<Health>;
  /** Whether the caller whom a session found holds the admin permission. */
  readonly isAdmin: (session: SessionContext) => Promise<boolean>;
  /** Ends loops, listener and connections; requests after it are answered with 503. */
  readonly close: () => Promise<void>;
}

const HOURLY = durationOf(3_600_000);

interface Opened {
  readonly service: Service;
  readonly follower: Follower;
  readonly codes: ActiveCodes;
  readonly loops: readonly Disposable[];
  readonly house: RouteHandler;
}

async function openStore(options: Service["options"], runtime: Runtime): Promise<Store> {
  const driver = await runtime.openSql(options.database);
  try {
    const key = options.encryption.key || (await driver.localKey?.());
    if (!key) throw new StartError("encryption.key is required; postern keygen makes one");
    const box = await openSecretBox(key);
    await verifyCanaryBeforeMigration(driver, box);
    const applied = await migrate(driver, options.database.migration);
    if (applied.length > 0) runtime.log.info("migrations applied", { migrations: applied });
    const store: Store = { driver, db: driver.db, box, committed: async () => undefined };
    await ensureCanary(store);
    return store;
  } catch (cause) {
    await driver.close().catch(() => undefined);
    throw cause;
  }
}

async function openService(options: Service["options"], runtime: Runtime): Promise<Opened> {
  const store = await openStore(options, runtime);
  try {
    const snapshots = new SnapshotHolder(store, runtime.log);
    let follower: Follower | undefined;
    // The embedded database has one process, so there are no other writers.
    const isFollowing = () =>
      store.driver.storage === "pglite" || follower?.state.listener === "listening";
    const settings = () => snapshots.current.settings;
    const codes = new ActiveCodes({ options, runtime, store, settings });
    const attempts = new Attempts(codes, runtime);
    const hashing = hashingLine(runtime.passwords);
    const forwarded = new ForwardedHeaders(runtime);
    const front = { session: false };
    const parts = { options, runtime, store, snapshots, codes, attempts, hashing, forwarded };
    const service: Service = { ...parts, isFollowing, front };
    await snapshots.start();
    store.beforeCommit = keepAdministrator(service);
    store.committed = (version) =>
      snapshots.reach(version).catch((error: unknown) => {
        runtime.log.error("a write was saved but could not be read back yet", { error });
      });
    await ensureSigningKey(service);
    const endpoints = options.surface === "public" ? publicEndpoints : allEndpoints;
    const house = createRouter(service, endpoints);
    const purge = runtime.every?.(
      () => HOURLY,
      // Async, so that an unreadable `cache` namespace rejects the task instead of ending the process.
      async () => purgeEvents(store, snapshots.current.settings.cache.event_retention),
    );
    follower = follow(store, snapshots, runtime, options);
    const look = runtime.every && lookOver(snapshots);
    const loops = [purge, startPurging(store, runtime), look].filter((loop) => loop !== undefined);
    return { service, follower, codes, loops, house };
  } catch (cause) {
    await store.driver.close().catch(() => undefined);
    throw cause;
  }
}

/**
 * Builds the service. Synchronous: the first request waits for `ready`.
 * Throws `StartError` when the options themselves are wrong.
 */
export function createAuth(input: AuthOptions, runtime: Runtime): AuthService {
  return createParsedAuth(parseOptions(input), runtime);
}

/** The public surface runs where nothing lives between requests: no loops and no listener. */
const withoutLoops = ({ every: _every, ...edge }: Runtime): Runtime => edge;

/** The same from options that are parsed already, as the command line has them. */
export function createParsedAuth(options: ParsedOptions, host: Runtime): AuthService {
  const runtime = options.surface === "public" ? withoutLoops(host) : host;
  const opening = openService(options, runtime);
  const ready = opening.then(() => undefined);
  const service = opening.then((value) => value.service);
  // An unawaited rejection must not crash the process.
  for (const promise of [ready, service]) promise.catch(() => undefined);
  let opened: Opened | undefined;
  let closed: Promise<void> | undefined;
  opening.then((value) => (opened = value)).catch(() => undefined);

  /** Undefined when the path is not ours; another application's requests are never touched. */
  async function answer(
    request: Request,
    env: unknown,
    context: RequestContext = {},
  ): Promise<Response | undefined> {
    if (!ownsUrl(options.prefix_path, request.url)) return undefined;
    try {
      if (closed) throw new AuthError("unavailable", "the service is stopping", { retryAfter: 2 });
      const { house, follower } = opened ?? (await opening);
      if (!runtime.every) await follower.lookIfDue();
      const connection = context.connection ?? runtime.connection(request, env);
      return await house(request, connection, context.session);
    } catch (cause) {
      const refusal =
        cause instanceof AuthError
          ? cause
          : new AuthError("unavailable", "the service could not start", { cause, retryAfter: 3 });
      return toResponse(renderError("service", refusal, runtime.log, request));
    }
  }

  const app = new Hono();
  app.use("*", async (c, next) => {
    const response = await answer(
      c.req.raw,
      c.env,
      c.get(SESSION_KEY as never) as RequestContext | undefined,
    );
    if (!response) return next();
    return response;
  });

  return {
    app,
    ready,
    service,
    api: createApi(service, options.prefix_path),
    async fetch(request, env, context) {
      const response = await answer(request, env, context);
      if (response) return response;
      const missing = new AuthError("not_found", "not found");
      const refused = renderError("service", missing, runtime.log, request);
      return toResponse(refused, requestIdHeader(context?.connection?.requestId));
    },
    async health() {
      const { service, follower } = await opening;
      return readHealth(service, follower.state, closed !== undefined);
    },
    async isAdmin(session) {
      const call = openInternalCall(await service);
      const context = readCaller(call.snapshot, new Headers(), session);
      return decideAdmin(call, context).is_admin;
    },
    close() {
      closed ??= opening.then(
        async ({ service, follower, codes, loops }) => {
          for (const loop of loops) loop[Symbol.dispose]();
          await follower[Symbol.asyncDispose]();
          await codes[Symbol.asyncDispose]();
          await service.store.driver.close();
          await runtime.passwords.close?.();
        },
        () => undefined,
      );
      return closed;
    },
  };
}
