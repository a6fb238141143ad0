/** SDK, scripts and status (login-middleware.md, Endpoints and Versioning; wire 3.12, 3.15; L-W2, L-W39). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { testRuntime } from "../../support/runtime.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe("SDK", () => {
  test.each([
    ["sdk.js", "text/javascript; charset=utf-8"],
    ["sdk.d.ts", "text/plain; charset=utf-8"],
  ])("%s: %s, no-cache, ETag, nosniff", async (name, type) => {
    const { status, headers } = await gateway.jar().get(`/login/auth/${name}`);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      type,
      "no-cache",
    ]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const etag = headers.get("etag") ?? "";
    expect(etag).toMatch(/^"\w{16}"$/);
    const again = await gateway
      .jar()
      .get(`/login/auth/${name}`, { "if-none-match": `W/${etag}, "x"` });
    expect([again.status, again.text]).toEqual([304, ""]);
    const other = await gateway.jar().get(`/login/auth/${name}`, { "if-none-match": '"other"' });
    expect(other.status).toBe(200);
  });

  test("without an override the methods path is empty", async () => {
    const { text } = await gateway.jar().get("/login/auth/sdk.js");
    expect(text).toBe('const moved = ""; export { moved };');
  });

  test("an overridden methods path is injected as a text, whatever it holds", async () => {
    const versions = new Set<string | null>();
    for (const methods of ["/api/methods", "/a\"$&';alert(1)//x", "/b</script>"]) {
      await using own = await startGateway({ login: { path: { base: "/login", methods } } });
      const { text, headers } = await own.jar().get("/login/auth/sdk.js");
      expect(text).toBe(`const moved = ${JSON.stringify(methods)}; export { moved };`);
      versions.add(headers.get("etag"));
    }
    expect(versions.size).toBe(3);
  });

  test("a build without scripts is 404, and pages still come", async () => {
    const runtime = { ...testRuntime(), assets: { read: async () => undefined } };
    await using own = await startGateway({ runtime });
    expect((await own.jar().get("/login/auth/sdk.js")).status).toBe(404);
    expect((await own.jar().get("/login/assets/login.js")).status).toBe(404);
    expect((await own.jar().open("/login/")).status).toBe(200);
  });
});

describe("scripts", () => {
  test.each(["login.js", "password-rules.js", "complete.js", "status.js"])("%s", async (name) => {
    const plain = await gateway.jar().get(`/login/assets/${name}`);
    expect([plain.status, plain.headers.get("content-type")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
    ]);
    expect(plain.headers.get("cache-control")).toBe("no-cache");
    expect(plain.headers.get("x-content-type-options")).toBe("nosniff");
    const version = plain.headers.get("etag")?.slice(1, -1);
    const versioned = await gateway.jar().get(`/login/assets/${name}?v=${version}`);
    expect(versioned.headers.get("cache-control")).toBe("public, max-age=259200, immutable");
    const wrong = await gateway.jar().get(`/login/assets/${name}?v=old`);
    expect(wrong.headers.get("cache-control")).toBe("no-cache");
  });

  test.each([
    "sdk.js",
    "other.js",
    "constructor",
    "..",
    "",
    "login.js/x",
    "%2e%2e%2fsdk.js",
    ".env",
  ])("nothing else is a file: %j", async (name) => {
    const { status, text } = await gateway.jar().get(`/login/assets/${name}`);
    expect(status === 404 || status === 400 || text.includes('id="login-page"'), text).toBe(true);
  });
});

describe("status", () => {
  const ROUTE = "/login/auth/status";
  const json = { accept: "application/json" };

  test("JSON: whether the browser is signed in", async () => {
    const anonymous = await gateway.jar().get(ROUTE, json);
    expect([anonymous.status, anonymous.body]).toEqual([200, { payload: { logged_in: false } }]);
    expect(anonymous.headers.get("cache-control")).toBe("no-store");
    const jar = await gateway.signedIn();
    expect((await jar.get(ROUTE, json)).body).toEqual({ payload: { logged_in: true } });
    const forged = await gateway.jar().get(ROUTE, { ...json, cookie: "__Host-auth_session=x" });
    expect(forged.body).toEqual({ payload: { logged_in: false } });
  });

  test("a frame with a script file and nothing else, which any origin may hold", async () => {
    for (const [path, name] of [
      [ROUTE, "auth_verify"],
      [`${ROUTE}/`, "auth_verify"],
      [`${ROUTE}/my_cookie-1`, "my_cookie-1"],
    ]) {
      const { status, headers, text } = await gateway.jar().open(path ?? "");
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(text).toContain(`<body data-cookie="${name}">`);
      expect(text).toMatch(
        /<script type="module" src="\/login\/assets\/status\.js\?v=\w+"><\/script>/,
      );
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; form-action 'none'; base-uri 'none'",
      );
      expect(headers.get("x-frame-options")).toBeNull();
    }
  });

  test.each([
    "%22%3E%3Cscript%3Ealert(1)%3C",
    "a.b",
    "a%20b",
    "%3Cb%3E",
    "x".repeat(65),
    "a%27-alert(1)-%27",
  ])("L-W2: %s is no cookie name", async (name) => {
    const { status, text } = await gateway.jar().open(`${ROUTE}/${name}`);
    expect(status).toBe(400);
    expect(text).not.toContain("alert");
    expect(text).not.toContain("<b>");
  });

  test("one segment, not two", async () => {
    expect((await gateway.jar().open(`${ROUTE}/a/b`)).status).toBe(404);
  });
});
