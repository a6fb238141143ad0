/** The code flow (login-middleware.md, States and Cookies; login-session-wire 3.5; items 15 to 19). */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import {
  cookieLine,
  gatewayRuntime,
  locationIn,
  passwordLogin,
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

const CLIENT = "front-door";
const remote = (oauth2: Record<string, unknown> = {}) => ({
  oauth2: {
    client_id: CLIENT,
    client_secret: "secret-of-the-client",
    scopes: ["openid", "email"],
    auth_url: `${upstream.url}/authorize?tenant=a`,
    token_url: `${upstream.url}/token`,
    cert_url: `${upstream.url}/jwks`,
    ...oauth2,
  },
});

beforeAll(async () => {
  upstream = await scriptedUpstream();
  gateway = await startGateway({
    session: {
      provider: {
        postern: POSTERN_PROVIDER,
        sso: SSO_PROVIDER,
        twin: SSO_PROVIDER,
        remote: remote(),
        strict: remote({ issuer: upstream.url }),
        plain: remote({ scopes: ["email"] }),
        "no-endpoints": remote({ auth_url: "", token_url: "" }),
      },
    },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => upstream.clear());

const start = (jar: Jar, query = "", key = "remote") => jar.open(`/login/auth/code/${key}${query}`);
const sentTo = (answer: Answer) => new URL(locationIn(answer), ORIGIN);
const parameter = (answer: Answer, name: string) => sentTo(answer).searchParams.get(name) ?? "";
const stateName = (state: string) =>
  `__Host-auth_state_${createHash("sha256").update(state).digest("hex")}`;

/** The upstream's next answer, as it would be after the user agreed. */
async function agree(answer: Answer, more: Record<string, unknown> = {}): Promise<void> {
  const nonce = parameter(answer, "nonce");
  const claims = { sub: "u-1", aud: CLIENT, ...(nonce && { nonce }) };
  upstream.on("/token", {
    body: {
      token_type: "Bearer",
      access_token: await upstream.sign({
        ...{ sub: "u-1", azp: CLIENT, email: "eve@example.com", email_verified: true },
      }),
      refresh_token: "refresh",
      id_token: await upstream.sign(claims),
      expires_in: 3600,
      ...more,
    },
  });
}

const callback = (
  jar: Jar,
  query: Record<string, string>,
  key = "remote",
  headers: Record<string, string> = {},
) => jar.open(`/login/auth/code/${key}?${new URLSearchParams(query)}`, headers);

async function signIn(jar: Jar, query = "", key = "remote"): Promise<Answer> {
  const begun = await start(jar, query, key);
  await agree(begun);
  return callback(jar, { code: "c", state: parameter(begun, "state") }, key);
}

const refusedPage = (answer: Answer, reason: string) => {
  expect([answer.status, /id="error-reason">([^<]*)</.exec(answer.text)?.[1]]).toEqual([
    401,
    reason,
  ]);
  // It is for the one who runs the service: English on the pages of each language, and said to be.
  expect(answer.text).toContain('<bdi lang="en" id="error-reason">');
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(cookieLine(answer, SESSION_COOKIE)).toBeUndefined();
};

describe("start", () => {
  test("307 to auth_url, keeping its query: code, state, redirect_uri, client, scope, S256, nonce", async () => {
    const answer = await start(gateway.jar());
    expect(answer.status).toBe(307);
    const { origin, pathname, searchParams } = sentTo(answer);
    expect(origin + pathname).toBe(`${upstream.url}/authorize`);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(searchParams);
    expect(rest).toEqual({
      tenant: "a",
      response_type: "code",
      redirect_uri: `${ORIGIN}/login/auth/code/remote`,
      client_id: CLIENT,
      scope: "openid email",
      code_challenge_method: "S256",
    });
    expect(state).toMatch(/^[\w-]{22}$/);
    expect(nonce).toMatch(/^[\w-]{22}$/);
    expect(code_challenge).toMatch(/^[\w-]{43}$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("no nonce without the scope openid", async () => {
    const answer = await start(gateway.jar(), "", "plain");
    expect(sentTo(answer).searchParams.has("nonce")).toBe(false);
  });

  test("state, nonce and challenge are new every time", async () => {
    const [one, two] = await Promise.all([start(gateway.jar()), start(gateway.jar())]);
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(parameter(one, name)).not.toBe(parameter(two, name));
    }
  });

  test("auth_state family: named after the state, sealed, HttpOnly, Secure, Lax, 360 s", async () => {
    const answer = await start(gateway.jar(), "?remember_me=true&svc_flow=f-1");
    const state = parameter(answer, "state");
    const line = cookieLine(answer, stateName(state)) ?? "";
    const [pair = "", ...attributes] = line.split("; ");
    expect(attributes.sort()).toEqual([
      "HttpOnly",
      "Max-Age=360",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    const value = pair.slice(pair.indexOf("=") + 1);
    const decoded = Buffer.from(value, "base64url").toString("latin1");
    for (const clear of [state, "f-1", "remote", parameter(answer, "nonce")]) {
      expect(value).not.toContain(clear);
      expect(decoded).not.toContain(clear);
    }
  });

  test("state_cookie: name, lifetime, path, domain and same_site as configured, then without __Host-", async () => {
    await using own = await startGateway({
      session: { provider: { remote: remote() } },
      login: {
        state_cookie: {
          cookie_name: "st",
          max_age: 60,
          path: "/login",
          domain: "example.com",
          secure: false,
          http_only: false,
          same_site: 3,
        },
      },
    });
    const answer = await start(own.jar());
    const name = stateName(parameter(answer, "state")).replace("__Host-auth_state", "st");
    expect((cookieLine(answer, name) ?? "").split("; ").slice(1).sort()).toEqual([
      "Domain=example.com",
      "Max-Age=60",
      "Path=/login",
      "SameSite=Strict",
    ]);
  });

  test("on http neither Secure nor __Host-", async () => {
    await using own = await startGateway({
      origin: "http://localhost:8080",
      session: { provider: { remote: remote() } },
    });
    const answer = await start(own.jar());
    const name = stateName(parameter(answer, "state")).replace("__Host-", "");
    expect(cookieLine(answer, name)).not.toContain("Secure");
    expect(parameter(answer, "redirect_uri")).toBe("http://localhost:8080/login/auth/code/remote");
  });

  test("redirect.base_url fixes the callback's origin, redirect.schema its scheme", async () => {
    await using fixed = await startGateway({
      session: { provider: { remote: remote() } },
      login: { redirect: { base_url: "https://public.example.com", schema: "http" } },
    });
    expect(parameter(await start(fixed.jar()), "redirect_uri")).toBe(
      "https://public.example.com/login/auth/code/remote",
    );
    await using scheme = await startGateway({
      session: { provider: { remote: remote() } },
      login: { redirect: { schema: "http" } },
    });
    expect(parameter(await start(scheme.jar()), "redirect_uri")).toBe(
      "http://id.example.com/login/auth/code/remote",
    );
  });

  test("H-5: forwarded headers of a stranger change no callback", async () => {
    const answer = await gateway.jar().open("/login/auth/code/remote", {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
    });
    expect(parameter(answer, "redirect_uri")).toBe(`${ORIGIN}/login/auth/code/remote`);
  });

  test("the matching completion cookie is expired", async () => {
    const answer = await start(gateway.jar(), "?svc_flow=f-1");
    expect(cookieLine(answer, "auth_verify_f-1")).toContain("Max-Age=0");
  });

  test("begun flows do not pile up: the oldest give way (N-1)", async () => {
    const jar = gateway.jar();
    const states: string[] = [];
    for (let count = 0; count < 12; count++) states.push(parameter(await start(jar), "state"));
    expect(jar.cookies.size).toBe(8);
    expect(jar.cookies.has(stateName(states.at(-1) ?? ""))).toBe(true);
    expect(jar.cookies.has(stateName(states[0] ?? ""))).toBe(false);
  });

  test("L-W37: a provider without endpoints has no code flow", async () => {
    const answer = await gateway.jar().get("/login/auth/code/no-endpoints");
    expect([answer.status, answer.body]).toEqual([
      404,
      { message: "code flow is not configured for this provider" },
    ]);
  });
});

describe("callback", () => {
  test("tokens go into the session; one token request with code, redirect_uri and verifier", async () => {
    const jar = gateway.jar();
    const begun = await start(jar);
    await agree(begun);
    const answer = await callback(jar, { code: "the-code", state: parameter(begun, "state") });
    expect(answer.status, answer.text).toBe(200);
    expect(await whoIs(jar)).toBe("eve@example.com");
    const [sent, ...more] = upstream.sentTo("/token");
    expect(more).toEqual([]);
    const { code_verifier = "", ...form } = Object.fromEntries(sent?.form ?? []);
    expect(form).toEqual({
      grant_type: "authorization_code",
      code: "the-code",
      redirect_uri: `${ORIGIN}/login/auth/code/remote`,
    });
    const challenge = createHash("sha256").update(code_verifier).digest("base64url");
    expect(challenge).toBe(parameter(begun, "code_challenge"));
    expect(sent?.headers.authorization).toBe(`Basic ${btoa(`${CLIENT}:secret-of-the-client`)}`);
    const request = new Request(`${ORIGIN}/`, { headers: { cookie: jar.header() } });
    expect(await gateway.session.stored({ request, connection: {} })).toMatchObject({
      provider: "remote",
      authentication_method: "code",
      remember_me: false,
    });
  });

  test("the state cookie is expired at once", async () => {
    const jar = gateway.jar();
    const begun = await start(jar);
    await agree(begun);
    const state = parameter(begun, "state");
    const answer = await callback(jar, { code: "c", state });
    expect(cookieLine(answer, stateName(state))).toContain("Max-Age=0");
    expect([...jar.cookies.keys()].sort()).toEqual([SESSION_COOKIE, "auth_verify"].sort());
  });

  test("completion cookie: auth_verify_<flow>=true, readable by script, Path=/, 60 s", async () => {
    const answer = await signIn(gateway.jar(), "?svc_flow=Flow_1-2");
    const [pair, ...attributes] = (cookieLine(answer, "auth_verify_Flow_1-2") ?? "").split("; ");
    expect(pair).toBe("auth_verify_Flow_1-2=true");
    expect(attributes.sort()).toEqual(["Max-Age=60", "Path=/", "SameSite=Lax", "Secure"]);
  });

  test("success_cookie: lifetime, secure and same_site count; name, path and http_only are fixed (L-D9, L-W44)", async () => {
    await using own = await startGateway({
      session: { provider: { remote: remote() } },
      login: {
        success_cookie: {
          cookie_name: "other",
          max_age: 30,
          path: "/login",
          domain: "example.com",
          secure: false,
          http_only: true,
          same_site: "strict",
        },
      },
    });
    const answer = await signIn(own.jar());
    expect((cookieLine(answer, "auth_verify") ?? "").split("; ").slice(1).sort()).toEqual([
      "Max-Age=30",
      "Path=/",
      "SameSite=Strict",
    ]);
  });

  test.each([
    "a b",
    "ü",
    "a.b",
    "x".repeat(65),
    "a;Path=/x",
    "a%0d%0aSet-Cookie:x",
    "",
    "=",
    "../",
  ])("17: svc_flow %j falls back to auth_verify", async (flow) => {
    const answer = await signIn(gateway.jar(), `?svc_flow=${encodeURIComponent(flow)}`);
    const names = answer.headers.getSetCookie().map((line) => line.split("=")[0]);
    expect(names.filter((name) => name?.startsWith("auth_verify"))).toEqual(["auth_verify"]);
  });

  test("64 characters are a flow id", async () => {
    const answer = await signIn(gateway.jar(), `?svc_flow=${"x".repeat(64)}`);
    expect(cookieLine(answer, `auth_verify_${"x".repeat(64)}`)).toContain("=true;");
  });

  test("remember_me travels with the state and reaches the token endpoint", async () => {
    const jar = gateway.jar();
    const answer = await signIn(jar, "?remember_me=true");
    expect(upstream.sentTo("/token")[0]?.form.get("remember_me")).toBe("true");
    expect(cookieLine(answer, SESSION_COOKIE)).toContain("Max-Age");
  });

  test("15: info.disable_remember_me ignores it", async () => {
    await using own = await startGateway({
      login: { info: { disable_remember_me: true } },
      session: { provider: { remote: remote() } },
    });
    const answer = await signIn(own.jar(), "?remember_me=true");
    expect(upstream.sentTo("/token")[0]?.form.has("remember_me")).toBe(false);
    expect(cookieLine(answer, SESSION_COOKIE)).not.toContain("Max-Age");
  });

  test("16: two flows in one browser complete independently, in any order", async () => {
    const jar = gateway.jar();
    const outer = await start(jar, "?svc_flow=outer");
    const inner = await start(jar, "?svc_flow=inner");
    await agree(inner);
    const second = await callback(jar, { code: "2", state: parameter(inner, "state") });
    await agree(outer);
    const first = await callback(jar, { code: "1", state: parameter(outer, "state") });
    expect([second.status, first.status]).toEqual([200, 200]);
    expect(cookieLine(second, "auth_verify_inner")).toContain("=true");
    expect(cookieLine(first, "auth_verify_outer")).toContain("=true");
    expect(cookieLine(second, "auth_verify_outer")).toBeUndefined();
  });

  test("19: the success page tells, and navigates nowhere", async () => {
    const answer = await signIn(gateway.jar());
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.text).toContain("<title>Sign-in complete</title>");
    expect(answer.text).toContain("You can close this window.");
    expect(answer.text).not.toMatch(/http-equiv|location|<form|onload/i);
    expect(answer.headers.get("refresh")).toBeNull();
    expect(answer.headers.get("location")).toBeNull();
    // The one link is for a window that no page opened; a person has to follow it.
    const links = [...answer.text.matchAll(/<a [^>]*>/g)].map(([link]) => link);
    expect(links).toEqual(['<a id="complete-continue" href="/">']);
    expect([...answer.text.matchAll(/<script[^>]*>([^<]*)/g)].map(([, inline]) => inline)).toEqual([
      "",
    ]);
    expect(answer.text).toMatch(
      /<script type="module" src="\/login\/assets\/complete\.js\?v=\w+">/,
    );
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toContain("unsafe");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
  });

  test.each([
    ["/account?tab=keys", "/account?tab=keys"],
    ["https://evil.example/", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ['/"><script>alert(1)</script>', "/%22%3E%3Cscript%3Ealert(1)%3C/script%3E"],
  ])("without script it goes on to a safe redirect_path: %s", async (given, expected) => {
    const answer = await signIn(gateway.jar(), `?redirect_path=${encodeURIComponent(given)}`);
    expect(/id="complete-continue" href="([^"]*)"/.exec(answer.text)?.[1]).toBe(expected);
  });
});

describe("B-8: a state counts once", () => {
  const copyOf = (jar: Jar, own: TestGateway = gateway): Jar => {
    const copy = own.jar();
    for (const [name, value] of jar.cookies) copy.cookies.set(name, value);
    return copy;
  };

  test("also in a copy of its cookie; the provider is not asked again", async () => {
    const jar = gateway.jar();
    const begun = await start(jar);
    const copy = copyOf(jar);
    const query = { code: "c", state: parameter(begun, "state") };
    await agree(begun);
    expect((await callback(jar, query)).status).toBe(200);
    await agree(begun);
    refusedPage(await callback(copy, query), "state is not valid");
    expect(upstream.sentTo("/token")).toHaveLength(1);
  });

  test("of ten copies at once one is taken", async () => {
    const jar = gateway.jar();
    const begun = await start(jar);
    await agree(begun);
    const query = { code: "c", state: parameter(begun, "state") };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => callback(copyOf(jar), query)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  });

  test("also without an auth instance in this process, and after a refusal of the provider", async () => {
    await using own = await startGateway({ session: { provider: { remote: remote() } } });
    const jar = own.jar();
    const begun = await start(jar);
    const copy = copyOf(jar, own);
    const state = parameter(begun, "state");
    refusedPage(await callback(jar, { error: "access_denied", state }), "sign-in was cancelled");
    await agree(begun);
    refusedPage(await callback(copy, { code: "c", state }), "state is not valid");
  });

  test("what is remembered of it ends with the state, and a state that was never given leaves nothing", async () => {
    const { store } = await gateway.service.auth.service;
    const kept = () =>
      store.driver.session((session) =>
        session.query(
          "select extract(epoch from expires_at - now())::int as seconds from auth_flow_codes where kind = 'used_state'",
        ),
      );
    const before = (await kept()).length;
    const jar = gateway.jar();
    await callback(jar, { code: "c", state: "x".repeat(22) }, "sso");
    expect(await kept()).toHaveLength(before);
    const begun = await start(jar, "", "sso");
    await callback(jar, { code: "c", state: parameter(begun, "state") }, "sso");
    const after = await kept();
    expect(after).toHaveLength(before + 1);
    // 360 s, and a minute for clocks that are apart.
    expect(Math.max(...after.map(({ seconds }) => Number(seconds)))).toBeLessThanOrEqual(420);
  });
});

describe("18: states that are not this browser's", () => {
  const INVALID = "state is not valid";

  test("unknown: an error page, no session, no token request", async () => {
    refusedPage(await callback(gateway.jar(), { code: "c", state: "x".repeat(22) }), INVALID);
    expect(upstream.sentTo("/token")).toEqual([]);
  });

  test("missing, empty, repeated, or too long", async () => {
    const jar = gateway.jar();
    const state = parameter(await start(jar), "state");
    refusedPage(await callback(jar, { code: "c" }), INVALID);
    refusedPage(await callback(jar, { code: "c", state: "" }), INVALID);
    refusedPage(
      await jar.open(`/login/auth/code/remote?code=c&state=${state}&state=${state}`),
      INVALID,
    );
    refusedPage(await callback(jar, { code: "c", state: "x".repeat(4_000) }), INVALID);
  });

  test("used before", async () => {
    const jar = gateway.jar();
    const begun = await start(jar);
    await agree(begun);
    const query = { code: "c", state: parameter(begun, "state") };
    expect((await callback(jar, query)).status).toBe(200);
    upstream.clear();
    refusedPage(await callback(jar, query), INVALID);
    expect(upstream.sentTo("/token")).toEqual([]);
  });

  test("of another browser", async () => {
    const begun = await start(gateway.jar());
    refusedPage(
      await callback(gateway.jar(), { code: "c", state: parameter(begun, "state") }),
      INVALID,
    );
  });

  test("of another provider, even with the same client; it is used up", async () => {
    const jar = gateway.jar();
    const state = parameter(await start(jar, "", "sso"), "state");
    refusedPage(await callback(jar, { code: "c", state }, "twin"), INVALID);
    expect(jar.cookies.has(stateName(state))).toBe(false);
  });

  test("a cookie under the name of another state", async () => {
    const jar = gateway.jar();
    const own = parameter(await start(jar), "state");
    const value = jar.cookies.get(stateName(own)) ?? "";
    const other = "y".repeat(22);
    jar.cookies.set(stateName(other), value);
    refusedPage(await callback(jar, { code: "c", state: other }), INVALID);
  });

  test("a forged or damaged cookie", async () => {
    const jar = gateway.jar();
    const state = parameter(await start(jar), "state");
    const name = stateName(state);
    const value = jar.cookies.get(name) ?? "";
    for (const forged of [
      state,
      "",
      "!!",
      value.slice(0, -2),
      `A${value.slice(1)}`,
      "A".repeat(9_000),
    ]) {
      jar.cookies.set(name, forged);
      refusedPage(await callback(jar, { code: "c", state }), INVALID);
    }
  });

  test("older than state_cookie.max_age, whatever the browser kept", async () => {
    await using own = await startGateway({ session: { provider: { remote: remote() } } });
    const jar = own.jar();
    const begun = await start(jar);
    await agree(begun);
    own.runtime.advance(361_000);
    refusedPage(await callback(jar, { code: "c", state: parameter(begun, "state") }), INVALID);
  });

  test("L-D2: the envelope for everything that shows no pages", async () => {
    const answer = await gateway
      .jar()
      .get("/login/auth/code/remote?code=c&state=x", { accept: "application/json" });
    expect([answer.status, answer.body]).toEqual([401, { message: INVALID }]);
  });

  test("a session that exists survives", async () => {
    const jar = await gateway.signedIn();
    await callback(jar, { code: "c", state: "x".repeat(22) });
    expect(await whoIs(jar)).toBe("ada@example.com");
  });
});

describe("answers of the upstream", () => {
  async function refused(query: Record<string, string>, key = "remote") {
    const jar = gateway.jar();
    const begun = await start(jar, "?svc_flow=f-9&remember_me=true", key);
    await agree(begun);
    return callback(jar, { state: parameter(begun, "state"), ...query }, key);
  }

  test("L-W31: an error is shown with a way to try again; no new start", async () => {
    const answer = await refused({
      error: "access_denied",
      error_description: "The <b>user</b> said no",
    });
    refusedPage(answer, "The &lt;b&gt;user&lt;/b&gt; said no");
    expect(/id="error-retry" href="([^"]*)"/.exec(answer.text)?.[1]).toBe(
      "/login/auth/code/remote?remember_me=true&amp;svc_flow=f-9",
    );
    expect(answer.headers.get("location")).toBeNull();
    expect(upstream.sentTo("/token")).toEqual([]);
  });

  test("its state is verified first: no other site can put words on our page", async () => {
    const answer = await callback(gateway.jar(), {
      error: "access_denied",
      error_description: "call 555-1234",
      state: "x".repeat(22),
    });
    refusedPage(answer, "state is not valid");
    expect(answer.text).not.toContain("555");
  });

  test("RFC 9207: iss of another server is refused before its code is used", async () => {
    refusedPage(
      await refused({ code: "c", iss: "https://evil.example" }, "strict"),
      "issuer does not match",
    );
    expect(upstream.sentTo("/token")).toEqual([]);
    expect((await refused({ code: "c", iss: upstream.url }, "strict")).status).toBe(200);
  });

  test("both code and error, or two codes, are refused", async () => {
    refusedPage(await refused({ code: "c", error: "server_error" }), "server_error");
    const jar = gateway.jar();
    const state = parameter(await start(jar), "state");
    const answer = await jar.open(`/login/auth/code/remote?code=a&code=b&state=${state}`);
    expect(answer.status).toBe(400);
    expect(upstream.sentTo("/token")).toEqual([]);
  });

  test.each([
    ["the nonce of another login", { aud: CLIENT, nonce: "other" }],
    ["no nonce", { aud: CLIENT }],
    ["another audience", { aud: "another" }],
  ])("U-2: an ID token with %s gives no session", async (_, claims) => {
    const jar = gateway.jar();
    const begun = await start(jar);
    const nonce =
      "nonce" in claims || claims.aud === CLIENT ? {} : { nonce: parameter(begun, "nonce") };
    await agree(begun, { id_token: await upstream.sign({ sub: "u-1", ...nonce, ...claims }) });
    const answer = await callback(jar, { code: "c", state: parameter(begun, "state") });
    expect(answer.status).toBe(401);
    expect(cookieLine(answer, SESSION_COOKIE)).toBeUndefined();
    expect(cookieLine(answer, "auth_verify")).toBeUndefined();
  });

  test("U-2: an ID token of another key gives no session", async () => {
    await using other = await scriptedUpstream();
    const jar = gateway.jar();
    const begun = await start(jar);
    const claims = { sub: "u-1", aud: CLIENT, nonce: parameter(begun, "nonce") };
    await agree(begun, { id_token: await other.sign(claims) });
    const answer = await callback(jar, { code: "c", state: parameter(begun, "state") });
    expect(answer.status).toBe(401);
    expect(cookieLine(answer, SESSION_COOKIE)).toBeUndefined();
  });

  test("3.14: a refused code is a page with the provider's words, or its envelope", async () => {
    const jar = gateway.jar();
    const begun = await start(jar);
    const body = { error: "invalid_grant", error_description: "code not found" };
    upstream.on("/token", { status: 400, body });
    const state = parameter(begun, "state");
    const answer = await callback(jar, { code: "c", state }, "remote", { accept: "*/*" });
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: "code not found", error: "invalid_grant" },
    ]);
  });

  test("L-W27: an opaque access token is a clear error page", async () => {
    const jar = gateway.jar();
    const begun = await start(jar);
    upstream.on("/token", { body: { access_token: "opaque", expires_in: 60 } });
    const answer = await callback(jar, { code: "c", state: parameter(begun, "state") });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain("is not a JWT");
  });
});

describe("L-O3: the instance of this process needs no addresses", () => {
  test("from the start over /authorize to the session, for a user who is signed in", async () => {
    const jar = await gateway.signedIn();
    const begun = await start(jar, "?svc_flow=own", "sso");
    expect(locationIn(begun)).toMatch(/^\/auth\/oauth2\/authorize\?response_type=code&/);
    const flow = await jar.open(locationIn(begun));
    expect(flow.status, flow.text).toBe(302);
    const back = await jar.open(locationIn(flow));
    expect(back.status, back.text).toBe(302);
    expect(locationIn(back).startsWith(`${ORIGIN}/login/auth/code/sso?code=`)).toBe(true);
    const answer = await jar.open(locationIn(back));
    expect(answer.status, answer.text).toBe(200);
    expect(cookieLine(answer, "auth_verify_own")).toContain("=true");
    expect((await jar.get("/app")).body.provider).toBe("sso");
  });

  test("an anonymous browser signs in on the way and comes back", async () => {
    const jar = gateway.jar();
    const flow = await jar.open(locationIn(await start(jar, "", "sso")));
    const anonymous = await jar.open(locationIn(flow));
    expect(locationIn(anonymous)).toMatch(/^\/login\/\?redirect_path=%2Fauth%2Foauth2%2Fconsent/);
    await passwordLogin(jar);
    const consent = await jar.open(locationIn(anonymous));
    expect([consent.status, locationIn(consent)]).toEqual([307, locationIn(flow)]);
    const back = await jar.open(locationIn(consent));
    expect((await jar.open(locationIn(back))).status).toBe(200);
  });

  test("a code that was injected into another browser's flow is refused (PKCE)", async () => {
    const victim = await gateway.signedIn();
    const begun = await victim.open(locationIn(await start(victim, "", "sso")));
    const stolen = new URL(locationIn(await victim.open(locationIn(begun)))).searchParams.get(
      "code",
    );
    const thief = gateway.jar();
    const own = await start(thief, "", "sso");
    const answer = await callback(
      thief,
      { code: stolen ?? "", state: parameter(own, "state") },
      "sso",
    );
    expect(answer.status).toBe(400);
    expect(cookieLine(answer, SESSION_COOKIE)).toBeUndefined();
  });
});

describe("provider keys", () => {
  test.each(["absent", "constructor", "enrollment", "verify", "confirm"])(
    "%s: 404",
    async (key) => {
      const { status, body } = await gateway.jar().get(`/login/auth/code/${key}`);
      expect([status, body]).toEqual([404, { message: `provider "${key}" not found` }]);
    },
  );

  test("a hostile key is escaped on the page", async () => {
    const answer = await gateway.jar().open("/login/auth/code/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
    expect(answer.status).toBe(400);
    const page = await gateway.jar().open("/login/auth/code/%3Cimg%20onerror=x%3E");
    expect(page.status).toBe(404);
    expect(page.text).not.toContain("<img");
    expect(page.text).toContain("&lt;img onerror=x&gt;");
  });

  test("L-W38: whole segments, never prefixes", async () => {
    for (const path of ["codex/remote", "code/remote/more", "codes", "code-remote"]) {
      const { status, body } = await gateway.jar().get(`/login/auth/${path}`);
      expect([status, body], path).toEqual([404, { message: "Not Found" }]);
    }
  });
});

test("C-1: a state that another key sealed is nothing; several session keys open", async () => {
  const runtime = gatewayRuntime();
  const session = (session_key: string[]) => ({
    session_key,
    store: { active: "memory" as const },
    provider: { remote: remote() },
  });
  await using old = await startGateway({ runtime, session: session(["the old session key"]) });
  const jar = old.jar();
  const begun = await start(jar);
  await agree(begun);
  const path = `/login/auth/code/remote?code=c&state=${parameter(begun, "state")}`;
  const request = () =>
    new Request(`${ORIGIN}${path}`, { headers: { cookie: jar.header(), accept: "text/html" } });
  await using foreign = await startGateway({ session: session(["another session key"]) });
  expect((await foreign.app.fetch(request())).status).toBe(401);
  await using rolled = await startGateway({
    session: session(["the new session key", "the old session key"]),
  });
  expect((await rolled.app.fetch(request())).status).toBe(200);
});
