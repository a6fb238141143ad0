/** `profile: fapi2`: the FAPI 2.0 Security Profile for one client; each of its rules holds whatever its record says. */
import { type JWTPayload, SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOf, CALLBACK, locationOf, S256, startWith, VERIFIER } from "../support/authorize.ts";
import { selfSigned, type TestCertificate } from "../support/certificates.ts";
import {
  assertionOf,
  type ClientKey,
  clientKey,
  ISSUER,
  provenBy,
} from "../support/client-keys.ts";
import { type ProofKey, proofKey, proofOf } from "../support/dpop.ts";
import { type TlsAuth, tlsAuth, withCertificate } from "../support/mtls.ts";
import { bring, decided, flowIn, push } from "../support/pushed.ts";
import {
  ADA,
  claimsOf,
  createAda,
  headerOf,
  putClient,
  putSetting,
  refusal,
  WEB,
} from "../support/tokens.ts";

const BANK = "bank";
let service: TlsAuth;
let key: ClientKey;
let certificate: TestCertificate;
let good: Record<string, unknown>;

beforeAll(async () => {
  service = await tlsAuth();
  await createAda(service);
  key = await clientKey();
  certificate = selfSigned("/CN=bank");
  await putSetting(service, "mtls", { enabled: true });
  const path = "/auth/v1/settings/jwt";
  const { body } = await service.json("GET", path);
  await putSetting(service, "jwt", { ...body.payload.value, algorithms: ["ES256"] });
  good = {
    profile: "fapi2",
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [key.jwk] },
    tls_client_certificate_bound_access_tokens: true,
    id_token_signed_response_alg: "ES256",
    redirect_uris: [CALLBACK],
    scope: ["openid"],
  };
  await putClient(service, BANK, good);
});
afterAll(() => service[Symbol.asyncDispose]());

const proof = async (id = BANK, by = key, claims: JWTPayload = {}) =>
  provenBy(await assertionOf(id, by, { claims }));
const pushBy = async (fields: object = {}, id = BANK) =>
  push(service, { client_id: id, ...S256, ...(await proof(id)), ...fields }, "");

describe("the whole flow", () => {
  test("oauth4webapi: pushed, by private_key_jwt, S256, iss, ES256, tokens bound to the certificate", async () => {
    const peer = withCertificate(certificate);
    // biome-ignore lint/suspicious/noExplicitAny: the library calls it like `fetch`, with bodies of another type
    const customFetch = async (url: string, { method, headers, body }: any) => {
      const answer = await service.as(peer)(method, new URL(url).pathname, { headers, body });
      return new Response(answer.text, answer);
    };
    const options = { [oauth.customFetch]: customFetch };
    const server = await oauth.processDiscoveryResponse(
      new URL(ISSUER),
      await oauth.discoveryRequest(new URL(ISSUER), options),
    );
    const client = { client_id: BANK, id_token_signed_response_alg: "ES256" };
    const method = oauth.PrivateKeyJwt({ key: key.privateKey, kid: key.kid });
    const parameters = { redirect_uri: CALLBACK, response_type: "code", scope: "openid", ...S256 };
    const sent = await oauth.pushedAuthorizationRequest(
      ...([server, client, method, parameters, options] as const),
    );
    const { request_uri } = await oauth.processPushedAuthorizationResponse(server, client, sent);
    const back = await decided(service, flowIn(await bring(service, request_uri, BANK)));
    const returned = oauth.validateAuthResponse(server, client, new URL(locationOf(back)));
    const given = await oauth.authorizationCodeGrantRequest(
      ...([server, client, method, returned, CALLBACK, VERIFIER, options] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, given);
    expect(headerOf(tokens.id_token ?? "").alg).toBe("ES256");
    expect(claimsOf(tokens.access_token).cnf).toEqual({ "x5t#S256": expect.any(String) });
    const userinfo = { headers: { authorization: `Bearer ${tokens.access_token}` } };
    const path = "/auth/oauth2/userinfo";
    expect((await service.as(peer)("GET", path, userinfo)).status).toBe(200);
    expect((await service.as({})("GET", path, userinfo)).status, "stolen").toBe(401);
    const again = await oauth.refreshTokenGrantRequest(
      ...([server, client, method, tokens.refresh_token ?? "", options] as const),
    );
    const refreshed = await oauth.processRefreshTokenResponse(server, client, again);
    expect(refreshed.refresh_token, "refresh tokens do not rotate").toBe(tokens.refresh_token);
  });
});

describe("the whole flow with DPoP", () => {
  // biome-ignore lint/suspicious/noExplicitAny: both libraries call it like `fetch`, with bodies of other types
  const customFetch = (url: string, options: any) => service.auth.fetch(new Request(url, options));

  test.each([false, true])("openid-client, with nonces: %s", async (dpop_nonces) => {
    await putSetting(service, "token", { dpop_nonces });
    const { tls_client_certificate_bound_access_tokens: _, ...rest } = good;
    const id = "bank-dpop";
    await putClient(service, id, { ...rest, dpop_bound_access_tokens: true });
    const config = await openid.discovery(
      new URL(ISSUER),
      id,
      { id_token_signed_response_alg: "ES256" },
      openid.PrivateKeyJwt({ key: key.privateKey, kid: key.kid }),
      { [openid.customFetch]: customFetch },
    );
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair("ES256"));
    const url = await openid.buildAuthorizationUrlWithPAR(
      config,
      { redirect_uri: CALLBACK, scope: "openid offline_access", ...S256 },
      { DPoP },
    );
    const uri = url.searchParams.get("request_uri") ?? "";
    const flow = flowIn(await bring(service, uri, id));
    const { codes } = await service.auth.service;
    const jkt = await DPoP.calculateThumbprint();
    expect((await codes.get("authorize", flow))?.dpop_jkt, "RFC 9449 §10.1").toBe(jkt);
    const back = new URL(locationOf(await decided(service, flow)));
    const tokens = await openid.authorizationCodeGrant(
      ...([config, back, { pkceCodeVerifier: VERIFIER }, undefined, { DPoP }] as const),
    );
    expect(claimsOf(tokens.access_token).cnf).toEqual({ jkt });
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", {}, { DPoP });
    expect(again.refresh_token).toBe(tokens.refresh_token);
    const sub = tokens.claims()?.sub ?? "";
    expect((await openid.fetchUserInfo(config, again.access_token, sub, { DPoP })).sub).toBe(sub);
    const stolen = { headers: { authorization: `Bearer ${again.access_token}` } };
    expect((await service.request("GET", "/auth/oauth2/userinfo", stolen)).status).toBe(401);
    await putSetting(service, "token", {});
  });

  test("§5.4.1: a DPoP proof is not signed with RS256, at the token endpoint and where requests are pushed", async () => {
    const { tls_client_certificate_bound_access_tokens: _, ...rest } = good;
    const id = "bank-rs256";
    await putClient(service, id, { ...rest, dpop_bound_access_tokens: true });
    const [weak, strong] = [await proofKey("RS256"), await proofKey("PS256")];
    const send = async (path: string, dpop: ProofKey, fields: Record<string, string>) =>
      service.request("POST", `/auth/oauth2/${path}`, {
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          dpop: await proofOf(dpop, "POST", `${ISSUER}/${path}`),
        },
        body: new URLSearchParams({ client_id: id, ...(await proof(id)), ...fields }),
      });
    const request = { response_type: "code", redirect_uri: CALLBACK, scope: "openid", ...S256 };
    const refresh = { grant_type: "refresh_token", refresh_token: "x" };
    for (const [path, fields] of [["par", request] as const, ["token", refresh] as const]) {
      const answer = await send(path, weak, fields);
      expect(refusal(answer), path).toEqual({ status: 400, error: "invalid_dpop_proof" });
      expect(answer.body.error_description).toContain("RS256");
    }
    expect((await send("par", strong, request)).status).toBe(201);
    expect((await send("token", strong, refresh)).body.error).toBe("invalid_grant");
  });
});

describe("each rule", () => {
  test("the request is pushed", async () => {
    const answer = await startWith(service, { client_id: BANK, ...S256 });
    expect(answerOf(answer).error).toBe("invalid_request");
  });

  test.each<[string, object]>([
    ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["plain", { code_challenge: VERIFIER, code_challenge_method: "plain" }],
    ["an http target", { redirect_uri: "http://127.0.0.1/cb" }],
    ["a target below a prefix", { redirect_uri: "https://app.example.com/area/x" }],
  ])("%s is refused", async (_name, fields) => {
    await putClient(service, "loose", {
      ...good,
      redirect_uris: [CALLBACK, "http://127.0.0.1/cb"],
      whitelist_urls: ["https://app.example.com/area"],
    });
    expect((await pushBy({}, "loose")).status).toBe(201);
    expect(refusal(await pushBy(fields, "loose"))).toEqual({
      status: 400,
      error: "invalid_request",
    });
  });

  test.each<[string, JWTPayload]>([
    ["the token endpoint", { aud: `${ISSUER}/token` }],
    ["the endpoint of pushed requests", { aud: `${ISSUER}/par` }],
    ["the issuer in a list", { aud: [ISSUER] }],
  ])("a proof for %s is refused: the issuer, as a text", async (_name, claims) => {
    const answer = await pushBy(await proof(BANK, key, claims));
    expect(refusal(answer)).toEqual({ status: 401, error: "invalid_client" });
  });

  test("§5.3.2.1: clocks: 10 s ahead counts, more than 60 s does not, in assertions, request objects and proofs", async () => {
    const { tls_client_certificate_bound_access_tokens: _, ...rest } = good;
    const id = "bank-clock";
    await putClient(service, id, { ...rest, dpop_bound_access_tokens: true });
    const dpop = await proofKey("ES256");
    const at = (offset: number) => Math.floor(Date.now() / 1_000) + offset;
    const request = { response_type: "code", redirect_uri: CALLBACK, scope: "openid", ...S256 };
    const send = async (fields: Record<string, string>, proofClaims: JWTPayload = {}) =>
      service.request("POST", "/auth/oauth2/par", {
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          dpop: await proofOf(dpop, "POST", `${ISSUER}/par`, { claims: proofClaims }),
        },
        body: new URLSearchParams({ client_id: id, ...fields }),
      });
    const object = (nbf: number) =>
      new SignJWT({ iss: id, aud: ISSUER, client_id: id, nbf, exp: nbf + 60, ...request })
        .setProtectedHeader({ alg: key.alg, kid: key.kid })
        .sign(key.privateKey);
    const answersAt = async (offset: number) => {
      const claims = { iat: at(offset), nbf: at(offset), exp: at(offset + 60) };
      return [
        (await send({ ...request, ...(await proof(id, key, claims)) })).body.error,
        (await send({ request: await object(at(offset)), ...(await proof(id)) })).body.error,
        (await send({ ...request, ...(await proof(id)) }, { iat: at(offset) })).body.error,
      ];
    };
    expect(await answersAt(10)).toEqual([undefined, undefined, undefined]);
    expect(await answersAt(75)).toEqual([
      "invalid_client",
      "invalid_request_object",
      "invalid_dpop_proof",
    ]);
  });

  test("RS256 proves nothing, also under a key that could", async () => {
    const rsa = await clientKey("RS256");
    const pss = await clientKey("PS256");
    await putClient(service, "rsa", { ...good, jwks: { keys: [rsa.jwk, pss.jwk] } });
    expect((await pushBy(await proof("rsa", rsa), "rsa")).status).toBe(401);
    expect((await pushBy(await proof("rsa", pss), "rsa")).status).toBe(201);
  });

  test("a secret proves nothing, and without a proof there is no client", async () => {
    await putClient(service, "by-secret", {
      ...{ profile: "fapi2", client_secret: WEB.secret, redirect_uris: [CALLBACK] },
    });
    expect((await push(service, S256, "by-secret")).status).toBe(401);
    await putClient(service, "open", { profile: "fapi2", public: true, redirect_uris: [CALLBACK] });
    expect((await push(service, { client_id: "open", ...S256 }, "")).status).toBe(401);
  });

  test("without a certificate there is no token, also where the record binds nothing", async () => {
    const { tls_client_certificate_bound_access_tokens: _, ...unbound } = good;
    await putClient(service, "unbound", unbound);
    for (const id of [BANK, "unbound"]) {
      const ask = async () => {
        const uri = (await pushBy({}, id)).body.request_uri;
        const back = answerOf(await decided(service, flowIn(await bring(service, uri, id))));
        const { code = "" } = back;
        const fields = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
        return { ...fields, code_verifier: VERIFIER, ...(await proof(id)) };
      };
      expect(refusal(await service.token({}, await ask()))).toEqual({
        status: 400,
        error: "invalid_request",
      });
      const bound = await service.token(withCertificate(certificate), await ask());
      expect(claimsOf(bound.body.access_token).cnf, id).toBeDefined();
    }
  });

  test("no password, mailed code, device or exchange, also where the record names them", async () => {
    await putClient(service, "many-grants", {
      ...good,
      grant_types: ["authorization_code", "password", "email_code", "passkey"],
    });
    for (const id of [BANK, "many-grants"]) {
      const peer = withCertificate(certificate);
      const answer = await service.token(peer, { ...ADA, ...(await proof(id)) });
      expect(refusal(answer)).toEqual({ status: 400, error: "unauthorized_client" });
      const device = await service.form("/auth/oauth2/device_authorization", await proof(id));
      expect(refusal(device)).toEqual({ status: 400, error: "unauthorized_client" });
    }
  });

  test("a client that registers itself cannot name it", async () => {
    await putSetting(service, "registration", { enabled: true });
    const { body } = await service.json("POST", "/auth/oauth2/register", {
      ...{ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none", profile: "fapi2" },
    });
    expect(body.client_id).toBeDefined();
    expect(body).not.toHaveProperty("profile");
    expect((await push(service, { client_id: body.client_id, ...S256 }, "")).status).toBe(201);
  });
});

describe("what a record breaks is said", () => {
  const save = async (config: object): Promise<string[]> => {
    const path = "/auth/v1/oauth/clients/claims";
    const { status, text, body } = await service.json("PUT", path, { config });
    expect(status, text).toBe(200);
    return body.meta?.warnings ?? [];
  };

  test("not one rule: no warning", async () => {
    expect(await save(good)).toEqual([]);
  });

  test.each<[string, object, readonly string[]]>([
    ["a secret", { token_endpoint_auth_method: "client_secret_basic" }, ["authenticate"]],
    ["unbound tokens", { tls_client_certificate_bound_access_tokens: false }, ["bound"]],
    ["other grants", { grant_types: ["password"] }, ["grant_types"]],
    ["prefixes", { whitelist_urls: ["https://app.example.com/"] }, ["redirect_uris"]],
    ["http", { redirect_uris: ["http://127.0.0.1/cb"] }, ["redirect_uris"]],
    ["ID tokens by RS256", { id_token_signed_response_alg: "" }, ["algorithms"]],
    ["proofs by RS256", { token_endpoint_auth_signing_alg: "RS256" }, ["algorithms"]],
    ["requests by RS256", { request_object_signing_alg: "RS256" }, ["algorithms"]],
    [
      "several at once",
      { tls_client_certificate_bound_access_tokens: false, grant_types: ["password"] },
      ["bound", "grant_types"],
    ],
  ])("%s", async (_name, more, words) => {
    const warnings = await save({ ...good, ...more });
    expect(warnings).toHaveLength(words.length);
    for (const [at, word] of words.entries()) {
      expect(warnings[at]).toContain('client "claims" (FAPI 2.0)');
      expect(warnings[at]).toContain(word);
    }
    const { body } = await service.json("GET", "/auth/v1/doctor");
    const finding = body.payload.find((one: { id: string }) => one.id === "fapi2");
    expect(finding).toMatchObject({ severity: "warning", repair: { tab: "clients" } });
    expect(finding.details).toEqual(expect.arrayContaining(warnings));
    expect(await save({ ...good, ...more, profile: "" }), "without the profile").toEqual([]);
  });

  test("certificates while mutual TLS is off", async () => {
    await putSetting(service, "mtls", { enabled: false });
    expect(await save(good)).toEqual([expect.stringContaining("mtls is not enabled")]);
    await putSetting(service, "mtls", { enabled: true });
  });
});
