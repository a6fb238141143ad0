/** Keys that administrators make (auth-service.md, API keys; auth-wire 6.5; F-7, D7, D12, C7, W25). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueKey, KEYS, listedKey, validate } from "../../support/api-keys.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { crc32Hex, events, sha256Hex } from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";
import { createAda, withSetting } from "../../support/tokens.ts";
import { createPermission, createRole, refused, version } from "../iam/expectations.ts";

const UNKNOWN = "01J0A0B0C0D0E0F0G0H0J0K0M0";
const DAY = 86_400_000;
let service: TestAuth;
let ada: string;
let role: string;
let inner: string;
let permission: string;
let other: string;
beforeAll(async () => {
  service = await testAuth({}, testRuntime());
  permission = await createPermission(service, "read");
  other = await createPermission(service, "write");
  inner = await createRole(service, "inner", { permission_ids: [permission] });
  role = await createRole(service, "outer", { role_ids: [inner] });
  ada = await createAda(service, { role_ids: [role] });
});
afterAll(() => service[Symbol.asyncDispose]());

const create = (fields: Record<string, unknown>) => service.json("POST", KEYS, fields);
const patch = (id: string, fields: Record<string, unknown>) =>
  service.json("PATCH", `${KEYS}/${id}`, fields);

describe("POST /v1/api-key-principals", () => {
  test("returns the raw key once: tak_, 256 random bits and a checksum; the hash alone is stored", async () => {
    const { status, body } = await create({ user_id: ada, name: " deploy ", description: " CI " });
    expect(status).toBe(200);
    const { id, key, ...rest } = body.payload;
    expect(rest).toEqual({});
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(key).toMatch(/^tak_[0-9a-f]{72}$/);
    expect(key.slice(-8)).toBe(crc32Hex(key.slice(0, -8)));
    const { store } = await service.auth.service;
    const rows = await store.driver.session((session) =>
      session.query("select * from auth_api_keys where id = $1", [id]),
    );
    expect(rows).toMatchObject([{ key_hash: sha256Hex(key), name: "deploy" }]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(4, 40));
    const list = await service.json("GET", KEYS);
    expect(list.text).not.toContain("tak_");
    expect(list.text).not.toContain("hash");
  });

  test("`key_hash`: a key of another service goes on, once, with the form of the keys here", async () => {
    const key = `tak_${"0a".repeat(32)}`;
    const made = await create({
      user_id: ada,
      name: "brought",
      key_hash: sha256Hex(key).toUpperCase(),
    });
    expect(made.status, made.text).toBe(200);
    expect(made.body.payload).toEqual({ id: expect.any(String) });
    expect(await validate(service, key)).toMatchObject({ status: 200 });
    expect((await validate(service, key)).body).toMatchObject({
      name: "brought",
      owner_user_id: ada,
    });
    const twice = await create({ name: "another", role_ids: [role], key_hash: sha256Hex(key) });
    expect(twice.status).toBe(409);
    expect(twice.text).toContain(made.body.payload.id);
    expect(twice.text).not.toContain(sha256Hex(key));
    // A text of another form is no key, whatever its hash.
    await create({ user_id: ada, name: "weak", key_hash: sha256Hex("secret") });
    expect((await validate(service, "secret")).status).toBe(401);
    for (const wrong of ["", "abc", "g".repeat(64), `${"0".repeat(64)}0`]) {
      const { status, text } = await create({ user_id: ada, name: "wrong", key_hash: wrong });
      expect([status, text], wrong).toEqual([400, expect.stringContaining("key_hash")]);
    }
    const { key: own } = await issueKey(service, { user_id: ada, name: "made here" });
    const stolen = await create({ name: "mine", role_ids: [role], key_hash: sha256Hex(own) });
    expect(stolen.status, "a key keeps its owner").toBe(409);
  });

  test("a row of the list: metadata, owner, ids, revision and times to the second", async () => {
    const { id } = await issueKey(service, {
      ...{ user_id: ada, name: "listed", description: "d", role_ids: [` ${role} `, "", role] },
      ...{ details: { email: "key@example.com", secret: "s" }, disabled: true },
    });
    const second = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await listedKey(service, id)).toEqual({
      ...{ id, user_id: ada, name: "listed", description: "d", role_ids: [role] },
      ...{ permission_ids: [], details: { email: "key@example.com" }, disabled: true },
      ...{ revision: 1, created_at: second, updated_at: second },
    });
  });

  test("the list is in the order of creation, counts, and is filtered by user_id", async () => {
    const system = await issueKey(service, { name: "system", permission_ids: [other] });
    const all = (await service.json("GET", KEYS)).body;
    expect(all.meta.total_item_count).toBe(all.payload.length);
    expect(all.payload.at(-1)).toMatchObject({ id: system.id, user_id: "" });
    const own = (await service.json("GET", `${KEYS}?user_id=${ada}`)).body;
    expect(own.payload.every((row: { user_id: string }) => row.user_id === ada)).toBe(true);
    expect(own.meta.total_item_count).toBe(own.payload.length);
    expect(own.payload.length).toBeLessThan(all.payload.length);
  });

  test("403 `api keys are disabled`; list, change and revocation still work", async () => {
    const { id } = await issueKey(service, { user_id: ada, name: "kept" });
    await withSetting(service, "api_key", { disabled: true }, async () => {
      await refused(service, () => create({ user_id: ada, name: "n" }), {
        ...{ status: 403, message: "api keys are disabled" },
      });
      expect((await service.json("GET", KEYS)).status).toBe(200);
      expect((await patch(id, { name: "renamed" })).status).toBe(200);
      expect((await service.json("DELETE", `${KEYS}/${id}`)).status).toBe(200);
    });
  });

  test("404 `api key owner not found` for a missing and a disabled owner", async () => {
    const off = await service.createUser({ alias: ["off"], is_active: false, details: {} });
    for (const user_id of [UNKNOWN, off, "__proto__"]) {
      await refused(service, () => create({ user_id, name: "n" }), {
        ...{ status: 404, message: "api key owner not found" },
      });
    }
  });

  test.each(["0", "-1h", "soon", "1", "9999999h"])("400 `invalid expires_in`: %s", async (text) => {
    await refused(service, () => create({ user_id: ada, name: "n", expires_in: text }), {
      ...{ status: 400, message: "invalid expires_in", error: /^expires_in: / },
    });
  });

  test("explicit ids must be assigned to the owner, through roles or for a time too", async () => {
    const ids = { role_ids: [inner], permission_ids: [permission] };
    expect((await create({ user_id: ada, name: "n", ...ids })).status).toBe(200);
    const elsewhere = await createRole(service, "elsewhere");
    await refused(service, () => create({ user_id: ada, name: "n", role_ids: [elsewhere] }), {
      ...{ status: 403, message: "api key role is not assigned to owner", error: elsewhere },
    });
    await refused(service, () => create({ user_id: ada, name: "n", permission_ids: [other] }), {
      ...{ status: 403, message: "api key permission is not assigned to owner", error: other },
    });
    const grant = { id: other, expires_at: "2131-01-01T00:00:00Z" };
    const eve = await service.createUser({
      ...{ alias: ["eve"], details: {}, tmp_permission_ids: [grant] },
    });
    expect((await create({ user_id: eve, name: "n", permission_ids: [other] })).status).toBe(200);
  });

  test("a system key names ids that exist, and at least one", async () => {
    const system = (fields: Record<string, unknown>) => () => create({ name: "n", ...fields });
    await refused(service, system({ role_ids: [UNKNOWN] }), {
      ...{ status: 400, message: `api key role not found: ${UNKNOWN}` },
    });
    await refused(service, system({ permission_ids: [UNKNOWN] }), {
      ...{ status: 400, message: `api key permission not found: ${UNKNOWN}` },
    });
    await refused(service, system({ role_ids: ["", " "] }), {
      ...{ status: 400, message: "a system key needs at least one role or permission" },
    });
  });

  test.each([
    ["name", { name: "n".repeat(201) }],
    ["name", { name: "a\u0007b" }],
    ["name", { name: "api-key:01J0A0B0C0D0E0F0G0H0J0K0M0" }],
    ["details.name", { name: "", details: { name: "API-KEY:x" } }],
    ["details", { name: "n", details: { text: "x".repeat(5_000) } }],
    ["role_ids", { name: "n", role_ids: "all" }],
    ["disabled", { name: "n", disabled: "yes" }],
  ])("400 names the field: %s", async (field, fields) => {
    const { status, body } = await create({ user_id: ada, ...fields });
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)]);
  });
});

describe("max_lifetime", () => {
  const until = (text: string) => Date.parse(text) - Date.now();

  test("shortens silently, also when no end was asked for", async () => {
    await withSetting(service, "api_key", { max_lifetime: "24h" }, async () => {
      const longer = await issueKey(service, { user_id: ada, name: "n", expires_in: "30d" });
      const endless = await issueKey(service, { user_id: ada, name: "n" });
      for (const { expires_at = "" } of [longer, endless]) {
        expect(until(expires_at)).toBeGreaterThan(DAY - 60_000);
        expect(until(expires_at)).toBeLessThanOrEqual(DAY);
      }
      const shorter = await issueKey(service, { user_id: ada, name: "n", expires_in: "1h" });
      expect(until(shorter.expires_at ?? "")).toBeLessThanOrEqual(DAY / 24);
    });
    expect((await issueKey(service, { user_id: ada, name: "n" })).expires_at).toBeUndefined();
  });

  test("F-7: a change gives an older key an end, and never a later one", async () => {
    const endless = await issueKey(service, { user_id: ada, name: "old" });
    const short = await issueKey(service, { user_id: ada, name: "short", expires_in: "1h" });
    await withSetting(service, "api_key", { max_lifetime: "24h" }, async () => {
      await patch(endless.id, { name: "new" });
      await patch(short.id, { name: "new" });
    });
    const { expires_at } = await listedKey(service, endless.id);
    expect(until(expires_at)).toBeLessThanOrEqual(DAY);
    expect((await listedKey(service, short.id)).expires_at).toBe(short.expires_at);
  });
});

describe("PATCH and DELETE", () => {
  test("`revision` rises, the end stays, and a change applies on the next request", async () => {
    const { id, key, expires_at } = await issueKey(service, {
      ...{ user_id: ada, name: "n", expires_in: "1h" },
    });
    expect((await validate(service, key)).status).toBe(200);
    const { body } = await patch(id, { name: "m", disabled: true, expires_in: "9h", user_id: "x" });
    expect(body).toEqual({
      payload: { message: "api key updated" },
      meta: { version: await version(service) },
    });
    expect(await listedKey(service, id)).toMatchObject({
      ...{ name: "m", disabled: true, revision: 2, user_id: ada, expires_at },
    });
    expect((await validate(service, key)).status).toBe(401);
    await patch(id, { disabled: false, details: { a: 1 } });
    await patch(id, { details: { b: 2 } });
    expect(await listedKey(service, id)).toMatchObject({ details: { b: 2 }, revision: 4 });
    expect((await validate(service, key)).status).toBe(200);
  });

  test("the same rules as on create", async () => {
    const owned = await issueKey(service, { user_id: ada, name: "n" });
    const system = await issueKey(service, { name: "n", role_ids: [role] });
    await refused(service, () => patch(owned.id, { permission_ids: [other] }), {
      ...{ status: 403, message: "api key permission is not assigned to owner" },
    });
    await refused(service, () => patch(system.id, { role_ids: [] }), {
      ...{ status: 400, message: "a system key needs at least one role or permission" },
    });
    await refused(service, () => patch(UNKNOWN, { name: "n" }), {
      ...{ status: 404, message: "cannot get api key" },
    });
  });

  test("a key whose owner has lost a role can still be disabled", async () => {
    const bob = await service.createUser({ alias: ["bob"], details: {}, role_ids: [role] });
    const { id } = await issueKey(service, { user_id: bob, name: "n", role_ids: [role] });
    await service.json("PATCH", `/auth/v1/users/${bob}`, { role_ids: [] });
    expect((await patch(id, { disabled: true })).status).toBe(200);
    expect((await patch(id, { disabled: false })).status).toBe(403);
  });

  test("revocation ends access at once", async () => {
    const { id, key } = await issueKey(service, { user_id: ada, name: "n" });
    const { body } = await service.json("DELETE", `${KEYS}/${id}`);
    expect(body.payload).toEqual({ message: "api key deleted" });
    expect((await validate(service, key)).status).toBe(401);
    await refused(service, () => service.json("DELETE", `${KEYS}/${id}`), {
      ...{ status: 404, message: "cannot delete api key" },
    });
  });
});

test("4b, D7: every write is an event with its actor, and holds no key", async () => {
  const { body } = await service.json("POST", KEYS, { user_id: ada, name: "n" }, "ada");
  const { id, key } = body.payload;
  await service.json("PATCH", `${KEYS}/${id}`, { name: "m" }, "ada");
  await service.json("DELETE", `${KEYS}/${id}`, undefined, "ada");
  const { store } = await service.auth.service;
  const written = (await store.db.select().from(events)).filter((row) => row.entity_id === id);
  expect(written.map(({ topic, action, actor }) => [topic, action, actor]).sort()).toEqual([
    ["api_keys", "create", "ada"],
    ["api_keys", "delete", "ada"],
    ["api_keys", "update", "ada"],
  ]);
  expect(JSON.stringify([written, service.runtime.lines])).not.toContain(key.slice(4, 40));
});

describe("K6: lists of keys take their paging like every list", () => {
  const ids = async (query: string) => {
    const { status, body } = await service.json("GET", `${KEYS}${query}`);
    expect(status, query).toBe(200);
    return {
      total: body.meta.total_item_count,
      ids: body.payload.map((row: { id: string }) => row.id),
    };
  };

  test("_limit and _offset cut a page; the total counts all; without them all come", async () => {
    for (const name of ["one", "two", "three"]) await issueKey(service, { user_id: ada, name });
    const all = await ids("");
    expect(all.ids).toHaveLength(all.total);
    expect(await ids("?_limit=2")).toEqual({ total: all.total, ids: all.ids.slice(0, 2) });
    expect(await ids("?_limit=1&_offset=1")).toEqual({
      ...{ total: all.total, ids: all.ids.slice(1, 2) },
    });
    for (const query of ["?_limit=-1", "?_offset=x", "?user_id=%00", "?_limit=1%00"]) {
      expect((await service.json("GET", `${KEYS}${query}`)).status, query).toBe(400);
    }
    expect((await service.json("DELETE", `${KEYS}/%00`)).status).toBe(400);
  });
});
