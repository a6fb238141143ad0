/**
 * A disaster on purpose (C-7): a backup is made under load, the database is destroyed, and a new one of the other kind goes on with
 * everything that was acknowledged before (ADR 0102).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import { openPostgres } from "../../src/adapters/drivers/postgres.ts";
import { parseOptions } from "../../src/options.ts";
import type { SqlDriver } from "../../src/runtime.ts";
import { verifyChain } from "../../src/store/audit-chain.ts";
import { type Administration, administration } from "../support/administrators.ts";
import { issueKey, validate } from "../support/api-keys.ts";
import { KEY, openAuth, type TestAuth, talkTo } from "../support/auth.ts";
import { answerOf, CALLBACK, decide, newFlow, openPage } from "../support/authorize.ts";
import { askBackup, bytesOf, restoreTo } from "../support/backups.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";
import { type Authenticator, enroll } from "../support/totp.ts";

/** A database, and how it is opened once more by another instance. */
interface Place {
  readonly instances: number;
  open(): Promise<SqlDriver>;
  destroy(): Promise<void>;
}

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const log = testRuntime().log;
let made = 0;

async function onPostgres(): Promise<Place> {
  const name = `drill_${++made}`;
  const dsn = await postgres.createDatabase(name);
  const { database } = parseOptions({ database: { dsn }, encryption: { key: KEY } });
  return {
    instances: 2,
    open: () => openPostgres(database, log),
    async destroy() {
      await postgres.query(`drop database ${name} with (force)`);
    },
  };
}

async function inMemory(): Promise<Place> {
  const driver = await openPglite(undefined, log);
  return {
    instances: 1,
    open: async () => ({ ...driver, close: async () => undefined }),
    destroy: () => driver.close(),
  };
}

async function start(place: Place): Promise<TestAuth[]> {
  const instances: TestAuth[] = [];
  for (let at = 0; at < place.instances; at++) {
    const runtime = testRuntime({ loops: true, openSql: () => place.open() });
    const auth = openAuth({ encryption: { key: KEY } }, runtime);
    await auth.ready;
    instances.push(talkTo(auth, runtime));
  }
  return instances;
}

const stop = (instances: readonly TestAuth[]) =>
  Promise.all(instances.map((one) => one[Symbol.asyncDispose]()));

/** What people and programs have before the disaster. */
interface Held {
  readonly root: Administration;
  readonly refresh: string;
  readonly api_key: string;
  readonly totp: Authenticator;
  readonly keys: unknown;
}

const keySet = async (service: TestAuth) =>
  (await service.request("GET", "/auth/oauth2/certs")).body;

async function furnish(service: TestAuth): Promise<Held> {
  const ada = await createAda(service);
  await createAda(service, { alias: ["grace"] }, { name: "Grace", email: "grace@example.com" });
  await putClient(service, WEB.id, {
    ...{ client_secret: WEB.secret, client_name: "Web app", redirect_uris: [CALLBACK] },
    consent: "remember",
  });
  await putSetting(service, "email", { smtp: { host: "mail.example.com", password: "relay-pw" } });
  await decide(service, {}, {}, "ada");
  const { key } = await issueKey(service, { user_id: ada, name: "deploy" });
  const totp = await enroll(service, "grace");
  const answer = await service.form(TOKEN, ADA, WEB);
  expect(answer.status, answer.text).toBe(200);
  return {
    root: await administration(service),
    refresh: answer.body.refresh_token,
    api_key: key,
    totp,
    keys: await keySet(service),
  };
}

/** Sign-ins and writes without a pause, at each instance in turn. */
class Load {
  readonly #instances: readonly TestAuth[];
  readonly #admin: string;
  #running = true;
  #turn = 0;
  readonly #done: Promise<unknown>;
  /** Names of roles by the moment in which they were acknowledged, milliseconds. */
  readonly roles = new Map<string, number>();
  tokens = 0;
  readonly failed: string[] = [];

  constructor(instances: readonly TestAuth[], admin: string) {
    this.#instances = instances;
    this.#admin = admin;
    this.#done = Promise.all([this.#signIn(), this.#signIn(), this.#write(), this.#write()]);
  }

  get #next(): TestAuth {
    return this.#instances[this.#turn++ % this.#instances.length] as TestAuth;
  }

  async #signIn(): Promise<void> {
    while (this.#running) {
      const { status, text } = await this.#next.form(TOKEN, ADA, WEB);
      if (status === 200) this.tokens += 1;
      else this.failed.push(`${status} ${text}`);
    }
  }

  async #write(): Promise<void> {
    while (this.#running) {
      const name = `role-${++this.#turn}-${Math.random()}`;
      const answer = await this.#next.json("POST", "/auth/v1/roles", { name }, this.#admin);
      if (answer.status === 200) this.roles.set(name, performance.now());
      else this.failed.push(`${answer.status} ${answer.text}`);
    }
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }
}

const ago = (service: TestAuth) => Math.floor(service.runtime.clock.now() / 1_000);

test("on Postgres a reader that goes away leaves no transaction behind", async () => {
  const place = await onPostgres();
  const [service] = (await start(place)) as [TestAuth, TestAuth];
  const { root } = await furnish(service);
  const answer = await askBackup(service, {
    principal: root.admin.alias,
    auth_time: ago(service),
  });
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const open = () =>
    postgres.query(
      `select 1 from pg_stat_activity where datname = 'drill_${made}' and backend_xmin is not null and pid <> pg_backend_pid()`,
    );
  await expect.poll(open).toEqual([]);
  await stop([service]);
  await place.destroy();
});

describe.each([
  ["two instances on Postgres, into the embedded database", onPostgres, inMemory],
  ["the embedded database, into two instances on Postgres", inMemory, onPostgres],
] as const)("%s", (_name, from, to) => {
  test("everything that was acknowledged before the backup is there, and the service goes on", async () => {
    const place = await from();
    const before = await start(place);
    const [first] = before as [TestAuth, ...TestAuth[]];
    const held = await furnish(first);
    for (const one of before) await one.json("POST", "/auth/v1/sync", {}, held.root.admin.alias);

    const load = new Load(before, held.root.admin.alias);
    await expect.poll(() => load.roles.size).toBeGreaterThan(10);
    const asked = performance.now();
    const [tokens, writes] = [load.tokens, load.roles.size];
    const answer = await askBackup(before.at(-1) as TestAuth, {
      principal: held.root.admin.alias,
      auth_time: ago(first),
    });
    expect(answer.status).toBe(200);
    const bytes = await bytesOf(answer);
    await expect.poll(() => load.roles.size).toBeGreaterThan(writes + 3);
    await load.stop();
    expect(load.failed).toEqual([]);
    expect(load.tokens).toBeGreaterThan(tokens);
    const acknowledged = [...load.roles].filter(([, at]) => at < asked).map(([name]) => name);
    expect(acknowledged.length).toBeGreaterThan(10);

    await stop(before);
    await place.destroy();

    const target = await to();
    const driver = await target.open();
    await restoreTo(driver, bytes);
    const [row] = await driver.session((session) =>
      session.query(`select v.version::text as version, max(e.version)::text as last
        from auth_versions v, auth_events e group by 1`),
    );
    expect(row?.last, "one moment: the version is that of the last event").toBe(row?.version);
    await driver.close();

    const after = await start(target);
    for (const service of after) {
      const by = (method: string, path: string) =>
        service.json(method, `/auth/v1${path}`, undefined, held.root.admin.alias);
      const roles = await by("GET", "/roles?limit=10000");
      const names = new Set(roles.body.payload.map(({ name }: { name: string }) => name));
      expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);

      expect(await keySet(service), "the keys of tokens").toEqual(held.keys);
      expect((await service.form(TOKEN, ADA, WEB)).status, "passwords, secrets").toBe(200);
      const form = { grant_type: "refresh_token", refresh_token: held.refresh };
      expect((await service.form(TOKEN, form, WEB)).status, "refresh tokens").toBe(200);
      expect((await validate(service, held.api_key)).status, "API keys").toBe(200);
      const flow = await newFlow(service, {});
      const answer = answerOf(await openPage(service, flow, "ada"));
      expect(answer.code, "consent is not asked again").toMatch(/^[0-9a-f]{64}$/);
      const { body } = await by("GET", "/settings/email");
      expect(body.payload.value.smtp).toMatchObject({
        host: "mail.example.com",
        password_set: true,
      });

      const { store, auditChain } = await service.auth.service;
      expect(await verifyChain(store, auditChain)).not.toHaveProperty("fault");
    }
    const [one] = after as [TestAuth];
    const factor = await one.json("GET", "/auth/v1/totp", undefined, "grace");
    expect(factor.body.payload.enabled, "second factors").toBe(true);

    // A write at one of them, seen at the other: they follow each other as before.
    const written = await one.json(
      "POST",
      "/auth/v1/roles",
      { name: "after the restore" },
      held.root.admin.alias,
    );
    expect(written.status, written.text).toBe(200);
    const other = after.at(-1) as TestAuth;
    const seen = await other.json(
      "GET",
      `/auth/v1/roles/${written.body.payload.id}`,
      undefined,
      held.root.admin.alias,
    );
    expect(seen.status).toBe(200);
    await stop(after);
    await target.destroy();
  });
});
