/**
 * The modules of the OpenID Foundation's Basic OP plan under their own names, as far as they need no
 * `prompt`, `max_age`, `claims` or `response_mode` (O-1).
 */
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import {
  approve,
  CALLBACK,
  load,
  type RelyingParty,
  redeem,
  relyingParty,
  signIn,
  throughService,
} from "./relying-party.ts";

let service: TestAuth;
let rp: RelyingParty;
let user: string;

const DETAILS = {
  name: "Ada Lovelace",
  given_name: "Ada",
  family_name: "Lovelace",
  uid: "ada",
  email: "ada@example.com",
  email_verified: true,
  phone_number: "+1 555 0100",
  phone_number_verified: false,
  address: { street_address: "1 Example Street", country: "Nowhere" },
  nickname: "ada",
  locale: "en",
  password: "correct horse",
};

beforeAll(async () => {
  service = await testAuth();
  user = await service.createUser({ details: DETAILS });
  rp = await relyingParty(service, "rp");
});
afterAll(() => service[Symbol.asyncDispose]());

const tokensFor = async (parameters: Record<string, string> = {}) =>
  redeem(rp, await signIn(service, rp, { parameters }));

const claimsFor = async (scope: string) => {
  const tokens = await tokensFor({ scope });
  return client.fetchUserInfo(rp.config, tokens.access_token, user);
};

describe("oidcc-basic-certification-test-plan", () => {
  test("oidcc-server", async () => {
    const login = await signIn(service, rp);
    expect(login.callback.searchParams.get("iss")).toBe(`${ORIGIN}/auth/oauth2`);
    const tokens = await redeem(rp, login);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: `${ORIGIN}/auth/oauth2`, sub: user, aud: "rp" });
    expect(claims?.nonce).toBe(login.nonce);
    expect(claims?.auth_time).toBeTypeOf("number");
    expect(claims?.at_hash).toBeTypeOf("string");
    expect(tokens.token_type).toBe("bearer");
    expect(tokens.expires_in).toBeGreaterThan(0);
  });

  test("oidcc-response-type-missing", async () => {
    const url = client.buildAuthorizationUrl(rp.config, { redirect_uri: CALLBACK, state: "s" });
    url.searchParams.delete("response_type");
    const answer = await load(service, url);
    const location = new URL(answer.headers.get("location") ?? "");
    expect(location.origin + location.pathname).toBe(CALLBACK);
    expect(["invalid_request", "unsupported_response_type"]).toContain(
      location.searchParams.get("error"),
    );
    expect(location.searchParams.get("state")).toBe("s");
  });

  test("oidcc-userinfo-get", async () => {
    const { access_token } = await tokensFor();
    expect(await client.fetchUserInfo(rp.config, access_token, user)).toMatchObject({ sub: user });
  });

  test("oidcc-userinfo-post-header", async () => {
    const { access_token } = await tokensFor();
    const endpoint = new URL(rp.config.serverMetadata().userinfo_endpoint ?? "");
    const answer = await client.fetchProtectedResource(rp.config, access_token, endpoint, "POST");
    expect(await answer.json()).toMatchObject({ sub: user });
  });

  test("oidcc-userinfo-post-body", async () => {
    const { access_token } = await tokensFor();
    const { status, body } = await service.form("/auth/oauth2/userinfo", { access_token });
    expect([status, body.sub]).toEqual([200, user]);
  });

  test("oidcc-ensure-request-without-nonce-succeeds-for-code-flow", async () => {
    const tokens = await redeem(rp, await signIn(service, rp, { withoutNonce: true }));
    expect(tokens.claims()?.nonce).toBeUndefined();
  });

  test("oidcc-scope-profile", async () => {
    expect(await claimsFor("openid profile")).toMatchObject({
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      preferred_username: "ada",
      nickname: "ada",
      locale: "en",
    });
  });

  test("oidcc-scope-email", async () => {
    const claims = await claimsFor("openid email");
    expect(claims).toMatchObject({ email: "ada@example.com", email_verified: true });
  });

  test("oidcc-scope-address", async () => {
    const claims = await claimsFor("openid address");
    expect(claims.address).toEqual({ street_address: "1 Example Street", country: "Nowhere" });
  });

  test("oidcc-scope-phone", async () => {
    const claims = await claimsFor("openid phone");
    expect(claims).toMatchObject({ phone_number: "+1 555 0100", phone_number_verified: false });
  });

  test("oidcc-scope-all", async () => {
    const claims = await claimsFor("openid profile email address phone");
    for (const claim of ["name", "email", "address", "phone_number", "updated_at"]) {
      expect(claims).toHaveProperty(claim);
    }
  });

  test("oidcc-ensure-other-scope-order-succeeds", async () => {
    const tokens = await tokensFor({ scope: "email openid" });
    expect(tokens.claims()?.sub).toBe(user);
  });

  for (const display of ["page", "popup"]) {
    test(`oidcc-display-${display}`, async () => {
      expect((await tokensFor({ display })).id_token).toBeDefined();
    });
  }

  test("oidcc-ensure-request-with-unknown-parameter-succeeds", async () => {
    expect((await tokensFor({ extra: "foobar" })).id_token).toBeDefined();
  });

  const hints = {
    "oidcc-login-hint": { login_hint: "ada@example.com" },
    "oidcc-ui-locales": { ui_locales: "se" },
    "oidcc-claims-locales": { claims_locales: "se" },
    "oidcc-ensure-request-with-acr-values-succeeds": { acr_values: "1 2" },
  };
  for (const [module, parameters] of Object.entries(hints)) {
    test(module, async () => {
      expect((await tokensFor(parameters)).id_token).toBeDefined();
    });
  }

  test("oidcc-ensure-request-with-valid-pkce-succeeds", async () => {
    expect((await redeem(rp, await signIn(service, rp, { pkce: true }))).id_token).toBeDefined();
  });

  test("oidcc-ensure-post-request-succeeds", async () => {
    expect((await redeem(rp, await signIn(service, rp, { post: true }))).id_token).toBeDefined();
  });

  test("oidcc-server-client-secret-post", async () => {
    const post = await relyingParty(service, "rp-post", "client_secret_post");
    expect((await redeem(post, await signIn(service, post))).id_token).toBeDefined();
  });

  for (const module of ["oidcc-codereuse", "oidcc-codereuse-30seconds"]) {
    test(module, async () => {
      const login = await signIn(service, rp);
      const tokens = await redeem(rp, login);
      if (module.endsWith("30seconds")) service.runtime.advance(30_000);
      await expect(redeem(rp, login)).rejects.toMatchObject({
        error: "invalid_grant",
        status: 400,
      });
      await expect(
        client.fetchUserInfo(rp.config, tokens.access_token, user),
        "what the code gave is revoked (RFC 6749 §4.1.2, K-5)",
      ).rejects.toThrow();
      expect(tokens.refresh_token).toBeDefined();
      await expect(
        client.refreshTokenGrant(rp.config, tokens.refresh_token ?? ""),
      ).rejects.toMatchObject({ error: "invalid_grant" });
    });
  }

  test("oidcc-ensure-registered-redirect-uri", async () => {
    const url = client.buildAuthorizationUrl(rp.config, {
      redirect_uri: "https://rp.example.com/not-registered",
      scope: "openid",
    });
    const answer = await load(service, url);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toContain("text/html");
  });

  test("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported", async () => {
    const object = `${btoa('{"alg":"none"}')}.${btoa('{"scope":"openid"}')}.`;
    const url = client.buildAuthorizationUrl(rp.config, {
      redirect_uri: CALLBACK,
      scope: "openid",
      request: object,
    });
    const answer = await load(service, url);
    const location = new URL(answer.headers.get("location") ?? "");
    expect(location.searchParams.get("error")).toBe("request_not_supported");
  });

  test("oidcc-ensure-request-object-with-redirect-uri", async () => {
    const object = `${btoa('{"alg":"none"}')}.${btoa('{"redirect_uri":"https://evil.example"}')}.`;
    const url = client.buildAuthorizationUrl(rp.config, {
      redirect_uri: CALLBACK,
      request: object,
    });
    const location = (await load(service, url)).headers.get("location") ?? "";
    expect(location.startsWith(CALLBACK)).toBe(true);
  });

  test("oidcc-refresh-token", async () => {
    const tokens = await tokensFor({ scope: "openid profile" });
    const before = tokens.claims();
    service.runtime.advance(2_000);
    const refreshed = await client.refreshTokenGrant(rp.config, tokens.refresh_token ?? "");
    const after = refreshed.claims();
    expect(after).toMatchObject({
      sub: before?.sub,
      aud: before?.aud,
      auth_time: before?.auth_time,
    });
    expect(after?.iat).toBeGreaterThan(before?.iat ?? 0);
    const other = await relyingParty(service, "rp-other");
    await expect(
      client.refreshTokenGrant(other.config, tokens.refresh_token ?? ""),
    ).rejects.toMatchObject({ error: "invalid_grant" });
  });
});

describe("oidcc-config-certification-test-plan", () => {
  test("oidcc-discovery-endpoint-verification", async () => {
    const metadata = rp.config.serverMetadata();
    expect(metadata.issuer).toBe(`${ORIGIN}/auth/oauth2`);
    const urls = [
      metadata.authorization_endpoint,
      metadata.token_endpoint,
      metadata.userinfo_endpoint,
      metadata.jwks_uri,
    ];
    for (const url of urls) expect(url).toMatch(/^https:\/\//);
    expect(metadata.response_types_supported).toContain("code");
    expect(metadata.subject_types_supported).toEqual(["public"]);
    expect(metadata.id_token_signing_alg_values_supported).toEqual(["RS256"]);
    expect(metadata.code_challenge_methods_supported).toContain("S256");
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
    expect(metadata.request_uri_parameter_supported).toBe(false);
    expect(metadata.grant_types_supported).toContain("authorization_code");
    const keys = await throughService(service)(metadata.jwks_uri ?? "", {
      method: "GET",
      headers: {},
      body: null,
      redirect: "manual",
    } as never);
    const { keys: list } = (await keys.json()) as { keys: Record<string, string>[] };
    for (const key of list) expect(Object.keys(key)).not.toContain("d");
  });
});

test("a consent page is answered once: the second click has the same answer, which is good once", async () => {
  const url = client.buildAuthorizationUrl(rp.config, { redirect_uri: CALLBACK, scope: "openid" });
  const page = await load(service, url);
  const first = await approve(service, page.text);
  expect((await approve(service, page.text)).href).toBe(first.href);
});
