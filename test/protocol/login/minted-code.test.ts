/** Internal authorization codes (login-middleware.md, What the service does 3; wire 3.11; item 23). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import { s256, VERIFIER } from "../../support/authorize.ts";
import {
  gatewayRuntime,
  locationIn,
  postJson,
  startGateway,
  type TestGateway,
} from "../../support/gateway.ts";
import { createRedisConnector } from "../../support/inside.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../../support/redis.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { type Jar, POSTERN_PROVIDER } from "../../support/session.ts";
import { claimsOf, putClient, putSetting, refusal } from "../../support/tokens.ts";

const TARGET = "https://rp.example.com/callback?tenant=a";
const RP = { id: "rp", secret: "rp-secret" };

let gateway: TestGateway;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await scriptedUpstream();
  gateway = await startGateway({
    login: {
      redirect_white_list: ["https://rp.example.com/callback", "https://spa.example.com/app/"],
      clients: [RP.id, "other", "spa"],
    },
  });
  const grants = { grant_types: ["authorization_code"], allowed_scopes: ["openid", "email"] };
  const confidential = { client_secret: RP.secret, redirect_uris: [TARGET], ...grants };
  await putClient(gateway.service, RP.id, confidential);
  const other = { client_secret: "other", redirect_uris: [TARGET], ...grants };
  await putClient(gateway.service, "other", other);
  await putClient(gateway.service, "spa", {
    public: true,
    redirect_uris: ["https://spa.example.com/app/cb"],
    ...grants,
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

type Fields = Record<string, string | undefined>;
const query = (fields: Fields = {}) => {
  const all = {
    response_type: "code",
    client_id: RP.id,
    redirect_uri: TARGET,
    scope: "openid email",
    state: "s 1&",
    nonce: "n-1",
    ...fields,
  };
  const given = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `/login/?${new URLSearchParams(given)}`;
};
const mint = (jar: Jar, fields: Fields = {}, headers: Record<string, string> = {}) =>
  jar.get(query(fields), headers);
const codeOf = (answer: Answer): string => {
  expect(answer.status, answer.text).toBe(307);
  return new URL(locationIn(answer)).searchParams.get("code") ?? "";
};
const redeem = (code: string, fields: Record<string, string> = {}, client = RP) =>
  gateway.service.form(
    "/auth/oauth2/token",
    { grant_type: "authorization_code", code, redirect_uri: TARGET, ...fields },
    client,
  );

describe("a browser that is signed in", () => {
  test("L-W32: 307 to the target with its own query, code, state and iss", async () => {
    const answer = await mint(await gateway.signedIn());
    const { origin, pathname, searchParams } = new URL(locationIn(answer));
    expect(origin + pathname).toBe("https://rp.example.com/callback");
    const { code, ...rest } = Object.fromEntries(searchParams);
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    expect(rest).toEqual({ tenant: "a", state: "s 1&", iss: `${ORIGIN}/auth/oauth2` });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("without state there is none", async () => {
    const answer = await mint(await gateway.signedIn(), { state: undefined });
    expect(new URL(locationIn(answer)).searchParams.has("state")).toBe(false);
  });

  test("the code gives the tokens of this user to this client, with nonce and scope", async () => {
    const { status, body } = await redeem(codeOf(await mint(await gateway.signedIn())));
    expect(status, JSON.stringify(body)).toBe(200);
    const claims = claimsOf(body.access_token);
    expect([claims.preferred_username ?? claims.email, claims.azp]).toEqual(["ada", "rp"]);
    expect(claimsOf(body.id_token).nonce).toBe("n-1");
    expect(body.scope.split(" ").sort()).toEqual(["email", "openid"]);
  });

  test("23: it redeems once", async () => {
    const code = codeOf(await mint(await gateway.signedIn()));
    expect((await redeem(code)).status).toBe(200);
    expect(refusal(await redeem(code))).toEqual({ status: 400, error: "invalid_grant" });
  });

  test("23: a foreign client and another redirect URI fail", async () => {
    const jar = await gateway.signedIn();
    const foreign = await redeem(codeOf(await mint(jar)), {}, { id: "other", secret: "other" });
    expect(refusal(foreign)).toEqual({ status: 400, error: "invalid_grant" });
    const elsewhere = { redirect_uri: "https://rp.example.com/callback" };
    expect(refusal(await redeem(codeOf(await mint(jar)), elsewhere))).toEqual({
      status: 400,
      error: "invalid_grant",
    });
  });

  test.each([
    ["S256", s256(VERIFIER)],
    ["plain", VERIFIER],
    [undefined, VERIFIER],
  ])("23: PKCE %s: the verifier counts, another one and none do not", async (method, challenge) => {
    const jar = await gateway.signedIn();
    const fields = { code_challenge: challenge, code_challenge_method: method };
    const right = await redeem(codeOf(await mint(jar, fields)), { code_verifier: VERIFIER });
    expect(right.status, right.text).toBe(200);
    const wrong = await redeem(codeOf(await mint(jar, fields)), { code_verifier: `${VERIFIER}x` });
    expect(refusal(wrong)).toEqual({ status: 400, error: "invalid_grant" });
    const none = await redeem(codeOf(await mint(jar, fields)));
    expect(refusal(none)).toEqual({ status: 400, error: "invalid_grant" });
  });

  test("a code lives for 60 seconds", async () => {
    await using own = await startGateway({
      auth: { cache: { code_store: { active: "memory" } } },
      login: { clients: [RP.id] },
    });
    await putClient(own.service, RP.id, { client_secret: RP.secret, redirect_uris: [TARGET] });
    const jar = await own.signedIn();
    const [early, late] = [codeOf(await mint(jar)), codeOf(await mint(jar))];
    const form = { grant_type: "authorization_code", redirect_uri: TARGET };
    own.runtime.advance(30_000);
    const inTime = await own.service.form("/auth/oauth2/token", { ...form, code: early }, RP);
    expect(inTime.status, inTime.text).toBe(200);
    own.runtime.advance(31_000);
    const tooLate = await own.service.form("/auth/oauth2/token", { ...form, code: late }, RP);
    expect(refusal(tooLate)).toEqual({ status: 400, error: "invalid_grant" });
  });

  test("without a session: the page, and no code", async () => {
    const answer = await mint(gateway.jar(), {}, { accept: "text/html" });
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    expect(answer.text).toContain('id="login-page"');
  });
});

describe("refusals", () => {
  test.each([
    ["no target", { redirect_uri: undefined }],
    ["an empty one", { redirect_uri: "" }],
    ["another origin", { redirect_uri: "https://evil.example/callback" }],
    ["a suffix of the host", { redirect_uri: "https://rp.example.com.evil.example/callback" }],
    ["user information", { redirect_uri: "https://rp.example.com@evil.example/callback" }],
    ["another port", { redirect_uri: "https://rp.example.com:8443/callback" }],
    ["another scheme", { redirect_uri: "http://rp.example.com/callback" }],
    ["a longer segment", { redirect_uri: "https://rp.example.com/callbacks" }],
    ["a path above", { redirect_uri: "https://rp.example.com/" }],
    ["dot segments", { redirect_uri: "https://rp.example.com/callback/../x" }],
    ["encoded dots", { redirect_uri: "https://rp.example.com/callback/%2e%2e/x" }],
    ["an encoded slash", { redirect_uri: "https://rp.example.com/callback/..%2fx" }],
    ["a backslash", { redirect_uri: "https://rp.example.com\\@evil.example/callback" }],
    ["a fragment", { redirect_uri: "https://rp.example.com/callback#x" }],
    ["a script", { redirect_uri: "javascript:alert(1)" }],
    ["no scheme", { redirect_uri: "//rp.example.com/callback" }],
    ["a code of its own", { redirect_uri: "https://rp.example.com/callback?code=x" }],
    ["a line end", { redirect_uri: "https://rp.example.com/callback\r\nX: y" }],
  ])("L-W3: %s is not allowed", async (_, fields) => {
    const answer = await mint(await gateway.signedIn(), fields);
    expect([answer.status, answer.body]).toEqual([403, { message: "redirect_uri is not allowed" }]);
    expect(answer.headers.get("location")).toBeNull();
  });

  test("two targets are not allowed", async () => {
    const jar = await gateway.signedIn();
    const answer = await jar.get(`${query()}&redirect_uri=${encodeURIComponent(TARGET)}`);
    expect(answer.status).toBe(403);
  });

  test("an entry with a final slash is a prefix; what lies below it must fit the client, too (D14)", async () => {
    const jar = await gateway.signedIn();
    const challenge = { code_challenge: s256(VERIFIER), code_challenge_method: "S256" };
    const spa = { client_id: "spa", ...challenge };
    const fits = await mint(jar, { ...spa, redirect_uri: "https://spa.example.com/app/cb" });
    expect(fits.status, fits.text).toBe(307);
    const other = await mint(jar, { ...spa, redirect_uri: "https://spa.example.com/app/other" });
    expect([other.status, new URL(locationIn(other), ORIGIN).pathname]).toEqual([
      307,
      "/auth/oauth2/authorize",
    ]);
    const above = await mint(jar, { ...spa, redirect_uri: "https://spa.example.com/app" });
    expect(above.status).toBe(403);
  });

  test.each([
    [{ client_id: undefined }, "client_id is required"],
    [{ code_challenge_method: "S256" }, "code_challenge_method without code_challenge"],
    [
      { code_challenge: VERIFIER, code_challenge_method: "S512" },
      "code_challenge_method must be plain or S256",
    ],
    [{ code_challenge: "short" }, "code_challenge is malformed"],
    [{ state: "x".repeat(4_097) }, "state is too long"],
  ])("%o: 400", async (fields: Fields, message) => {
    const answer = await mint(await gateway.signedIn(), fields);
    expect([answer.status, answer.body]).toEqual([400, { message }]);
    expect(answer.headers.get("location")).toBeNull();
  });

  test("for a browser they are a page", async () => {
    const jar = await gateway.signedIn();
    const answer = await mint(
      jar,
      { redirect_uri: "https://evil.example/" },
      { accept: "text/html" },
    );
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('id="error-reason">redirect_uri is not allowed<');
  });
});

describe("I-5: without a question only for first-party clients", () => {
  /** The only answer that is no code: the authorization endpoint looks at the same request. */
  const expectAsked = (answer: Answer) => {
    expect(answer.status, answer.text).toBe(307);
    const { origin, pathname, searchParams } = new URL(locationIn(answer), ORIGIN);
    expect([origin, pathname]).toEqual([ORIGIN, "/auth/oauth2/authorize"]);
    return searchParams;
  };
  let open: TestGateway;
  let jar: Jar;
  beforeAll(async () => {
    open = await startGateway();
    const { service } = open;
    const third = { client_name: "Third", client_secret: "third-secret", redirect_uris: [TARGET] };
    await putClient(service, "third", third);
    await putClient(service, "trusted", { ...third, skip_consent: true });
    await putClient(service, "no-codes", {
      ...{ ...third, skip_consent: true, grant_types: ["password"] },
    });
    await putClient(service, "anywhere", { client_secret: "any-secret-1", skip_consent: true });
    await putClient(service, "bounded", {
      ...{ ...third, skip_consent: true, allowed_scopes: ["openid"] },
    });
    await service.json("POST", "/auth/v1/service-accounts", {
      alias: ["demo"],
      details: { secret: "demo-secret", whitelist_urls: TARGET },
    });
    jar = await open.signedIn();
  });
  afterAll(() => open[Symbol.asyncDispose]());

  test("a client with skip_consent and the client of a session provider get the code", async () => {
    expect(codeOf(await mint(jar, { client_id: "trusted" }))).toMatch(/^[0-9a-f]{64}$/);
    const own = { client_id: "login", redirect_uri: `${ORIGIN}/login/auth/code/sso` };
    expect(codeOf(await mint(jar, own))).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ["a third party", { client_id: "third" }],
    ["a service account", { client_id: "demo" }],
    ["a client that does not exist", { client_id: "ghost" }],
    ["a client that may not use codes", { client_id: "no-codes" }],
    ["a client without lists", { client_id: "anywhere" }],
    ["a foreign target", { client_id: "trusted", redirect_uri: "https://evil.example/x" }],
    [
      "the login's own client elsewhere",
      { client_id: "login", redirect_uri: "https://evil.example/x" },
    ],
    ["a scope beyond the client's", { client_id: "bounded", scope: "openid admin" }],
  ])("%s: the same request goes to the authorization endpoint", async (_, fields: Fields) => {
    const parameters = expectAsked(await mint(jar, fields));
    expect(parameters.get("client_id")).toBe(fields.client_id);
    expect(parameters.get("state")).toBe("s 1&");
  });

  test("there a third party is asked about, and nothing else ever goes to a foreign target", async () => {
    const authorized = await jar.open(locationIn(await mint(jar, { client_id: "third" })));
    expect(locationIn(authorized)).toContain("/auth/oauth2/consent?flow=");
    const foreign = { client_id: "demo", redirect_uri: "https://evil.example/x" };
    const refused = await jar.open(locationIn(await mint(jar, foreign)));
    expect([refused.status, refused.headers.get("location")]).toEqual([400, null]);
  });

  test("authorize.disabled closes it", async () => {
    await putSetting(open.service, "authorize", { disabled: true });
    const answer = await mint(jar, { client_id: "trusted" });
    expect([answer.status, answer.body.message]).toEqual([
      404,
      "authorization endpoint is disabled",
    ]);
    await putSetting(open.service, "authorize", {});
  });
});

describe("which store", () => {
  const remote = () => ({
    password_flow: true,
    x_user: ["email", "preferred_username"],
    oauth2: {
      client_id: "c",
      token_url: `${upstream.url}/token`,
      cert_url: `${upstream.url}/jwks`,
    },
  });
  const foreignSession = async (
    own: TestGateway,
    claims: Record<string, unknown>,
  ): Promise<Jar> => {
    upstream.on("/token", {
      body: { access_token: await upstream.sign({ sub: "u", azp: "c", ...claims }) },
    });
    const jar = own.jar();
    const body = { username: "u", password: "p" };
    expect((await postJson(jar, "/login/auth/token/remote", body)).status).toBe(204);
    return jar;
  };
  const payloadOf = (value: string) => JSON.parse(Buffer.from(value, "base64").toString());

  test("the only instance among the providers, also for a session of a remote one; by alias", async () => {
    await using own = await startGateway({
      session: { provider: { postern: POSTERN_PROVIDER, remote: remote() } },
      login: { clients: [RP.id] },
    });
    const config = { client_secret: RP.secret, redirect_uris: [TARGET] };
    await putClient(own.service, RP.id, config);
    const jar = await foreignSession(own, { email: "ada@example.com", email_verified: true });
    const code = codeOf(await mint(jar));
    const answer = await own.service.form(
      "/auth/oauth2/token",
      { grant_type: "authorization_code", code, redirect_uri: TARGET },
      RP,
    );
    expect(claimsOf(answer.body.access_token).preferred_username).toBe("ada");
    // L-W6, I-1: an address that is not verified does not count; the next claim of the list does.
    const unverified = await mint(
      await foreignSession(own, { email: "ada@example.com", preferred_username: "eve" }),
    );
    expect([unverified.status, unverified.body]).toEqual([403, { message: "user not found" }]);
    const stranger = await mint(await foreignSession(own, { preferred_username: "absent" }));
    expect([stranger.status, stranger.body]).toEqual([403, { message: "user not found" }]);
  });

  test("auth_middleware names the instance", async () => {
    await using own = await startGateway({
      login: { auth_middleware: "auth", clients: [RP.id] },
      session: { provider: { remote: remote() } },
    });
    await putClient(own.service, RP.id, { client_secret: RP.secret, redirect_uris: [TARGET] });
    const jar = await foreignSession(own, { preferred_username: "ada" });
    expect(codeOf(await mint(jar))).toMatch(/^[0-9a-f]{64}$/);
  });

  test("I-5: no instance: the login's own store, for clients and targets that the login lists", async () => {
    const target = "https://anywhere.example.net/cb";
    const provider = { remote: remote() };
    await using own = await startGateway({
      session: { provider },
      login: { clients: ["rp"], redirect_white_list: [target] },
    });
    const jar = await foreignSession(own, { preferred_username: "eve" });
    const answer = await mint(jar, { redirect_uri: target });
    expect(locationIn(answer)).toMatch(
      /^https:\/\/anywhere\.example\.net\/cb\?code=[0-9a-f]{64}&state=/,
    );
    const refused = { message: "the client is not allowed" };
    const other = await mint(jar, { redirect_uri: target, client_id: "other" });
    expect([other.status, other.body]).toMatchObject([403, refused]);
    await using open = await startGateway({ session: { provider }, login: { clients: ["rp"] } });
    const unlisted = await mint(await foreignSession(open, { preferred_username: "eve" }), {
      redirect_uri: target,
    });
    expect([unlisted.status, unlisted.body]).toMatchObject([403, refused]);
    expect((await mint(jar, { redirect_uri: "javascript:alert(1)" })).status).toBe(403);
    const unnamed = { client_id: undefined, redirect_uri: target };
    expect((await mint(jar, unnamed)).status).toBe(400);
  });

  describe.skipIf(redisMissing)(withRedis("redis"), () => {
    let redis: TestRedis;
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis.stop());

    test("store.active redis: code_<id> under the prefix, in the form that the service reads", async () => {
      const runtime = gatewayRuntime();
      await using own = await startGateway({
        runtime: { ...runtime, redis: createRedisConnector(runtime.log) },
        session: { provider: { remote: remote() } },
        login: {
          redirect_white_list: ["https://rp.example.com/callback"],
          clients: ["rp"],
          store: { active: "redis", key_prefix: "id:", redis: { address: [redis.address] } },
        },
      });
      const login = { auth_time: 1_700_000_000, amr: ["pwd", "otp"], acr: "gold" };
      const jar = await foreignSession(own, { preferred_username: "eve", ...login });
      const fields = { code_challenge: VERIFIER, code_challenge_method: undefined };
      const code = codeOf(await mint(jar, fields));
      expect(payloadOf(await redis.cli("get", `id:code_${code}`))).toEqual({
        alias: "eve",
        client_id: "rp",
        redirect_uri: TARGET,
        scope: ["openid", "email"],
        resources: [],
        nonce: "n-1",
        code_challenge: VERIFIER,
        code_challenge_method: "plain",
        ...login,
      });
      const left = Number(await redis.cli("pttl", `id:code_${code}`));
      expect(left > 50_000 && left <= 60_000, String(left)).toBe(true);
      await redis.kill();
      const answer = await mint(jar);
      expect([answer.status, answer.body.message]).toEqual([
        503,
        "the code store is not reachable",
      ]);
    });
  });
});
