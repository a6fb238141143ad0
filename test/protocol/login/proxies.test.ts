/** Passkey, signup, reset and enrollment (login-session-wire 3.7 to 3.9; items 15, 21, 22; L-W13). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import {
  cookieLine,
  postJson,
  SESSION_COOKIE,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { POSTERN_PROVIDER } from "../../support/session.ts";
import { withSetting } from "../../support/tokens.ts";

let upstream: ScriptedUpstream;
let gateway: TestGateway;
const oauth2 = (more: Record<string, unknown> = {}) => ({
  client_id: "c-1",
  client_secret: "s-1",
  scopes: ["openid", "email"],
  cert_url: `${upstream.url}/jwks`,
  passkey_url: `${upstream.url}/passkey?x=1`,
  signup_url: `${upstream.url}/signup?x=1`,
  password_reset_url: `${upstream.url}/reset`,
  ...more,
});

beforeAll(async () => {
  upstream = await scriptedUpstream();
  gateway = await startGateway({
    session: {
      provider: {
        postern: { ...POSTERN_PROVIDER, passkey: true },
        "no-passkey": POSTERN_PROVIDER,
        remote: { passkey: true, oauth2: oauth2() },
        open: { passkey: true, oauth2: oauth2({ client_secret: "", scopes: [] }) },
        bare: { password_flow: true, oauth2: { client_id: "c-1" } },
      },
    },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => upstream.clear());

const PASSKEY = "/login/auth/passkey/remote";
const BEGUN = { session_id: "ps-1", options: { challenge: "Y2g", timeout: 60_000, rpId: "x" } };
const ASSERTION = {
  id: "a",
  rawId: "a",
  type: "public-key",
  response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA", userHandle: "AA" },
};
const sent = (path: string) => JSON.parse(upstream.sentTo(path)[0]?.text ?? "null");
const tokens = async () => ({
  access_token: await upstream.sign({
    ...{ sub: "u-1", azp: "c-1", email: "eve@example.com", email_verified: true },
  }),
  refresh_token: "r",
  expires_in: 3600,
});

describe("passkey at a remote provider", () => {
  test("21: begin passes through unwrapped; client, secret and scope are ours", async () => {
    upstream.on("/passkey", { body: BEGUN });
    const body = {
      username: "ada",
      remember_me: true,
      client_id: "evil",
      client_secret: "evil",
      scope: "everything",
      user_id: "root",
      grant_type: "x",
    };
    const answer = await postJson(gateway.jar(), PASSKEY, body);
    expect([answer.status, answer.body]).toEqual([200, BEGUN]);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(sent("/passkey")).toEqual({
      username: "ada",
      remember_me: true,
      client_id: "c-1",
      client_secret: "s-1",
      scope: "openid email",
    });
    const { headers, query } = upstream.sentTo("/passkey")[0] ?? {};
    expect(query?.get("x")).toBe("1");
    // The relying party follows the host of the login page.
    expect([headers?.["x-forwarded-host"], headers?.["x-forwarded-proto"]]).toEqual([
      "id.example.com",
      "https",
    ]);
  });

  test("L-W13: a provider without secret and scope gets none from the browser", async () => {
    upstream.on("/passkey", { body: BEGUN });
    const body = { client_secret: "evil", scope: "everything" };
    await postJson(gateway.jar(), "/login/auth/passkey/open", body);
    expect(sent("/passkey")).toEqual({ client_id: "c-1" });
  });

  test("21: finish is 204 with the session; remember_me of the finish counts", async () => {
    upstream.on("/passkey", { body: await tokens() });
    const jar = gateway.jar();
    const finish = { session_id: "ps-1", assertion: ASSERTION, remember_me: true };
    const answer = await postJson(jar, PASSKEY, finish);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(cookieLine(answer, SESSION_COOKIE)).toContain("Max-Age");
    expect(sent("/passkey")).toMatchObject({ session_id: "ps-1", assertion: ASSERTION });
    expect(await whoIs(jar)).toBe("eve@example.com");
    const request = new Request(`${ORIGIN}/`, { headers: { cookie: jar.header() } });
    const record = await gateway.session.stored({ request, connection: {} });
    expect(record?.authentication_method).toBe("passkey");
  });

  test("21: a failed finish passes its refusal on and keeps no session", async () => {
    upstream.on("/passkey", {
      status: 400,
      body: { error: "invalid_request", error_description: "session expired" },
    });
    const answer = await postJson(gateway.jar(), PASSKEY, {
      session_id: "ps-1",
      assertion: ASSERTION,
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: "session expired", error: "invalid_request" },
    ]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("L-W15: an unknown user or credential is neutral", async () => {
    upstream.on("/passkey", { status: 404, body: { message: "user not found" } });
    const answer = await postJson(gateway.jar(), PASSKEY, { username: "absent" });
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_grant"]);
  });

  test("15: with disable_remember_me the flag is not sent and not used", async () => {
    upstream.on("/passkey", { body: await tokens() });
    await using own = await startGateway({
      login: { info: { disable_remember_me: true } },
      session: { provider: { remote: { passkey: true, oauth2: oauth2() } } },
    });
    const finish = { session_id: "ps-1", assertion: ASSERTION, remember_me: true };
    const answer = await postJson(own.jar(), PASSKEY, finish);
    expect(answer.status).toBe(204);
    expect(cookieLine(answer, SESSION_COOKIE)).not.toContain("Max-Age");
    expect(sent("/passkey")).not.toHaveProperty("remember_me");
  });

  test("no token ever reaches the browser", async () => {
    const body = { ...BEGUN, refresh_token: "r", id_token: "i", access_token: "" };
    upstream.on("/passkey", { body });
    expect((await postJson(gateway.jar(), PASSKEY, {})).body).toEqual(BEGUN);
  });

  test.each([
    ["no JSON", { body: "<html>", type: "text/html" }, 500],
    ["a list", { body: [] }, 500],
    ["a redirect", { status: 302, headers: { location: "https://evil.example/" } }, 500],
  ])("%s is a clear error", async (_, answer, status) => {
    upstream.on("/passkey", answer);
    expect((await postJson(gateway.jar(), PASSKEY, {})).status).toBe(status);
  });

  test("assertions may be large: 1 MiB, not more", async () => {
    upstream.on("/passkey", { body: BEGUN });
    const large = (size: number) => ({ assertion: { ...ASSERTION, id: "a".repeat(size) } });
    expect((await postJson(gateway.jar(), PASSKEY, large(900_000))).status).toBe(200);
    expect((await postJson(gateway.jar(), PASSKEY, large(1_100_000))).status).toBe(413);
  });
});

describe("passkey in this process", () => {
  test("goes to the instance, never to an address; 503 while its passkeys are switched off", async () => {
    const ask = () => postJson(gateway.jar(), "/login/auth/passkey/postern", {});
    expect((await ask()).body).toMatchObject({ options: { rpId: "example.com" } });
    await withSetting(gateway.service, "passkey", { disabled: true }, async () => {
      const { status, body } = await ask();
      expect([status, body.message]).toEqual([503, "passkey is disabled"]);
    });
    expect(upstream.requests).toEqual([]);
  });

  test.each(["no-passkey", "bare"])("%s has no passkeys: 404", async (key) => {
    const answer = await postJson(gateway.jar(), `/login/auth/passkey/${key}`, {});
    expect([answer.status, answer.body]).toEqual([
      404,
      { message: "passkey is not configured for this provider" },
    ]);
  });
});

describe("signup and reset at a remote provider", () => {
  const MESSAGE = { payload: { message: "sent", verification_required: true } };
  const everything = {
    email: "new@example.com",
    password: "correct horse",
    name: "New",
    redirect_uri: "https://id.example.com/login/?flow=verify",
    code: "123456",
    client_id: "evil",
    client_secret: "evil",
    role_ids: ["admin"],
    is_active: true,
  };
  const client = { client_id: "c-1", client_secret: "s-1" };

  test.each([
    ["signup/remote", "/signup", ["email", "password", "name", "redirect_uri"]],
    ["signup/verify/remote", "/signup/verify", ["code"]],
    ["reset/remote", "/reset", ["email", "redirect_uri"]],
    ["reset/confirm/remote", "/reset/confirm", ["code", "password"]],
  ] as const)(
    "%s: only its members and our client go to %s; the answer comes back",
    async (route, path, members) => {
      upstream.on(path, { body: MESSAGE });
      const answer = await postJson(gateway.jar(), `/login/auth/${route}`, everything);
      expect([answer.status, answer.body]).toEqual([200, MESSAGE]);
      const own = Object.fromEntries(members.map((name) => [name, everything[name]]));
      expect(sent(path)).toEqual({ ...own, ...client });
    },
  );

  test("the address keeps its query below /verify", async () => {
    upstream.on("/signup/verify", { body: MESSAGE });
    await postJson(gateway.jar(), "/login/auth/signup/verify/remote", { code: "1" });
    expect(upstream.sentTo("/signup/verify")[0]?.query.get("x")).toBe("1");
  });

  test.each([
    [400, "password must be at least 8 characters"],
    [401, "code not found or expired"],
    [403, "signup is not enabled"],
    [409, "account already exists"],
    [503, "email delivery is not configured"],
  ])("a refusal with %i keeps status and message", async (status, message) => {
    upstream.on("/signup", { status, body: { message } });
    // Of an address of its own: requests are counted per address.
    const body = { ...everything, email: `refused${status}@example.com` };
    const answer = await postJson(gateway.jar(), "/login/auth/signup/remote", body);
    expect([answer.status, answer.body]).toEqual([status, { message }]);
  });

  test.each([
    ["signup/postern", "signup is not enabled"],
    ["signup/verify/postern", "signup is not enabled"],
    ["reset/postern", "password reset is not enabled"],
    ["reset/confirm/postern", "password reset is not enabled"],
    ["signup/bare", "signup endpoint is not configured"],
    ["reset/bare", "password reset endpoint is not configured"],
  ])("%s: 404", async (route, message) => {
    const answer = await postJson(gateway.jar(), `/login/auth/${route}`, everything);
    expect([answer.status, answer.body]).toEqual([404, { message }]);
  });

  test.each(["signup", "signup/verify", "reset", "reset/confirm"])(
    "%s without a provider: 404",
    async (route) => {
      const answer = await postJson(gateway.jar(), `/login/auth/${route}`, everything);
      expect([answer.status, answer.body]).toEqual([404, { message: 'provider "" not found' }]);
    },
  );

  test.each(["passkey/remote", "signup/remote", "reset/remote", "passkey/enrollment"])(
    "L-W14: %s takes JSON of our own pages only",
    async (route) => {
      const path = `/login/auth/${route}`;
      const foreign = await postJson(gateway.jar(), path, {}, { origin: "https://evil.example" });
      expect([foreign.status, foreign.body.message]).toEqual([
        403,
        "request comes from another origin",
      ]);
      const jar = await gateway.signedIn();
      const form = await jar.send("POST", path, { body: new URLSearchParams({ a: "b" }) });
      expect(form.status).toBe(415);
      expect(upstream.requests).toEqual([]);
    },
  );
});

describe("enrollment", () => {
  const ROUTE = "/login/auth/passkey/enrollment";

  test("without a session: 401 for GET and POST", async () => {
    const expected = [401, { message: "authenticated session required" }];
    const asked = await gateway.jar().get(ROUTE);
    expect([asked.status, asked.body]).toEqual(expected);
    const begun = await postJson(gateway.jar(), ROUTE, {});
    expect([begun.status, begun.body]).toEqual(expected);
    expect(asked.headers.get("cache-control")).toBe("no-store");
  });

  test("signed in: no one is offered a passkey while the issuer offers nothing", async () => {
    const answer = await (await gateway.signedIn()).get(ROUTE);
    expect([answer.status, answer.body]).toEqual([200, { payload: { prompt: false } }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("22: POST is refused where nothing is offered, whatever user the body names", async () => {
    const answer = await postJson(await gateway.signedIn(), ROUTE, { user_id: "root" });
    expect([answer.status, answer.body]).toEqual([
      403,
      { message: "passkey enrollment is not available" },
    ]);
  });

  test("I-6: a token without sub signs no one in", async () => {
    const claims = { email: "eve@example.com", email_verified: true, azp: "c-1" };
    upstream.on("/passkey", { body: { access_token: await upstream.sign(claims) } });
    const jar = gateway.jar();
    expect((await postJson(jar, PASSKEY, {})).status).toBe(401);
    expect((await jar.get(ROUTE)).status).toBe(401);
  });
});
