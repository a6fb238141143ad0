/** POST /v1/encryption/rotate: another key for everything stored (auth-wire 6.10; C-1, C-2, C-3). */
import { randomBytes } from "node:crypto";
import { eq, getTableColumns, getTableName, is } from "drizzle-orm";
import { type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY, openAuth, type TestAuth, talkTo, testAuth } from "../support/auth.ts";
import { detailsPlace, mutate, openSecretBox, sealedColumns, tables } from "../support/inside.ts";
import { type KeptDatabase, keptDatabase } from "../support/kept-database.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  closePlane,
  createAda,
  putClient,
  putSetting,
  reopenPlane,
  TOKEN,
  WEB,
} from "../support/tokens.ts";
import { type Authenticator, enroll } from "../support/totp.ts";

const ROTATE = "/auth/v1/encryption/rotate";
const newKey = () => randomBytes(32).toString("base64");

let database: KeptDatabase;
let service: TestAuth;
let app: Authenticator;
let ada = "";
/** The key of the moment. */
let key = KEY;

async function start(withKey: string): Promise<TestAuth> {
  const runtime = testRuntime({ now: Date.UTC(2030, 0, 1), openSql: database.openSql });
  const auth = openAuth({ encryption: { key: withKey } }, runtime);
  await auth.ready;
  return talkTo(auth, runtime);
}

beforeAll(async () => {
  database = await keptDatabase();
  service = await start(KEY);
  ada = await createAda(service);
  await createAda(service, { alias: ["grace"] }, { name: "Grace", email: "grace@example.com" });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await service.json("PUT", "/auth/v1/oauth/providers/up", {
    config: { client_id: "a", client_secret: "up-secret", issuer: "https://up.example.com" },
  });
  await putSetting(service, "email", { smtp: { host: "mail.example.com", password: "pw-1" } });
  app = await enroll(service, "grace");
  // A factor that is in force and another one on its way: both secrets are sealed.
  await service.json("POST", "/auth/v1/totp/register", {}, "grace");
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const rotate = (body: unknown, at = service) => at.json("POST", ROTATE, body, "operator");
const store = async () => (await service.auth.service).store;

/** Every sealed value of the database, by table, row and column. */
async function envelopes(): Promise<Map<string, string>> {
  const { db } = await store();
  const found = new Map<string, string>();
  for (const { table, id, column } of sealedColumns) {
    const rows = await db.select({ id, sealed: column }).from(table);
    for (const row of rows) {
      if (row.sealed)
        found.set(`${getTableName(table)}/${row.id}/${column.name}`, String(row.sealed));
    }
  }
  const [canary] = await db.select().from(tables.encryptionCheck);
  return found.set("canary", canary?.canary_encrypted ?? "");
}
const keyIds = async () =>
  new Set([...(await envelopes()).values()].map((text) => text.split(":")[2]));
const idOf = async (text: string) => (await openSecretBox(text)).keyId;

/** What is stored still does what it did. */
async function everythingOpens(at: TestAuth) {
  expect((await at.form(TOKEN, ADA, WEB)).status, "password and client secret").toBe(200);
  const totp = { ...ADA, username: "grace" };
  const asked = await at.form(TOKEN, { ...totp, totp: app.fresh() }, WEB);
  expect(asked.status, asked.text).toBe(200);
  for (const path of ["settings/email", "oauth/providers/up", "settings/jwt"]) {
    expect((await at.json("GET", `/auth/v1/${path}`)).status, path).toBe(200);
  }
  expect((await at.auth.health()).detail.unreadable).toEqual([]);
}

test("C-1: every column of the tables that is sealed is sealed again", () => {
  const named = Object.values(tables as Record<string, unknown>)
    .filter((value): value is PgTable => is(value, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table) as Record<string, PgColumn>)
        .filter(({ name }) => name.endsWith("_encrypted"))
        .map(({ name }) => `${getTableName(table)}.${name}`),
    );
  const known = sealedColumns.map(({ table, column }) => `${getTableName(table)}.${column.name}`);
  expect([...known, "auth_encryption_check.canary_encrypted"].sort()).toEqual(named.sort());
});

// The service goes from key to key.
describe("the life of a key", { shuffle: false }, () => {
  describe("refused, and nothing is changed", () => {
    test.each([
      [{}, 400, "new_key is required", undefined],
      [{ new_key: "" }, 400, "new_key is required", undefined],
      [{ new_key: 7 }, 400, "invalid request body", "new_key"],
      [[], 400, "invalid request body", undefined],
      [{ new_key: "too short" }, 400, "invalid request body", "new_key"],
      [{ new_key: "k".repeat(1_025) }, 400, "invalid request body", "new_key"],
      [{ new_key: " a key with blanks around it " }, 400, "invalid request body", "new_key"],
      [{ new_key: KEY }, 500, "encryption key rotation failed", "new_key: is the key in use"],
    ])("%j", async (body, status, message, error) => {
      const before = await envelopes();
      const answer = await rotate(body);
      expect([answer.status, answer.body.message], answer.text).toEqual([status, message]);
      if (error) expect(answer.body.error).toContain(error);
      expect(await envelopes()).toEqual(before);
    });

    test("for everybody but administrators", async () => {
      await closePlane(service);
      const asked = [undefined, "ada"].map((user) =>
        service.json("POST", ROTATE, { new_key: newKey() }, user),
      );
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 403]);
      await reopenPlane(service);
      expect(await keyIds()).toEqual(new Set([await idOf(KEY)]));
    });

    test("C-3: a value that does not open is not lost in the change", async () => {
      const { db } = await store();
      const [row] = await db.select().from(tables.users).where(eq(tables.users.id, ada));
      const put = (details_encrypted = "") =>
        db.update(tables.users).set({ details_encrypted }).where(eq(tables.users.id, ada));
      await put(`${row?.details_encrypted.slice(0, -8)}AAAAAAA=`);
      const before = await envelopes();
      const { status, body, text } = await rotate({ new_key: newKey() });
      expect([status, body.message]).toEqual([500, "encryption key rotation failed"]);
      expect(body.error).toContain("cannot be decrypted");
      expect(text).not.toContain(ada);
      expect(await envelopes()).toEqual(before);
      await put(row?.details_encrypted);
      await everythingOpens(service);
    });
  });

  test("everything is sealed again in one write, which the event log names; the service goes on", async () => {
    const before = await envelopes();
    const next = newKey();
    const { status, body, text } = await rotate({ new_key: next });
    expect(status, text).toBe(200);
    expect(body.payload).toEqual({
      message: "encryption key rotated; set encryption.key to the new one before the next start",
      rotated: true,
      key_id: await idOf(next),
      values: before.size - 1,
      kept: false,
    });
    key = next;
    const after = await envelopes();
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect(await keyIds()).toEqual(new Set([await idOf(next)]));
    const { db } = await store();
    const events = await db
      .select()
      .from(tables.events)
      .where(eq(tables.events.topic, "encryption"));
    expect(events).toMatchObject([{ action: "rotate", entity_id: "key", actor: "operator" }]);
    expect(JSON.stringify([events, service.runtime.lines])).not.toContain(next);
    await everythingOpens(service);
    expect((await service.auth.health()).detail.warnings).toContain(
      "the encryption key was changed: set encryption.key to the new one before the next start",
    );
    await putSetting(service, "email", { smtp: { host: "mail.example.com" } });
    expect(await keyIds(), "new writes").toEqual(new Set([await idOf(next)]));
  });

  test("C-2: the next start needs the new key; the old one is refused", async () => {
    await service[Symbol.asyncDispose]();
    await expect(start(KEY)).rejects.toThrow("encryption.key does not open this database");
    service = await start(key);
    expect((await service.auth.health()).detail.warnings.join()).not.toContain("encryption key");
  });

  test("a write that waited while the key was changed is sealed with the new key, or refused: never lost", async () => {
    const { ownStore: store, recordKey } = await service.auth.service;
    const next = newKey();
    const change = { topic: "users", action: "update", entity: ada, actor: "test" } as const;
    const write = async () =>
      mutate(store, change, async (open) => {
        const details_encrypted = await recordKey.seal(
          detailsPlace(ada),
          JSON.stringify({ name: "Ada", password: "x" }),
        );
        open.touch("users", ada);
        await open.tx
          .update(tables.users)
          .set({ details_encrypted })
          .where(eq(tables.users.id, ada));
      }).catch((error: unknown) => error);
    const [answer, ...written] = await Promise.all([rotate({ new_key: next }), write(), write()]);
    expect(answer.status, answer.text).toBe(200);
    key = next;
    for (const outcome of written) {
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: "unavailable" });
    }
    expect(await keyIds()).toEqual(new Set([await idOf(next)]));
  });

  test("two changes at once: one key at the end, and all is sealed with it", async () => {
    const keys = [newKey(), newKey()];
    const answers = await Promise.all(keys.map((new_key) => rotate({ new_key })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    const [id] = await keyIds();
    expect(await keyIds()).toHaveProperty("size", 1);
    expect(done.map(({ body }) => body.payload.key_id)).toContain(id);
    expect((await service.auth.service).recordKey.keyId).toBe(id);
  });

  test("an instance that has not heard of the change writes nothing, and says why", async () => {
    const { store, recordKey, snapshots } = await service.auth.service;
    const other = await openSecretBox(newKey());
    const canary = "auth_encryption_check";
    const [row] = await store.db.select().from(tables.encryptionCheck);
    const put = (canary_encrypted: string) =>
      store.db.update(tables.encryptionCheck).set({ canary_encrypted });
    // As another instance leaves it.
    await put(await other.seal({ table: canary, row: "true", field: "canary" }, "elsewhere"));
    const before = await envelopes();
    const refused = await service.json("PUT", "/auth/v1/settings/totp", { value: {} });
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({
      message: "the encryption key was changed",
      error: "this instance writes nothing until it is started with the new key",
    });
    expect((await rotate({ new_key: newKey() })).status).toBe(503);
    expect(await envelopes()).toEqual(before);
    const { body } = await service.json("GET", "/auth/v1/doctor");
    expect(body.payload).toContainEqual(
      expect.objectContaining({ id: "encryption_key", severity: "danger" }),
    );
    await snapshots.reload();
    expect((await service.auth.health()).detail.warnings.join()).toContain("at another instance");
    expect(JSON.stringify(service.runtime.lines)).toContain("the encryption key was changed");
    await put(row?.canary_encrypted ?? "");
    await snapshots.reload();
    expect(recordKey.keyId).toBe(snapshots.current.sealed_with);
  });
});

describe("the key that the service keeps itself", () => {
  test("is replaced, and the next start has it", async () => {
    const runtime = testRuntime();
    const own = await testAuth({ encryption: { key: "" } }, runtime);
    const { store } = await own.auth.service;
    const next = newKey();
    const { body } = await rotate({ new_key: next }, own);
    expect(body.payload).toMatchObject({
      message: "encryption key rotated; the data folder has the new one",
      kept: true,
    });
    expect(await store.driver.localKey?.()).toBe(next);
    expect(await store.driver.keyChange?.pending()).toBeUndefined();
    const warnings = (await own.auth.health()).detail.warnings.join();
    expect(warnings).not.toContain("encryption key");
    await own[Symbol.asyncDispose]();
  });
});
