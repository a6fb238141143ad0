/** `private_key_jwt`: a client proves itself with its key (RFC 7523, OpenID Connect Core §9, RFC 7523bis; K-1, K-13). */
import { eq } from "drizzle-orm";
import { UnsecuredJWT } from "jose";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { basic, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import {
  ALGORITHMS,
  assertionOf,
  type ClientKey,
  clientKey,
  ISSUER,
  provenBy,
  type Wished,
} from "../support/client-keys.ts";
import { flowCodes, openInternalCall, withinAMinute } from "../support/inside.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  refusal,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const INVALID_CLIENT = { status: 401, error: "invalid_client" };
const INVALID_REQUEST = { status: 400, error: "invalid_request" };
const METHOD = { token_endpoint_auth_method: "private_key_jwt" };
const APP = "app";
let service: TestAuth;
let key: ClientKey;
let other: ClientKey;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  key = await clientKey();
  other = await clientKey("ES256", "other");
  await putClient(service, APP, { ...METHOD, jwks: { keys: [key.jwk] } });
  await putClient(service, "second", { ...METHOD, jwks: { keys: [key.jwk] } });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

const send = (fields: object, authorization?: string) =>
  service.request("POST", TOKEN, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(authorization && { authorization }),
    },
    body: new URLSearchParams({ ...ADA, ...fields }),
  });
const prove = async (wished: Wished = {}, by = key, id = APP) =>
  send(provenBy(await assertionOf(id, by, wished)));
const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

// biome-ignore lint/suspicious/noExplicitAny: both libraries call it like `fetch`, with bodies of other types
const customFetch = (url: string, options: any) => service.auth.fetch(new Request(url, options));

describe.each(ALGORITHMS)("%s", (alg) => {
  const id = `app-${alg}`;
  let own: ClientKey;
  beforeAll(async () => {
    own = await clientKey(alg);
    await putClient(service, id, {
      ...METHOD,
      jwks: { keys: [own.jwk] },
      token_endpoint_auth_signing_alg: alg,
      introspection: "any",
    });
  });

  test("oauth4webapi proves itself at token, refresh, introspection, revocation and device authorization", async () => {
    const options = { [oauth.customFetch]: customFetch };
    const server = await oauth.processDiscoveryResponse(
      new URL(ISSUER),
      await oauth.discoveryRequest(new URL(ISSUER), options),
    );
    expect(server.token_endpoint_auth_methods_supported).toContain("private_key_jwt");
    expect(server.token_endpoint_auth_signing_alg_values_supported).toContain(alg);
    const client = { client_id: id };
    const method = oauth.PrivateKeyJwt({ key: own.privateKey, kid: own.kid });
    const { grant_type, ...person } = ADA;
    const parameters = new URLSearchParams({ ...person, scope: "openid" });
    const login = await oauth.genericTokenEndpointRequest(
      ...([server, client, method, grant_type, parameters, options] as const),
    );
    const tokens = await oauth.processGenericTokenEndpointResponse(server, client, login);
    expect(claimsOf(tokens.access_token).azp).toBe(id);
    const again = await oauth.refreshTokenGrantRequest(
      ...([server, client, method, tokens.refresh_token ?? "", options] as const),
    );
    const { access_token } = await oauth.processRefreshTokenResponse(server, client, again);
    const asked = await oauth.introspectionRequest(
      ...([server, client, method, access_token, options] as const),
    );
    expect(await oauth.processIntrospectionResponse(server, client, asked)).toMatchObject({
      active: true,
    });
    const given = await oauth.revocationRequest(
      ...([server, client, method, access_token, options] as const),
    );
    await oauth.processRevocationResponse(given);
    const device = await oauth.deviceAuthorizationRequest(
      ...([server, client, method, new URLSearchParams(), options] as const),
    );
    expect(await oauth.processDeviceAuthorizationResponse(server, client, device)).toHaveProperty(
      "user_code",
    );
  });

  test("openid-client, by discovery", async () => {
    const config = await openid.discovery(
      new URL(ISSUER),
      id,
      {},
      openid.PrivateKeyJwt({ key: own.privateKey, kid: own.kid }),
      { [openid.customFetch]: customFetch },
    );
    const { grant_type, ...person } = ADA;
    const tokens = await openid.genericGrantRequest(config, grant_type, person);
    expect(claimsOf(tokens.access_token).azp).toBe(id);
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(claimsOf(again.access_token).azp).toBe(id);
  });
});

describe("what an assertion says", () => {
  test.each([
    ["the issuer", ISSUER],
    ["the issuer in a list", [ISSUER]],
    ["the token endpoint, as OpenID Connect Core §9 has it", `${ISSUER}/token`],
    ["both, as older clients do", [ISSUER, `${ISSUER}/token`]],
  ])("aud: %s", async (_name, aud) => {
    expect((await prove({ claims: { aud } })).status).toBe(200);
  });

  test.each([
    ["another server", "https://op.example.org/auth/oauth2"],
    ["another server beside ours", [ISSUER, "https://op.example.org"]],
    ["an empty list", []],
    ["the issuer with a slash", `${ISSUER}/`],
    ["another endpoint", `${ISSUER}/introspect`],
    ["the origin", ORIGIN],
    ["the client", APP],
  ])("aud: %s is refused", async (_name, aud) => {
    expect(refusal(await prove({ claims: { aud } }))).toEqual(INVALID_CLIENT);
  });

  test("RFC 7523bis: with its typ, aud is the issuer alone, as a text", async () => {
    const header = { typ: "client-authentication+jwt" };
    expect((await prove({ header })).status).toBe(200);
    for (const aud of [[ISSUER], `${ISSUER}/token`, [ISSUER, `${ISSUER}/token`]]) {
      expect(refusal(await prove({ header, claims: { aud } }))).toEqual(INVALID_CLIENT);
    }
  });

  test.each([
    ["typ of an access token", { header: { typ: "at+jwt" } }],
    ["typ of a logout token", { header: { typ: "logout+jwt" } }],
    ["iss is another", { claims: { iss: "https://app.example.com" } }],
    ["iss is missing", { claims: { iss: undefined } }],
    ["sub is another client, whose key this is too", { claims: { sub: "second" } }],
    ["exp is missing", { claims: { exp: undefined } }],
    ["exp is over", { claims: { exp: seconds(-61) } }],
    ["exp is a day away", { claims: { exp: seconds(86_400) } }],
    ["exp is for ever", { claims: { exp: Number.MAX_SAFE_INTEGER } }],
    ["exp is a text", { claims: { exp: "soon" as never } }],
    ["nbf is in the future", { claims: { nbf: seconds(300) } }],
    ["iat is in the future", { claims: { iat: seconds(300) } }],
    ["jti is missing", { claims: { jti: undefined } }],
    ["jti is empty", { claims: { jti: "" } }],
    ["jti is a number", { claims: { jti: 1 as never } }],
    ["jti is long", { claims: { jti: "j".repeat(257) } }],
    ["crit is unknown", { header: { crit: ["x"], x: 1 } }],
  ] as const)("%s: refused", async (_name, wished) => {
    expect(refusal(await prove(wished as Wished))).toEqual(INVALID_CLIENT);
  });

  test("a clock that is a minute off is tolerated, and an hour is not too long", async () => {
    expect((await prove({ claims: { exp: seconds(-30) } })).status).toBe(200);
    expect((await prove({ claims: { iat: seconds(30), nbf: seconds(30) } })).status).toBe(200);
    expect((await prove({ claims: { exp: seconds(3_600) } })).status).toBe(200);
  });
});

describe("attack", () => {
  test("an assertion counts once, also with parallel requests; another jti is another one", async () => {
    const assertion = await assertionOf(APP, key);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(provenBy(assertion))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusal(await send(provenBy(assertion)))).toEqual(INVALID_CLIENT);
    expect((await prove()).status).toBe(200);
  });

  test("it is spent at every endpoint", async () => {
    const assertion = await assertionOf(APP, key);
    const fields = { token: "none", ...provenBy(assertion) };
    expect((await service.form("/auth/oauth2/revoke", fields)).status).toBe(200);
    expect(refusal(await send(provenBy(assertion)))).toEqual(INVALID_CLIENT);
  });

  test("the same jti of two clients are two", async () => {
    const claims = { jti: "the same" };
    expect((await prove({ claims })).status).toBe(200);
    expect((await prove({ claims }, key, "second")).status).toBe(200);
  });

  test("with a key of mine: unknown, under the kid of theirs, in the header, or none", async () => {
    expect(refusal(await prove({}, other))).toEqual(INVALID_CLIENT);
    expect(refusal(await prove({}, { ...other, kid: key.kid }))).toEqual(INVALID_CLIENT);
    const header = { kid: undefined, jwk: other.jwk, jku: "https://evil.example.com/keys" };
    expect(refusal(await prove({ header }, other))).toEqual(INVALID_CLIENT);
    const unsigned = new UnsecuredJWT({ jti: "u" })
      .setIssuer(APP)
      .setSubject(APP)
      .setAudience(ISSUER)
      .setExpirationTime("1m")
      .encode();
    expect(refusal(await send(provenBy(unsigned)))).toEqual(INVALID_CLIENT);
  });

  test("client_secret_jwt is not offered: not with a secret, nor with the public key as one", async () => {
    const hmac = async (secret: string, id: string) =>
      assertionOf(id, {
        alg: "HS256",
        kid: key.kid,
        jwk: {},
        privateKey: await crypto.subtle.importKey(
          ...(["raw", new TextEncoder().encode(secret)] as const),
          ...([{ name: "HMAC", hash: "SHA-256" }, false, ["sign"]] as const),
        ),
      });
    const padded = WEB.secret.padEnd(32, "x");
    await putClient(service, "shared", { client_secret: padded });
    for (const assertion of [
      await hmac(padded, "shared"),
      await hmac(JSON.stringify(key.jwk), APP),
    ]) {
      expect(refusal(await send(provenBy(assertion)))).toEqual(INVALID_CLIENT);
    }
  });

  test("K-1: two methods at once, and a client_id that is another one", async () => {
    const fresh = async () => provenBy(await assertionOf(APP, key));
    const twice = { client_id: APP, client_secret: "s", ...(await fresh()) };
    expect(refusal(await send(twice))).toEqual(INVALID_REQUEST);
    expect(refusal(await send(await fresh(), basic(WEB)))).toEqual(INVALID_REQUEST);
    const named = { client_id: "second", ...(await fresh()) };
    expect(refusal(await send(named))).toEqual(INVALID_REQUEST);
    expect((await send({ client_id: APP, ...(await fresh()) })).status).toBe(200);
  });

  test("half of a proof, another type of it, and texts that are none", async () => {
    const { client_assertion, client_assertion_type } = provenBy(await assertionOf(APP, key));
    const saml = "urn:ietf:params:oauth:client-assertion-type:saml2-bearer";
    for (const fields of [
      { client_assertion },
      { client_assertion_type },
      { client_id: APP, client_assertion_type },
      { client_assertion, client_assertion_type: saml },
      provenBy("a.b.c"),
      provenBy(`${client_assertion}=`),
      provenBy(`${client_assertion}.x`),
      provenBy(client_assertion.split(".").slice(0, 2).join(".")),
      provenBy("x".repeat(20_000)),
    ]) {
      expect(refusal(await send(fields)), JSON.stringify(fields)).toEqual(INVALID_CLIENT);
    }
  });

  test("a client that proves itself by a key is proven by nothing else, and no other client by one", async () => {
    await putClient(service, "moved", { client_secret: "the secret before" });
    await putClient(service, "moved", { ...METHOD, jwks: { keys: [key.jwk] } });
    const inBody = { client_id: "moved", client_secret: "the secret before" };
    expect(refusal(await send(inBody))).toEqual(INVALID_CLIENT);
    expect(refusal(await send({ client_id: "moved" }))).toEqual(INVALID_CLIENT);
    expect((await prove({}, key, "moved")).status).toBe(200);
    await putClient(service, "keys-unused", { client_secret: "s", jwks: { keys: [key.jwk] } });
    expect(refusal(await prove({}, key, "keys-unused"))).toEqual(INVALID_CLIENT);
    expect(refusal(await prove({}, key, "unknown"))).toEqual(INVALID_CLIENT);
  });

  test("a disabled or expired client, and one whose key was replaced", async () => {
    const config = { ...METHOD, jwks: { keys: [key.jwk] } };
    await putClient(service, "off", config, false);
    expect(refusal(await prove({}, key, "off"))).toEqual(INVALID_CLIENT);
    await putClient(service, "off", { ...config, client_secret_expires_at: 1 });
    expect(refusal(await prove({}, key, "off"))).toEqual(INVALID_CLIENT);
    await putClient(service, "off", { ...METHOD, jwks: { keys: [other.jwk] } });
    expect(refusal(await prove({}, key, "off"))).toEqual(INVALID_CLIENT);
    expect((await prove({}, other, "off")).status).toBe(200);
  });

  test("one algorithm of the record: others of the same key are refused", async () => {
    const rsa = await clientKey("RS256", "rsa");
    const { alg: _, ...jwk } = rsa.jwk;
    await putClient(service, "one-alg", {
      ...METHOD,
      jwks: { keys: [jwk] },
      token_endpoint_auth_signing_alg: "PS256",
    });
    expect(refusal(await prove({}, rsa, "one-alg"))).toEqual(INVALID_CLIENT);
  });

  test("keys without kid are tried one after the other", async () => {
    const keys = [other, key].map(({ jwk: { kid: _, ...jwk } }) => jwk);
    await putClient(service, "no-kid", { ...METHOD, jwks: { keys } });
    expect((await prove({ header: { kid: undefined } }, key, "no-kid")).status).toBe(200);
    const third = await clientKey();
    const forged = await prove({ header: { kid: undefined } }, third, "no-kid");
    expect(refusal(forged)).toEqual(INVALID_CLIENT);
  });

  test("the refusal is one text, and the log has the reason and no assertion", async () => {
    const assertion = await assertionOf(APP, key, { claims: { aud: "https://op.example.org" } });
    const { body, text } = await send(provenBy(assertion));
    expect(body.error_description).toBe("client authentication failed");
    expect(text).not.toContain("op.example.org");
    const lines = service.runtime.lines.map((line) => JSON.stringify([line.message, line.fields]));
    expect(lines.join("\n")).not.toContain(assertion);
  });

  describe("store", () => {
    const kept = async () => {
      const { store } = await service.auth.service;
      const rows = await store.db
        .select({ until: flowCodes.expires_at })
        .from(flowCodes)
        .where(eq(flowCodes.kind, "client_assertion"));
      return rows.map(({ until }) => (until.getTime() - Date.now()) / 1_000);
    };

    test("what strangers send is not kept; a proof is, until it has ended", async () => {
      const before = (await kept()).length;
      for (const [wished, by, id] of [
        [{}, other, APP],
        [{}, other, "absent"],
        [{ header: { kid: key.kid } }, other, APP],
        [{ claims: { aud: "https://op.example.org" } }, key, APP],
        [{ claims: { exp: seconds(2 * 3_600) } }, key, APP],
        [{ claims: { jti: "x".repeat(300) } }, key, APP],
      ] as const) {
        expect((await prove(wished, by, id)).status).toBe(401);
      }
      expect(await kept()).toHaveLength(before);
      expect((await prove({ claims: { exp: seconds(3_600) } })).status).toBe(200);
      const after = await kept();
      expect(after).toHaveLength(before + 1);
      expect(Math.max(...after)).toBeLessThanOrEqual(3_600 + 120);
    });

    test("one client proves itself so often in a minute; strangers do not spend its minute, nor another client", async () => {
      await putClient(service, "busy", { ...METHOD, jwks: { keys: [key.jwk] } });
      const call = openInternalCall(await service.auth.service);
      for (let time = 1; time < 6_000; time++) {
        withinAMinute(call, "client assertions", "busy", 6_000);
      }
      for (let time = 0; time < 3; time++)
        expect((await prove({}, other, "busy")).status).toBe(401);
      expect((await prove({}, key, "busy")).status).toBe(200);
      const before = (await kept()).length;
      const refused = await prove({}, key, "busy");
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await kept()).toHaveLength(before);
      expect((await prove()).status, "another client").toBe(200);
    });
  });
});

describe("service accounts", () => {
  const machine = (fields: object) =>
    service.form(TOKEN, { grant_type: "client_credentials", ...fields });
  const save = (alias: string, jwks: unknown) =>
    service.json("POST", "/auth/v1/service-accounts", { alias: [alias], details: { jwks } });

  test("prove themselves by keys in `details.jwks`, as a set or as text, and by no others", async () => {
    await save("pump", { keys: [key.jwk] });
    await save("valve", JSON.stringify({ keys: [other.jwk] }));
    const pump = await machine(provenBy(await assertionOf("pump", key)));
    expect(pump.status, pump.text).toBe(200);
    expect(claimsOf(pump.body.access_token).azp).toBe("pump");
    expect((await machine(provenBy(await assertionOf("valve", other)))).status).toBe(200);
    for (const [id, by] of [
      ["pump", other],
      ["valve", key],
      ["robot", key],
      ["ada", key],
    ] as const) {
      expect(refusal(await machine(provenBy(await assertionOf(id, by))))).toEqual(INVALID_CLIENT);
    }
    const sent = provenBy(await assertionOf("pump", key));
    expect((await machine(sent)).status).toBe(200);
    expect(refusal(await machine(sent)), "once").toEqual(INVALID_CLIENT);
  });

  test("a disabled one gets nothing (K-10)", async () => {
    const { body } = await save("idle", { keys: [key.jwk] });
    const proof = async () => provenBy(await assertionOf("idle", key));
    expect((await machine(await proof())).status).toBe(200);
    const path = `/auth/v1/service-accounts/${body.payload.id}`;
    const account = (await service.json("GET", path)).body.payload;
    const changed = await service.json("PUT", path, { ...account, is_active: false });
    expect(changed.status, changed.text).toBe(200);
    expect((await machine(await proof())).status).toBeGreaterThanOrEqual(400);
  });

  test.each([
    ["a private key", { keys: [{ ...{ kty: "OKP", crv: "Ed25519", x: "a", d: "b" } }] }],
    ["no key", { keys: [] }],
    ["no set", "x"],
    ["a number", 1],
    ["a short key", { keys: [{ kty: "RSA", n: "AQAB", e: "AQAB" }] }],
  ])("%s is refused when it is written", async (_name, jwks) => {
    const answer = await save("wrong", jwks);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain("details.jwks: must be");
  });
});

describe("endpoints with JSON, where people sign up and sign in", () => {
  const post = (path: string, body: object) => service.json("POST", `/auth/oauth2/${path}`, body);
  let relay: MailServer;
  beforeAll(async () => {
    relay = await startMailServer();
    const smtp = { host: "127.0.0.1", port: relay.port };
    await putSetting(service, "email", { from: "id@example.com", smtp });
    await putSetting(service, "signup", { enabled: true, password_reset: true });
  });
  afterAll(() => relay[Symbol.asyncDispose]());

  test.each([
    ["email", { username: "ada@example.com" }],
    ["passkey", { username: "ada" }],
    ["signup", { email: "zoe@example.com", password: "a long password", name: "Zoe" }],
    ["password-reset", { email: "ada@example.com" }],
  ])("%s takes the proof of the client, once", async (path, fields) => {
    const proof = provenBy(await assertionOf(APP, key));
    const right = await post(path, { ...fields, ...proof });
    expect(right.status, right.text).toBe(200);
    expect((await post(path, { ...fields, ...proof })).status, "again").toBe(401);
    const wrong = provenBy(await assertionOf(APP, other));
    expect((await post(path, { ...fields, ...wrong })).status).toBe(401);
    expect((await post(path, { ...fields, client_id: APP })).status, "without").toBe(401);
  });
});

describe("records", () => {
  const put = async (config: object) =>
    service.json("PUT", "/auth/v1/oauth/clients/record", { config });
  const detailOf = async (config: object) => {
    const { status, body } = await put(config);
    return status === 200 ? "" : String(body.error);
  };

  test.each([
    [{ ...METHOD }, "jwks: or jwks_uri is required with private_key_jwt"],
    [{ ...METHOD, jwks: { keys: [] } }, "jwks: or jwks_uri is required"],
    [{ token_endpoint_auth_method: "client_secret_jwt" }, "client_secret_jwt is not offered"],
    [{ jwks_uri: "https://app.example.com/keys" }, "jwks_uri: is read with private_key_jwt or"],
    [{ ...METHOD, jwks_uri: "http://app.example.com/keys" }, "jwks_uri: must be an https URL"],
    [{ ...METHOD, jwks_uri: "https://u:p@app.example.com/" }, "jwks_uri: must be an https URL"],
    [{ ...METHOD, public: true, jwks_uri: "https://app.example.com/keys" }, "must be none"],
    [{ token_endpoint_auth_signing_alg: "HS256" }, "token_endpoint_auth_signing_alg: must be one"],
    [{ token_endpoint_auth_signing_alg: "none" }, "token_endpoint_auth_signing_alg: must be one"],
  ])("%o is refused: %s", async (config, detail) => {
    expect(await detailOf(config)).toContain(detail);
  });

  test("keys that are private, shared, weak or broken are refused", async () => {
    const jwks = (...keys: unknown[]) => ({ ...METHOD, jwks: { keys } });
    const rsa = { kty: "RSA", n: "AQAB".repeat(40), e: "AQAB" };
    expect(await detailOf(jwks({ ...key.jwk, d: "AQ" }))).toContain(
      "keys[0].d: is part of a private",
    );
    expect(await detailOf(jwks({ kty: "oct", k: "AQ" }))).toContain(
      "keys[0].k: is part of a private",
    );
    for (const weak of [
      rsa,
      { ...rsa, n: "A".repeat(342), e: "A".repeat(342) },
      { ...rsa, n: "A".repeat(40_000) },
      { ...key.jwk, crv: "P-384" },
      { ...key.jwk, x: "AQ" },
      { ...key.jwk, use: "enc" },
      {},
    ]) {
      expect(await detailOf(jwks(weak))).toContain("jwks: or jwks_uri is required");
    }
    expect(await detailOf({ ...jwks(key.jwk), jwks_uri: "https://app.example.com/k" })).toContain(
      "must not come with jwks_uri",
    );
    expect(await detailOf(jwks(key.jwk, { kty: "RSA", use: "enc", n: "AQ", e: "AQAB" }))).toBe("");
  });
});

test("metadata: the method, its algorithms, and no client_secret_jwt (O-4)", async () => {
  await putSetting(service, "mtls", {});
  const { body } = await service.request("GET", "/auth/oauth2/.well-known/openid-configuration");
  for (const endpoint of ["token", "introspection", "revocation"]) {
    const methods = body[`${endpoint}_endpoint_auth_methods_supported`];
    expect(methods).toContain("private_key_jwt");
    expect(methods).not.toContain("client_secret_jwt");
    expect(body[`${endpoint}_endpoint_auth_signing_alg_values_supported`]).toEqual([
      ...ALGORITHMS,
      "Ed25519",
    ]);
  }
});
