/** POST /v1/users/{id}/explain-roles: every way to each role, and to the names in a token (auth-wire 2.1; token rule 11). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { manyRoles } from "../../support/many-roles.ts";
import {
  ADA,
  claimsOf,
  closePlane,
  createAda,
  putClient,
  reopenPlane,
  TOKEN,
  WEB,
} from "../../support/tokens.ts";
import { createPermission, createRole } from "./expectations.ts";

let service: TestAuth;
let reading: string;
let inner: string;
let outer: string;
let other: string;
let ada: string;

const post = async (path: string, body: object) => {
  const answer = await service.json("POST", `/auth/v1/${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.payload;
};
const explain = (id: string, body: object = {}) => post(`users/${id}/explain-roles`, body);
const named = (id: string, name: string) => ({ id, name });

beforeAll(async () => {
  service = await testAuth();
  reading = await createPermission(service, "reading", {
    scope: { reports: ["report-reader"], audit: ["auditor"] },
  });
  inner = await createRole(service, "inner", { permission_ids: [reading] });
  outer = await createRole(service, "outer", { role_ids: [inner] });
  other = await createRole(service, "other", { role_ids: [outer, inner] });
  await service.json("PATCH", `/auth/v1/roles/${inner}`, { role_ids: [other] });
  ada = await createAda(service, { role_ids: [outer] });
  await putClient(service, WEB.id, { client_secret: WEB.secret, scope: ["reports"] });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("roles", () => {
  test("each with how the record gives it and with all that contains it, circles included", async () => {
    expect(await explain(ada)).toEqual({
      roles: [
        { ...named(outer, "outer"), starts: [{ given: "own" }], within: [named(other, "other")] },
        {
          ...named(inner, "inner"),
          starts: [],
          within: [named(outer, "outer"), named(other, "other")],
        },
        { ...named(other, "other"), starts: [], within: [named(inner, "inner")] },
      ],
      total: 3,
      missing: [],
    });
  });

  test("one of them by name or id, with its shortest way", async () => {
    for (const role of ["inner", inner]) {
      const { roles } = await explain(ada, { role });
      expect(roles).toHaveLength(1);
      expect(roles[0].ways).toEqual([
        { given: "own", roles: [named(outer, "outer"), named(inner, "inner")] },
      ]);
    }
    expect((await explain(ada, { role: "not held" })).roles).toEqual([]);
  });

  test("a synchronised one with the group maps and claim values that give it", async () => {
    const carl = await service.createUser({
      alias: ["carl"],
      local: false,
      sync_role_ids: [outer],
    });
    await post("lmaps", { name: "staff", role_ids: [outer] });
    await post("lmaps", { name: "others", role_ids: [other] });
    const config = {
      client_id: "x",
      client_secret: "x",
      auth_url: "https://idp.example.com/auth",
      token_url: "https://idp.example.com/token",
      claim_mapping: { role_map: { boss: ["outer"], guest: ["other"] } },
    };
    const put = await service.json("PUT", "/auth/v1/oauth/providers/corp", {
      enabled: true,
      config,
    });
    expect(put.status, put.text).toBe(200);
    const [role] = (await explain(carl, { role: "outer" })).roles;
    expect(role.starts).toEqual([{ given: "sync" }]);
    expect(role.sources).toEqual({
      groups: ["staff"],
      providers: [{ provider: "oauth:corp", values: ["boss"] }],
    });
  });

  test("a temporary one with its window, and one that is over not at all", async () => {
    const dora = await service.createUser({ alias: ["dora"] });
    const body = { role_ids: [outer], expires_in: "8h" };
    await service.json("POST", `/auth/v1/users/${dora}/access`, body);
    const [role] = (await explain(dora, { role: "outer" })).roles;
    expect(role.starts).toEqual([{ given: "temporary", expires_at: expect.any(String) }]);
    service.runtime.advance(9 * 3_600_000);
    expect((await explain(dora)).total).toBe(0);
  });

  test("N-11: two thousand roles are answered whole, and in good time", async () => {
    const role_ids = await manyRoles((await service.auth.service).ownStore, 2_000);
    const id = await service.createUser({ alias: ["many"], role_ids });
    const said = await explain(id);
    expect([said.total, said.roles.length]).toEqual([2_000, 2_000]);
    expect(Math.max(...said.roles.map(({ within }: { within: [] }) => within.length))).toBe(10);
  });
});

describe("the roles claim of a token", () => {
  const claims = async (scope: string) => {
    const { body } = await service.form(TOKEN, { ...ADA, scope }, WEB);
    return claimsOf(body.access_token).roles ?? [];
  };

  test.each(["", "reports", "audit", "audit reports", "none"])(
    "is what a token for the scope %j says",
    async (scope) => {
      const { token } = await explain(ada, { client_id: WEB.id, scope });
      const names = token.roles.map(({ name }: { name: string }) => name);
      expect(names).toEqual(await claims(scope));
      expect(token.total).toBe(names.length);
    },
  );

  test("each name with the permission, the scope and the way that bring it", async () => {
    const { token } = await explain(ada, { client_id: WEB.id });
    expect(token).toEqual({
      client_id: WEB.id,
      scope: ["reports"],
      roles_claim: "roles",
      roles: [
        {
          name: "report-reader",
          from: [
            {
              permission: named(reading, "reading"),
              scope: "reports",
              way: { given: "own", roles: [named(outer, "outer"), named(inner, "inner")] },
            },
          ],
        },
      ],
      total: 1,
      other_scopes: ["audit"],
    });
  });

  test("the path of the client, and one name alone", async () => {
    await putClient(service, "other-app", {
      client_secret: "s",
      roles_claim: "realm_access.roles",
    });
    const body = { client_id: "other-app", scope: "audit reports", role: "auditor" };
    const { token } = await explain(ada, body);
    expect([token.roles_claim, token.roles.length, token.total]).toEqual([
      "realm_access.roles",
      1,
      2,
    ]);
  });

  test("a service account as its own client", async () => {
    const robot = await service.createServiceAccount({ role_ids: [outer] });
    const path = `service-accounts/${robot}/explain-roles`;
    const { token } = await post(path, { client_id: "robot", scope: "reports" });
    expect(token.roles[0].name).toBe("report-reader");
  });

  test.each([
    [{ client_id: "none" }, "there is no enabled client of this id"],
    [{ client_id: "bounded", scope: "audit" }, "the client may not request this scope"],
    [{ client_id: "bounded", scope: 'a"b' }, "scope has invalid characters"],
  ])("no token, and why: %j", async (body, refusal) => {
    await putClient(service, "bounded", { client_secret: "s", allowed_scopes: ["reports"] });
    const { token } = await explain(ada, body);
    expect(token).toMatchObject({ refusal, roles: [] });
  });

  test("a disabled user gets none", async () => {
    const id = await service.createUser({ alias: ["eve"], is_active: false });
    const { token } = await explain(id, { client_id: WEB.id });
    expect(token.refusal).toBe("principal is disabled");
  });
});

describe("who may ask, and what", () => {
  test("N-6: the other kind and unknown ids are not found, a bad member is named", async () => {
    for (const path of [`service-accounts/${ada}`, "users/none"]) {
      const { status } = await service.json("POST", `/auth/v1/${path}/explain-roles`, {});
      expect([path, status]).toEqual([path, 404]);
    }
    const body = { role: "r".repeat(257) };
    const refused = await service.json("POST", `/auth/v1/users/${ada}/explain-roles`, body);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe("role: must be at most 256 characters");
  });

  test("A-2: administrators alone", async () => {
    await closePlane(service);
    try {
      const path = `/auth/v1/users/${ada}/explain-roles`;
      for (const [user, status] of [
        [undefined, 401],
        ["ada", 403],
      ] as const) {
        expect((await service.json("POST", path, {}, user)).status).toBe(status);
      }
    } finally {
      await reopenPlane(service);
    }
  });
});
