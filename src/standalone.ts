/** The standalone server's handler: health, request ids, and session and login in front of the service. */
import type { SessionContext } from "./api.ts";
import type { AuthService } from "./auth.ts";
import { AuthError } from "./errors.ts";
import { withoutBody } from "./head-request.ts";
import { ownsUrl } from "./http/app.ts";
import { json } from "./http/envelope.ts";
import { renderError } from "./http/errors/render.ts";
import { type Answered, requestIdHeader, toResponse } from "./http/reply.ts";
import type { Login } from "./login/login.ts";
import { isTrusted } from "./origin.ts";
import type { Runtime } from "./runtime.ts";
import { contextOf, tokenIdentity } from "./session/identity.ts";
import type { IncomingRequest, Passed, Session } from "./session/session.ts";
import type { Cidr } from "./std/cidr.ts";
import { encodeHex } from "./std/hex.ts";
import { rawPath } from "./std/request-path.ts";
import { readAuthorization } from "./web/bearer.ts";

/** What stands between a browser and the service. */
export interface FrontDoor {
  readonly session: Session;
  readonly login: Login;
  readonly forwardAuth?: ForwardAuthRoute | undefined;
}

/** Decides for the proxies in front of other applications. */
export interface ForwardAuthRoute {
  readonly path: string;
  /** The route trusts its headers, so for every other peer it answers as if it did not exist. */
  readonly proxies: readonly Cidr[];
  readonly decide: (asked: IncomingRequest) => Promise<Response>;
}

export interface StandaloneOptions {
  /** Base path of the service, for the redirect from `/`. */
  readonly prefix: string;
  /** Without it X-User is honoured as the front sets it. */
  readonly door?: FrontDoor | undefined;
}

export interface Standalone {
  readonly fetch: (request: Request, env: unknown) => Promise<Response>;
  /** From now on requests are answered; until then they get 503. */
  open(): void;
  /** Not ready from now on, so that a balancer stops sending; requests are still answered. */
  drain(): void;
}

/** The caller, and what the answer tells the browser about its session. */
interface Identified extends Pick<Passed, "answer"> {
  readonly session: SessionContext;
}

/** Signs out; the form of the account page goes there. */
const LOGOUT = "/logout";

export function createStandalone(
  auth: AuthService,
  runtime: Runtime,
  { prefix, door }: StandaloneOptions,
): Standalone {
  let state: "starting" | "open" | "draining" = "starting";
  const loginBelow =
    door !== undefined &&
    Object.values(door.login.options.path).some((path) => ownsUrl(prefix, `http://here${path}`));
  // Request ids tell requests apart and are no secrets: one random part, then a count.
  const instance = encodeHex(runtime.random(8));
  let requests = 0;

  /** Remote providers whose keys were never fetched; users of other providers can still sign in. */
  let missingKeys: readonly string[] = [];

  async function lookForKeys(): Promise<void> {
    try {
      missingKeys = (await door?.session.missingKeys()) ?? [];
    } catch (error) {
      runtime.log.warn("the session providers cannot be read", { error });
    }
  }

  /** Details for administrators; other callers get only the state. */
  async function ready(asked: IncomingRequest): Promise<Answered> {
    const health = await auth.health();
    const missing = missingKeys.map(
      (key) => `the keys of session provider "${key}" cannot be fetched`,
    );
    if (missing.length > 0) void lookForKeys();
    const known = missing.length > 0 && health.status === "ready" ? "degraded" : health.status;
    const status = state === "draining" ? "not_ready" : known;
    const warnings = [...health.detail.warnings, ...missing];
    const body = { status, ...((await isAdministrator(asked)) && { ...health.detail, warnings }) };
    return json(body, status === "not_ready" ? 503 : 200);
  }

  /** A caller who cannot be checked now gets only the state. */
  async function isAdministrator(asked: IncomingRequest): Promise<boolean> {
    try {
      return door !== undefined && (await auth.isAdmin((await identify(asked, door)).session));
    } catch {
      return false;
    }
  }

  /**
   * The session's answer. While none of its providers is bound to this service, our own access tokens
   * count all the same, so that an administrator with one can repair that configuration.
   */
  async function identify(asked: IncomingRequest, { session }: FrontDoor): Promise<Identified> {
    const { mark, answer } = await session.identify(asked);
    const sent = readAuthorization(asked.request.headers);
    if (sent.kind !== "bearer" || mark.identity) return { session: mark.session, answer };
    const providers = [...(await session.providers()).values()];
    if (providers.some(({ auth_middleware }) => auth_middleware)) {
      return { session: mark.session, answer };
    }
    try {
      const identity = tokenIdentity(await auth.api.verify(sent.token), "", sent.token);
      return { session: contextOf(identity), answer };
    } catch (error) {
      if (error instanceof AuthError && error.code === "invalid_token") {
        return { session: { refusal: error.message }, answer };
      }
      throw error;
    }
  }

  /**
   * Every route of the service guards itself, so the caller is identified only when a route asks:
   * machine endpoints never do. A session in front switches break-glass off (L-W1).
   */
  async function serve(asked: IncomingRequest, env: unknown, door: FrontDoor): Promise<Response> {
    const { request, connection } = asked;
    let identified: Promise<Identified> | undefined;
    const response = await auth.fetch(request, env, {
      connection,
      session: async () => {
        identified ??= identify(asked, door);
        return { ...(await identified).session, logout_url: LOGOUT };
      },
    });
    const { answer = [] } = (await identified?.catch(() => undefined)) ?? {};
    for (const [name, value] of answer) response.headers.append(name, value);
    return response;
  }

  /**
   * The service sets the request id itself; changing the headers of its answer again would cost as much
   * as the rest of a small request.
   */
  async function answer(request: Request, env: unknown, requestId: string): Promise<Response> {
    const named = (answered: Answered) => toResponse(answered, requestIdHeader(requestId));
    const pathname = rawPath(request.url);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && pathname === "/livez") return named(json({ status: "live" }));
    if (state === "starting") throw new AuthError("unavailable", "starting", { retryAfter: 1 });
    const connection = { ...runtime.connection(request, env), requestId };
    const asked = { request, connection };
    if (isRead && pathname === "/readyz") return named(await ready(asked));
    if (isRead && pathname === "/") return named(toAccount(prefix));
    if (!door) return auth.fetch(request, env, { connection });
    const { forwardAuth } = door;
    if (isRead && forwardAuth && pathname === forwardAuth.path) {
      if (isTrusted(connection, forwardAuth.proxies)) return named(await forwardAuth.decide(asked));
      throw new AuthError("not_found", "not found");
    }
    if (pathname === LOGOUT) return named(await door.login.logout(asked));
    // The login has no route here, so the many machine requests skip it.
    if (!loginBelow && ownsUrl(prefix, request.url)) return serve(asked, env, door);
    const login = await door.login.answer(asked);
    return login ? named(login) : serve(asked, env, door);
  }

  return {
    open() {
      state = "open";
      // The first sign-in should not have to wait for them (L-D6).
      void lookForKeys();
    },

    drain() {
      state = "draining";
    },

    async fetch(request, env) {
      const started = runtime.clock.now();
      const requestId = `${instance}-${++requests}`;
      let response: Response;
      try {
        response = await answer(request, env, requestId);
      } catch (error) {
        const failure =
          error instanceof AuthError
            ? error
            : new AuthError("unavailable", "the service is not available", { cause: error });
        const refused = renderError("service", failure, runtime.log, request);
        response = toResponse(refused, requestIdHeader(requestId));
      }
      if (request.method === "HEAD") response = await withoutBody(response);
      runtime.log.debug("request", {
        request_id: requestId,
        method: request.method,
        path: rawPath(request.url),
        status: response.status,
        milliseconds: runtime.clock.now() - started,
      });
      return response;
    },
  };
}

const toAccount = (prefix: string) =>
  new Response(null, { status: 302, headers: { Location: `${prefix}/ui/` } });
