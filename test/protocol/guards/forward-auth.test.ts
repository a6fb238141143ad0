/** Decisions for external proxies (login-session-wire 6; H-1, A-1, L-W18). */
import { Hono, type MiddlewareHandler } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forwardAuth } from "../../../src/guards.ts";
import type { ForwardAuthOptions } from "../../support/inside.ts";
import { type Jar, type SessionSetup, sessionSetup } from "../../support/session.ts";
import { API_KEY, ask, furnish, stateAs } from "./fixture.ts";

let setup: SessionSetup;
let browser: Jar;

beforeAll(async () => {
  setup = await sessionSetup({
    session: {
      store: { active: "memory" },
      provider: {
        postern: {
          auth_middleware: "auth",
          api_key: true,
          claim_header: { "X-Given-Name": "name" },
          oauth2: { client_id: "login", client_secret: "login-secret" },
        },
      },
      action: { token: { login_path: "/login/" } },
    },
  });
  const { body } = await setup.service.json("GET", "/auth/v1/users?alias=ada");
  await furnish(setup.service, body.payload[0].id);
  browser = await setup.signedIn();
});
afterAll(() => setup[Symbol.asyncDispose]());

const instances = () => ({
  runtime: setup.runtime,
  auth: { auth: setup.service.auth.api },
  session: { main: setup.session },
});
const OPTIONS: ForwardAuthOptions = { auth_middleware: "auth", session_middleware: "main" };

/** What a proxy sends for one request of its client. */
const forwarded = (uri: string, more: Record<string, string> = {}) => ({
  "x-forwarded-method": "GET",
  "x-forwarded-host": "app.example.com",
  "x-forwarded-proto": "https",
  "x-forwarded-uri": uri,
  ...more,
});

function endpoint(options: Partial<ForwardAuthOptions> = {}, ...before: MiddlewareHandler[]): Hono {
  const app = new Hono();
  for (const guard of before) app.use("*", guard);
  app.all("/decide", forwardAuth({ ...OPTIONS, ...options }, instances()));
  return app;
}

/** The proxy calls the endpoint at an address of its own. */
const decide = (headers: Record<string, string>, app = endpoint()) =>
  ask(app, "http://127.0.0.1:4000/decide", { headers });
const cookie = () => ({ cookie: browser.header() });
const bearer = async () => ({
  authorization: `Bearer ${(await setup.tokens()).access_token}`,
});

describe("with a session of its own", () => {
  test.each([
    ["cookie", async () => cookie()],
    ["bearer token", bearer],
  ] as const)(
    "a %s with the permission: 200, empty, with the identity to copy",
    async (_name, credential) => {
      const { status, headers, text } = await decide(forwarded("/own/a?x=1", await credential()));
      expect([status, text]).toEqual([200, ""]);
      expect(headers.get("x-user")).toBe("ada@example.com");
      expect(headers.get("x-given-name")).toBe("Ada");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("authorization")).toBeNull();
    },
  );

  test("a known user without the permission is 403", async () => {
    const { status, headers, body } = await decide(forwarded("/other", cookie()));
    expect([status, body]).toEqual([403, { message: "Forbidden" }]);
    expect(headers.get("x-user")).toBeNull();
  });

  test("an API key is decided as itself, not as its owner", async () => {
    const key = { "x-api-key": API_KEY };
    const allowed = await decide(forwarded("/keys/a", key));
    expect([allowed.status, allowed.headers.get("x-user-id")]).toEqual([200, "Reader"]);
    expect((await decide(forwarded("/own/a", key))).status).toBe(403);
    expect(
      (await decide(forwarded("/keys/a", { "x-api-key": `tak_${"0".repeat(64)}` }))).status,
    ).toBe(401);
  });

  test("without identity: public permissions pass, the rest is 401", async () => {
    const open = await decide(forwarded("/open/a"));
    expect(open.status).toBe(200);
    for (const name of ["x-user", "x-user-id", "x-given-name"]) {
      expect(open.headers.get(name), `H-1: ${name} is answered, empty`).toBe("");
    }
    const closed = await decide(forwarded("/own/a"));
    expect([closed.status, closed.body]).toEqual([401, { message: "Unauthorized" }]);
    expect(closed.headers.get("www-authenticate")).toBe("Bearer");
    expect(closed.headers.get("location")).toBeNull();
  });

  test("a credential that is not accepted leaves the public permissions", async () => {
    const garbage = { authorization: "Bearer a.b.c" };
    expect((await decide(forwarded("/open/a", garbage))).status).toBe(200);
    expect((await decide(forwarded("/own/a", garbage))).status).toBe(401);
  });

  test("L-W18: identity headers of the client count for nothing and are never echoed", async () => {
    const spoofed = { "x-user": "ada", "x-user-id": "ada", "x-given-name": "Eve", "x-trace": "7" };
    const app = endpoint({
      trust_x_user: true,
      pass_headers: ["X-User", "x-user-id", "X-Given-Name", "X-Trace", "X-Absent", "Set-Cookie"],
    });
    expect((await decide(forwarded("/own/a", spoofed), app)).status).toBe(401);
    const open = await decide(forwarded("/open/a", { ...spoofed, "set-cookie": "a=1" }), app);
    expect(open.status).toBe(200);
    for (const name of ["x-user", "x-user-id", "x-given-name"]) {
      expect(open.headers.get(name), name).toBe("");
    }
    for (const name of ["x-absent", "set-cookie"]) {
      expect(open.headers.get(name), name).toBeNull();
    }
    expect(open.headers.get("x-trace")).toBe("7");
    const own = await decide(forwarded("/own/a", { ...spoofed, ...cookie() }), app);
    expect(own.headers.get("x-given-name")).toBe("Ada");
  });

  test("the method and the host of the client decide, not those of the proxy's call", async () => {
    expect(
      (await decide(forwarded("/own/a", { ...cookie(), "x-forwarded-host": "b.example.com" })))
        .status,
    ).toBe(403);
    const app = endpoint();
    const post = await ask(app, "http://app.example.com/decide", {
      method: "POST",
      headers: forwarded("/own/a", { ...cookie(), "x-forwarded-method": "DELETE" }),
      body: "a=1",
    });
    expect(post.status).toBe(200);
  });

  test("a renewed session is given to the client: Set-Cookie passes", async () => {
    const due = await setup.signedIn();
    setup.runtime.advance(14 * 60_000 + 55_000);
    const { status, headers } = await decide(forwarded("/own/a", { cookie: due.header() }));
    expect(status).toBe(200);
    expect(headers.getSetCookie()).toHaveLength(1);
    expect(headers.get("x-session-set")).toBe("true");
    browser = await setup.signedIn();
  });

  test("the metadata path of a session is no permission to pass", async () => {
    await using other = await sessionSetup({
      session: {
        store: { active: "memory" },
        provider: { postern: { auth_middleware: "auth", oauth2: { client_id: "login" } } },
        protected_resource: { resource: "https://app.example.com" },
      },
    });
    const app = new Hono();
    const known = {
      runtime: other.runtime,
      auth: { auth: other.service.auth.api },
      session: { main: other.session },
    };
    app.all("/decide", forwardAuth(OPTIONS, known));
    const headers = forwarded("/.well-known/oauth-protected-resource");
    expect((await decide(headers, app)).status).toBe(401);
    const { headers: told } = await decide(forwarded("/own/a"), app);
    expect(told.get("www-authenticate")).toBe(
      'Bearer resource_metadata="https://app.example.com/.well-known/oauth-protected-resource"',
    );
  });
});

describe("redirect", () => {
  const html = { accept: "text/html" };
  const go = (headers: Record<string, string>, options: Partial<ForwardAuthOptions> = {}) =>
    decide(headers, endpoint({ redirect: true, ...options }));

  test("a browser goes to the login page of the forwarded host, with the way back", async () => {
    const { status, headers } = await go(forwarded("/own/a?b=c&d", html));
    expect(status).toBe(302);
    expect(headers.get("location")).toBe(
      "https://app.example.com/login/?redirect_path=%2Fown%2Fa%3Fb%3Dc%26d",
    );
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("by default, for programs and for what is not a GET it stays 401", async () => {
    expect((await decide(forwarded("/own/a", html))).status).toBe(401);
    expect((await go(forwarded("/own/a"))).status).toBe(401);
    expect((await go(forwarded("/own/a", { ...html, "x-forwarded-method": "POST" }))).status).toBe(
      401,
    );
  });

  test("a public permission comes before it, and a known user is 403", async () => {
    expect((await go(forwarded("/open/a", html))).status).toBe(200);
    expect((await go(forwarded("/other", { ...html, ...cookie() }))).status).toBe(403);
  });
});

describe("what the proxy must say", () => {
  test.each(["method", "host", "uri"])(
    "missing %s header: 401 `missing header: <name>`",
    async (what) => {
      const headers: Record<string, string> = forwarded("/open/a", cookie());
      delete headers[`x-forwarded-${what}`];
      const name = `X-Forwarded-${what[0]?.toUpperCase()}${what.slice(1)}`;
      const { status, body } = await decide(headers);
      expect([status, body]).toEqual([401, { message: `missing header: ${name}` }]);
    },
  );

  test.each([
    ["x-forwarded-method", "GET, POST"],
    ["x-forwarded-method", "GET,POST"],
    ["x-forwarded-host", "app.example.com, evil.example.com"],
    ["x-forwarded-host", "a@app.example.com"],
    ["x-forwarded-uri", "/open/a, /own/a"],
    ["x-forwarded-uri", "https://app.example.com/open/a"],
    ["x-forwarded-uri", "open/a"],
    ["x-forwarded-uri", "/open/a#b"],
    ["x_forwarded_uri", "/open/a"],
    ["x_forwarded_host", "app.example.com"],
  ])("H-1: %s: %s is refused, repeated and malformed values too", async (name, value) => {
    const { status, body } = await decide(forwarded("/open/a", { ...cookie(), [name]: value }));
    expect(status).toBe(401);
    expect(body.message).toMatch(/^malformed header: X-Forwarded-/);
  });

  test.each([
    "/open/..%2fown/a",
    "/open/../own/a",
    "/open//a",
    "/open/a;b",
    "//open/a",
    "/open/%252e",
  ])("A-1: %s could be read in two ways: 403", async (uri) => {
    const { status, body } = await decide(forwarded(uri, cookie()));
    expect([status, body.message]).toEqual([403, "the path is ambiguous"]);
  });

  test.each(["TRACE", "connect"])("the method %s is never allowed", async (method) => {
    const headers = forwarded("/open/a", { "x-forwarded-method": method });
    expect((await decide(headers)).status).toBe(403);
  });

  test("a comma in the path or the query is part of it", async () => {
    expect((await decide(forwarded("/open/a,b?c=d,e"))).status).toBe(200);
  });

  test("names are configurable, as nginx has them", async () => {
    const app = endpoint({
      method_header: "X-Original-Method",
      host_header: "X-Original-Host",
      uri_header: "X-Original-URI",
    });
    const headers = {
      ...cookie(),
      "x-forwarded-proto": "https",
      "x-original-method": "GET",
      "x-original-host": "app.example.com",
      "x-original-uri": "/own/a",
    };
    expect((await decide(headers, app)).status).toBe(200);
    expect((await decide(forwarded("/own/a", cookie()), app)).body.message).toBe(
      "missing header: X-Original-Method",
    );
  });
});

describe("without a session of its own", () => {
  const alone = { session_middleware: "" };

  test("a session in front of the route identifies; its public access was about the route", async () => {
    const ada = stateAs({ principal: "ada", user: "Ada" });
    expect((await decide(forwarded("/own/a"), endpoint(alone, ada))).status).toBe(200);
    expect((await decide(forwarded("/other"), endpoint(alone, ada))).status).toBe(403);
    const publicRoute = stateAs(undefined, { public_access: true });
    expect((await decide(forwarded("/own/a"), endpoint(alone, publicRoute))).status).toBe(401);
  });

  test("H-1: no identity: the identity headers are answered all the same, empty", async () => {
    for (const options of [alone, { ...alone, trust_x_user: true }]) {
      const { status, headers } = await decide(forwarded("/open/a"), endpoint(options));
      expect([status, headers.get("x-user"), headers.get("x-user-id")]).toEqual([200, "", ""]);
    }
  });

  test("the identity of a session in front is given to the proxy", async () => {
    const app = endpoint(alone, setup.session.middleware);
    const headers = forwarded("/own/a", { ...(await bearer()), "x-user": "admin" });
    const answer = await ask(app, "https://auth.example.com/decide", { headers });
    expect([answer.status, answer.headers.get("x-user")]).toEqual([200, "ada@example.com"]);
  });

  test("L-W18: X-User counts with trust_x_user only; the log says so once", async () => {
    setup.runtime.lines.length = 0;
    const app = endpoint(alone);
    for (let i = 0; i < 2; i++) {
      expect((await decide(forwarded("/own/a", { "x-user": "ada" }), app)).status).toBe(401);
    }
    const warnings = setup.runtime.lines.filter(({ message }) =>
      message.startsWith("forward_auth"),
    );
    expect(warnings).toHaveLength(1);
    const trusting = endpoint({ ...alone, trust_x_user: true });
    const answer = await decide(forwarded("/own/a", { "x-user": "ada" }), trusting);
    expect([answer.status, answer.headers.get("x-user")]).toEqual([200, "ada"]);
    expect((await decide(forwarded("/own/a", { "x-user": "ada,eve" }), trusting)).status).toBe(401);
  });

  test("a remote decision that fails is 502, an unknown instance or session 500", async () => {
    const remote = { ...alone, auth_middleware: "", check_api: "http://127.0.0.1:26420/check" };
    expect((await decide(forwarded("/open/a"), endpoint(remote, stateAs(undefined)))).status).toBe(
      502,
    );
    expect((await decide(forwarded("/open/a"), endpoint({ auth_middleware: "gone" }))).status).toBe(
      500,
    );
    expect(
      (await decide(forwarded("/open/a"), endpoint({ session_middleware: "gone" }))).status,
    ).toBe(500);
  });
});

test.each([
  [{}, /auth_middleware or check_api is required/],
  [{ auth_middleware: "auth", uri_header: "a b" }, /uri_header: must be the name/],
  [{ auth_middleware: "auth", pass_headers: ["a:"] }, /pass_headers\[0\]: must be the name/],
  [{ iam_middleware: "auth" }, /iam_middleware: is not a known key/],
])("options that cannot work end the start: %j", (options, reason) => {
  expect(() => forwardAuth(options as ForwardAuthOptions, instances())).toThrow(reason);
});
