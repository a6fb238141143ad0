/** What is issued can be used: one limit for minting, verifying and the headers of a request (N-1; rule 11). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { passwordLogin, startGateway } from "../support/gateway.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  roleWithScopes,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const MOST = 14 * 1024;
let service: TestAuth;
let ada: string;

/** Role names of 25 characters each, about 38 in a token. */
const names = (count: number, prefix = "role-with-a-name") =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(8, "0")}`);
const most = (scope: string, count: number) => ({ [scope]: names(count) });

beforeAll(async () => {
  service = await testAuth();
  const role = await roleWithScopes(service, "wide", {
    "few-roles": most("few", 20),
    "half-of-it": most("half", 200),
    "many-roles": most("many", 500),
    "more-roles": { many: names(30, "another-name") },
  });
  ada = await createAda(service, { role_ids: [role] });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = (scope: string) => service.form(TOKEN, { ...ADA, scope }, WEB);
const warnings = async () => (await service.auth.health()).detail.warnings.join("\n");

test("22a: a token that could not be used is not issued; error and log line tell why", async () => {
  const before = service.runtime.lines.length;
  const { status, body } = await login("openid many");
  expect([status, body.error]).toEqual([400, "invalid_scope"]);
  expect(body.error_description).toMatch(/would have 2\d{4} characters.*at most 14336/);
  expect(body.error_description).toContain("530 roles, 2 scopes, 0 resources");
  const lines = service.runtime.lines
    .slice(before)
    .filter(({ message }) => message.startsWith("a token was not issued"));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.fields).toMatchObject({
    principal: ada,
    client: WEB.id,
    roles: 530,
    scopes: 2,
    permissions: ["many-roles: 500 roles", "more-roles: 30 roles"],
  });
});

test("22a: profile and scopes count, too", async () => {
  await createAda(service, { alias: ["long"] }, { name: "n".repeat(12_000), uid: "l" });
  const { status, body } = await service.form(TOKEN, { ...ADA, username: "long" }, WEB);
  expect([status, body.error]).toEqual([400, "invalid_scope"]);
  expect(body.error_description).toContain("0 roles, 0 scopes, 0 resources");
});

test("22a: the longest token that is issued works in a header, a form, introspection and revocation", async () => {
  let longest = "";
  for (let count = 420; longest === ""; count -= 1) {
    const id = `count-${count}`;
    const role = await roleWithScopes(service, id, { [id]: { [id]: names(count) } });
    await service.json("PATCH", `/auth/v1/users/${ada}`, { role_ids: ["wide", role] });
    const { status, body } = await login(id);
    if (status === 200) longest = body.access_token;
  }
  expect(longest.length).toBeGreaterThan(MOST - 60);
  expect(longest.length).toBeLessThanOrEqual(MOST);
  const headers = {
    authorization: `Bearer ${longest}`,
    accept: "application/json",
    "user-agent": "x".repeat(200),
    cookie: `session=${"y".repeat(1_000)}`,
  };
  const byHeader = await service.request("GET", "/auth/oauth2/userinfo", { headers });
  expect(byHeader.status, byHeader.text).toBe(200);
  expect(byHeader.body.roles.length).toBe(claimsOf(longest).roles.length);
  const active = async () =>
    (await service.form("/auth/oauth2/introspect", { token: longest }, WEB)).body.active;
  expect((await service.form("/auth/oauth2/userinfo", { access_token: longest })).status).toBe(200);
  expect(await active()).toBe(true);
  await service.form("/auth/oauth2/revoke", { token: longest }, WEB);
  expect(await active()).toBe(false);
});

test("22a: health warns from half of the limit, until the tokens are short again", async () => {
  await using own = await testAuth();
  const role = await roleWithScopes(own, "wide", {
    few: most("few", 20),
    half: most("half", 200),
  });
  const id = await createAda(own, { role_ids: [role] });
  await putClient(own, WEB.id, { client_secret: WEB.secret });
  const told = async () => (await own.auth.health()).detail.warnings.join("\n");
  await own.form(TOKEN, { ...ADA, scope: "few" }, WEB);
  expect(await told()).not.toContain(id);
  await own.form(TOKEN, { ...ADA, scope: "half" }, WEB);
  const pattern = new RegExp(
    `principal ${id}.*client ${WEB.id}.*\\d{4} of 14336 characters.*200 roles`,
  );
  expect(await told()).toMatch(pattern);
  await own.form(TOKEN, { ...ADA, scope: "few" }, WEB);
  expect(await told()).not.toContain(id);
});

test("22a: health also names who was refused", async () => {
  await login("many");
  expect(await warnings()).toMatch(new RegExp(`principal ${ada}.*2\\d{4} of 14336 characters`));
});

test("22a: the login page says so instead of looping", async () => {
  await using gateway = await startGateway();
  const role = await roleWithScopes(gateway.service, "wide", { wide: most("openid", 500) });
  const { body } = await gateway.service.json("GET", "/auth/v1/users?alias=ada");
  await gateway.service.json("PATCH", `/auth/v1/users/${body.payload[0].id}`, { role_ids: [role] });
  const answer = await passwordLogin(gateway.jar());
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain("500 roles");
  expect(answer.headers.getSetCookie()).toEqual([]);
});
