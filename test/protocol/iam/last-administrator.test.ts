/** I-8: no call takes the last administrator away. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mutate } from "../../../src/store/mutate.ts";
import { users } from "../../../src/store/tables.ts";
import { type Administration, administration, REFUSAL } from "../../support/administrators.ts";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { putSetting, reopenPlane } from "../../support/tokens.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

type Call = readonly [method: string, path: string, body?: unknown];

const put = (alias: string, more: object = {}) => ({ alias: [alias], ...more });

type Lockout = readonly [what: string, (house: Administration) => Call];

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
    "name a permission that nobody holds",
    () => ["PUT", "/settings/admin", { value: { permission: "x", allow_missing_x_user: false } }],
  ],
];

describe("I-8: 409, and nothing has changed", () => {
  test.each([...PERSONAL, ...COMMON])("%s", async (_what, lockout) => {
    const house = await administration(service);
    const answer = await house.call(...lockout(house));
    expect(answer.status, answer.text).toBe(409);
    expect(answer.body.message).toBe(REFUSAL);
    expect(answer.body.error).toContain("admin permission");
    const still = await house.call("GET", `/users/${house.admin.id}`);
    expect(still.status).toBe(200);
    expect(still.body.payload).toMatchObject({ is_active: true, role_ids: [house.role] });
  });

  test("a role that is held by way of another one", async () => {
    const house = await administration(service);
    const { body } = await house.call("POST", "/roles", {
      name: `outer-${house.role}`,
      role_ids: [house.role],
    });
    await house.call("PATCH", `/users/${house.admin.id}`, { role_ids: [body.payload.id] });
    const answer = await house.call("PATCH", `/roles/${body.payload.id}`, { role_ids: [] });
    expect(answer.body.message).toBe(REFUSAL);
  });

  test("a permission that is held directly, by a service account", async () => {
    const house = await administration(service);
    const robot = await house.call("POST", "/service-accounts", {
      alias: [`robot-${house.role}`],
      permission_ids: [house.permission.id],
    });
    expect((await house.call("PATCH", `/users/${house.admin.id}`, { role_ids: [] })).status).toBe(
      200,
    );
    const asRobot = (method: string, path: string, body?: unknown) =>
      service.json(method, `/auth/v1${path}`, body, `robot-${house.role}`);
    const path = `/service-accounts/${robot.body.payload.id}`;
    for (const body of [{ permission_ids: [] }, { is_active: false }]) {
      expect((await asRobot("PATCH", path, body)).body.message).toBe(REFUSAL);
    }
    expect((await asRobot("DELETE", path)).body.message).toBe(REFUSAL);
  });

  test("temporary access and a disabled holder do not count", async () => {
    const house = await administration(service);
    const other = await house.call("POST", "/users", put(`temp-${house.role}`));
    await house.call("POST", `/users/${other.body.payload.id}/access`, {
      role_ids: [house.role],
      expires_in: "8h",
    });
    await house.call(
      "POST",
      "/users",
      put(`off-${house.role}`, { role_ids: [house.role], is_active: false }),
    );
    const answer = await house.call("PATCH", `/users/${house.admin.id}`, { is_active: false });
    expect(answer.body.message).toBe(REFUSAL);
  });

  test("turning break-glass off while nobody holds the permission", async () => {
    await reopenPlane(service);
    await putSetting(service, "admin", { permission: "nobody", allow_missing_x_user: true });
    const value = { permission: "nobody", allow_missing_x_user: false };
    const answer = await service.json("PUT", "/auth/v1/settings/admin", { value });
    expect(answer.status).toBe(409);
  });
});

describe("I-8: what stays possible", () => {
  test.each(PERSONAL)("with a second administrator: %s", async (_what, lockout) => {
    const house = await administration(service);
    const second = put(`second-${house.role}`, { sync_role_ids: [house.role] });
    await house.call("POST", "/users", second);
    expect((await house.call(...lockout(house))).status).toBe(200);
  });

  test("with break-glass on, and with the setting deleted", async () => {
    const glass = await administration(service, { allow_missing_x_user: true });
    expect((await glass.call("DELETE", `/permissions/${glass.permission.id}`)).status).toBe(200);
    const house = await administration(service);
    expect((await house.call("DELETE", "/settings/admin")).status).toBe(200);
  });

  test("writes that take nothing away", async () => {
    const house = await administration(service);
    const calls: Call[] = [
      ["POST", "/roles", { name: `r-${house.role}` }],
      ["PATCH", `/users/${house.admin.id}`, { description: "the one" }],
      ["PATCH", `/roles/${house.role}`, { description: "the role" }],
      [
        "PUT",
        "/settings/admin",
        { value: { permission: house.permission.id, allow_missing_x_user: false } },
      ],
      ["PATCH", `/permissions/${house.permission.id}`, { name: `renamed-${house.role}` }],
    ];
    for (const call of calls) {
      const answer = await house.call(...call);
      expect(answer.status, answer.text).toBe(200);
    }
  });

  test("an instance that nobody could manage before stays repairable", async () => {
    const house = await administration(service);
    const { store } = await service.auth.service;
    const change = { topic: "users", action: "update", entity: "x", actor: "import" } as const;
    const other = await house.call("POST", "/users", put(`other-${house.role}`));
    await mutate(
      { ...store, beforeCommit: async () => undefined },
      change,
      async ({ tx, touch }) => {
        await tx.update(users).set({ disabled: true }).where(eq(users.id, house.admin.id));
        touch("users", house.admin.id);
      },
    );
    await mutate(store, change, async ({ touch }) => touch("users", other.body.payload.id));
  });
});

describe("I-8: behind our session, where break-glass never applies", () => {
  test("a write is held to the rule whatever `allow_missing_x_user` says", async () => {
    await using fronted = await testAuth();
    const house = await administration(fronted, { allow_missing_x_user: true });
    const path = `${ORIGIN}/auth/v1/permissions/${house.permission.id}`;
    const session = { session: { principal: house.admin.alias } };
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
      body: JSON.stringify({ value: { permission: "nobody" } }),
    });
    const answer = await fronted.auth.fetch(request, {}, { session: { principal: "ann" } });
    expect(answer.status).toBe(409);
  });
});

test("I-8: two administrators who disable each other at once: one of them stays", async () => {
  const house = await administration(service);
  const second = await house.call(
    "POST",
    "/users",
    put(`b-${house.role}`, { role_ids: [house.role] }),
  );
  const off = (id: string, user: string) =>
    service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false }, user);
  const answers = await Promise.all([
    off(house.admin.id, `b-${house.role}`),
    off(second.body.payload.id, house.admin.alias),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
