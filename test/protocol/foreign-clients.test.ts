/** Foreign clients accept what we serve: oauth4webapi and openid-client, through discovery. */
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { claimsOf, createAda, putClient, ROBOT, WEB } from "../support/tokens.ts";

const ISSUER = new URL(`${ORIGIN}/auth/oauth2`);
const PERSON = { username: "ada", password: "correct horse" };
let service: TestAuth;
let adaId: string;

/** Both libraries call it like `fetch`; their option types differ in what a body may be. */
// biome-ignore lint/suspicious/noExplicitAny: see above
const customFetch = (url: string, options: any) => service.auth.fetch(new Request(url, options));

beforeAll(async () => {
  service = await testAuth();
  adaId = await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

describe.each(["oidc", "oauth2"] as const)("oauth4webapi, discovery by %s", (algorithm) => {
  const options = { [oauth.customFetch]: customFetch };
  const discover = async () =>
    oauth.processDiscoveryResponse(
      ISSUER,
      await oauth.discoveryRequest(ISSUER, { algorithm, ...options }),
    );

  test("client_credentials, and the access token verifies through discovery and JWKS (RFC 9068)", async () => {
    const server = await discover();
    const client = { client_id: ROBOT.id };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(ROBOT.secret),
      new URLSearchParams({ scope: "jobs" }),
      options,
    );
    const answer = await oauth.processClientCredentialsResponse(server, client, response);
    expect(answer).toMatchObject({ token_type: "bearer", scope: "jobs", expires_in: 900 });

    const authorization = `Bearer ${answer.access_token}`;
    const request = new Request("https://api.example.com/", { headers: { authorization } });
    const claims = await oauth.validateJwtAccessToken(server, request, "postern", options);
    expect(claims).toMatchObject({ client_id: ROBOT.id, scope: "jobs" });
  });

  test("password, ID token and refresh, with client_secret_post", async () => {
    const server = await discover();
    const client = { client_id: WEB.id };
    const method = oauth.ClientSecretPost(WEB.secret);
    const parameters = new URLSearchParams({ ...PERSON, scope: "openid" });
    const login = await oauth.genericTokenEndpointRequest(
      server,
      client,
      method,
      "password",
      parameters,
      options,
    );
    const first = await oauth.processGenericTokenEndpointResponse(server, client, login);
    await oauth.validateApplicationLevelSignature(server, login, options);
    expect(oauth.getValidatedIdTokenClaims(first)).toMatchObject({ sub: adaId, aud: WEB.id });

    const again = await oauth.refreshTokenGrantRequest(
      server,
      client,
      method,
      first.refresh_token ?? "",
      options,
    );
    const second = await oauth.processRefreshTokenResponse(server, client, again);
    expect(claimsOf(second.access_token).sid).toBe(claimsOf(first.access_token).sid);
    expect(second.id_token).toBeDefined();
  });

  test("a refusal reads as an OAuth error", async () => {
    const server = await discover();
    const client = { client_id: ROBOT.id };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic("wrong"),
      new URLSearchParams(),
      options,
    );
    const processing = oauth.processClientCredentialsResponse(server, client, response);
    await expect(processing).rejects.toMatchObject({
      name: "WWWAuthenticateChallengeError",
      status: 401,
    });
  });
});

describe("openid-client", () => {
  const discover = (id: string, secret: string) =>
    openid.discovery(ISSUER, id, secret, undefined, {
      [openid.customFetch]: customFetch,
    });

  test("client credentials", async () => {
    const config = await discover(ROBOT.id, ROBOT.secret);
    const tokens = await openid.clientCredentialsGrant(config, { scope: "jobs" });
    expect(tokens).toMatchObject({ token_type: "bearer", scope: "jobs", expires_in: 900 });
    // What is left by the client's own clock, which may have gone on to the next second.
    expect([899, 900]).toContain(tokens.expiresIn());
  });

  test("password grant with a verified ID token, then refresh", async () => {
    const config = await discover(WEB.id, WEB.secret);
    openid.enableNonRepudiationChecks(config);
    const parameters = { ...PERSON, scope: "openid", remember_me: "true" };
    const first = await openid.genericGrantRequest(config, "password", parameters);
    expect(first.claims()).toMatchObject({ sub: adaId, name: "Ada", email: "ada@example.com" });
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? "");
    expect(second.claims()).toMatchObject({ sub: adaId, sid: first.claims()?.sid });
    expect(second.refresh_token).not.toBe(first.refresh_token);
  });

  test("a wrong password is an error with code and description", async () => {
    const config = await discover(WEB.id, WEB.secret);
    const wrong = openid.genericGrantRequest(config, "password", { ...PERSON, password: "wrong" });
    await expect(wrong).rejects.toMatchObject({
      error: "invalid_grant",
      error_description: "password not match",
    });
  });
});
