/** POST /v1/check/explain: what decided a permission check, and how it came to be held (auth-wire 2.9, 3). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueKey } from "../../support/api-keys.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { closePlane, reopenPlane } from "../../support/tokens.ts";
import { createPermission } from "./expectations.ts";

let service: TestAuth;
let own: string;
let inner: string;
let outer: string;
let ada: string;

const post = async (path: string, body: object) => {
  const answer = await service.json("POST", `/auth/v1/${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const REQUEST = { host: "app.test", path: "/api/x", method: "GET" };
const explain = (change: object = {}) =>
  post("check/explain", { alias: "ada", ...REQUEST, ...change });
const check = async (change: object = {}) =>
  (await post("check", { alias: "ada", ...REQUEST, ...change })).allowed as boolean;
const names = (entries: readonly { permission: { name: string } }[]) =>
  entries.map(({ permission }) => permission.name);

beforeAll(async () => {
  service = await testAuth();
  own = await createPermission(service, "own", {
    resources: [
      {
        hosts: ["app.test"],
        paths: ["/none", "/api/**"],
        methods: ["GET"],
        excluded: [
          { paths: ["/nothing/**"], methods: ["*"] },
          { paths: ["/elsewhere", "/api/admin/**"], methods: ["*"] },
        ],
      },
    ],
  });
  await createPermission(service, "open", {
    resources: [{ hosts: ["app.test"], paths: ["/open/**"], methods: ["GET"] }],
    public: true,
  });
  await createPermission(service, "writing", {
    resources: [{ hosts: ["app.test"], paths: ["/api/**"], methods: ["POST"] }],
  });
  inner = (await post("roles", { name: "inner", permission_ids: [own] })).payload.id;
  outer = (await post("roles", { name: "outer", role_ids: [inner] })).payload.id;
  ada = await service.createUser({ role_ids: [outer] });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("what decided", () => {
  test("the permission, its pattern, and the roles from the user's own to the one that lists it", async () => {
    expect(await explain({ path: "/api/x?page=2", host: "APP.test.", method: "get" })).toEqual({
      allowed: true,
      reason: "held_permission",
      identity: {
        state: "found",
        principal: { id: ada, alias: ["ada", "ada@example.com"], kind: "user" },
      },
      request: { ...REQUEST, host_check: true, default_hosts: [] },
      decided_by: [
        {
          permission: { id: own, name: "own", public: false },
          resource: 0,
          pattern: "/api/**",
          failing: [],
          held: true,
          ways: [
            {
              given: "own",
              roles: [
                { id: outer, name: "outer" },
                { id: inner, name: "inner" },
              ],
            },
          ],
        },
      ],
      near_misses: [],
      complete: true,
    });
  });

  test("a public permission, for whom there is not", async () => {
    const said = await explain({ alias: "absent", path: "/open/x" });
    expect(said).toMatchObject({
      allowed: true,
      reason: "public_permission",
      identity: { state: "unknown" },
    });
    expect(names(said.decided_by)).toEqual(["open"]);
  });

  test("a direct permission, a sync role and a temporary grant with its window", async () => {
    const expires_at = new Date(service.runtime.clock.now() + 3_600_000).toISOString();
    const bob = await service.createUser({
      alias: ["bob"],
      local: false,
      permission_ids: [own],
      sync_role_ids: [inner],
    });
    await post(`users/${bob}/access`, { role_ids: [outer], expires_at });
    const [first] = (await explain({ alias: "bob" })).decided_by;
    expect(first.ways.map((way: { given: string }) => way.given)).toEqual(["own", "sync"]);
    const role = (await explain({ alias: "bob", role: "outer" })).focus.role;
    expect(role).toMatchObject({ held: true, dormant: [], ways: [{ given: "temporary" }] });
    expect(role.ways[0].expires_at).toBe(expires_at);
  });
});

describe("what was missing", () => {
  test("the exclusion that took it away, by its place and pattern", async () => {
    const said = await explain({ path: "/api/admin/users" });
    expect(said).toMatchObject({ allowed: false, reason: "excluded", decided_by: [] });
    expect(said.near_misses[0]).toMatchObject({
      permission: { name: "own" },
      failing: ["excluded"],
      exclusion: { index: 1, pattern: "/api/admin/**" },
      held: true,
    });
  });

  test.each([
    [{ method: "DELETE" }, ["method"]],
    [{ host: "other.test" }, ["host"]],
    [{ host: "not a host" }, ["host"]],
    [{ host: "other.test", method: "PUT" }, ["host", "method"]],
    [{ path: "/apis" }, ["path"]],
  ])("near misses say which rule failed: %j", async (change, failing) => {
    const said = await explain(change);
    expect(said.reason).toBe("no_match");
    expect(said.near_misses[0]).toMatchObject({ permission: { name: "own" }, held: true, failing });
  });

  test("permissions that would allow it and are not held", async () => {
    const said = await explain({ method: "POST" });
    const wanted = said.near_misses.filter(({ held }: { held: boolean }) => !held);
    expect(names(wanted)).toEqual(["writing"]);
    expect(wanted[0]).toMatchObject({ failing: [], ways: [] });
  });

  test("a temporary grant that is over, or has not begun", async () => {
    const at = service.runtime.clock.now();
    const carl = await service.createUser({ alias: ["carl"] });
    const starts_at = new Date(at + 86_400_000).toISOString();
    await post(`users/${carl}/access`, { role_ids: [outer], starts_at, expires_in: "8h" });
    const said = await explain({ alias: "carl", permission: "own", role: "outer" });
    expect(said.allowed).toBe(false);
    const window = { given: "temporary", starts_at: expect.any(String) };
    const [miss] = said.near_misses;
    expect(miss).toMatchObject({ permission: { name: "own" }, held: false, dormant: [window] });
    expect(said.focus.role).toMatchObject({ held: false, ways: [], dormant: [window] });
    expect(said.focus.permission).toMatchObject({ held: false, dormant: [window] });
  });

  test.each(["/api//x", "/api/../x", "/api/%2fx", "api/x"])(
    "A-1: the ambiguous path %s",
    async (path) => {
      const said = await explain({ path, permission: "own" });
      expect(said).toMatchObject({ allowed: false, reason: "ambiguous_path", near_misses: [] });
      expect(said.request.path).toBeUndefined();
      expect(said.focus.permission).toMatchObject({ held: true, resources: [] });
    },
  );

  test("default hosts stand in, and are named", async () => {
    await service.json("PUT", "/auth/v1/settings/check", { value: { default_hosts: ["a.test"] } });
    const { request } = await explain();
    expect(request).toMatchObject({ host_check: true, default_hosts: ["a.test"] });
    await service.json("PUT", "/auth/v1/settings/check", { value: { no_host_check: true } });
    expect(await explain({ host: "x" })).toMatchObject({
      allowed: true,
      request: { host: "x", host_check: false },
    });
    await service.json("DELETE", "/auth/v1/settings/check");
  });
});

describe("whom the question is about", () => {
  test.each([
    [{ alias: "" }, "anonymous"],
    [{ alias: "absent" }, "unknown"],
    [{ id: "absent" }, "unknown"],
    [{ alias: "ａda" }, "misspelled"],
    [{ alias: "api-key:absent" }, "key_unknown"],
    [{ alias: "ADA" }, "found"],
  ])("%j is %s", async (identity, state) => {
    expect((await explain(identity)).identity.state).toBe(state);
  });

  test("a disabled one is named, and has nothing", async () => {
    const id = await service.createUser({ alias: ["dora"], role_ids: [outer], is_active: false });
    for (const identity of [{ alias: "dora" }, { id }]) {
      const said = await explain({ alias: "", ...identity });
      expect(said).toMatchObject({
        allowed: false,
        identity: { state: "disabled", principal: { id } },
      });
      expect(said.near_misses.every(({ ways }: { ways: unknown[] }) => ways.length === 0)).toBe(
        true,
      );
    }
  });

  test("an API key, by its own rights and with its owner", async () => {
    const fields = { name: "deploy", user_id: ada };
    const { id } = await issueKey(service, fields);
    const said = await explain({ alias: `api-key:${id}` });
    expect(said.identity).toMatchObject({ state: "found", principal: { kind: "api_key" } });
    expect(said.allowed).toBe(await check({ alias: said.identity.principal.id }));
  });
});

describe("who may ask", () => {
  test("A-2: administrators alone; the answer would tell every permission", async () => {
    await closePlane(service);
    try {
      for (const [user, status] of [
        [undefined, 401],
        ["ada", 403],
        ["absent", 403],
      ] as const) {
        const body = { alias: "ada", ...REQUEST };
        const refused = await service.json("POST", "/auth/v1/check/explain", body, user);
        expect([user, refused.status]).toEqual([user, status]);
        expect(refused.text).not.toContain("outer");
      }
    } finally {
      await reopenPlane(service);
    }
  });

  test.each([
    [{ permission: "none" }, "permission: there is no permission of this id or name"],
    [{ role: "none" }, "role: there is no role of this id or name"],
    [{ role: "r".repeat(257) }, "role: "],
    [{ path: "/".padEnd(9_000, "a") }, "path: "],
    [{ host: 3 }, "host: "],
  ])("N-6: bad input names its member: %#", async (change, detail) => {
    const body = { alias: "ada", ...REQUEST, ...change };
    const refused = await service.json("POST", "/auth/v1/check/explain", body);
    expect([refused.status, refused.body.message]).toEqual([400, "cannot explain check"]);
    expect(refused.body.error).toContain(detail);
  });
});

test("N-11: an answer is bounded, however much there is to tell", async () => {
  const records = Array.from({ length: 60 }, (_, at) => ({
    name: `many ${at}`,
    resources: [{ hosts: ["app.test"], paths: ["/many/**"], methods: ["GET"] }],
  }));
  const { ids } = (await post("permissions/bulk", records)).payload;
  const many = { path: "/many/x" };
  const missing = await explain(many);
  expect([missing.near_misses.length, missing.complete]).toEqual([20, false]);
  const roles = Array.from({ length: 40 }, (_, at) => ({ name: `r${at}`, permission_ids: ids }));
  const role_ids: string[] = [];
  for (const role of roles) role_ids.push((await post("roles", role)).payload.id);
  await service.createUser({ alias: ["rich"], role_ids });
  const said = await explain({ alias: "rich", ...many });
  expect([said.decided_by.length, said.complete]).toEqual([20, false]);
  expect(said.decided_by[0].ways).toHaveLength(10);
  expect(said.allowed).toBe(true);
});
