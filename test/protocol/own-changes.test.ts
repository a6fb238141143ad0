/** E-2: what people change of their own account is counted in one place, before the work. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bodyOf, type Operation, operationsOf } from "../support/api-document.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { createAda, putSetting } from "../support/tokens.ts";

const LIMIT = 3;

let service: TestAuth;
let changes: Operation[];
beforeAll(async () => {
  service = await testAuth();
  const { body } = await service.json("GET", "/auth/swagger/swagger.json");
  changes = operationsOf(body).filter(
    ({ method, path, described }) =>
      method !== "GET" && path.startsWith("/auth/v1/") && described["x-plane"] === "caller",
  );
  await createAda(service);
  await putSetting(service, "password", { own_changes: { per_account: LIMIT } });
});
afterAll(() => service[Symbol.asyncDispose]());

let user = "";
let made = 0;
beforeEach(async () => {
  user = `user${++made}`;
  await service.createUser({ alias: [user] });
});

function send(operation: Operation, as = user) {
  const { method, path } = operation;
  const body = bodyOf(operation);
  return service.request(method, path.replaceAll(/\{[^}]+\}/g, "01J0A0B0C0D0E0F0G0H0J0K0M4"), {
    headers: { "x-user": as, ...(body && { "content-type": body.type }) },
    ...(body && { body: JSON.stringify(body.example ?? {}) }),
  });
}

const RENAME = { method: "PATCH", path: "/auth/v1/passkey/credentials/{id}" };
const rename = () =>
  changes.find(({ method, path }) => method === RENAME.method && path === RENAME.path) as Operation;

test("every change of the API is counted, whatever comes of it, and described", async () => {
  expect(changes.length).toBeGreaterThan(12);
  for (const operation of changes) {
    const one = `user of ${operation.key}`.replaceAll(/[^a-z]+/gi, "-").slice(0, 60);
    await service.createUser({ alias: [one] });
    for (let i = 0; i < LIMIT; i++) {
      const { status } = await send(operation, one);
      expect([operation.key, status]).not.toEqual([operation.key, 429]);
    }
    const { status, headers } = await send(operation, one);
    expect([operation.key, status]).toEqual([operation.key, 429]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(operation.described.responses[429], operation.key).toBeDefined();
  }
});

test("the routes share one count; reading and other users are not concerned", async () => {
  for (const operation of changes.slice(0, LIMIT)) await send(operation);
  expect((await send(rename())).status).toBe(429);
  expect((await service.json("GET", "/auth/v1/me", undefined, user)).status).toBe(200);
  expect((await send(rename(), "ada")).status).toBe(404);
});

test("of requests at once no more than the limit reach the work", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(rename())));
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(LIMIT);
});

test("it ends with its window, and an administrator can switch it off", async () => {
  for (let i = 0; i < LIMIT; i++) await send(rename());
  expect((await send(rename())).status).toBe(429);
  service.runtime.advance(10 * 60_000 + 1_000);
  expect((await send(rename())).status).toBe(404);
  await putSetting(service, "password", { own_changes: { unlimited: true } });
  for (let i = 0; i < 3 * LIMIT; i++) expect((await send(rename())).status).toBe(404);
  await putSetting(service, "password", { own_changes: { per_account: LIMIT } });
});

test("the API and the forms of the account page share one count", async () => {
  const headers = { "x-user": user, "content-type": "application/x-www-form-urlencoded" };
  const page = await service.request("GET", "/auth/ui/account", { headers: { "x-user": user } });
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const fields = { form_token, current_password: "a", new_password: "b", repeated_password: "c" };
  const submit = () =>
    service.request("POST", "/auth/ui/password", { headers, body: new URLSearchParams(fields) });
  expect((await submit()).status).toBe(400);
  for (let i = 1; i < LIMIT; i++) await send(rename());
  const { status, text } = await submit();
  expect([status, text.includes('id="account-problem"')]).toEqual([429, true]);
  expect((await send(rename())).status).toBe(429);
});
