/** `roles_in_tokens`: the names of held roles in the tokens of a client (specification, token rule 11; decision E-9). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  newFlow,
  openPage,
  S256,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import { OPEN, registered } from "../support/registration.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  ROBOT,
  roleWithScopes,
  TOKEN,
} from "../support/tokens.ts";

let service: TestAuth;
let stranger: string;
let ada: string;
const API = "https://api.example.com";
const secret = "client-secret";
/** What Ada holds: `staff` contains `everyone`, and `guest` is hers for a time. */
const HELD = ["everyone", "guest", "staff"];

const role = async (fields: Record<string, unknown>): Promise<string> =>
  (await service.json("POST", "/auth/v1/roles", fields)).body.payload.id;

beforeAll(async () => {
  service = await testAuth();
  const everyone = await role({ name: "everyone" });
  const staff = await role({ name: "staff", role_ids: [everyone] });
  const guest = await role({ name: "guest" });
  const past = await role({ name: "past" });
  await role({ name: "unheld" });
  await roleWithScopes(service, "scoped", { reports: { reports: ["viewer"] } });
  const hour = 3_600_000;
  const at = (offset: number) => new Date(Date.now() + offset).toISOString();
  ada = await createAda(service, {
    role_ids: [staff],
    tmp_role_ids: [
      { id: guest, starts_at: at(-hour), expires_at: at(hour) },
      { id: past, starts_at: at(-2 * hour), expires_at: at(-hour) },
    ],
  });
  const made = { public: true, redirect_uris: [CALLBACK], roles_in_tokens: true };
  await putClient(service, "asked", made);
  await putClient(service, "own", { ...made, skip_consent: true });
  await putClient(service, "later", {
    ...{ client_secret: secret, skip_consent: true, roles_in_tokens: true },
  });
  await putClient(service, "without", { ...made, roles_in_tokens: false, skip_consent: true });
  await putSetting(service, "registration", OPEN);
  const given = { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
  stranger = (await registered(service, given)).client_id;
});
afterAll(() => service[Symbol.asyncDispose]());

const rolesOf = (claims: { roles?: string[] } | undefined) => claims?.roles?.toSorted() ?? [];

/** What a client that a person signs in to is told of their roles, and the page that asked. */
async function learned(client_id: string, scope: string, resource?: string) {
  const flow = await newFlow(service, {
    ...{ client_id, scope, ...S256, ...(resource && { resource }) },
  });
  const page = await openPage(service, flow);
  const answered =
    page.status === 302
      ? page
      : await submit(service, { flow, form_token: formTokenOf(page), action: "approve" });
  const { body } = await service.form(TOKEN, {
    ...{ grant_type: "authorization_code", code: answerOf(answered).code ?? "" },
    ...{ redirect_uri: CALLBACK, client_id, code_verifier: VERIFIER },
  });
  const headers = { authorization: `Bearer ${body.access_token}` };
  const userinfo = await service.request("GET", "/auth/oauth2/userinfo", { headers });
  const refreshed = await service.form(TOKEN, {
    ...{ grant_type: "refresh_token", client_id, refresh_token: body.refresh_token },
  });
  return {
    page: page.text,
    access: rolesOf(claimsOf(body.access_token)),
    id: rolesOf(claimsOf(body.id_token)),
    userinfo: rolesOf(userinfo.body),
    refreshed: rolesOf(claimsOf(refreshed.body.access_token)),
  };
}
const everywhere = (roles: readonly string[]) => ({
  ...{ access: roles, id: roles, userinfo: roles, refreshed: roles },
});

describe("a client of one's own has them without a scope", () => {
  test("all that are held: contained and temporary ones, none that has ended or belongs to others", async () => {
    expect(await learned("own", "openid")).toMatchObject(everywhere(HELD));
  });

  test("none without the switch, whatever scope is asked for", async () => {
    expect(await learned("without", "openid roles")).toMatchObject(everywhere([]));
  });

  test("also in an access token for a resource", async () => {
    expect(await learned("own", "openid", API)).toMatchObject(everywhere(HELD));
  });
});

describe("E-9: a client that people are asked about", () => {
  test.each([
    ["contract's claims", {}],
    ["claims by scope", { claims_by_scope: true }],
  ])("gets them with the scope `roles` alone, and the page says so: %s", async (_, token) => {
    await putSetting(service, "token", token);
    const silent = await learned("asked", "openid profile email");
    const told = await learned("asked", "openid roles");
    await putSetting(service, "token", {});
    expect(silent).toMatchObject(everywhere([]));
    expect(silent.page).not.toContain("your roles");
    expect(told).toMatchObject(everywhere(HELD));
    expect(told.page).toContain("See the names of your roles");
  });

  test("none of them stands in an access token for a resource of others", async () => {
    const found = await learned("asked", "openid roles", API);
    expect(found).toMatchObject({ access: [], id: HELD, userinfo: HELD, refreshed: [] });
  });

  test("a client that registered itself is told none, and the page claims nothing", async () => {
    const found = await learned(stranger, "openid roles");
    expect(found).toMatchObject(everywhere([]));
    expect(found.page).not.toContain("See the names of your roles");
  });

  test("… not when it registers with the switch either", async () => {
    const { client_id } = await registered(service, {
      ...{ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none", roles_in_tokens: true },
    });
    expect(await learned(client_id, "openid roles")).toMatchObject(everywhere([]));
  });

  test("… and with the scope when an administrator switches it on", async () => {
    const given = { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
    const { client_id } = await registered(service, given);
    const path = `/auth/v1/oauth/clients/${client_id}`;
    const { config } = (await service.json("GET", path)).body.payload;
    await putClient(service, client_id, { ...config, roles_in_tokens: true, skip_consent: true });
    expect(await learned(client_id, "openid")).toMatchObject(everywhere([]));
    expect(await learned(client_id, "openid roles")).toMatchObject(everywhere(HELD));
  });
});

describe("tokens of other grants", () => {
  test("names that scopes bring stand beside them, each once, at the client's path", async () => {
    await putClient(service, "beside", {
      ...{ client_secret: secret, skip_consent: true, roles_in_tokens: true },
      roles_claim: "realm_access.roles",
    });
    const person = (await service.json("GET", `/auth/v1/users/${ada}`)).body.payload;
    const before = { role_ids: person.role_ids };
    await service.json("PATCH", `/auth/v1/users/${ada}`, {
      role_ids: [...person.role_ids, "scoped"],
    });
    const client = { id: "beside", secret };
    const { body } = await service.form(TOKEN, { ...ADA, scope: "openid reports" }, client);
    await service.json("PATCH", `/auth/v1/users/${ada}`, before);
    const { realm_access, roles } = claimsOf(body.access_token);
    expect(realm_access.roles.toSorted()).toEqual([...HELD, "scoped", "viewer"].toSorted());
    expect(roles).toBeUndefined();
  });

  test("a role that is taken is in no token after it, and gone from userinfo at once", async () => {
    const client = { id: "later", secret };
    const id = await service.createUser({
      ...{ alias: ["eve"], role_ids: [await role({ name: "for-a-while" })] },
      details: { password: "correct horse" },
    });
    const signIn = { ...ADA, username: "eve", scope: "openid" };
    const { body } = await service.form(TOKEN, signIn, client);
    expect(rolesOf(claimsOf(body.access_token))).toEqual(["for-a-while"]);
    await service.json("PATCH", `/auth/v1/users/${id}`, { role_ids: [] });
    const headers = { authorization: `Bearer ${body.access_token}` };
    const userinfo = await service.request("GET", "/auth/oauth2/userinfo", { headers });
    expect(userinfo.body).not.toHaveProperty("roles");
  });

  test("a service account's own token has none: it is no client record", async () => {
    await service.createServiceAccount();
    const { body } = await service.form(TOKEN, { grant_type: "client_credentials" }, ROBOT);
    expect(claimsOf(body.access_token)).not.toHaveProperty("roles");
  });
});

test("the explanation of a token says which names are held, and which scope is missing", async () => {
  const ask = async (client_id: string, scope: string) =>
    (await service.json("POST", `/auth/v1/users/${ada}/explain-roles`, { client_id, scope })).body
      .payload.token;
  const own = await ask("own", "openid");
  expect(own.roles.map(({ name, held }: { name: string; held: boolean }) => [name, held])).toEqual(
    expect.arrayContaining(HELD.map((name) => [name, true])),
  );
  const asked = await ask("asked", "openid");
  expect([asked.total, asked.other_scopes]).toEqual([0, ["roles"]]);
});

test("the metadata offer the scope while a client of an administrator has the switch", async () => {
  const { body } = await service.request("GET", "/auth/oauth2/.well-known/openid-configuration");
  expect(body.scopes_supported).toContain("roles");
});

test("N-1: with more names than a token can hold none is issued, and the refusal counts them", async () => {
  const ids = await Promise.all(
    Array.from({ length: 90 }, (_, n) => role({ name: `${"long".repeat(60)}-${n}` })),
  );
  await service.createUser({
    ...{ alias: ["many"], role_ids: ids, details: { password: "correct horse" } },
  });
  const client = { id: "later", secret };
  const { status, body } = await service.form(TOKEN, { ...ADA, username: "many" }, client);
  expect([status, body.error]).toEqual([400, "invalid_scope"]);
  expect(body.error_description).toContain("90 roles");
});
