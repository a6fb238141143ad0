/** The router: one call pinned per request, and the endpoint of its path and method. */
import { type Call, newest, now, openCall, type Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { readCaller } from "../../iam/caller.ts";
import type { SessionContext, SessionSource } from "../../identity.ts";
import type { Connection } from "../../runtime.ts";
import { attempt, proceed, type Ready } from "../../std/ready.ts";
import { asGet, withoutBody } from "../../web/head-request.ts";
import { type Answered, requestIdHeader, withHeaders } from "../../web/reply.ts";
import type { Endpoint, Family } from "../endpoint/endpoint.ts";
import { renderError } from "../endpoint/errors/render.ts";
import type { KnownCaller } from "../endpoint/mount.ts";
import { preflight } from "./cors.ts";
import { type MatchedPath, pathsOf } from "./paths.ts";
import { checkHeaders, checkUrl } from "./request-url.ts";

/** Answers one request, or undefined when no route of ours has this path. */
export type RouteHandler = (
  request: Request,
  connection: Connection,
  session?: SessionSource,
) => Ready<Answered | undefined>;

/** The family that renders errors which happen before a route is known. */
const familyOf = (path: string, prefix: string): Family =>
  path.startsWith(`${prefix}/oauth2/`) || path.startsWith("/.well-known/") ? "oauth" : "service";

/** Whom the session found may have come into the newest snapshot because of that. */
function knownCaller(call: Call, headers: Headers, found: SessionContext | undefined): KnownCaller {
  const read = (at: Call): KnownCaller => ({
    call: at,
    caller: readCaller(at.snapshot, headers, found, now(at)),
  });
  const atPinned = read(call);
  const { caller } = atPinned.caller;
  if (caller.kind !== "named" || caller.principal) return atPinned;
  return call.snapshot === call.service.snapshots.current ? atPinned : read(newest(call));
}

export function createRouter(service: Service, endpoints: readonly Endpoint[]): RouteHandler {
  const { prefix_path: prefix } = service.options;
  const { log } = service.runtime;
  const paths = pathsOf(service, endpoints);

  /** OPTIONS runs no handler (N-3); a known path with another method is 405 (RFC 9110 §15.5.6). */
  function withoutHandler(
    request: Request,
    path: string,
    { methods, cors, head }: MatchedPath,
  ): Answered | undefined {
    if (methods.length === 0) return undefined;
    const answered = methods.flatMap((method) =>
      method === "GET" && head ? ["GET", "HEAD"] : method,
    );
    const allow = [...answered, "OPTIONS"].join(", ");
    if (request.method === "OPTIONS") {
      if (cors.length > 0) return preflight(cors);
      return new Response(null, { status: 204, headers: { Allow: allow } });
    }
    const refusal = new AuthError("method_not_allowed", "method not allowed");
    return withHeaders(renderError(familyOf(path, prefix), refusal, log, request), {
      Allow: allow,
    });
  }

  /** HEAD asks about the answer to GET where that changes nothing (I-10). */
  async function answerHead(
    request: Request,
    path: string,
    connection: Connection,
    session: SessionSource | undefined,
  ): Promise<Response | undefined> {
    const matched = paths.match(request);
    const answer = matched.head
      ? await router(asGet(request), connection, session, request)
      : withoutHandler(request, path, matched);
    return answer && withoutBody(answer);
  }

  /** @param sent as it came: a proof of possession is for its method (RFC 9449 §4.3) */
  const router = (
    request: Request,
    connection: Connection,
    session?: SessionSource,
    sent = request,
  ): Ready<Answered | undefined> => {
    let path = "/";
    const route = (): Ready<Answered | undefined> => {
      path = checkUrl(request.url);
      if (!connection.headersBounded) checkHeaders(request.headers);
      const { method } = request;
      if (method === "OPTIONS") return withoutHandler(request, path, paths.match(request));
      if (method === "HEAD") return answerHead(request, path, connection, session);
      const call = openCall(service, sent, connection);
      const opened = {
        call,
        readCaller: () =>
          proceed(typeof session === "function" ? session() : session, (context) =>
            knownCaller(call, request.headers, context),
          ),
      };
      const fixed = paths.fixed(method, path);
      if (fixed) return fixed(opened, request, {});
      const matched = paths.match(request);
      const open = matched.open(method);
      return open ? open(opened) : withoutHandler(request, path, matched);
    };
    return attempt(route, (error) => {
      const answer = renderError(familyOf(path, prefix), error, log, request);
      return withHeaders(answer, requestIdHeader(connection.requestId));
    });
  };
  return router;
}
