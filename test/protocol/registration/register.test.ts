/** RFC 7591 at POST /oauth2/register (specification, `registration`; auth-wire 5.8; G-1, G-2, G-4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  AUTHORIZE,
  answerOf,
  CALLBACK,
  decide,
  newCode,
  openPage,
  redeem,
  S256,
  startWith,
  VERIFIER,
} from "../../support/authorize.ts";
import {
  NOTES,
  OPEN,
  REDIRECT,
  REGISTER,
  register,
  registered,
} from "../../support/registration.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  refusal,
  TOKEN,
  withSetting,
} from "../../support/tokens.ts";

let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putSetting(service, "registration", OPEN);
});
afterAll(() => service[Symbol.asyncDispose]());

const discovery = async () =>
  (await service.request("GET", "/auth/oauth2/.well-known/openid-configuration")).body;

test("`registration_endpoint` is announced only while it is enabled, and then alone it answers (O-4)", async () => {
  expect((await discovery()).registration_endpoint).toBe(
    "https://id.example.com/auth/oauth2/register",
  );
  await withSetting(service, "registration", {}, async () => {
    expect(await discovery()).not.toHaveProperty("registration_endpoint");
    const answer = await register(service);
    expect(refusal(answer)).toEqual({ status: 404, error: "invalid_request" });
    expect(answer.body.error_description).toBe("dynamic client registration is disabled");
  });
  await putSetting(service, "registration", OPEN);
});

test("the answer tells all that was registered, and the secrets once (RFC 7591 §3.2.1)", async () => {
  const before = Math.floor(Date.now() / 1000);
  const answer = await register(service, {
    ...NOTES,
    scope: "openid profile",
    client_uri: "https://notes.example.com",
    logo_uri: "https://notes.example.com/logo.svg",
    tos_uri: "https://notes.example.com/terms",
    policy_uri: "https://notes.example.com/privacy",
    contacts: ["ada@example.com"],
    software_id: "example-notes",
    software_version: "2.1",
    jwks_uri: "https://notes.example.com/jwks.json",
  });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const { client_id, client_secret, client_id_issued_at, registration_access_token, ...rest } =
    answer.body;
  expect(client_id).toMatch(/^dcr-[0-9a-hjkmnp-tv-z]{26}$/);
  expect(client_secret).toMatch(/^[0-9a-f]{64}$/);
  expect(registration_access_token).toMatch(/^[0-9a-f]{64}$/);
  expect(client_id_issued_at).toBeGreaterThanOrEqual(before);
  expect(rest).toEqual({
    client_secret_expires_at: 0,
    client_name: "Example Notes",
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: "web",
    scope: "openid profile",
    client_uri: "https://notes.example.com",
    logo_uri: "https://notes.example.com/logo.svg",
    tos_uri: "https://notes.example.com/terms",
    policy_uri: "https://notes.example.com/privacy",
    contacts: ["ada@example.com"],
    software_id: "example-notes",
    software_version: "2.1",
    registration_client_uri: `https://id.example.com/auth/oauth2/register/${client_id}`,
  });
});

test("`none` makes a public client: no secret, PKCE, and refresh tokens that rotate (K-9)", async () => {
  const { client_id, client_secret } = await registered(service, {
    token_endpoint_auth_method: "none",
    scope: "openid",
  });
  expect(client_secret).toBeUndefined();
  const asked = { client_id, redirect_uri: REDIRECT, scope: "openid" };
  expect(answerOf(await startWith(service, asked))).toMatchObject({ error: "invalid_request" });
  const code = await newCode(service, { ...asked, ...S256 });
  const tokens = await service.form(TOKEN, {
    grant_type: "authorization_code",
    ...{ client_id, code, redirect_uri: REDIRECT, code_verifier: VERIFIER },
  });
  expect(tokens.status, tokens.text).toBe(200);
  expect(claimsOf(tokens.body.access_token)).toMatchObject({ azp: client_id, scope: "openid" });
  const next = await service.form(TOKEN, {
    grant_type: "refresh_token",
    client_id,
    refresh_token: tokens.body.refresh_token,
  });
  expect(next.status, next.text).toBe(200);
  expect(next.body.refresh_token).not.toBe(tokens.body.refresh_token);
});

test("a confidential client signs a person in with its secret", async () => {
  const { client_id, client_secret = "" } = await registered(service, { scope: "openid" });
  const code = await newCode(service, { client_id, redirect_uri: REDIRECT });
  const client = { id: client_id, secret: client_secret };
  const tokens = await redeem(service, code, { redirect_uri: REDIRECT }, client);
  expect(tokens.status, tokens.text).toBe(200);
  // What it registered is what a request gets that names nothing (RFC 6749 §3.3).
  expect(tokens.body.scope).toBe("openid");
});

describe("G-1: only published metadata counts (mass assignment)", () => {
  test("what only an administrator decides is ignored, and ids are generated", async () => {
    const sent = {
      client_id: "https://notes.example.com/client.json",
      client_secret: "chosen",
      skip_consent: true,
      public: true,
      dynamic: false,
      enabled: true,
      whitelist_urls: ["https://evil.example/"],
      resources: ["https://api.example.com"],
      allowed_scopes: ["admin"],
      roles_claim: "sub",
      introspection: "any",
      exchange_audiences: ["https://api.example.com"],
      registration_token: "a".repeat(64),
      client_secret_expires_at: 4_102_444_800,
      created_at: 1,
    };
    const made = await registered(service, sent);
    expect(made.client_id).toMatch(/^dcr-/);
    expect(made.client_secret).not.toBe("chosen");
    expect(made.client_secret_expires_at).toBe(0);
    const { snapshots } = await service.auth.service;
    const config = snapshots.current.oauth_clients.get(made.client_id)?.config;
    expect(config).toMatchObject({
      dynamic: true,
      public: false,
      skip_consent: false,
      whitelist_urls: [],
      resources: [],
      exchange_audiences: [],
      introspection: "audience",
    });
    expect(config).not.toHaveProperty("roles_claim");
    expect(config?.registration_token).not.toBe("a".repeat(64));
  });

  test("a name that a prototype would inherit is refused", async () => {
    const body = `{"redirect_uris":["${REDIRECT}"],"__proto__":{"skip_consent":true}}`;
    expect(refusal(await register(service, body))).toEqual({
      status: 400,
      error: "invalid_client_metadata",
    });
  });

  test.each([
    "password",
    "client_credentials",
    "urn:ietf:params:oauth:grant-type:token-exchange",
    "email_code",
    "passkey",
    "implicit",
  ])("grant type %s is refused", async (grant) => {
    const answer = await register(service, { ...NOTES, grant_types: [grant] });
    expect(refusal(answer)).toEqual({ status: 400, error: "invalid_client_metadata" });
    expect(answer.body.error_description).toBe(
      `grant_type '${grant}' not allowed for dynamic clients`,
    );
  });

  test("consent is always asked, also when an administrator later sets `skip_consent`", async () => {
    const { client_id } = await registered(service, { scope: "openid" });
    const { snapshots } = await service.auth.service;
    const config = snapshots.current.oauth_clients.get(client_id)?.stored;
    await putClient(service, client_id, { ...config, skip_consent: true });
    const { location } = await locate(client_id);
    expect(location).toMatch(/\/oauth2\/consent\?flow=/);
    const page = await openPage(service, location.split("flow=")[1] ?? "");
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain('id="consent-approve"');
  });

  test("none of the other ways to a token is open to it (K-18, I-4)", async () => {
    const { client_id, client_secret = "" } = await registered(service, { scope: "openid" });
    const client = { id: client_id, secret: client_secret };
    const grants = [
      ADA,
      { grant_type: "client_credentials" },
      {
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token: "x",
        subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
      },
    ];
    for (const grant of grants) {
      expect((await service.form(TOKEN, grant, client)).body.error).toBe("unauthorized_client");
    }
  });

  test("I-4: its token is no caller at our own planes", async () => {
    const { client_id, client_secret = "" } = await registered(service, { scope: "openid" });
    const code = await newCode(service, { client_id, redirect_uri: REDIRECT });
    const client = { id: client_id, secret: client_secret };
    const { body } = await redeem(service, code, { redirect_uri: REDIRECT }, client);
    const me = await service.request("GET", "/auth/v1/me", {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect([401, 403]).toContain(me.status);
  });
});

async function locate(client_id: string) {
  const answer = await startWith(service, { client_id, redirect_uri: REDIRECT });
  return { location: answer.headers.get("location") ?? "" };
}

describe("G-2, X-1: redirect targets and links", () => {
  const HOSTILE = [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://notes.example.com/1",
    "about:blank",
    "view-source:https://notes.example.com/",
    "intent://scan/#Intent;end",
    "https://user:pass@notes.example.com/",
    "https://notes.example.com\\@evil.example/",
    "https://notes.example.com/\u0000",
    " https://notes.example.com/",
    "//notes.example.com/",
    "/callback",
    "",
  ];

  test.each([
    ...HOSTILE,
    "https://notes.example.com/callback#fragment",
    "https://notes.example.com/call back",
    "https://notes.example.com/?code=1",
    "https://*.example.com/callback",
    "http://notes.example.com/callback",
    "http://127.0.0.2/callback",
    "http://localhost.evil.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "myapp://callback",
  ])("redirect URI %j is refused", refusesRedirect);

  test("X-1: a redirect URI of 10,000 characters is refused", () =>
    refusesRedirect(`https://notes.example.com/${"a".repeat(10_000)}`));

  async function refusesRedirect(uri: string) {
    const answer = await register(service, { ...NOTES, redirect_uris: [REDIRECT, uri] });
    expect(refusal(answer)).toEqual({ status: 400, error: "invalid_redirect_uri" });
    expect(answer.body.error_description).toMatch(/^redirect_uris\[1\]: must/);
  }

  const LINKS = ["client_uri", "logo_uri", "tos_uri", "policy_uri", "jwks_uri"];
  const hostileLinks = [...HOSTILE.filter(Boolean), "com.example.app:/x", "http://evil.example/"];

  test.each(LINKS)("%s: hostile schemes in any case are refused", async (member) => {
    for (const uri of [...hostileLinks, `https://notes.example.com/${"a".repeat(10_000)}`]) {
      const answer = await register(service, { ...NOTES, [member]: uri });
      expect(refusal(answer), uri).toEqual({ status: 400, error: "invalid_client_metadata" });
      expect(answer.body.error_description).toContain(`${member}: must`);
    }
  });

  test.each([
    "https://notes.example.com/callback?tenant=1",
    "http://127.0.0.1/callback",
    "http://127.0.0.1:33418/",
    "http://[::1]:8000/callback",
    "http://localhost:3000/callback",
    "com.example.app:/callback",
    "com.example.app://host/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.example/did-authenticate",
  ])("redirect URI %s is taken", async (uri) => {
    expect((await registered(service, { redirect_uris: [uri] })).redirect_uris).toEqual([uri]);
  });

  test("schemes without a dot are those of the setting", async () => {
    const asking = { ...OPEN, redirect_schemes: ["notes-app"] };
    await withSetting(service, "registration", asking, async () => {
      await registered(service, { redirect_uris: ["notes-app://callback"] });
      const other = await register(service, { ...NOTES, redirect_uris: ["cursor://callback"] });
      expect(other.body.error).toBe("invalid_redirect_uri");
    });
    await putSetting(service, "registration", OPEN);
  });

  test("`application_type` web: https to another machine; native: the device too; otherwise it follows", async () => {
    const web = (uri: string) =>
      register(service, { ...NOTES, application_type: "web", redirect_uris: [uri] });
    expect((await web(REDIRECT)).status).toBe(201);
    for (const uri of [
      "http://127.0.0.1/callback",
      "https://localhost/callback",
      "https://127.0.0.1/callback",
      "com.example.app:/callback",
    ]) {
      expect((await web(uri)).body.error, uri).toBe("invalid_redirect_uri");
    }
    const native = { application_type: "native", redirect_uris: ["http://127.0.0.1/cb", REDIRECT] };
    expect((await registered(service, native)).application_type).toBe("native");
    const either = await registered(service, { redirect_uris: ["com.example.app:/cb"] });
    expect(either.application_type).toBe("native");
    const other = await register(service, { ...NOTES, application_type: "desktop" });
    expect(refusal(other)).toEqual({ status: 400, error: "invalid_client_metadata" });
  });

  test("RFC 8252 §7.3: any port of a loopback target, and nothing else, may differ at use", async () => {
    const { client_id } = await registered(service, {
      token_endpoint_auth_method: "none",
      redirect_uris: ["http://127.0.0.1/callback"],
    });
    const begin = (redirect_uri: string) =>
      startWith(service, { client_id, redirect_uri, ...S256 });
    expect((await begin("http://127.0.0.1:49152/callback")).status).toBe(302);
    for (const uri of [
      "http://localhost:49152/callback",
      "http://127.0.0.1:49152/other",
      "https://127.0.0.1:49152/callback",
      "http://127.0.0.1:49152@evil.example/callback",
    ]) {
      const answer = await begin(uri);
      expect(answer.status, uri).toBe(400);
      expect(answer.headers.get("location")).toBeNull();
    }
  });
});

describe("metadata that is not valid is refused by its name (RFC 7591 §3.2.2)", () => {
  const LONG = "a".repeat(10_000);
  const invalid = "invalid_client_metadata";
  const many = Array.from({ length: 33 }, (_, at) => `${REDIRECT}/${at}`);
  const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
  test.each([
    ["redirect_uris is required", "invalid_redirect_uri", { redirect_uris: undefined }],
    ["redirect_uris is required", "invalid_redirect_uri", { redirect_uris: [] }],
    ["redirect_uris: must be a list", invalid, { redirect_uris: REDIRECT }],
    ["redirect_uris[0]: must be a string", invalid, { redirect_uris: [1] }],
    ["redirect_uris: must have at most 32 entries", invalid, { redirect_uris: many }],
    [
      "token_endpoint_auth_method 'tls_client_auth' not supported",
      ...[invalid, { token_endpoint_auth_method: "tls_client_auth" }],
    ],
    ["response_type 'token' not supported", invalid, { response_types: ["token"] }],
    ["client_name: must be at most 200 characters", invalid, { client_name: LONG }],
    ["client_name: must be one line", invalid, { client_name: "a\u0000b" }],
    ["client_name: must be a string", invalid, { client_name: ["x"] }],
    ["scope: must be at most 4096 characters", invalid, { scope: LONG }],
    ["scope: scope has invalid characters", invalid, { scope: 'a"b' }],
    ["contacts[0]: must be at most 200 characters", invalid, { contacts: [LONG] }],
    ["contacts: must be a list", invalid, { contacts: "ada@example.com" }],
    ["software_id: must be at most 200 characters", invalid, { software_id: LONG }],
    ["software_version: must be a string", invalid, { software_version: {} }],
    ["jwks.keys: must be a list", invalid, { jwks: { keys: "x" } }],
    [
      "jwks: must not come with jwks_uri",
      ...[invalid, { jwks: { keys: [] }, jwks_uri: "https://notes.example.com/jwks" }],
    ],
    [
      "software statements are not accepted",
      ...["unapproved_software_statement", { software_statement: "eyJhbGciOiJub25lIn0.e30." }],
    ],
    [
      "response_types: code needs the grant type authorization_code",
      ...[invalid, { grant_types: [DEVICE], response_types: ["code"] }],
    ],
  ] as [string, string, object][])("%s", async (text, error, fields) => {
    const answer = await register(service, { ...NOTES, ...fields });
    expect(refusal(answer)).toEqual({ status: 400, error });
    expect(answer.body.error_description).toBe(text);
  });

  test("what is no JSON object, and other media types", async () => {
    for (const body of ["", "{", "[]", '"text"', "null", "1"]) {
      const answer = await register(service, body);
      expect(refusal(answer), body).toEqual({ status: 400, error: "invalid_client_metadata" });
    }
    const form = await service.form(REGISTER, { redirect_uris: REDIRECT });
    expect(form.status).toBe(415);
    const empty = JSON.stringify({ ...NOTES, filler: "" }).length;
    const sized = (bytes: number) =>
      register(service, { ...NOTES, filler: "a".repeat(bytes - empty) });
    expect((await sized(64 * 1024)).status).toBe(201);
    expect((await sized(64 * 1024 + 1)).status, "work of strangers is small").toBe(413);
  });

  test("`null` counts as absent, unknown members and language tags are ignored (§2, §2.2)", async () => {
    const made = await registered(service, {
      client_uri: null,
      scope: null,
      "client_name#de": "Beispiel",
      require_auth_time: true,
    });
    expect(made).not.toHaveProperty("client_uri");
    expect(made).not.toHaveProperty("client_name#de");
    expect(made).not.toHaveProperty("require_auth_time");
  });

  test("nothing of what was refused is stored", async () => {
    const { snapshots } = await service.auth.service;
    const { size } = snapshots.current.oauth_clients;
    await register(service, { ...NOTES, redirect_uris: ["javascript:alert(1)"] });
    expect(snapshots.current.oauth_clients.size).toBe(size);
  });
});

test("a client for devices needs no redirect target, and has the device flow alone", async () => {
  const grant_types = ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"];
  const { client_id, ...made } = await registered(service, {
    redirect_uris: undefined,
    token_endpoint_auth_method: "none",
    grant_types,
  });
  expect(made).toMatchObject({ grant_types, response_types: [], redirect_uris: [] });
  const codes = await service.form("/auth/oauth2/device_authorization", { client_id });
  expect(codes.status, codes.text).toBe(200);
  const asked = await service.request(
    "GET",
    `${AUTHORIZE}?response_type=code&client_id=${client_id}&redirect_uri=${CALLBACK}`,
  );
  expect(asked.status).toBe(400);
});

describe("scopes (K-7)", () => {
  const granted = async (client_id: string, scope?: string) =>
    answerOf(await decide(service, { client_id, redirect_uri: REDIRECT, scope }));

  test("what a client named bounds it; `offline_access` is always among it", async () => {
    const { client_id } = await registered(service, { scope: "openid notes.read" });
    expect(await granted(client_id, "notes.read offline_access")).toHaveProperty("code");
    expect(
      answerOf(
        await startWith(service, { client_id, redirect_uri: REDIRECT, scope: "notes.write" }),
      ),
    ).toMatchObject({
      error: "invalid_scope",
    });
  });

  test("`default_scope` is the scope of clients that name none, beside the standard ones", async () => {
    const settings = { ...OPEN, default_scope: ["notes.read"] };
    await withSetting(service, "registration", settings, async () => {
      const { client_id, scope } = await registered(service);
      expect(scope).toBe("notes.read");
      expect(await granted(client_id, "openid")).toHaveProperty("code");
      expect(
        answerOf(
          await startWith(service, { client_id, redirect_uri: REDIRECT, scope: "notes.write" }),
        ),
      ).toMatchObject({
        error: "invalid_scope",
      });
    });
    await putSetting(service, "registration", OPEN);
  });

  test("`allowed_scopes` is what clients can register at all", async () => {
    const settings = { ...OPEN, allowed_scopes: ["openid", "notes.read"] };
    await withSetting(service, "registration", settings, async () => {
      expect((await registered(service, { scope: "openid admin" })).scope).toBe("openid");
      const none = await register(service, { ...NOTES, scope: "admin" });
      expect(none.body.error_description).toBe("scope: none of these scopes can be registered");
    });
    await putSetting(service, "registration", OPEN);
  });
});
