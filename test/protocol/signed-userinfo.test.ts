/** Userinfo as a signed token, where the client's record asks for it (OpenID Connect Core §5.3.2; K-12). */
import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import * as client from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { CALLBACK, newCode, redeem, startWith } from "../support/authorize.ts";
import { throughService } from "../support/relying-party.ts";
import { createAda, headerOf, putClient, putSetting, WEB } from "../support/tokens.ts";

const RECORD = { client_secret: WEB.secret, redirect_uris: [CALLBACK] };
const SIGNED = { ...RECORD, userinfo_signed_response_alg: "ES256" };
const USERINFO = "/auth/oauth2/userinfo";

let service: TestAuth;
let ada: string;
let token: string;
let hint: string;

const ask = (path = USERINFO) =>
  service.request("GET", path, { headers: { authorization: `Bearer ${token}` } });

beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(service, {}, { nickname: "al" });
  const { kid } = (await service.json("GET", "/auth/v1/settings/jwt")).body.payload.value;
  await putSetting(service, "jwt", { kid, algorithms: ["ES256"] });
  const claims = { typ: "ID", aud: "x" };
  await putSetting(service, "custom_info", { sets: { crm: { claims } } });
  await putClient(service, WEB.id, SIGNED);
  const { body } = await redeem(service, await newCode(service, { scope: "openid profile" }));
  [token, hint] = [body.access_token, body.id_token];
});
afterAll(() => service[Symbol.asyncDispose]());

const keys = () =>
  createRemoteJWKSet(new URL(`${ORIGIN}/auth/oauth2/certs`), {
    [customFetch]: (url: string, init: RequestInit) => service.auth.fetch(new Request(url, init)),
  });

test("it is signed for the client by the algorithm of its record, and says the same", async () => {
  const answer = await ask();
  expect([
    answer.status,
    answer.headers.get("content-type"),
    answer.headers.get("cache-control"),
  ]).toEqual([200, "application/jwt", "no-store"]);
  expect(headerOf(answer.text)).toMatchObject({ alg: "ES256", typ: "JWT" });
  const { payload } = await jwtVerify(answer.text, keys(), {
    issuer: `${ORIGIN}/auth/oauth2`,
    audience: WEB.id,
  });
  expect(payload).toMatchObject({ sub: ada, name: "Ada", nickname: "al" });
});

test("K-12: it is no ID token and no access token, whatever a claim set writes", async () => {
  for (const path of [USERINFO, `${USERINFO}/crm`]) {
    const { text } = await ask(path);
    const { payload } = await jwtVerify(text, keys(), { audience: WEB.id });
    expect(payload.typ).toBe("Userinfo");
    const used = await service.request("GET", USERINFO, {
      headers: { authorization: `Bearer ${text}` },
    });
    expect(used.status).toBe(401);
    const refused = await startWith(service, { id_token_hint: text });
    expect(refused.headers.get("location")).toContain("error=invalid_request");
  }
  const good = await startWith(service, { id_token_hint: hint });
  expect(good.headers.get("location")).toContain("flow=");
});

test("without it the answer is JSON; an algorithm that is off is refused", async () => {
  await putClient(service, WEB.id, RECORD);
  expect((await ask()).headers.get("content-type")).toContain("application/json");
  const config = { ...RECORD, userinfo_signed_response_alg: "EdDSA" };
  const refused = await service.json("PUT", `/auth/v1/oauth/clients/${WEB.id}`, { config });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringContaining("userinfo_signed_response_alg: EdDSA is not among"),
  ]);
  await putClient(service, WEB.id, SIGNED);
});

test("oidcc-userinfo-rs256: a client that registers itself asks for it, and openid-client checks it", async () => {
  await putSetting(service, "registration", { enabled: true });
  const metadata = {
    redirect_uris: [CALLBACK],
    userinfo_signed_response_alg: "RS256",
    scope: "openid profile",
  };
  const options = { [client.customFetch]: throughService(service) };
  const config = await client.dynamicClientRegistration(
    new URL(`${ORIGIN}/auth/oauth2`),
    metadata,
    undefined,
    options,
  );
  config[client.customFetch] = throughService(service);
  expect(config.serverMetadata().userinfo_signing_alg_values_supported).toEqual(["RS256", "ES256"]);
  const { client_id, client_secret, userinfo_signed_response_alg } = config.clientMetadata();
  expect(userinfo_signed_response_alg).toBe("RS256");
  const credentials = { id: client_id, secret: String(client_secret) };
  const code = await newCode(service, { client_id, scope: "openid profile" });
  const { body } = await redeem(service, code, {}, credentials);
  const told = await client.fetchUserInfo(config, body.access_token, ada);
  expect(told).toMatchObject({ sub: ada, name: "Ada" });
  const refused = await service.json("POST", "/auth/oauth2/register", {
    ...metadata,
    userinfo_signed_response_alg: "none",
  });
  expect(refused.body.error).toBe("invalid_client_metadata");
});
