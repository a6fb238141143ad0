/** Kinds of upstream providers: by hand, by discovery, plain OAuth 2.0, and the presets (issue text; auth-wire 4.3, 5.10). */
import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { CALLBACK } from "../../support/authorize.ts";
import {
  configKinds,
  diagnose,
  missingMember,
  mutate,
  openInternalCall,
  parseConfig,
  writeConfig,
} from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { putClient, putSetting, WEB } from "../../support/tokens.ts";
import {
  allowUpstream,
  CLIENT,
  type Company,
  clientAnswer,
  comeBack,
  putProvider,
  signInAt,
  start,
  startCompany,
  tokensOf,
} from "../../support/upstream-sign-in.ts";

const REGISTER = { claim_mapping: { register: true } };
let service: TestAuth;
let company: Company;

beforeAll(async () => {
  [service, company] = await Promise.all([testAuth(), startCompany()]);
  await allowUpstream(service);
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const startOf = (provider: string, setup = service) =>
  setup.request(
    "GET",
    `/auth/oauth2/auth/${provider}?${new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK })}`,
  );
const userOf = async (sub: string) =>
  (await service.json("GET", `/auth/v1/users/${sub}`)).body.payload;

describe("discovery", () => {
  const document = (more: object = {}) => ({
    issuer: company.url,
    authorization_endpoint: `${company.url}/authorize`,
    token_endpoint: `${company.url}/token`,
    jwks_uri: `${company.url}/certs`,
    userinfo_endpoint: `${company.url}/userinfo`,
    ...more,
  });
  const WELL_KNOWN = "/.well-known/openid-configuration";

  test("a record of issuer, client and secret is enough; the document is read once", async () => {
    company.on(WELL_KNOWN, { body: document() });
    company.claims = { sub: "d-1", email: "d1@example.com", email_verified: true };
    await putProvider(service, "found", { ...CLIENT, issuer: company.url, ...REGISTER });
    await tokensOf(service, await signInAt(service, company, "found"));
    await tokensOf(service, await signInAt(service, company, "found"));
    expect(company.sentTo(WELL_KNOWN)).toHaveLength(1);
  });

  test("a discovery URL of its own, and addresses by hand before those of the document", async () => {
    company.on("/meta", {
      body: document({ authorization_endpoint: "https://other.example.com/" }),
    });
    const record = { discovery_url: `${company.url}/meta`, auth_url: `${company.url}/authorize` };
    await putProvider(service, "meta", { ...CLIENT, ...record });
    const { target } = await start(service, "meta");
    expect(target.href).toMatch(`${company.url}/authorize?`);
    expect(target.searchParams.get("scope")).toBe("openid email profile");
  });

  test.each([
    ["another issuer", { issuer: "https://evil.example.com" }],
    ["no issuer", { issuer: undefined }],
    ["no endpoints", { token_endpoint: undefined }],
    ["addresses that are none", { token_endpoint: "javascript:alert(1)" }],
  ])("U-2: a document with %s is refused, and says nothing to the browser", async (name, more) => {
    const path = `/${name.replaceAll(" ", "-")}`;
    company.on(path, { body: document(more) });
    const record = { issuer: company.url, discovery_url: `${company.url}${path}` };
    await putProvider(service, "odd", { ...CLIENT, ...record });
    const { status, body } = await startOf("odd");
    expect([status, body.error_description]).toEqual([
      503,
      "the sign-in provider is not set up correctly",
    ]);
  });

  test("R-6: while it is not there, a clear answer with Retry-After, and it is not asked again at once", async () => {
    company.on("/away", { status: 500 });
    await putProvider(service, "away", { ...CLIENT, discovery_url: `${company.url}/away` });
    for (const _ of [1, 2]) {
      const { status, headers, body } = await startOf("away");
      expect([status, body.error, headers.get("retry-after")]).toEqual([
        503,
        "temporarily_unavailable",
        "10",
      ]);
    }
    expect(company.sentTo("/away")).toHaveLength(1);
  });

  test("G-6: an address inside that no administrator listed is not reached, and the answer is the same", async () => {
    const before = company.requests.length;
    await putSetting(service, "oauth2", { internal_hosts: ["10.0.0.0/8"] });
    await putProvider(service, "inside", { ...CLIENT, discovery_url: `${company.url}/inside` });
    const { status, body } = await startOf("inside");
    expect([status, body.error_description]).toEqual([
      503,
      "the sign-in provider is not reachable",
    ]);
    expect(company.requests.length).toBe(before);
    await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  });

  test("RFC 9207: a provider that says that it names itself has to", async () => {
    const says = { authorization_response_iss_parameter_supported: true };
    company.on("/named", { body: document(says) });
    const record = { ...CLIENT, ...REGISTER, discovery_url: `${company.url}/named` };
    await putProvider(service, "named", record);
    company.claims = { sub: "n-1", email: "n1@example.com", email_verified: true };
    const silent = clientAnswer(await signInAt(service, company, "named"));
    expect(silent.error).toBe("invalid_request");
    const iss = company.url;
    const named = await signInAt(service, company, "named", {}, { code: "c", iss });
    expect(clientAnswer(named).code).toBeDefined();
  });

  const ADDRESSES = { auth_url: "https://a.test/", token_url: "https://a.test/" };
  const KEYS = { ...CLIENT, ...ADDRESSES, cert_url: "https://a.test/" };

  test.each([
    ["nothing but a client", { client_id: "x" }, "auth_url"],
    ["keys without an issuer", KEYS, "issuer"],
    [
      "no client",
      { ...ADDRESSES, issuer: "https://op.example.com", cert_url: "https://a.test/" },
      "client_id",
    ],
    ["addresses, and nothing that says who it is", { ...CLIENT, ...ADDRESSES }, "userinfo_url"],
    ["no token endpoint", { ...CLIENT, auth_url: "https://a.test/" }, "token_url"],
  ])(
    "I-8: a stored record with %s answers sign-ins with 503, and the doctor names the member",
    async (name, record, member) => {
      const id = name.replace(/\W+/g, "-");
      const kept = await service.auth.service;
      // As a former version wrote it.
      const change = {
        topic: "oauth_providers",
        action: "upsert",
        entity: id,
        actor: "test",
      } as const;
      await mutate(kept.ownStore, change, (open) =>
        writeConfig(kept, open, "oauth_providers", { id, enabled: true, config: record }, "test"),
      );
      await service.json("GET", "/auth/v1/health");
      const { status, body } = await startOf(id);
      expect([status, body.error_description]).toEqual([
        503,
        "the record of the sign-in provider is incomplete",
      ]);
      const tried = await service.json("POST", `/auth/v1/oauth/providers/${id}/test`);
      expect(tried.body.payload.checks).toEqual([
        { check: "record", ok: false, detail: expect.stringContaining(`${member}: is required`) },
      ]);
      const { details } =
        (await diagnose(openInternalCall(kept))).find((one) => one.id === "providers") ?? {};
      expect(details).toContainEqual(
        expect.stringMatching(
          `"${id}" is incomplete, so no user can sign in: ${member}: is required`,
        ),
      );
    },
  );

  test("keys without an issuer are refused at saving, and taken with what makes up for it", async () => {
    const path = "/auth/v1/oauth/providers/keys";
    const refused = await service.json("PUT", path, { config: KEYS });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining("issuer")]);
    const url = "https://a.test/";
    for (const more of [{ issuer: url }, { discovery_url: url }, { userinfo_url: url }]) {
      const saved = await service.json("PUT", path, { config: { ...KEYS, ...more } });
      expect(saved.status, saved.text).toBe(200);
    }
  });

  test("the example of the API description can sign people in", () => {
    const { config } = configKinds.oauth_providers.example;
    const parsed = parseConfig("oauth_providers", config);
    expect(parsed.ok && missingMember(parsed.value)).toBeUndefined();
    expect(parsed.ok).toBe(true);
  });
});

describe("plain OAuth 2.0, as GitHub has it", () => {
  let api: ScriptedUpstream;
  const record = () => ({
    ...CLIENT,
    ...REGISTER,
    preset: "github",
    auth_url: `${api.url}/login/oauth/authorize`,
    token_url: `${api.url}/login/oauth/access_token`,
    userinfo_url: `${api.url}/user`,
    emails_url: `${api.url}/user/emails`,
  });
  const ADDRESSES = [
    { email: "old@example.com", primary: false, verified: true },
    { email: "octo@example.com", primary: true, verified: true },
  ];

  beforeAll(async () => {
    api = await scriptedUpstream();
    api.on("/login/oauth/access_token", {
      body: { access_token: "gho_opaque", token_type: "bearer", scope: "read:user" },
    });
    api.on("/user", {
      body: { id: 583_231, login: "octocat", name: "Octo", email: "shown@example.com" },
    });
    api.on("/user/emails", { body: ADDRESSES });
    await putProvider(service, "github", record());
  });
  afterAll(() => api[Symbol.asyncDispose]());

  async function signIn() {
    const { target, state, cookie } = await start(service, "github");
    return { target, answered: await comeBack(service, "github", { state, code: "c" }, cookie) };
  }

  test("the person is the number of the API, the address the verified primary one", async () => {
    const { target, answered } = await signIn();
    expect(target.searchParams.get("scope")).toBe("read:user user:email");
    expect(target.searchParams.has("nonce")).toBe(false);
    expect(target.searchParams.get("code_challenge_method")).toBe("S256");
    const { access } = await tokensOf(service, answered);
    const user = await userOf(access.sub);
    expect(user).toMatchObject({
      alias: ["octo@example.com"],
      details: { name: "Octo", uid: "octocat", email: "octo@example.com", email_verified: true },
    });
    expect(api.sentTo("/user")[0]?.headers).toMatchObject({
      authorization: "Bearer gho_opaque",
      "user-agent": "postern",
    });
    api.on("/user", { body: { id: 583_231, login: "renamed" } });
    const again = await tokensOf(service, (await signIn()).answered);
    expect(again.access.sub, "a new name is the same person").toBe(access.sub);
    api.on("/user", { body: { id: 7, login: "octocat" } });
    const other = clientAnswer((await signIn()).answered);
    expect(other.error, "who takes the old name is another one").toBe("access_denied");
  });

  test.each([
    ["not verified", [{ email: "x@example.com", primary: true, verified: false }]],
    ["not primary", [{ email: "x@example.com", primary: false, verified: true }]],
    ["no list", { email: "x@example.com", primary: true, verified: true }],
    ["odd entries", [null, 7, "x@example.com", { email: 7, primary: true, verified: true }]],
  ])(
    "W6: an address that is %s makes no account, nor does the one that is shown",
    async (_, body) => {
      api.on("/user", { body: { id: 99, login: "x", email: "shown@example.com" } });
      api.on("/user/emails", { body });
      expect(clientAnswer((await signIn()).answered).error).toBe("access_denied");
    },
  );

  test.each([
    ["no subject", { login: "x" }],
    ["an empty one", { id: "" }],
    ["an object", { id: { toString: "1" } }],
    ["a fraction", { id: 1.5 }],
    ["a list", []],
  ])("U-2: an API that names %s signs no one in", async (_, body) => {
    api.on("/user", { body });
    expect(clientAnswer((await signIn()).answered).error).toBe("server_error");
  });
});

describe("presets", () => {
  let setup: TestAuth;
  const asked: Request[] = [];
  const host = testRuntime();
  const DISCOVERED = [
    "accounts.google.com",
    "login.microsoftonline.com",
    "gitlab.com",
    "appleid.apple.com",
    "sso.example.com",
  ];

  beforeAll(async () => {
    const http: typeof host.http = async (request) => {
      asked.push(request.clone());
      const url = new URL(request.url);
      const issuer = request.url.replace("/.well-known/openid-configuration", "");
      if (!DISCOVERED.includes(url.host) || issuer === request.url) return new Response("{}");
      const endpoint = (name: string) => `${url.origin}/${name}`;
      return Response.json({
        issuer,
        authorization_endpoint: endpoint("authorize"),
        token_endpoint: endpoint("token"),
        jwks_uri: endpoint("keys"),
      });
    };
    setup = await testAuth({}, { ...host, http });
    await putClient(setup, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  });
  afterAll(() => setup[Symbol.asyncDispose]());

  const TENANT = "11111111-2222-3333-4444-555555555555";
  const SCOPE = "openid email profile";
  test.each([
    ["google", {}, "https://accounts.google.com/authorize", SCOPE],
    ["entra", { tenant: TENANT }, "https://login.microsoftonline.com/authorize", SCOPE],
    ["github", {}, "https://github.com/login/oauth/authorize", "read:user user:email"],
    ["gitlab", {}, "https://gitlab.com/authorize", SCOPE],
    ["apple", {}, "https://appleid.apple.com/authorize", "openid email name"],
    [
      "keycloak",
      { issuer: "https://sso.example.com/realms/main" },
      "https://sso.example.com/authorize",
      SCOPE,
    ],
  ])(
    "%s needs client, secret and no more than what is its own",
    async (preset, more, address, scope) => {
      await putProvider(setup, preset, { preset, ...CLIENT, ...more });
      const { target } = await start(setup, preset);
      expect(`${target.origin}${target.pathname}`).toBe(address);
      const sent = Object.fromEntries(target.searchParams);
      expect(sent).toMatchObject({
        scope,
        client_id: CLIENT.client_id,
        code_challenge_method: "S256",
        redirect_uri: `${ORIGIN}/auth/oauth2/code/${preset}`,
      });
      expect(sent.response_mode).toBe(preset === "apple" ? "form_post" : undefined);
    },
  );

  test("entra asks the one tenant, whose tokens alone count", () => {
    const urls = asked.map(({ url }) => url);
    expect(urls).toContain(
      `https://login.microsoftonline.com/${TENANT}/v2.0/.well-known/openid-configuration`,
    );
  });

  test.each([
    [{ preset: "entra" }, "tenant"],
    [{ preset: "entra", tenant: "common" }, "tenant"],
    [{ preset: "entra", tenant: "example.com" }, "tenant"],
    [{ preset: "keycloak" }, "issuer"],
    [{ preset: "apple", team_id: "T" }, "key_id"],
    [{ preset: "facebook" }, "preset"],
  ])("%j is refused, and the field is named", async (config, field) => {
    const { status, body } = await setup.json("PUT", "/auth/v1/oauth/providers/x", { config });
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)]);
  });

  test("apple: the private key of the record signs the client secret", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const client_secret = await exportPKCS8(privateKey);
    const keys = { team_id: "TEAM", key_id: "KEY", client_id: "com.example.postern" };
    await putProvider(setup, "apple", { preset: "apple", client_secret, ...keys });
    const { state, cookie } = await start(setup, "apple");
    await comeBack(setup, "apple", { state, code: "c" }, cookie);
    const token = asked.findLast(({ url }) => url === "https://appleid.apple.com/token");
    const form = new URLSearchParams(await token?.text());
    const secret = form.get("client_secret") ?? "";
    expect(decodeProtectedHeader(secret)).toEqual({ alg: "ES256", kid: "KEY" });
    const { payload } = await jwtVerify(secret, publicKey);
    expect(payload).toMatchObject({
      iss: "TEAM",
      sub: "com.example.postern",
      aud: "https://appleid.apple.com",
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    expect(form.get("client_id")).toBe("com.example.postern");
    expect(token?.headers.has("authorization")).toBe(false);
  });
});

describe("POST /v1/oauth/providers/{id}/test", () => {
  const tried = async (id: string) => {
    const path = `/auth/v1/oauth/providers/${encodeURIComponent(id)}/test`;
    const { status, body, text } = await service.json("POST", path);
    expect(status, text).toBe(200);
    return body.payload;
  };
  const answers = (status: number, error: string) =>
    company.on("/refusing", { status, body: { error, error_description: "as it says" } });
  const record = (more: object = {}) => ({
    ...company.record,
    token_url: `${company.url}/refusing`,
    ...more,
  });

  test.each([
    ["invalid_grant", 400],
    ["bad_verification_code", 200],
  ])("client and secret count when the code alone is refused: %s", async (error, status) => {
    answers(status, error);
    // Before it is enabled.
    await putProvider(service, "tried", record(), false);
    expect(await tried("tried")).toEqual({
      callback: "https://id.example.com/auth/oauth2/code/tried",
      passed: true,
      checks: [
        { check: "record", ok: true, detail: company.url },
        {
          ...{ check: "keys", ok: true, detail: "1 keys" },
          message: { id: "upstream.keys", values: { count: 1 }, text: "1 keys" },
        },
        { check: "client", ok: true, detail: "client_secret_basic" },
      ],
    });
    expect((await startOf("tried")).status, "it stays disabled").toBe(404);
  });

  test("a wrong secret, keys that are none, and a document of another are told, each as what it is", async () => {
    answers(401, "invalid_client");
    company.on("/no-keys", { body: { keys: [] } });
    await putProvider(service, "tried", record({ cert_url: `${company.url}/no-keys` }));
    const { passed, checks } = await tried("tried");
    expect(passed).toBe(false);
    expect(checks.slice(1)).toMatchObject([
      { check: "keys", ok: false, message: { id: "upstream.no_keys" } },
      { check: "client", ok: false, detail: "invalid_client: as it says" },
    ]);
    company.on("/wrong", { body: { issuer: "https://evil.example.com" } });
    const wrong = { issuer: company.url, discovery_url: `${company.url}/wrong` };
    await putProvider(service, "tried", { ...CLIENT, ...wrong });
    expect((await tried("tried")).checks).toMatchObject([
      {
        check: "record",
        ok: false,
        detail: "the discovery document is of another issuer: https://evil.example.com",
      },
    ]);
  });

  test("G-6: addresses inside are not reached by it, and the answers for them are alike", async () => {
    const before = company.requests.length;
    await putSetting(service, "oauth2", { internal_hosts: ["10.0.0.0/8"] });
    const closed = { cert_url: "http://127.0.0.1:9/keys", token_url: "http://127.0.0.1:9/token" };
    const found: object[] = [];
    for (const more of [{ cert_url: company.record.cert_url }, closed]) {
      await putProvider(service, "tried", record(more));
      found.push((await tried("tried")).checks.slice(1));
    }
    expect(found[1]).toEqual(found[0]);
    expect(company.requests.length).toBe(before);
    await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  });

  test("unknown records are 404", async () => {
    const unknown = await service.json("POST", "/auth/v1/oauth/providers/__proto__/test");
    expect(unknown.status).toBe(404);
  });
});
