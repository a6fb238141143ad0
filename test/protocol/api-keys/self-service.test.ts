/** Keys that users make for themselves (auth-service.md, Authentication 1 and 3; auth-wire 1.7, 6.5; F-3, F-7, T-10, A-3). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  byKey,
  byToken,
  issueKey,
  KEYS,
  keySetup,
  listedKey,
  OWN_KEYS,
  through,
} from "../../support/api-keys.ts";
import { encodeHeaderText } from "../../support/inside.ts";
import type { SessionSetup } from "../../support/session.ts";
import { closePlane, reopenPlane, withSetting } from "../../support/tokens.ts";
import { createPermission, createRole } from "../iam/expectations.ts";

type Json = Record<string, unknown>;
let setup: SessionSetup;
let ada: string;
let bob: string;
let role: string;
let read: string;
let write: string;
let token: string;
beforeAll(async () => {
  setup = await keySetup({ self_service: true });
  const { service } = setup;
  read = await createPermission(service, "read");
  write = await createPermission(service, "write");
  role = await createRole(service, "both", { permission_ids: [read, write] });
  ada = (await service.auth.api.principal("ada"))?.id ?? "";
  bob = await service.createUser({ alias: ["bob"], details: {} });
  await service.json("PATCH", `/auth/v1/users/${ada}`, { role_ids: [role] });
  await closePlane(service);
  token = (await setup.tokens()).access_token;
});
afterAll(() => setup[Symbol.asyncDispose]());

const asAda = (method: string, path = OWN_KEYS, body?: Json) =>
  through(setup, method, path, byToken(token), body);
const asKey = (key: string, method: string, path = OWN_KEYS, body?: Json) =>
  through(setup, method, path, byKey(key), body);
async function own(fields: Json = {}) {
  const { status, text, body } = await asAda("POST", OWN_KEYS, { name: "own", ...fields });
  expect(status, text).toBe(200);
  return body.payload as { id: string; key: string; expires_at?: string };
}
/** An administrator's view, past the closed plane. */
const stored = async (id: string) => {
  await reopenPlane(setup.service);
  const row = await listedKey(setup.service, id);
  await closePlane(setup.service);
  return row;
};

describe("a user", () => {
  test("brings no key of another service: its text may be one that can be guessed", async () => {
    const { status, text } = await asAda("POST", OWN_KEYS, {
      name: "brought",
      key_hash: "0".repeat(64),
    });
    expect([status, text]).toEqual([403, expect.stringContaining("only an administrator")]);
  });

  test("creates, lists, changes and revokes keys of their own, and no others", async () => {
    await reopenPlane(setup.service);
    const foreign = await issueKey(setup.service, { user_id: bob, name: "of bob" });
    await closePlane(setup.service);
    const { id, key } = await own({ user_id: ada });
    expect((await through(setup, "GET", "/app", byKey(key))).body.claims).toMatchObject({
      owner_user_id: ada,
    });
    const { payload, meta } = (await asAda("GET")).body;
    expect(payload.every((row: Json) => row.user_id === ada)).toBe(true);
    expect(meta.total_item_count).toBe(payload.length);
    expect((await asAda("GET", `${OWN_KEYS}?user_id=${bob}`)).body.payload).toEqual(payload);
    const changed = await asAda("PATCH", `${OWN_KEYS}/${id}`, { name: "renamed" });
    expect(changed.body.payload).toEqual({ message: "api key updated" });
    for (const method of ["PATCH", "DELETE"]) {
      const verb = method === "PATCH" ? "update" : "delete";
      const answer = await asAda(method, `${OWN_KEYS}/${foreign.id}`, { name: "taken" });
      expect([answer.status, answer.body.message]).toEqual([404, `cannot ${verb} api key`]);
    }
    expect((await asAda("DELETE", `${OWN_KEYS}/${id}`)).body.payload).toEqual({
      message: "api key deleted",
    });
    expect((await through(setup, "GET", "/app", byKey(key))).status).toBe(401);
    expect((await asAda("GET", "/auth/v1/me")).body.payload.api_key_count).toBe(
      (await asAda("GET")).body.payload.length,
    );
  });

  test("F-7: the owner in a body replaces nothing; a right that the user lacks is refused", async () => {
    const other = await asAda("POST", OWN_KEYS, { name: "n", user_id: bob });
    expect([other.status, other.body.message]).toEqual([
      ...[403, "cannot issue an api key for another user"],
    ]);
    await reopenPlane(setup.service);
    const secret = await createPermission(setup.service, "secret");
    await closePlane(setup.service);
    const beyond = await asAda("POST", OWN_KEYS, { name: "n", permission_ids: [secret] });
    expect(beyond.status).toBe(403);
  });

  test("has at most 100 keys", async () => {
    await reopenPlane(setup.service);
    const many = await setup.service.createUser({ alias: ["many"], details: {} });
    for (let n = 0; n < 100; n++) await issueKey(setup.service, { user_id: many, name: `${n}` });
    const answer = await setup.service.json("POST", OWN_KEYS, { name: "one more" }, "many");
    expect([answer.status, answer.body.message]).toEqual([409, "too many api keys"]);
    await setup.service.json("DELETE", `/auth/v1/users/${many}`);
    await closePlane(setup.service);
  });

  describe("T-10: a sign-in of more than 10 minutes ago", () => {
    const ask = async (method: string, path: string, alias: string, auth_time?: number) => {
      const request = new Request(`https://id.example.com${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(method !== "DELETE" && { body: JSON.stringify({ name: "n", user_id: ada }) }),
      });
      const session = { principal: alias, ...(auth_time && { auth_time }) };
      const response = await setup.service.auth.fetch(request, undefined, { session });
      return { status: response.status, body: await response.json() };
    };
    const ago = (seconds: number) => Math.floor(setup.service.runtime.clock.now() / 1000) - seconds;

    test("must be repeated to create a key, to change and to delete one", async () => {
      const { id } = await own();
      for (const [method, path, purpose] of [
        ["POST", OWN_KEYS, "create"],
        ["PATCH", `${OWN_KEYS}/${id}`, "change"],
        ["DELETE", `${OWN_KEYS}/${id}`, "delete"],
      ] as const) {
        expect(await ask(method, path, "ada", ago(601)), method).toMatchObject({
          status: 403,
          body: {
            message: `sign in again to ${purpose} an api key`,
            error: "reauthentication_required",
          },
        });
        expect((await ask(method, path, "ada", ago(570))).status, method).toBe(200);
      }
      expect((await ask("POST", OWN_KEYS, "ada")).status, "no front tells when").toBe(200);
    });

    test("must be repeated by administrators, too; service accounts and keys have nothing to repeat", async () => {
      await reopenPlane(setup.service);
      const { id } = await issueKey(setup.service, { user_id: ada, name: "n" });
      for (const [method, path] of [
        ["POST", KEYS],
        ["PATCH", `${KEYS}/${id}`],
        ["DELETE", `${KEYS}/${id}`],
      ] as const) {
        const { status, body } = await ask(method, path, "ada", ago(601));
        expect([status, body.error], method).toEqual([403, "reauthentication_required"]);
      }
      await setup.service.createServiceAccount();
      expect((await ask("POST", KEYS, "robot", ago(601))).status).toBe(200);
      expect((await ask("DELETE", `${KEYS}/${id}`, "ada", ago(60))).status).toBe(200);
      await closePlane(setup.service);
    });
  });

  test.each([
    ["name", { name: "admin@example.com" }],
    ["details.name", { name: "", details: { name: "admin@example.com" } }],
    ["details.email", { name: "n", details: { email: "admin@example.com" } }],
    ["details.email", { name: "n", details: { email: "admin" } }],
    ["name", { name: "Api-Key:1" }],
  ])("the address of someone else is no %s of a key", async (field, fields) => {
    const { status, body } = await asAda("POST", OWN_KEYS, fields);
    expect([status, body.error]).toEqual([400, expect.stringContaining(`${field}: `)]);
    const { id } = await own();
    expect((await asAda("PATCH", `${OWN_KEYS}/${id}`, fields)).status).toBe(400);
    expect((await asAda("POST", OWN_KEYS, { name: "ADA@example.com" })).status).toBe(200);
  });
});

describe("without `api_key.self_service`, or with keys switched off", () => {
  test.each([{}, { self_service: true, disabled: true }])(
    "%j: administrators only",
    async (settings) => {
      await withSettingOpen(settings, async () => {
        for (const [method, path] of [
          ["GET", OWN_KEYS],
          ["POST", OWN_KEYS],
          ["PATCH", `${OWN_KEYS}/x`],
          ["DELETE", `${OWN_KEYS}/x`],
        ] as const) {
          const answer = await asAda(method, path, method === "GET" ? undefined : { name: "n" });
          expect([answer.status, answer.body.message], method).toEqual([
            ...[403, "admin permission is required"],
          ]);
        }
      });
    },
  );

  /** Stores a namespace while the plane is open, runs with it closed. */
  async function withSettingOpen(settings: Json, run: () => Promise<void>) {
    await reopenPlane(setup.service);
    await withSetting(setup.service, "api_key", settings, async () => {
      await closePlane(setup.service);
      await run();
      await reopenPlane(setup.service);
    });
    await setup.service.json("PUT", "/auth/v1/settings/api_key", { value: { self_service: true } });
    await closePlane(setup.service);
  }

  test("an administrator manages keys of their own there", async () => {
    await reopenPlane(setup.service);
    await setup.service.json("DELETE", "/auth/v1/settings/api_key");
    await closePlane(setup.service, "write");
    expect((await asAda("GET")).status).toBe(200);
    expect((await asAda("POST", OWN_KEYS, { name: "n" })).status).toBe(200);
    await reopenPlane(setup.service);
    await setup.service.json("PUT", "/auth/v1/settings/api_key", { value: { self_service: true } });
    await closePlane(setup.service);
  });

  test("capabilities say whether the self-service is there", async () => {
    const shown = async () =>
      (await asAda("GET", "/auth/v1/capabilities")).body.payload.api_key_self_service;
    expect(await shown()).toBe(true);
    await withSettingOpen({ self_service: true, disabled: true }, async () => {
      expect(await shown()).toBe(false);
    });
  });
});

describe("decision E-3: what applications see", () => {
  const seen = async (key: string) =>
    (await through(setup, "GET", "/app", { ...byKey(key), "x-api-key-name": "root" })).body.headers;

  test("a key that its owner made is its id; the name travels in a header of its own", async () => {
    const { key, id } = await own({ name: "gitädmin" });
    const subject = `api-key:${id}`;
    expect(await seen(key)).toMatchObject({
      ...{ "x-user": subject, "x-user-id": subject },
      "x-api-key-name": encodeHeaderText("gitädmin"),
    });
  });

  test("a key of an administrator keeps the contract's order, until its owner chooses its texts", async () => {
    await reopenPlane(setup.service);
    const { key, id } = await issueKey(setup.service, { user_id: ada, name: "deploy" });
    await closePlane(setup.service);
    const before = await seen(key);
    expect(before).toMatchObject({ "x-user": "ada@example.com", "x-user-id": "deploy" });
    expect(before["x-api-key-name"], "nothing that the client sent").toBe("deploy");
    await asAda("PATCH", `${OWN_KEYS}/${id}`, { description: "d" });
    expect((await seen(key))["x-user-id"]).toBe("deploy");
    await asAda("PATCH", `${OWN_KEYS}/${id}`, { name: "gitadmin" });
    const subject = `api-key:${id}`;
    expect(await seen(key)).toMatchObject({
      ...{ "x-user": subject, "x-user-id": subject, "x-api-key-name": "gitadmin" },
    });
  });

  test("no other caller brings or gets the header", async () => {
    const headers = { ...byToken(token), "x-api-key-name": "root" };
    const { body } = await through(setup, "GET", "/app", headers);
    expect(body.headers["x-api-key-name"]).toBeUndefined();
  });
});

describe("through a key", () => {
  let narrow: { id: string; key: string };
  beforeEach(async () => {
    narrow = await own({ permission_ids: [read], expires_in: "1h" });
  });

  test("an owner-bound key resolves to its owner, with the rights of the key", async () => {
    expect((await asKey(narrow.key, "GET", "/auth/v1/me")).body.payload).toMatchObject({
      id: ada,
      roles: ["both"],
    });
    const info = await asKey(narrow.key, "GET", "/auth/info?data=true");
    expect(info.body.payload).toEqual({
      details: {
        ...{ uid: `api-key:${narrow.id}`, api_key_id: narrow.id, owner_user_id: ada },
        name: "own",
      },
      permissions: ["read"],
      is_active: true,
    });
  });

  test("decision E-2: a key makes and changes no key, however narrow", async () => {
    const { key, id } = await own();
    const refused = [403, "an api key cannot do this for its owner"];
    for (const fields of [{}, { role_ids: [role] }, { permission_ids: [read], expires_in: "1m" }]) {
      for (const through of [narrow.key, key]) {
        const made = await asKey(through, "POST", OWN_KEYS, { name: "n", ...fields });
        expect([made.status, made.body.message], JSON.stringify(fields)).toEqual(refused);
        for (const target of [narrow.id, id]) {
          const changed = await asKey(through, "PATCH", `${OWN_KEYS}/${target}`, fields);
          expect([changed.status, changed.body.message], JSON.stringify(fields)).toEqual(refused);
        }
      }
    }
  });

  test("decision E-2: it lists and deletes the keys that can do no more and live no longer", async () => {
    const names = async (key: string) =>
      (await asKey(key, "GET")).body.payload.map((row: Json) => row.id);
    const wide = await own();
    const disabled = await own({ disabled: true });
    const other = await own({ permission_ids: [write] });
    const longer = await own({ permission_ids: [read], expires_in: "2h" });
    const forever = await own({ permission_ids: [read] });
    const within = await own({ permission_ids: [read], expires_in: "30m" });
    const listed = await names(narrow.key);
    for (const { id } of [wide, disabled, other, longer, forever]) {
      expect(listed).not.toContain(id);
      const { status, body } = await asKey(narrow.key, "DELETE", `${OWN_KEYS}/${id}`);
      expect([status, body.message]).toEqual([
        ...[403, "an api key cannot delete one that can do more"],
      ]);
      expect(await stored(id)).toBeDefined();
    }
    expect(listed).toEqual(expect.arrayContaining([narrow.id, within.id]));
    for (const { id } of [within, narrow]) {
      expect((await asKey(narrow.key, "DELETE", `${OWN_KEYS}/${id}`)).status).toBe(200);
      expect(await stored(id)).toBeUndefined();
    }
    expect(await names(wide.key)).toEqual(
      (await asAda("GET")).body.payload.map((row: Json) => row.id),
    );
    expect((await asKey(wide.key, "DELETE", `${OWN_KEYS}/${longer.id}`)).status).toBe(200);
  });

  test("an ownerless key is refused on owner-scoped routes", async () => {
    await reopenPlane(setup.service);
    const system = await issueKey(setup.service, { name: "system", role_ids: [role] });
    await closePlane(setup.service);
    for (const path of [OWN_KEYS, "/auth/v1/me"]) {
      const { status, body } = await asKey(system.key, "GET", path);
      expect([status, body.message]).toEqual([403, "api key has no owner"]);
    }
  });
});
