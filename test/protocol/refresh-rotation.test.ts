/** Rotation with reuse detection (decisions 4a T-1; K-9; RFC 9700 §4.14.2). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
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

const INVALID_GRANT = { status: 400, error: "invalid_grant" };
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, "limited", {
    client_secret: WEB.secret,
    grant_types: ["password"],
  });
  await putSetting(service, "token", { refresh_rotation: "always" });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = async (fields: Record<string, string> = {}) =>
  (await service.form(TOKEN, { ...ADA, ...fields }, WEB)).body;
const refresh = (refresh_token: string) =>
  service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);

test("a rotated token presented again within 30 s answers with the same successor", async () => {
  const { refresh_token: first } = await login();
  const { body: second } = await refresh(first);
  expect(second.refresh_token).not.toBe(first);
  service.runtime.advance(20_000);
  const { status, body: retried } = await refresh(first);
  expect(status).toBe(200);
  expect(retried.refresh_token).toBe(second.refresh_token);
  expect((await refresh(second.refresh_token)).status, "the successor is alive").toBe(200);
});

test("later it revokes the family: every member and its access tokens", async () => {
  const { refresh_token: first } = await login();
  const { body: second } = await refresh(first);
  const { body: third } = await refresh(second.refresh_token);
  service.runtime.advance(31_000);
  expect(refusal(await refresh(first))).toEqual(INVALID_GRANT);
  expect(refusal(await refresh(third.refresh_token))).toEqual(INVALID_GRANT);
  const { status } = await service.request("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `Bearer ${third.access_token}` },
  });
  expect(status).toBe(401);
});

test("two processes with one token file: within the 30 s the first token answers with the newest successor", async () => {
  const { refresh_token: first } = await login();
  const { body: second } = await refresh(first);
  service.runtime.advance(1_000);
  expect((await refresh(first)).body.refresh_token, "a retry").toBe(second.refresh_token);
  const { body: third } = await refresh(second.refresh_token);
  const { body: fourth } = await refresh(third.refresh_token);
  expect((await refresh(first)).body.refresh_token).toBe(fourth.refresh_token);
  expect((await refresh(second.refresh_token)).body.refresh_token).toBe(fourth.refresh_token);
  // The window is that of the token that comes again, however new its successors are.
  service.runtime.advance(30_000);
  expect(refusal(await refresh(first))).toEqual(INVALID_GRANT);
  expect(refusal(await refresh(fourth.refresh_token)), "the family has ended").toEqual(
    INVALID_GRANT,
  );
});

test("K-9: a token that was refreshed more than twenty times within its 30 s counts as stolen", async () => {
  const { refresh_token: first } = await login();
  let last: string = first;
  for (let count = 0; count < 20; count++) last = (await refresh(last)).body.refresh_token;
  expect((await refresh(first)).body.refresh_token).toBe(last);
  last = (await refresh(last)).body.refresh_token;
  expect(refusal(await refresh(first))).toEqual(INVALID_GRANT);
  expect(refusal(await refresh(last)), "the family has ended").toEqual(INVALID_GRANT);
});

test("T-1: a retry of the successor keeps its own 30 s", async () => {
  const { refresh_token: first } = await login();
  const { body: second } = await refresh(first);
  const { body: third } = await refresh(second.refresh_token);
  service.runtime.advance(20_000);
  expect((await refresh(second.refresh_token)).body.refresh_token).toBe(third.refresh_token);
  expect((await refresh(third.refresh_token)).status).toBe(200);
});

test("K-9: parallel use never leaves two live members", async () => {
  const { refresh_token: first } = await login();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
});

test("rotation stays inside the window of the session; sid and session_exp are kept", async () => {
  const { refresh_token: first } = await login();
  service.runtime.advance(3_600_000);
  const { body } = await refresh(first);
  const [before, after] = [claimsOf(first), claimsOf(body.refresh_token)];
  expect(after).toMatchObject({ sid: before.sid, session_exp: before.session_exp });
  expect(after.exp).toBe(before.session_exp);
});

test("C-5: the store holds neither the rotated id nor its successor in the clear", async () => {
  const { refresh_token: first } = await login();
  const { body } = await refresh(first);
  const { store } = await service.auth.service;
  const rows = JSON.stringify(
    await store.driver.session((s) => s.query("select * from auth_flow_codes")),
  );
  expect(rows).toContain("rotated_refresh");
  expect(rows).not.toContain(claimsOf(first).jti);
  expect(rows).not.toContain(body.refresh_token);
});

test("a client whose grant_types leave out refresh_token is given none", async () => {
  const { status, body } = await service.form(TOKEN, ADA, { id: "limited", secret: WEB.secret });
  expect(status).toBe(200);
  expect(body.refresh_token).toBeUndefined();
});
