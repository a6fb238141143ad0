/** Revocations of one caller share a write, and are limited per client (security review 25; X-2, O2, R-2). */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, TOKEN, WEB, withSetting } from "../support/tokens.ts";

const OTHER = { id: "other-app", secret: "other-secret" };
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, OTHER.id, { client_secret: OTHER.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

const signIn = async (client = WEB): Promise<string> =>
  (await service.form(TOKEN, ADA, client)).body.access_token;
const signIns = (count: number, client = WEB) =>
  Promise.all(Array.from({ length: count }, () => signIn(client)));
const revoke = (token: string, client = WEB) =>
  service.form("/auth/oauth2/revoke", { token }, client);
const active = async (token: string, client = WEB): Promise<boolean> =>
  (await service.form("/auth/oauth2/introspect", { token }, client)).body.active;
const version = async (): Promise<number> =>
  (await service.json("GET", "/auth/v1/info")).body.payload.version;

test("X-2: twenty revocations of one caller at once are a few versions and events, and all count", async () => {
  const tokens = await signIns(20);
  const before = await version();
  const answers = await Promise.all(tokens.map((token) => revoke(token)));
  expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
  const written = (await version()) - before;
  expect(written).toBeGreaterThan(0);
  // Two in each half second; a slow machine needs more than one.
  expect(written).toBeLessThanOrEqual(6);
  for (const token of tokens) expect(await active(token)).toBe(false);
  const { store } = await service.auth.service;
  const rows = await store.driver.session((session) =>
    session.query(
      `select sum(json_array_length((changes->'revocations')::json))::int as named, count(*)::int as events
       from auth_events where topic = 'revocations' and version > ${before}`,
    ),
  );
  expect(rows).toEqual([{ named: 20, events: written }]);
  await service.json("POST", "/auth/v1/sync");
  for (const token of tokens) expect(await active(token), "after a reload").toBe(false);
});

test("X-2: a revocation that waits for its write is in force on this instance already", async () => {
  const [token = ""] = await signIns(1);
  const { store } = await service.auth.service;
  const gate = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = store.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  let answered = false;
  const revoked = revoke(token).then((answer) => {
    answered = true;
    return answer;
  });
  for (let tries = 0; tries < 200 && (await active(token)); tries++) {
    await new Promise((resolve) => setTimeout(resolve));
  }
  const seen = [await active(token), answered];
  gate.resolve();
  await holding;
  expect(seen).toEqual([false, false]);
  expect((await revoked).status).toBe(200);
  expect(await active(token)).toBe(false);
});

test("R-5: a write that fails is told to all who wait for it, and revokes nothing", async () => {
  const tokens = await signIns(3);
  const { store } = await service.auth.service;
  const { transaction } = store.db;
  const lost = Object.assign(new Error("connection is gone"), { code: "ECONNRESET" });
  store.db.transaction = () => Promise.reject(lost);
  const answers = await Promise.all(tokens.map((token) => revoke(token)));
  store.db.transaction = transaction;
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  for (const token of tokens) expect(await active(token)).toBe(true);
  for (const token of tokens) expect((await revoke(token)).status).toBe(200);
  for (const token of tokens) expect(await active(token)).toBe(false);
});

test("O2: a client revokes so many tokens a minute; others, unknown and repeated ones do not count", async () => {
  await withSetting(service, "token", { revocations_per_minute: 10 }, async () => {
    service.runtime.advance(60_000);
    const tokens = await signIns(12);
    const first = await Promise.all(tokens.slice(0, 10).map((token) => revoke(token)));
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));
    const [, last = ""] = tokens.slice(10);
    const refused = await revoke(last);
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await active(last)).toBe(true);
    expect((await revoke(tokens[0] ?? "")).status, "a repetition").toBe(200);
    expect((await revoke("unknown")).status).toBe(200);
    expect((await revoke(await signIn(OTHER), OTHER)).status, "another client").toBe(200);
    service.runtime.advance(60_000);
    expect((await revoke(last)).status).toBe(200);
  });
});
