/** POST and GET /oauth2/api-key: claims, refusals, counts (auth-wire 5.14, 6.5; F-7, T-20, E-2, I-7, K-10, D12). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueKey, KEYS, listedKey, VALIDATION } from "../../support/api-keys.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { apiKeys, LastUses, sha256Hex } from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";
import { createAda, withSetting } from "../../support/tokens.ts";
import { createPermission, createRole, version } from "../iam/expectations.ts";

let service: TestAuth;
let ada: string;
let role: string;
let permission: string;
beforeAll(async () => {
  service = await testAuth({ trusted_proxies: ["127.0.0.1"] }, testRuntime());
  permission = await createPermission(service, "read");
  role = await createRole(service, "reader", { permission_ids: [permission] });
  ada = await createAda(service, { role_ids: [role] });
});
afterAll(() => service[Symbol.asyncDispose]());
let from = 0;
/** Refusals of one test do not count for the next. */
beforeEach(() => {
  from += 1;
});

const send = (init: RequestInit & { method?: string; path?: string } = {}) =>
  service.request(init.method ?? "POST", init.path ?? VALIDATION, {
    ...init,
    headers: { "x-forwarded-for": `192.0.2.${from}`, ...init.headers },
  });
const ask = (key: string) => send({ headers: { "x-api-key": key } });
const form = (body: string, headers: Record<string, string> = {}) =>
  send({ headers: { "content-type": "application/x-www-form-urlencoded", ...headers }, body });
const unknownKey = (digit = "0") => `tak_${digit.repeat(64)}`;
const NOT_VALID = { message: "api key not valid" };

describe("a valid key", () => {
  test("returns identity claims, unwrapped and never cached; no token is issued", async () => {
    const { id, key } = await issueKey(service, { user_id: ada, name: "deploy" });
    for (const method of ["POST", "GET"]) {
      const { status, headers, body } = await send({ method, headers: { "x-api-key": key } });
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(body).toEqual({
        sub: `api-key:${id}`,
        preferred_username: "deploy",
        name: "deploy",
        typ: "APIKey",
        principal_type: "api_key",
        api_key_id: id,
        owner_user_id: ada,
        email: "ada@example.com",
        roles: [role, "reader"],
        permissions: [permission, "read"],
      });
    }
  });

  test("a form takes it too; a body of another type is not read", async () => {
    const { key } = await issueKey(service, { user_id: ada, name: "n" });
    expect((await form(`api_key=${key}`)).status).toBe(200);
    expect((await form(`api_key=${key}`, { "x-api-key": key })).status).toBe(200);
    const headers = { "content-type": "application/json", "x-api-key": key };
    expect((await send({ headers, body: "{}" })).status).toBe(200);
  });

  test("a name that is empty falls back to that of the details, then to the subject", async () => {
    const named = await issueKey(service, { user_id: ada, name: "", details: { name: "inner" } });
    expect((await ask(named.key)).body).toMatchObject({ name: "inner" });
    const { id, key } = await issueKey(service, { name: "", role_ids: [role] });
    const { body } = await ask(key);
    expect(body).toMatchObject({ name: `api-key:${id}`, preferred_username: `api-key:${id}` });
    expect(body).not.toHaveProperty("owner_user_id");
    expect(body).not.toHaveProperty("email");
  });

  test("a key without checksum, as older systems issued them, is one", async () => {
    const { store, snapshots } = await service.auth.service;
    const key = `tak_${"7a".repeat(32)}`;
    const lists = { role_ids: [], permission_ids: [], details: {} };
    await store.db
      .insert(apiKeys)
      .values({ id: "legacy", user_id: ada, name: "l", key_hash: sha256Hex(key), ...lists });
    await snapshots.reload();
    expect((await ask(key)).status).toBe(200);
  });
});

describe("rights of the key within those of its owner, at each use (F-7, D12)", () => {
  const rights = async (key: string) => {
    const { status, body } = await ask(key);
    return [status, body.roles ?? [], body.permissions ?? []];
  };

  test("empty lists inherit the owner live; listed ids count while the owner has them", async () => {
    const bob = await service.createUser({ alias: ["bob"], details: {}, role_ids: [role] });
    const inherits = await issueKey(service, { user_id: bob, name: "i" });
    const listed = await issueKey(service, {
      user_id: bob,
      name: "l",
      permission_ids: [permission],
    });
    expect(await rights(inherits.key)).toEqual([200, [role, "reader"], [permission, "read"]]);
    expect(await rights(listed.key)).toEqual([200, [], [permission, "read"]]);
    await service.json("PATCH", `/auth/v1/users/${bob}`, { role_ids: [] });
    expect(await rights(inherits.key)).toEqual([200, [], []]);
    expect(await rights(listed.key), "nothing is left, which is not the same as all").toEqual([
      ...[200, [], []],
    ]);
    await service.json("PATCH", `/auth/v1/users/${bob}`, { permission_ids: [permission] });
    expect(await rights(listed.key)).toEqual([200, [], [permission, "read"]]);
  });

  test("A-3: they end with a temporary grant of the owner", async () => {
    const { runtime } = service;
    const end = new Date(runtime.clock.now() + 60_000).toISOString();
    const grant = { id: permission, expires_at: end };
    const eve = await service.createUser({
      ...{ alias: ["eve"], details: {}, tmp_permission_ids: [grant] },
    });
    const { key } = await issueKey(service, {
      user_id: eve,
      name: "t",
      permission_ids: [permission],
    });
    expect(await rights(key)).toEqual([200, [], [permission, "read"]]);
    runtime.advance(61_000);
    expect(await rights(key)).toEqual([200, [], []]);
  });

  test("K-10: a disabled owner ends the key with the next request, an enabled one brings it back", async () => {
    const tom = await service.createUser({ alias: ["tom"], details: {} });
    const { key } = await issueKey(service, { user_id: tom, name: "n" });
    expect((await ask(key)).status).toBe(200);
    await service.json("PATCH", `/auth/v1/users/${tom}`, { is_active: false });
    expect((await ask(key)).body).toEqual(NOT_VALID);
    await service.json("PATCH", `/auth/v1/users/${tom}`, { is_active: true });
    expect((await ask(key)).status).toBe(200);
    await service.json("DELETE", `/auth/v1/users/${tom}`);
    expect((await ask(key)).body).toEqual(NOT_VALID);
    expect((await service.json("GET", `${KEYS}?user_id=${tom}`)).body.payload).toEqual([]);
  });
});

describe("what is refused", () => {
  test("400 `api key is required`, also for a key in the query (T-20)", async () => {
    const { key } = await issueKey(service, { user_id: ada, name: "n" });
    for (const method of ["GET", "POST"]) {
      const { status, body } = await send({ method, path: `${VALIDATION}?api_key=${key}` });
      expect([status, body]).toEqual([400, { message: "api key is required" }]);
    }
    expect((await form("api_key=")).status).toBe(400);
    const headers = { "content-type": "application/json" };
    expect((await send({ headers, body: JSON.stringify({ api_key: key }) })).status).toBe(400);
  });

  test("401 `api key not valid` in one form for every other reason", async () => {
    const { id, key } = await issueKey(service, { user_id: ada, name: "n" });
    const expiring = await issueKey(service, { user_id: ada, name: "n", expires_in: "1h" });
    const second = await issueKey(service, { user_id: ada, name: "n" });
    await service.json("PATCH", `${KEYS}/${id}`, { disabled: true });
    service.runtime.advance(3_600_001);
    const mistyped = `${second.key.slice(0, -1)}${second.key.endsWith("0") ? "1" : "0"}`;
    const refusals = [
      await ask(key),
      await ask(expiring.key),
      await ask(unknownKey()),
      await ask(mistyped),
      await ask(second.key.toUpperCase()),
      await ask(`${second.key}, ${second.key}`),
      await ask("x".repeat(5_000)),
      await form(`api_key=${second.key}`, { "x-api-key": key }),
    ];
    for (const { status, body } of refusals) expect([status, body]).toEqual([401, NOT_VALID]);
    const disabled = { value: { disabled: true } };
    await service.json("PUT", "/auth/v1/settings/api_key", disabled);
    expect((await ask(second.key)).body).toEqual(NOT_VALID);
    await service.json("DELETE", "/auth/v1/settings/api_key");
    expect((await ask(second.key)).status).toBe(200);
  });

  test("the log says which key and why, and never the key", async () => {
    const { id, key } = await issueKey(service, { user_id: ada, name: "n", disabled: true });
    service.runtime.lines.length = 0;
    await ask(key);
    expect(service.runtime.lines).toContainEqual(
      expect.objectContaining({
        level: "warn",
        message: "request refused",
        fields: expect.objectContaining({ api_key: id, key_state: "disabled" }),
      }),
    );
    expect(JSON.stringify(service.runtime.lines)).not.toContain(key.slice(4, 40));
  });
});

describe("E-2, I-7: attempts are counted per network", () => {
  test("too many unknown keys are 429; a key that was used from there before still works", async () => {
    const { key } = await issueKey(service, { user_id: ada, name: "known" });
    const { key: fresh } = await issueKey(service, { user_id: ada, name: "new here" });
    await withSetting(service, "password", { attempts: { per_network: 5 } }, async () => {
      expect((await ask(key)).status).toBe(200);
      const digits = [..."123456"];
      const answers = [];
      for (const digit of digits) answers.push(await ask(unknownKey(digit)));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await ask(fresh)).status, "in force also for the right one").toBe(429);
      expect((await ask(key)).status).toBe(200);
      from += 1;
      expect((await ask(fresh)).status, "another network").toBe(200);
    });
  });

  test("one dead key that a program sends for ever does not lock out its network", async () => {
    const { key } = await issueKey(service, { user_id: ada, name: "dead", disabled: true });
    const { key: fresh } = await issueKey(service, { user_id: ada, name: "alive" });
    await withSetting(
      service,
      "password",
      { attempts: { per_account: 3, per_network: 5 } },
      async () => {
        const statuses = [];
        for (let round = 0; round < 8; round++) statuses.push((await ask(key)).status);
        expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
        expect((await ask(fresh)).status).toBe(200);
      },
    );
  });
});

describe("last_used_at", () => {
  test("is at most a minute old, and makes no new version", async () => {
    const { id, key } = await issueKey(service, { user_id: ada, name: "n" });
    expect(await listedKey(service, id)).not.toHaveProperty("last_used_at");
    const before = await version(service);
    const used = async () => Date.parse((await listedKey(service, id)).last_used_at);
    const start = service.runtime.clock.now();
    await Promise.all([ask(key), ask(key), ask(key)]);
    const first = await used();
    expect(first).toBeGreaterThan(start - 1_000);
    service.runtime.advance(50_000);
    await ask(key);
    expect(await used()).toBe(first);
    service.runtime.advance(11_000);
    await ask(key);
    expect(await used()).toBeGreaterThanOrEqual(first + 61_000);
    expect(await version(service)).toBe(before);
  });

  /** Uses of their own, and how many statements they made. */
  async function countedUses() {
    const { store, runtime } = await service.auth.service;
    const count = { statements: 0 };
    const db = Object.assign(Object.create(store.db), {
      execute: (query: Parameters<typeof store.db.execute>[0]) => {
        count.statements += 1;
        return store.db.execute(query);
      },
    });
    return {
      count,
      runtime,
      uses: new LastUses({ runtime, store: { ...store, db } }, apiKeys, "not noted"),
    };
  }

  test("is written at most once per key and minute, however often the key is used", async () => {
    const { id } = await issueKey(service, { user_id: ada, name: "busy" });
    const { count, runtime, uses } = await countedUses();
    const start = runtime.clock.now();
    for (let second = 0; second < 600; second++) {
      for (let use = 0; use < 5; use++) uses.note(id, start + second * 1_000 + use);
      await uses.written();
    }
    expect(count.statements).toBe(10);
  });

  test("many keys at once are one statement", async () => {
    const ids = [];
    for (let n = 0; n < 5; n++) {
      ids.push((await issueKey(service, { user_id: ada, name: `k${n}` })).id);
    }
    const { count, runtime, uses } = await countedUses();
    for (const id of ids) uses.note(id, runtime.clock.now());
    await uses.written();
    expect(count.statements).toBe(1);
    for (const id of ids) {
      expect((await listedKey(service, id)).last_used_at).toBeTypeOf("string");
    }
  });
});
