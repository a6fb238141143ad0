/** `createAuth` wires the service together; with `auth/` the only place that imports all modules. */
import { Hono } from "hono";
import { createApi } from "./api/create-api.ts";
import { type AuthApi, SESSION_KEY } from "./api.ts";
import { type OpenService, openService, type Prepare } from "./auth/open-service.ts";
import { byItself, now, openCall, openInternalCall, type Service } from "./call.ts";
import { AuthError, StartError } from "./errors.ts";
import { createEvents, type Events } from "./events/events.ts";
import { logEvents } from "./events/log-events.ts";
import { sealEmbedded } from "./first-run/embedded.ts";
import type { OnFirstRun } from "./first-run/first-credentials.ts";
import { type Health, readHealth } from "./health.ts";
import { renderError, renderOutside } from "./http/endpoint/errors/render.ts";
import type { Documents } from "./http/router/documents.ts";
import { ownsUrl } from "./http/router/request-url.ts";
import { decideAdmin } from "./iam/administrators/admin.ts";
import { readCaller } from "./iam/caller.ts";
import type { SessionContext, SessionSource } from "./identity.ts";
import type { AuthOptions } from "./options/auth-options.ts";
import { type ParsedOptions, parseOptions } from "./options.ts";
import type { Connection, Runtime } from "./runtime.ts";
import { attempt, proceed, type Ready } from "./std/ready.ts";
import { unreadRequest } from "./web/read-before.ts";
import { type Answered, requestIdHeader, toResponse, withHeaders } from "./web/reply.ts";
import { tracedRequest } from "./web/sent-trace.ts";

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
  readonly respond: (request: Request, env?: unknown, context?: RequestContext) => Ready<Answered>;
  /** Answers that need no request; undefined for everything else. */
  readonly document: Documents;
  /** Looks for forwarded headers of peers that are not trusted, in a request that the service itself may not see. */
  readonly lookForwarded: (request: Request, connection: Connection) => void;
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
    sealEmbedded(byItself(service), on_first_run),
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
  let opened: OpenService | undefined;
  let closed: Promise<void> | undefined;
  opening.then((value) => (opened = value)).catch(() => undefined);

  /** Undefined when the path is not ours; another application's requests are never touched. */
  function answer(
    request: Request,
    env: unknown,
    context: RequestContext = {},
  ): Ready<Answered | undefined> {
    if (!ownsUrl(options.prefix_path, request.url)) return undefined;
    const go = ({ router, follower }: OpenService) => {
      const connection = context.connection ?? runtime.connection(request, env);
      const enter = () => router(request, connection, context.session);
      const work = () => (runtime.every ? enter() : follower.lookIfDue().then(enter));
      const { traces } = runtime;
      if (!traces || connection.traced) return work();
      return tracedRequest(traces, request, connection, options.trusted_proxies, work);
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
      return renderError("service", refusal, runtime.log, request);
    });
  }

  /** For a request that no route has: a page for a browser while the service can be asked for one. */
  function missing(request: Request, env: unknown, { connection }: RequestContext = {}): Answered {
    const refusal = new AuthError("not_found", "not found");
    const peer = connection ?? runtime.connection(request, env);
    try {
      const call = opened && openCall(opened.service, request, peer);
      const answered = call
        ? renderOutside(refusal, runtime.log, request, call, peer.requestId)
        : renderError("service", refusal, runtime.log, request);
      return withHeaders(answered, requestIdHeader(peer.requestId));
    } catch (cause) {
      return renderError("service", cause, runtime.log, request);
    }
  }

  const respond = (request: Request, env?: unknown, context?: RequestContext): Ready<Answered> =>
    proceed(answer(request, env, context), (found) => found ?? missing(request, env, context));

  const app = new Hono();
  app.use("*", async (c, next) => {
    const request = await unreadRequest(c);
    const answered = await answer(request, c.env, c.get(SESSION_KEY));
    return answered ? toResponse(answered) : next();
  });

  return {
    app,
    ready,
    events,
    service,
    api: createApi(service, options.prefix_path),
    fetch: async (request, env, context) => toResponse(await respond(request, env, context)),
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
        async ({ service }) => {
          await service.parts[Symbol.asyncDispose]();
          await runtime.passwords.close?.();
        },
        () => undefined,
      );
      return closed;
    },
  };
}
