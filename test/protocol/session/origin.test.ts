/** Which origin a session and a login believe in (security H-4 to H-6, H-8; login-session-wire 1.6, L-D20). */
import { describe, expect, test } from "vitest";
import { testAuth } from "../../support/auth.ts";
import {
  byItself,
  createStandalone,
  loadConfig,
  openGateway,
  sealFirstRun,
} from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";
import { Jar, sessionSetup } from "../../support/session.ts";

const FORGED = {
  "x-forwarded-host": "evil.example.net",
  "x-forwarded-proto": "https",
  forwarded: "host=evil.example.net;proto=https",
};

async function standalone(env: Record<string, string> = {}) {
  const runtime = { ...testRuntime({ loops: true }), name: "node" };
  const service = await testAuth({}, runtime);
  const { auth } = service;
  const sealed = await sealFirstRun(byItself(await auth.service), { login_path: "/login/" });
  const { config } = loadConfig({ argv: [], env, cwd: "/", readFile: () => undefined });
  const gateway = openGateway(config, auth, runtime);
  const { fetch, open } = createStandalone(auth, runtime, { prefix: "/auth", gateway });
  open();
  const jar = (origin: string) => new Jar(async (request) => fetch(request, undefined), origin);
  const signIn = async (browser: Jar, headers: Record<string, string> = {}) => {
    const { alias: username, password } = sealed?.admin ?? { alias: "", password: "" };
    return browser.send("POST", "/login/auth/token/postern", {
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ username, password }),
    });
  };
  const token = async () => {
    const { login_client: client, admin } = sealed ?? {};
    const { body } = await service.form(
      "/auth/oauth2/token",
      { grant_type: "password", username: admin?.alias, password: admin?.password },
      client && { id: client.id, secret: client.secret },
    );
    return body.access_token as string;
  };
  return { jar, signIn, token, [Symbol.asyncDispose]: () => auth.close() };
}

const cookieOf = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().find((line) => line.includes("auth_session")) ?? "";

describe("H-5: forwarded headers of a peer that is not trusted count for nothing", () => {
  test("over plain http the cookie stays without Secure, whatever is claimed", async () => {
    await using setup = await standalone();
    const answer = await setup.signIn(setup.jar("http://id.example.com"), FORGED);
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toMatch(/^auth_session=/);
    expect(cookieOf(answer)).not.toContain("Secure");
  });

  test("behind a trusted proxy they count: Secure, and the prefix __Host-", async () => {
    await using setup = await standalone({
      POSTERN_SERVER__TRUSTED_PROXIES: JSON.stringify(["127.0.0.1"]),
    });
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "id.example.com" };
    const browser = setup.jar("http://127.0.0.1:8080");
    const answer = await setup.signIn(browser, { ...headers, origin: "https://id.example.com" });
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toMatch(/^__Host-auth_session=.*; Secure;/);
    const { status } = await browser.get("/auth/v1/me", headers);
    expect(status).toBe(200);
  });

  test("B-2: the origin of a form is compared with the origin that is believed in", async () => {
    await using setup = await standalone();
    const browser = setup.jar("http://id.example.com");
    for (const origin of ["https://evil.example.net", "null", "http://id.example.com:8080"]) {
      expect((await setup.signIn(browser, { ...FORGED, origin })).status, origin).toBe(403);
    }
    expect((await setup.signIn(browser, { origin: "http://id.example.com" })).status).toBe(204);
  });

  test("a malformed host is 400", async () => {
    await using setup = await standalone();
    const { status } = await setup.signIn(setup.jar("http://id.example.com"), { host: "a/../b" });
    expect(status).toBe(400);
  });
});

describe("H-4: with oauth2.base_url no header of a request changes an address", () => {
  test("the way to a provider and back is that of the configured origin", async () => {
    await using setup = await standalone({
      POSTERN_SERVER__TRUSTED_PROXIES: JSON.stringify(["127.0.0.1"]),
    });
    const bearer = { authorization: `Bearer ${await setup.token()}` };
    const admin = setup.jar("http://127.0.0.1:8080");
    const put = (namespace: string, value: object) =>
      admin.send("PUT", `/auth/v1/settings/${namespace}`, {
        headers: { "content-type": "application/json", ...bearer },
        body: JSON.stringify({ value }),
      });
    const providers = {
      op: {
        oauth2: {
          client_id: "postern",
          auth_url: "https://op.example.com/auth",
          token_url: "https://op.example.com/token",
        },
      },
    };
    expect((await put("session_providers?force=true", { providers })).status).toBe(200);
    expect((await put("oauth2", { base_url: "https://id.example.com" })).status).toBe(200);
    const { status, headers } = await admin.open("/login/auth/code/op", FORGED);
    expect(status).toBe(307);
    const target = new URL(headers.get("location") ?? "");
    expect(target.origin).toBe("https://op.example.com");
    expect(target.searchParams.get("redirect_uri")).toBe(
      "https://id.example.com/login/auth/code/op",
    );
  });
});

describe("H-8: what is sent to a provider carries nothing of the request that caused it", () => {
  test("a refresh sends its own headers alone", async () => {
    const seen: Headers[] = [];
    const runtime = testRuntime();
    const { http } = runtime;
    await using setup = await sessionSetup({
      runtime: {
        ...runtime,
        lines: runtime.lines,
        advance: runtime.advance,
        http: (request, options) => {
          seen.push(new Headers(request.headers));
          return http(request, options);
        },
      },
      session: {
        provider: {
          remote: {
            oauth2: {
              client_id: "postern",
              client_secret: "secret",
              token_url: "http://127.0.0.1:9/token",
              cert_url: "http://127.0.0.1:9/keys",
            },
          },
        },
      } as never,
    });
    const browser = await setup.signedIn({ provider: "remote" });
    setup.runtime.advance(16 * 60_000);
    const { status } = await browser.get("/app", {
      "x-forwarded-for": "203.0.113.9",
      "x-secret": "of the caller",
      "user-agent": "a browser",
    });
    expect(status).toBe(503);
    expect(seen.length).toBeGreaterThan(0);
    for (const headers of seen) {
      for (const name of ["cookie", "x-forwarded-for", "x-secret", "x-user"]) {
        expect(headers.get(name), name).toBeNull();
      }
      expect(headers.get("user-agent")).not.toBe("a browser");
    }
  });
});

describe("I-9: where a browser may sign in while oauth2.base_url is set", () => {
  const BASE = "https://id.example.com";
  const SECOND = "https://login.example.org";
  async function configured() {
    const setup = await standalone();
    const authorization = `Bearer ${await setup.token()}`;
    const { status, text } = await setup.jar(BASE).send("PUT", "/auth/v1/settings/oauth2", {
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({ value: { base_url: BASE, origins: [SECOND] } }),
    });
    expect(status, text).toBe(200);
    return setup;
  }

  test("at the base URL and at a listed origin, with cookies of that origin", async () => {
    await using setup = await configured();
    for (const origin of [BASE, SECOND]) {
      const browser = setup.jar(origin);
      const answer = await setup.signIn(browser, { origin });
      expect([answer.status, cookieOf(answer).startsWith("__Host-auth_session=")], origin).toEqual([
        204,
        true,
      ]);
      const change = await browser.send("PUT", "/auth/v1/settings/probe", {
        headers: { "content-type": "application/json", origin },
        body: '{"value":{}}',
      });
      expect(change.status, change.text).toBe(200);
    }
  });

  test("H-4: the issuer stays the one of the base URL", async () => {
    await using setup = await configured();
    const { body } = await setup.jar(SECOND).get("/auth/oauth2/.well-known/openid-configuration");
    expect(body.issuer).toBe(`${BASE}/auth/oauth2`);
  });

  test("elsewhere it is refused, and the refusal names both origins", async () => {
    await using setup = await configured();
    for (const origin of ["http://127.0.0.1:8080", "https://evil.example"]) {
      const answer = await setup.signIn(setup.jar(origin), { origin });
      expect([answer.status, answer.body]).toEqual([
        403,
        { message: "request comes from another origin", error: `${origin} is not ${BASE}` },
      ]);
    }
  });
});
