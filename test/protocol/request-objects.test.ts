/** Signed request objects (RFC 9101): at the endpoint of pushed requests alone, with a key of the client. */
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { answerOf, CALLBACK, redeem, S256, startWith, VERIFIER } from "../support/authorize.ts";
import {
  ALGORITHMS,
  assertionOf,
  type ClientKey,
  clientKey,
  ISSUER,
} from "../support/client-keys.ts";
import { bring, decided, flowIn, push, pushed } from "../support/pushed.ts";
import { createAda, putClient, refusal, WEB, withSetting } from "../support/tokens.ts";

const INVALID_OBJECT = { status: 400, error: "invalid_request_object" };
const INVALID_REQUEST = { status: 400, error: "invalid_request" };
let service: TestAuth;
let key: ClientKey;
let other: ClientKey;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  key = await clientKey();
  other = await clientKey("ES256", "other");
  const web = { client_secret: WEB.secret, redirect_uris: [CALLBACK] };
  await putClient(service, WEB.id, { ...web, jwks: { keys: [key.jwk] } });
  await putClient(service, "second", { ...web, jwks: { keys: [key.jwk] } });
  await putClient(service, "keyless", web);
});
afterAll(() => service[Symbol.asyncDispose]());

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;
const inside = (id: string = WEB.id): JWTPayload => ({
  ...{ iss: id, aud: ISSUER, exp: seconds(60), nbf: seconds(0), client_id: id },
  ...{ response_type: "code", redirect_uri: CALLBACK, state: "signed", scope: "openid" },
});
const sign = (claims: Readonly<Record<string, unknown>> = {}, by = key, header: object = {}) =>
  new SignJWT({ ...inside(), ...claims })
    .setProtectedHeader({ alg: by.alg, kid: by.kid, typ: "oauth-authz-req+jwt", ...header })
    .sign(by.privateKey);
/** Nothing beside the object but what says who pushes. */
const alone = { response_type: undefined, redirect_uri: undefined, state: undefined };
const pushObject = (request: string, fields: object = {}, client?: string) =>
  push(service, { ...alone, request, ...fields }, client);

describe("a request that its client has signed", () => {
  test.each(ALGORITHMS)("%s, by oauth4webapi; all of the request is in it", async (alg) => {
    const own = await clientKey(alg);
    const id = `signs-${alg}`;
    await putClient(service, id, {
      ...{ client_secret: WEB.secret, redirect_uris: [CALLBACK] },
      ...{ jwks: { keys: [own.jwk] }, request_object_signing_alg: alg },
    });
    const server = { issuer: ISSUER };
    const request = await oauth.issueRequestObject(
      server,
      { client_id: id },
      { response_type: "code", redirect_uri: CALLBACK, scope: "openid", state: "signed", ...S256 },
      { key: own.privateKey, kid: own.kid },
    );
    const uri = await pushed(service, { ...alone, request }, id);
    const back = answerOf(await decided(service, flowIn(await bring(service, uri, id))));
    expect(back.state).toBe("signed");
    const client = { id, secret: WEB.secret };
    const tokens = await redeem(service, back.code ?? "", { code_verifier: VERIFIER }, client);
    expect(tokens.body.scope).toBe("openid");
  });

  test("what stands beside it says the same, or the request is refused", async () => {
    expect((await pushObject(await sign(), { state: "signed", scope: "openid" })).status).toBe(201);
    for (const beside of [
      { state: "x" },
      { scope: "admin" },
      { nonce: "x" },
      { resource: "x:y" },
    ]) {
      expect(refusal(await pushObject(await sign(), beside))).toEqual(INVALID_REQUEST);
    }
  });

  test("lists, numbers and `claims` are parameters, too", async () => {
    const resource = ["https://a.example.com", "https://b.example.com"];
    const request = await sign({ resource, max_age: 600, claims: { userinfo: { email: null } } });
    const flow = flowIn(await bring(service, await pushed(service, { ...alone, request })));
    const { codes } = await service.auth.service;
    expect(await codes.get("authorize", flow)).toMatchObject({ resources: resource });
  });

  test("in the browser it is refused as ever", async () => {
    const answer = await startWith(service, { request: await sign() });
    expect(answerOf(answer).error).toBe("request_not_supported");
  });

  test("the metadata name the algorithms, and nothing for the browser", async () => {
    const path = "/auth/oauth2/.well-known/openid-configuration";
    const { body } = await service.request("GET", path);
    expect(body.request_object_signing_alg_values_supported).toEqual(
      expect.arrayContaining([...ALGORITHMS]),
    );
    expect(body.request_parameter_supported).toBe(false);
  });

  test("a client registers its keys and its algorithm", async () => {
    await withSetting(service, "registration", { enabled: true }, async () => {
      const members = { jwks: { keys: [key.jwk] }, request_object_signing_alg: "ES256" };
      const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
      const { body } = await service.json("POST", "/auth/oauth2/register", {
        ...metadata,
        ...members,
      });
      expect(body).toMatchObject(members);
      const { client_id: id } = body;
      const request = await sign({ ...inside(id), ...S256 });
      expect((await pushObject(request, { client_id: id }, "")).status).toBe(201);
    });
  });
});

describe("as an attacker", () => {
  test.each<[string, () => string | Promise<string>]>([
    ["unsigned", () => new UnsecuredJWT(inside()).encode()],
    [
      "alg none, with a signature",
      async () => {
        const [, body = "", signature = ""] = (await sign()).split(".");
        return `${btoa(JSON.stringify({ alg: "none" })).replace(/=+$/, "")}.${body}.${signature}`;
      },
    ],
    [
      "HS256 with the secret of the client",
      () =>
        new SignJWT(inside())
          .setProtectedHeader({ alg: "HS256" })
          .sign(new TextEncoder().encode(WEB.secret.padEnd(32, "0"))),
    ],
    [
      "HS256 with the public key as secret",
      () =>
        new SignJWT(inside())
          .setProtectedHeader({ alg: "HS256", kid: key.kid })
          .sign(new TextEncoder().encode(JSON.stringify(key.jwk))),
    ],
    ["a key of mine", () => sign({}, other)],
    ["a key of mine under the kid of theirs", () => sign({}, other, { kid: key.kid })],
    ["a key of mine in the header", () => sign({}, other, { jwk: other.jwk })],
    ["of another client with the same key", () => sign(inside("second"))],
    ["for another client", () => sign({ client_id: "second" })],
    ["without client_id", () => sign({ client_id: undefined })],
    ["for another server", () => sign({ aud: "https://other.example.com" })],
    ["for two servers", () => sign({ aud: [ISSUER, "https://other.example.com"] })],
    ["for the token endpoint", () => sign({ aud: `${ISSUER}/token` })],
    ["without an end", () => sign({ exp: undefined })],
    ["that has ended", () => sign({ exp: seconds(-120) })],
    ["that lasts too long", () => sign({ exp: seconds(2 * 3600) })],
    ["that is too old", () => sign({ nbf: seconds(-2 * 3600) })],
    ["that does not count yet", () => sign({ nbf: seconds(120) })],
    ["a proof of the client", () => assertionOf(WEB.id, key)],
    ["with sub", () => sign({ sub: WEB.id })],
    ["of another type", () => sign({}, key, { typ: "logout+jwt" })],
    ["with a request inside", async () => sign({ request: await sign() })],
    ["with a request_uri inside", () => sign({ request_uri: "https://evil.test/" })],
    ["a deep parameter", () => sign({ state: { a: 1 } })],
    ["a huge one", () => sign({ nonce: "x".repeat(20_000) })],
    ["encrypted", () => "a.b.c.d.e"],
    ["no JWT", () => "x"],
  ])("%s", async (_name, made) => {
    expect(refusal(await pushObject(await made()))).toEqual(INVALID_OBJECT);
  });

  test("by another algorithm than the record names; by a client without keys; twice", async () => {
    const rsa = await clientKey("RS256");
    const id = "one-algorithm";
    await putClient(service, id, {
      ...{ client_secret: WEB.secret, redirect_uris: [CALLBACK] },
      ...{ jwks: { keys: [rsa.jwk, key.jwk] }, request_object_signing_alg: "ES256" },
    });
    expect((await pushObject(await sign(inside(id)), {}, id)).status).toBe(201);
    expect(refusal(await pushObject(await sign(inside(id), rsa), {}, id))).toEqual(INVALID_OBJECT);
    const without = await pushObject(await sign(inside("keyless")), {}, "keyless");
    expect(refusal(without)).toEqual(INVALID_OBJECT);
    const twice = await push(service, { ...alone, request: [await sign(), await sign()] });
    expect(refusal(twice)).toEqual(INVALID_REQUEST);
  });

  test("what is signed is checked like every request", async () => {
    expect(refusal(await pushObject(await sign({ redirect_uri: "https://evil.test/" })))).toEqual(
      INVALID_REQUEST,
    );
    expect((await pushObject(await sign({ response_type: "token" }))).body.error).toBe(
      "unsupported_response_type",
    );
  });
});
