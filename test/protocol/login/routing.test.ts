/** Which requests are ours, and how they are refused (login-session-wire 3.2; N-3, L-W17, L-W38; start errors). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StartError } from "../../../src/index.ts";
import { createLogin } from "../../../src/login.ts";
import { ORIGIN } from "../../support/auth.ts";
import {
  gatewayRuntime,
  locationIn,
  startGateway,
  type TestGateway,
} from "../../support/gateway.ts";
import type { LoginOptions } from "../../support/inside.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const NOT_FOUND = { message: "Not Found" };

describe("methods", () => {
  test.each(["OPTIONS", "PUT", "PATCH", "DELETE"])(
    "%s is 404 everywhere below the base",
    async (method) => {
      for (const path of [
        "/login",
        "/login/",
        "/login/auth/methods",
        "/login/auth/token/postern",
      ]) {
        const { status, headers } = await gateway.app.fetch(
          new Request(`${ORIGIN}${path}`, { method }),
        );
        expect([status, headers.get("cache-control")], path).toEqual([404, "no-store"]);
      }
    },
  );

  test("POST where only GET is, and GET where only POST is", async () => {
    const post = await gateway.jar().send("POST", "/login/auth/methods", { body: "{}" });
    expect([post.status, post.body]).toEqual([404, NOT_FOUND]);
    for (const path of ["token/postern", "passkey/postern", "signup/postern", "reset/postern"]) {
      const { status, body } = await gateway.jar().get(`/login/auth/${path}`);
      expect([status, body], path).toEqual([404, NOT_FOUND]);
    }
  });

  test("a method override header changes nothing", async () => {
    const headers = { "x-http-method-override": "POST" };
    expect((await gateway.jar().get("/login/auth/token/postern", headers)).status).toBe(404);
  });
});

describe("paths", () => {
  test.each(["/loginx", "/log", "/login-page", "/xlogin/", "/Login/"])(
    "%s is not ours",
    async (path) => {
      expect((await gateway.jar().get(path)).body).toEqual({ error: "Unauthorized" });
    },
  );

  test.each([
    "/login//auth/methods",
    "/login/auth%2Fmethods",
    "/login/auth%5cmethods",
    "/login/auth/methods;x=1",
    "/login/%252e%252e/app",
    "/login/a%00b",
    "/login/%",
    "/login/%ff",
  ])("N-3: %s is refused, not guessed", async (path) => {
    const { status, body } = await gateway.jar().get(path);
    expect([status, body]).toEqual([400, { message: "the path is ambiguous" }]);
  });

  test("an escaped letter is the letter", async () => {
    expect((await gateway.jar().get("/login/auth/m%65thods")).status).toBe(200);
  });

  test("dot segments never leave or enter the base by another spelling", async () => {
    // The request line is resolved before any router.
    expect((await gateway.jar().get("/login/../app")).body).toEqual({ error: "Unauthorized" });
    expect((await gateway.jar().get("/app/..%2flogin/")).status).not.toBe(200);
  });

  test("L-W38: segments, not prefixes", async () => {
    for (const path of [
      "methodsx",
      "tokens/postern",
      "status-x",
      "sdk.jsx",
      "sdk.js/",
      "passkey/enrollment/x",
    ]) {
      const { status, body } = await gateway.jar().get(`/login/auth/${path}`);
      expect([status, body], path).toEqual([404, NOT_FOUND]);
    }
  });
});

describe("a nested base", () => {
  test.each(["/auth/login", "/auth/login/"])(
    "path.base %s: with and without the slash, before a broader router",
    async (base) => {
      await using own = await startGateway({ login: { path: { base } } });
      const bare = await own.jar().open("/auth/login?x=1");
      expect([bare.status, locationIn(bare)]).toEqual([301, "/auth/login/?x=1"]);
      expect((await own.jar().open("/auth/login/")).text).toContain('id="login-page"');
      const { body } = await own.jar().get("/auth/login/auth/methods");
      expect(body.payload.provider.password[0].url).toBe("/auth/login/auth/token/postern");
      expect((await own.jar().get("/auth/login/auth/sdk.js")).status).toBe(200);
      // What is beside it belongs to the service.
      expect((await own.jar().get("/auth/oauth2/jwks")).text).not.toContain("Not Found");
      const discovery = await own.jar().get("/.well-known/openid-configuration");
      expect(discovery.status).toBe(200);
    },
  );
});

describe("hosts", () => {
  test("a malformed Host is 400 and no page", async () => {
    const request = new Request(`${ORIGIN}/login/`, { headers: { accept: "text/html" } });
    const answer = await gateway.login.answer({ request, connection: { host: "a b<script>" } });
    expect(answer?.status).toBe(400);
    expect(await answer?.json()).toEqual({ message: "the Host header is not valid" });
  });
});

describe("failures", () => {
  test("a defect is one sentence, no stack, no detail; the log has it", async () => {
    await using own = await startGateway();
    const defect = () => Promise.reject(new Error("select * from users /srv/app.ts"));
    Object.assign(own.session, { providers: defect });
    const answer = await own.jar().get("/login/auth/methods");
    expect([answer.status, answer.body]).toEqual([500, { message: "Internal Server Error" }]);
    expect(own.runtime.lines.some(({ level }) => level === "error")).toBe(true);
  });
});

describe("start errors", () => {
  const instances = () => ({
    runtime: gatewayRuntime(),
    auth: {},
    session: { main: gateway.session },
  });
  const start = (options: LoginOptions) => () => createLogin(options, instances());

  test.each<[LoginOptions, string]>([
    [{} as LoginOptions, "session middleware is not set"],
    [{ session_middleware: "other" }, 'login: session middleware "other" not found'],
    [{ session_middleware: "constructor" }, 'login: session middleware "constructor" not found'],
    [
      { session_middleware: "main", auth_middleware: "absent" },
      'login: auth middleware "absent" not found',
    ],
    [
      { session_middleware: "main", store: { active: "redis" } },
      "login: store.redis.address is required while the active store is redis",
    ],
    [
      {
        session_middleware: "main",
        store: { active: "redis", redis: { address: ["127.0.0.1:1"] } },
      },
      "login: Redis is not available on this runtime",
    ],
  ])("%o: %s", (options, message) => {
    expect(start(options)).toThrow(new StartError(message));
  });

  test.each([
    { path: { base: "login" } },
    { path: { code: "//evil.example" } },
    { redirect: { base_url: "https://id.example.com/path" } },
    { redirect: { schema: "ftp" } },
    { store: { active: "file" } },
    { state_cookie: { max_age: 1 } },
    { state_cookie: { cookie_name: "a b" } },
    { success_cookie: { same_site: 9 } },
    { info: { titel: "x" } },
    { unknown: true },
  ])("%o is refused", (options) => {
    expect(start({ session_middleware: "main", ...options } as LoginOptions)).toThrow(StartError);
  });

  test("sessions made later are found at the first request", async () => {
    const session: Record<string, typeof gateway.session> = {};
    const { runtime } = gateway;
    const login = createLogin(
      { session_middleware: "late", path: { base: "/login" } },
      { runtime },
    );
    const ask = () =>
      login.answer({ request: new Request(`${ORIGIN}/login/auth/methods`), connection: {} });
    expect((await ask())?.status).toBe(500);
    session.late = gateway.session;
    const known = { runtime, session };
    const found = createLogin({ session_middleware: "late", path: { base: "/login" } }, known);
    const request = new Request(`${ORIGIN}/login/auth/status`, {
      headers: { accept: "application/json" },
    });
    expect((await found.answer({ request, connection: {} }))?.status).toBe(200);
  });
});
