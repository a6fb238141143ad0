/** The standalone server's handler: health, request ids, and the session in front of the service. */
import type { AuthService } from "./auth.ts";
import { AuthError } from "./errors.ts";
import { json } from "./http/envelope.ts";
import { renderError } from "./http/errors/render.ts";
import { type Answered, requestIdHeader, toResponse } from "./http/reply.ts";
import { rawPath } from "./http/request-url.ts";
import { bearerSession } from "./middleware/session/bearer.ts";
import type { Runtime } from "./runtime.ts";
import { encodeHex } from "./std/hex.ts";

export interface StandaloneOptions {
  /** Base path of the service, for the redirect from `/`. */
  readonly prefix: string;
  /** Without it X-User is honoured as the front sets it. */
  readonly session: boolean;
}

export interface Standalone {
  readonly fetch: (request: Request, env: unknown) => Promise<Response>;
  /** From now on requests are answered; until then they get 503. */
  open(): void;
  /** Not ready from now on, so that a balancer stops sending; requests are still answered. */
  drain(): void;
}

export function createStandalone(
  auth: AuthService,
  runtime: Runtime,
  options: StandaloneOptions,
): Standalone {
  let state: "starting" | "open" | "draining" = "starting";
  // Request ids tell requests apart and are no secrets: one random part, then a count.
  const instance = encodeHex(runtime.random(8));
  let requests = 0;

  /** Details for administrators; everybody else learns the state alone. */
  async function ready(request: Request): Promise<Answered> {
    const health = await auth.health();
    const status = state === "draining" ? "not_ready" : health.status;
    const isAdmin = options.session && (await isAdministrator(request));
    const body = { status, ...(isAdmin && health.detail) };
    return json(body, status === "not_ready" ? 503 : 200);
  }

  /** Somebody whose token cannot be checked now learns the state like everybody else. */
  async function isAdministrator(request: Request): Promise<boolean> {
    try {
      const { principal } = await bearerSession(auth.api, request);
      return principal !== undefined && (await auth.isAdmin(principal));
    } catch {
      return false;
    }
  }

  async function answer(request: Request, env: unknown, requestId: string): Promise<Answered> {
    const pathname = rawPath(request.url);
    if (request.method === "GET" || request.method === "HEAD") {
      if (pathname === "/livez") return json({ status: "live" });
    }
    if (state === "starting") throw new AuthError("unavailable", "starting", { retryAfter: 1 });
    if (request.method === "GET" || request.method === "HEAD") {
      if (pathname === "/readyz") return ready(request);
      if (pathname === "/") return toDocumentation(options.prefix);
    }
    const connection = { ...runtime.connection(request, env), requestId };
    if (!options.session) return auth.fetch(request, env, { connection });
    const session = () => bearerSession(auth.api, request);
    return auth.fetch(request, env, { connection, session });
  }

  return {
    open() {
      state = "open";
    },

    drain() {
      state = "draining";
    },

    async fetch(request, env) {
      const started = runtime.clock.now();
      const requestId = `${instance}-${++requests}`;
      let response: Response;
      try {
        const answered = await answer(request, env, requestId);
        const isOurs = !(answered instanceof Response);
        response = isOurs ? toResponse(answered, requestIdHeader(requestId)) : answered;
      } catch (error) {
        const failure =
          error instanceof AuthError
            ? error
            : new AuthError("unavailable", "the service is not available", { cause: error });
        const refused = renderError("service", failure, runtime.log, request);
        response = toResponse(refused, requestIdHeader(requestId));
      }
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

const toDocumentation = (prefix: string) =>
  new Response(null, { status: 302, headers: { Location: `${prefix}/swagger/index.html` } });
