/** Signing out (login-session-wire 3.13; login-middleware.md, States and Events; item 24; L-W19, L-W28). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AuthError } from "../../../src/index.ts";
import { ORIGIN } from "../../support/auth.ts";
import {
  cookieLine,
  locationIn,
  postJson,
  SESSION_COOKIE,
  SSO_PROVIDER,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { type Jar, POSTERN_PROVIDER } from "../../support/session.ts";

let upstream: ScriptedUpstream;
let gateway: TestGateway;
const remote = (more: Record<string, unknown> = {}) => ({
  password_flow: true,
  oauth2: {
    client_id: "c-1",
    client_secret: "s-1",
    token_url: `${upstream.url}/token`,
    cert_url: `${upstream.url}/jwks`,
    revocation_url: `${upstream.url}/revoke`,
    logout_url: `${upstream.url}/end?x=1`,
    ...more,
  },
});

beforeAll(async () => {
  upstream = await scriptedUpstream();
  gateway = await startGateway({
    session: {
      provider: {
        postern: POSTERN_PROVIDER,
        sso: SSO_PROVIDER,
        remote: remote(),
        query: remote({ auth_header_style: 2 }),
        bare: remote({ revocation_url: "", logout_url: "" }),
        leaving: remote({ logout_redirect: true }),
      },
      action: { token: { login_path: "/login/?from=logout" } },
    },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => {
  upstream.clear();
  upstream.on("/revoke", {});
  upstream.on("/end", {});
});

async function remotely(own: TestGateway, key = "remote", more: Record<string, unknown> = {}) {
  const body = {
    access_token: await upstream.sign({
      ...{ sub: "u-1", azp: "c-1", email: "eve@example.com", email_verified: true },
    }),
    refresh_token: "refresh-1",
    id_token: await upstream.sign({ sub: "u-1", aud: "c-1" }),
    ...more,
  };
  upstream.on("/token", { body });
  const jar = own.jar();
  const { status } = await postJson(jar, `/login/auth/token/${key}`, {
    username: "u",
    password: "p",
  });
  expect(status).toBe(204);
  upstream.clear();
  return { jar, access: body.access_token, id: body.id_token };
}

const recordOf = (jar: Jar) => {
  const request = new Request(`${ORIGIN}/`, { headers: { cookie: jar.header() } });
  return gateway.session.stored({ request, connection: {} });
};

/** The cookie as it was, without the jar that forgot it. */
const stillWorks = async (cookie: string) =>
  (await gateway.jar().get("/app", { cookie })).status === 200;

const OWN = { origin: ORIGIN, "sec-fetch-site": "same-origin" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe("record and cookie", () => {
  test("POST of an own page: 303 to login_path, both gone, auth_verify expired", async () => {
    const jar = await gateway.signedIn();
    const cookie = jar.header();
    jar.cookies.set("auth_verify_f-1", "true");
    const answer = await jar.send("POST", "/logout", { headers: { ...OWN, ...FORM }, body: "" });
    expect([answer.status, locationIn(answer)]).toEqual([303, "/login/?from=logout"]);
    for (const name of [SESSION_COOKIE, "auth_verify", "auth_verify_f-1"]) {
      expect(cookieLine(answer, name), name).toContain("Max-Age=0");
    }
    expect(await stillWorks(cookie)).toBe(false);
    expect(await whoIs(jar)).toBeUndefined();
  });

  test("GET: 307 to login_path without redirect_path", async () => {
    const jar = await gateway.signedIn();
    const answer = await jar.open("/logout?redirect_path=%2Fapp");
    expect([answer.status, locationIn(answer)]).toEqual([307, "/login/?from=logout"]);
    expect(await whoIs(jar)).toBeUndefined();
  });

  test("without a session: the same answer", async () => {
    const answer = await gateway.jar().open("/logout");
    expect([answer.status, locationIn(answer)]).toEqual([307, "/login/?from=logout"]);
  });

  test("without login_path to the page of this login", async () => {
    await using own = await startGateway({
      session: { provider: { postern: POSTERN_PROVIDER }, action: { token: {} } },
    });
    expect(locationIn(await own.jar().open("/logout"))).toBe("/login/");
  });

  test("24, L-W28: with disable_redirect the answer is 401, and the session is gone all the same", async () => {
    const jar = await gateway.signedIn();
    const cookie = jar.header();
    const answer = await jar.open("/sign-off");
    expect([answer.status, answer.body]).toEqual([401, { error: "Unauthorized" }]);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(cookieLine(answer, SESSION_COOKIE)).toContain("Max-Age=0");
    expect(await stillWorks(cookie)).toBe(false);
  });

  test.each(["PUT", "DELETE", "POST"])(
    "the flag makes every method a logout: %s",
    async (method) => {
      const jar = await gateway.signedIn();
      expect((await jar.send(method, "/logout", { headers: OWN })).status).toBe(303);
      expect(await whoIs(jar)).toBeUndefined();
    },
  );

  test("a record of a provider that is gone ends, too", async () => {
    await using own = await startGateway({
      session: {
        provider: {},
        provider_source: { auth_middleware: "auth" },
        action: { token: { login_path: "/login/" } },
      },
    });
    const put = (providers: Record<string, unknown>) =>
      own.service.json("PUT", "/auth/v1/settings/session_providers", { value: { providers } });
    await put({ postern: POSTERN_PROVIDER });
    const jar = await own.signedIn();
    const cookie = jar.header();
    await put({ other: POSTERN_PROVIDER });
    expect((await jar.open("/logout")).status).toBe(307);
    expect((await own.jar().get("/app", { cookie })).status).toBe(401);
  });

  test("a store that is away: 503, and no page says that the user is signed out", async () => {
    await using own = await startGateway();
    const jar = await own.signedIn();
    const away = new AuthError("unavailable", "the session store is not reachable", {
      retryAfter: 2,
    });
    Object.assign(own.session, { stored: () => Promise.reject(away) });
    const answer = await jar.open("/logout");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(jar.cookies.has(SESSION_COOKIE)).toBe(true);
  });
});

describe("who may sign a user out (L-W19)", () => {
  test.each<Record<string, string>>([
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" },
  ])("GET with %o signs out", async (headers) => {
    const jar = await gateway.signedIn();
    expect((await jar.open("/logout", headers)).status).toBe(307);
    expect(await whoIs(jar)).toBeUndefined();
  });

  test.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" },
  ])("GET with %o asks first; its form signs out", async (headers) => {
    const jar = await gateway.signedIn();
    const page = await jar.open("/logout", headers);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<form id="logout-form" method="post" action="/logout">');
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(await whoIs(jar)).toBe("ada@example.com");
    // `no-referrer` makes the browser send `Origin: null` from our own page.
    const own = { ...FORM, origin: "null", "sec-fetch-site": "same-origin" };
    expect((await jar.send("POST", "/logout", { headers: own, body: "" })).status).toBe(303);
    expect(await whoIs(jar)).toBeUndefined();
  });

  test("B-2: `Origin: null` without a statement of the site asks first; the form of that page signs out and knows the way back", async () => {
    const jar = await gateway.signedIn();
    const unsaid = { ...FORM, origin: "null" };
    const body = new URLSearchParams({ redirect_path: "/app?a=1&b=2" });
    const page = await jar.send("POST", "/logout", { headers: unsaid, body });
    expect(page.status).toBe(200);
    expect(await whoIs(jar)).toBe("ada@example.com");
    const sent = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? "";
    const fields = {
      form_token: sent("form_token"),
      redirect_path: sent("redirect_path").replaceAll("&amp;", "&"),
    };
    const wrong = new URLSearchParams({ ...fields, form_token: "A".repeat(43) });
    expect((await jar.send("POST", "/logout", { headers: unsaid, body: wrong })).status).toBe(200);
    expect(await whoIs(jar)).toBe("ada@example.com");
    const again = new URLSearchParams(fields);
    const answer = await jar.send("POST", "/logout", { headers: unsaid, body: again });
    expect([answer.status, locationIn(answer)]).toEqual([
      303,
      `/login/?from=logout&redirect_path=${encodeURIComponent("/app?a=1&b=2")}`,
    ]);
    expect(await whoIs(jar)).toBeUndefined();
  });

  test.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site", origin: "null" },
    { "sec-fetch-site": "same-site", origin: "https://other.example.com" },
    { origin: "https://evil.example" },
  ])("POST with %o is refused", async (headers) => {
    const jar = await gateway.signedIn();
    const answer = await jar.send("POST", "/logout", {
      headers: { ...FORM, ...headers },
      body: "",
    });
    expect(answer.status).toBe(403);
    expect(await whoIs(jar)).toBe("ada@example.com");
  });
});

describe("24: tokens are revoked", () => {
  test("in process: access token denied, refresh token of no use", async () => {
    const jar = await gateway.signedIn();
    const record = await recordOf(jar);
    const { access_token, refresh_token = "" } = record?.tokens ?? { access_token: "" };
    await expect(gateway.service.auth.api.verify(access_token)).resolves.toBeDefined();
    await jar.open("/logout");
    await expect(gateway.service.auth.api.verify(access_token)).rejects.toThrow();
    const again = gateway.service.auth.api.token({
      grant_type: "refresh_token",
      refresh_token,
      client_id: POSTERN_PROVIDER.oauth2.client_id,
      client_secret: POSTERN_PROVIDER.oauth2.client_secret,
    });
    await expect(again).rejects.toMatchObject({ code: "invalid_grant" });
  });

  test("remote: refresh, then access token, with the client's proof; then the provider's logout", async () => {
    const { jar, access, id } = await remotely(gateway);
    await jar.open("/logout");
    const revoked = upstream.sentTo("/revoke");
    expect(revoked.map(({ form }) => Object.fromEntries(form))).toEqual([
      { token: "refresh-1", token_type_hint: "refresh_token" },
      { token: access, token_type_hint: "access_token" },
    ]);
    expect(revoked[0]?.headers.authorization).toBe(`Basic ${btoa("c-1:s-1")}`);
    const [left, ...more] = upstream.sentTo("/end");
    expect(more).toEqual([]);
    expect([left?.method, Object.fromEntries(left?.query ?? [])]).toEqual([
      "GET",
      { x: "1", id_token_hint: id, client_id: "c-1" },
    ]);
    expect(left?.headers.cookie).toBeUndefined();
  });

  test("L-D10: logout_redirect sends the browser to the provider, and back to the login page", async () => {
    const { jar, id } = await remotely(gateway, "leaving");
    const answer = await jar.open("/logout");
    const { origin, pathname, searchParams } = new URL(locationIn(answer));
    expect([answer.status, `${origin}${pathname}`]).toEqual([307, `${upstream.url}/end`]);
    expect(Object.fromEntries(searchParams)).toEqual({
      x: "1",
      id_token_hint: id,
      client_id: "c-1",
      post_logout_redirect_uri: `${ORIGIN}/login/`,
    });
    expect(upstream.sentTo("/end")).toEqual([]);
    expect(upstream.sentTo("/revoke")).toHaveLength(2);
    expect((await jar.get("/app")).status).toBe(401);
  });

  test("the client proves itself in its own style", async () => {
    const { jar } = await remotely(gateway, "query");
    await jar.open("/logout");
    const [revoked] = upstream.sentTo("/revoke");
    expect(Object.fromEntries(revoked?.query ?? [])).toEqual({
      client_id: "c-1",
      client_secret: "s-1",
    });
  });

  test("no ID token: no provider logout; no addresses: nothing is asked", async () => {
    const without = await remotely(gateway, "remote", { id_token: undefined });
    await without.jar.open("/logout");
    expect(upstream.sentTo("/end")).toEqual([]);
    const bare = await remotely(gateway, "bare");
    expect((await bare.jar.open("/logout")).status).toBe(307);
    expect(upstream.requests).toEqual([]);
  });

  test.each([
    ["refuses", { status: 503, body: "no" }],
    ["sends elsewhere", { status: 302, headers: { location: "https://evil.example/" } }],
  ])("a provider that %s keeps no session alive; the log has no token", async (_, answer) => {
    const { jar, access, id } = await remotely(gateway);
    const cookie = jar.header();
    upstream.on("/revoke", answer);
    upstream.on("/end", answer);
    expect((await jar.open("/logout")).status).toBe(307);
    expect(await stillWorks(cookie)).toBe(false);
    const lines = JSON.stringify(gateway.runtime.lines);
    for (const secret of ["refresh-1", id, "s-1", access]) expect(lines).not.toContain(secret);
  });

  test("a provider that is gone keeps no session alive", async () => {
    const gone = await scriptedUpstream();
    await using own = await startGateway({
      session: { provider: { remote: remote({ revocation_url: `${gone.url}/revoke` }) } },
    });
    const { jar } = await remotely(own);
    await gone[Symbol.asyncDispose]();
    const cookie = jar.header();
    expect((await jar.open("/logout")).status).toBe(307);
    expect((await own.jar().get("/app", { cookie })).status).toBe(401);
  });
});
