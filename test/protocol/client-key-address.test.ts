/** `jwks_uri` of clients: fetched behind the guard, kept for a time, read again for a new key, bounded (G-6, G-7, N-11). */
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { assertionOf, type ClientKey, clientKey, provenBy } from "../support/client-keys.ts";
import { type DocumentHost, startDocumentHost } from "../support/document-host.ts";
import { manage, OPEN, register, registered } from "../support/registration.ts";
import { type TestRuntime, testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  refusal,
  TOKEN,
} from "../support/tokens.ts";

const INVALID_CLIENT = { status: 401, error: "invalid_client" };
const UNAVAILABLE = { status: 503, error: "temporarily_unavailable" };
const METHOD = { token_endpoint_auth_method: "private_key_jwt" };
const MINUTE = 60_000;
let host: DocumentHost;
let service: TestAuth;
let runtime: TestRuntime;
let key: ClientKey;
let next: ClientKey;

beforeAll(async () => {
  host = await startDocumentHost();
  runtime = testRuntime({ publicFetch: host.publicFetch });
  service = await testAuth({}, runtime);
  await createAda(service);
  key = await clientKey("ES256", "first");
  next = await clientKey("ES256", "next");
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});

const asJson =
  (body: unknown, type = "application/jwk-set+json"): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": type }).end(JSON.stringify(body));
const publish = (path: string, ...keys: ClientKey[]) =>
  host.answer(path, asJson({ keys: keys.map(({ jwk }) => jwk) }));
const fetches = (path: string) => host.asked.filter((one) => one === path).length;
const prove = async (id: string, by: ClientKey) => {
  const assertion = await assertionOf(id, by, { now: runtime.clock.now() });
  return service.form(TOKEN, { ...ADA, ...provenBy(assertion) });
};

async function client(id: string, ...keys: ClientKey[]): Promise<string> {
  await putClient(service, id, { ...METHOD, jwks_uri: publish(`/${id}`, ...keys) });
  return `/${id}`;
}

test("the keys behind the address prove the client, and are fetched once for many", async () => {
  const path = await client("many", key);
  const answers = await Promise.all(Array.from({ length: 10 }, () => prove("many", key)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(fetches(path)).toBe(1);
});

test("a new key is found at once, an unknown one is looked for but every fifteen seconds", async () => {
  const path = await client("rolls", key);
  expect((await prove("rolls", key)).status).toBe(200);
  publish(path, key, next);
  runtime.advance(16_000);
  expect((await prove("rolls", next)).status).toBe(200);
  expect(fetches(path)).toBe(2);
  const stranger = await clientKey("ES256", "stranger");
  for (let i = 0; i < 10; i++)
    expect(refusal(await prove("rolls", stranger))).toEqual(INVALID_CLIENT);
  expect(fetches(path)).toBe(2);
});

test("attack: a key that was taken off ends after five minutes, also for a client that was silent since", async () => {
  const path = await client("leaked", key);
  expect((await prove("leaked", key)).status).toBe(200);
  publish(path, next);
  runtime.advance(5 * MINUTE + 1_000);
  expect(refusal(await prove("leaked", key))).toEqual(INVALID_CLIENT);
  expect((await prove("leaked", next)).status).toBe(200);
});

test("while the host is silent the keys count for an hour, and no longer", async () => {
  const path = await client("unheard", key);
  expect((await prove("unheard", key)).status).toBe(200);
  host.answer(path, (_request, response) => void response.writeHead(500).end());
  runtime.advance(30 * MINUTE);
  expect((await prove("unheard", key)).status).toBe(200);
  runtime.advance(31 * MINUTE);
  expect(refusal(await prove("unheard", key))).toEqual(UNAVAILABLE);
});

describe("attack: an address of mine", () => {
  test.each<[string, RequestListener]>([
    [
      "is huge",
      (_q, response) =>
        void response
          .writeHead(200, { "content-type": "application/json" })
          .end(`{"keys":[${"0,".repeat(40_000)}0]}`),
    ],
    [
      "redirects",
      (_q, response) => void response.writeHead(302, { location: "https://id.example.com/" }).end(),
    ],
    [
      "is no JSON",
      (_q, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    ],
    ["has no keys", asJson({ clef: [] })],
    ["is an array", asJson([])],
    [
      "breaks off",
      (_q, response) =>
        void response
          .writeHead(200, { "content-type": "application/json", "content-length": "100" })
          .end("{"),
    ],
  ])("it %s: no token, and 503", async (name, listener) => {
    const id = `bad ${name}`;
    const jwks_uri = host.answer(`/bad/${encodeURIComponent(name)}`, listener);
    await putClient(service, id, { ...METHOD, jwks_uri });
    expect(refusal(await prove(id, key))).toEqual(UNAVAILABLE);
  });

  test("with keys that are private, shared, slow or of another use: none of them counts", async () => {
    const keys = [
      { ...key.jwk, d: "AQ" },
      { kty: "oct", k: "AAAA", alg: "HS256" },
      { kty: "RSA", n: "A".repeat(342), e: "A".repeat(342) },
      { ...key.jwk, use: "enc" },
      null,
      "key",
    ];
    const jwks_uri = host.answer("/odd", asJson({ keys }));
    await putClient(service, "odd", { ...METHOD, jwks_uri });
    expect(refusal(await prove("odd", key))).toEqual(INVALID_CLIENT);
  });

  test("with a thousand keys: the first sixteen are looked at", async () => {
    const keys = [...Array.from({ length: 16 }, () => next.jwk), key.jwk];
    const jwks_uri = host.answer("/thousand", asJson({ keys }));
    await putClient(service, "thousand", { ...METHOD, jwks_uri });
    expect(refusal(await prove("thousand", key))).toEqual(INVALID_CLIENT);
  });

  test("G-6: an address of a network that is not public is not asked, and a slow one holds up no other", async () => {
    await putClient(service, "inside", { ...METHOD, jwks_uri: "https://127.0.0.1:9/keys" });
    expect(refusal(await prove("inside", key))).toEqual(UNAVAILABLE);
    const slow = host.answer("/slow", () => undefined);
    await putClient(service, "slow", { ...METHOD, jwks_uri: slow });
    await client("quick", key);
    const waiting = prove("slow", key);
    expect((await prove("quick", key)).status).toBe(200);
    expect(refusal(await waiting)).toEqual(UNAVAILABLE);
  });
});

describe("service accounts, by `details.jwks_uri`", () => {
  const save = (alias: string, details: object) =>
    service.json("POST", "/auth/v1/service-accounts", { alias: [alias], details });
  const machine = async (id: string, by: ClientKey, claims = {}) => {
    const assertion = await assertionOf(id, by, { now: runtime.clock.now(), claims });
    return service.form(TOKEN, { grant_type: "client_credentials", ...provenBy(assertion) });
  };

  test("the keys behind it prove the account, and a new one at once; each proof once", async () => {
    const { status, text } = await save("pump", { jwks_uri: publish("/pump", key) });
    expect(status, text).toBe(200);
    const claims = { jti: "once" };
    const first = await machine("pump", key, claims);
    expect(first.status, first.text).toBe(200);
    expect(claimsOf(first.body.access_token)).toMatchObject({ azp: "pump" });
    expect(refusal(await machine("pump", key, claims))).toEqual(INVALID_CLIENT);
    expect(refusal(await machine("pump", next))).toEqual(INVALID_CLIENT);
    publish("/pump", next);
    runtime.advance(16_000);
    expect((await machine("pump", next)).status).toBe(200);
    expect(refusal(await machine("pump", key)), "taken off").toEqual(INVALID_CLIENT);
  });

  test("attack: an address that is huge, breaks off, redirects or is silent gives no token, and holds up no other", async () => {
    const bad: Record<string, RequestListener> = {
      huge: (_q, response) => void response.writeHead(200).end("0".repeat(100_000)),
      broken: (_q, response) => void response.writeHead(200, { "content-length": "9" }).end("{"),
      moved: (_q, response) => void response.writeHead(302, { location: "/pump" }).end(),
      silent: () => undefined,
    };
    for (const [alias, listener] of Object.entries(bad)) {
      await save(alias, { jwks_uri: host.answer(`/account/${alias}`, listener) });
    }
    await save("inner", { jwks_uri: "https://127.0.0.1:9/keys" });
    await save("prompt", { jwks_uri: publish("/account/prompt", key) });
    const waiting = ["silent", "huge", "broken", "moved", "inner"].map((id) => machine(id, key));
    expect((await machine("prompt", key)).status).toBe(200);
    for (const answer of await Promise.all(waiting)) expect(refusal(answer)).toEqual(UNAVAILABLE);
  });

  test("the secret counts beside it, a disabled account is none (K-10), and a person never is a client", async () => {
    const details = { jwks_uri: publish("/both", key), secret: "the other way" };
    const { body } = await save("both", details);
    const grant_type = "client_credentials";
    const bySecret = { id: "both", secret: "the other way" };
    expect((await service.form(TOKEN, { grant_type }, bySecret)).status).toBe(200);
    expect((await machine("both", key)).status).toBe(200);
    const path = `/auth/v1/service-accounts/${body.payload.id}`;
    await service.json("PATCH", path, { is_active: false });
    expect((await machine("both", key)).status).toBe(400);
    await service.createUser({ alias: ["eve"], details: { jwks_uri: publish("/eve", key) } });
    expect(refusal(await machine("eve", key))).toEqual(INVALID_CLIENT);
    expect(fetches("/eve")).toBe(0);
  });

  test.each([
    ["http", { jwks_uri: "http://keys.example.com/" }, "details.jwks_uri: must be an https URL"],
    ["a user", { jwks_uri: "https://u:p@keys.example.com/" }, "details.jwks_uri: must be"],
    ["a fragment", { jwks_uri: "https://keys.example.com/#x" }, "details.jwks_uri: must be"],
    ["a number", { jwks_uri: 1 }, "details.jwks_uri: must be"],
    [
      "two sources of keys",
      { jwks_uri: "https://keys.example.com/", jwks: { keys: [] } },
      "details.jwks: must not come with jwks_uri",
    ],
  ])("%s is refused when it is written", async (_name, details, text) => {
    const answer = await save("wrong", details);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(text)]);
  });
});

describe("clients that register themselves (RFC 7591)", () => {
  beforeEach(() => putSetting(service, "registration", OPEN));

  const redirects = { redirect_uris: ["https://notes.example.com/callback"] };
  const told = async (fields: object) => {
    const { status, body } = await register(service, { ...redirects, ...fields });
    return `${status} ${body.error ?? ""} ${body.error_description ?? ""}`;
  };

  test("with keys or their address, told back, without a secret; an update replaces them (RFC 7592)", async () => {
    const jwks = { keys: [key.jwk] };
    const made = await registered(service, {
      ...METHOD,
      jwks,
      token_endpoint_auth_signing_alg: "ES256",
    });
    expect(made).toMatchObject({ ...METHOD, jwks, token_endpoint_auth_signing_alg: "ES256" });
    expect(made).not.toHaveProperty("client_secret");
    const { client_id, registration_access_token: token } = made;
    const asks = async (by: ClientKey) => {
      const assertion = await assertionOf(client_id, by, { now: runtime.clock.now() });
      return (await service.form("/auth/oauth2/revoke", { token: "t", ...provenBy(assertion) }))
        .status;
    };
    expect([await asks(key), await asks(next)]).toEqual([200, 401]);
    const jwks_uri = publish("/registered", next);
    const update = { client_id, ...redirects, ...METHOD, jwks_uri };
    const updated = await manage(service, "PUT", client_id, token, update);
    expect(updated.status, updated.text).toBe(200);
    expect(updated.body).toMatchObject({ ...METHOD, jwks_uri });
    expect(updated.body).not.toHaveProperty("jwks");
    expect([await asks(key), await asks(next)]).toEqual([401, 200]);
    const secret = await manage(service, "PUT", client_id, token, {
      ...{ client_id, ...redirects, token_endpoint_auth_method: "client_secret_basic" },
    });
    expect(secret.body.client_secret).toMatch(/^[0-9a-f]{64}$/);
    expect([await asks(key), await asks(next)]).toEqual([401, 401]);
  });

  test.each([
    [{ token_endpoint_auth_method: "client_secret_jwt" }, "client_secret_jwt is not offered"],
    [{ ...METHOD }, "jwks: or jwks_uri is required"],
    [{ ...METHOD, jwks_uri: "http://127.0.0.1/keys" }, "jwks_uri: must be an https URL"],
    [
      { ...METHOD, jwks: { keys: [{ kty: "oct", k: "AQ" }] } },
      "is part of a private or shared key",
    ],
    [
      { ...METHOD, jwks_uri: "https://a.example.com/k", token_endpoint_auth_signing_alg: "HS256" },
      "must be one of",
    ],
  ])("%o is refused: %s", async (fields, text) => {
    const answer = await told(fields);
    expect(answer).toContain("400 invalid_client_metadata");
    expect(answer).toContain(text);
  });

  test("I-7: addresses of strangers are fetched so often for one network", async () => {
    const documents = { fetches: { per_network: 3, per_account: 3 } };
    await putSetting(service, "registration", { ...OPEN, documents });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      const jwks_uri = publish(`/stranger/${i}`, key);
      const { client_id } = await registered(service, { ...METHOD, jwks_uri });
      const assertion = await assertionOf(client_id, key, { now: runtime.clock.now() });
      const fields = { token: "t", ...provenBy(assertion) };
      statuses.push((await service.form("/auth/oauth2/revoke", fields)).status);
    }
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses.slice(3)).toEqual([429, 429]);
  });
});
