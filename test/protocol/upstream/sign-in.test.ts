/** Sign-in at an upstream OpenID provider (auth-wire 5.10; U-1 to U-4; W4 to W6; C1, C19). */
import { generateKeyPair } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, ORIGIN, type TestAuth, talkTo, testAuth } from "../../support/auth.ts";
import { CALLBACK, redeem, s256, VERIFIER } from "../../support/authorize.ts";
import { createAda, putClient, putSetting, WEB, withSetting } from "../../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  clientAnswer,
  comeBack,
  putProvider,
  signInAt,
  start,
  startCompany,
  tokensOf,
} from "../../support/upstream-sign-in.ts";

const ISSUER = `${ORIGIN}/auth/oauth2`;
const SECRET = { client_secret: WEB.secret };
const REGISTER = { claim_mapping: { register: true, roles_claim: "realm_access.roles" } };
let service: TestAuth;
let company: Company;
let evil: Company;
let next = 0;

beforeAll(async () => {
  service = await testAuth();
  [company, evil] = await Promise.all([startCompany(), startCompany()]);
  await allowUpstream(service);
  await createAda(service);
  await service.createServiceAccount();
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
  await putClient(service, "below", { ...SECRET, whitelist_urls: ["https://app.example.com/in"] });
  await putClient(service, "no-lists", SECRET);
  await putClient(service, "open-spa", { public: true });
  await putClient(service, "dynamic", { ...SECRET, redirect_uris: [CALLBACK], dynamic: true });
  await putClient(service, "off", { ...SECRET, redirect_uris: [CALLBACK] }, false);
  await putClient(service, "query", { ...SECRET, redirect_uris: [`${CALLBACK}?tenant=a%20b`] });
  await putClient(service, "bounded", {
    ...SECRET,
    redirect_uris: [CALLBACK],
    resources: ["https://api.example.com/v1"],
  });
  await putProvider(service, "company", { ...company.record, ...REGISTER });
  await putProvider(service, "evil", { ...evil.record, ...REGISTER });
  await putProvider(service, "disabled", company.record, false);
});
afterAll(async () => {
  await Promise.all([company, evil].map((one) => one?.[Symbol.asyncDispose]()));
  await service[Symbol.asyncDispose]();
});
beforeEach(() => {
  next += 1;
  for (const one of [company, evil]) {
    one.claims = person();
    one.header = {};
    one.answer = {};
    one.userinfo = undefined;
    one.clear();
  }
});

/** Claims of a person whom no test has seen before. */
const person = () => ({
  sub: `s-${next}`,
  email: `grace${next}@example.com`,
  email_verified: true,
  name: "Grace Hopper",
});
const users = async () => (await service.json("GET", "/auth/v1/users?_limit=0")).body.payload;
const userOf = async (sub: string) =>
  (await service.json("GET", `/auth/v1/users/${sub}`)).body.payload;
/** Runs and expects that no account, no role and no token came of it. */
async function withoutEffect(run: () => Promise<void>): Promise<void> {
  const before = await users();
  await run();
  expect(await users()).toEqual(before);
}

describe("start", () => {
  test("success: 307 to auth_url with state, nonce, S256 and the provider's scopes; U-1, W5", async () => {
    const { target, headers, state } = await start(service, "company", { scope: "profile" });
    expect(target.href.startsWith(`${company.url}/authorize?tenant=a&`)).toBe(true);
    const sent = Object.fromEntries(target.searchParams);
    expect(sent).toEqual({
      tenant: "a",
      response_type: "code",
      client_id: "postern",
      redirect_uri: `${ORIGIN}/auth/oauth2/code/company`,
      scope: "openid email profile",
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(new Set([state, sent.nonce, sent.code_challenge, "s-1"]).size).toBe(4);
    expect(headers.get("set-cookie")).toMatch(
      /^__Secure-postern_oauth_state_[0-9a-f]{64}=[0-9a-f]{64}; Path=\/auth\/oauth2\/code\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get("set-cookie")).not.toContain(state);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("callback on the effective host, and the cookie with it; H-4, I-9", async () => {
    const settings = {
      base_url: "https://id.example.org",
      origins: [ORIGIN],
      internal_hosts: ["127.0.0.1"],
    };
    await putSetting(service, "oauth2", settings);
    try {
      const there = await service.request(
        "GET",
        "/auth/oauth2/auth/company?client_id=web-app&a=%20b",
      );
      expect([there.status, there.headers.get("location")]).toEqual([
        307,
        "https://id.example.org/auth/oauth2/auth/company?client_id=web-app&a=%20b",
      ]);
      expect(there.headers.get("set-cookie")).toBeNull();
      const own = talkTo(service.auth, service.runtime, "https://id.example.org");
      const { target } = await start(own, "company");
      expect(target.searchParams.get("redirect_uri")).toBe(
        "https://id.example.org/auth/oauth2/code/company",
      );
    } finally {
      await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
    }
  });

  const PKCE = { code_challenge: s256(VERIFIER), code_challenge_method: "S256" };
  test.each([
    ["another response type", {}, { response_type: "token" }, 400, "unsupported_response_type"],
    ["no client", {}, { client_id: "" }, 400, "invalid_request"],
    ["an unknown client", {}, { client_id: "absent" }, 400, "invalid_request"],
    ["a disabled client", {}, { client_id: "off" }, 400, "invalid_request"],
    ["a service account, which has no targets", {}, { client_id: "robot" }, 400, "invalid_request"],
    ["no target", {}, { redirect_uri: "" }, 400, "invalid_request"],
    ["an unregistered target", {}, { redirect_uri: `${CALLBACK}/x` }, 400, "invalid_request"],
    ["a public client without challenge", {}, { client_id: "spa" }, 400, "invalid_request"],
    ["a method without challenge", {}, { code_challenge_method: "S256" }, 400, "invalid_request"],
    ["a malformed challenge", {}, { ...PKCE, code_challenge: "short" }, 400, "invalid_request"],
    ["a malformed resource", {}, { resource: "api" }, 400, "invalid_target"],
    [
      "a resource of another",
      {},
      { client_id: "bounded", resource: "https://api.example.com/v2" },
      400,
      "invalid_target",
    ],
    ["an unknown provider", { provider: "absent" }, {}, 404, "invalid_request"],
    ["a disabled provider", { provider: "disabled" }, {}, 404, "invalid_request"],
    [
      "N-6: a provider named like a member of objects",
      { provider: "__proto__" },
      {},
      404,
      "invalid_request",
    ],
    ["N-6: another one", { provider: "constructor" }, {}, 404, "invalid_request"],
  ])(
    "%s is refused without a redirect",
    async (_, { provider = "company" }: { provider?: string }, fields, status, error) => {
      const query = new URLSearchParams({
        ...{ response_type: "code", client_id: WEB.id, redirect_uri: CALLBACK },
        ...fields,
      });
      const answer = await service.request("GET", `/auth/oauth2/auth/${provider}?${query}`);
      expect([answer.status, answer.body?.error], answer.text).toEqual([status, error]);
      expect(answer.headers.get("location")).toBeNull();
      expect(answer.headers.get("set-cookie")).toBeNull();
    },
  );

  test("N-5: parameters that appear twice are refused", async () => {
    for (const name of ["client_id", "redirect_uri", "state", "nonce", "scope"]) {
      const query = `client_id=${WEB.id}&redirect_uri=${encodeURIComponent(CALLBACK)}&${name}=a&${name}=b`;
      const { status } = await service.request("GET", `/auth/oauth2/auth/company?${query}`);
      expect(status, name).toBe(400);
    }
  });

  describe("redirect rule 13", () => {
    const ask = (client_id: string, redirect_uri: string) => {
      const query = new URLSearchParams({ client_id, redirect_uri, ...PKCE });
      return service.request("GET", `/auth/oauth2/auth/company?${query}`);
    };

    test("whitelist_urls by prefix on a segment border, redirect_uris exactly", async () => {
      expect((await ask("below", "https://app.example.com/in/here")).status).toBe(307);
      expect((await ask("below", "https://app.example.com/inside")).status).toBe(400);
      expect((await ask("below", "https://app.example.com.evil.test/in")).status).toBe(400);
      expect((await ask(WEB.id, CALLBACK)).status).toBe(307);
    });

    test("with neither list every non-empty target of a confidential client is accepted", async () => {
      expect((await ask("no-lists", "https://anything.example.net/x")).status).toBe(307);
      expect((await ask("open-spa", "https://anything.example.net/x")).status).toBe(400);
      const config = SECRET;
      const saved = await service.json("PUT", "/auth/v1/oauth/clients/no-lists", { config });
      expect(JSON.stringify(saved.body)).toContain("federated sign-ins accept every target");
    });

    test("require_registered_redirects forbids it", async () => {
      const value = { require_registered_redirects: true, internal_hosts: ["127.0.0.1"] };
      await putSetting(service, "oauth2", value);
      expect((await ask("no-lists", "https://anything.example.net/x")).status).toBe(400);
      await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
    });
  });

  test("what strangers can store is bounded per network", async () => {
    await withSetting(service, "authorize", { pending_per_network: 10 }, async () => {
      const query = new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK });
      const all = Array.from({ length: 12 }, () =>
        service.request("GET", `/auth/oauth2/auth/company?${query}`),
      );
      const statuses = (await Promise.all(all)).map(({ status }) => status);
      expect(statuses).toContain(429);
    });
  });
});

describe("a sign-in", () => {
  test("gives the client a code with state and iss, and the code gives tokens", async () => {
    const answered = await signInAt(service, company, "company", { nonce: "n-1", scope: "openid" });
    expect(clientAnswer(answered)).toEqual({
      code: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: "s-1",
      iss: ISSUER,
    });
    expect(answered.headers.get("location")).toContain(CALLBACK);
    expect(answered.headers.get("set-cookie")).toMatch(/=; Path=\/auth\/oauth2\/code\/; Max-Age=0/);
    const { id, access } = await tokensOf(service, answered);
    expect(id).toMatchObject({ nonce: "n-1", aud: WEB.id, iss: ISSUER });
    const user = await userOf(access.sub);
    expect(user).toMatchObject({ alias: [`grace${next}@example.com`], local: false });
    expect(user.details).toMatchObject({ name: "Grace Hopper", email_verified: true });
  });

  test("redeems the provider's code with PKCE, redirect_uri and Basic, and tells userinfo its token", async () => {
    const { target, state, cookie } = await start(service, "company");
    company.nonce = target.searchParams.get("nonce") ?? "";
    await comeBack(service, "company", { state, code: "c-1" }, cookie);
    const [token] = company.sentTo("/token");
    const form = Object.fromEntries(token?.form ?? []);
    expect(form).toEqual({
      grant_type: "authorization_code",
      code: "c-1",
      redirect_uri: `${ORIGIN}/auth/oauth2/code/company`,
      code_verifier: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(s256(form.code_verifier ?? "")).toBe(target.searchParams.get("code_challenge"));
    expect(atob(token?.headers.authorization?.slice(6) ?? "")).toBe(
      "postern:between%20two%20services",
    );
    expect(company.sentTo("/userinfo")[0]?.headers.authorization).toBe("Bearer opaque");
    for (const { headers } of company.requests) {
      expect(headers.cookie, "H-8").toBeUndefined();
      expect(headers["x-user"], "H-8").toBeUndefined();
    }
  });

  test.each([
    ["client_secret_post", { client_id: "postern", client_secret: "between two services" }],
    ["none", { client_id: "postern" }],
  ])(
    "%s: the client proves itself as the record says",
    async (token_endpoint_auth_method, sent) => {
      await putProvider(service, "company", {
        ...company.record,
        ...REGISTER,
        token_endpoint_auth_method,
      });
      clientAnswer(await signInAt(service, company, "company"));
      const [token] = company.sentTo("/token");
      expect(token?.headers.authorization).toBeUndefined();
      expect(Object.fromEntries(token?.form ?? [])).toMatchObject(sent);
      if (!("client_secret" in sent)) expect(token?.form.has("client_secret")).toBe(false);
      await putProvider(service, "company", { ...company.record, ...REGISTER });
    },
  );

  test("C1: the target's own query is kept, and an absent state stays absent", async () => {
    const answered = await signInAt(service, company, "company", {
      client_id: "query",
      redirect_uri: `${CALLBACK}?tenant=a%20b`,
      state: "",
    });
    expect(answered.headers.get("location")).toMatch(/\?tenant=a%20b&code=[0-9a-f]{64}&iss=/);
  });

  test("the client's own PKCE and resource hold for the code", async () => {
    const fields = { client_id: "bounded", resource: "https://api.example.com/v1/a" };
    const pkce = { code_challenge: s256(VERIFIER), code_challenge_method: "S256" };
    const answered = await signInAt(service, company, "company", { ...fields, ...pkce });
    const { code = "" } = clientAnswer(answered);
    const bounded = { id: "bounded", secret: WEB.secret };
    const given = await redeem(service, code, { code_verifier: VERIFIER }, bounded);
    expect(given.status, given.text).toBe(200);
    const again = await signInAt(service, company, "company", { ...fields, ...pkce });
    const wrong = { code_verifier: VERIFIER.replaceAll("a", "b") };
    expect((await redeem(service, clientAnswer(again).code ?? "", wrong, bounded)).status).toBe(
      400,
    );
  });

  test("the same person comes back as the same user, also under another address", async () => {
    const first = await tokensOf(service, await signInAt(service, company, "company"));
    company.claims = { ...person(), email: "hopper@example.net" };
    const second = await tokensOf(service, await signInAt(service, company, "company"));
    expect(second.access.sub).toBe(first.access.sub);
  });

  test("a form of the provider (form_post) is taken with a GET of the same browser", async () => {
    const { target, state, cookie } = await start(service, "company");
    company.nonce = target.searchParams.get("nonce") ?? "";
    const body = new URLSearchParams({ state, code: "c-1", user: '{"name":"x"}', evil: "1" });
    const posted = await service.request("POST", "/auth/oauth2/code/company", { body });
    expect([posted.status, posted.headers.get("location")]).toEqual([
      302,
      `/auth/oauth2/code/company?code=c-1&state=${state}`,
    ]);
    clientAnswer(await comeBack(service, "company", { state, code: "c-1" }, cookie));
  });
});

describe("U-1: the state", () => {
  const refusal = async (answer: Awaited<ReturnType<typeof comeBack>>, text: string) => {
    expect([answer.status, answer.body?.error_description], answer.text).toEqual([400, text]);
    expect(company.sentTo("/token")).toEqual([]);
    expect(evil.sentTo("/token")).toEqual([]);
  };

  test("code or state missing, unknown or repeated: 400", async () => {
    const { state, cookie } = await start(service, "company");
    await refusal(await comeBack(service, "company", { state }, cookie), "code or state not found");
    await refusal(
      await comeBack(service, "company", { code: "c" }, cookie),
      "code or state not found",
    );
    const unknown = { code: "c", state: "0".repeat(64) };
    await refusal(await comeBack(service, "company", unknown, cookie), "state not found");
    await refusal(
      await comeBack(service, "company", { code: "c", state: "../x" }, cookie),
      "state not found",
    );
    const twice = await service.request(
      "GET",
      `/auth/oauth2/code/company?code=c&state=${state}&state=x`,
    );
    expect(twice.status).toBe(400);
  });

  test("counts once, also for parallel callbacks", async () => {
    const { target, state, cookie } = await start(service, "company");
    company.nonce = target.searchParams.get("nonce") ?? "";
    const all = [1, 2, 3, 4].map(() => comeBack(service, "company", { state, code: "c" }, cookie));
    const answers = await Promise.all(all);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400]);
    expect(company.sentTo("/token")).toHaveLength(1);
  });

  test("login CSRF: a callback of another browser is refused, and uses nothing up", async () => {
    const { target, state, cookie } = await start(service, "company");
    const other = await start(service, "company");
    const answer = { state, code: "c" };
    const invalid = "state browser binding invalid";
    await refusal(await comeBack(service, "company", answer), invalid);
    await refusal(await comeBack(service, "company", answer, other.cookie), invalid);
    const renamed = `${cookie.split("=")[0]}=${"0".repeat(64)}`;
    await refusal(await comeBack(service, "company", answer, renamed), invalid);
    await refusal(await comeBack(service, "company", answer, `${cookie}; ${renamed}`), invalid);
    company.nonce = target.searchParams.get("nonce") ?? "";
    clientAnswer(await comeBack(service, "company", answer, cookie));
  });

  test("mix-up: a state of one provider is refused at another's callback", async () => {
    const { state, cookie } = await start(service, "evil");
    await refusal(
      await comeBack(service, "company", { state, code: "c" }, cookie),
      "state not match",
    );
  });

  test("mix-up, RFC 9207: an answer that names another issuer goes nowhere", async () => {
    const answer = { code: "c", iss: evil.url };
    const told = clientAnswer(await signInAt(service, company, "company", {}, answer));
    expect(told).toMatchObject({ error: "invalid_request", state: "s-1", iss: ISSUER });
    expect(company.sentTo("/token")).toEqual([]);
  });

  test("K-10: client, target, provider and record are looked at again", async () => {
    await putClient(service, "leaving", { ...SECRET, redirect_uris: [CALLBACK] });
    const { state, cookie } = await start(service, "company", { client_id: "leaving" });
    await putClient(service, "leaving", { ...SECRET, redirect_uris: [`${CALLBACK}/new`] });
    const answer = await comeBack(service, "company", { state, code: "c" }, cookie);
    await refusal(answer, "state client binding invalid");

    const moved = await start(service, "evil");
    await putProvider(service, "evil", { ...evil.record, auth_url: `${company.url}/authorize` });
    const elsewhere = await comeBack(
      service,
      "evil",
      { state: moved.state, code: "c" },
      moved.cookie,
    );
    expect(clientAnswer(elsewhere).error).toBe("invalid_request");
    await putProvider(service, "evil", evil.record, false);
    const off = await start(service, "company").then(({ state, cookie }) =>
      comeBack(service, "evil", { state, code: "c" }, cookie),
    );
    expect(off.status).toBe(404);
    await putProvider(service, "evil", { ...evil.record, ...REGISTER });
  });

  test("K-10: a code is worth nothing once its provider is disabled", async () => {
    const { code = "" } = clientAnswer(await signInAt(service, evil, "evil"));
    await putProvider(service, "evil", { ...evil.record, ...REGISTER }, false);
    const { status, body } = await redeem(service, code);
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    await putProvider(service, "evil", { ...evil.record, ...REGISTER });
  });
});

describe("the name in the form of an answer", () => {
  const user = (name: object) => JSON.stringify({ name, email: "root@example.com" });
  const NAME = { firstName: "Grace", lastName: "Hopper" };

  /** A form, then the GET of the same browser; the provider's claims have no name. */
  async function signInByForm(provider: string, form: string) {
    const { target, state, cookie } = await start(service, provider);
    company.nonce = target.searchParams.get("nonce") ?? "";
    const { name: _none, ...claims } = person();
    company.claims = claims;
    const body = new URLSearchParams({ state, code: "c-1", user: form });
    const posted = await service.request("POST", `/auth/oauth2/code/${provider}`, { body });
    const { searchParams } = new URL(posted.headers.get("location") ?? "", ORIGIN);
    return comeBack(service, provider, Object.fromEntries(searchParams), cookie);
  }
  const madeBy = async (answer: Answer) =>
    userOf((await tokensOf(service, answer)).access.sub as string);

  beforeAll(async () => {
    await putProvider(service, "apple", { ...company.record, ...REGISTER, preset: "apple" });
    await putProvider(service, "named", {
      ...company.record,
      ...REGISTER,
      preset: "apple",
      alias_claims: ["given_name", "email"],
    });
  });

  test("Apple: the name of the first sign-in is the one that is shown, its address counts for nothing", async () => {
    const { alias, details } = await madeBy(await signInByForm("apple", user(NAME)));
    expect(alias).toEqual([`grace${next}@example.com`]);
    expect(details).toMatchObject({
      name: "Grace Hopper",
      given_name: "Grace",
      email: `grace${next}@example.com`,
    });
  });

  test("I-1: it finds and names no account, whatever claims the record lists", async () => {
    await service.createUser({ alias: ["Grace"], local: false });
    const { alias } = await madeBy(await signInByForm("named", user(NAME)));
    expect(alias).toEqual([`grace${next}@example.com`]);
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "[1]"],
    ["a name that is a text", '{"name":"Grace"}'],
    ["parts that are none", user({ firstName: 7, lastName: { x: 1 } })],
    ["control characters", user({ firstName: "Gr\u0000ace" })],
    ["too long", user({ firstName: "G".repeat(101) })],
    ["far too long", user({ firstName: "G".repeat(5_000) })],
    ["members of every object", '{"__proto__":{"name":{"firstName":"Grace"}}}'],
  ])("%s: the person signs in without it", async (_, form) => {
    const { details } = await madeBy(await signInByForm("apple", form));
    expect(details).toMatchObject({ name: `grace${next}@example.com` });
    expect(details.given_name).toBeUndefined();
  });

  test("of other providers it counts for nothing", async () => {
    const { details } = await madeBy(await signInByForm("company", user(NAME)));
    expect(details.given_name).toBeUndefined();
  });
});

test("given and family name alone make the name that is shown", async () => {
  const { name: _none, ...claims } = person();
  company.claims = { ...claims, given_name: "Grace", family_name: "Hopper" };
  const { access } = await tokensOf(service, await signInAt(service, company, "company"));
  expect((await userOf(access.sub as string)).details.name).toBe("Grace Hopper");
});

test("OpenID Connect Core §3.1.3.7: an ID token that ended less than a minute ago is taken", async () => {
  company.claims = { ...person(), exp: Math.floor(Date.now() / 1_000) - 20 };
  await tokensOf(service, await signInAt(service, company, "company"));
});

describe("U-2: a provider that lies", () => {
  const NOT_ACCEPTED = "the sign-in provider's tokens are not accepted";
  const at = () => Math.floor(Date.now() / 1_000);

  test.each<[string, () => Record<string, unknown>]>([
    ["wrong issuer", () => ({ iss: "https://evil.example.com" })],
    ["foreign audience", () => ({ aud: "another" })],
    ["a further audience", () => ({ aud: ["postern", "another"], azp: "postern" })],
    ["foreign authorized party", () => ({ azp: "another" })],
    ["wrong nonce", () => ({ nonce: "0".repeat(64) })],
    ["no nonce", () => ({ nonce: undefined })],
    ["expired", () => ({ exp: at() - 120 })],
    ["no exp", () => ({ exp: undefined })],
    ["not yet valid", () => ({ nbf: at() + 600 })],
    ["no iat", () => ({ iat: undefined })],
    ["no sub", () => ({ sub: undefined })],
    ["empty sub", () => ({ sub: "" })],
    ["sub that is a number", () => ({ sub: 7 })],
    ["wrong at_hash", () => ({ at_hash: "x" })],
  ])("%s: no session, no account, the client is told", async (_, wrong) => {
    await withoutEffect(async () => {
      company.claims = { ...person(), ...wrong() };
      const told = clientAnswer(await signInAt(service, company, "company"));
      expect(told).toEqual({
        error: "server_error",
        error_description: NOT_ACCEPTED.replace("'", "'"),
        state: "s-1",
        iss: ISSUER,
      });
    });
  });

  test("keys and algorithms: only those of the provider, only asymmetric ones", async () => {
    const { key } = company;
    await withoutEffect(async () => {
      const foreign = await generateKeyPair("RS256", { modulusLength: 2048 });
      const attempts: [Company["key"], Company["header"]][] = [
        [foreign.privateKey, {}],
        [foreign.privateKey, { kid: "another" }],
        [evil.key, {}],
        [new TextEncoder().encode("between two services".repeat(2)), { alg: "HS256" }],
      ];
      for (const [signer, header] of attempts) {
        Object.assign(company, { key: signer, header });
        const told = clientAnswer(await signInAt(service, company, "company"));
        expect(told.error, JSON.stringify(header)).toBe("server_error");
      }
      const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(company.claims))}.`;
      company.answer = { id_token: unsigned };
      expect(clientAnswer(await signInAt(service, company, "company")).error).toBe("server_error");
    });
    Object.assign(company, { key });
  });

  test("userinfo of another subject, or of none", async () => {
    await withoutEffect(async () => {
      for (const userinfo of [{ ...person(), sub: "another" }, { email: "x@example.com" }]) {
        company.userinfo = userinfo;
        expect(clientAnswer(await signInAt(service, company, "company")).error).toBe(
          "server_error",
        );
      }
    });
  });

  test("W4: without an ID token an access token proves nothing", async () => {
    await withoutEffect(async () => {
      company.answer = { id_token: undefined };
      expect(clientAnswer(await signInAt(service, company, "company")).error).toBe("server_error");
    });
  });

  test.each([
    ["a refusal", { status: 400, body: { error: "invalid_grant", error_description: "used" } }],
    ["a refusal with 200", { body: { error: "bad_verification_code" } }],
    ["another type of token", { body: { access_token: "a", token_type: "mac" } }],
    ["no object", { body: "[]" }],
    ["no JSON", { body: "<html>", type: "text/html" }],
    ["a redirect", { status: 302, headers: { location: "/elsewhere" } }],
    ["a defect", { status: 500, body: "stack trace of the provider" }],
  ])("%s of the token endpoint ends in an error of the client", async (_, answer) => {
    const whole = await startCompany();
    await putProvider(service, "whole", { ...whole.record, ...REGISTER });
    whole.on("/token", answer);
    await withoutEffect(async () => {
      const told = clientAnswer(await signInAt(service, whole, "whole"));
      expect(told).toMatchObject({ error: "server_error", state: "s-1" });
      expect(told.error_description).not.toContain("stack trace");
    });
    await whole[Symbol.asyncDispose]();
  });
});

describe("R-6: a provider that is down", () => {
  test("no session, no account, nothing of our network in the answer", async () => {
    const gone = await startCompany();
    await putProvider(service, "gone", { ...gone.record, ...REGISTER });
    const { state, cookie } = await start(service, "gone");
    await gone[Symbol.asyncDispose]();
    await withoutEffect(async () => {
      const told = clientAnswer(await comeBack(service, "gone", { state, code: "c" }, cookie));
      expect(told).toEqual({
        error: "server_error",
        error_description: "the sign-in provider is not reachable",
        state: "s-1",
        iss: ISSUER,
      });
    });
  });

  test("U-4: cached keys survive an outage", async () => {
    clientAnswer(await signInAt(service, company, "company"));
    company.on("/certs", { status: 500 });
    service.runtime.advance(6 * 60_000);
    clientAnswer(await signInAt(service, company, "company"));
  });
});

describe("C19: errors of the provider are passed on", () => {
  test.each([
    ["access_denied", "access_denied", "the person said no"],
    ["temporarily_unavailable", "server_error", "the sign-in provider refused: the person said no"],
    ["login_required", "server_error", "the sign-in provider refused: the person said no"],
  ])("%s", async (error, told, error_description) => {
    const answer = { error, error_description: "the person said no" };
    const answered = await signInAt(service, company, "company", {}, answer);
    expect(clientAnswer(answered)).toEqual({
      error: told,
      error_description,
      state: "s-1",
      iss: ISSUER,
    });
    expect(company.sentTo("/token")).toEqual([]);
  });

  test("B-3: what the provider writes is cut and cleaned", async () => {
    const error_description = `"\u202e\r\n${"x".repeat(5_000)}`;
    const answer = { error: "access_denied", error_description };
    const told = clientAnswer(await signInAt(service, company, "company", {}, answer));
    expect(told.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,310}$/);
  });
});

describe("whom a person becomes (U-3, W6, I-1)", () => {
  const refusedBy = async (claims: Record<string, unknown>, provider = "company") => {
    let told: Record<string, string> = {};
    await withoutEffect(async () => {
      company.claims = claims;
      told = clientAnswer(await signInAt(service, company, provider));
      expect(told.error).toBe("access_denied");
    });
    return told.error_description;
  };

  test("an address that is not verified makes no account", async () => {
    for (const email_verified of [false, undefined, "false", 1]) {
      expect(await refusedBy({ ...person(), email_verified })).toBe(
        "the sign-in provider has not verified the email (claim email_verified)",
      );
    }
  });

  test("a sign-in without an email is refused, and the claim is named", async () => {
    const { email: _, email_verified: __, ...nameless } = person();
    for (const claims of [nameless, { ...nameless, email: "" }, { ...nameless, email: 7 }]) {
      expect(await refusedBy(claims)).toBe(
        "the sign-in provider sent no name of the account (claim email)",
      );
    }
    await putProvider(service, "listing", {
      ...company.record,
      ...REGISTER,
      alias_claims: ["upn", "email"],
    });
    expect(await refusedBy(nameless, "listing")).toBe(
      "the sign-in provider sent no name of the account (claim upn or email)",
    );
  });

  test("unless the record says that it counts; a text `true` is a yes", async () => {
    company.claims = { ...person(), email_verified: "true" };
    await tokensOf(service, await signInAt(service, company, "company"));
    await putProvider(service, "trusted", {
      ...company.record,
      ...REGISTER,
      email_verify_check: false,
    });
    company.claims = {
      ...person(),
      sub: `t-${next}`,
      email: `t${next}@example.com`,
      email_verified: false,
    };
    const { access } = await tokensOf(service, await signInAt(service, company, "trusted"));
    expect((await userOf(access.sub)).details.email_verified).toBeUndefined();
  });

  test("W6: an address keeps the word of its own source", async () => {
    company.userinfo = { sub: `s-${next}`, email: "other@example.com", email_verified: true };
    await refusedBy({ sub: `s-${next}`, email: "ada@example.com" });
  });

  test("I-1: the operator of a provider becomes no local user, administrator or service account", async () => {
    for (const email of ["ada@example.com", "ADA@EXAMPLE.COM", "robot", "ada"]) {
      expect(await refusedBy({ ...person(), email })).not.toMatch(/local|service/);
    }
  });

  test("I-1: names and aliases of other claims count only when the record lists them", async () => {
    await refusedBy({ sub: `s-${next}`, name: "ada", preferred_username: `p${next}` });
    await putProvider(service, "listed", {
      ...company.record,
      ...REGISTER,
      alias_claims: ["preferred_username", "email"],
    });
    company.claims = { sub: `s-${next}`, preferred_username: `p${next}` };
    const { access } = await tokensOf(service, await signInAt(service, company, "listed"));
    expect((await userOf(access.sub)).alias).toEqual([`p${next}`]);
  });

  test("a provider's people are not those of another one, with the same key and the same sub", async () => {
    const first = await tokensOf(service, await signInAt(service, company, "company"));
    evil.claims = company.claims;
    const told = clientAnswer(await signInAt(service, evil, "evil"));
    expect(told.error).toBe("access_denied");
    evil.claims = { ...company.claims, email: `e${next}@example.com` };
    const second = await tokensOf(service, await signInAt(service, evil, "evil"));
    expect(second.access.sub).not.toBe(first.access.sub);
  });

  test("without register unknown people stay unknown", async () => {
    await putProvider(service, "closed", company.record);
    await refusedBy(person(), "closed");
  });
});

describe("roles (auth-wire 5.11)", () => {
  let ops = "";
  beforeAll(async () => {
    ops = (await service.json("POST", "/auth/v1/roles", { name: "ops" })).body.payload.id;
  });

  test("dot path, role_map, removed upstream means removed here", async () => {
    const claim_mapping = { ...REGISTER.claim_mapping, role_map: { staff: ["ops"] } };
    await putProvider(service, "company", { ...company.record, claim_mapping });
    company.claims = { ...person(), realm_access: { roles: ["staff", "ops", "admin"] } };
    const { access } = await tokensOf(service, await signInAt(service, company, "company"));
    expect(await userOf(access.sub)).toMatchObject({ sync_role_ids: [ops], role_ids: [] });
    company.claims = { ...person(), _claim_names: { realm_access: "src1" } };
    clientAnswer(await signInAt(service, company, "company"));
    expect((await userOf(access.sub)).sync_role_ids, "too many for one token").toEqual([ops]);
    company.claims = person();
    clientAnswer(await signInAt(service, company, "company"));
    expect(await userOf(access.sub)).toMatchObject({ sync_role_ids: [] });
  });

  test("a list of groups that are objects: the path goes on to the member with the name", async () => {
    const role_map = { staff: ["ops"] };
    const claim_mapping = { register: true, roles_claim: "groups.name", role_map };
    await putProvider(service, "listed", { ...company.record, claim_mapping });
    const groups = [{ id: 7, name: "guests" }, "staff", null, { name: ["staff", "more"] }];
    company.claims = { ...person(), groups };
    const { access } = await tokensOf(service, await signInAt(service, company, "listed"));
    expect((await userOf(access.sub)).sync_role_ids).toEqual([ops]);
    company.claims = { ...person(), groups: ["staff", { display: "staff" }] };
    clientAnswer(await signInAt(service, company, "listed"));
    expect((await userOf(access.sub)).sync_role_ids).toEqual([]);
  });

  test("a text with commas is split where the record names the separator, and nowhere else", async () => {
    const role_map = { "all staff": ["ops"] };
    const claim_mapping = { register: true, roles_claim: "groups", role_map };
    const rolesBy = async (mapping: object) => {
      await putProvider(service, "text", { ...company.record, claim_mapping: mapping });
      company.claims = { ...person(), groups: "guests, all staff ,x" };
      const { access } = await tokensOf(service, await signInAt(service, company, "text"));
      return (await userOf(access.sub)).sync_role_ids;
    };
    expect(await rolesBy(claim_mapping)).toEqual([]);
    expect(await rolesBy({ ...claim_mapping, roles_separator: "," })).toEqual([ops]);
  });

  test("N-6: hostile paths and values are data", async () => {
    const config = { ...company.record, claim_mapping: { roles_claim: "__proto__.polluted" } };
    const { status } = await service.json("PUT", "/auth/v1/oauth/providers/hostile", { config });
    expect(status).toBe(400);
    company.claims = {
      ...person(),
      realm_access: JSON.parse('{"__proto__":{"roles":["ops"]},"constructor":"x"}'),
    };
    const { access } = await tokensOf(service, await signInAt(service, company, "company"));
    expect((await userOf(access.sub)).sync_role_ids).toEqual([]);
  });

  test("an object's members are a map of roles; a URL may be the name of the claim", async () => {
    const claim_mapping = {
      register: true,
      roles_claim: "urn:example.com:roles",
      role_map: { staff: ["ops"] },
    };
    await putProvider(service, "objects", { ...company.record, claim_mapping });
    company.claims = { ...person(), "urn:example.com:roles": { staff: { org: "1" } } };
    const { access } = await tokensOf(service, await signInAt(service, company, "objects"));
    expect((await userOf(access.sub)).sync_role_ids).toEqual([ops]);
  });
});
