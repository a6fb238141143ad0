/** RFC 8693, narrowing only (specification, token rule 6; X-1, K-7, K-10, G-1, I-4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  ROBOT,
  refusal,
  TOKEN,
  WEB,
  withSetting,
} from "../support/tokens.ts";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS = "urn:ietf:params:oauth:token-type:access_token";
const MINUTE = 60_000;
const GATEWAY = { id: "gateway", secret: "gateway-secret" };
const ROUTER = { id: "router", secret: "router-secret" };
const TRUSTED = { id: "trusted", secret: "trusted-secret" };
const INVALID_REQUEST = { status: 400, error: "invalid_request" };
const INVALID_GRANT = { status: 400, error: "invalid_grant" };
const INVALID_TARGET = { status: 400, error: "invalid_target" };
let service: TestAuth;
let adaId: string;

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: Date.UTC(2030, 0, 1) }));
  adaId = await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, GATEWAY.id, { client_secret: GATEWAY.secret, scope: ["gate"] });
  await putClient(service, ROUTER.id, {
    client_secret: ROUTER.secret,
    exchange_audiences: ["https://orders.example.com/v1", "warehouse"],
  });
  await putClient(service, TRUSTED.id, { client_secret: TRUSTED.secret, skip_consent: true });
  await putClient(service, "spa", { public: true });
  await putClient(service, "dynamic", { client_secret: "dynamic-secret", dynamic: true });
});
afterAll(() => service[Symbol.asyncDispose]());

type Fields = Readonly<Record<string, string | readonly string[]>>;

const form = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((text): [string, string] => [name, text]),
    ),
  );

const login = async (fields: Fields = {}) => {
  const answer = await service.form(TOKEN, form({ ...ADA, ...fields }), WEB);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const exchange = (subject_token: string, fields: Fields = {}, client = GATEWAY) =>
  service.form(
    TOKEN,
    form({ grant_type: EXCHANGE, subject_token, subject_token_type: ACCESS, ...fields }),
    client,
  );

describe("what comes out", () => {
  test("an access token of the same person for the client that asked, and no refresh token (O5)", async () => {
    const { access_token } = await login({ scope: "openid orders" });
    const { status, headers, body } = await exchange(access_token);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({ token_type: "Bearer", issued_token_type: ACCESS });
    expect(body.refresh_token).toBeUndefined();
    const before = claimsOf(access_token);
    const after = claimsOf(body.access_token);
    expect(after).toMatchObject({ sub: adaId, azp: "gateway", client_id: "gateway" });
    expect(after.jti).not.toBe(before.jti);
    for (const kept of ["sid", "auth_time", "amr", "preferred_username"]) {
      expect(after[kept], kept).toEqual(before[kept]);
    }
  });

  test("the name `jwt` for the types is right, too (RFC 8693 §3)", async () => {
    const jwt = "urn:ietf:params:oauth:token-type:jwt";
    const { access_token } = await login();
    const { status } = await exchange(access_token, {
      subject_token_type: jwt,
      requested_token_type: jwt,
    });
    expect(status).toBe(200);
  });

  test("it ends with the subject token, also through a chain of exchanges", async () => {
    const { access_token } = await login();
    service.runtime.advance(10 * MINUTE);
    const { body } = await exchange(access_token);
    expect(body.expires_in).toBe(300);
    expect(claimsOf(body.access_token).exp).toBe(claimsOf(access_token).exp);
    service.runtime.advance(4 * MINUTE);
    const again = await exchange(body.access_token, {}, ROUTER);
    expect(again.body.expires_in).toBe(60);
  });

  test("a service account may be the subject", async () => {
    const own = await service.form(TOKEN, { grant_type: "client_credentials" }, ROBOT);
    const { body } = await exchange(own.body.access_token);
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: claimsOf(own.body.access_token).sub,
      azp: "gateway",
    });
  });

  test("the same rules for a caller in the process", async () => {
    const { access_token } = await login();
    const answer = await service.auth.api.token({
      grant_type: EXCHANGE,
      client_id: GATEWAY.id,
      client_secret: GATEWAY.secret,
      subject_token: access_token,
      subject_token_type: ACCESS,
    });
    expect(answer).toMatchObject({ issued_token_type: ACCESS });
  });
});

describe("X-1: scope", () => {
  test("is that of the subject token, without the default scope of the client", async () => {
    const { access_token } = await login({ scope: "orders stock" });
    const { body } = await exchange(access_token);
    expect(body.scope.split(" ").sort()).toEqual(["orders", "stock"]);
  });

  test("may be narrowed", async () => {
    const { access_token } = await login({ scope: "orders stock" });
    expect((await exchange(access_token, { scope: "stock" })).body.scope).toBe("stock");
  });

  test.each(["admin", "gate", "stock admin"])("is never wider: %s", async (scope) => {
    const { access_token } = await login({ scope: "orders stock" });
    const answer = await exchange(access_token, { scope });
    expect(refusal(answer)).toEqual({ status: 400, error: "invalid_scope" });
  });
});

describe("X-1: audience", () => {
  const audience = (body: { access_token: string }) => claimsOf(body.access_token).aud;
  const A = "https://a.example.com/";
  const B = "https://b.example.com/";

  test("is that of the subject token, or fewer of it", async () => {
    const { access_token } = await login({ resource: [A, B] });
    expect(audience((await exchange(access_token)).body)).toEqual(["postern", A, B]);
    expect(audience((await exchange(access_token, { resource: B })).body)).toEqual(["postern", B]);
    const answer = await exchange(access_token, { resource: "https://c.example.com/" });
    expect(refusal(answer)).toEqual(INVALID_TARGET);
  });

  test("a token without audiences is narrowed to a resource, never to a name", async () => {
    const { access_token } = await login();
    expect(audience((await exchange(access_token, { resource: A })).body)).toEqual(["postern", A]);
    const answer = await exchange(access_token, { audience: "warehouse" });
    expect(refusal(answer)).toEqual(INVALID_TARGET);
  });

  test("`exchange_audiences` of the client is what it may ask for, and nothing else", async () => {
    const { access_token } = await login({ resource: A });
    const orders = "https://orders.example.com/v1/new";
    const answer = await exchange(
      access_token,
      { resource: orders, audience: "warehouse" },
      ROUTER,
    );
    expect(audience(answer.body)).toEqual(["postern", orders, "warehouse"]);
    for (const fields of [
      { resource: A },
      { resource: "https://orders.example.com/v10" },
      { resource: "https://orders.example.com.evil.example/v1" },
      { audience: "warehouses" },
      { audience: ["warehouse", "other"] },
    ]) {
      expect(refusal(await exchange(access_token, fields, ROUTER)), String(fields)).toEqual(
        INVALID_TARGET,
      );
    }
  });

  test("too many, and what is no URI or has a fragment, are refused", async () => {
    const { access_token } = await login();
    const many = Array.from({ length: 21 }, (_, index) => `https://${index}.example.com/`);
    expect(refusal(await exchange(access_token, { resource: many }))).toEqual(INVALID_TARGET);
    expect(refusal(await exchange(access_token, { audience: many }, ROUTER))).toEqual(
      INVALID_TARGET,
    );
    for (const resource of ["orders", "https://orders.example.com/#", "//orders.example.com/"]) {
      expect(refusal(await exchange(access_token, { resource })), resource).toEqual(INVALID_TARGET);
    }
  });
});

describe("X-1: what is refused", () => {
  test.each<[string, Fields, typeof INVALID_GRANT]>([
    ["no subject token", { subject_token: "" }, INVALID_REQUEST],
    ["no type", { subject_token_type: "" }, INVALID_REQUEST],
    [
      "another type of subject",
      { subject_token_type: "urn:ietf:params:oauth:token-type:refresh_token" },
      INVALID_REQUEST,
    ],
    [
      "another type of result",
      { requested_token_type: "urn:ietf:params:oauth:token-type:refresh_token" },
      INVALID_REQUEST,
    ],
    ["an actor", { actor_token: "x", actor_token_type: ACCESS }, INVALID_REQUEST],
    ["the type of an actor", { actor_token_type: ACCESS }, INVALID_REQUEST],
    ["no token at all", { subject_token: "x" }, INVALID_GRANT],
    ["more than one", { subject_token: ["x", "y"] }, INVALID_REQUEST],
  ])("%s", async (_, fields, expected) => {
    const { access_token } = await login();
    expect(refusal(await exchange(access_token, fields))).toEqual(expected);
  });

  test("refresh and ID tokens", async () => {
    const { refresh_token, id_token } = await login({ scope: "openid" });
    expect(refusal(await exchange(refresh_token))).toEqual(INVALID_GRANT);
    expect(refusal(await exchange(id_token))).toEqual(INVALID_GRANT);
  });

  test("a token that has expired or was changed", async () => {
    const { access_token } = await login();
    expect(refusal(await exchange(`${access_token.slice(0, -6)}AAAAAA`))).toEqual(INVALID_GRANT);
    service.runtime.advance(16 * MINUTE);
    expect(refusal(await exchange(access_token))).toEqual(INVALID_GRANT);
  });

  test("a token that was revoked, itself or by its family; what was exchanged goes with it", async () => {
    const first = await login();
    const exchanged = (await exchange(first.access_token)).body.access_token;
    await service.form("/auth/oauth2/revoke", { token: first.access_token }, WEB);
    expect(refusal(await exchange(first.access_token))).toEqual(INVALID_GRANT);
    expect((await exchange(exchanged)).status, "one token only").toBe(200);
    await service.form("/auth/oauth2/revoke", { token: first.refresh_token }, WEB);
    expect(refusal(await exchange(exchanged))).toEqual(INVALID_GRANT);
    const { body } = await service.form("/auth/oauth2/introspect", { token: exchanged }, GATEWAY);
    expect(body).toEqual({ active: false });
  });

  test("public and dynamic clients, and those whose grants do not list it (G-1)", async () => {
    const { access_token } = await login();
    const asPublic = await service.form(TOKEN, {
      grant_type: EXCHANGE,
      subject_token: access_token,
      subject_token_type: ACCESS,
      client_id: "spa",
    });
    expect(refusal(asPublic)).toEqual({ status: 400, error: "unauthorized_client" });
    const dynamic = { id: "dynamic", secret: "dynamic-secret" };
    expect(refusal(await exchange(access_token, {}, dynamic))).toMatchObject({
      error: "unauthorized_client",
    });
    await putClient(service, "limited", {
      client_secret: "limited-secret",
      grant_types: ["client_credentials"],
    });
    const limited = { id: "limited", secret: "limited-secret" };
    expect(refusal(await exchange(access_token, {}, limited))).toMatchObject({
      error: "unauthorized_client",
    });
  });

  test("K-10: a disabled person", async () => {
    const { access_token } = await login();
    await service.json("PATCH", `/auth/v1/users/${adaId}`, { is_active: false });
    expect(refusal(await exchange(access_token))).toEqual(INVALID_GRANT);
    await service.json("PATCH", `/auth/v1/users/${adaId}`, { is_active: true });
  });

  test("`token_exchange.disabled`: unsupported, and discovery does not offer it", async () => {
    const { access_token } = await login();
    const offered = async () =>
      (await service.request("GET", "/auth/oauth2/.well-known/openid-configuration")).body
        .grant_types_supported;
    expect(await offered()).toContain(EXCHANGE);
    await withSetting(service, "token_exchange", { disabled: true }, async () => {
      expect(refusal(await exchange(access_token))).toEqual({
        status: 400,
        error: "unsupported_grant_type",
      });
      expect(await offered()).not.toContain(EXCHANGE);
    });
  });
});

describe("I-4: which of them act at the service itself", () => {
  const firstParty = async (token: string) => (await service.auth.api.verify(token)).first_party;
  /** A token as a client that is not first party has one. */
  let foreign: string;

  beforeEach(async () => {
    // `login` proves the person with the password, which is first party; through the gateway it is not.
    const { access_token } = await login();
    foreign = (await exchange(access_token)).body.access_token;
  });

  test("the proof of the first client is not handed on to a client that is not first party", async () => {
    expect(await firstParty((await login()).access_token)).toBe(true);
    expect(await firstParty(foreign)).toBe(false);
  });

  test("a first-party client gets a first-party token for one", async () => {
    const { access_token } = await login();
    const { body } = await exchange(access_token, {}, TRUSTED);
    expect(await firstParty(body.access_token)).toBe(true);
  });

  test("a first-party client does not make a first-party token from one that is not", async () => {
    const { body } = await exchange(foreign, {}, TRUSTED);
    expect(await firstParty(body.access_token)).toBe(false);
    const again = await exchange(body.access_token, {}, TRUSTED);
    expect(await firstParty(again.body.access_token), "nor does a second exchange").toBe(false);
  });
});
