/** Check, info, me, dashboard: auth-wire 1.5, 2.9, 3; D1, A-1, A-2, A-3, F-7, D12, H-1; the in-process gateway. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { reopenPlane } from "../../support/tokens.ts";
import { createPermission, createRole, payloadOf, refused } from "./expectations.ts";

const UNKNOWN = "01J0A0B0C0D0E0F0G0H0J0K0M0";
const FAR = "2131-01-01T00:00:00Z";
const REQUEST = { host: "app.test", path: "/api/x", method: "GET" };
const PUBLIC = { host: "app.test", path: "/open/x", method: "get" };
let service: TestAuth;
let ada: string;
let off: string;
let role: string;
let permission: string;

const check = (body: unknown) => service.json("POST", "/auth/v1/check", body);
const allowed = async (body: unknown) => {
  const { status, text, body: answer } = await check(body);
  expect(status, text).toBe(200);
  expect(Object.keys(answer)).toEqual(["allowed"]);
  expect(text.endsWith("\n")).toBe(true);
  return answer.allowed;
};

/** Keys of every standing; four are of Ada. */
async function insertKeys(): Promise<void> {
  const { store, snapshots } = await service.auth.service;
  const insert = (
    id: string,
    columns: { user?: string; roles?: string[]; permissions?: string[]; more?: string },
  ) =>
    store.driver.session((session) =>
      session.query(
        `insert into auth_api_keys (id, user_id, name, key_hash, role_ids, permission_ids, details, disabled, expires_at)
         values ($1, $2, 'k', $1, $3, $4, '{}', ${columns.more ?? "false, null"})`,
        [
          id,
          columns.user ?? null,
          JSON.stringify(columns.roles ?? []),
          JSON.stringify(columns.permissions ?? []),
        ],
      ),
    );
  const remote = (await service.json("GET", "/auth/v1/users?alias=remote")).body.payload[0].id;
  await insert("inherits", { user: ada });
  await insert("listed", { user: ada, permissions: [permission] });
  await insert("beyond", { user: remote, roles: [role], permissions: [permission] });
  await insert("system", { roles: [role] });
  await insert("disabled", { user: ada, more: "true, null" });
  await insert("expired", { user: ada, more: "false, now() - interval '1 minute'" });
  await insert("ownerless", { user: UNKNOWN, roles: [role] });
  await insert("offs", { user: off, roles: [role] });
  await snapshots.reload();
}

beforeAll(async () => {
  service = await testAuth();
  await service.json("PUT", "/auth/v1/settings/check", { value: { no_host_check: true } });
  permission = await createPermission(service, "api", {
    resources: [
      {
        paths: ["/api/**"],
        methods: ["GET"],
        excluded: [{ paths: ["/api/admin/**"], methods: ["*"] }],
      },
    ],
    data: { tenant: 1 },
  });
  await createPermission(service, "open", {
    resources: [{ paths: ["/open/**"], methods: ["GET"] }],
    public: true,
  });
  const inner = await createRole(service, "inner", {
    permission_ids: [permission],
    data: { level: 3 },
  });
  role = await createRole(service, "outer", { role_ids: [inner] });
  ada = await service.createUser({ role_ids: [role] });
  off = await service.createUser({ alias: ["off"], role_ids: [role], is_active: false });
  await service.createUser({ alias: ["remote"], local: false, details: {} });
  await service.createServiceAccount({ role_ids: [role] });
  await insertKeys();
});
afterAll(() => service[Symbol.asyncDispose]());

describe("auth-wire 2.9: POST /v1/check", () => {
  test("by id, by alias, and id wins", async () => {
    expect(await allowed({ id: ada, ...REQUEST })).toBe(true);
    expect(await allowed({ alias: "ADA@example.com", ...REQUEST })).toBe(true);
    expect(await allowed({ alias: "robot", ...REQUEST })).toBe(true);
    expect(await allowed({ id: ada, alias: "remote", ...REQUEST })).toBe(true);
    expect(await allowed({ id: UNKNOWN, alias: "ada", ...REQUEST })).toBe(false);
    expect(await allowed({ alias: "remote", ...REQUEST })).toBe(false);
  });

  test("A-2: exclusions win; methods in any case; the path in one spelling (A-1)", async () => {
    expect(await allowed({ id: ada, ...REQUEST, path: "/api/admin/x" })).toBe(false);
    expect(await allowed({ id: ada, ...REQUEST, method: "gEt" })).toBe(true);
    expect(await allowed({ id: ada, ...REQUEST, method: "POST" })).toBe(false);
    for (const path of ["/api//x", "/api/./x", "/open/../api/x", "/api/%2e%2e/x", "/api\\x"]) {
      expect(await allowed({ id: ada, ...REQUEST, path }), path).toBe(false);
    }
  });

  test("without identity, for an unknown and for a disabled one: public permissions only", async () => {
    for (const identity of [
      {},
      { id: null, alias: null },
      { id: "" },
      { alias: "absent" },
      { id: off },
      { alias: "off" },
      { alias: "__proto__" },
      { id: "toString" },
    ]) {
      expect(await allowed({ ...identity, ...REQUEST })).toBe(false);
      expect(await allowed({ ...identity, ...PUBLIC })).toBe(true);
    }
  });

  test("A-3: a temporary permission counts from its start to its end", async () => {
    const id = await service.createUser({
      alias: ["timed"],
      tmp_permission_ids: [{ id: permission, starts_at: "2020-01-01", expires_at: FAR }],
    });
    expect(await allowed({ id, ...REQUEST })).toBe(true);
    await service.json("POST", `/auth/v1/users/${id}/access`, { permission_ids: [permission] });
    expect(await allowed({ id, ...REQUEST })).toBe(false);
  });

  test.each([
    {},
    { path: "/x" },
    { method: "GET" },
    { ...REQUEST, path: 1 },
    { ...REQUEST, host: [] },
    [],
    "x",
  ])("400 `cannot decode check request`: %j", async (body) => {
    await refused(service, () => check(body), {
      status: 400,
      message: "cannot decode check request",
      error: /.+/,
    });
  });

  test("API keys: their own rights within those of the owner (F-7, D12)", async () => {
    for (const id of ["inherits", "listed", "system"]) {
      expect(await allowed({ alias: `api-key:${id}`, ...REQUEST }), id).toBe(true);
    }
    for (const id of [
      "beyond",
      "disabled",
      "expired",
      "ownerless",
      "offs",
      "unknown",
      "",
      "' or 1=1",
    ]) {
      expect(await allowed({ alias: `api-key:${id}`, ...REQUEST }), id).toBe(false);
      expect(await allowed({ alias: `api-key:${id}`, ...PUBLIC }), id).toBe(true);
    }
  });
});

describe.each(["/auth/check", "/auth/v1/me/check"])("auth-wire 2.9: POST %s", (path) => {
  const ask = (body: unknown, user?: string) => service.json("POST", path, body, user);

  test("the caller's own access", async () => {
    expect((await ask(REQUEST, "ada")).body).toEqual({ allowed: true });
    expect((await ask({ ...REQUEST, id: ada, alias: "ada" }, "remote")).body).toEqual({
      allowed: false,
    });
    expect((await ask(PUBLIC, "remote")).body).toEqual({ allowed: true });
  });

  test("no caller: a public match is allowed, a private request is 401", async () => {
    expect((await ask(PUBLIC)).body).toMatchObject({ allowed: true });
    await refused(service, () => ask(REQUEST), {
      status: 401,
      message: "X-User header is required",
    });
  });

  test("D1: an unknown or disabled caller is 401 where nothing is public", async () => {
    for (const user of ["absent", "off", "constructor"]) {
      expect((await ask(PUBLIC, user)).body).toMatchObject({ allowed: true });
      await refused(service, () => ask(REQUEST, user), { status: 401, message: "user not found" });
    }
  });

  test("H-1, W32: a malformed header is 401 whatever is asked", async () => {
    for (const user of ["", " ", "ada,bob", "api-key:system"]) {
      await refused(service, () => ask(PUBLIC, user), {
        status: 401,
        message: "X-User header is not valid",
      });
    }
  });

  test("400 `cannot decode check request`", async () => {
    await refused(service, () => ask({ host: 1 }, "ada"), {
      status: 400,
      message: "cannot decode check request",
    });
  });
});

describe("auth-wire 2.9: GET /info", () => {
  test("details, names of expanded roles and permissions; data when asked for", async () => {
    const info = {
      details: { name: "Ada", email: "ada@example.com" },
      roles: ["inner", "outer"],
      permissions: ["api"],
      is_active: true,
    };
    expect((await service.json("GET", "/auth/info", undefined, "ada")).body).toEqual({
      payload: info,
    });
    expect((await service.json("GET", "/auth/info?data=true", undefined, "ada")).body).toEqual({
      payload: { ...info, data: [{ level: 3 }, { tenant: 1 }] },
    });
    expect((await service.json("GET", "/auth/info", undefined, "remote")).body).toEqual({
      payload: { details: {}, is_active: true },
    });
    const robot = await service.json("GET", "/auth/info", undefined, "robot");
    expect(robot.text).not.toContain("robot-secret");
  });

  test.each([
    [undefined, "X-User header is required"],
    ["absent", "user not found"],
    ["off", "user not found"],
  ])("D1: 401 for %s", async (user, message) => {
    for (const path of ["/auth/info", "/auth/v1/me"]) {
      await refused(service, () => service.json("GET", path, undefined, user), {
        status: 401,
        message,
      });
    }
    const change = { current_password: "x", new_password: "long enough" };
    await refused(service, () => service.json("POST", "/auth/v1/me/password", change, user), {
      status: 401,
      message,
    });
  });
});

test("auth-wire 2.9: GET /v1/me", async () => {
  const { store } = await service.auth.service;
  await store.driver.session(async (session) => {
    await session.query(
      "insert into auth_totp_secrets (user_id, secret_encrypted, recovery_codes, confirmed) values ($1, 'x', '[]', true)",
      [ada],
    );
    await session.query(
      "insert into auth_passkey_credentials (id, user_id, name, public_key, credential) values ('p', $1, 'n', '\\x00', '{}')",
      [ada],
    );
  });

  const { body } = await service.json("GET", "/auth/v1/me", undefined, "ada");

  expect(body).toEqual({
    payload: {
      id: ada,
      alias: ["ada", "ada@example.com"],
      details: { name: "Ada", email: "ada@example.com" },
      roles: ["inner", "outer"],
      permissions: ["api"],
      is_active: true,
      local: true,
      has_password: true,
      password_rules: { min_length: 8, refuses: [] },
      totp_enabled: true,
      passkey_count: 1,
      api_key_count: 4,
    },
  });
});

test("GET /v1/me says whether a password is stored here", async () => {
  const told = async (alias: string, fields: object) => {
    await service.createUser({ alias: [alias], ...fields });
    return (await service.json("GET", "/auth/v1/me", undefined, alias)).body.payload.has_password;
  };
  expect(await told("passkeys-alone", { local: true, details: { name: "Ada" } })).toBe(false);
  // A password that was left behind counts for nothing where another place signs the user in.
  expect(await told("from-afar", { local: false, details: { password: "correct horse" } })).toBe(
    false,
  );
});

describe("auth-wire 2.9: POST /v1/me/password", () => {
  const change = (body: unknown, user = "ada") =>
    service.json("POST", "/auth/v1/me/password", body, user);
  const body = (current_password: string, new_password = "battery staple") => ({
    current_password,
    new_password,
  });

  test("success, and only the new one works afterwards", async () => {
    const { status, body: answer } = await change(body("correct horse"));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ payload: { message: "password updated" } });
    await refused(service, () => change(body("correct horse")), {
      status: 401,
      message: "current password not match",
    });
    expect((await change(body("battery staple", "correct horse"))).status).toBe(200);
    expect(await payloadOf(service, `/auth/v1/users/${ada}`)).toMatchObject({
      updated_by: "ada",
      details: { name: "Ada" },
    });
  });

  test("refusals", async () => {
    await refused(service, () => change(body("x"), "remote"), {
      status: 403,
      message: "password is managed by an external identity provider",
    });
    await refused(service, () => change(body("correct horse", "short")), {
      status: 400,
      message: "new password must be at least 8 characters",
    });
    await refused(service, () => change(body("correct horse", "x".repeat(73))), {
      status: 400,
      message: "new password must be at most 72 bytes",
    });
    await refused(service, () => change(body("wrong")), {
      status: 401,
      message: "current password not match",
    });
    await refused(service, () => change(body("correct horse\u0000")), {
      status: 401,
      message: "current password not match",
    });
    for (const bad of [{}, { current_password: "x" }, body(1 as never), []]) {
      await refused(service, () => change(bad), { status: 400, message: "cannot decode request" });
    }
    await service.createUser({ alias: ["none"], details: {} });
    await refused(service, () => change(body("x"), "none"), {
      status: 401,
      message: "current password not match",
    });
  });

  test("D18: the minimum is signup.password_min_length; eight code points suffice for eight", async () => {
    expect((await change(body("correct horse", "ääääääää"))).status).toBe(200);
    expect((await change(body("ääääääää", "correct horse"))).status).toBe(200);
    await service.json("PUT", "/auth/v1/settings/signup", { value: { password_min_length: 12 } });
    await refused(service, () => change(body("correct horse", "eleven char")), {
      status: 400,
      message: "new password must be at least 12 characters",
    });
    await service.json("DELETE", "/auth/v1/settings/signup");
  });

  test("R-1: of two changes at once one wins, and the other is told so", async () => {
    const answers = await Promise.all([
      change(body("correct horse", "first winner")),
      change(body("correct horse", "second winner")),
    ]);
    expect(answers.map(({ status }) => status).sort()).toMatchObject([200, 401]);
    const winner = answers[0]?.status === 200 ? "first winner" : "second winner";
    expect((await change(body(winner, "correct horse"))).status).toBe(200);
  });
});

test("auth-wire 2.9: GET /v1/dashboard", async () => {
  const { body } = await service.json("GET", "/auth/v1/dashboard");
  expect(body.payload).toMatchObject({
    total_roles: 2,
    total_permissions: 2,
    total_service_accounts: 1,
    roles: [
      { name: "inner", permissions: [{ name: "api" }], total_users: 0 },
      { name: "outer", roles: [{ name: "inner" }], total_users: 3 },
    ],
  });
  const { meta } = (await service.json("GET", "/auth/v1/users")).body;
  expect(body.payload.total_users, "without service accounts").toBe(meta.total_item_count);
});

describe("in process: the same code as the routes", () => {
  test("check", async () => {
    const { api } = service.auth;
    expect(await api.check({ alias: "ada", ...REQUEST })).toEqual({ allowed: true });
    expect(await api.check({ id: off, ...REQUEST })).toEqual({ allowed: false });
    expect(await api.check(PUBLIC)).toEqual({ allowed: true });
    expect(await api.check({ alias: "api-key:system", ...REQUEST })).toEqual({ allowed: true });
  });

  test("principal by alias or id, without password and secret", async () => {
    const { api } = service.auth;
    const { payload } = (await service.json("GET", `/auth/v1/users/${ada}`)).body;
    expect(await api.principal("ADA")).toEqual(payload);
    expect(await api.principal(ada)).toEqual(payload);
    expect((await api.principal("robot"))?.details).toEqual({ name: "Robot" });
    expect(await api.principal("off")).toMatchObject({ is_active: false });
    expect(await api.principal("__proto__")).toBeUndefined();
  });
});

describe("N-4: the planes", () => {
  let permissionId: string;
  let rootId: string;
  beforeAll(async () => {
    permissionId = await createPermission(service, "admin");
    rootId = await service.createUser({ alias: ["root"], permission_ids: [permissionId] });
    const value = { permission: "admin", allow_missing_x_user: false };
    await service.json("PUT", "/auth/v1/settings/admin", { value });
  });
  afterAll(async () => {
    await reopenPlane(service);
    await service.json("DELETE", `/auth/v1/users/${rootId}`);
    await service.json("DELETE", `/auth/v1/permissions/${permissionId}`);
  });

  const admin = [
    "users",
    "service-accounts",
    "roles",
    "permissions",
    "lmaps",
    "ldap/maps",
    "dashboard",
    "roles/relation",
    "users/export",
    "service-accounts/export",
    "roles/export",
    "permissions/export",
    "version",
  ];
  test.each(admin)("GET /v1/%s is for administrators", async (route) => {
    const get = (user?: string) => service.json("GET", `/auth/v1/${route}`, undefined, user);
    expect((await get()).status).toBe(401);
    expect((await get("ada")).status).toBe(403);
    expect((await get("root")).status).toBe(200);
  });

  test.each([
    ["POST", "check"],
    ["POST", "users"],
    ["PUT", `users/${UNKNOWN}`],
    ["PATCH", `service-accounts/${UNKNOWN}`],
    ["POST", `users/${UNKNOWN}/access`],
    ["DELETE", `roles/${UNKNOWN}`],
    ["PUT", "roles/relation"],
    ["POST", "permissions/bulk"],
    ["POST", "permissions/keep"],
    ["POST", "lmaps"],
    ["POST", "sync"],
  ])("%s /v1/%s is for administrators, whatever the body", async (method, route) => {
    expect((await service.json(method, `/auth/v1/${route}`, "x")).status).toBe(401);
    expect((await service.json(method, `/auth/v1/${route}`, "x", "ada")).status).toBe(403);
  });
});
