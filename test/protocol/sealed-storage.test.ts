/** Encryption at rest, poison records, wrong key (C-1, C-2, C-3; auth-wire 6.10). */
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { StartError } from "../../src/index.ts";
import { KEY, openAuth, type TestAuth, talkTo, testAuth } from "../support/auth.ts";
import { databaseImage } from "../support/database-image.ts";
import {
  databaseOf,
  encryptionCheck,
  ensureCanary,
  oauthClients,
  openPglite,
  openSecretBox,
  type SqlDriver,
  type Store,
  settingPlace,
  settings,
  users,
} from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  createAda,
  putClient,
  putSetting,
  ROBOT,
  refusal,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const DISCOVERY = "/auth/oauth2/.well-known/openid-configuration";
let service: TestAuth;
let store: Store;

async function open(): Promise<void> {
  service = await testAuth();
  ({ store } = await service.auth.service);
  await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, "other", { client_secret: "other-secret" });
  await putSetting(service, "email", { smtp: { host: "mail.example.com", password: "pw-1" } });
}

beforeAll(open);
afterAll(() => service[Symbol.asyncDispose]());

const sync = () => service.json("POST", "/auth/v1/sync");
const tokens = () => service.form(TOKEN, { grant_type: "client_credentials" }, ROBOT);

async function envelopeOf(namespace: string): Promise<string> {
  const [row] = await store.db.select().from(settings).where(eq(settings.namespace, namespace));
  return row?.value_encrypted ?? "";
}

/** Writes a column past the service, as a hand with SQL would; undone after `run`. */
async function withEnvelope(namespace: string, value: string, run: () => Promise<void>) {
  const before = await envelopeOf(namespace);
  const write = (value_encrypted: string) =>
    store.db
      .insert(settings)
      .values({ namespace, value_encrypted })
      .onConflictDoUpdate({ target: settings.namespace, set: { value_encrypted } });
  await write(value);
  try {
    expect((await sync()).status).toBe(200);
    await run();
  } finally {
    if (before) await write(before);
    else await store.db.delete(settings).where(eq(settings.namespace, namespace));
    const { snapshots } = await service.auth.service;
    await snapshots.reload();
  }
}

describe("C-1", () => {
  test("the tables never hold a plaintext: envelope of version, key id, base64", async () => {
    const columns = [
      ...(await store.db.select().from(settings)).map((row) => row.value_encrypted),
      ...(await store.db.select().from(oauthClients)).map((row) => row.config_encrypted),
      ...(await store.db.select().from(users)).map((row) => row.details_encrypted),
      ...(await store.db.select().from(encryptionCheck)).map((row) => row.canary_encrypted),
    ];
    expect(columns).toHaveLength(7);
    for (const value of columns) {
      expect(value).toMatch(/^enc:v2:[0-9a-f]{8}:[A-Za-z0-9+/]+={0,2}$/);
    }
    const dump = JSON.stringify([
      await store.db.execute(sql`select * from auth_settings`),
      await store.db.execute(sql`select * from auth_oauth_clients`),
      await store.db.execute(sql`select * from auth_users`),
      await store.db.execute(sql`select * from auth_events`),
    ]);
    for (const secret of ["pw-1", "web-secret", "robot-secret", "PRIVATE KEY", "$2b$"]) {
      expect(dump).not.toContain(secret);
    }
  });

  test("a fresh nonce per write: the same document never has the same ciphertext", async () => {
    const one = await envelopeOf("email");
    await putSetting(service, "email", { smtp: { host: "mail.example.com", password: "pw-1" } });
    expect(await envelopeOf("email")).not.toBe(one);
  });

  test("swapped ciphertexts do not decrypt: clients", async () => {
    const [a, b] = await store.db.select().from(oauthClients).orderBy(oauthClients.id);
    const put = (id: string | undefined, config_encrypted: string | undefined) =>
      store.db
        .update(oauthClients)
        .set({ config_encrypted: config_encrypted ?? "" })
        .where(eq(oauthClients.id, id ?? ""));
    await put(a?.id, b?.config_encrypted);
    await put(b?.id, a?.config_encrypted);
    await sync();
    for (const client of [WEB, { id: "other", secret: "other-secret" }]) {
      for (const secret of [WEB.secret, "other-secret"]) {
        const answer = await service.form(TOKEN, ADA, { ...client, secret });
        expect(refusal(answer)).toEqual({ status: 401, error: "invalid_client" });
      }
      const { status } = await service.json("GET", `/auth/v1/oauth/clients/${client.id}`);
      expect(status).toBe(503);
    }
    expect((await tokens()).status, "everything else works").toBe(200);
    const { detail } = await service.auth.health();
    expect(detail.unreadable.map(({ table, id }) => `${table}/${id}`)).toEqual([
      "auth_oauth_clients/other",
      "auth_oauth_clients/web-app",
    ]);
    await put(a?.id, a?.config_encrypted);
    await put(b?.id, b?.config_encrypted);
    await sync();
    expect((await service.form(TOKEN, ADA, WEB)).status).toBe(200);
  });

  test("swapped ciphertexts do not decrypt: details of two principals", async () => {
    const rows = await store.db.select().from(users);
    const swap = async (forward: boolean) => {
      for (const [index, { id }] of rows.entries()) {
        const from = rows[forward ? (index + 1) % rows.length : index];
        const details_encrypted = from?.details_encrypted ?? "";
        await store.db.update(users).set({ details_encrypted }).where(eq(users.id, id));
      }
      await sync();
    };
    await swap(true);
    expect(refusal(await tokens())).toEqual({ status: 401, error: "invalid_client" });
    expect(refusal(await service.form(TOKEN, ADA, WEB))).toEqual({
      status: 400,
      error: "invalid_grant",
    });
    await swap(false);
    expect((await tokens()).status).toBe(200);
  });
});

describe("C-3: an undecryptable record is isolated and never opens access", () => {
  test.each(["enc:v2:00000000:AAAA", "", "plain text", '{"permission":""}', "enc:v1:AAAA"])(
    "the value %j does not open",
    async (value) => {
      await withEnvelope("totp", value, async () => {
        const { status, text } = await service.json("GET", "/auth/v1/settings/totp");
        expect(status).toBe(503);
        if (value) expect(text).not.toContain(value);
        expect((await tokens()).status).toBe(200);
        const { detail } = await service.auth.health();
        expect(detail.unreadable).toEqual([
          { table: "auth_settings", id: "totp", reason: "cannot be decrypted" },
        ]);
      });
    },
  );

  test("an unreadable `admin` namespace closes the plane, to everybody", async () => {
    await withEnvelope("admin", "broken", async () => {
      for (const user of [undefined, "ada", "admin"]) {
        const { status, body } = await service.json("GET", "/auth/v1/settings", undefined, user);
        expect(status).toBe(503);
        expect(Object.keys(body)).toEqual(["message"]);
      }
      expect((await service.json("PUT", "/auth/v1/settings/admin", { value: {} })).status).toBe(
        503,
      );
      expect((await tokens()).status, "tokens are issued").toBe(200);
      const { warnings } = (await service.auth.health()).detail;
      expect(warnings).toContain("the admin settings cannot be read: the plane is closed");
    });
    expect((await service.json("GET", "/auth/v1/settings")).status).toBe(200);
  });

  test("a stored `admin` document that no longer parses never falls back to the open default", async () => {
    const bad = await store.box.seal(settingPlace("admin"), JSON.stringify({ permission: 7 }));
    await putSetting(service, "admin", { permission: "held-by-none" });
    await withEnvelope("admin", bad, async () => {
      const { status } = await service.json("GET", "/auth/v1/settings", undefined, "ada");
      expect([403, 503]).toContain(status);
    });
    await service.json("DELETE", "/auth/v1/settings/admin");
  });

  test("an unreadable `jwt` → 503, and the key is not re-created", async () => {
    await withEnvelope("jwt", "broken", async () => {
      expect(refusal(await tokens())).toEqual({ status: 503, error: "temporarily_unavailable" });
      expect((await service.request("GET", "/auth/oauth2/certs")).status).toBe(503);
      expect((await service.auth.health()).status).toBe("not_ready");
      expect(await envelopeOf("jwt")).toBe("broken");
      expect((await service.json("GET", "/auth/v1/settings")).status, "management works").toBe(200);
    });
    expect((await tokens()).status).toBe(200);
  });

  test("an unreadable `oauth2`: nothing names an issuer, management can repair it", async () => {
    await withEnvelope("oauth2", "broken", async () => {
      expect((await tokens()).status).toBe(503);
      expect((await service.request("GET", DISCOVERY)).status).toBe(503);
      expect((await service.request("GET", "/auth/oauth2/certs")).status).toBe(200);
      expect((await service.json("DELETE", "/auth/v1/settings/oauth2")).status).toBe(200);
      expect((await tokens()).status).toBe(200);
    });
  });

  test("an unreadable `password`: the grant is refused and not announced, the others work", async () => {
    await withEnvelope("password", "broken", async () => {
      expect((await service.form(TOKEN, ADA, WEB)).status).toBe(503);
      expect((await tokens()).status).toBe(200);
      const { body } = await service.request("GET", DISCOVERY);
      expect(body.grant_types_supported).not.toContain("password");
      expect(body.grant_types_supported).toContain("client_credentials");
    });
  });

  test("a PUT over an unreadable document is refused: its secrets could not be kept", async () => {
    await withEnvelope("email", "broken", async () => {
      const { status } = await service.json("PUT", "/auth/v1/settings/email", { value: {} });
      expect(status).toBe(503);
      expect(await envelopeOf("email")).toBe("broken");
    });
  });
});

describe("C-3: a user record that does not decrypt", () => {
  const USERS = "/auth/v1/users";
  const LOST = "a stored record cannot be read";
  const mistyped = { ...ADA, password: "wrong horse" };
  let id = "";
  let robot = "";

  /** One character of the sealed details changes, and the instance reads it again. */
  async function damage(principal: string) {
    await store.driver.session((session) =>
      session.query(
        `update auth_users set details_encrypted =
           overlay(details_encrypted placing 'AA' from length(details_encrypted) - 20) where id = $1`,
        [principal],
      ),
    );
    await sync();
  }

  const idOf = async (path: string, alias: string) =>
    (await service.json("GET", `${path}?alias=${alias}`)).body.payload[0].id;

  // What is damaged stays so: a service for each test, beside the one of the others.
  const others: [TestAuth, Store][] = [];
  beforeEach(async () => {
    others.push([service, store]);
    await open();
    id = await idOf(USERS, "ada");
    robot = await idOf("/auth/v1/service-accounts", "robot");
    service.runtime.lines.length = 0;
    await damage(id);
    await damage(robot);
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    [service, store] = others.pop() ?? [service, store];
  });

  test("E-6: the sign-in is refused as any other; no table, no 503", async () => {
    for (const fields of [ADA, mistyped, { ...ADA, username: "absent" }]) {
      expect((await service.form(TOKEN, fields, WEB)).body).toEqual({
        error: "invalid_grant",
        error_description: "password not match",
      });
    }
    const [lost, unknown] = [
      await tokens(),
      await service.form(TOKEN, { grant_type: "client_credentials" }, { id: "x", secret: "y" }),
    ];
    expect({ ...lost.body, status: lost.status }).toEqual({ ...unknown.body, status: 401 });
  });

  test("what needs the record says so, and tells nothing else", async () => {
    const asked = [
      await service.json("GET", `${USERS}/${id}`),
      await service.json("PATCH", `${USERS}/${id}`, { description: "x" }),
      await service.json("PUT", `${USERS}/${id}`, { alias: ["ada"] }),
      await service.json("GET", "/auth/v1/me", undefined, "ada"),
      await service.json("GET", "/auth/info", undefined, "ada"),
    ];
    for (const { status, body, headers } of asked) {
      expect({ status, body }).toMatchObject({ status: 500, body: { message: LOST } });
      expect(headers.get("retry-after")).toBeNull();
    }
  });

  test("it is logged once by id, and health names it while it is so", async () => {
    for (const _ of [1, 2]) {
      await service.form(TOKEN, ADA, WEB);
      await tokens();
    }
    const told = service.runtime.lines.filter(
      ({ message }) => message === "user record cannot be decrypted",
    );
    expect(told.map(({ fields }) => fields)).toEqual([
      { table: "auth_users", id },
      { table: "auth_users", id: robot },
    ]);
    const unreadable = async () => (await service.auth.health()).detail.unreadable;
    const row = (one: string) => ({ table: "auth_users", id: one, reason: "cannot be decrypted" });
    expect(await unreadable()).toEqual(
      [row(id), row(robot)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    await sync();
    expect(await unreadable(), "also after everything was read again").toHaveLength(2);
    expect((await service.json("DELETE", `${USERS}/${id}`)).status).toBe(200);
    expect(await unreadable()).toEqual([row(robot)]);
  });

  test("it opens nothing", async () => {
    const holder = await service.createUser({ alias: ["holder"] });
    await damage(holder);
    const { body } = await service.json("POST", "/auth/v1/check", {
      alias: "holder",
      path: "/x",
      method: "GET",
    });
    expect(body).toEqual({ allowed: false });
  });

  test("a server looks over all records after its start", async () => {
    const runtime = testRuntime({ loops: true, openSql: async () => shared });
    const driver = await openPglite(undefined, runtime.log);
    const shared: SqlDriver = { ...driver, close: async () => undefined };
    const start = () => openAuth({ encryption: { key: KEY } }, runtime);
    const first = start();
    await first.ready;
    const broken = await talkTo(first, runtime).createUser();
    await first.close();
    await driver.session((session) =>
      session.query("update auth_users set details_encrypted = 'enc:v2:x'"),
    );
    const second = start();
    await expect
      .poll(async () => (await second.health()).detail.unreadable)
      .toMatchObject([{ id: broken }]);
    await second.close();
    await driver.close();
  });
});

describe("C-2: a wrong key at start", () => {
  test("clear error, nothing created or overwritten, the right key still opens", async () => {
    const runtime = testRuntime();
    const driver = await openPglite(undefined, runtime.log);
    const shared: SqlDriver = { ...driver, close: async () => undefined };
    const openSql = async () => shared;
    const start = (key: string) => openAuth({ encryption: { key } }, testRuntime({ openSql }));
    const dump = async () => {
      const { rows } = (await driver.db.execute(sql`
        select (select json_agg(t) from auth_settings t) s, (select json_agg(t) from auth_events t) e,
          (select json_agg(t) from auth_versions t) v, (select json_agg(t) from auth_encryption_check t) c,
          (select json_agg(table_name order by table_name) from information_schema.tables
            where table_schema = 'public') t`)) as unknown as { rows: unknown[] };
      return JSON.stringify(rows);
    };
    try {
      const first = start(KEY);
      await first.ready;
      const written = await dump();
      expect(written).toContain("enc:v2:");

      const wrong = start("another key");
      await expect(wrong.ready).rejects.toBeInstanceOf(StartError);
      await expect(wrong.ready).rejects.toThrow(/^encryption\.key does not open this database/);
      expect(await dump()).toBe(written);
      const refused = await talkTo(wrong, runtime).request("GET", "/auth/oauth2/certs");
      expect(refused.status, "a service that could not start answers 503").toBe(503);
      expect(refused.text).not.toContain("another key");

      const again = start(KEY);
      await again.ready;
      expect(await dump(), "a second start writes nothing").toBe(written);
    } finally {
      await driver.close();
    }
  });

  test("no key on a database that keeps none: a StartError names encryption.key", async () => {
    const runtime = testRuntime();
    const { localKey: _none, ...driver } = await openPglite(undefined, runtime.log);
    const auth = openAuth({}, testRuntime({ openSql: async () => driver }));
    await expect(auth.ready).rejects.toThrow(/encryption\.key is required/);
  });
});

describe("a short encryption key", () => {
  const start = (key: string, openSql: () => Promise<SqlDriver>) => {
    const runtime = testRuntime({ openSql });
    return { auth: openAuth({ encryption: { key } }, runtime), runtime };
  };

  test.each(["abc", "fifteen letters"])("%s is refused for a new database", async (key) => {
    const runtime = testRuntime();
    const driver = await openPglite(undefined, runtime.log);
    const openSql = async () => ({ ...driver, close: async () => undefined });
    try {
      const { auth } = start(key, openSql);
      const failure = await auth.ready.catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartError);
      expect(String(failure)).toMatch(/fewer than 16 characters.*postern keygen/);
      expect(String(failure)).not.toContain(key);
      const [tables] = await driver.session((session) =>
        session.query("select count(*) from pg_tables where schemaname = 'public'"),
      );
      expect(Number(tables?.count), "not even the schema was made").toBe(0);

      const next = start("sixteen letters!", openSql);
      await next.auth.ready;
      await next.auth.close();
    } finally {
      await driver.close();
    }
  });

  test("a database that was sealed with one goes on; log and health say what to fear", async () => {
    const runtime = testRuntime();
    const driver = await openPglite(undefined, runtime.log, databaseImage());
    const openSql = async () => ({ ...driver, close: async () => undefined });
    try {
      // As a former version left it.
      const box = await openSecretBox("abc");
      await ensureCanary({ driver, db: databaseOf(driver), box });
      const { auth, runtime: old } = start("abc", openSql);
      await auth.ready;
      const warning = expect.stringContaining("fewer than 16 characters");
      expect(old.lines).toContainEqual({ level: "warn", message: warning, fields: {} });
      expect((await auth.health()).detail.warnings).toContainEqual(warning);
      await auth.close();
    } finally {
      await driver.close();
    }
  });
});
