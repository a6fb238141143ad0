/** RFC 8414, OpenID Discovery and RFC 7517 (auth-wire 5.6; O-3, O-4, C-4, N-6). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { putSetting, refusal, withSetting } from "../support/tokens.ts";

const ISSUER = `${ORIGIN}/auth/oauth2`;
const URLS = [
  "/auth/oauth2/.well-known/openid-configuration",
  "/auth/oauth2/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/.well-known/openid-configuration/auth/oauth2",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/auth/oauth2",
  "/.well-known/oauth-authorization-server/any/thing",
] as const;
const CLAIM_SET = "/auth/oauth2/openid/people/.well-known/openid-configuration";
const SETS = { sets: { people: { claims: {} } } };
/** Every grant that the specification names. */
const GRANTS = [
  "password",
  "client_credentials",
  "refresh_token",
  "authorization_code",
  "urn:ietf:params:oauth:grant-type:device_code",
  "urn:ietf:params:oauth:grant-type:token-exchange",
  "email_code",
];
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await putSetting(service, "custom_info", SETS);
});
afterAll(() => service[Symbol.asyncDispose]());

const discover = async () => (await service.request("GET", URLS[0])).body;

test("O-3: every discovery URL answers with equal content", async () => {
  const answers = await Promise.all(URLS.map((url) => service.request("GET", url)));
  for (const { status } of answers) expect(status).toBe(200);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test("the document of a claim set is the same but for its userinfo endpoint", async () => {
  const { userinfo_endpoint, ...shared } = await discover();
  const { body } = await service.request("GET", CLAIM_SET);
  expect(body).toEqual({ ...shared, userinfo_endpoint: `${userinfo_endpoint}/people` });
});

test("issuer and endpoints are built from the request host", async () => {
  expect(await discover()).toMatchObject({
    issuer: ISSUER,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/certs`,
    subject_types_supported: ["public", "pairwise"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: expect.arrayContaining(["openid"]),
    token_endpoint_auth_methods_supported: [
      ...["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    ],
  });
});

test("RFC 8414 §3.2: JSON, and no member is null or an empty list", async () => {
  const { headers } = await service.request("GET", URLS[0]);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  const empty = async () =>
    Object.entries(await discover())
      .filter(([, value]) => value === null || (Array.isArray(value) && value.length === 0))
      .map(([name]) => name);
  expect(await empty()).toEqual([]);
  // §2 demands the member, also where there is no authorization endpoint.
  await withSetting(service, "authorize", { disabled: true }, async () => {
    expect(await empty()).toEqual(["response_types_supported"]);
  });
});

test("O-4: every endpoint of the metadata answers", async () => {
  const document = await discover();
  const urls = Object.entries<string>(document).filter(([name]) =>
    /_endpoint$|_uri$|_url$/.test(name),
  );
  expect(urls.map(([name]) => name)).toEqual(
    expect.arrayContaining(["jwks_uri", "token_endpoint"]),
  );
  for (const [name, url] of urls) {
    const { status } = await service.request("OPTIONS", url.slice(ORIGIN.length));
    expect(status, name).toBe(204);
  }
});

test("O-4: the listed grants are exactly those that the token endpoint knows", async () => {
  const { grant_types_supported } = await discover();
  for (const grant_type of GRANTS) {
    const { error } = refusal(await service.form("/auth/oauth2/token", { grant_type }));
    const known = error !== "unsupported_grant_type";
    expect(grant_types_supported.includes(grant_type), grant_type).toBe(known);
  }
  expect(grant_types_supported.filter((type: string) => !GRANTS.includes(type))).toEqual([]);
});

test("O-4: a disabled password grant disappears", async () => {
  await withSetting(service, "password", { disabled: true }, async () => {
    expect((await discover()).grant_types_supported).not.toContain("password");
  });
  expect((await discover()).grant_types_supported).toContain("password");
});

test("O-4: request objects are denied explicitly, and the claims parameter is named", async () => {
  expect(await discover()).toMatchObject({
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: true,
  });
});

test("N-6: an unknown claim set, also `toString`, is 404; a disabled feature vanishes", async () => {
  const of = (set: string) =>
    service.request("GET", `/auth/oauth2/openid/${set}/.well-known/openid-configuration`);
  for (const name of ["unknown", "toString", "constructor", "__proto__"]) {
    expect((await of(name)).status, name).toBe(404);
  }
  await putSetting(service, "custom_info", { disabled: true, ...SETS });
  expect((await of("people")).status).toBe(404);
  await putSetting(service, "custom_info", SETS);
});

test("JWKS: exactly one RS256 key, public members only (C-4), cacheable for five minutes", async () => {
  const { status, headers, body } = await service.request("GET", "/auth/oauth2/certs");
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("public, max-age=300");
  expect(body).toEqual({
    keys: [
      {
        kid: expect.stringMatching(/^postern-[0-9A-HJKMNP-TV-Z]{26}$/),
        kty: "RSA",
        alg: "RS256",
        use: "sig",
        n: expect.any(String),
        e: "AQAB",
      },
    ],
  });
});

test("JWKS: exactly one key, also right after a rotation", async () => {
  const before = (await service.request("GET", "/auth/oauth2/certs")).body.keys[0];
  const { body } = await service.json("POST", "/auth/v1/jwt/rotate");
  expect(body.payload).toEqual({ message: "jwt key rotated", kid: expect.any(String) });
  const after = (await service.request("GET", "/auth/oauth2/certs")).body.keys;
  expect(after).toHaveLength(1);
  expect(after[0].kid).toBe(body.payload.kid);
  expect(after[0].n).not.toBe(before.n);
});

test("an unknown path below /.well-known is not ours", async () => {
  const { status } = await service.request("GET", "/.well-known/security.txt");
  expect(status).toBe(404);
});
