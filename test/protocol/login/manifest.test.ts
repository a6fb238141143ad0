/** The methods manifest (login-middleware.md, Methods manifest; login-session-wire 3.4; item 14). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayRuntime, startGateway, type TestGateway } from "../../support/gateway.ts";
import { LOGIN_CLIENT, POSTERN_PROVIDER } from "../../support/session.ts";
import { putSetting } from "../../support/tokens.ts";

const oauth2 = (more: Record<string, unknown> = {}) => ({
  client_id: "c",
  client_secret: "the-client-secret",
  ...more,
});
const REMOTE = "https://idp.example.com";
const code = { auth_url: `${REMOTE}/authorize`, token_url: `${REMOTE}/token` };

const PROVIDERS = {
  postern: POSTERN_PROVIDER,
  // Same priority: by key, not by the order of the document.
  zeta: { priority: 2, oauth2: oauth2(code) },
  alpha: { priority: 2, oauth2: oauth2(code) },
  first: { name: "First", priority: -1, oauth2: oauth2(code) },
  inside: { auth_middleware: "auth", oauth2: oauth2() },
  hidden: { hide: true, oauth2: oauth2(code) },
  "no-block": { auth_middleware: "auth", password_flow: true },
  "no-endpoints": { oauth2: oauth2() },
  "only-auth-url": { oauth2: oauth2({ auth_url: `${REMOTE}/authorize` }) },
  enrollment: { oauth2: oauth2(code) },
  unbound: { auth_middleware: "absent", password_flow: true, oauth2: oauth2() },
  partner: {
    name: "Partner",
    priority: 5,
    password_flow: true,
    passkey: true,
    oauth2: oauth2({
      token_url: `${REMOTE}/token`,
      signup_url: `${REMOTE}/signup`,
      password_reset_url: `${REMOTE}/reset`,
      passkey_url: `${REMOTE}/passkey`,
    }),
  },
  "no-passkey": { passkey: true, priority: 9, oauth2: oauth2(code) },
  "not-said": { priority: 9, oauth2: oauth2({ ...code, passkey_url: `${REMOTE}/passkey` }) },
  "ümlaut&": { priority: 8, oauth2: oauth2(code) },
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ session: { provider: PROVIDERS } });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const link = (key: string, name = key) => ({ name, url: `/login/auth/code/${key}` });
const MANIFEST = {
  title: "Login",
  provider: {
    password: [
      { name: "Password", url: "/login/auth/token/postern" },
      {
        name: "Partner",
        url: "/login/auth/token/partner",
        signup_url: "/login/auth/signup/partner",
        signup_verify_url: "/login/auth/signup/verify/partner",
        password_reset_url: "/login/auth/reset/partner",
        password_reset_confirm_url: "/login/auth/reset/confirm/partner",
      },
    ],
    code: [
      link("first", "First"),
      link("inside"),
      link("alpha"),
      link("zeta"),
      { name: "ümlaut&", url: "/login/auth/code/%C3%BCmlaut%26" },
      link("no-passkey"),
      link("not-said"),
    ],
    passkey: [{ name: "Partner", url: "/login/auth/passkey/partner" }],
  },
};

describe("shape and order", () => {
  test("payload, labels, links by group, ascending priority, ties by key; what cannot work is absent", async () => {
    const { status, body } = await gateway.jar().get("/login/auth/methods");
    expect([status, body]).toEqual([200, { payload: MANIFEST }]);
  });

  test("the same order on every request (L-W33)", async () => {
    const texts = await Promise.all(
      Array.from({ length: 5 }, async () => (await gateway.jar().get("/login/auth/methods")).text),
    );
    expect(new Set(texts).size).toBe(1);
  });

  test.each(["/login/auth/info/ui", "/login/?auth_info=true", "/login?auth_info=true"])(
    "%s answers the unwrapped form",
    async (path) => {
      const { status, body } = await gateway.jar().get(path);
      expect([status, body]).toEqual([200, MANIFEST]);
    },
  );

  test.each([
    "/login/auth/methods",
    "/login/auth/methods/",
    "/login/auth/info/ui",
    "/login/?auth_info=true",
  ])("%s is never cached", async (path) => {
    const { headers } = await gateway.jar().get(path);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-type")).toMatch(/^application\/json/);
  });

  test("the alias answers a browser that is signed in, too", async () => {
    const jar = await gateway.signedIn();
    expect((await jar.open("/login/?auth_info=true")).body).toEqual(MANIFEST);
  });

  test("neither client id nor secret nor provider endpoints are in it", async () => {
    const { text } = await gateway.jar().get("/login/auth/methods");
    for (const hidden of ["the-client-secret", "client_id", LOGIN_CLIENT.secret, REMOTE]) {
      expect(text).not.toContain(hidden);
    }
  });
});

describe("live features of the instance in this process", () => {
  test("a password grant that is off takes its link away, at once", async () => {
    await putSetting(gateway.service, "password", { disabled: true });
    const off = await gateway.jar().get("/login/auth/methods");
    await gateway.service.json("DELETE", "/auth/v1/settings/password");
    const on = await gateway.jar().get("/login/auth/methods");
    const names = (answer: typeof on) =>
      answer.body.payload.provider.password.map((one: { name: string }) => one.name);
    expect([names(off), names(on)]).toEqual([["Partner"], ["Password", "Partner"]]);
  });
});

describe("options", () => {
  test("title, base_url, disable_remember_me at both roots; groups without entries are null", async () => {
    await using own = await startGateway({
      session: { provider: {} },
      login: {
        info: { title: "Sign in <here>", disable_remember_me: true },
        path: { base: "/login/", base_url: "https://id.example.com/x" },
      },
    });
    const expected = {
      title: "Sign in <here>",
      disable_remember_me: true,
      provider: { password: null, code: null, passkey: null },
    };
    expect((await own.jar().get("/login/auth/methods")).body).toEqual({ payload: expected });
    expect((await own.jar().get("/login/auth/info/ui")).body).toEqual(expected);
  });

  test("path.base_url stands before every link, as it is", async () => {
    await using own = await startGateway({
      login: { path: { base: "/login", base_url: "https://front.example.com/id" } },
    });
    const { provider } = (await own.jar().get("/login/auth/methods")).body.payload;
    expect(provider.password[0].url).toBe("https://front.example.com/id/login/auth/token/postern");
    expect(provider.code[0].url).toBe("https://front.example.com/id/login/auth/code/sso");
  });

  test("overridden routes are advertised and answer; the default methods route stays", async () => {
    await using own = await startGateway({
      session: { provider: { ...PROVIDERS } },
      login: {
        path: {
          base: "/login/",
          code: "/c/",
          token: "/api/token",
          passkey: "/api/passkey",
          methods: "/api/methods",
          info_ui: "/api/info",
          status: "/api/status",
        },
      },
    });
    const moved = (await own.jar().get("/api/methods")).body.payload.provider;
    expect(moved.password[0].url).toBe("/api/token/postern");
    expect(moved.code[0].url).toBe("/c/first");
    expect(moved.passkey[0].url).toBe("/api/passkey/partner");
    // Signup and reset cannot be moved.
    expect(moved.password[1].signup_url).toBe("/login/auth/signup/partner");
    expect((await own.jar().get("/login/auth/methods")).body.payload.provider).toEqual(moved);
    expect((await own.jar().get("/api/info")).body.provider).toEqual(moved);
    expect((await own.jar().get("/api/status", { accept: "application/json" })).status).toBe(200);
    expect((await own.jar().get("/c/first")).status).toBe(307);
    for (const left of ["code/first", "info/ui", "status"]) {
      expect((await own.jar().get(`/login/auth/${left}`)).status, left).toBe(404);
    }
  });
});

describe("groups", () => {
  test("only with a source in this process: 404 without one", async () => {
    const { status, body } = await gateway.jar().get("/login/auth/methods/partners");
    expect([status, body]).toEqual([404, { message: 'group "partners" not found' }]);
  });

  test("one group of the catalog, with this session's routes and without configuration", async () => {
    await using own = await startGateway({
      runtime: gatewayRuntime(),
      session: { provider: {}, provider_source: { auth_middleware: "auth", group: "staff" } },
    });
    await putSetting(own.service, "session_providers", {
      providers: {
        shared: { name: "Shared", oauth2: oauth2(code) },
        veiled: { name: "Veiled", oauth2: oauth2(code) },
      },
      groups: {
        partners: {
          providers: { acme: { name: "Acme", oauth2: oauth2(code) } },
          inherit: { shared: {}, veiled: { hide: true } },
        },
        staff: { providers: { work: { name: "Work", oauth2: oauth2(code) } } },
      },
    });
    const partners = await own.jar().get("/login/auth/methods/partners");
    expect(partners.status, partners.text).toBe(200);
    expect(partners.body.payload.provider).toEqual({
      password: null,
      code: [link("acme", "Acme"), link("shared", "Shared")],
      passkey: null,
    });
    expect(partners.text).not.toContain("the-client-secret");
    expect(partners.headers.get("cache-control")).toBe("no-store");
    // Presentation only: the flows use the session's own group (L-D17).
    expect((await own.jar().get("/login/auth/code/acme")).status).toBe(404);
    expect((await own.jar().get("/login/auth/code/work")).status).toBe(307);
    for (const unknown of ["absent", "constructor", "__proto__", "toString"]) {
      const { status, body } = await own.jar().get(`/login/auth/methods/${unknown}`);
      expect([status, body.message], unknown).toEqual([404, `group "${unknown}" not found`]);
    }
    expect((await own.jar().get("/login/auth/methods/partners/more")).status).toBe(404);
  });
});
