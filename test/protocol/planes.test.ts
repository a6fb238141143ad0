/** The management plane: bootstrap, admin permission, break-glass (auth-wire 1.6; H-1 to H-3, W20). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { mutate, permissions } from "../support/inside.ts";
import {
  closePlane,
  createAda,
  putSetting,
  reopenPlane,
  roleWithScopes,
} from "../support/tokens.ts";

const PROBE = "/auth/v1/settings";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  const role = await roleWithScopes(service, "admins", { "perm-admin": {} });
  await service.createUser({ alias: ["root", "root@example.com"], role_ids: [role] });
  await service.createUser({ alias: ["Émile"], role_ids: [role] });
  await service.createUser({ alias: ["off"], role_ids: [role], is_active: false });
  await service.createServiceAccount({ alias: ["ops-robot"], role_ids: [role] });
  await createAda(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const admin = (permission: string, allow_missing_x_user = true) =>
  putSetting(service, "admin", { permission, allow_missing_x_user });
const reopen = () => reopenPlane(service);
const as = (user?: string) => service.json("GET", PROBE, undefined, user);
const capabilities = async (user?: string) =>
  (await service.json("GET", "/auth/v1/capabilities", undefined, user)).body.payload;

describe("bootstrap: when `admin.permission` is empty the management plane is open", () => {
  beforeAll(reopen);

  test("to everybody, and every use is logged (W20)", async () => {
    service.runtime.lines.length = 0;
    for (const user of [undefined, "ada", "absent"]) expect((await as(user)).status).toBe(200);
    const warnings = service.runtime.lines.filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(3);
    expect(warnings[0]?.fields).toMatchObject({ bootstrap: true });
  });

  test("capabilities tell bootstrap_admin, and anonymous_admin without a principal", async () => {
    expect(await capabilities()).toEqual({
      is_admin: true,
      anonymous_admin: true,
      bootstrap_admin: true,
      self_service: false,
      api_key_self_service: false,
      admin_permission: "",
      admin_permission_configured: false,
      allow_missing_x_user: true,
    });
    expect(await capabilities("ada")).toMatchObject({
      anonymous_admin: false,
      bootstrap_admin: true,
      self_service: true,
      x_user: "ada",
    });
  });

  test("H-2: a blank or malformed X-User is 401 even then", async () => {
    for (const user of ["", "   ", "a, b"]) expect((await as(user)).status, user).toBe(401);
  });

  test("a session in front that saw no one is not a bootstrap admin (L-W1)", async () => {
    const { status } = await service.auth.fetch(new Request(`${ORIGIN}${PROBE}`), undefined, {
      session: {},
    });
    expect(status).toBe(401);
  });
});

describe("when set, `X-User` must hold that permission by ID or name", () => {
  afterAll(reopen);

  test.each(["perm-admin", " perm-admin "])("permission %j", async (permission) => {
    await reopen();
    await admin(permission, false);
    for (const user of ["root", "root@example.com", "ROOT", " root ", "ops-robot"]) {
      expect((await as(user)).status, user).toBe(200);
    }
    for (const user of ["ada", "absent", "off", "perm-admin"]) {
      expect((await as(user)).status, user).toBe(403);
    }
  });

  test("by name where name and id differ", async () => {
    await reopen();
    const { ownStore: store } = await service.auth.service;
    const change = { topic: "permissions", action: "update", entity: "x", actor: "t" } as const;
    await mutate(store, change, async ({ tx, touch }) => {
      await tx
        .update(permissions)
        .set({ name: "Administrators" })
        .where(eq(permissions.id, "perm-admin"));
      touch("permissions", "perm-admin");
    });
    await admin("Administrators", false);
    expect((await as("root")).status).toBe(200);
    expect((await as("ada")).status).toBe(403);
    expect((await as()).status).toBe(401);
  });

  test("a permission that no one holds or that does not exist opens nothing", async () => {
    await reopen();
    await closePlane(service, "no-such-permission");
    for (const user of [undefined, "root", "ada"]) {
      expect((await as(user)).status).toBe(user === undefined ? 401 : 403);
    }
  });

  test("the words of the refusal, 401 without a caller and 403 otherwise", async () => {
    await reopen();
    await admin("perm-admin", false);
    expect((await as()).body).toMatchObject({
      message: "X-User header is required",
      error: "sign in, or send an access token: Authorization: Bearer …",
    });
    expect((await as("absent")).body).toMatchObject({ message: "user not found" });
    expect((await as("off")).body).toMatchObject({ message: "user not found" });
    expect((await as("ada")).body).toMatchObject({ message: "admin permission is required" });
    expect(await capabilities("ada")).toMatchObject({
      is_admin: false,
      anonymous_admin: false,
      bootstrap_admin: false,
      self_service: true,
      api_key_self_service: false,
      admin_permission: "perm-admin",
      admin_permission_configured: true,
      allow_missing_x_user: false,
      x_user: "ada",
      authorization_error: "admin permission is required",
    });
  });

  test("disabling the last role of an admin takes effect at once", async () => {
    await reopen();
    await admin("perm-admin", false);
    const { body } = await service.json(
      "POST",
      "/auth/v1/users",
      { alias: ["brief"], role_ids: ["admins"] },
      "root",
    );
    expect((await as("brief")).status).toBe(200);
    const path = `/auth/v1/users/${body.payload.id}`;
    await service.json("PATCH", path, { role_ids: [] }, "root");
    expect((await as("brief")).status).toBe(403);
  });

  test("the alias key `admin_permission` is used when `permission` is empty", async () => {
    await reopen();
    await putSetting(service, "admin", {
      permission: "",
      admin_permission: "perm-admin",
      allow_missing_x_user: false,
    });
    expect((await as("ada")).status).toBe(403);
    expect((await as("root")).status).toBe(200);
  });
});

describe("break-glass", () => {
  beforeAll(async () => {
    await reopen();
    await admin("perm-admin", true);
  });
  afterAll(reopen);
  const inSession = (session: { principal?: string; refusal?: string }, headers = {}) =>
    service.auth.fetch(new Request(`${ORIGIN}${PROBE}`, { headers }), undefined, { session });

  test("without X-User and with allow_missing_x_user the request is admin, logged at every use", async () => {
    service.runtime.lines.length = 0;
    expect((await as()).status).toBe(200);
    expect(service.runtime.lines.at(-1)).toMatchObject({
      level: "warn",
      fields: { break_glass: true, bootstrap: false },
    });
    expect(await capabilities()).toMatchObject({ is_admin: true, anonymous_admin: true });
    expect((await as("ada")).status, "a user that is none stays none").toBe(403);
  });

  test("off: 401", async () => {
    await admin("perm-admin", false);
    expect((await as()).status).toBe(401);
    await service.json(
      "PUT",
      "/auth/v1/settings/admin",
      { value: { permission: "perm-admin", allow_missing_x_user: true } },
      "root",
    );
  });

  test("W20: it never applies to a request that our session middleware has seen", async () => {
    const anonymous = await inSession({});
    expect(anonymous.status).toBe(401);
    expect((await inSession({ principal: "root" })).status).toBe(200);
    expect((await inSession({ principal: "ada" })).status).toBe(403);
    const told = await inSession({ refusal: "the token is expired" });
    expect(await told.json()).toEqual({ message: "the token is expired" });
  });

  test("with a session the header itself is not read", async () => {
    expect((await inSession({}, { "x-user": "root" })).status).toBe(401);
    expect((await inSession({ principal: "ada" }, { "x-user": "root" })).status).toBe(403);
  });
});

describe("H-1, H-2: exactly one header, non-empty after trimming, no control characters or commas", () => {
  beforeAll(async () => {
    await reopen();
    await admin("perm-admin", true);
  });
  afterAll(reopen);
  const send = (headers: HeadersInit) => service.request("GET", PROBE, { headers });
  const latin1 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

  test.each<[string, HeadersInit]>([
    ["empty", { "x-user": "" }],
    ["blank", { "x-user": " \t " }],
    ["a comma", { "x-user": "root,ada" }],
    ["a comma at the end", { "x-user": "root," }],
    [
      "repeated",
      [
        ["x-user", "root"],
        ["x-user", "root"],
      ],
    ],
    [
      "repeated in another case",
      [
        ["X-User", "root"],
        ["x-uSER", "ada"],
      ],
    ],
    ["a control character", { "x-user": "ro\u0001ot" }],
    ["DEL", { "x-user": "root\u007f" }],
    ["a tab inside", { "x-user": "ro\tot" }],
    ["a bidirectional character", { "x-user": latin1("root\u202e") }],
    ["underscore-spelled", { x_user: "root" }],
    ["underscore-spelled beside a good one", { "x-user": "root", x_user: "root" }],
    ["W32: the name of an API key", { "x-user": "api-key:01J0A0B0C0D0E0F0G0H0J0K0M0" }],
    ["over-long", { "x-user": "r".repeat(513) }],
  ])("%s → 401, and never break-glass", async (_, headers) => {
    const { status, body } = await send(headers);
    expect(status).toBe(401);
    expect(body).toEqual({ message: "X-User header is not valid" });
  });

  test("UTF-8 names arrive as Latin-1 and are found", async () => {
    expect((await send({ "x-user": latin1("Émile") })).status).toBe(200);
    expect((await send({ "x-user": latin1("émile") })).status).toBe(200);
  });

  test("H-3: a bearer token alone never grants the plane", async () => {
    await service.json(
      "PUT",
      "/auth/v1/settings/admin",
      { value: { permission: "perm-admin", allow_missing_x_user: false } },
      "root",
    );
    const { body } = await service.form(
      "/auth/oauth2/token",
      { grant_type: "client_credentials" },
      { id: "ops-robot", secret: "robot-secret" },
    );
    const bearer = { authorization: `Bearer ${body.access_token}` };
    expect((await send(bearer)).status).toBe(401);
    expect((await send({ ...bearer, "x-user": "ada" })).status).toBe(403);
  });
});

describe("I-1: X-User equals an alias as stored up to letter case, and nothing further", () => {
  beforeAll(async () => {
    await reopen();
    await admin("perm-admin", false);
  });
  afterAll(reopen);

  test.each(["ro\u200bot", "\ufeffroot", "\uff32\uff2f\uff2f\uff34", "r\u00adoot"])(
    "%j is refused",
    async (name) => {
      const bytes = new TextEncoder().encode(name);
      const header = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      const { status, body } = await as(header);
      expect([status, body]).toEqual([401, { message: "X-User header is not valid" }]);
    },
  );

  test("updated_by is the alias of the principal and not what was typed", async () => {
    const { body } = await service.json("POST", "/auth/v1/roles", { name: "spelled" }, "ROOT");
    const role = await service.json("GET", `/auth/v1/roles/${body.payload.id}`, undefined, "root");
    expect(role.body.payload.updated_by).toBe("root");
  });
});
