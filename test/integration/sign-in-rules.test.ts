/** Rules for sign-ins hold across two instances on one Postgres (settings `sign_ins`; ). */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { measuredSignIns } from "../../src/store/tables.ts";
import { endOverdueSignIns } from "../../src/tokens/sign-in-use.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const MINUTE = 60_000;
let postgres: TestPostgres;
let one: TestAuth;
let two: TestAuth;

beforeAll(async () => {
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("sign_in_rules");
  one = await testAuth({ database: { dsn } }, testRuntime({ loops: true }));
  await createAda(one);
  await putClient(one, WEB.id, { client_secret: WEB.secret });
  two = await testAuth({ database: { dsn } }, testRuntime({ loops: true }));
});
afterAll(async () => {
  await one?.[Symbol.asyncDispose]();
  await two?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

async function rule(value: Record<string, unknown>) {
  await putSetting(one, "sign_ins", value);
  const { version } = (await one.auth.service).snapshots.current;
  await expect
    .poll(async () => (await two.auth.service).snapshots.current.version, {
      timeout: patient(10_000),
    })
    .toBeGreaterThanOrEqual(version);
}
const pass = (milliseconds: number) => {
  for (const { runtime } of [one, two]) runtime.advance(milliseconds);
};
const signIn = async (at: TestAuth) => {
  const { status, body, text } = await at.form(TOKEN, { ...ADA, remember_me: "true" }, WEB);
  expect(status, text).toBe(200);
  return body.refresh_token as string;
};
const refresh = async (at: TestAuth, refresh_token: string) =>
  (await at.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB)).status;
const rows = async () => (await one.auth.service).store.db.select().from(measuredSignIns);

beforeEach(async () => {
  const { store } = await one.auth.service;
  await store.db.delete(measuredSignIns);
});

test("a use at one instance counts at the other, and an end there is heard", async () => {
  await rule({ idle: "30m" });
  const token = await signIn(one);
  for (let round = 0; round < 3; round += 1) {
    pass(20 * MINUTE);
    expect(await refresh(round % 2 === 0 ? two : one, token)).toBe(200);
  }
  pass(31 * MINUTE);
  expect(await refresh(two, token)).toBe(400);
  await expect.poll(() => refresh(one, token), { timeout: patient(10_000) }).toBe(400);
});

test("a look by the clock at both ends each once", async () => {
  await rule({ idle: "30m" });
  const tokens = [await signIn(one), await signIn(two), await signIn(one)];
  pass(31 * MINUTE);
  await Promise.all([one, two].map(async ({ auth }) => endOverdueSignIns(await auth.service)));
  expect(await rows()).toEqual([]);
  for (const token of tokens) {
    for (const at of [one, two]) {
      await expect.poll(() => refresh(at, token), { timeout: patient(10_000) }).toBe(400);
    }
  }
});

test("of sign-ins that begin together at both, so many are left", async () => {
  await rule({ most: 3 });
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, index) => signIn(index % 2 === 0 ? one : two)),
  );
  expect(await rows()).toHaveLength(3);
  const living = async () => {
    const answers = await Promise.all(
      tokens.flatMap((token) => [one, two].map((at) => refresh(at, token))),
    );
    return answers.filter((status) => status === 200).length;
  };
  await expect.poll(living, { timeout: patient(10_000) }).toBe(6);
});
