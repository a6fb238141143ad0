/** Algorithms of tokens: RS256, and PS256, ES256 and EdDSA where they are on (RFC 7518, RFC 8037; K-13, O-4, C-4). */
import { createLocalJWKSet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { ALGORITHMS } from "../support/client-keys.ts";
import { register } from "../support/registration.ts";
import {
  ADA,
  createAda,
  headerOf,
  putClient,
  putSetting,
  refusal,
  TOKEN,
} from "../support/tokens.ts";

const ISSUER = `${ORIGIN}/auth/oauth2`;
const JWT = "/auth/v1/settings/jwt";
const SECRET = "a secret of enough letters";
let service: TestAuth;
let kid: string;

const put = (value: object) => service.json("PUT", JWT, { value: { kid, ...value } });
const jwks = async (at = service) => (await at.request("GET", "/auth/oauth2/certs")).body;
const discovered = async (at = service) =>
  (await at.request("GET", "/auth/oauth2/.well-known/openid-configuration")).body;
const login = async (id: string, fields: object = {}) => {
  const { status, text, body } = await service.form(
    ...([TOKEN, { ...ADA, scope: "openid", ...fields }, { id, secret: SECRET }] as const),
  );
  expect(status, text).toBe(200);
  return body;
};
const on = ["PS256", "ES256", "EdDSA"];

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  ({ kid } = (await service.json("GET", JWT)).body.payload.value);
  await put({ algorithms: on });
  for (const alg of ALGORITHMS) {
    await putClient(service, `app-${alg}`, {
      ...{ client_secret: SECRET, id_token_signed_response_alg: alg, introspection: "any" },
    });
  }
});
beforeEach(() => put({ algorithms: on }));
afterAll(() => service[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: both libraries call it like `fetch`, with bodies of other types
const customFetch = (url: string, options: any) => service.auth.fetch(new Request(url, options));

test("each algorithm that is on has a key of its own in the key set, public members alone", async () => {
  await using fresh = await testAuth();
  const { value } = (await fresh.json("GET", JWT)).body.payload;
  await putSetting(fresh, "jwt", { kid: value.kid, algorithms: on });
  const { keys } = await jwks(fresh);
  expect(keys.map((key: { alg: string }) => key.alg)).toEqual(["RS256", ...on]);
  expect(new Set(keys.map((key: { kid: string }) => key.kid)).size).toBe(4);
  for (const key of keys) {
    for (const member of ["d", "p", "q", "dp", "dq", "qi", "k"])
      expect(key).not.toHaveProperty(member);
  }
  const { id_token_signing_alg_values_supported: supported } = await discovered(fresh);
  expect(supported).toEqual(["RS256", ...on]);
});

describe.each(ALGORITHMS)("%s", (alg) => {
  test("ID tokens of the client are signed by it; at_hash and signature hold for oauth4webapi and openid-client", async () => {
    const id = `app-${alg}`;
    const options = { [oauth.customFetch]: customFetch };
    const server = await oauth.processDiscoveryResponse(
      ...([new URL(ISSUER), await oauth.discoveryRequest(new URL(ISSUER), options)] as const),
    );
    const client = { client_id: id, id_token_signed_response_alg: alg };
    const { grant_type, ...person } = ADA;
    const parameters = new URLSearchParams({ ...person, scope: "openid" });
    const method = oauth.ClientSecretBasic(SECRET);
    const answer = await oauth.genericTokenEndpointRequest(
      ...([server, client, method, grant_type, parameters, options] as const),
    );
    const tokens = await oauth.processGenericTokenEndpointResponse(server, client, answer);
    await oauth.validateApplicationLevelSignature(server, answer, options);
    expect(headerOf(tokens.id_token ?? "").alg).toBe(alg);
    expect(headerOf(tokens.access_token).alg).toBe("RS256");

    const config = await openid.discovery(
      ...([new URL(ISSUER), id, client, openid.ClientSecretBasic(SECRET)] as const),
      { [openid.customFetch]: customFetch },
    );
    openid.enableNonRepudiationChecks(config);
    const again = await openid.genericGrantRequest(config, grant_type, {
      ...person,
      scope: "openid",
    });
    expect(again.claims()?.aud).toBe(id);
    expect(again.claims()?.at_hash).toHaveLength(alg === "EdDSA" ? 43 : 22);
  });

  test("an access token of it is taken at every place of the service", async () => {
    const resource_algorithms = { "https://api.example.com": alg };
    await put({ algorithms: on, resource_algorithms });
    const { access_token, refresh_token } = await login("app-RS256", {
      resource: "https://api.example.com/v1",
    });
    expect(headerOf(access_token)).toMatchObject({ alg, typ: "at+jwt" });
    expect(headerOf(refresh_token).alg).toBe("HS256");
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await service.request("GET", "/auth/oauth2/userinfo", { headers })).status).toBe(200);
    const asked = await service.form(
      ...(["/auth/oauth2/introspect", { token: access_token }] as const),
      { id: "app-RS256", secret: SECRET },
    );
    expect(asked.body.active).toBe(true);
    await service.auth.api.verify(access_token);
    const { payload } = await jwtVerify(access_token, createLocalJWKSet(await jwks()));
    expect(payload.aud).toContain("https://api.example.com/v1");
  });

  test("K-13: the header cannot choose: by another algorithm, another key, or a truncated signature it is refused", async () => {
    await put({ algorithms: on, resource_algorithms: { "https://api.example.com": alg } });
    const { access_token } = await login("app-RS256", { resource: "https://api.example.com/v1" });
    const [, claims, signature] = access_token.split(".");
    const { keys } = await jwks();
    for (const other of [...keys, { kid: "unknown", alg: "RS256" }]) {
      const named =
        other.alg === alg ? { kid: other.kid, alg: alg === "RS256" ? "PS256" : "RS256" } : other;
      const header = btoa(JSON.stringify({ alg: named.alg, kid: named.kid, typ: "at+jwt" }));
      const forged = `${header.replace(/=+$/, "")}.${claims}.${signature}`;
      await expect(service.auth.api.verify(forged)).rejects.toMatchObject({
        code: "invalid_token",
      });
    }
    await expect(service.auth.api.verify(access_token.slice(0, -2))).rejects.toMatchObject({
      code: "invalid_token",
    });
  });
});

test("a token for resources that want different algorithms, or for another one, is signed by RS256", async () => {
  const resource_algorithms = {
    "https://api.example.com": "ES256",
    "https://api.example.com/v2": "EdDSA",
  };
  await put({ algorithms: on, resource_algorithms });
  const algOf = async (...resources: string[]) => {
    const fields = new URLSearchParams({ ...ADA, scope: "openid" });
    for (const resource of resources) fields.append("resource", resource);
    const { body } = await service.form(TOKEN, fields, { id: "app-RS256", secret: SECRET });
    return headerOf(body.access_token).alg;
  };
  expect(await algOf("https://api.example.com/v1")).toBe("ES256");
  expect(await algOf("https://api.example.com/v2/x")).toBe("EdDSA");
  expect(await algOf("https://api.example.com.evil.example/")).toBe("RS256");
  expect(await algOf("https://api.example.com/v1", "https://api.example.com/v2")).toBe("RS256");
  expect(await algOf("https://other.example.com")).toBe("RS256");
});

test("an algorithm that is off is refused: in records, at registration, for resources", async () => {
  await put({ algorithms: ["ES256"] });
  const config = { id_token_signed_response_alg: "EdDSA" };
  const record = await service.json("PUT", "/auth/v1/oauth/clients/late", { config });
  expect(record.body.error).toContain("EdDSA is not among algorithms");
  await putSetting(service, "registration", { enabled: true });
  const redirect_uris = ["https://notes.example.com/callback"];
  const refused = await register(service, { redirect_uris, ...config });
  expect(refusal(refused)).toEqual({ status: 400, error: "invalid_client_metadata" });
  const taken = await register(service, { redirect_uris, id_token_signed_response_alg: "ES256" });
  expect(taken.body.id_token_signed_response_alg).toBe("ES256");
  const resources = await put({ resource_algorithms: { "https://a.example.com": "EdDSA" } });
  expect(resources.body.error).toContain("is not among algorithms");
  for (const algorithms of [["HS256"], ["none"], ["RS256"], ["es256"]]) {
    expect((await put({ algorithms })).status).toBe(400);
  }
});

test("switched off, an algorithm signs no more, and its tokens verify until they end", async () => {
  const resource_algorithms = { "https://api.example.com": "EdDSA" };
  await put({ algorithms: ["EdDSA"], resource_algorithms });
  const { access_token } = await login("app-RS256", { resource: "https://api.example.com/v1" });
  await put({ algorithms: [] });
  await service.auth.api.verify(access_token);
  expect((await discovered()).id_token_signing_alg_values_supported).toEqual(["RS256"]);
  const { body } = await service.json("GET", "/auth/v1/jwt/keys");
  const key = body.payload.find((one: { kid: string }) => one.kid === headerOf(access_token).kid);
  expect(key).toMatchObject({ alg: "EdDSA", ends_at: expect.any(Number) });
});
