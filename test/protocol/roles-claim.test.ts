/** Roles in tokens (specification, token rule 11; auth-wire 5.2, computation 2). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  roleWithScopes,
  TOKEN,
  withSetting,
} from "../support/tokens.ts";

let service: TestAuth;
const secret = "client-secret";

beforeAll(async () => {
  service = await testAuth();
  const role = await roleWithScopes(service, "staff", {
    reports: { reports: ["viewer", "editor"], openid: ["member"] },
    billing: { reports: ["viewer"], billing: ["payer"] },
    plain: {},
  });
  await roleWithScopes(service, "unheld", { secret: { reports: ["root"], openid: ["root"] } });
  await createAda(service, { role_ids: [role] });
  const client_secret = secret;
  await putClient(service, "plain", { client_secret });
  await putClient(service, "default-scope", { client_secret, scope: ["billing"] });
  await putClient(service, "own-path", { client_secret, roles_claim: "realm_access.roles" });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = async (id: string, scope: string) =>
  (await service.form(TOKEN, { ...ADA, scope }, { id, secret })).body;
const access = async (id: string, scope: string) => claimsOf((await login(id, scope)).access_token);

test("a permission's `scope` map contributes roles when the request asks for that scope", async () => {
  expect((await access("plain", "reports")).roles.sort()).toEqual(["editor", "viewer"]);
  expect((await access("plain", "billing")).roles).toEqual(["payer"]);
});

test("… or the client lists it as default scope", async () => {
  expect((await access("default-scope", "")).roles).toEqual(["payer"]);
});

test("roles are the union over all effective permissions, each once; others' permissions give none", async () => {
  const { roles } = await access("plain", "reports billing openid");
  expect(roles.sort()).toEqual(["editor", "member", "payer", "viewer"]);
});

test("a permission with an empty `scope` map puts nothing in a token; no roles, no claim", async () => {
  expect(await access("plain", "unknown")).not.toHaveProperty("roles");
  expect(await access("plain", "toString __proto__ constructor")).not.toHaveProperty("roles");
});

test("the list is written to access token and ID token at the same dot path", async () => {
  const { access_token, id_token } = await login("own-path", "openid");
  for (const token of [access_token, id_token]) {
    expect(claimsOf(token)).toMatchObject({ realm_access: { roles: ["member"] } });
    expect(claimsOf(token)).not.toHaveProperty("roles");
  }
});

test("the client's `roles_claim` when set, else `token.roles_claim`", async () => {
  await withSetting(service, "token", { roles_claim: "app.access.list" }, async () => {
    expect(await access("plain", "billing")).toMatchObject({
      app: { access: { list: ["payer"] } },
    });
    expect(await access("own-path", "billing")).toMatchObject({
      realm_access: { roles: ["payer"] },
    });
  });
});

test("a dot path overwrites a non-object in its way, never a protocol claim (T-11, N-6)", async () => {
  await withSetting(service, "token", { roles_claim: "email.roles" }, async () => {
    expect((await access("plain", "billing")).email).toEqual({ roles: ["payer"] });
  });
  for (const path of [
    "sub",
    "iss.roles",
    "aud",
    "typ",
    "amr",
    "acr.x",
    "scope.x",
    "__proto__.roles",
    "a..b",
    "",
  ]) {
    const value = { roles_claim: path };
    const { status } = await service.json("PUT", "/auth/v1/settings/token", { value });
    expect(status, path).toBe(path === "" ? 200 : 400);
  }
  await service.json("DELETE", "/auth/v1/settings/token");
});

test("the refresh token carries no roles; a refresh computes them anew", async () => {
  const { refresh_token } = await login("plain", "reports");
  expect(claimsOf(refresh_token)).not.toHaveProperty("roles");
  const { body } = await service.form(
    TOKEN,
    { grant_type: "refresh_token", refresh_token },
    { id: "plain", secret },
  );
  expect(claimsOf(body.access_token).roles.sort()).toEqual(["editor", "viewer"]);
});
