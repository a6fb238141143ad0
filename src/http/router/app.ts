/** The router: every endpoint on one router, one call pinned per request. */
import { type Context, Hono } from "hono";
import { type Call, newest, now, openCall, type Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { readCaller } from "../../iam/caller.ts";
import type { SessionContext, SessionSource } from "../../identity.ts";
import type { Connection } from "../../runtime.ts";
import { attempt, proceed, type Ready } from "../../std/ready.ts";
import { rawPath } from "../../std/request-path.ts";
import { asGet, withoutBody } from "../../web/head-request.ts";
import { requestIdHeader, toResponse } from "../../web/reply.ts";
import { type Endpoint, type Family, type Method, routePath } from "../endpoint/endpoint.ts";
import { renderError } from "../endpoint/errors/render.ts";
import { handlerOf, type KnownCaller, type RouteEnv } from "../endpoint/mount.ts";
import { ANY_ORIGIN, preflight } from "./cors.ts";
import { loadFamily } from "./load-family.ts";
import { checkHeaders, checkUrl } from "./request-url.ts";

/** Answers one request, or undefined when no route of ours has this path. */
export type RouteHandler = (
  request: Request,
  connection: Connection,
  session?: SessionSource,
) => Ready<Response | undefined>;

type OpenHandler = (
  bindings: RouteEnv["Bindings"],
  request: Request,
  parameters: Readonly<Record<string, string>>,
) => Ready<Response>;

const METHODS: readonly Method[] = ["get", "post", "put", "patch", "delete"];
const NOT_OURS = new Response(null, { status: 404 });

/** The family that renders errors which happen before a route is known. */
const familyOf = (path: string, prefix: string): Family =>
  path.startsWith(`${prefix}/oauth2/`) || path.startsWith("/.well-known/") ? "oauth" : "service";

const ROOT_PATHS =
  /^\/\.well-known\/(openid-configuration|oauth-authorization-server|webauthn)(\/|$)/;

/** Whether a URL is below the prefix or one of the root documents; cheap, before anything is checked. */
export function ownsUrl(prefix: string, url: string): boolean {
  const path = rawPath(url);
  return path === prefix || path.startsWith(`${prefix}/`) || ROOT_PATHS.test(path);
}

interface MatchedPath {
  readonly methods: readonly Method[];
  /** A GET is there that changes nothing. */
  readonly head: boolean;
  readonly open: readonly Method[];
}

/** Whom the session found may have come into the newest snapshot because of that. */
function knownCaller(call: Call, headers: Headers, found: SessionContext | undefined): KnownCaller {
  const read = (at: Call): KnownCaller => ({
    call: at,
    caller: readCaller(at.snapshot, headers, found, now(at)),
  });
  const known = read(call);
  const { caller } = known.caller;
  if (caller.kind !== "named" || caller.principal) return known;
  return call.snapshot === call.service.snapshots.current ? known : read(newest(call));
}

export function createRouter(service: Service, endpoints: readonly Endpoint[]): RouteHandler {
  const { prefix_path: prefix } = service.options;
  const { load, runtime } = service;
  const { log, clock } = runtime;
  const app = new Hono<RouteEnv>({ strict: true });
  const corsHandlers = new WeakSet<object>();
  const headHandlers = new WeakSet<object>();
  const seen = new Set<string>();
  /** Paths without parameters are found here; the router, which costs more, matches the others. */
  const fixed = new Map<string, OpenHandler>();

  for (const endpoint of endpoints) {
    const path = routePath(prefix, endpoint);
    if (path === "") continue; // without a prefix, `{prefix}` and `{prefix}/` are one path
    const key = `${endpoint.method} ${path}`;
    if (seen.has(key)) throw new Error(`two endpoints for ${key}`);
    seen.add(key);
    const handler = handlerOf(service, endpoint);
    const cors = endpoint.cors ? ANY_ORIGIN : {};
    const family = loadFamily(endpoint);
    const open: OpenHandler = (bindings, request, parameters) => {
      const began = performance.now();
      return proceed(handler(bindings, request, parameters), (answer) => {
        const { requestId } = bindings.call.connection;
        load.note(family, answer.status, clock.now(), performance.now() - began);
        return toResponse(answer, { ...cors, ...requestIdHeader(requestId) });
      });
    };
    const method = endpoint.method.toUpperCase();
    const routed = (c: Context<RouteEnv>) => open(c.env, c.req.raw, c.req.param());
    if (endpoint.cors) corsHandlers.add(routed);
    if (method === "GET" && !endpoint.changesState) headHandlers.add(routed);
    app.on(method, path, routed);
    if (!/[:*{]/.test(path)) fixed.set(`${method} ${path}`, open);
  }
  app.notFound(() => NOT_OURS);
  // A request that throws outside every handler is a defect; it must not end the process.
  app.onError((error, c) => toResponse(renderError("service", error, log, c.req.raw)));

  function matched(path: string): MatchedPath {
    const methods: Method[] = [];
    const open: Method[] = [];
    let head = false;
    for (const method of METHODS) {
      const [handlers] = app.router.match(method.toUpperCase(), path);
      if (handlers.length === 0) continue;
      methods.push(method);
      const [first] = handlers;
      if (first && corsHandlers.has(first[0][0])) open.push(method);
      if (first && method === "get") head = headHandlers.has(first[0][0]);
    }
    return { methods, head, open };
  }

  /** OPTIONS runs no handler (N-3); a known path with another method is 405. */
  function withoutHandler(
    request: Request,
    path: string,
    { methods, head, open } = matched(path),
  ): Response | undefined {
    if (methods.length === 0) return undefined;
    const known = methods.flatMap((method) =>
      method === "get" && head ? ["get", "head"] : method,
    );
    const allow = [...known, "options"].join(", ").toUpperCase();
    if (request.method === "OPTIONS") {
      if (open.length > 0) return preflight(open);
      return new Response(null, { status: 204, headers: { Allow: allow } });
    }
    const refusal = new AuthError("method_not_allowed", "method not allowed");
    return toResponse(renderError(familyOf(path, prefix), refusal, log, request), { Allow: allow });
  }

  /** HEAD asks about the answer to GET where that changes nothing (I-10). */
  async function answerHead(
    request: Request,
    path: string,
    ...rest: [Connection, SessionSource?]
  ): Promise<Response | undefined> {
    const found = matched(path);
    const answer = found.head
      ? await router(asGet(request), ...rest)
      : withoutHandler(request, path, found);
    return answer && withoutBody(answer);
  }

  const router: RouteHandler = (request, connection, session) => {
    let path = "/";
    const route = (): Ready<Response | undefined> => {
      path = checkUrl(request.url);
      if (!connection.headersBounded) checkHeaders(request.headers);
      if (request.method === "OPTIONS") return withoutHandler(request, path);
      if (request.method === "HEAD") return answerHead(request, path, connection, session);
      const call = openCall(service, request, connection);
      const bindings = {
        call,
        readCaller: () =>
          proceed(typeof session === "function" ? session() : session, (found) =>
            knownCaller(call, request.headers, found),
          ),
      };
      const found = fixed.get(`${request.method} ${path}`);
      if (found) return found(bindings, request, {});
      return proceed(app.fetch(request, bindings), (response) =>
        response === NOT_OURS ? withoutHandler(request, path) : response,
      );
    };
    return attempt(route, (error) => {
      const answer = renderError(familyOf(path, prefix), error, log, request);
      return toResponse(answer, requestIdHeader(connection.requestId));
    });
  };
  return router;
}
