/** LDAP group maps: auth-wire 1.2, 2.5, 2.8, 2.10; C3, C4. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { createRole, payloadOf, refused, saysOnly } from "./expectations.ts";

const UNKNOWN = "01J0A0B0C0D0E0F0G0H0J0K0M0";
let service: TestAuth;
let role: string;
let other: string;

beforeAll(async () => {
  service = await testAuth();
  role = await createRole(service, "ops");
  other = await createRole(service, "other");
});
afterAll(() => service[Symbol.asyncDispose]());

for (const base of ["/auth/v1/lmaps", "/auth/v1/ldap/maps"]) {
  test(`auth-wire 2.8: create, read, replace, delete at ${base}`, async () => {
    const body = { name: "operators", role_ids: [role, role] };
    saysOnly(await service.json("POST", base, body), "lmap created");
    expect(await payloadOf(service, `${base}/operators`)).toEqual({
      name: "operators",
      role_ids: [role],
      created_at: expect.stringMatching(/:\d\dZ$/),
      updated_at: expect.stringMatching(/:\d\dZ$/),
      updated_by: "unknown",
    });

    const change = { name: "ignored", role_ids: [other] };
    saysOnly(await service.json("PUT", `${base}/operators`, change), "lmap updated");
    expect(await payloadOf(service, `${base}/operators`)).toMatchObject({ role_ids: [other] });
    saysOnly(await service.json("PUT", `${base}/operators`, { role_ids: null }), "lmap updated");
    expect(await payloadOf(service, `${base}/operators`)).toMatchObject({ role_ids: [] });

    await refused(service, () => service.json("POST", base, body), {
      status: 409,
      message: "cannot create lmap",
      error: "lmap with name operators already exists; conflict",
    });
    saysOnly(await service.json("DELETE", `${base}/operators`), "lmap deleted");
    for (const [method, verb] of [
      ["GET", "get"],
      ["PUT", "update"],
      ["DELETE", "delete"],
    ] as const) {
      const sent = method === "PUT" ? { role_ids: [] } : undefined;
      await refused(service, () => service.json(method, `${base}/operators`, sent), {
        status: 404,
        message: `cannot ${verb} lmap`,
        error: "lmap with name operators not found; not found",
      });
    }
    expect((await service.json("PATCH", `${base}/operators`, {})).status, "no PATCH").toBe(405);
  });
}

test("auth-wire 2.5: by exact name and by role, sorted by name", async () => {
  for (const [name, role_ids] of [
    ["b", [role]],
    ["a", [other]],
    ["c/d e", [role, other]],
    ["ä%*", []],
    ["toString", []],
  ] as const) {
    saysOnly(await service.json("POST", "/auth/v1/lmaps", { name, role_ids }), "lmap created");
  }
  const names = async (query: string) => {
    const { body } = await service.json("GET", `/auth/v1/lmaps${query}`);
    return body.payload.map((lmap: { name: string }) => lmap.name);
  };

  expect(await names("")).toEqual(["a", "b", "c/d e", "toString", "ä%*"]);
  expect(await names("?name=a")).toEqual(["a"]);
  expect(await names("?name=A")).toEqual([]);
  expect(await names("?name=c/d%20e")).toEqual(["c/d e"]);
  expect(await names("?name=__proto__")).toEqual([]);
  expect(await names(`?role_ids=${other}`)).toEqual(["a", "c/d e"]);
  expect(await names(`?role_ids=${role}&_limit=1&_offset=1`)).toEqual(["c/d e"]);
  expect(await payloadOf(service, "/auth/v1/lmaps/c/d%20e")).toMatchObject({ name: "c/d e" });
  expect(await payloadOf(service, "/auth/v1/lmaps/toString")).toMatchObject({ name: "toString" });
});

test.each([
  [{ name: "", role_ids: [] }],
  [{ name: "  " }],
  [{ role_ids: [] }],
  [{ name: "a\u0007" }],
  [{ name: "x".repeat(257) }],
  [{ name: "x", role_ids: "y" }],
  ["x"],
])("400 `cannot decode lmap` (C4): %j", async (body) => {
  await refused(service, () => service.json("POST", "/auth/v1/lmaps", body), {
    status: 400,
    message: "cannot decode lmap",
    error: /.+/,
  });
});

test("C3: unknown role ids", async () => {
  saysOnly(await service.json("POST", "/auth/v1/lmaps", { name: "c3" }), "lmap created");
  const body = { name: "new", role_ids: [UNKNOWN] };
  const error = `role_ids: ${UNKNOWN} not found`;
  await refused(service, () => service.json("POST", "/auth/v1/lmaps", body), {
    status: 400,
    message: "cannot create lmap",
    error,
  });
  await refused(service, () => service.json("PUT", "/auth/v1/lmaps/c3", body), {
    status: 400,
    message: "cannot update lmap",
    error,
  });
  await service.json("DELETE", "/auth/v1/lmaps/c3");
});
