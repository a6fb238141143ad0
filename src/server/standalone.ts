/** The standalone server's handler: health, request ids, and session and login in front of the service. */

import type { RequestHead } from "../adapters/serving.ts";
import { eventStreamsOf } from "../audit/event-streams.ts";
import type { AuthInternals } from "../auth.ts";
import { AuthError } from "../errors.ts";
import { renderOutside } from "../http/endpoint/errors/render.ts";
import { ownsUrl } from "../http/router/request-url.ts";
import { nameSpan } from "../runtime/traces.ts";
import type { Connection, Runtime } from "../runtime.ts";
import type { IncomingRequest } from "../session/session.ts";
import type { Cidr } from "../std/cidr.ts";
import { encodeHex } from "../std/hex.ts";
import { attempt, proceed, type Ready } from "../std/ready.ts";
import { rawPath } from "../std/request-path.ts";
import { withoutBody } from "../web/head-request.ts";
import { isTrusted } from "../web/origin.ts";
import { iconResponse } from "../web/pages/favicon.ts";
import {
  type Answered,
  type Reply,
  requestIdHeader,
  toResponse,
  withHeaders,
} from "../web/reply.ts";
import { tracedRequest } from "../web/sent-trace.ts";
import { isAdministrator } from "./administrator.ts";
import { type ServerCaller, serverCaller } from "./caller.ts";
import type { Gateway } from "./gateway.ts";
import { type CrewHealth, live, serverHealth } from "./health.ts";

export interface StandaloneOptions {
  /** Base path of the service, for the redirect from `/`. */
  readonly prefix: string;
  /** Without it X-User is honoured as the front sets it. */
  readonly gateway?: Gateway | undefined;
  /** Of a worker: what `/readyz` tells of the others. */
  readonly crew?: CrewHealth | undefined;
  /** Peers whose word on a trace counts. */
  readonly proxies?: readonly Cidr[];
  /** Absent where nothing is measured. */
  readonly metrics?: ShownMetrics | undefined;
}

/** The metrics as a text of this media type. */
interface ShownMetrics {
  readonly type: string;
  readonly text: () => Promise<string>;
}

export interface Standalone {
  readonly fetch: (request: Request, env: unknown) => Ready<Response>;
  /** The same for a server that writes plain data without a `Response`. */
  readonly answer: (request: Request, env: unknown) => Ready<Answered>;
  /** What needs no more than the head of a request. */
  readonly direct: (head: RequestHead) => Reply | undefined;
  /** From now on requests are answered; until then they get 503. */
  open(): void;
  /** Not ready from now on, so that a balancer stops sending; requests are still answered. */
  drain(): void;
}

/** Another origin than that of the address may be meant. */
const FORWARDED = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for"] as const;
/** Browsers ask for it by themselves where a page names no icon. */
const ICON = "/favicon.ico";
const METRICS = "/metrics";
/** Signs out; the form of the account page goes there. */
const LOGOUT = "/logout";

export function createStandalone(
  auth: AuthInternals,
  runtime: Runtime,
  { prefix, gateway, crew, metrics, proxies = [] }: StandaloneOptions,
): Standalone {
  const { traces } = runtime;
  let state: "starting" | "open" | "draining" = "starting";
  const loginBelow =
    gateway !== undefined &&
    Object.values(gateway.login.options.path).some((path) => ownsUrl(prefix, `http://here${path}`));
  // Request ids tell requests apart and are no secrets: one random part, then a count.
  const instance = encodeHex(runtime.random(8));
  let requests = 0;

  const health = serverHealth(auth, gateway?.session, runtime.log, crew);

  /**
   * Every route of the service guards itself, so the caller is identified only when a route asks:
   * machine endpoints never do. A session in front switches break-glass off (L-W1).
   */
  function serve(incoming: IncomingRequest, env: unknown, gateway: Gateway): Ready<Answered> {
    const { request, connection } = incoming;
    let caller: Ready<ServerCaller> | undefined;
    let known: ServerCaller | undefined;
    const session = () => {
      caller ??= serverCaller(auth, gateway.session, incoming);
      return proceed(caller, (found) => {
        known = found;
        return { ...found.session, logout_url: LOGOUT };
      });
    };
    return proceed(auth.respond(request, env, { connection, session }), (answered) => {
      if (!known || known.answer.length === 0) return answered;
      const response = toResponse(answered);
      for (const [name, value] of known.answer) response.headers.append(name, value);
      return response;
    });
  }

  /**
   * The service sets the request id itself; changing the headers of its answer again would cost as much
   * as the rest of a small request.
   */
  function route(
    request: Request,
    env: unknown,
    requestId: string,
    known?: Connection,
  ): Ready<Answered> {
    const named = (answered: Answered) => withHeaders(answered, requestIdHeader(requestId));
    const pathname = rawPath(request.url);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && pathname === "/livez") return named(live());
    if (isRead && pathname === ICON) return named(iconResponse());
    if (state === "starting") {
      // Balancers ask until it is ready.
      const expected = isRead && pathname === "/readyz";
      throw new AuthError("unavailable", "starting", { retryAfter: 1, expected });
    }
    const document = request.method === "GET" && documentFor(request, pathname);
    if (document) {
      if (traces) nameSpan(traces.active(), `GET ${pathname}`, pathname);
      return named(document);
    }
    const connection = known ?? connectionOf(request, env, requestId);
    const incoming = { request, connection };
    auth.lookForwarded(request, connection);
    if (isRead && pathname === "/readyz") {
      return health.ready(incoming, state === "draining").then(named);
    }
    if (isRead && metrics && pathname === METRICS) return show(metrics, incoming).then(named);
    if (isRead && pathname === "/") return named(toAccount(prefix));
    if (!gateway) return auth.respond(request, env, { connection });
    const { forwardAuth } = gateway;
    if (isRead && forwardAuth && pathname === forwardAuth.path) {
      if (isTrusted(connection, forwardAuth.proxies))
        return proceed(forwardAuth.decide(incoming), named);
      throw new AuthError("not_found", "not found");
    }
    if (pathname === LOGOUT) return gateway.login.logout(incoming).then(named);
    // The login has no route here, so the many machine requests skip it.
    if (!loginBelow && ownsUrl(prefix, request.url)) return serve(incoming, env, gateway);
    return gateway.login
      .answer(incoming)
      .then((login) => (login ? named(login) : serve(incoming, env, gateway)));
  }

  /** They name clients, directories and what people do, so they are for administrators. */
  async function show({ type, text }: ShownMetrics, incoming: IncomingRequest): Promise<Reply> {
    if (!(await isAdministrator(auth, gateway?.session, incoming))) {
      throw new AuthError("unauthenticated", "the metrics are for administrators");
    }
    const headers = { "Content-Type": type, "Cache-Control": "no-store" };
    return { status: 200, text: await text(), headers };
  }

  function documentFor({ url, headers }: Request, pathname: string): Reply | undefined {
    const host = url.slice(url.indexOf("//") + 2, url.length - pathname.length);
    // With a query the path is no end of the address, so that no host comes out.
    const found = auth.document(pathname, url.startsWith("https:") ? "https" : "http", host);
    return found && FORWARDED.some((name) => headers.has(name)) ? undefined : found;
  }

  function refuse(request: Request, requestId: string, error: unknown): Answered {
    const failure =
      error instanceof AuthError
        ? error
        : new AuthError("unavailable", "the service is not available", { cause: error });
    // The settings may not be readable now, so the address that was asked for is the place.
    const place = { origin: new URL(request.url).origin, icon: ICON };
    const refused = renderOutside(failure, runtime.log, request, place, requestId);
    return withHeaders(refused, requestIdHeader(requestId));
  }

  const connectionOf = (request: Request, env: unknown, requestId: string): Connection => ({
    ...runtime.connection(request, env),
    requestId,
    ...(traces && { traced: true }),
  });

  function answer(request: Request, env: unknown): Ready<Answered> {
    const started = runtime.clock.now();
    const requestId = `${instance}-${++requests}`;
    const finish = (answered: Answered): Answered => {
      runtime.log.debug("request", {
        request_id: requestId,
        method: request.method,
        path: rawPath(request.url),
        status: answered.status,
        milliseconds: runtime.clock.now() - started,
      });
      return answered;
    };
    const work = (known?: Connection) => {
      const routed = attempt(
        () => route(request, env, requestId, known),
        (error) => refuse(request, requestId, error),
      );
      return proceed(routed, (answered) =>
        request.method === "HEAD" ? withoutBody(answered).then(finish) : finish(answered),
      );
    };
    // What asks whether this process serves is none of its requests, and while it starts "not yet" is no failure.
    if (!traces || state === "starting" || isProbe(request)) return work();
    const connection = connectionOf(request, env, requestId);
    return tracedRequest(traces, request, connection, proxies, () => work(connection));
  }

  return {
    open() {
      state = "open";
      // The first sign-in should not have to wait for them (L-D6).
      void health.lookForKeys();
    },

    drain() {
      state = "draining";
      // They would last longer than a stop waits.
      void auth.service.then((service) => eventStreamsOf(service).end());
    },

    direct({ method, target, host, tls, forwarded }) {
      // A span needs the whole request.
      if (traces || state === "starting" || method !== "GET" || forwarded) return undefined;
      const reply = auth.document(target, tls ? "https" : "http", host);
      if (!reply) return undefined;
      const requestId = `${instance}-${++requests}`;
      const { status } = reply;
      runtime.log.debug("request", { request_id: requestId, method, path: target, status });
      return { ...reply, headers: { ...reply.headers, ...requestIdHeader(requestId) } };
    },

    answer,
    fetch: (request, env) => proceed(answer(request, env), (answered) => toResponse(answered)),
  };
}

/** A balancer or an orchestrator asks every few seconds, and 503 is one of its expected answers. */
function isProbe({ method, url }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const pathname = rawPath(url);
  return pathname === "/livez" || pathname === "/readyz";
}

const toAccount = (prefix: string) =>
  new Response(null, { status: 302, headers: { Location: `${prefix}/ui/` } });
