/** Administrators with fewer rights (ADR 0090) and what is configured: nothing of it makes them more than they are. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { type LimitedSetup, limitedSetup } from "../../support/limited.ts";

let service: TestAuth;
let setup: LimitedSetup;
const CALLBACK = "https://app.example.com/callback";
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const APP = {
  client_secret: "a long secret",
  redirect_uris: [CALLBACK],
  grant_types: ["authorization_code"],
};
const COMPANY = {
  ...{ name: "Company", client_id: "postern", client_secret: "a secret there" },
  issuer: "https://op.example.com",
};

beforeAll(async () => {
  service = await testAuth();
  setup = await limitedSetup(service);
  const put = async (path: string, body: object) => {
    const { status, text } = await setup.as("root", "PUT", path, body);
    expect(status, text).toBe(200);
  };
  await put("/oauth/clients/trusted", { config: { ...APP, skip_consent: true } });
  await put("/oauth/clients/console", { config: { ...APP, management: true } });
  await put("/oauth/clients/old", { config: { ...APP, grant_types: [] } });
  await put("/oauth/clients/front", { config: APP });
  await put("/oauth/providers/company", { config: COMPANY });
  await put("/oauth/providers/off", { enabled: false, config: COMPANY });
  const provider = {
    auth_middleware: "postern",
    oauth2: { client_id: "front", client_secret: "a long secret", authorized_parties: ["later"] },
  };
  await put("/settings/session_providers", { value: { providers: { postern: provider } } });
  await put("/settings/accounts", { value: { invitation: { subject: "Welcome" } } });
});
afterAll(() => service[Symbol.asyncDispose]());

async function refused(alias: string, method: string, path: string, body?: unknown, why?: RegExp) {
  const version = async () => (await setup.as("root", "GET", "/version")).body.version;
  const before = await version();
  const answer = await setup.as(alias, method, path, body);
  expect(answer.status, `${alias} ${method} ${path}: ${answer.text}`).toBe(403);
  if (why) expect(answer.text).toMatch(why);
  expect(await version()).toBe(before);
}
async function answered(alias: string, method: string, path: string, body?: unknown) {
  const answer = await setup.as(alias, method, path, body);
  expect(answer.status, `${alias} ${method} ${path}: ${answer.text}`).toBe(200);
  return answer.body;
}

test("a client that people are asked about is theirs: made, changed, given a secret, switched off, deleted", async () => {
  const path = "/oauth/clients/wiki";
  await answered("clients", "PUT", path, { config: APP });
  const config = { ...APP, client_name: "Wiki", redirect_uris: ["https://wiki.example.com/cb"] };
  await answered("clients", "PUT", path, { enabled: false, config });
  await answered("clients", "POST", "/oauth/client-secrets/wiki", { overlap: "0" });
  expect((await answered("clients", "GET", path)).payload.config.management).toBe(false);
  await answered("clients", "DELETE", path);
});

test.each<[string, object]>([
  ["manages", { management: true }],
  ["asks no one", { skip_consent: true }],
  ["asks no one, by its other name", { consent: "skip" }],
  ["exchanges tokens", { grant_types: ["authorization_code", EXCHANGE] }],
  ["may do everything, because it names no grant", { grant_types: [] }],
  ["exchanges for other audiences", { exchange_audiences: ["https://api.example.com"] }],
  ["asks about every token", { introspection: "any" }],
  ["registered itself", { dynamic: true }],
  ["is for some roles, whether they exist or not", { allowed_role_ids: ["a role"] }],
])("no client is made, or becomes one, that %s", async (_what, more) => {
  await refused("clients", "PUT", "/oauth/clients/evil", { config: { ...APP, ...more } });
  await answered("clients", "PUT", "/oauth/clients/plain", { config: APP });
  await refused("clients", "PUT", "/oauth/clients/plain", { config: { ...APP, ...more } });
});

test.each(["trusted", "console", "front", "later"])(
  "client %s, whose tokens no one is asked for: no address, no secret, no end, and not made",
  async (id) => {
    const evil = { ...APP, redirect_uris: ["https://evil.example.com/cb"] };
    await refused("clients", "PUT", `/oauth/clients/${id}`, { config: evil });
    if (id === "later") return;
    await refused("clients", "POST", `/oauth/client-secrets/${id}`, { overlap: "0" });
    await refused("clients", "DELETE", `/oauth/clients/${id}`);
    await answered("clients", "GET", `/oauth/clients/${id}`);
  },
);

test("who may use a client stays as a full administrator said it: not changed, not left out, and not made again", async () => {
  const path = "/oauth/clients/payroll";
  const ruled = { ...APP, allowed_role_ids: [setup.roles.sales] };
  await answered("root", "PUT", path, { config: ruled });
  for (const allowed_role_ids of [undefined, [], [setup.roles.tech]]) {
    const config = { ...APP, allowed_role_ids };
    await refused("clients", "PUT", path, { config }, /allowed_role_ids/);
  }
  await refused("clients", "DELETE", path, undefined, /only some roles may use/);
  await answered("clients", "PUT", path, {
    enabled: false,
    config: { ...ruled, client_name: "P" },
  });
  await answered("clients", "POST", "/oauth/client-secrets/payroll", { overlap: "0" });
  const { payload } = await answered("root", "GET", path);
  expect(payload.config.allowed_role_ids).toEqual(ruled.allowed_role_ids);
  await answered("root", "DELETE", path);
});

test("a client keeps the grants that it has", async () => {
  const config = { ...APP, grant_types: [], client_name: "Old" };
  await answered("clients", "PUT", "/oauth/clients/old", { config });
});

test("who names the provider speaks for everyone who signs in there", async () => {
  const path = "/oauth/providers/company";
  await answered("providers", "PUT", path, { config: { ...COMPANY, name: "The company" } });
  await answered("providers", "PUT", path, {
    config: { ...COMPANY, client_secret: "a new secret" },
  });
  for (const more of [
    { issuer: "https://evil.example.com" },
    { client_id: "other" },
    { alias_claims: ["nickname"] },
    { email_verify_check: false },
    { second_factor: true },
    { acr_map: { basic: "phr" } },
    { scopes: ["openid", "email"] },
    { claim_mapping: { roles_claim: "groups", role_map: { staff: ["admins"] }, register: true } },
    { cert_url: "https://evil.example.com/jwks" },
  ]) {
    await refused("providers", "PUT", path, { config: { ...COMPANY, ...more } });
  }
  await refused("providers", "PUT", "/oauth/providers/evil", { config: COMPANY });
  await refused("providers", "DELETE", path);
  await refused("providers", "PUT", "/oauth/providers/off", { enabled: true, config: COMPANY });
  await answered("providers", "PUT", path, { enabled: false, config: COMPANY });
  const saml = { metadata_xml: "<x/>", entity_id: "https://id.example.com" };
  expect(
    (await setup.as("providers", "PUT", "/saml/providers/x", { config: saml })).status,
  ).not.toBe(200);
  const ldap = { addr: "ldap://127.0.0.1:1", user_base_dn: "dc=example,dc=com", allow_plain: true };
  await refused("providers", "PUT", "/ldap/configs/x", { config: ldap });
  await refused("providers", "PUT", "/login-buttons/oauth/company");
});

test("settings that give rights, lead mail elsewhere or loosen what protects are full administrators'", async () => {
  await answered("settings", "PUT", "/settings/branding", { value: { product_name: "Example" } });
  await answered("settings", "PATCH", "/settings", {
    branding: null,
    password: { refuse_common: true },
  });
  const kept = { invitation: { subject: "Welcome" } };
  const self_service = { name: true };
  await answered("settings", "PUT", "/settings/accounts", { value: { ...kept, self_service } });
  const template = { ...kept, self_service, invitation: { subject: "Hello" } };
  await refused(
    "settings",
    "PUT",
    "/settings/accounts",
    { value: template },
    /accounts\.invitation/,
  );
  await refused("settings", "DELETE", "/settings/accounts", undefined, /accounts\.invitation/);
  await refused("settings", "PUT", "/settings/password", {
    value: { attempts: { unlimited: true } },
  });
  const range = { range_url: "https://evil.example.com" };
  await refused("settings", "PUT", "/settings/password", { value: range }, /password\.range_url/);
  await refused("settings", "PUT", "/settings/branding", { value: { other: "member" } });
  for (const [namespace, value] of Object.entries({
    admin: { permission: "manage", limited: [] },
    signup: { default_role_ids: [setup.roles.admins] },
    second_factor: {},
    custom_info: {},
    email: { from: "x@example.com" },
    session_providers: {},
    oauth2: {},
    theme: { dark: true },
  })) {
    await refused("settings", "PUT", `/settings/${namespace}`, { value });
    await refused("settings", "PATCH", "/settings", { branding: {}, [namespace]: value });
  }
  const listed = (await answered("settings", "GET", "/settings")).payload;
  const names = listed.map(({ namespace }: { namespace: string }) => namespace).sort();
  expect(names).toEqual(["accounts", "password"]);
});

test("roles, permissions, group maps, keys and what signs are full administrators'", async () => {
  const { roles, users } = setup;
  for (const alias of ["read", "support", "people", "clients", "providers", "settings"]) {
    await refused(alias, "PATCH", `/roles/${roles.sales}`, { permission_ids: [setup.permission] });
    await refused(alias, "PUT", "/roles/relation", { sales: { roles: ["admins"] } });
    await refused(alias, "POST", "/roles", { name: "mine" });
    await refused(alias, "POST", "/permissions/bulk", [{ name: "mine" }]);
    await refused(alias, "POST", "/lmaps", { name: "staff", role_ids: [roles.admins] });
    await refused(alias, "POST", "/api-key-principals", { name: "k", user_id: users.root });
    await refused(alias, "POST", "/jwt/rotate");
    await refused(alias, "GET", "/session-providers");
  }
});

test("a token that does not manage has fewer rights no more than all", async () => {
  const { auth } = service;
  const session = { principal: "read", unmanaging: "the token does not manage" };
  const asked = new Request("https://id.example.com/auth/v1/users");
  const answer = await auth.fetch(asked, undefined, { session });
  expect(answer.status).toBe(403);
});

test("an API key that holds the role is as limited as its owner", async () => {
  const made = await answered("root", "POST", "/api-key-principals", {
    ...{ name: "reader", user_id: setup.users.read, role_ids: [setup.roles.read] },
  });
  const ask = async (path: string) => {
    const asked = new Request(`https://id.example.com/auth/v1${path}`);
    const session = { api_key_id: made.payload.id };
    return (await service.auth.fetch(asked, undefined, { session })).status;
  };
  expect([await ask("/users"), await ask("/session-providers")]).toEqual([200, 403]);
});
