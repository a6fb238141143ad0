/** Users and service accounts as far as tokens need them (auth-wire 2.1 to 2.3; O1, E-1, T-8, C2, C3). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { putClient, roleWithScopes, TOKEN, WEB } from "../support/tokens.ts";

const KINDS = [
  { base: "/auth/v1/users", other: "/auth/v1/service-accounts", account: false },
  { base: "/auth/v1/service-accounts", other: "/auth/v1/users", account: true },
] as const;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
let service: TestAuth;
let role: string;
let names = 0;
let name: string;

beforeAll(async () => {
  service = await testAuth();
  role = await roleWithScopes(service, "staff", { reports: { reports: ["viewer"] } });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
beforeEach(() => {
  name = `person${++names}`;
});
afterAll(() => service[Symbol.asyncDispose]());

const post = (base: string, body: unknown, user?: string) => service.json("POST", base, body, user);
const create = async (base: string, body: unknown): Promise<string> => {
  const { status, text, body: answer } = await post(base, body);
  expect(status, text).toBe(200);
  return answer.payload.id;
};
const read = async (base: string, id: string) =>
  (await service.json("GET", `${base}/${id}`)).body.payload;
const login = (username: string, password: string) =>
  service.form(TOKEN, { grant_type: "password", username, password }, WEB);

/** Both kinds speak of a `user` (auth-wire 2.3). */
describe.each(KINDS)("$base", ({ base, other, account }) => {
  test("create answers 200 with the ULID; the record has every member", async () => {
    const { status, body } = await post(base, { alias: [name, " b-alias "] }, "another");
    expect(status).toBe(200);
    expect(body).toEqual({ payload: { id: expect.stringMatching(ULID) } });
    expect(await read(base, body.payload.id)).toEqual({
      id: body.payload.id,
      alias: [name, "b-alias"],
      role_ids: [],
      sync_role_ids: [],
      permission_ids: [],
      tmp_role_ids: [],
      tmp_permission_ids: [],
      details: {},
      description: "",
      service_account: account,
      local: false,
      is_active: true,
      created_at: expect.stringMatching(SECOND),
      updated_at: expect.stringMatching(SECOND),
      updated_by: "another",
    });
    await service.json("DELETE", `${base}/${body.payload.id}`);
  });

  test("O1: a created record without `is_active` is enabled; false disables, null is absence", async () => {
    for (const [is_active, active] of [
      [undefined, true],
      [null, true],
      [true, true],
      [false, false],
    ] as const) {
      const id = await create(base, { alias: [`${name}-${String(is_active)}`], is_active });
      expect((await read(base, id)).is_active).toBe(active);
    }
  });

  test("P-6: id, service_account and written fields of the body are ignored", async () => {
    const forged = { id: "mine", service_account: !account, created_at: "2000-01-01T00:00:00Z" };
    const id = await create(base, { alias: [name], ...forged, updated_by: "x", disabled: true });
    expect(id).not.toBe("mine");
    const record = await read(base, id);
    expect(record).toMatchObject({ service_account: account, is_active: true });
    expect(record.updated_by).toBe("unknown");
    expect(record.created_at).not.toBe(forged.created_at);
  });

  test("PUT replaces the whole record; state, password and secret stay when left out", async () => {
    const id = await create(base, {
      alias: [name],
      local: true,
      is_active: false,
      description: "old",
      role_ids: [role],
      details: { name: "N", password: "long enough", secret: "s3cret" },
    });
    const created = (await read(base, id)).created_at;
    const { status, body } = await service.json("PUT", `${base}/${id}`, { alias: [`${name}x`] });
    expect(status).toBe(200);
    expect(body).toEqual({ message: { text: `user updated` } });
    expect(await read(base, id)).toMatchObject({
      alias: [`${name}x`],
      local: false,
      description: "",
      role_ids: [],
      details: account ? { secret: "s3cret" } : {},
      is_active: false,
      created_at: created,
    });
    await service.json("PUT", `${base}/${id}`, { alias: [name], local: true, is_active: true });
    if (!account) expect((await login(name, "long enough")).status).toBe(200);
  });

  test("PATCH changes present members only; `details` is replaced as a whole map", async () => {
    const details = { name: "N", email: "e@example.com", secret: "s3cret" };
    const id = await create(base, { alias: [name], description: "kept", details });
    const patch = (body: unknown) => service.json("PATCH", `${base}/${id}`, body);
    expect((await patch({ details: { name: "M" } })).body).toEqual({
      message: { text: `user updated` },
    });
    const record = await read(base, id);
    expect(record.description).toBe("kept");
    expect(record.details).toEqual(account ? { name: "M", secret: "s3cret" } : { name: "M" });
    await patch({ is_active: false, role_ids: [role, role] });
    expect(await read(base, id)).toMatchObject({ is_active: false, role_ids: [role] });
    await patch({ local: true, id: "x", alias: [`${name}y`] });
    expect(await read(base, id), "`local` cannot be patched").toMatchObject({
      local: false,
      alias: [`${name}y`],
    });
  });

  test("DELETE removes; everything on a missing id is 404 with the operation's words", async () => {
    const id = await create(base, { alias: [name] });
    const deleted = await service.json("DELETE", `${base}/${id}`);
    expect(deleted.body).toEqual({ message: { text: `user deleted` } });
    const calls = [
      ["GET", undefined, "get"],
      ["PUT", { alias: [name] }, "update"],
      ["PATCH", {}, "patch"],
      ["DELETE", undefined, "delete"],
    ] as const;
    for (const [method, body, verb] of calls) {
      const answer = await service.json(method, `${base}/${id}`, body);
      expect(answer.status, method).toBe(404);
      expect(answer.body).toMatchObject({
        message: `cannot ${verb} user`,
        error: `user with id ${id} not found; not found`,
      });
    }
  });

  test("C2: the other kind's route does not know the record", async () => {
    const id = await create(base, { alias: [name] });
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", { alias: [name], is_active: true }],
      ["PATCH", { description: "x" }],
      ["DELETE", undefined],
    ] as const) {
      expect((await service.json(method, `${other}/${id}`, body)).status, method).toBe(404);
    }
    expect(await read(base, id)).toMatchObject({ service_account: account, description: "" });
  });

  test("C3: an unknown role or permission id is 400 naming it; nothing is written", async () => {
    const unknown = ["01J0ROLEA0000000000000000A"];
    for (const field of ["role_ids", "sync_role_ids", "permission_ids"]) {
      const { status, body } = await post(base, { alias: [name], [field]: unknown });
      expect(status, field).toBe(400);
      expect(body.message).toBe(`cannot create user`);
      expect(body.error).toContain(unknown[0]);
    }
    await create(base, { alias: [name], role_ids: [role] });
  });

  test.each([
    ["no body", undefined],
    ["no alias", {}],
    ["an empty list", { alias: [] }],
    ["an empty alias", { alias: ["  "] }],
    ["alias of the wrong type", { alias: "x" }],
    ["a control character", { alias: ["a\u0000b"] }],
    ["a bidirectional character", { alias: ["a\u202eb"] }],
    ["a comma", { alias: ["a,b"] }],
    ["K-15: the prefix of API keys", { alias: ["api-key:1"] }],
    ["K-15: the prefix of API keys in capitals", { alias: ["API-KEY:1"] }],
    ["K-15: a URL", { alias: ["https://app.example.com"] }],
    ["details of the wrong type", { alias: ["a"], details: [] }],
    ["a password that is no text", { alias: ["a"], details: { password: 12345678 } }],
    ["is_active that is no boolean", { alias: ["a"], is_active: "true" }],
  ])("C4: %s is 400 `cannot decode …`", async (_, body) => {
    const { status, body: answer } = await post(base, body);
    expect(status).toBe(400);
    expect(answer.message).toBe(`cannot decode user`);
    expect(answer.error).toBeTruthy();
  });
});

describe("409: an alias has one owner", () => {
  test("T-8: compared by NFKC, case, trimmed, without invisible characters", async () => {
    await create("/auth/v1/users", { alias: ["Straße@Example.com", name] });
    const same = [
      "straße@example.com",
      "STRASSE@EXAMPLE.COM",
      " Straße@Example.com ",
      "Ｓtraße@example.com",
      "stra\u00adße@example.com",
      "straße@example.com\u200b",
    ];
    for (const base of ["/auth/v1/users", "/auth/v1/service-accounts"]) {
      for (const alias of same) {
        const { status, body } = await post(base, { alias: [alias] });
        expect(status, JSON.stringify(alias)).toBe(409);
        expect(body.message).toMatch(/^cannot create /);
        expect(body.error).toContain("already exists; conflict");
      }
    }
  });

  test("any overlap is a conflict, on PUT and PATCH too; the stored form is unchanged", async () => {
    const mine = await create("/auth/v1/users", { alias: [`${name}A`, `${name}-b`] });
    const yours = await create("/auth/v1/users", { alias: [`${name}-c`] });
    const alias = [`${name}-d`, `${name}-B`];
    for (const method of ["PUT", "PATCH"]) {
      const { status } = await service.json(method, `/auth/v1/users/${yours}`, { alias });
      expect(status, method).toBe(409);
    }
    expect((await read("/auth/v1/users", mine)).alias).toEqual([`${name}A`, `${name}-b`]);
    expect((await read("/auth/v1/users", yours)).alias).toEqual([`${name}-c`]);
    const again = { alias: [`${name}a`, `${name}-b`] };
    expect((await service.json("PATCH", `/auth/v1/users/${mine}`, again)).status).toBe(200);
  });

  test("a deleted owner frees its aliases", async () => {
    const id = await create("/auth/v1/users", { alias: [name] });
    await service.json("DELETE", `/auth/v1/users/${id}`);
    await create("/auth/v1/service-accounts", { alias: [name] });
  });
});

describe("passwords and secrets", () => {
  const attempt = (password: string) =>
    post("/auth/v1/users", { alias: [name], local: true, details: { password } });

  test("E-1: 72 bytes of UTF-8 are the most, 8 characters the least, NUL is refused", async () => {
    const refusals: [string, string][] = [
      ["x".repeat(73), "72 bytes"],
      ["ü".repeat(37), "72 bytes"],
      ["1234567", "8 characters"],
      ["long enough\u0000", "NUL"],
    ];
    for (const [password, why] of refusals) {
      const { status, body, text } = await attempt(password);
      expect(status).toBe(400);
      expect(body.error).toMatch(/^details\.password: /);
      expect(body.error).toContain(why);
      expect(text, "N-8").not.toContain(password);
    }
    expect((await attempt("ü".repeat(36))).status).toBe(200);
    expect((await login(name, "ü".repeat(36))).status).toBe(200);
  });

  test("`signup.password_min_length` moves the least (D18)", async () => {
    await service.json("PUT", "/auth/v1/settings/signup", { value: { password_min_length: 12 } });
    expect((await attempt("eleven char")).status).toBe(400);
    expect((await attempt("twelve chars")).status).toBe(200);
    await service.json("DELETE", "/auth/v1/settings/signup");
  });

  test("sanitizing: `details.password` is never returned, `secret` by the service account's GET only", async () => {
    const details = { name: "N", password: "long enough", secret: "s3cret" };
    const user = await create("/auth/v1/users", { alias: [name], details });
    expect((await read("/auth/v1/users", user)).details).toEqual({ name: "N" });
    const robot = await create("/auth/v1/service-accounts", { alias: [`${name}-r`], details });
    expect((await read("/auth/v1/service-accounts", robot)).details).toEqual({
      name: "N",
      secret: "s3cret",
    });
  });

  test("4d: a PATCH with a new password replaces it; an empty one and null leave it", async () => {
    const id = await create("/auth/v1/users", {
      alias: [name],
      local: true,
      details: { password: "first password" },
    });
    const patch = (password: unknown) =>
      service.json("PATCH", `/auth/v1/users/${id}`, { details: { password } });
    await patch("");
    expect((await login(name, "first password")).status).toBe(200);
    await patch("second password");
    expect((await login(name, "first password")).status).toBe(400);
    expect((await login(name, "second password")).status).toBe(200);
    await patch(null);
    expect((await login(name, "second password")).status).toBe(200);
  });

  test('4d: `null` and `""` in `details` keep password and secret, by PUT and PATCH of both kinds', async () => {
    const details = { name: "N", password: "long enough", secret: "s3cret" };
    const user = await create("/auth/v1/users", { alias: [name], local: true, details });
    const robot = await create("/auth/v1/service-accounts", { alias: [`${name}-r`], details });
    for (const unset of [null, ""]) {
      const typed = { details: { name: "K", password: unset, secret: unset } };
      const answers = await Promise.all([
        service.json("PUT", `/auth/v1/users/${user}`, { alias: [name], local: true, ...typed }),
        service.json("PATCH", `/auth/v1/users/${user}`, typed),
        service.json("PATCH", `/auth/v1/service-accounts/${robot}`, typed),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const put = { alias: [`${name}-r`], ...typed };
      await service.json("PUT", `/auth/v1/service-accounts/${robot}`, put);
      expect((await login(name, "long enough")).status).toBe(200);
      expect((await read("/auth/v1/service-accounts", robot)).details).toEqual({
        name: "K",
        secret: "s3cret",
      });
    }
  });

  test("4d: the way out: a user who is not local has no password to sign in with", async () => {
    const details = { password: "long enough" };
    const id = await create("/auth/v1/users", { alias: [name], local: true, details });
    await service.json("PUT", `/auth/v1/users/${id}`, { alias: [name], local: false });
    expect((await login(name, "long enough")).status).toBe(400);
  });

  test("W16: only a whole stored hash passes as one; something like it is a password", async () => {
    const almost = btoa("$2b$04$tooshort");
    expect((await attempt(almost)).status).toBe(200);
    expect((await login(name, almost)).status).toBe(200);
  });
});
