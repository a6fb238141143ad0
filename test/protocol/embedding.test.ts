/** The service in a Hono application of its user: what middlewares in front and behind do, it bears (docs/embedding.md). */
import { serve } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { basicAuth } from "hono/basic-auth";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { cache } from "hono/cache";
import { every, except, some } from "hono/combine";
import { compress } from "hono/compress";
import { contextStorage } from "hono/context-storage";
import { cors } from "hono/cors";
import { csrf } from "hono/csrf";
import { etag } from "hono/etag";
import { ipRestriction } from "hono/ip-restriction";
import { jsxRenderer } from "hono/jsx-renderer";
import { jwt } from "hono/jwt";
import { languageDetector } from "hono/language";
import { logger } from "hono/logger";
import { methodOverride } from "hono/method-override";
import { poweredBy } from "hono/powered-by";
import { prettyJSON } from "hono/pretty-json";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { timeout } from "hono/timeout";
import { timing } from "hono/timing";
import { appendTrailingSlash, trimTrailingSlash } from "hono/trailing-slash";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { putClient, TOKEN, WEB } from "../support/tokens.ts";

let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await service.json("POST", "/auth/v1/service-accounts", {
    alias: ["robot"],
    details: { secret: "robot-secret" },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const contained = (...middlewares: MiddlewareHandler[]): Hono => {
  const app = new Hono();
  for (const middleware of middlewares) app.use(middleware);
  app.route("/", service.auth.app);
  return app;
};

/** A form and a JSON body through an application: tokens, and a record that was made. */
async function both(ask: (path: string, init: RequestInit) => Promise<Response> | Response) {
  const form = await ask(TOKEN, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      ...{ client_id: "robot", client_secret: "robot-secret" },
    }),
  });
  const json = await ask("/auth/v1/permissions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: `permission-${crypto.randomUUID()}` }),
  });
  return [form.status, json.status, typeof (await form.json()).access_token];
}
const ORIGIN = "http://auth.example.com";
const through = (app: Hono) => both((path, init) => app.request(`${ORIGIN}${path}`, init));
const FINE = [200, 200, "string"];

describe("a middleware in front has read the body", () => {
  const readers: Record<string, (c: Context) => Promise<unknown>> = {
    text: (c) => c.req.text(),
    json: (c) => c.req.json().catch(() => undefined),
    arrayBuffer: (c) => c.req.arrayBuffer(),
    blob: (c) => c.req.blob(),
    parseBody: (c) => c.req.parseBody(),
    "text, then json": async (c) => [await c.req.text(), await c.req.json().catch(() => 0)],
  };
  const reading =
    (read: (c: Context) => Promise<unknown>): MiddlewareHandler =>
    async (c, next) => {
      await read(c);
      await next();
    };

  test.each(Object.entries(readers))("by c.req: %s", async (_, read) => {
    expect(await through(contained(reading(read)))).toEqual(FINE);
  });

  test("on a real server, whose requests are made when they are looked at", async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const app = contained(reading((c) => c.req.text()));
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      resolve(port),
    );
    const url = `http://127.0.0.1:${await promise}`;
    try {
      expect(await both((path, init) => fetch(`${url}${path}`, init))).toEqual(FINE);
    } finally {
      server.close();
    }
  });

  test("from the raw request: 400 that says so, and the process goes on", async () => {
    const app = contained(reading((c) => c.req.raw.text()));
    const answer = await app.request(`${ORIGIN}${TOKEN}`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: "invalid_request",
      error_description: expect.stringContaining("c.req"),
    });
  });

  test("N-1: what was read in front is as long as it was; the limits of the service hold", async () => {
    const app = contained(reading((c) => c.req.text()));
    const answer = await app.request(`${ORIGIN}${TOKEN}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `grant_type=${"x".repeat(65 * 1024)}`,
    });
    expect(answer.status).toBe(413);
  });
});

describe("Hono's own middlewares", () => {
  const all: Record<string, () => MiddlewareHandler> = {
    "append-slash": () => appendTrailingSlash(),
    "basic-auth on other paths": () => on("/staff", basicAuth({ username: "a", password: "b" })),
    "bearer-auth on other paths": () => on("/staff", bearerAuth({ token: "another" })),
    "body-limit": () => bodyLimit({ maxSize: 100_000 }),
    "cache, without a Cache API": () => cache({ cacheName: "app", onCacheNotAvailable: false }),
    combine: () =>
      every(
        some(poweredBy()),
        except(["/auth/*", "/own"], basicAuth({ username: "a", password: "b" })),
      ),
    compress: () => compress(),
    "context-storage": () => contextStorage(),
    cors: () => cors({ origin: "https://app.example.com", credentials: true }),
    csrf: () => csrf({ origin: ORIGIN }),
    etag: () => etag(),
    "ip-restriction": () => ipRestriction(() => "192.0.2.1", { allowList: ["192.0.2.0/24"] }),
    "jsx-renderer": () => jsxRenderer(({ children }) => children as never),
    "jwt on other paths": () => on("/staff", jwt({ secret: "of the application", alg: "HS256" })),
    language: () => languageDetector({ supportedLanguages: ["en"], fallbackLanguage: "en" }),
    logger: () => logger(() => undefined),
    "method-override": () => methodOverride({ app: new Hono() }),
    "powered-by": () => poweredBy(),
    "pretty-json": () => prettyJSON(),
    "request-id": () => requestId(),
    "secure-headers": () => secureHeaders(),
    timeout: () => timeout(5_000),
    timing: () => timing(),
    "trailing-slash": () => trimTrailingSlash(),
  };
  /** Only there, as an application that has paths of its own does it. */
  function on(prefix: string, middleware: MiddlewareHandler): MiddlewareHandler {
    return (c, next) => (c.req.path.startsWith(prefix) ? middleware(c, next) : next());
  }
  const withOrigin = (app: Hono) =>
    both((path, init) =>
      app.request(`${ORIGIN}${path}`, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), origin: ORIGIN },
      }),
    );

  test.each(Object.entries(all))("in front: %s", async (_, middleware) => {
    expect(await withOrigin(contained(middleware()))).toEqual(FINE);
  });

  test.each(Object.entries(all))("behind: %s", async (_, middleware) => {
    const app = contained();
    app.use(middleware());
    app.get("/own", (c) => c.text("of the application"));
    expect(await withOrigin(app)).toEqual(FINE);
    expect((await app.request(`${ORIGIN}/own`)).status).toBe(200);
  });

  test("all at once, and the answer has their headers", async () => {
    const app = contained(...Object.values(all).map((middleware) => middleware()));
    expect(await withOrigin(app)).toEqual(FINE);
    const { headers } = await app.request(`${ORIGIN}/auth/oauth2/certs`);
    expect(headers.get("x-powered-by")).toBe("Hono");
    expect(headers.get("x-request-id")).not.toBeNull();
    expect(headers.get("server-timing")).toContain("total");
  });
});

describe("the application around", () => {
  test("below a base path, by route and by mount; another path is the application's", async () => {
    const app = new Hono();
    app.get("/before", (c) => c.text("before"));
    app.route("/", service.auth.app);
    app.get("/auth-side", (c) => c.text("beside"));
    app.get("*", (c) => c.text("after"));
    expect(await through(app)).toEqual(FINE);
    const texts = ["/before", "/auth-side", "/authors", "/anything"].map(async (path) =>
      (await app.request(`${ORIGIN}${path}`)).text(),
    );
    expect(await Promise.all(texts)).toEqual(["before", "beside", "after", "after"]);
    const mounted = new Hono();
    mounted.mount("/", (request, env) => service.auth.fetch(request, env));
    expect(await through(mounted)).toEqual(FINE);
  });

  test("its error handler sees its own errors, and none of the service's", async () => {
    const seen: string[] = [];
    const app = new Hono();
    app.onError((error, c) => {
      seen.push(error.message);
      return c.text("the application's own page", 500);
    });
    app.route("/", service.auth.app);
    app.get("/broken", () => {
      throw new Error("of the application");
    });
    const refused = await app.request(`${ORIGIN}${TOKEN}`, { method: "POST" });
    expect(refused.status).toBe(415);
    expect(await (await app.request(`${ORIGIN}/broken`)).text()).toBe("the application's own page");
    expect(seen).toEqual(["of the application"]);
  });
});
