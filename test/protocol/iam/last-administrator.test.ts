/** I-8: no call takes the last administrator away. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Administration, administration, REFUSAL } from "../../support/administrators.ts";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { mutate, users } from "../../support/inside.ts";
import { putSetting, reopenPlane } from "../../support/tokens.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

type Call = readonly [method: string, path: string, body?: unknown];

const put = (alias: string, more: object = {}) => ({ alias: [alias], ...more });

type Lockout = readonly [what: string, (setup: Administration) => Call];

/** Each takes the permission away from one person. */
const PERSONAL: readonly Lockout[] = [
  ["delete the user", ({ admin }) => ["DELETE", `/users/${admin.id}`]],
  ["disable the user", ({ admin }) => ["PATCH", `/users/${admin.id}`, { is_active: false }]],
  [
    "disable the user by PUT",
    ({ admin: { id, alias }, role }) => [
      "PUT",
      `/users/${id}`,
      put(alias, { role_ids: [role], is_active: false }),
    ],
  ],
  [
    "replace the user without roles",
    ({ admin: { id, alias } }) => ["PUT", `/users/${id}`, put(alias)],
  ],
  ["take the roles", ({ admin }) => ["PATCH", `/users/${admin.id}`, { role_ids: [] }]],
];

/** Each takes it away from everybody who has it through the role, or by its name. */
const COMMON: readonly Lockout[] = [
  ["delete the permission", ({ permission }) => ["DELETE", `/permissions/${permission.id}`]],
  ["keep other permissions only", () => ["POST", "/permissions/keep", [{ name: "another" }]]],
  [
    "rename the permission",
    ({ permission: { id, name } }) => ["PUT", `/permissions/${id}`, { name: `${name}-x` }],
  ],
  [
    "rename it by patch",
    ({ permission: { id, name } }) => ["PATCH", `/permissions/${id}`, { name: `${name}-x` }],
  ],
  ["delete the role", ({ role }) => ["DELETE", `/roles/${role}`]],
  ["replace the role", ({ role }) => ["PUT", `/roles/${role}`, { name: "empty" }]],
  ["patch the role", ({ role }) => ["PATCH", `/roles/${role}`, { permission_ids: [] }]],
  [
    "load a graph without it",
    ({ permission: { name } }) => ["PUT", "/roles/relation", { [name]: { permissions: [] } }],
  ],
  [
    "name a permission that no one holds",
    () => ["PUT", "/settings/admin", { value: { permission: "x", allow_missing_x_user: false } }],
  ],
];

describe("I-8: 409, and nothing has changed", () => {
  test.each([...PERSONAL, ...COMMON])("%s", async (_what, lockout) => {
    const setup = await administration(service);
    const answer = await setup.call(...lockout(setup));
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.message).toBe(REFUSAL);
    expect(answer.body.error).toContain("admin permission");
    const still = await setup.call("GET", `/users/${setup.admin.id}`);
    expect(still.status).toBe(200);
    expect(still.body.payload).toMatchObject({ is_active: true, role_ids: [setup.role] });
  });

  test("a role that is held by way of another one", async () => {
    const setup = await administration(service);
    const { body } = await setup.call("POST", "/roles", {
      name: `outer-${setup.role}`,
      role_ids: [setup.role],
    });
    await setup.call("PATCH", `/users/${setup.admin.id}`, { role_ids: [body.payload.id] });
    const answer = await setup.call("PATCH", `/roles/${body.payload.id}`, { role_ids: [] });
    expect(answer.body.message).toBe(REFUSAL);
  });

  test("a permission that is held directly, by a service account", async () => {
    const setup = await administration(service);
    const robot = await setup.call("POST", "/service-accounts", {
      alias: [`robot-${setup.role}`],
      permission_ids: [setup.permission.id],
    });
    expect((await setup.call("PATCH", `/users/${setup.admin.id}`, { role_ids: [] })).status).toBe(
      200,
    );
    const asRobot = (method: string, path: string, body?: unknown) =>
      service.json(method, `/auth/v1${path}`, body, `robot-${setup.role}`);
    const path = `/service-accounts/${robot.body.payload.id}`;
    for (const body of [{ permission_ids: [] }, { is_active: false }]) {
      expect((await asRobot("PATCH", path, body)).body.message).toBe(REFUSAL);
    }
    expect((await asRobot("DELETE", path)).body.message).toBe(REFUSAL);
  });

  test("temporary access and a disabled holder do not count", async () => {
    const setup = await administration(service);
    const other = await setup.call("POST", "/users", put(`temp-${setup.role}`));
    await setup.call("POST", `/users/${other.body.payload.id}/access`, {
      role_ids: [setup.role],
      expires_in: "8h",
    });
    await setup.call(
      "POST",
      "/users",
      put(`off-${setup.role}`, { role_ids: [setup.role], is_active: false }),
    );
    const answer = await setup.call("PATCH", `/users/${setup.admin.id}`, { is_active: false });
    expect(answer.body.message).toBe(REFUSAL);
  });

  test("turning break-glass off while no one holds the permission", async () => {
    await reopenPlane(service);
    await putSetting(service, "admin", { permission: "absent", allow_missing_x_user: true });
    const value = { permission: "absent", allow_missing_x_user: false };
    const answer = await service.json("PUT", "/auth/v1/settings/admin", { value });
    expect(answer.status).toBe(409);
  });
});

describe("I-8: what stays possible", () => {
  test.each(PERSONAL)("with a second administrator: %s", async (_what, lockout) => {
    const setup = await administration(service);
    const second = put(`second-${setup.role}`, { sync_role_ids: [setup.role] });
    await setup.call("POST", "/users", second);
    expect((await setup.call(...lockout(setup))).status).toBe(200);
  });

  test("with break-glass on, and with the setting deleted", async () => {
    const glass = await administration(service, { allow_missing_x_user: true });
    expect((await glass.call("DELETE", `/permissions/${glass.permission.id}`)).status).toBe(200);
    const setup = await administration(service);
    expect((await setup.call("DELETE", "/settings/admin")).status).toBe(200);
  });

  test("writes that take nothing away", async () => {
    const setup = await administration(service);
    const calls: Call[] = [
      ["POST", "/roles", { name: `r-${setup.role}` }],
      ["PATCH", `/users/${setup.admin.id}`, { description: "the one" }],
      ["PATCH", `/roles/${setup.role}`, { description: "the role" }],
      [
        "PUT",
        "/settings/admin",
        { value: { permission: setup.permission.id, allow_missing_x_user: false } },
      ],
      ["PATCH", `/permissions/${setup.permission.id}`, { name: `renamed-${setup.role}` }],
    ];
    for (const call of calls) {
      const answer = await setup.call(...call);
      expect(answer.status, answer.text).toBe(200);
    }
  });

  test("an instance that no one could manage before stays repairable", async () => {
    const setup = await administration(service);
    const { ownStore: store } = await service.auth.service;
    const change = { topic: "users", action: "update", entity: "x", actor: "import" } as const;
    const other = await setup.call("POST", "/users", put(`other-${setup.role}`));
    await mutate(
      { ...store, beforeCommit: async () => undefined },
      change,
      async ({ tx, touch }) => {
        await tx.update(users).set({ disabled: true }).where(eq(users.id, setup.admin.id));
        touch("users", setup.admin.id);
      },
    );
    await mutate(store, change, async ({ touch }) => touch("users", other.body.payload.id));
  });
});

describe("I-8: behind our session, where break-glass never applies", () => {
  test("a write is held to the rule whatever `allow_missing_x_user` says", async () => {
    await using fronted = await testAuth();
    const setup = await administration(fronted, { allow_missing_x_user: true });
    const path = `${ORIGIN}/auth/v1/permissions/${setup.permission.id}`;
    const session = { session: { principal: setup.admin.alias } };
    const answer = await fronted.auth.fetch(new Request(path, { method: "DELETE" }), {}, session);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ message: REFUSAL });
  });

  test("an open plane cannot be closed for good from there", async () => {
    await using fronted = await testAuth();
    await fronted.createUser({ alias: ["ann"] });
    const request = new Request(`${ORIGIN}/auth/v1/settings/admin`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ value: { permission: "absent" } }),
    });
    const answer = await fronted.auth.fetch(request, {}, { session: { principal: "ann" } });
    expect(answer.status).toBe(409);
  });
});

test("I-8: two administrators who disable each other at once: one of them stays", async () => {
  const setup = await administration(service);
  const second = await setup.call(
    "POST",
    "/users",
    put(`b-${setup.role}`, { role_ids: [setup.role] }),
  );
  const off = (id: string, user: string) =>
    service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false }, user);
  const answers = await Promise.all([
    off(setup.admin.id, `b-${setup.role}`),
    off(second.body.payload.id, setup.admin.alias),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
