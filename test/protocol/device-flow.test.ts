/** The device flow (RFC 8628; auth-wire 5.12; V-1 to V-4, B-2, K-7, K-10, D19). */
import * as openid from "openid-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  claimsOf,
  createAda,
  putClient,
  refusal,
  TOKEN,
  WEB,
  withSetting,
} from "../support/tokens.ts";

const DEVICE_AUTHORIZATION = "/auth/oauth2/device_authorization";
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const PAGE = "/auth/ui/device";
const TV = "television";
const SECOND = 1_000;
let service: TestAuth;
let adaId: string;

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: Date.UTC(2030, 0, 1) }));
  adaId = await createAda(service);
  await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
  await service.createServiceAccount();
  await putClient(service, TV, { public: true, client_name: "Living Room", scope: ["tv"] });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());
/** Counters and codes of one test do not reach into the next. */
afterEach(() => service.runtime.advance(30 * 60 * SECOND));

type Fields = Readonly<Record<string, string>>;

const ask = (fields: Fields = {}, headers: Fields = {}) =>
  service.request("POST", DEVICE_AUTHORIZATION, {
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ client_id: TV, ...fields }),
  });

async function begin(fields: Fields = {}, headers: Fields = {}) {
  const { status, text, body } = await ask(fields, headers);
  expect(status, text).toBe(200);
  return body as Record<"device_code" | "user_code" | "verification_uri", string>;
}

const poll = (device_code: string, fields: Fields = {}) =>
  service.form(TOKEN, { grant_type: GRANT, client_id: TV, device_code, ...fields });
const look = (user_code: string, user = "ada") =>
  service.json("GET", `/auth/v1/device/${encodeURIComponent(user_code)}`, undefined, user);
const decide = (user_code: string, action = "approve", user = "ada") =>
  service.json("POST", "/auth/v1/device", { user_code, action }, user);

const PENDING = { status: 400, error: "authorization_pending" };
const EXPIRED = { status: 400, error: "expired_token" };
const SLOW = { status: 400, error: "slow_down" };

describe("what a device gets (§3.2; V-1)", () => {
  test("codes, the page, and how long and how often", async () => {
    const { status, headers, body } = await ask({ scope: "openid" });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin"), "O16").toBe("*");
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[0-9a-f]{64}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${ORIGIN}${PAGE}`,
      verification_uri_complete: `${ORIGIN}${PAGE}?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
  });

  test("the settings say how long, how often and where", async () => {
    const value = { code_lifetime: "2m", interval: 9, verification_uri: "/tv?a=b" };
    await withSetting(service, "device", value, async () => {
      const { body } = await ask();
      expect(body).toMatchObject({ expires_in: 120, interval: 9 });
      expect(body.verification_uri).toBe(`${ORIGIN}/tv?a=b`);
      expect(body.verification_uri_complete).toBe(`${ORIGIN}/tv?a=b&user_code=${body.user_code}`);
    });
  });

  test("a code ends with its lifetime", async () => {
    // The database goes by its own time, which a test cannot move.
    await withSetting(service, "cache", { code_store: { active: "memory" } }, async () => {
      const { device_code, user_code } = await begin();
      service.runtime.advance(599 * SECOND);
      expect(refusal(await poll(device_code))).toEqual(PENDING);
      service.runtime.advance(SECOND);
      expect(refusal(await poll(device_code))).toEqual(EXPIRED);
      expect((await look(user_code)).status).toBe(404);
    });
  });

  test.each<[string, Fields, { status: number; error: string }]>([
    ["no client", { client_id: "" }, { status: 401, error: "invalid_client" }],
    ["an unknown client", { client_id: "absent" }, { status: 401, error: "invalid_client" }],
    [
      "a confidential client without its secret",
      { client_id: WEB.id },
      { status: 401, error: "invalid_client" },
    ],
    ["a resource that is no URI", { resource: "x" }, { status: 400, error: "invalid_target" }],
    ["a scope with quotes", { scope: '"' }, { status: 400, error: "invalid_scope" }],
  ])("refused: %s", async (_, fields, expected) => {
    expect(refusal(await ask(fields))).toEqual(expected);
  });

  test("RFC 8628 §3.1: a form by POST, each parameter once; empty and unknown ones do not matter", async () => {
    const post = (body: string, type = "application/x-www-form-urlencoded") =>
      service.request("POST", DEVICE_AUTHORIZATION, { headers: { "content-type": type }, body });
    const json = await post(JSON.stringify({ client_id: TV }), "application/json");
    expect(refusal(json)).toEqual({ status: 415, error: "invalid_request" });
    const get = await service.request("GET", `${DEVICE_AUTHORIZATION}?client_id=${TV}`);
    expect(get.status).toBe(405);
    for (const twice of ["client_id=x", "scope=a&scope=a"]) {
      const answer = await post(`client_id=${TV}&${twice}`);
      expect(refusal(answer), twice).toEqual({ status: 400, error: "invalid_request" });
    }
    expect((await post(`client_id=${TV}&scope=&unknown=1&unknown=2`)).status).toBe(200);
  });

  test("a client whose grants do not list it", async () => {
    await putClient(service, "limited", { public: true, grant_types: ["authorization_code"] });
    expect(refusal(await ask({ client_id: "limited" }))).toEqual({
      status: 400,
      error: "unauthorized_client",
    });
  });

  test("one network cannot have any number of codes stored (O2)", async () => {
    await withSetting(service, "device", { requests: { per_network: 3 } }, async () => {
      for (let count = 0; count < 3; count++) await begin();
      const { status, headers } = await ask();
      expect(status).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    });
  });

  test("`device.disabled` closes every step, and discovery does not offer it", async () => {
    const { device_code, user_code } = await begin();
    const offered = async () =>
      (await service.request("GET", "/auth/oauth2/.well-known/openid-configuration")).body;
    expect((await offered()).device_authorization_endpoint).toBe(
      `${ORIGIN}${DEVICE_AUTHORIZATION}`,
    );
    await withSetting(service, "device", { disabled: true }, async () => {
      const unsupported = { status: 400, error: "unsupported_grant_type" };
      expect(refusal(await ask())).toEqual(unsupported);
      expect(refusal(await poll(device_code))).toEqual(unsupported);
      expect((await decide(user_code)).status).toBe(400);
      const page = await service.request("GET", PAGE, { headers: { "x-user": "ada" } });
      expect(page.status).toBe(400);
      expect(await offered()).not.toHaveProperty("device_authorization_endpoint");
      expect((await offered()).grant_types_supported).not.toContain(GRANT);
    });
  });
});

describe("polling (§3.4, §3.5; V-3)", () => {
  test("pending, then tokens once, then expired", async () => {
    const { device_code, user_code } = await begin({ scope: "openid stock" });
    expect(refusal(await poll(device_code))).toEqual(PENDING);
    expect((await decide(user_code)).body.payload.message).toBe("device approved");
    service.runtime.advance(5 * SECOND);
    const { status, body } = await poll(device_code);
    expect(status).toBe(200);
    expect(body.scope.split(" ").sort(), "the default scope of the client joins (O6)").toEqual([
      "openid",
      "stock",
      "tv",
    ]);
    expect(claimsOf(body.access_token)).toMatchObject({ sub: adaId, azp: TV });
    expect(body).toHaveProperty("refresh_token");
    expect(body).toHaveProperty("id_token");
    service.runtime.advance(5 * SECOND);
    expect(refusal(await poll(device_code))).toEqual(EXPIRED);
    expect((await look(user_code)).status).toBe(404);
  });

  test("denied is told once", async () => {
    const { device_code, user_code } = await begin();
    expect((await decide(user_code, "deny")).body.payload.message).toBe("device denied");
    expect(refusal(await poll(device_code))).toEqual({ status: 400, error: "access_denied" });
    service.runtime.advance(5 * SECOND);
    expect(refusal(await poll(device_code))).toEqual(EXPIRED);
  });

  test("each poll that comes too early makes the interval 5 s longer, for good", async () => {
    const { device_code } = await begin();
    const pollAfter = async (seconds: number) => {
      service.runtime.advance(seconds * SECOND);
      return refusal(await poll(device_code));
    };
    expect(await pollAfter(0)).toEqual(PENDING);
    expect(await pollAfter(4.5), "half a second is no offence").toEqual(PENDING);
    expect(await pollAfter(4)).toEqual(SLOW);
    expect(await pollAfter(1), "5 s after the last one is no longer enough").toEqual(SLOW);
    expect(await pollAfter(10), "15 s after the last one").toEqual(PENDING);
    expect(await pollAfter(14)).toEqual(SLOW);
    expect(await pollAfter(6)).toEqual(PENDING);
    expect(await pollAfter(20)).toEqual(PENDING);
  });

  test("of parallel polls after the decision one gets tokens", async () => {
    const { device_code, user_code } = await begin();
    await decide(user_code);
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(device_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a code of another client; a made-up one; none", async () => {
    const { device_code, user_code } = await begin();
    await decide(user_code);
    const other = await service.form(TOKEN, { grant_type: GRANT, device_code }, WEB);
    expect(refusal(other)).toEqual({ status: 400, error: "invalid_grant" });
    expect((await poll(device_code)).status, "it stays usable for its own client").toBe(200);
    for (const wrong of ["x", "0".repeat(64), user_code]) {
      expect(refusal(await poll(wrong)), wrong).toEqual(EXPIRED);
    }
    expect(refusal(await poll(""))).toEqual({ status: 400, error: "invalid_request" });
  });

  test("V-4: scope and audience are those of the request, whatever the poll says", async () => {
    const { device_code, user_code } = await begin({
      scope: "stock",
      resource: "https://tv.example.com/",
    });
    await decide(user_code);
    const { body } = await poll(device_code, { scope: "admin", resource: "https://x.example.com" });
    expect(body.scope.split(" ").sort()).toEqual(["stock", "tv"]);
    expect(claimsOf(body.access_token).aud).toEqual(["postern", "https://tv.example.com/"]);
  });

  test("K-10: a person who was disabled after approving, and a client that was", async () => {
    const first = await begin();
    await decide(first.user_code);
    await service.json("PATCH", `/auth/v1/users/${adaId}`, { is_active: false });
    expect(refusal(await poll(first.device_code))).toEqual({ status: 400, error: "invalid_grant" });
    await service.json("PATCH", `/auth/v1/users/${adaId}`, { is_active: true });
    const second = await begin();
    await putClient(service, TV, { public: true, scope: ["tv"] }, false);
    expect((await decide(second.user_code)).status).toBe(404);
    await putClient(service, TV, { public: true, client_name: "Living Room", scope: ["tv"] });
  });

  test("openid-client goes through the whole flow", async () => {
    const config = await openid.discovery(
      new URL(`${ORIGIN}/auth/oauth2`),
      TV,
      undefined,
      openid.None(),
      {
        [openid.customFetch]: (url, init) =>
          service.auth.fetch(new Request(url, init as RequestInit)),
      },
    );
    const codes = await openid.initiateDeviceAuthorization(config, { scope: "openid" });
    await decide(codes.user_code);
    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...codes, interval: 0 });
    expect(tokens.claims()?.sub).toBe(adaId);
  });
});

describe("the decision over the API (§3.3; V-2, V-3, D19)", () => {
  test("what a device asks for, without regard to case, spaces and hyphens", async () => {
    const { user_code } = await begin({ scope: "openid" });
    const { body } = await look(` ${user_code.replace("-", " ").toLowerCase()} `);
    expect(body.payload).toEqual({
      client_id: TV,
      scope: "tv openid",
      resource: [],
      status: "pending",
    });
    await decide(user_code, "deny");
    expect((await look(user_code)).body.payload.status).toBe("denied");
  });

  test("D19: not without a principal, and not for a service account", async () => {
    const { user_code } = await begin();
    expect((await service.json("GET", `/auth/v1/device/${user_code}`)).status).toBe(401);
    expect((await service.json("POST", "/auth/v1/device", { user_code })).status).toBe(401);
    expect((await decide(user_code, "approve", "robot")).status).toBe(401);
    expect((await decide(user_code)).status).toBe(200);
  });

  test("V-2: the first user who looks a code up is the one who may decide", async () => {
    const { device_code, user_code } = await begin();
    expect((await look(user_code, "bob")).status).toBe(200);
    expect((await look(user_code)).status).toBe(404);
    expect((await decide(user_code)).status).toBe(404);
    expect((await decide(user_code, "deny")).status).toBe(404);
    expect((await decide(user_code, "approve", "bob")).status).toBe(200);
    const { body } = await poll(device_code);
    expect(claimsOf(body.access_token).preferred_username).toBe("bob");
  });

  test("V-2: the first decision is final; of parallel ones one counts", async () => {
    const { user_code } = await begin();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => decide(user_code)),
      ...Array.from({ length: 4 }, () => decide(user_code, "deny")),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await decide(user_code, "deny");
    expect([again.status, again.body.payload?.message ?? again.body.message]).toEqual([
      409,
      "device code already handled",
    ]);
  });

  test("V-3: guessing is counted for each user; another user is not locked out", async () => {
    await service.createUser({ alias: ["guesser"] });
    await withSetting(service, "device", { attempts: { per_account: 3 } }, async () => {
      for (let count = 0; count < 3; count++) {
        expect((await look("BBBB-BBBB", "guesser")).status).toBe(404);
      }
      const { user_code } = await begin();
      const { status, headers } = await look(user_code, "guesser");
      expect(status).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await look(user_code)).status).toBe(200);
    });
  });

  test.each(["", "BBBB", "BBBB-BBBBB", "AAAA-AAAA", "__proto__", "B".repeat(500)])(
    "what is no user code: %s",
    async (code) => {
      expect((await decide(code)).status).toBe(404);
    },
  );
});

describe("the page (V-4, B-1, B-2)", () => {
  const open = (query = "", user: string | undefined = "ada", headers: Fields = {}) =>
    service.request("GET", `${PAGE}${query}`, {
      headers: { ...(user !== undefined && { "x-user": user }), ...headers },
    });
  const submit = (fields: Fields, user = "ada", headers: Fields = {}) =>
    service.request("POST", PAGE, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-user": user,
        origin: ORIGIN,
        ...headers,
      },
      body: new URLSearchParams(fields),
    });
  const tokenOf = (text: string) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const questionFor = async (user_code: string, user = "ada") => {
    const { status, text } = await open(`?user_code=${user_code}`, user);
    expect(status, text).toBe(200);
    return { text, form_token: tokenOf(text) };
  };

  test("without a code it asks for one; a wrong one is said so", async () => {
    const empty = await open();
    expect(empty.status).toBe(200);
    expect(empty.text).toContain('id="device-code"');
    const wrong = await open("?user_code=bbbb-bbbb");
    expect(wrong.status).toBe(404);
    expect(wrong.text).toContain('id="device-problem"');
    expect(wrong.text).toContain('value="bbbb-bbbb"');
  });

  test("it names client, scopes, code, when and from where; and always asks", async () => {
    await putClient(service, "trusted-tv", {
      public: true,
      client_name: "<b>Trusted</b> TV",
      skip_consent: true,
    });
    const { user_code } = await begin(
      { client_id: "trusted-tv", scope: "openid stock", resource: "https://tv.example.com/" },
      { "user-agent": "Television/1 <script>" },
    );
    const { text } = await questionFor(user_code);
    expect(text).toContain("&lt;b&gt;Trusted&lt;/b&gt; TV");
    expect(text).toContain("Television/1 &lt;script&gt;");
    for (const shown of [user_code, "stock", "tv.example.com", "2030-01-01T"]) {
      expect(text, shown).toContain(shown);
    }
    expect(text).toContain('id="device-approve"');
    expect(text).not.toContain("<script");
  });

  test("headers keep it to itself", async () => {
    const { headers } = await open();
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["approve", "The device is connected", 200],
    ["deny", "The request was denied", 400],
  ])("%s", async (action, said, status) => {
    const { device_code, user_code } = await begin();
    const { form_token } = await questionFor(user_code);
    const answer = await submit({ user_code, form_token, action });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(said);
    expect((await poll(device_code)).status).toBe(status);
    const again = await submit({ user_code, form_token, action });
    expect(again.status === 409 || again.status === 404, String(again.status)).toBe(true);
  });

  test("remember-me makes the session of the device a long one", async () => {
    const { device_code, user_code } = await begin();
    const { form_token } = await questionFor(user_code);
    await submit({ user_code, form_token, action: "approve", remember_me: "true" });
    const { body } = await poll(device_code);
    expect(claimsOf(body.refresh_token).remember_me).toBe(true);
  });

  test("an anonymous browser signs in first and comes back with its code", async () => {
    expect((await service.request("GET", `${PAGE}?user_code=BCDF-GHJK`)).status).toBe(401);
    await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
      const { status, headers } = await service.request("GET", `${PAGE}?user_code=BCDF-GHJK`);
      expect(status).toBe(302);
      const { pathname, searchParams } = new URL(headers.get("location") ?? "", ORIGIN);
      expect(pathname).toBe("/login/");
      expect(searchParams.get("redirect_path")).toBe(`${PAGE}?user_code=BCDF-GHJK`);
    });
  });

  test("B-2: not from another origin, and not without the token of this page and user", async () => {
    const { device_code, user_code } = await begin();
    const { form_token } = await questionFor(user_code);
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const approve = { user_code, form_token, action: "approve" };
    expect((await submit(approve, "ada", foreign)).status).toBe(403);
    const missing = await submit({ user_code, action: "approve" });
    expect(missing.status).toBe(400);
    expect(missing.text, "it asks again").toContain('id="device-approve"');
    expect((await submit(approve, "bob")).status, "another user").toBe(404);
    const other = await begin();
    await questionFor(other.user_code);
    const mixed = await submit({ ...approve, user_code: other.user_code });
    expect(mixed.status, "another request").toBe(400);
    expect(refusal(await poll(device_code))).toEqual(PENDING);
    expect(refusal(await poll(other.device_code))).toEqual(PENDING);
  });

  test("too many wrong codes: 429 and the page says how long", async () => {
    await service.createUser({ alias: ["typist"] });
    await withSetting(service, "device", { attempts: { per_account: 3 } }, async () => {
      for (let count = 0; count < 3; count++) await open("?user_code=BBBB-BBBB", "typist");
      const { status, headers, text } = await open("?user_code=BBBB-BBBB", "typist");
      expect(status).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(text).toContain("Try again in");
    });
  });
});

test("the public surface has the whole flow but the API of the account", async () => {
  await using edge = await testAuth({ surface: "public" });
  const { status } = await edge.request("OPTIONS", DEVICE_AUTHORIZATION);
  expect(status).toBe(204);
  expect((await edge.request("GET", PAGE)).status).toBe(401);
  expect((await edge.json("POST", "/auth/v1/device", { user_code: "x" })).status).toBe(404);
});
