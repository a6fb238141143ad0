/** What a deletion takes along: C7, W25 (auth-wire 2.6, 2.7, 10.1, 10.2). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { createPermission, createRole, payloadOf, saysOnly, version } from "./expectations.ts";

const FAR = "2131-01-01T00:00:00Z";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const query = async (text: string, parameters: readonly unknown[] = []) => {
  const { store } = await service.auth.service;
  return store.driver.session((session) => session.query(text, parameters));
};

/** API keys have no routes yet; their rows exist. */
const insertKey = (
  id: string,
  roles: string[],
  permissions: string[],
  user: string | null = null,
) =>
  query(
    `insert into auth_api_keys (id, user_id, name, key_hash, role_ids, permission_ids, details)
     values ($1, $2, $1, $1, $3, $4, '{}')`,
    [id, user, JSON.stringify(roles), JSON.stringify(permissions)],
  );
const key = async (id: string) => {
  const [row] = await query(
    "select role_ids, permission_ids, disabled, revision from auth_api_keys where id = $1",
    [id],
  );
  return row;
};

test("C7: a deleted role leaves users, accounts, roles, maps, keys and signup in one transaction", async () => {
  const role = await createRole(service, "gone");
  const kept = await createRole(service, "kept", { role_ids: [role] });
  const grants = [
    { id: role, expires_at: FAR },
    { id: kept, starts_at: "2130-01-01", expires_at: FAR },
  ];
  const user = await service.createUser({
    alias: ["c7"],
    role_ids: [kept, role],
    sync_role_ids: [role],
    tmp_role_ids: grants,
  });
  const timed = await service.createServiceAccount({ alias: ["c7s"], tmp_role_ids: grants });
  const untouched = await service.createUser({ alias: ["c7u"], role_ids: [kept] });
  const before = await payloadOf(service, `/auth/v1/users/${untouched}`);
  await service.json("POST", "/auth/v1/lmaps", { name: "c7", role_ids: [role, kept] });
  const signup = { default_role_ids: [role, kept], verify_subject: "Hello {{ .Name }}" };
  expect((await service.json("PUT", "/auth/v1/settings/signup", { value: signup })).status).toBe(
    200,
  );
  await insertKey("both", [role, kept], []);
  await insertKey("last", [role], []);
  const start = await version(service);

  saysOnly(await service.json("DELETE", `/auth/v1/roles/${role}`), "role deleted");

  expect(await version(service), "one transaction").toBe(start + 1);
  expect(await payloadOf(service, `/auth/v1/users/${user}`)).toMatchObject({
    role_ids: [kept],
    sync_role_ids: [],
    tmp_role_ids: [{ id: kept, starts_at: "2130-01-01T00:00:00Z", expires_at: FAR }],
    roles: [{ id: kept, name: "kept" }],
    details: { name: "Ada" },
  });
  expect(await payloadOf(service, `/auth/v1/service-accounts/${timed}`)).toMatchObject({
    tmp_role_ids: [{ id: kept }],
  });
  expect(await payloadOf(service, `/auth/v1/users/${untouched}`)).toEqual({
    ...before,
    roles: [{ id: kept, name: "kept" }],
  });
  expect(await payloadOf(service, `/auth/v1/roles/${kept}`)).toMatchObject({ role_ids: [] });
  expect(await payloadOf(service, "/auth/v1/lmaps/c7")).toMatchObject({ role_ids: [kept] });
  expect((await payloadOf(service, "/auth/v1/settings/signup")).value).toEqual({
    ...signup,
    default_role_ids: [kept],
  });
  expect(await key("both")).toMatchObject({ role_ids: [kept], disabled: false, revision: 2 });
  // Without any id it would have all of its owner's access.
  expect(await key("last")).toMatchObject({ role_ids: [], disabled: true });
  const [event] = await query(
    "select actor, changes from auth_events where entity_id = $1 and action = 'delete'",
    [role],
  );
  expect(event).toMatchObject({ actor: "unknown" });
  expect(Object.keys(event?.changes as object).sort()).toEqual([
    "api_keys",
    "lmaps",
    "roles",
    "settings",
    "users",
  ]);
});

test("C7: a deleted permission leaves roles, users and keys", async () => {
  const permission = await createPermission(service, "gone");
  const kept = await createPermission(service, "kept");
  const role = await createRole(service, "permission-holder", {
    permission_ids: [permission, kept],
  });
  const user = await service.createUser({
    alias: ["c7p"],
    permission_ids: [permission, kept],
    tmp_permission_ids: [{ id: permission, expires_at: FAR }],
  });
  await insertKey("permission-key", [role], [permission]);

  saysOnly(
    await service.json("DELETE", `/auth/v1/permissions/${permission}`),
    "permission deleted",
  );

  expect(await payloadOf(service, `/auth/v1/roles/${role}`)).toMatchObject({
    permission_ids: [kept],
  });
  expect(await payloadOf(service, `/auth/v1/users/${user}`)).toMatchObject({
    permission_ids: [kept],
    tmp_permission_ids: [],
    permissions: [{ id: kept, name: "kept" }],
  });
  expect(await key("permission-key")).toMatchObject({
    permission_ids: [],
    role_ids: [role],
    disabled: false,
  });
});

test("W25: a deleted user takes keys, second factor and passkeys along", async () => {
  const user = await service.createUser({ alias: ["w25"] });
  await insertKey("w25", [], [], user);
  await query(
    "insert into auth_totp_secrets (user_id, secret_encrypted, recovery_codes) values ($1, 'x', '[]')",
    [user],
  );
  await query(
    "insert into auth_passkey_credentials (id, user_id, name, public_key, credential) values ('w25', $1, 'n', '\\x00', '{}')",
    [user],
  );

  saysOnly(await service.json("DELETE", `/auth/v1/users/${user}`), "user deleted");

  for (const table of ["auth_api_keys", "auth_totp_secrets", "auth_passkey_credentials"]) {
    expect(await query(`select 1 from ${table} where user_id = $1`, [user]), table).toEqual([]);
  }
});

test("R-10: a role that 6,000 users hold is deleted in one statement and read back whole", async () => {
  const role = await createRole(service, "everybody");
  await query(
    `insert into auth_users (id, alias, alias_keys, details_encrypted, doc)
     select 'X' || lpad(n::text, 25, '0'), array['x' || n], array['x' || n], '',
       jsonb_build_object('role_ids', jsonb_build_array($1::text), 'sync_role_ids', '[]'::jsonb,
         'permission_ids', '[]'::jsonb, 'tmp_role_ids', '[]'::jsonb, 'tmp_permission_ids', '[]'::jsonb,
         'description', '')
     from generate_series(1, 6000) n`,
    [role],
  );
  await (await service.auth.service).snapshots.reload();
  expect((await payloadOf(service, `/auth/v1/roles/${role}`)).total_users).toBe(6_000);

  saysOnly(await service.json("DELETE", `/auth/v1/roles/${role}`), "role deleted");

  const { body } = await service.json("GET", "/auth/v1/users?alias=x6000");
  expect(body.payload).toMatchObject([{ role_ids: [] }]);
});
