/** Access tokens are those of RFC 9068: each MUST of §2 and §4, by its section. */
import { decodeProtectedHeader } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resourceServer } from "../../src/guards.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { newCode, redeem, S256, VERIFIER } from "../support/authorize.ts";
import { ISSUER } from "../support/client-keys.ts";
import { ADA, claimsOf, createAda, putClient, ROBOT, TOKEN, WEB } from "../support/tokens.ts";
import { ask, guarded, instancesOf } from "./guards/fixture.ts";

const API = "https://api.example.com";
const CALLBACK = "https://app.example.com/callback";
let service: TestAuth;
let ada: string;

beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
});
afterAll(() => service[Symbol.asyncDispose]());

async function signedIn() {
  const code = await newCode(service, { ...S256, scope: "openid profile", resource: API });
  const { body, text, status } = await redeem(service, code, { code_verifier: VERIFIER });
  expect(status, text).toBe(200);
  return body as { access_token: string; id_token: string; refresh_token: string };
}
const own = async () =>
  (await service.form(TOKEN, { grant_type: "client_credentials", resource: API }, ROBOT)).body
    .access_token as string;

describe("§2: what a token is", () => {
  test("§2.1: signed, typ at+jwt, by a published key; never none", async () => {
    for (const token of [(await signedIn()).access_token, await own()]) {
      const header = decodeProtectedHeader(token);
      expect(header).toMatchObject({ typ: "at+jwt", alg: "RS256" });
      const { body } = await service.request("GET", "/auth/oauth2/certs");
      expect(body.keys.map(({ kid }: { kid: string }) => kid)).toContain(header.kid);
    }
  });

  test("§2.2: iss, exp, aud, sub, client_id, iat and jti, each in its type", async () => {
    for (const [token, client, sub] of [
      [(await signedIn()).access_token, WEB.id, ada],
      [await own(), ROBOT.id, expect.any(String)],
    ] as const) {
      const claims = claimsOf(token);
      expect(claims).toMatchObject({
        iss: ISSUER,
        client_id: client,
        sub,
        iat: expect.any(Number),
        exp: expect.any(Number),
        jti: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(claims.aud).toContain(API);
      expect(claims.exp).toBeGreaterThan(claims.iat);
    }
  });

  test("§2.2: jti is another one in every token", async () => {
    expect(claimsOf(await own()).jti).not.toBe(claimsOf(await own()).jti);
  });

  test("§2.2.1: auth_time, acr and amr of the sign-in, the same after a refresh", async () => {
    const { body } = await service.form(TOKEN, ADA, WEB);
    const { auth_time, amr } = claimsOf(body.access_token);
    expect([typeof auth_time, amr]).toEqual(["number", ["pwd"]]);
    const fields = { grant_type: "refresh_token", refresh_token: body.refresh_token };
    const again = await service.form(TOKEN, fields, WEB);
    expect(claimsOf(again.body.access_token)).toMatchObject({ auth_time, amr });
  });

  test("§2.2.3, §3: scope is what was granted, and the audience is that of the request", async () => {
    const { access_token } = await signedIn();
    expect(claimsOf(access_token).scope.split(" ")).toEqual(["openid", "profile"]);
    expect(claimsOf(access_token).aud).toEqual(["postern", API]);
  });

  test("§3: without a resource the audience is the service itself", async () => {
    const { body } = await service.form(TOKEN, ADA, WEB);
    expect(claimsOf(body.access_token).aud).toBe("postern");
  });
});

describe("§4: what a resource server refuses", () => {
  const send = async (token: string, options: object = {}) => {
    const guard = resourceServer(
      { auth_middleware: "auth", resource: API, ...options },
      instancesOf(service),
    );
    const headers = { authorization: `Bearer ${token}` };
    return (await ask(guarded(guard), `${API}/x`, { headers })).status;
  };

  test("a token of another typ, such as an ID token or a refresh token", async () => {
    const { access_token, id_token, refresh_token } = await signedIn();
    expect(await send(access_token)).toBe(200);
    expect(await send(id_token)).toBe(401);
    expect(await send(refresh_token)).toBe(401);
  });

  test("another issuer, another audience, a signature that is not ours", async () => {
    const { access_token } = await signedIn();
    const [head, body, signature = ""] = access_token.split(".");
    const forged = `${head}.${body}.${signature.slice(0, -8)}${"A".repeat(8)}`;
    expect(await send(access_token, { authorization_servers: ["https://else.example.com"] })).toBe(
      401,
    );
    expect(await send(access_token, { resource: "https://other.example.com" })).toBe(401);
    expect(await send(forged)).toBe(401);
  });

  test("oauth4webapi, as a resource server of another make, takes it by the profile", async () => {
    const { access_token } = await signedIn();
    const request = new Request(`${API}/x`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const server = {
      issuer: ISSUER,
      jwks_uri: `${ISSUER}/certs`,
    };
    const claims = await oauth.validateJwtAccessToken(server, request, API, {
      // biome-ignore lint/suspicious/noExplicitAny: the library calls it like `fetch`
      [oauth.customFetch]: (url: string, options: any) =>
        service.auth.fetch(new Request(url, options)),
    });
    expect(claims).toMatchObject({ sub: ada, client_id: WEB.id });
  });
});
