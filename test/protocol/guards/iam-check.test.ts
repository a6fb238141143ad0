/** The permission check in front of an application (login-session-wire 5, 10.25; L-W17, L-W18, A-1, H-1). */
import type { Hono, MiddlewareHandler } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { iamCheck } from "../../../src/guards.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { type IamCheckOptions, type RunningServer, serve } from "../../support/inside.ts";
import { createAda } from "../../support/tokens.ts";
import { ask, furnish, guarded, instancesOf, stateAs } from "./fixture.ts";

let service: TestAuth;
let remote: RunningServer;
/** What the remote check endpoint was sent. */
const sent: { body: unknown; user: string | null; all: string[] }[] = [];

beforeAll(async () => {
  service = await testAuth();
  const ada = await createAda(service, { alias: ["ada", "zoë"] });
  await furnish(service, ada);
  remote = await serve(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/broken") return new Response("not json");
      if (pathname === "/wrong") return Response.json({ allowed: "yes" });
      if (pathname === "/down") return new Response(null, { status: 500 });
      if (pathname === "/moved") return Response.redirect(`${remote.url}/auth/check`, 307);
      const copy = request.clone();
      sent.push({
        body: await copy.json(),
        user: request.headers.get("x-user"),
        all: [...request.headers.keys()],
      });
      return service.auth.fetch(request);
    },
    { host: "127.0.0.1", port: 26_410, log: service.runtime.log },
  );
});
afterAll(async () => {
  await remote.stop(0);
  await service[Symbol.asyncDispose]();
});

const LOCAL: IamCheckOptions = { auth_middleware: "auth" };
const check = (options: IamCheckOptions = LOCAL) => iamCheck(options, instancesOf(service));
const behind = (mark: MiddlewareHandler, options?: IamCheckOptions): Hono =>
  guarded(mark, check(options));
const anonymous = stateAs(undefined);
const ada = stateAs({ principal: "ada", user: "Ada" });
const stranger = stateAs({ principal: "a-stranger" });
const status = async (app: Hono, path: string, init?: RequestInit) =>
  (await ask(app, path, init)).status;

describe.each([
  ["in process", () => LOCAL],
  ["by a remote check endpoint", () => ({ check_api: `${remote.url}/auth/check` })],
] as const)("10.25: decided %s", (_name, options) => {
  test("anonymous on a public permission passes", async () => {
    expect(await status(behind(anonymous, options()), "/open/a")).toBe(200);
  });

  test("anonymous on anything else is 401 with a challenge, never cached", async () => {
    const { status, headers, body } = await ask(behind(anonymous, options()), "/own/a");
    expect(status).toBe(401);
    expect(body).toEqual({ message: "Unauthorized" });
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("a user with the permission passes, without it 403", async () => {
    const app = behind(ada, options());
    expect(await status(app, "/own/a")).toBe(200);
    const denied = await ask(app, "/other");
    expect([denied.status, denied.body]).toEqual([403, { message: "Forbidden" }]);
    expect(denied.headers.get("cache-control")).toBe("no-store");
  });
});

describe("who is asked about", () => {
  const key = stateAs({ via: "api_key", principal: "api-key:reader", user: "ada" });

  test("10.25: an API key is decided by api-key:<id>, not by the X-User of its owner", async () => {
    const app = behind(key);
    const init = { headers: { "x-user": "ada" } };
    expect(await status(app, "/keys/a", init)).toBe(200);
    expect(await status(app, "/own/a", init)).toBe(403);
  });

  test("L-W18: a spoofed X-User behind a session counts for nothing", async () => {
    const spoofed = { headers: { "x-user": "ada", x_user: "ada" } };
    expect(await status(behind(anonymous), "/own/a", spoofed)).toBe(401);
    expect(
      await status(behind(anonymous, { ...LOCAL, trust_x_user: true }), "/own/a", spoofed),
    ).toBe(401);
    expect(await status(behind(stranger), "/own/a", spoofed)).toBe(403);
  });

  test("L-W18: without a session X-User counts for nothing, and the log says so once", async () => {
    const app = guarded(check());
    service.runtime.lines.length = 0;
    const init = { headers: { "x-user": "ada" } };
    expect(await status(app, "/own/a", init)).toBe(401);
    expect(await status(app, "/own/a", init)).toBe(401);
    expect(await status(app, "/open/a", init)).toBe(200);
    const warnings = service.runtime.lines.filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toContain("iam_check runs behind no session");
  });

  describe("trust_x_user", () => {
    const app = () => guarded(check({ ...LOCAL, trust_x_user: true }));
    const as = (headers: Record<string, string>) => ask(app(), "/own/a", { headers });

    test("the header names the principal", async () => {
      expect((await as({ "x-user": " ada " })).status).toBe(200);
      expect((await as({ "x-user": "admin" })).status).toBe(403);
      expect((await as({})).status).toBe(401);
    });

    test("other letters arrive as UTF-8 bytes", async () => {
      expect((await as({ "x-user": "zo\u00c3\u00ab" })).status).toBe(200);
    });

    test.each([
      ["x-user", "ada,admin"],
      ["x-user", "ada, ada"],
      ["x-user", ""],
      ["x-user", "  "],
      ["x-user", "a\u0085da"],
      ["x-user", "api-key:reader"],
      ["x-user", "a".repeat(513)],
      ["x_user", "ada"],
    ])("H-1: %s: %j is refused with 401", async (name, value) => {
      const { status, body } = await as({ [name]: value });
      expect([status, body.message]).toEqual([401, "X-User header is not valid"]);
    });
  });
});

describe("the order", () => {
  test("1. public_access of the session passes without a decision", async () => {
    const mark = stateAs(undefined, { public_access: true });
    expect(await status(guarded(mark, check({ auth_middleware: "gone" })), "/own/a")).toBe(200);
  });

  const open = (rule: object) => behind(anonymous, { ...LOCAL, public: [rule] } as IamCheckOptions);

  test("2. a local public match passes; `path` is an alias of `paths`", async () => {
    const app = behind(anonymous, { auth_middleware: "gone", public: [{ paths: ["/own/**"] }] });
    expect(await status(app, "/own/a")).toBe(200);
    expect(await status(app, "/own")).toBe(200);
    expect(await status(app, "/other")).toBe(500);
    expect(await status(open({ path: "/own/*" }), "/own/a")).toBe(200);
    expect(await status(open({ path: ["/own/*"] }), "/own/a")).toBe(200);
    expect(await status(open({ path: "/own/*" }), "/own/a/b")).toBe(401);
  });

  test("hosts and methods narrow it; hosts follow the port rule", async () => {
    const app = open({ hosts: ["App.Example.com"], paths: ["/own/**"], methods: ["get"] });
    expect(await status(app, "/own/a")).toBe(200);
    expect(await status(app, "https://app.example.com:8443/own/a")).toBe(200);
    expect(await status(app, "/own/a", { method: "POST" })).toBe(401);
    expect(await status(app, "/own/a", { method: "HEAD" })).toBe(401);
    expect(await status(app, "https://evil.example.com/own/a")).toBe(401);
    expect(
      await status(app, "https://evil.example.com/own/a", {
        headers: { "x-forwarded-host": "app.example.com" },
      }),
    ).toBe(401);
  });

  test("a pattern that is not well formed matches nothing, and the log says so", async () => {
    service.runtime.lines.length = 0;
    expect(await status(open({ paths: ["/own/[a"] }), "/own/[a")).toBe(401);
    expect(service.runtime.lines).toMatchObject([
      { level: "warn", fields: { pattern: "/own/[a" } },
    ]);
  });

  test.each([
    "/open/..%2fown/a",
    "/own%2fa",
    "/open/%2e%2e/x%5c",
    "/open//x",
    "/open/a;b",
    "/open/%00",
  ])("L-W17, A-1: %s could be read in two ways: 400", async (path) => {
    for (const app of [
      behind(ada),
      open({ paths: ["/**"] }),
      behind(stateAs(undefined, { public_access: true })),
    ]) {
      const { status, body } = await ask(app, path);
      expect([status, body.message], path).toEqual([400, "the path is ambiguous"]);
    }
  });

  test("A-1: an escape of a letter is that letter", async () => {
    expect(await status(open({ paths: ["/own/**"] }), "/%6fwn/a")).toBe(200);
    expect(await status(behind(anonymous), "/%6fpen/a")).toBe(200);
  });

  test("force_host decides instead of the host of the request", async () => {
    const elsewhere = "https://internal.example.com/own/a";
    expect(await status(behind(ada), elsewhere)).toBe(403);
    expect(await status(behind(ada, { ...LOCAL, force_host: "app.example.com" }), elsewhere)).toBe(
      200,
    );
  });
});

describe("responses: custom answers to denied requests", () => {
  const options: IamCheckOptions = {
    ...LOCAL,
    responses: [
      { path: "/own/form", methods: ["POST"], message: "ask an administrator" },
      { path: "/own/**", redirect: "https://help.example.com/" },
      { path: "/plain/**" },
    ],
  };

  test("10.25: the first match: a message with 403, or a redirect", async () => {
    const app = behind(anonymous, options);
    const message = await ask(app, "/own/form", { method: "POST" });
    expect([message.status, message.body]).toEqual([403, { message: "ask an administrator" }]);
    const redirect = await ask(app, "/own/form");
    expect([redirect.status, redirect.headers.get("location")]).toEqual([
      307,
      "https://help.example.com/",
    ]);
    expect(redirect.headers.get("cache-control")).toBe("no-store");
    expect(await status(app, "/plain/x")).toBe(403);
    expect(await status(app, "/other")).toBe(401);
    expect(await status(app, "/open/a")).toBe(200);
  });

  test("L-W30: what is not a GET is redirected with 303", async () => {
    expect(await status(behind(stranger, options), "/own/x", { method: "POST" })).toBe(303);
  });
});

describe("the remote check endpoint", () => {
  const at = (path: string) => ({ check_api: `${remote.url}${path}` });

  test("is sent id, alias, host, path, method and X-User, and no inbound header (H-8)", async () => {
    sent.length = 0;
    await ask(behind(ada, at("/auth/check")), "/own/%61?q=1", {
      method: "DELETE",
      headers: { cookie: "secret=1", authorization: "Bearer x", "x-user": "admin" },
    });
    await ask(behind(anonymous, at("/auth/check")), "/open/a");
    expect(sent.map(({ body }) => body)).toEqual([
      { id: "", alias: "ada", host: "app.example.com", path: "/own/%61", method: "DELETE" },
      { id: "", alias: "", host: "app.example.com", path: "/open/a", method: "GET" },
    ]);
    expect(sent.map(({ user }) => user)).toEqual(["ada", null]);
    expect(sent[0]?.all).not.toContain("cookie");
    expect(sent[0]?.all).not.toContain("authorization");
  });

  test("a principal with other letters is sent as UTF-8", async () => {
    expect(await status(behind(stateAs({ principal: "zoë" }), at("/auth/check")), "/own/a")).toBe(
      200,
    );
  });

  test("a refusal without identity is a denial; of a known user it is 502", async () => {
    const url = `${remote.url}/auth/check`;
    expect(await status(behind(anonymous, at("/auth/check")), "/own/a")).toBe(401);
    const { status: told, body } = await ask(behind(stranger, at("/auth/check")), "/own/a");
    expect([told, body]).toEqual([502, { message: `check API "${url}" returned 401` }]);
  });

  test.each(["/down", "/broken", "/wrong", "/moved"])("%s is 502 for everybody", async (path) => {
    for (const mark of [ada, anonymous]) {
      const answer = await ask(behind(mark, at(path)), "/open/a");
      expect(answer.status).toBe(502);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("nothing listens: 502, and nothing of the failure is said", async () => {
    const { status, body } = await ask(
      behind(ada, { check_api: "http://127.0.0.1:26411/check" }),
      "/own/a",
    );
    expect([status, body]).toEqual([
      502,
      { message: 'check API "http://127.0.0.1:26411/check" cannot be reached' },
    ]);
  });

  test("auth_middleware wins over check_api", async () => {
    expect(await status(behind(ada, { ...LOCAL, ...at("/down") }), "/own/a")).toBe(200);
  });
});

test("an auth instance that is not there is an error of the request, not of the start", async () => {
  const { status, body } = await ask(behind(ada, { auth_middleware: "gone" }), "/own/a");
  expect([status, body.message]).toEqual([500, 'auth middleware "gone" not found']);
});

test.each([
  [{}, /auth_middleware or check_api is required/],
  [{ check_api: "check" }, /check_api: must be an http or https URL/],
  [{ ...LOCAL, publik: [] }, /publik: is not a known key; did you mean public/],
  [{ ...LOCAL, public: [{ hosts: ["a.example.com"] }] }, /paths: must name at least one/],
  [{ ...LOCAL, force_host: "not a host" }, /force_host: must be a host/],
  [
    { ...LOCAL, responses: [{ path: "/a", redirect: "javascript:alert(1)" }] },
    /responses\[0\].redirect: must be/,
  ],
])("options that cannot work end the start: %j", (options, reason) => {
  expect(() => check(options as IamCheckOptions)).toThrow(reason);
});
