/** N-6, N-7, N-8, N-10: names that inherited members have, odd methods and bodies, over all IAM routes. */
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

const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await service.json("PUT", "/auth/v1/settings/check", { value: { no_host_check: true } });
});
afterAll(() => service[Symbol.asyncDispose]());

describe.each(NAMES)("N-6: %s is a name like any other", (name) => {
  test("of a permission, a role, a group map and a user, found and checked by it", async () => {
    const permission = await createPermission(service, name, {
      resources: [{ paths: [`/${name}/**`], methods: ["GET"] }],
      scope: { toString: [name] },
      data: { valueOf: name },
    });
    const role = await createRole(service, name, { permission_ids: [permission] });
    saysOnly(
      await service.json("POST", "/auth/v1/lmaps", { name, role_ids: [role] }),
      "lmap created",
    );
    const user = await service.createUser({
      alias: [name],
      role_ids: [role],
      details: { name, toString: name },
    });

    const request = { path: `/${name}/x`, method: "GET" };
    expect(
      (await service.json("POST", "/auth/v1/check", { alias: name, ...request })).body,
    ).toEqual({ allowed: true });
    expect((await service.json("POST", "/auth/check", request, name)).body).toEqual({
      allowed: true,
    });
    expect((await service.json("GET", "/auth/info", undefined, name)).body.payload).toMatchObject({
      details: { name, toString: name },
      roles: [name],
      permissions: [name],
    });
    const listed = async (path: string) =>
      (await service.json("GET", `/auth/v1/${path}`)).body.payload;
    expect(await listed(`users?alias=${name}`)).toMatchObject([{ id: user }]);
    expect(await listed(`users?name=${name}`)).toMatchObject([{ id: user }]);
    expect(await listed(`roles?name=${name}`)).toMatchObject([{ id: role }]);
    expect(await listed(`permissions?name=${name}&data.valueOf=${name}`)).toMatchObject([
      { id: permission, scope: { toString: [name] } },
    ]);
    expect(await listed(`lmaps?name=${name}`)).toMatchObject([{ name }]);
    expect(
      await payloadOf(service, `/auth/v1/users/${user}?add_scope_roles=1&add_data=1`),
    ).toMatchObject({
      scope: { toString: [name] },
      data: [{ valueOf: name }],
    });
    const { text } = await service.json("GET", "/auth/v1/roles/relation");
    expect(text).toContain(`"${name}":{"roles":[],"permissions":["${name}"]}`);
  });

  test("as an id it is unknown", async () => {
    for (const kind of ["users", "service-accounts", "roles", "permissions"]) {
      for (const [method, body] of [
        ["GET", undefined],
        ["PATCH", {}],
        ["DELETE", undefined],
      ] as const) {
        const answer = await service.json(method, `/auth/v1/${kind}/${name}`, body);
        expect(answer.status, `${method} ${kind}`).toBe(404);
      }
      const { body } = await service.json("GET", `/auth/v1/${kind}?id=${name}`);
      expect(body.payload).toEqual([]);
    }
    await refused(
      service,
      () => service.json("POST", "/auth/v1/users", { alias: ["new"], role_ids: [name] }),
      { status: 400, message: "cannot create user", error: `role_ids: ${name} not found` },
    );
  });
});

describe("N-6: keys that reach a prototype are refused, everywhere", () => {
  const routes: [string, string, string, (key: string) => string][] = [
    [
      "POST",
      "/auth/v1/users",
      "cannot decode user",
      (key) => `{"alias":["x"],"details":{"${key}":1}}`,
    ],
    [
      "POST",
      "/auth/v1/roles",
      "cannot decode role",
      (key) => `{"name":"x","data":{"a":{"${key}":1}}}`,
    ],
    [
      "POST",
      "/auth/v1/permissions",
      "cannot decode permission",
      (key) => `{"name":"x","scope":{"${key}":[]}}`,
    ],
    [
      "POST",
      "/auth/v1/permissions/bulk",
      "cannot decode permissions",
      (key) => `[{"name":"x","${key}":1}]`,
    ],
    ["POST", "/auth/v1/lmaps", "cannot decode lmap", (key) => `{"name":"x","${key}":1}`],
    [
      "POST",
      "/auth/v1/check",
      "cannot decode check request",
      (key) => `{"path":"/","method":"GET","${key}":1}`,
    ],
  ];
  test.each(routes)("%s %s", async (method, path, message, bodyOf) => {
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const raw = () =>
        service.request(method, path, {
          headers: { "content-type": "application/json" },
          body: bodyOf(key),
        });
      await refused(service, raw, { status: 400, message, error: `${key} is not an allowed key` });
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("bodies that are none", () => {
  const writes: [string, string][] = [
    ["/auth/v1/users", "cannot decode user"],
    ["/auth/v1/service-accounts", "cannot decode user"],
    ["/auth/v1/users/X/access", "cannot decode user access"],
    ["/auth/v1/roles", "cannot decode role"],
    ["/auth/v1/permissions", "cannot decode permission"],
    ["/auth/v1/permissions/bulk", "cannot decode permissions"],
    ["/auth/v1/permissions/keep", "cannot decode permissions"],
    ["/auth/v1/lmaps", "cannot decode lmap"],
    ["/auth/v1/ldap/maps", "cannot decode lmap"],
    ["/auth/v1/check", "cannot decode check request"],
    ["/auth/check", "cannot decode check request"],
  ];
  const send = (path: string, body: string, type = "application/json") =>
    service.request("POST", path, { headers: { "content-type": type }, body });

  test.each(writes)("POST %s", async (path, message) => {
    for (const body of ["", "{", "nul", "\u00ff{}", `${"[".repeat(70)}${"]".repeat(70)}`]) {
      await refused(service, () => send(path, body), { status: 400, message, error: /.+/ });
    }
    await refused(service, () => send(path, "a=b", "text/plain"), {
      status: 415,
      message: "the body must be application/json",
    });
    const before = await version(service);
    expect((await send(path, `{"name":"${"x".repeat(1_048_576)}"}`)).status, "N-1").toBe(413);
    expect(await version(service)).toBe(before);
  });

  test("10,000 resources, 10,000 exclusions and 10,000 grants are refused quickly", async () => {
    const many = Array.from({ length: 10_000 }, () => ({}));
    const grants = many.map((_, at) => ({ id: `r${at}`, expires_at: "2131-01-01" }));
    await refused(
      service,
      () => service.json("POST", "/auth/v1/permissions", { name: "x", resources: many }),
      {
        status: 400,
        message: "cannot decode permission",
        error: /^resources: must have at most 1000 entries/,
      },
    );
    await refused(
      service,
      () =>
        service.json("POST", "/auth/v1/permissions", {
          name: "x",
          resources: [{ excluded: many }],
        }),
      { status: 400, message: "cannot decode permission", error: /^resources\[0\]\.excluded: / },
    );
    await refused(
      service,
      () => service.json("POST", "/auth/v1/users", { alias: ["x"], tmp_role_ids: grants }),
      { status: 400, message: "cannot create user", error: "role_ids: r0 not found" },
    );
  });

  test("N-10: patterns that would take exponential time are answered at once", async () => {
    const evil = [`/${"**/a/".repeat(30)}b`, `/${"{a,aa}".repeat(60)}b`, `/${"*a".repeat(100)}`];
    const user = await createPermission(service, "evil", {
      resources: [{ paths: evil, methods: ["*"] }],
      public: true,
    });
    for (const path of [`/${"a/".repeat(500)}c`, `/${"a".repeat(4_000)}c`]) {
      const { body } = await service.json("POST", "/auth/v1/check", { path, method: "GET" });
      expect(body).toEqual({ allowed: false });
      await service.json("GET", `/auth/v1/permissions?path=${encodeURIComponent(path)}`);
    }
    saysOnly(await service.json("DELETE", `/auth/v1/permissions/${user}`), "permission deleted");
  });
});
