/** Roles: auth-wire 1.2, 2.5, 2.6, 2.10; C3, C4, C6, C12, C13. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  createPermission,
  createRole,
  payloadOf,
  refused,
  saysOnly,
  version,
} from "./expectations.ts";

const ROLES = "/auth/v1/roles";
const UNKNOWN = "01J0A0B0C0D0E0F0G0H0J0K0M0";
const FAR = "2131-01-01T00:00:00Z";
let service: TestAuth;
let ops: string;
let reader: string;
let read: string;
let write: string;

const list = (query = "") => service.json("GET", `${ROLES}${query}`);
const names = async (query: string) => {
  const { status, text, body } = await list(query);
  expect(status, text).toBe(200);
  expect(body.meta.total_item_count).toBe(body.payload.length);
  return body.payload.map((role: { name: string }) => role.name);
};

beforeAll(async () => {
  service = await testAuth();
  read = await createPermission(service, "read-api", {
    resources: [
      { paths: ["/api/**"], methods: ["GET"] },
      { paths: ["/jobs"], methods: ["POST"] },
    ],
  });
  write = await createPermission(service, "write-api", {
    resources: [{ paths: ["/api/**"], methods: ["PUT"] }],
  });
  reader = await createRole(service, "reader", { permission_ids: [read] });
  ops = await createRole(service, "ops", {
    role_ids: [reader],
    permission_ids: [write],
    data: { level: 3 },
    description: 'Runs the machines: 100% "quoted"',
  });
  await createRole(service, "idle");
  await service.createUser({ alias: ["u1"], role_ids: [ops] });
  await service.createUser({
    alias: ["u2"],
    sync_role_ids: [ops],
    tmp_role_ids: [{ id: ops, expires_at: FAR }],
  });
  await service.createServiceAccount({
    alias: ["s1"],
    tmp_role_ids: [{ id: ops, expires_at: FAR }],
  });
  await service.createUser({
    alias: ["u3"],
    tmp_role_ids: [{ id: ops, starts_at: "2130-01-01", expires_at: FAR }],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("auth-wire 2.6: the record", () => {
  test("all members; children by name; members counted", async () => {
    expect(await payloadOf(service, `${ROLES}/${ops}`)).toEqual({
      id: ops,
      name: "ops",
      permission_ids: [write],
      role_ids: [reader],
      data: { level: 3 },
      description: 'Runs the machines: 100% "quoted"',
      created_at: expect.stringMatching(/:\d\dZ$/),
      updated_at: expect.stringMatching(/:\d\dZ$/),
      updated_by: "unknown",
      roles: [{ id: reader, name: "reader" }],
      permissions: [{ id: write, name: "write-api" }],
      total_users: 3,
    });
    expect((await payloadOf(service, `${ROLES}/${reader}`)).total_users, "not by nesting").toBe(0);
  });

  test("flags: permissions only with roles, `total_users` always there", async () => {
    const bare = await payloadOf(service, `${ROLES}/${ops}?add_roles=false`);
    expect(bare).not.toHaveProperty("roles");
    expect(bare).not.toHaveProperty("permissions");
    expect(bare.total_users).toBe(0);
    const uncounted = await payloadOf(
      service,
      `${ROLES}/${ops}?add_total_users=f&add_permissions=0`,
    );
    expect(uncounted).toMatchObject({ total_users: 0, roles: [{ name: "reader" }] });
    expect(uncounted).not.toHaveProperty("permissions");
  });

  test("PUT replaces everything but `created_at`; PATCH what is present; an empty name is ignored", async () => {
    const id = await createRole(service, "changing", { permission_ids: [read], data: { a: 1 } });
    const before = await payloadOf(service, `${ROLES}/${id}`);

    saysOnly(
      await service.json("PATCH", `${ROLES}/${id}`, { name: "", description: "now", data: null }),
      "role updated",
    );
    expect(await payloadOf(service, `${ROLES}/${id}`)).toMatchObject({
      name: "changing",
      description: "now",
      data: { a: 1 },
      permission_ids: [read],
    });

    saysOnly(await service.json("PUT", `${ROLES}/${id}`, { name: "changed" }), "role updated");
    expect(await payloadOf(service, `${ROLES}/${id}`)).toMatchObject({
      name: "changed",
      description: "",
      data: {},
      permission_ids: [],
      role_ids: [],
      created_at: before.created_at,
    });
    saysOnly(await service.json("DELETE", `${ROLES}/${id}`), "role deleted");
  });

  test("null is accepted as empty, `[]` and `{}` are answered (1.1, rule 6)", async () => {
    const id = await createRole(service, "nulls", {
      permission_ids: null,
      role_ids: null,
      data: null,
      description: null,
    });

    expect(await payloadOf(service, `${ROLES}/${id}`)).toMatchObject({
      permission_ids: [],
      role_ids: [],
      data: {},
      description: "",
    });
    await service.json("DELETE", `${ROLES}/${id}`);
  });
});

describe("auth-wire 1.2: refusals write nothing", () => {
  test.each([
    ["GET", "get", undefined],
    ["PUT", "update", { name: "x" }],
    ["PATCH", "patch", {}],
    ["DELETE", "delete", undefined],
  ])("404: %s of a missing role", async (method, verb, body) => {
    for (const id of [UNKNOWN, "__proto__", "constructor", "toString"]) {
      await refused(service, () => service.json(method, `${ROLES}/${id}`, body), {
        status: 404,
        message: `cannot ${verb} role`,
        error: `role with id ${id} not found; not found`,
      });
    }
  });

  test("409: names are unique, exact and case sensitive", async () => {
    const taken = { status: 409, error: "role with name ops already exists; conflict" };
    await refused(service, () => service.json("POST", ROLES, { name: "ops" }), {
      ...taken,
      message: "cannot create role",
    });
    await refused(service, () => service.json("PUT", `${ROLES}/${reader}`, { name: "ops" }), {
      ...taken,
      message: "cannot update role",
    });
    await refused(service, () => service.json("PATCH", `${ROLES}/${reader}`, { name: "ops" }), {
      ...taken,
      message: "cannot patch role",
    });
    await service.json("DELETE", `${ROLES}/${await createRole(service, "OPS")}`);
    saysOnly(await service.json("PATCH", `${ROLES}/${ops}`, { name: "ops" }), "role updated");
  });

  test("C3: unknown ids of roles and permissions", async () => {
    for (const field of ["role_ids", "permission_ids"]) {
      const error = `${field}: ${UNKNOWN} not found`;
      const body = { name: "c3", [field]: [UNKNOWN] };
      await refused(service, () => service.json("POST", ROLES, body), {
        status: 400,
        message: "cannot create role",
        error,
      });
      await refused(service, () => service.json("PUT", `${ROLES}/${reader}`, body), {
        status: 400,
        message: "cannot update role",
        error,
      });
      await refused(
        service,
        () => service.json("PATCH", `${ROLES}/${reader}`, { [field]: [UNKNOWN] }),
        {
          status: 400,
          message: "cannot patch role",
          error,
        },
      );
    }
  });

  test.each([
    ["an empty name (C4)", { name: "" }],
    ["a blank name (C4)", { name: " \u00a0" }],
    ["no name (C4)", {}],
    ["a name of 257 characters (C4)", { name: "x".repeat(257) }],
    ["control characters in the name (C4)", { name: "a\nb" }],
    ["a bidirectional override in the name (C4)", { name: "a\u202eb" }],
    ["a number as name", { name: 1 }],
    ["a text as role_ids", { name: "x", role_ids: "y" }],
    ["a list as data", { name: "x", data: [] }],
    ["a NUL inside data", { name: "x", data: { a: [{ b: "\u0000" }] } }],
    ["half a character as key of data", { name: "x", data: { "\udc00": 1 } }],
    ["10,001 ids", { name: "x", role_ids: Array.from({ length: 10_001 }, (_, at) => `r${at}`) }],
  ])("400 `cannot decode role`: %s", async (_, body) => {
    await refused(service, () => service.json("POST", ROLES, body), {
      status: 400,
      message: "cannot decode role",
      error: /.+/,
    });
  });

  test("400 `cannot decode role patch`", async () => {
    await refused(service, () => service.json("PATCH", `${ROLES}/${ops}`, { data: 1 }), {
      status: 400,
      message: "cannot decode role patch",
    });
  });
});

describe("auth-wire 2.5: filters of the list", () => {
  test.each([
    ["name=EAD", ["reader"]],
    ["name[contains]=ead", ["reader"]],
    ["description=MACHINES", ["ops"]],
    ["description=100%25", ["ops"]],
    ["description=%22quoted%22", ["ops"]],
    ["description=100_", []],
    ["name=%25", []],
    ["name=*", []],
    ["search=idle", ["idle"]],
    // 4d: by whatever role, contained ones included.
    ["permission=READ", ["reader", "ops"]],
    ["permission=write", ["ops"]],
    ["permission=read,write", ["reader", "ops"]],
    ["permission=read&permission=write", ["reader", "ops"]],
    ["permission=nothing", []],
    ["method=get&path=/api/x", ["reader", "ops"]],
    ["method=put&path=/api/x", ["ops"]],
    // C13: GET and /jobs are in one permission, but not in one resource.
    ["method=get&path=/jobs", []],
    ["path=/api/x", ["reader", "ops"]],
    ["path=/api/../x", []],
    ["name=__proto__", []],
    ["unknown=1&_sort=data&_fields=id", ["reader", "ops", "idle"]],
    ["_sort=name", ["idle", "ops", "reader"]],
    ["_sort=-name", ["reader", "ops", "idle"]],
    ["_sort=-total_users", ["ops", "idle", "reader"]],
    ["_sort=description", ["reader", "idle", "ops"]],
  ])("%s", async (query, expected) => {
    expect(await names(`?${query}`)).toEqual(expected);
  });

  test("by id, by permission and by contained role", async () => {
    expect(await names(`?id=${ops}`)).toEqual(["ops"]);
    expect(await names(`?id=${ops}&name=reader`)).toEqual([]);
    expect(await names("?id=toString")).toEqual([]);
    expect(await names(`?search=${ops.toLowerCase()}`)).toEqual(["ops"]);
    expect(await names(`?permission_ids=${read},${write}`)).toEqual(["reader", "ops"]);
    expect(await names(`?role_ids=${reader}`)).toEqual(["ops"]);
  });

  test("4d: a role inside a role inside a role; different filters must all pass", async () => {
    const outer = await createRole(service, "outermost", { role_ids: [ops] });
    expect(await names(`?role_ids=${reader}`)).toEqual(["ops", "outermost"]);
    expect(await names("?permission=write")).toEqual(["ops", "outermost"]);
    expect(await names(`?permission_ids=${read}&permission=write`), "and").toEqual([]);
    expect(await names(`?permission_ids=${read}&method=get`)).toEqual(["reader"]);
    await service.json("DELETE", `${ROLES}/${outer}`);
  });
});

describe("auth-wire 2.10: relation", () => {
  test("the dump is not wrapped and loads again", async () => {
    const { body } = await service.json("GET", `${ROLES}/relation`);

    expect(body).toEqual({
      reader: { roles: [], permissions: ["read-api"] },
      ops: { roles: ["reader"], permissions: ["write-api"] },
      idle: { roles: [], permissions: [] },
    });
    saysOnly(await service.json("PUT", `${ROLES}/relation`, body), "role relation updated");
    expect((await service.json("GET", `${ROLES}/relation`)).body).toEqual(body);
  });

  test("given lists replace, null and absent ones stay, unknown names are skipped", async () => {
    const before = await version(service);
    saysOnly(
      await service.json("PUT", `${ROLES}/relation`, {
        idle: { roles: ["reader", "absent"], permissions: ["write-api", "nothing", "write-api"] },
        ops: { roles: null },
        absent: { roles: ["ops"] },
        toString: { roles: [] },
      }),
      "role relation updated",
    );

    expect(await version(service), "C6: one transaction").toBe(before + 1);
    expect((await service.json("GET", `${ROLES}/relation`)).body).toMatchObject({
      idle: { roles: ["reader"], permissions: ["write-api"] },
      ops: { roles: ["reader"], permissions: ["write-api"] },
    });
    await service.json("PUT", `${ROLES}/relation`, { idle: { roles: [], permissions: [] } });
  });

  test.each([[[]], ["x"], [{ ops: [] }], [{ ops: { roles: "x" } }], [{ ops: { roles: [1] } }]])(
    "400 `cannot decode role relation`: %j",
    async (body) => {
      await refused(service, () => service.json("PUT", `${ROLES}/relation`, body), {
        status: 400,
        message: "cannot decode role relation",
      });
    },
  );

  test("N-6: `__proto__` as a name is refused, not written", async () => {
    const raw = () =>
      service.request("PUT", `${ROLES}/relation`, {
        headers: { "content-type": "application/json" },
        body: '{"__proto__": {"roles": []}}',
      });
    await refused(service, raw, { status: 400, message: "cannot decode role relation" });
  });
});

test("auth-wire 2.10: export as CSV, filters apply, paging does not", async () => {
  const { status, headers, text } = await service.request(
    "GET",
    `${ROLES}/export?permission=read,write&_limit=1`,
  );

  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv");
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="roles_\d{8}T\d{4}\.csv"$/,
  );
  expect(text).toBe(
    [
      "Name,Permissions,Roles,Description,Total Users",
      'reader,"[""read-api""]",[],,0',
      'ops,"[""write-api""]","[""reader""]","Runs the machines: 100% ""quoted""",3',
      "",
    ].join("\r\n"),
  );
  const some = await service.request("GET", `${ROLES}/export?search=idle`);
  expect(some.text).toBe("Name,Permissions,Roles,Description,Total Users\r\nidle,[],[],,0\r\n");
});
