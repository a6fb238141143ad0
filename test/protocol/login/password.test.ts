/** The password flow (login-middleware.md, Endpoints and Errors; login-session-wire 3.6, 3.10, 3.14). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import {
  ADA_LOGIN,
  cookieLine,
  gatewayRuntime,
  JSON_TYPE,
  passwordLogin,
  postJson,
  SESSION_COOKIE,
  startGateway,
  type TestGateway,
  TOKEN_ROUTE,
  whoIs,
} from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { POSTERN_PROVIDER } from "../../support/session.ts";
import { claimsOf } from "../../support/tokens.ts";

let upstream: ScriptedUpstream;
let gateway: TestGateway;

const REMOTE = "/login/auth/token/remote";
const remote = (oauth2: Record<string, unknown> = {}) => ({
  password_flow: true,
  oauth2: {
    client_id: "cl ient",
    client_secret: "s:cret/&",
    scopes: ["openid", "email"],
    token_url: `${upstream.url}/token?tenant=a`,
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
        remote: remote(),
        bearer: remote({ auth_header_style: 1 }),
        query: remote({ auth_header_style: 2 }),
        open: remote({ client_secret: "" }),
        "without-oauth2": { password_flow: true, auth_middleware: "auth" },
      },
    },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => upstream.clear());

const tokens = async (more: Record<string, unknown> = {}) => ({
  token_type: "Bearer",
  access_token: await upstream.sign({
    ...{ sub: "u-1", azp: "cl ient", email: "eve@example.com", email_verified: true },
  }),
  expires_in: 3600,
  ...more,
});

describe("in process", () => {
  test("204 without a body, and the session cookie", async () => {
    const jar = gateway.jar();
    const answer = await passwordLogin(jar);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(cookieLine(answer, SESSION_COOKIE)).toContain("HttpOnly");
    expect(answer.headers.get("x-session-set")).toBe("true");
    expect(await whoIs(jar)).toBe("ada@example.com");
  });

  test("the browser holds the session cookie and no token", async () => {
    const jar = gateway.jar();
    const answer = await passwordLogin(jar);
    // And what makes it a known browser (I-7).
    expect([...jar.cookies.keys()]).toEqual([SESSION_COOKIE, "__Secure-login_device"]);
    expect(JSON.stringify([...answer.headers, ...jar.cookies])).not.toContain("eyJ");
  });

  test("client and scope are added on the server, whatever the body says", async () => {
    const jar = gateway.jar();
    const answer = await passwordLogin(jar, {
      client_id: "other",
      client_secret: "x",
      scope: "everything",
      grant_type: "client_credentials",
    });
    expect(answer.status).toBe(204);
    const request = new Request(`${ORIGIN}/`, { headers: { cookie: jar.header() } });
    const record = await gateway.session.stored({ request, connection: {} });
    const { azp, scope } = claimsOf(record?.tokens.access_token ?? "");
    expect([azp, scope.split(" ").sort()]).toEqual(["login", ["email", "openid", "profile"]]);
    expect(record).toMatchObject({ provider: "postern", authentication_method: "password" });
  });

  test("L-W15, B-11: wrong password and unknown user are one and the same answer", async () => {
    const wrong = await passwordLogin(gateway.jar(), { password: "wrong horse" });
    const unknown = await passwordLogin(gateway.jar(), { username: "absent" });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      message: "invalid username or password",
      error: "invalid_grant",
    });
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect(wrong.headers.get("cache-control")).toBe("no-store");
  });

  test("a new session id at every sign-in; the old cookie is worth nothing (B-8)", async () => {
    const jar = await gateway.signedIn();
    const before = jar.header();
    await passwordLogin(jar);
    expect(jar.header()).not.toBe(before);
    const old = await gateway.jar().get("/app", { cookie: before });
    expect(old.status).toBe(401);
  });

  test.each([
    ["no username", { password: "x" }],
    ["no password", { username: "ada" }],
    ["an empty password", { username: "ada", password: "" }],
    ["members that are no texts", { username: ["ada"], password: { a: 1 } }],
  ])("%s: 400", async (_, body) => {
    const answer = await postJson(gateway.jar(), TOKEN_ROUTE, body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: "username and password are required" },
    ]);
  });
});

describe("remember me (wire 3.10)", () => {
  test("true makes a remembered session, absent and other types do not", async () => {
    for (const [given, remembered] of [
      [true, true],
      [false, false],
      [undefined, false],
      ["yes", false],
      [1, false],
    ] as const) {
      const jar = gateway.jar();
      const answer = await passwordLogin(jar, { remember_me: given });
      const line = cookieLine(answer, SESSION_COOKIE) ?? "";
      expect(line.includes("Max-Age"), String(given)).toBe(remembered);
    }
  });

  test("15: info.disable_remember_me ignores the flag", async () => {
    upstream.on("/token", { body: await tokens() });
    await using own = await startGateway({
      login: { info: { disable_remember_me: true } },
      session: { provider: { postern: POSTERN_PROVIDER, remote: remote() } },
    });
    const answer = await passwordLogin(own.jar(), { remember_me: true });
    expect(cookieLine(answer, SESSION_COOKIE)).not.toContain("Max-Age");
    await postJson(own.jar(), REMOTE, { ...ADA_LOGIN, remember_me: true });
    expect(upstream.sentTo("/token")[0]?.form.has("remember_me")).toBe(false);
  });
});

describe("remote provider", () => {
  test("form, scope and remember_me; Basic with percent-encoded id and secret (style 0)", async () => {
    upstream.on("/token", { body: await tokens() });
    const jar = gateway.jar();
    const body = { ...ADA_LOGIN, remember_me: true, extra: "no" };
    const answer = await postJson(jar, REMOTE, body, { "x-user": "root", cookie: "a=b" });
    expect(answer.status, answer.text).toBe(204);
    const [sent] = upstream.sentTo("/token");
    expect(Object.fromEntries(sent?.form ?? [])).toEqual({
      grant_type: "password",
      username: "ada",
      password: "correct horse",
      scope: "openid email",
      remember_me: "true",
    });
    expect(sent?.headers.authorization).toBe(`Basic ${btoa("cl%20ient:s%3Acret%2F%26")}`);
    expect(sent?.query.get("tenant")).toBe("a");
    // H-8
    expect([sent?.headers["x-user"], sent?.headers.cookie]).toEqual([undefined, undefined]);
    expect(await whoIs(jar)).toBe("eve@example.com");
  });

  test("style 1 sends the secret as bearer and no client id, style 2 both in the query", async () => {
    upstream.on("/token", { body: await tokens() });
    await postJson(gateway.jar(), "/login/auth/token/bearer", ADA_LOGIN);
    await postJson(gateway.jar(), "/login/auth/token/query", ADA_LOGIN);
    await postJson(gateway.jar(), "/login/auth/token/open", ADA_LOGIN);
    const [bearer, query, open] = upstream.sentTo("/token");
    expect(bearer?.headers.authorization).toBe("Bearer s:cret/&");
    expect([bearer?.form.has("client_id"), bearer?.query.has("client_id")]).toEqual([false, false]);
    expect(query?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(query?.query ?? [])).toEqual({
      tenant: "a",
      client_id: "cl ient",
      client_secret: "s:cret/&",
    });
    expect([open?.headers.authorization, open?.form.get("client_id")]).toEqual([
      undefined,
      "cl ient",
    ]);
  });

  test("D5: totp is passed on; mfa_required stays what it is", async () => {
    const error = { error: "mfa_required", error_description: "second factor required" };
    upstream.on("/token", { status: 401, body: error });
    const answer = await postJson(gateway.jar(), REMOTE, { ...ADA_LOGIN, totp: "123456" });
    expect(upstream.sentTo("/token")[0]?.form.get("totp")).toBe("123456");
    expect([answer.status, answer.body]).toEqual([
      401,
      { message: "second factor required", error: "mfa_required" },
    ]);
  });

  test.each([
    [400, { error: "invalid_grant", error_description: "password not match" }],
    [401, { error: "access_denied", error_description: "user not found" }],
    [400, { error: "invalid_grant", error_description: "account is locked" }],
    [404, { message: "user not found" }],
    [401, "Unauthorized"],
  ])("L-W15: %i %o is neutral", async (status, body) => {
    upstream.on("/token", { status, body });
    const answer = await postJson(gateway.jar(), REMOTE, ADA_LOGIN);
    expect([answer.status, answer.body]).toEqual([
      401,
      { message: "invalid username or password", error: "invalid_grant" },
    ]);
  });

  test.each([
    [
      403,
      { error: "forbidden", error_description: "no <b>" },
      403,
      { message: "no <b>", error: "forbidden" },
    ],
    [429, { error: "slow_down" }, 429, { message: "slow_down", error: "slow_down" }],
    [503, "a stack trace", 503, { message: "the sign-in provider refused the request" }],
    [302, {}, 500, { message: "the sign-in provider refused the request" }],
  ])("3.14: an upstream's %i", async (status, body, expected, envelope) => {
    upstream.on("/token", { status, body, headers: { location: "https://evil.example/" } });
    const answer = await postJson(gateway.jar(), REMOTE, ADA_LOGIN);
    expect([answer.status, answer.body]).toEqual([expected, envelope]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("20: no connection is 500 and an envelope", async () => {
    const gone = await scriptedUpstream();
    await gone[Symbol.asyncDispose]();
    await using own = await startGateway({
      session: { provider: { remote: remote({ token_url: `${gone.url}/token` }) } },
    });
    const answer = await postJson(own.jar(), REMOTE, ADA_LOGIN);
    expect([answer.status, answer.body]).toEqual([
      500,
      { message: "the sign-in provider is not reachable" },
    ]);
  });

  test.each([
    ["no access token", {}, "the sign-in provider gave no access token"],
    [
      "an opaque one",
      { access_token: "opaque" },
      "the access token of the sign-in provider is not a JWT",
    ],
    [
      "nonsense",
      { access_token: "a.b.c" },
      "the access token of the sign-in provider is not a JWT",
    ],
    ["no JSON", "<html>", "the sign-in provider did not answer with tokens"],
    ["a list", [1], "the sign-in provider gave no access token"],
  ])("L-W27: %s is a clear error", async (_, body, message) => {
    upstream.on("/token", { body });
    const answer = await postJson(gateway.jar(), REMOTE, ADA_LOGIN);
    expect([answer.status, answer.body]).toEqual([500, { message }]);
  });

  test("L-W27: without exp the lifetime counts, without both it is an error", async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const access_token = `${part({ alg: "none" })}.${part({ sub: "u" })}.AAAA`;
    upstream.on("/token", { body: { access_token, expires_in: "120" } });
    const jar = gateway.jar();
    // I-6: a token that no key of the provider signed begins no session.
    const unsigned = await postJson(jar, REMOTE, ADA_LOGIN);
    expect([unsigned.status, unsigned.body.message]).toEqual([
      401,
      "the sign-in provider's tokens are not accepted: token is not valid",
    ]);
    upstream.on("/token", { body: { access_token } });
    const answer = await postJson(gateway.jar(), REMOTE, ADA_LOGIN);
    expect(answer.body).toEqual({
      message: "the access token of the sign-in provider has no expiry",
    });
    expect(await whoIs(jar)).toBeUndefined();
  });

  test("C-6: the log holds neither password nor secret nor token", () => {
    const lines = JSON.stringify(gateway.runtime.lines, (_, value) =>
      value instanceof Error ? [value.message, String(value.cause)] : value,
    );
    for (const secret of ["correct horse", "s:cret/&", "cmV0", "eyJ"]) {
      expect(lines).not.toContain(secret);
    }
  });
});

describe("who may post (L-W14, B-2)", () => {
  const post = (headers: Record<string, string>, body = JSON.stringify(ADA_LOGIN)) =>
    gateway.jar().send("POST", TOKEN_ROUTE, { headers, body });

  test.each([
    ["a program", {}],
    ["our own page", { origin: ORIGIN, "sec-fetch-site": "same-origin" }],
    ["with a charset", { "content-type": "application/json; charset=utf-8" }],
  ])("%s is let in", async (_, headers) => {
    expect((await post({ ...JSON_TYPE, ...headers })).status).toBe(204);
  });

  test.each([
    ["a foreign origin", { origin: "https://evil.example" }],
    ["a prefix of ours", { origin: `${ORIGIN}.evil.example` }],
    ["another scheme", { origin: ORIGIN.replace("https", "http") }],
    ["no origin", { origin: "null" }],
    ["a foreign site", { "sec-fetch-site": "cross-site" }],
    ["a sister site", { "sec-fetch-site": "same-site", origin: ORIGIN }],
    ["the address bar", { "sec-fetch-site": "none" }],
  ])("%s is refused with 403", async (_, headers) => {
    const answer = await post({ ...JSON_TYPE, ...headers });
    expect([answer.status, answer.body.message]).toEqual([
      403,
      "request comes from another origin",
    ]);
    // I-9: an administrator who corrects the configuration needs to know both.
    expect(answer.body.error).toContain(ORIGIN);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data",
    "application/jsonp",
    "",
  ])("media type %s is refused with 415", async (type) => {
    const { status, body } = await post(type === "" ? {} : { "content-type": type });
    expect(status, JSON.stringify(body)).toBe(415);
  });

  test("compressed bodies are refused", async () => {
    expect((await post({ ...JSON_TYPE, "content-encoding": "gzip" })).status).toBe(415);
  });

  test.each([
    "",
    "nonsense",
    "[]",
    "null",
    '"text"',
    '{"username":"ada","password":"correct horse","__proto__":{"a":1}}',
    '{"username":"ada","password":"correct horse","constructor":1}',
    `{"a":${"[".repeat(100)}${"]".repeat(100)}}`,
  ])("body %s is refused with 400", async (body) => {
    const answer = await post(JSON_TYPE, body);
    expect([answer.status, answer.body]).toEqual([400, { message: "cannot decode the body" }]);
  });

  test("text that is not UTF-8 is refused", async () => {
    const body = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]);
    const answer = await gateway.jar().send("POST", TOKEN_ROUTE, { headers: JSON_TYPE, body });
    expect(answer.status).toBe(400);
  });

  test("64 KiB are the limit, also without a length", async () => {
    const large = JSON.stringify({ ...ADA_LOGIN, extra: "x".repeat(70_000) });
    expect((await post(JSON_TYPE, large)).status).toBe(413);
    const stream = new Blob([large]).stream();
    const init = { headers: JSON_TYPE, body: stream, duplex: "half" } as RequestInit;
    expect((await gateway.jar().send("POST", TOKEN_ROUTE, init)).status).toBe(413);
  });
});

test("B-2: behind an unknown proxy the configured origin is ours, too", async () => {
  await using own = await startGateway({
    login: { redirect: { base_url: "https://public.example.com" } },
    runtime: gatewayRuntime(),
  });
  const answer = await postJson(own.jar(), TOKEN_ROUTE, ADA_LOGIN, {
    origin: "https://public.example.com",
    "sec-fetch-site": "same-origin",
  });
  expect(answer.status).toBe(204);
});

describe("provider keys", () => {
  test.each([
    "absent",
    "constructor",
    "__proto__",
    "toString",
    "enrollment",
    "verify",
    "without-oauth2",
    "",
  ])("%s: 404", async (key) => {
    const answer = await postJson(gateway.jar(), `/login/auth/token/${key}`, ADA_LOGIN);
    expect([answer.status, answer.body]).toEqual([404, { message: `provider "${key}" not found` }]);
  });

  test("a long key is not repeated whole", async () => {
    const { body } = await postJson(gateway.jar(), `/login/auth/token/${"k".repeat(3_000)}`, {});
    expect(body.message.length).toBeLessThan(100);
  });
});
