/** Users and service accounts: auth-wire 1.1, 1.2, 2.1, 2.2, 2.3; C2, C3, C4, A-4, R-1. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  created,
  createPermission,
  createRole,
  payloadOf,
  refused,
  saysOnly,
} from "./expectations.ts";

const USERS = "/auth/v1/users";
const ACCOUNTS = "/auth/v1/service-accounts";
const UNKNOWN = "01J0A0B0C0D0E0F0G0H0J0K0M0";
const FAR = "2131-01-01T00:00:00Z";
let service: TestAuth;
let count = 0;

const fresh = () => `user-${++count}`;
const post = (base: string, body: unknown) => service.json("POST", base, body);
const put = (path: string, body: unknown) => service.json("PUT", path, body);
const patch = (path: string, body: unknown) => service.json("PATCH", path, body);
const newUser = (more: Record<string, unknown> = {}) =>
  created(post(USERS, { alias: [fresh()], ...more }));

beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

describe("auth-wire 2.1: the record", () => {
  test("all members, in the IAM envelope, with times in second precision", async () => {
    const permission = await createPermission(service, "read-2.1");
    const inner = await createRole(service, "inner-2.1", { permission_ids: [permission] });
    const outer = await createRole(service, "outer-2.1", { role_ids: [inner] });
    const temporary = await createRole(service, "temporary-2.1");
    const id = await newUser({
      alias: ["ann-2.1", "ann-2.1@example.com"],
      role_ids: [outer, outer],
      tmp_role_ids: [{ id: temporary, starts_at: null, expires_at: FAR }],
      details: { name: "Ann", email: "ann@example.com" },
      local: true,
    });

    const { headers, body } = await service.json("GET", `${USERS}/${id}`);

    expect(headers.get("content-type")).toBe("application/json; charset=UTF-8");
    expect(body).toEqual({
      payload: {
        id,
        alias: ["ann-2.1", "ann-2.1@example.com"],
        role_ids: [outer],
        sync_role_ids: [],
        permission_ids: [],
        tmp_role_ids: [
          {
            id: temporary,
            starts_at: "0001-01-01T00:00:00Z",
            expires_at: "2131-01-01T00:00:00Z",
          },
        ],
        tmp_permission_ids: [],
        details: { name: "Ann", email: "ann@example.com" },
        description: "",
        service_account: false,
        local: true,
        is_active: true,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        updated_by: "unknown",
        roles: [
          { id: inner, name: "inner-2.1", inherited: true },
          { id: outer, name: "outer-2.1" },
          { id: temporary, name: "temporary-2.1", expires_at: "2131-01-01T00:00:00Z" },
        ].sort((a, b) => (a.id < b.id ? -1 : 1)),
        permissions: [{ id: permission, name: "read-2.1", inherited: true }],
      },
    });
  });

  test("roles, permissions, data and scope only as asked; omitted when empty", async () => {
    const permission = await createPermission(service, "flags", {
      data: { tenant: 1 },
      scope: { api: ["reader", "reader", "writer"] },
    });
    const role = await createRole(service, "flags", {
      permission_ids: [permission],
      data: { level: 3 },
    });
    const id = await newUser({ role_ids: [role] });
    const off = "add_roles=false&add_permissions=0";

    expect(Object.keys(await payloadOf(service, `${USERS}/${id}?${off}`))).not.toContain("roles");
    expect(
      await payloadOf(service, `${USERS}/${id}?${off}&add_data=1&add_scope_roles=t`),
    ).toMatchObject({
      data: [{ level: 3 }, { tenant: 1 }],
      scope: { api: ["reader", "writer"] },
    });
    expect(await payloadOf(service, `${USERS}/${await newUser()}`)).not.toHaveProperty("roles");
  });

  test("roles that contain each other are harmless", async () => {
    const first = await createRole(service, "cycle-1");
    const second = await createRole(service, "cycle-2", { role_ids: [first] });
    saysOnly(await patch(`/auth/v1/roles/${first}`, { role_ids: [second, first] }), "role updated");
    const id = await newUser({ role_ids: [second] });

    const { roles } = await payloadOf(service, `${USERS}/${id}`);

    expect(roles.map((role: { name: string }) => role.name).sort()).toEqual(["cycle-1", "cycle-2"]);
  });

  test("the secret shows in the service account itself alone, the password never", async () => {
    const secret = { name: "Robot", secret: "s3cret", password: "correct horse" };
    const account = await created(post(ACCOUNTS, { alias: [fresh()], details: secret }));
    const user = await newUser({ details: secret });

    expect((await payloadOf(service, `${ACCOUNTS}/${account}`)).details).toEqual({
      name: "Robot",
      secret: "s3cret",
    });
    expect((await payloadOf(service, `${USERS}/${user}`)).details).toEqual({ name: "Robot" });
    for (const base of [USERS, ACCOUNTS]) {
      const { text } = await service.json("GET", `${base}?_limit=1000`);
      expect(text).not.toContain("s3cret");
      expect(text).not.toContain("password");
    }
  });
});

describe("auth-wire 2.3: writes", () => {
  test("POST: no `is_active` creates an enabled account (O1), the kind is the route's", async () => {
    const id = await newUser({ service_account: true, id: "mine", unknown_member: 1 });

    expect(await payloadOf(service, `${USERS}/${id}`)).toMatchObject({
      id,
      is_active: true,
      service_account: false,
    });
    const off = await newUser({ is_active: false });
    expect(await payloadOf(service, `${USERS}/${off}`)).toMatchObject({ is_active: false });
  });

  test("POST: null members are empty (1.1, rule 6)", async () => {
    const id = await newUser({
      role_ids: null,
      permission_ids: null,
      sync_role_ids: null,
      tmp_role_ids: null,
      details: null,
      description: null,
      local: null,
      is_active: null,
    });

    expect(await payloadOf(service, `${USERS}/${id}`)).toMatchObject({
      role_ids: [],
      details: {},
      description: "",
      local: false,
      is_active: true,
    });
  });

  test("PUT: state, password and secret are kept, the rest becomes empty", async () => {
    const alias = fresh();
    const role = await createRole(service, "put");
    const id = await created(
      post(ACCOUNTS, {
        alias: [alias],
        role_ids: [role],
        is_active: false,
        description: "before",
        details: { name: "Before", secret: "kept", uid: "gone" },
      }),
    );
    const before = await payloadOf(service, `${ACCOUNTS}/${id}`);

    saysOnly(
      await put(`${ACCOUNTS}/${id}`, { alias: [alias], details: { name: "After" } }),
      "user updated",
    );

    expect(await payloadOf(service, `${ACCOUNTS}/${id}`)).toMatchObject({
      role_ids: [],
      description: "",
      is_active: false,
      created_at: before.created_at,
      details: { name: "After", secret: "kept" },
    });
  });

  test("PUT: a stored password still signs in; `is_active` is the switch", async () => {
    const alias = fresh();
    const id = await newUser({
      alias: [alias],
      local: true,
      details: { password: "correct horse" },
    });
    await put(`${USERS}/${id}`, { alias: [alias], local: true, details: { name: "New" } });

    const change = { current_password: "correct horse", new_password: "battery staple" };
    const { status } = await service.json("POST", "/auth/v1/me/password", change, alias);

    expect(status).toBe(200);
    await put(`${USERS}/${id}`, { alias: [alias], local: true, is_active: false });
    expect((await service.json("GET", "/auth/v1/me", undefined, alias)).status).toBe(401);
  });

  test("PATCH: present members only, `local` is not one of them", async () => {
    const role = await createRole(service, "patch");
    const id = await newUser({ local: true, details: { name: "A", uid: "a" }, description: "old" });

    saysOnly(
      await patch(`${USERS}/${id}`, { role_ids: [role, role], local: false }),
      "user updated",
    );
    saysOnly(
      await patch(`${USERS}/${id}`, { details: { uid: "b" }, is_active: false }),
      "user updated",
    );

    expect(await payloadOf(service, `${USERS}/${id}`)).toMatchObject({
      role_ids: [role],
      local: true,
      details: { uid: "b" },
      description: "old",
      is_active: false,
    });
  });

  test("expired temporary entries are dropped, of several for one id the last one counts", async () => {
    const role = await createRole(service, "expired");
    const id = await newUser({
      tmp_role_ids: [
        { id: role, expires_at: FAR },
        { id: role, expires_at: "2132-01-01 00:00:00" },
        { id: UNKNOWN, expires_at: "2020-01-01" },
      ],
    });

    expect((await payloadOf(service, `${USERS}/${id}`)).tmp_role_ids).toEqual([
      expect.objectContaining({ id: role, expires_at: "2132-01-01T00:00:00Z" }),
    ]);
  });

  test("DELETE: 404 afterwards", async () => {
    const id = await newUser();

    saysOnly(await service.json("DELETE", `${USERS}/${id}`), "user deleted");
    await refused(service, () => service.json("DELETE", `${USERS}/${id}`), {
      status: 404,
      message: "cannot delete user",
      error: `user with id ${id} not found; not found`,
    });
  });

  test("`updated_by` and the event name the caller (decisions 4b)", async () => {
    const alias = fresh();
    await newUser({ alias: [alias] });
    const id = await created(service.json("POST", USERS, { alias: [fresh()] }, alias));

    expect((await payloadOf(service, `${USERS}/${id}`)).updated_by).toBe(alias);
    const { store } = await service.auth.service;
    const rows = await store.driver.session((session) =>
      session.query("select topic, action, actor from auth_events where entity_id = $1", [id]),
    );
    expect(rows).toEqual([{ topic: "users", action: "create", actor: alias }]);
  });
});

describe("auth-wire 1.2: refusals write nothing", () => {
  test.each(["GET", "PUT", "PATCH", "DELETE"])("404: %s of a missing record", async (method) => {
    const verb = { GET: "get", PUT: "update", PATCH: "patch", DELETE: "delete" }[method];
    const body = method === "PUT" ? { alias: [fresh()] } : method === "PATCH" ? {} : undefined;
    for (const base of [USERS, ACCOUNTS]) {
      await refused(service, () => service.json(method, `${base}/${UNKNOWN}`, body), {
        status: 404,
        message: `cannot ${verb} user`,
        error: `user with id ${UNKNOWN} not found; not found`,
      });
    }
  });

  test.each(["GET", "PUT", "PATCH", "DELETE"])(
    "C2: %s by the route of the other kind",
    async (method) => {
      const user = await newUser();
      const account = await created(post(ACCOUNTS, { alias: [fresh()] }));
      const body = { alias: [fresh()], is_active: true };
      const sent = method === "PUT" || method === "PATCH" ? body : undefined;
      for (const path of [`${ACCOUNTS}/${user}`, `${USERS}/${account}`]) {
        const verb = { GET: "get", PUT: "update", PATCH: "patch", DELETE: "delete" }[method];
        await refused(service, () => service.json(method, path, sent), {
          status: 404,
          message: `cannot ${verb} user`,
        });
      }
    },
  );

  test("409, A-4: an alias of anybody else, in any spelling, and the id of a client", async () => {
    const alias = fresh();
    await created(post(ACCOUNTS, { alias: [alias] }));
    const id = await newUser();
    const conflict = { status: 409, error: /already exists; conflict$/ };

    await refused(service, () => post(USERS, { alias: ["x", ` ${alias.toUpperCase()} `] }), {
      ...conflict,
      message: "cannot create user",
      error: `user with alias [x ${alias.toUpperCase()}] already exists; conflict`,
    });
    await refused(service, () => put(`${USERS}/${id}`, { alias: [alias] }), {
      ...conflict,
      message: "cannot update user",
    });
    await refused(service, () => patch(`${USERS}/${id}`, { alias: [alias] }), {
      ...conflict,
      message: "cannot patch user",
    });
    for (const client of ["Web-App", "wéb"]) {
      const config = { client_secret: "a long client secret", redirect_uris: ["https://a.test/"] };
      await put(`/auth/v1/oauth/clients/${encodeURIComponent(client)}`, { config });
      await refused(service, () => post(USERS, { alias: [client.toUpperCase()] }), {
        ...conflict,
        message: "cannot create user",
      });
    }
  });

  test("C3: unknown role and permission ids, wherever they stand", async () => {
    const id = await newUser();
    const grant = [{ id: UNKNOWN, expires_at: FAR }];
    const bodies = [
      ["role_ids", { role_ids: [UNKNOWN] }],
      ["role_ids", { sync_role_ids: [UNKNOWN] }],
      ["permission_ids", { permission_ids: [UNKNOWN] }],
      ["role_ids", { tmp_role_ids: grant }],
      ["permission_ids", { tmp_permission_ids: grant }],
    ] as const;
    for (const [field, body] of bodies) {
      const error = `${field}: ${UNKNOWN} not found`;
      await refused(service, () => post(USERS, { alias: [fresh()], ...body }), {
        status: 400,
        message: "cannot create user",
        error,
      });
      await refused(service, () => put(`${USERS}/${id}`, { alias: [fresh()], ...body }), {
        status: 400,
        message: "cannot update user",
        error,
      });
    }
    await refused(service, () => patch(`${USERS}/${id}`, { role_ids: [UNKNOWN] }), {
      status: 400,
      message: "cannot patch user",
    });
  });

  const undecodable: [string, unknown][] = [
    ["no alias (C4)", {}],
    ["an empty alias (C4)", { alias: ["  "] }],
    ["an alias with control characters (C4)", { alias: ["a\u0000b"] }],
    ["an alias of an API key", { alias: ["API-key:1"] }],
    ["aliases that are no list", { alias: "ada" }],
    ["a number as details", { alias: ["a"], details: 1 }],
    ["a list as details", { alias: ["a"], details: [] }],
    ["a text as role_ids", { alias: ["a"], role_ids: "x" }],
    ["numbers as role_ids", { alias: ["a"], role_ids: [1] }],
    ["a text as is_active", { alias: ["a"], is_active: "true" }],
    ["a time that is none", { alias: ["a"], tmp_role_ids: [{ id: "x", expires_at: "soon" }] }],
    ["31 February", { alias: ["a"], tmp_role_ids: [{ id: "x", expires_at: "2031-02-31" }] }],
    [
      "a window that ends before it starts",
      {
        alias: ["a"],
        tmp_role_ids: [{ id: "x", starts_at: "2132-01-01", expires_at: "2131-01-01" }],
      },
    ],
    [
      "10,001 role ids",
      { alias: ["a"], role_ids: Array.from({ length: 10_001 }, (_, i) => `r${i}`) },
    ],
    ["a NUL in the description", { alias: ["a"], description: "a\u0000" }],
    ["half a character in the description", { alias: ["a"], description: "\ud800" }],
    ["a list as body", []],
    ["a text as body", "x"],
    ["null as body", null],
  ];
  test.each(undecodable)("400 `cannot decode user`: %s", async (_, body) => {
    await refused(service, () => post(USERS, body), {
      status: 400,
      message: "cannot decode user",
      error: /.+/,
    });
  });

  test("400 `cannot decode user patch`, also for a body that is no JSON", async () => {
    const id = await newUser();
    const patched = { status: 400, message: "cannot decode user patch" };
    await refused(service, () => patch(`${USERS}/${id}`, { alias: [] }), patched);
    await refused(service, () => patch(`${USERS}/${id}`, { role_ids: {} }), patched);
    const raw = () =>
      service.request("PATCH", `${USERS}/${id}`, {
        headers: { "content-type": "application/json" },
        body: "{",
      });
    await refused(service, raw, { ...patched, error: /not valid JSON/ });
  });

  test("E-1: a password that is too short or too long", async () => {
    for (const password of ["short", "x".repeat(73), "ä".repeat(40)]) {
      await refused(service, () => post(USERS, { alias: [fresh()], details: { password } }), {
        status: 400,
        message: "cannot create user",
        error: /^details\.password: must/,
      });
    }
  });

  test("10,000 known-looking ids are refused in linear time", async () => {
    const role_ids = Array.from({ length: 10_000 }, (_, i) => `role-${i}`);
    await refused(service, () => post(USERS, { alias: [fresh()], role_ids }), {
      status: 400,
      message: "cannot create user",
      error: "role_ids: role-0 not found",
    });
  });
});

test("R-1: 50 parallel PATCHes of one user lose nothing", async () => {
  const roles = await Promise.all(
    Array.from({ length: 10 }, (_, at) => createRole(service, `parallel-${at}`)),
  );
  const id = await newUser({ details: { name: "start" }, description: "start" });
  const patches = Array.from({ length: 50 }, (_, at) => {
    if (at % 4 === 0) return { role_ids: roles };
    if (at % 4 === 1) return { description: "end" };
    if (at % 4 === 2) return { details: { name: "end" } };
    return { is_active: false };
  });

  const answers = await Promise.all(patches.map((body) => patch(`${USERS}/${id}`, body)));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await payloadOf(service, `${USERS}/${id}`)).toMatchObject({
    role_ids: roles,
    description: "end",
    details: { name: "end" },
    is_active: false,
  });
});

test("R-1: parallel grants of different roles to one user all survive", async () => {
  const roles = await Promise.all(
    Array.from({ length: 20 }, (_, at) => createRole(service, `grant-${at}`)),
  );
  const id = await newUser();

  await Promise.all(
    roles.map((role) => post(`${USERS}/${id}/access`, { role_ids: [role], expires_in: "1h" })),
  );

  const { tmp_role_ids } = await payloadOf(service, `${USERS}/${id}`);
  expect(tmp_role_ids.map((grant: { id: string }) => grant.id).sort()).toEqual([...roles].sort());
});
