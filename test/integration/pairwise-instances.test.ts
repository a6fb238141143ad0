/** Pairwise subjects with two instances on one Postgres (ADR 0080): one secret, made by either. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, type TestAuth, testAuth } from "../support/auth.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, claimsOf, createAda, TOKEN } from "../support/tokens.ts";

let postgres: TestPostgres;
let first: TestAuth;
let second: TestAuth;
let ada: string;

beforeAll(async () => {
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("pairwise");
  const options = { database: { dsn }, encryption: { key: KEY } };
  first = await testAuth(options, testRuntime({ loops: true }));
  ada = await createAda(first);
  second = await testAuth(options, testRuntime({ loops: true }));
});
afterAll(async () => {
  await first?.[Symbol.asyncDispose]();
  await second?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

const SECRET = "the secret of a client";
const save = (service: TestAuth, id: string) =>
  service.json("PUT", `/auth/v1/oauth/clients/${id}`, {
    config: {
      ...{ client_secret: SECRET, subject_type: "pairwise" },
      redirect_uris: ["https://shop.example.com/callback"],
    },
  });
const signIn = async (service: TestAuth, id: string) => {
  const form = { ...ADA, scope: "openid" };
  const { status, body, text } = await service.form(TOKEN, form, { id, secret: SECRET });
  expect(status, text).toBe(200);
  return body;
};

test("both know a person by one subject, also when both made the first record, and take each other's tokens", async () => {
  const saved = await Promise.all([save(first, "shop"), save(second, "shop-app")]);
  expect(saved.map(({ status }) => status)).toEqual([200, 200]);
  const version = Math.max(...saved.map(({ body }) => body.meta?.version ?? 0));
  for (const service of [first, second]) {
    await expect.poll(() => service.auth.api.version()).toBeGreaterThanOrEqual(version);
  }
  const [one, other] = [await signIn(first, "shop"), await signIn(second, "shop-app")];
  expect(claimsOf(one.id_token).sub).toBe(claimsOf(other.id_token).sub);
  expect(claimsOf(one.id_token).sub).not.toBe(ada);
  expect(await second.auth.api.verify(one.access_token)).toMatchObject({ sub: ada });
  expect(await first.auth.api.verify(other.access_token)).toMatchObject({ sub: ada });
  const refresh = { grant_type: "refresh_token", refresh_token: one.refresh_token };
  const again = await second.form(TOKEN, refresh, { id: "shop", secret: SECRET });
  expect(claimsOf(again.body.id_token).sub).toBe(claimsOf(one.id_token).sub);
});
