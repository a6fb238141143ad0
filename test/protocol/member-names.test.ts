/** 4d: names of members in JSON bodies of the management API match without regard to case. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { allEndpoints, memberNames, shapeOf } from "../support/inside.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const ok = async (method: string, path: string, body: unknown) => {
  const answer = await service.json(method, `/auth/v1${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const read = async (path: string) => (await service.json("GET", `/auth/v1${path}`)).body.payload;

describe("4d: any case is the member that is meant", () => {
  test("`Enabled: false` saves a disabled client", async () => {
    await ok("PUT", "/oauth/clients/x", { Enabled: false, Config: { CLIENT_name: "X" } });
    expect(await read("/oauth/clients/x")).toMatchObject({
      enabled: false,
      config: { client_name: "X" },
    });
  });

  test("`Paths` fills a permission, `path` and exclusions included", async () => {
    const { payload } = await ok("POST", "/permissions", {
      Name: "loud",
      Resources: [
        { Paths: ["/q"], METHODS: ["GET"], Excluded: [{ Path: "/q/no", Methods: ["*"] }] },
      ],
      Scope: { Reports: ["Reader"] },
    });
    const permission = await read(`/permissions/${payload.id}`);
    expect(permission.resources).toMatchObject([
      { paths: ["/q"], methods: ["GET"], excluded: [{ paths: ["/q/no"], methods: ["*"] }] },
    ]);
    expect(permission.scope, "scope names are free keys").toEqual({ Reports: ["Reader"] });
  });

  test("`Paths` in a list fills every permission of it", async () => {
    const { payload } = await ok("POST", "/permissions/bulk", [
      { NAME: "bulk-a", Resources: [{ Paths: ["/a"] }] },
    ]);
    expect((await read(`/permissions/${payload.ids[0]}`)).resources[0].paths).toEqual(["/a"]);
  });

  test("`Is_Active: false` creates a disabled user; details are free keys", async () => {
    const { payload } = await ok("POST", "/users", {
      Alias: ["loud"],
      Is_Active: false,
      Local: true,
      Details: { Name: "Loud", name: "quiet", Password: "free key" },
    });
    expect(await read(`/users/${payload.id}`)).toMatchObject({
      is_active: false,
      local: true,
      details: { Name: "Loud", name: "quiet", Password: "free key" },
    });
    await ok("PATCH", `/users/${payload.id}`, { IS_ACTIVE: true });
    expect((await read(`/users/${payload.id}`)).is_active).toBe(true);
  });

  test("checks", async () => {
    await ok("PUT", "/settings/check", { Value: { No_Host_Check: true } });
    await ok("POST", "/permissions", {
      name: "everybody",
      public: true,
      resources: [{ paths: ["/open"], methods: ["GET"] }],
    });
    const body = { Alias: "absent", Path: "/open", Method: "GET" };
    expect(await ok("POST", "/check", body)).toEqual({ allowed: true });
    const own = await service.json("POST", "/auth/check", body);
    expect(own.body).toEqual({ allowed: true });
  });

  test("settings, at every depth; names of providers, groups and claims stay", async () => {
    await ok("PUT", "/settings/session_providers", {
      Value: {
        PROVIDERS: { Main: { OAuth2: { Client_ID: "a", Client_Secret: "s" } }, main: {} },
        Groups: { Staff: { Inherit: { Main: { HIDE: true } } } },
      },
    });
    const { value } = await read("/settings/session_providers");
    expect(value).toEqual({
      providers: { Main: { oauth2: { client_id: "a", client_secret_set: true } }, main: {} },
      groups: { Staff: { inherit: { Main: { hide: true } } } },
    });
    await ok("PUT", "/settings/custom_info", {
      value: { Sets: { Mine: { Claims: { Upper: "x" } } } },
    });
    expect((await read("/settings/custom_info")).value).toEqual({
      sets: { Mine: { claims: { Upper: "x" } } },
    });
  });

  test("W17: a secret in another case is a secret, its flag in another case says nothing", async () => {
    const smtp = { host: "mail.example.com", PASSWORD: "relay-secret" };
    await ok("PUT", "/settings/email", { value: { SMTP: smtp } });
    const shown = await service.json("GET", "/auth/v1/settings/email");
    expect(shown.text).not.toContain("relay-secret");
    await ok("PUT", "/settings/email", {
      value: { smtp: { host: "mail.example.com", Password_Set: false } },
    });
    expect((await read("/settings/email")).value).toEqual({
      smtp: { host: "mail.example.com", password_set: true },
    });
  });
});

describe("4d: two spellings of one member are 400 that names the place", () => {
  test.each([
    ["PUT", "/oauth/clients/y", { enabled: true, Enabled: false, config: {} }, "enabled"],
    ["POST", "/roles", { name: "a", Name: "b" }, "name"],
    ["POST", "/roles", { NAME: "a", Name: "b" }, "name"],
    ["POST", "/permissions/bulk", [{ name: "a" }, { name: "b", Data: {}, data: {} }], "[1].data"],
    [
      "PUT",
      "/settings/email",
      { value: { smtp: { password: "a", Password: "b" } } },
      "value.smtp.password",
    ],
  ])("%s %s %j", async (method, path, body, place) => {
    const answer = await service.json(method, `/auth/v1${path}`, body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.error).toBe(`${place}: is given more than once, in different letter case`);
    expect(answer.body.message).toMatch(/^cannot decode /);
  });
});

test("4d: every JSON body of the management API is read so, and says what its members are", () => {
  const bodies = allEndpoints.flatMap(({ family, path, body }) =>
    body?.kind === "json" && (family === "service" || family === "iam") ? [{ path, body }] : [],
  );
  expect(bodies.length).toBeGreaterThan(30);
  for (const { path, body } of bodies) {
    const shape = shapeOf(body.described ?? body.schema);
    expect(["object", "list", "map"], path).toContain(shape.kind);
    for (const name of shape.kind === "object" ? shape.members.keys() : []) {
      const read = memberNames(body.described ?? body.schema)({ [name.toUpperCase()]: null });
      expect(read, path).toEqual({ [name]: null });
    }
  }
});
