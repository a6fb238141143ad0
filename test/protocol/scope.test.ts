/** Scope of initial grants (RFC 6749 §3.3; decisions O6, K-7) and limits of a client record. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, refusal, TOKEN, WEB } from "../support/tokens.ts";

let service: TestAuth;
const secret = "client-secret";

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await service.createServiceAccount({
    details: { name: "Robot", secret: "robot-secret", scope: "jobs  metrics" },
  });
  const client_secret = secret;
  await putClient(service, WEB.id, { client_secret, scope: ["openid", "base"] });
  await putClient(service, "bounded", {
    client_secret,
    scope: ["base"],
    allowed_scopes: ["read", "write"],
  });
  await putClient(service, "registered", { client_secret, scope: ["base", "read"] });
  await putClient(service, "no-password", { client_secret, grant_types: ["refresh_token"] });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = (id: string, scope?: string) =>
  service.form(TOKEN, { ...ADA, ...(scope !== undefined && { scope }) }, { id, secret });
const scopeOf = ({ body }: { body: { scope?: string } }) => body.scope?.split(" ").sort();

test("O6: the client's default scope joins every initial grant", async () => {
  expect(scopeOf(await login(WEB.id))).toEqual(["base", "openid"]);
  expect(scopeOf(await login(WEB.id, "extra base"))).toEqual(["base", "extra", "openid"]);
});

test("O6: also client_credentials, with the words of `details.scope`", async () => {
  const grant = { grant_type: "client_credentials", scope: "extra" };
  const robot = { id: "robot", secret: "robot-secret" };
  expect(scopeOf(await service.form(TOKEN, grant, robot))).toEqual(["extra", "jobs", "metrics"]);
});

test("K-7: without the list a client may ask for any scope, as specified", async () => {
  expect(scopeOf(await login(WEB.id, "anything at:all urn:x"))).toContain("urn:x");
});

test("K-7: with `allowed_scopes` a scope outside it is invalid_scope; its default scope stays", async () => {
  expect(scopeOf(await login("bounded", "read"))).toEqual(["base", "read"]);
  expect(scopeOf(await login("bounded", "base"))).toEqual(["base"]);
  expect(refusal(await login("bounded", "read admin"))).toEqual({
    status: 400,
    error: "invalid_scope",
  });
});

const refresh = (id: string, refresh_token: string, scope?: string) =>
  service.form(
    TOKEN,
    { grant_type: "refresh_token", refresh_token, ...(scope !== undefined && { scope }) },
    { id, secret },
  );

test("K-7: a scope is bounded by the list on refresh too, also when the list shrank later", async () => {
  const { body } = await login("bounded", "read write");
  await putClient(service, "bounded", { scope: ["base"], allowed_scopes: ["read"] });
  expect(scopeOf(await refresh("bounded", body.refresh_token))).toEqual(["base", "read"]);
  expect(refusal(await refresh("bounded", body.refresh_token, "write"))).toEqual({
    status: 400,
    error: "invalid_scope",
  });
});

test("K-7: dynamic clients are bounded by their registration", async () => {
  const { body } = await login("registered", "admin read");
  expect(scopeOf({ body })).toEqual(["admin", "base", "read"]);
  await putClient(service, "registered", { dynamic: true, scope: ["base", "read"] });
  expect(scopeOf(await refresh("registered", body.refresh_token))).toEqual(["base", "read"]);
});

test("RFC 6749 §3.3: characters outside the grammar are invalid_scope; repetition is harmless", async () => {
  for (const scope of ['a"b', "a\\b", "a\tb", "é", "\u0000"]) {
    expect(refusal(await login(WEB.id, scope)), JSON.stringify(scope)).toEqual({
      status: 400,
      error: "invalid_scope",
    });
  }
  expect(scopeOf(await login(WEB.id, "x  x base x"))).toEqual(["base", "openid", "x"]);
});

test("P-8: more than a hundred scopes are refused", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `s${i}`).join(" ");
  expect((await login(WEB.id, many(100))).status).toBe(200);
  expect(refusal(await login(WEB.id, many(101)))).toEqual({ status: 400, error: "invalid_scope" });
});

test("`grant_types` of a client record limits it: unauthorized_client", async () => {
  expect(refusal(await login("no-password"))).toEqual({
    status: 400,
    error: "unauthorized_client",
  });
});
