/** Two services in one process: modules are shared, what they know and what they counted is not. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

let one: TestAuth;
let other: TestAuth;

beforeAll(async () => {
  [one, other] = await Promise.all([testAuth(), testAuth()]);
  for (const service of [one, other]) {
    await createAda(service);
    await putClient(service, WEB.id, { client_secret: WEB.secret });
  }
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const signIn = (service: TestAuth, fields: object = {}) =>
  service.form(TOKEN, { ...ADA, ...fields }, WEB);
const revoke = (service: TestAuth, token: string) =>
  service.form("/auth/oauth2/revoke", { token }, WEB);

test("a token of one is none of the other's, before and after its own has looked at it", async () => {
  const { access_token: token } = (await signIn(one)).body;
  const active = async (service: TestAuth) =>
    (await service.form("/auth/oauth2/introspect", { token }, WEB)).body.active;
  expect([await active(other), await active(one), await active(other)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("settings, and what is made of them, are each its own", async () => {
  const issuer = async (service: TestAuth) =>
    (await service.request("GET", "/.well-known/openid-configuration")).body.issuer;
  const before = await issuer(other);
  await putSetting(one, "oauth2", { base_url: "https://one.example.com" });
  expect([await issuer(one), await issuer(other)]).toEqual([
    "https://one.example.com/auth/oauth2",
    before,
  ]);
  await one.json("DELETE", "/auth/v1/settings/oauth2");
});

test("a search finds users of its own service alone", async () => {
  await other.createUser({ alias: ["grace"], details: { name: "Grace of the other" } });
  const found = async (service: TestAuth) =>
    (await service.json("GET", "/auth/v1/users?name=grace")).body.payload.length;
  // At the same time, so that both open their records at once.
  expect(await Promise.all([found(one), found(other)])).toEqual([0, 1]);
});

test("revocations at one do not use up the limit of the other", async () => {
  for (const service of [one, other]) {
    await putSetting(service, "token", { revocations_per_minute: 10 });
  }
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) {
    const { access_token: token } = (await signIn(one)).body;
    statuses.push((await revoke(one, token)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const { access_token: token } = (await signIn(other)).body;
  expect((await revoke(other, token)).status).toBe(200);
  for (const service of [one, other]) await putSetting(service, "token", {});
});

test("wrong passwords at one are not counted at the other", async () => {
  const wrong = async (service: TestAuth) =>
    (await signIn(service, { username: "ada@example.com", password: "wrong" })).status;
  const statuses: number[] = [];
  while (statuses.length < 30 && statuses.at(-1) !== 429) statuses.push(await wrong(one));
  expect(statuses.at(-1)).toBe(429);
  expect(await wrong(other)).not.toBe(429);
  expect((await signIn(other)).status).toBe(200);
  // Until the account is open again.
  one.runtime.advance(16 * 60_000);
});
