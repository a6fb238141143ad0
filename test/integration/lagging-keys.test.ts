/**
 * Signing keys and proofs of clients over a fleet: on two instances of which one hears nothing, during a rotation; and each algorithm
 * on Node, Bun and Deno (C-4, R-2, K-13).
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { caughtUp } from "../support/caught-up.ts";
import { ALGORITHMS, assertionOf, clientKey, provenBy } from "../support/client-keys.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { adminToken, RUNTIMES, send, startServer } from "../support/server.ts";
import { ADA, createAda, headerOf, putClient, TOKEN, WEB } from "../support/tokens.ts";

const MINUTE = 60_000;
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** It hears nothing, and looks for nothing by itself. */
const deaf = (dsn: string): Promise<TestAuth> =>
  testAuth(
    { database: { dsn }, cache: { disable_notification_listener: true } },
    { ...testRuntime(), every: () => ({ [Symbol.dispose]: () => undefined }) },
  );

async function pair(database: string) {
  const dsn = await postgres.createDatabase(database);
  const first = await testAuth({ database: { dsn } });
  await createAda(first);
  await putClient(first, WEB.id, { client_secret: WEB.secret });
  const second = await deaf(dsn);
  const close = async () => {
    await first[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
  };
  const advance = (ms: number) => {
    for (const one of [first, second]) one.runtime.advance(ms);
  };
  return { first, second, close, advance };
}

const login = async (service: TestAuth) => {
  const { status, text, body } = await service.form(TOKEN, { ...ADA, scope: "openid" }, WEB);
  expect(status, text).toBe(200);
  return body;
};
const takes = (service: TestAuth, token: string) =>
  service.auth.api.verify(token).then(
    () => true,
    () => false,
  );

test("C-4: during a rotation with an overlap a good token is never refused, by the instance that lags or the other", async () => {
  const { first, second, close, advance } = await pair("overlap");
  const before = await login(first);
  const renewed = await first.json("POST", "/auth/v1/jwt/renew");
  const [next] = renewed.body.payload.kids;
  advance(16 * MINUTE);
  const [ahead, behind] = [await login(first), await login(second)];
  expect(headerOf(ahead.access_token).kid).toBe(next);
  expect(headerOf(behind.access_token).kid).toBe(headerOf(before.access_token).kid);
  for (const instance of [first, second]) {
    for (const { access_token, refresh_token } of [ahead, behind]) {
      expect(await takes(instance, access_token)).toBe(true);
      const refresh = { grant_type: "refresh_token", refresh_token };
      expect((await instance.form(TOKEN, refresh, WEB)).status).toBe(200);
    }
  }
  // It has heard of the new key by a token of it.
  expect(headerOf((await login(second)).access_token).kid).toBe(next);
  await close();
});

test("C-4: after a rotation at once a dead key is not accepted, and the instance that lags takes the new one", async () => {
  const { first, second, close } = await pair("at_once");
  const dead = await login(first);
  expect((await first.json("POST", "/auth/v1/jwt/rotate")).status).toBe(200);
  const late = await login(second);
  expect(await takes(first, dead.access_token)).toBe(false);
  expect(await takes(first, late.access_token)).toBe(false);
  const fresh = await login(first);
  expect(await takes(second, fresh.access_token)).toBe(true);
  expect(await takes(second, dead.access_token)).toBe(false);
  expect(await takes(second, late.access_token)).toBe(false);
  await close();
});

test("RFC 7523 §3 (7): a proof that was used at one instance is refused at the other", async () => {
  const { first, second, close } = await pair("proofs");
  const key = await clientKey();
  const config = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.jwk] } };
  await putClient(first, "app", config);
  await (await second.auth.service).snapshots.refresh();
  const fields = { ...ADA, ...provenBy(await assertionOf("app", key)) };
  const answers = await Promise.all(
    [first, second, first, second].map((one) => one.form(TOKEN, fields)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  await close();
});

test("tokens of each algorithm, and proofs by it, are taken on Node, Bun and Deno alike", async () => {
  const dsn = await postgres.createDatabase("algorithms");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
  const servers = [];
  for (const runtime of RUNTIMES) servers.push(await startServer({ runtime, env }));
  const [main] = servers;
  if (!main) throw new Error("no server");
  const bearer = await adminToken(main);
  const { body } = await send(main, "GET", "/auth/v1/settings/jwt", { bearer });
  const { kid } = body.payload.value;
  const put = async (path: string, json: object) => {
    const { status, text } = await send(main, "PUT", path, { bearer, json });
    expect(status, text).toBe(200);
  };
  const resource_algorithms = Object.fromEntries(
    ALGORITHMS.map((alg) => [`https://${alg.toLowerCase()}.example.com`, alg]),
  );
  const value = { kid, algorithms: ["PS256", "ES256", "EdDSA"], resource_algorithms };
  await put("/auth/v1/settings/jwt", { value });
  const keys = await Promise.all(ALGORITHMS.map((alg) => clientKey(alg)));
  const method = { token_endpoint_auth_method: "private_key_jwt" };
  const jwks = { keys: keys.map(({ jwk }) => jwk) };
  await put("/auth/v1/oauth/clients/app", { config: { ...method, jwks, introspection: "any" } });
  await caughtUp(servers, bearer);
  const basic = main.demo ?? { id: "", secret: "" };
  for (const signs of servers) {
    for (const key of keys) {
      const resource = `https://${key.alg.toLowerCase()}.example.com`;
      const form = { grant_type: "client_credentials", resource };
      const made = await send(signs, "POST", "/auth/oauth2/token", { basic, form });
      const token = made.body.access_token;
      expect(headerOf(token).alg).toBe(key.alg);
      for (const server of servers) {
        const aud = `${server.url}/auth/oauth2`;
        const proof = provenBy(await assertionOf("app", key, { claims: { aud } }));
        const asked = await send(server, "POST", "/auth/oauth2/introspect", {
          form: { token, ...proof },
        });
        expect(asked.body, asked.text).toMatchObject({ active: true });
      }
    }
  }
  for (const server of servers) await server.stop("SIGKILL");
});
