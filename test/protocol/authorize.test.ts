/** GET and POST /oauth2/authorize (RFC 6749 §4.1.1; auth-wire 5.9; Z-1, Z-4, Z-5, Z-10, Z-13, N-5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import {
  AUTHORIZE,
  answerOf,
  CALLBACK,
  locationOf,
  newFlow,
  openPage,
  parametersOf,
  S256,
  startWith,
} from "../support/authorize.ts";
import { createAda, putClient, putSetting, WEB, withSetting } from "../support/tokens.ts";

const ISSUER = `${ORIGIN}/auth/oauth2`;
const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await service.createServiceAccount();
  const secret = { client_secret: WEB.secret };
  await putClient(service, WEB.id, { ...secret, redirect_uris: [CALLBACK] });
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
  await putClient(service, "off", { ...secret, redirect_uris: [CALLBACK] }, false);
  await putClient(service, "no-lists", secret);
  await putClient(service, "query", { ...secret, redirect_uris: [`${CALLBACK}?tenant=a%20b`] });
  await putClient(service, "bounded", {
    ...secret,
    redirect_uris: [CALLBACK],
    allowed_scopes: ["openid"],
    resources: ["https://api.example.com/v1"],
  });
  await putClient(service, "machine", {
    ...secret,
    redirect_uris: [CALLBACK],
    grant_types: ["client_credentials"],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("a valid request", () => {
  test("success: 302 to {prefix}/oauth2/consent?flow= with 64 hex digits, never stored", async () => {
    const answer = await startWith(service);
    expect(answer.status).toBe(302);
    expect(locationOf(answer)).toMatch(/^\/auth\/oauth2\/consent\?flow=[0-9a-f]{64}$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("Z-5: also as a form POST, whose body alone counts", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = parametersOf();
    const answer = await service.request("POST", `${AUTHORIZE}?client_id=absent`, {
      headers,
      body,
    });
    expect(locationOf(answer)).toMatch(/\?flow=[0-9a-f]{64}$/);
    const json = await service.json("POST", AUTHORIZE, Object.fromEntries(body));
    expect(json.status, "forms only").toBe(415);
    const without = await service.request("POST", `${AUTHORIZE}?${body}`, { headers, body: "" });
    expect(without.status, "parameters of the URL are not those of the form").toBe(400);
  });

  test("each request is a flow of its own", async () => {
    expect(await newFlow(service)).not.toBe(await newFlow(service));
  });

  test("unknown parameters are ignored, also repeated ones; `claims` until it is due", async () => {
    await newFlow(service, {
      foo: ["1", "2"],
      ["__proto__"]: "x",
      constructor: ["1", "2"],
      claims: "{}",
    });
  });

  test("a request without state, and an empty parameter counts as absent (N-5)", async () => {
    await newFlow(service, { state: undefined, request: "", code_challenge: "", resource: "" });
  });

  test("N-9: never open to other origins", async () => {
    const answer = await startWith(service, {}, { origin: "https://evil.test" });
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
    const preflight = await service.request("OPTIONS", AUTHORIZE);
    expect(preflight.headers.has("access-control-allow-origin")).toBe(false);
  });
});

const UNVERIFIED: readonly (readonly [
  string,
  Record<string, string | string[] | undefined>,
  string,
])[] = [
  ["no client_id", { client_id: undefined }, "client_id is required"],
  ["an empty client_id", { client_id: "" }, "client_id is required"],
  ["a repeated client_id", { client_id: [WEB.id, WEB.id] }, "client_id is given more than once"],
  ["an unknown client", { client_id: "absent" }, "client 'absent' not found"],
  ["a prototype's name", { client_id: "toString" }, "client 'toString' not found"],
  ["another spelling of a client", { client_id: "WEB-APP" }, "client 'WEB-APP' not found"],
  ["a disabled client", { client_id: "off" }, "client 'off' not found"],
  ["a user", { client_id: "ada" }, "client 'ada' not found"],
  ["no redirect_uri", { redirect_uri: undefined }, "redirect_uri not allowed"],
  ["an empty redirect_uri", { redirect_uri: "" }, "redirect_uri not allowed"],
  ["a repeated redirect_uri", { redirect_uri: [CALLBACK, CALLBACK] }, "redirect_uri not allowed"],
  ["a foreign redirect_uri", { redirect_uri: "https://evil.test/" }, "redirect_uri not allowed"],
  ["T-2: a client with neither list", { client_id: "no-lists" }, "redirect_uri not allowed"],
  ["a service account without a whitelist", { client_id: "robot" }, "redirect_uri not allowed"],
  [
    "a target problem beside every other one",
    { redirect_uri: "https://evil.test/", response_type: "token", request: "x" },
    "redirect_uri not allowed",
  ],
];

describe("Z-1: before the redirect target is verified, an own error page and no `Location`", () => {
  test.each(UNVERIFIED)("%s: the JSON of the wire", async (_, fields, description) => {
    const answer = await startWith(service, fields);
    expect(answer.status).toBe(400);
    expect(answer.headers.has("location")).toBe(false);
    expect(answer.body.error_description).toBe(description);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test.each(UNVERIFIED)("%s: a page for browsers, with the headers of B-1", async (_, fields) => {
    const answer = await startWith(service, fields, BROWSER);
    expect(answer.status).toBe(400);
    expect(answer.headers.has("location")).toBe(false);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("content-security-policy")).toContain("form-action 'none'");
    expect(answer.text).toContain('<h1 id="error-title">');
  });

  test.each([
    ["application/json", false],
    ["*/*", false],
    ["text/html;q=0.5, application/json", false],
    ["text/html;q=0", false],
    ["text/html;q=nonsense", false],
    ["text/html", true],
    ["application/json;q=0.5, text/html", true],
    ["TEXT/HTML, application/json", true],
  ])("Accept: %s → HTML %s", async (accept, isHtml) => {
    const answer = await startWith(service, { client_id: "absent" }, { accept });
    expect(answer.headers.get("content-type")?.startsWith("text/html")).toBe(isHtml);
  });

  test("B-3: what the request brought is escaped, cleaned and cut", async () => {
    const client_id = `<script>alert(1)</script>\u202e"'&${"x".repeat(900)}`;
    const page = await startWith(service, { client_id }, BROWSER);
    expect(page.text).not.toContain("<script");
    expect(page.text).not.toContain("\u202e");
    expect(page.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;xxx");
    expect(page.text).not.toContain("x".repeat(301));
    const long = await startWith(service, { client_id: "x".repeat(3_000) });
    expect(long.status).toBe(400);
  });

  test("`authorize.disabled`: 404 JSON `invalid_request` `authorization endpoint is disabled`", async () => {
    const flow = await newFlow(service);
    await withSetting(service, "authorize", { disabled: true }, async () => {
      const answer = await startWith(service);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        error: "invalid_request",
        error_description: "authorization endpoint is disabled",
      });
      expect((await openPage(service, flow)).status, "nor its pending flows").toBe(404);
    });
    expect((await openPage(service, flow)).status).toBe(200);
  });
});

const VERIFIED: readonly (readonly [
  string,
  Record<string, string | string[] | undefined>,
  string,
])[] = [
  ["response_type token", { response_type: "token" }, "unsupported_response_type"],
  ["response_type code token", { response_type: "code token" }, "unsupported_response_type"],
  ["response_type id_token", { response_type: "id_token" }, "unsupported_response_type"],
  ["no response_type", { response_type: undefined }, "unsupported_response_type"],
  ["response_type CODE", { response_type: "CODE" }, "unsupported_response_type"],
  ["repeated response_type", { response_type: ["code", "code"] }, "invalid_request"],
  ["repeated scope", { scope: ["openid", "email"] }, "invalid_request"],
  ["repeated nonce", { nonce: ["a", "b"] }, "invalid_request"],
  ["repeated prompt", { prompt: ["login", "none"] }, "invalid_request"],
  [
    "repeated code_challenge",
    { ...S256, code_challenge: [S256.code_challenge, "x"] },
    "invalid_request",
  ],
  ["a nonce that is too long", { nonce: "n".repeat(513) }, "invalid_request"],
  ["control characters in the nonce", { nonce: "a\u0000b" }, "invalid_request"],
  ["request", { request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
  ["request_uri", { request_uri: "https://evil.test/x" }, "request_uri_not_supported"],
  ["a public client without PKCE", { client_id: "spa" }, "invalid_request"],
  ["a method without challenge", { code_challenge_method: "S256" }, "invalid_request"],
  ["an unknown method", { ...S256, code_challenge_method: "S512" }, "invalid_request"],
  ["a relative resource", { resource: "/x" }, "invalid_target"],
  ["a resource with a fragment", { resource: "https://api.example.com/#x" }, "invalid_target"],
  [
    "a refused resource",
    { client_id: "bounded", resource: "https://api.example.com/v10" },
    "invalid_target",
  ],
  [
    "one refused resource of two",
    { client_id: "bounded", resource: ["https://api.example.com/v1/a", "https://evil.test/"] },
    "invalid_target",
  ],
  [
    "a scope outside the client's list",
    { client_id: "bounded", scope: "openid admin" },
    "invalid_scope",
  ],
  ["characters no scope has", { scope: 'openid "x"' }, "invalid_scope"],
  ["a client that may not use the grant", { client_id: "machine" }, "unauthorized_client"],
];

describe("Z-4: afterwards errors redirect with `error`, `state` and `iss`", () => {
  test.each(VERIFIED)("%s", async (_, fields, error) => {
    const answer = await startWith(service, fields);
    expect(locationOf(answer).startsWith(`${CALLBACK}?`)).toBe(true);
    const { error_description = "", ...rest } = answerOf(answer);
    expect(rest).toEqual({ error, state: "s-1", iss: ISSUER });
    expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(answer.text).toBe("");
  });

  test("the existing query of the target is kept", async () => {
    const redirect_uri = `${CALLBACK}?tenant=a%20b`;
    const answer = await startWith(service, {
      client_id: "query",
      redirect_uri,
      response_type: "x",
    });
    expect(locationOf(answer).startsWith(`${redirect_uri}&error=`)).toBe(true);
    expect(answerOf(answer)).toMatchObject({ tenant: "a b", error: "unsupported_response_type" });
  });

  test("no state in, none out; an empty one neither", async () => {
    for (const state of [undefined, ""]) {
      expect(answerOf(await startWith(service, { state, response_type: "x" }))).not.toHaveProperty(
        "state",
      );
    }
  });

  test.each([
    "plain",
    "a b+c&d=e#f?g/%41",
    `<script>alert("1")</script>`,
    '{"returnTo":"/å/日本"}',
    "\u202eflipped",
    "x".repeat(4_096),
  ])("state comes back as it was: %s", async (state) => {
    expect(answerOf(await startWith(service, { state, response_type: "x" })).state).toBe(state);
  });

  test("RFC 6749 §4.1.2.1: a state that is too long is refused with the state", async () => {
    const state = "x".repeat(4_097);
    const answer = await startWith(service, { state });
    expect(answerOf(answer)).toMatchObject({ error: "invalid_request", state });
  });

  test.each([
    ["repeated", ["a", "b"]],
    ["with a line end", "a\r\nSet-Cookie: x=y"],
    ["with NUL", "a\u0000"],
  ])("a state that is %s is refused and not sent back", async (_, state) => {
    const answer = await startWith(service, { state });
    expect(answerOf(answer)).toMatchObject({ error: "invalid_request", iss: ISSUER });
    expect(answerOf(answer)).not.toHaveProperty("state");
    expect(answer.headers.has("set-cookie")).toBe(false);
  });

  test("store failure: 302 `server_error`, logged, without a reason for outsiders (N-8)", async () => {
    const setup = await service.auth.service;
    const { codes } = setup;
    const broken = Object.assign(Object.create(codes), {
      put: () => Promise.reject(new Error("password=hunter2")),
    });
    Object.assign(setup, { codes: broken });
    try {
      const answer = await startWith(service);
      expect(answerOf(answer)).toMatchObject({ error: "server_error", state: "s-1", iss: ISSUER });
      expect(locationOf(answer)).not.toContain("hunter2");
    } finally {
      Object.assign(setup, { codes });
    }
    expect(service.runtime.lines.some(({ message }) => message === "request failed")).toBe(true);
  });

  test("an unreadable `oauth2.base_url` cannot make a wrong issuer: with one set, `iss` is it (H-4)", async () => {
    await withSetting(service, "oauth2", { base_url: "https://login.example.org" }, async () => {
      const answer = await startWith(service, { response_type: "x" }, { host: "evil.test" });
      expect(answerOf(answer).iss).toBe("https://login.example.org/auth/oauth2");
    });
  });
});

describe("discovery (O-4, Z-10)", () => {
  const discover = async () =>
    (await service.request("GET", "/auth/oauth2/.well-known/openid-configuration")).body;

  test("lists the endpoint, response types and modes, PKCE methods and the `iss` parameter", async () => {
    expect(await discover()).toMatchObject({
      authorization_endpoint: `${ORIGIN}${AUTHORIZE}`,
      response_types_supported: ["code"],
      response_modes_supported: ["query", "form_post"],
      code_challenge_methods_supported: ["S256", "plain"],
      authorization_response_iss_parameter_supported: true,
    });
    expect((await discover()).grant_types_supported).toContain("authorization_code");
  });

  test("a disabled endpoint vanishes; `require_s256` takes `plain` off the list", async () => {
    await withSetting(service, "authorize", { disabled: true }, async () => {
      const document = await discover();
      expect(document).not.toHaveProperty("authorization_endpoint");
      expect(document.response_types_supported).toEqual([]);
    });
    await withSetting(service, "authorize", { require_s256: true }, async () => {
      expect((await discover()).code_challenge_methods_supported).toEqual(["S256"]);
    });
  });
});

test("`authorize.flow_lifetime`: a pending flow lives that long and no longer", async () => {
  await putSetting(service, "authorize", { flow_lifetime: "1s" });
  const flow = await newFlow(service);
  await service.json("DELETE", "/auth/v1/settings/authorize");
  const later = await newFlow(service);
  expect((await openPage(service, flow)).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await openPage(service, flow)).status).toBe(404);
  expect((await openPage(service, later)).status).toBe(200);
});
