/** `postern move`: from the embedded database to Postgres, all or nothing, with the key that sealed it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import { openPostgres } from "../../src/adapters/drivers/postgres.ts";
import { parseOptions } from "../../src/options.ts";
import type { SqlSession } from "../../src/runtime.ts";
import { copyDatabase } from "../../src/store/copy.ts";
import { migrate } from "../../src/store/migrate.ts";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { capturingLogger } from "../support/runtime.ts";
import {
  RUNTIMES,
  type RunningServer,
  type RuntimeName,
  runPostern,
  startServer,
} from "../support/server.ts";

let postgres: TestPostgres;
/** An installation with its first administrator, stopped. */
let dataDir: string;
let before: RunningServer;
let keys: unknown;

beforeAll(async () => {
  postgres = await startPostgres();
  dataDir = temporaryFolder();
  before = await startServer({ dataDir });
  keys = await keySet(before);
});
afterAll(() => postgres.stop());

const log = capturingLogger([]);
const keySet = async (server: RunningServer) =>
  await (await fetch(`${server.url}/auth/oauth2/certs`)).json();

let databases = 0;
const emptyDatabase = () => postgres.createDatabase(`moved_${++databases}`);

const keyFile = () => join(dataDir, "encryption.key");
const environment = (dsn: string, key = keyFile()) => ({
  POSTERN_DATABASE__DSN: dsn,
  POSTERN_ENCRYPTION__KEY_FILE: key,
});
const move = (dsn: string, runtime: RuntimeName = "node") =>
  runPostern({ runtime, dataDir, env: environment(dsn) }, "move", "--data-dir", dataDir);

async function openTarget(dsn: string) {
  const { database } = parseOptions({ database: { dsn }, encryption: { key: "x".repeat(20) } });
  return { driver: await openPostgres(database, log), migration: database.migration };
}

const rowsOf = async (session: SqlSession, table: string) =>
  (await session.query(`select to_json(t)::text as row from "${table}" t order by 1`)).map(
    ({ row }) => row,
  );

test("R-8: refused beside the running service, which goes on", async () => {
  const refused = await move(await emptyDatabase());
  expect(refused.stderr).toContain(`is in use by process ${before.pid}`);
  expect(refused.code).toBe(1);
  expect((await fetch(`${before.url}/readyz`)).status).toBe(200);
  expect(await before.stop()).toBe(0);
});

test.each(RUNTIMES)(
  "%s: the service goes on with Postgres and the same key, passwords and clients",
  async (runtime) => {
    const dsn = await emptyDatabase();
    const moved = await move(dsn, runtime);
    expect(moved.stderr).toBe("");
    expect(moved.code).toBe(0);
    expect(moved.stdout).toMatch(/^auth_users 2$/m);
    expect(moved.stdout).toMatch(/^\d+ rows copied to 127\.0\.0\.1:\d+\/moved_\d+$/m);
    await using after = await startServer({ runtime, env: environment(dsn) });
    expect(after.firstRun).toBeUndefined();
    expect(await keySet(after)).toEqual(keys);
    const { login, admin } = before;
    const answer = await fetch(`${after.url}/auth/oauth2/token`, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa(`${login?.id}:${login?.secret}`)}` },
      body: new URLSearchParams({
        grant_type: "password",
        username: admin?.id ?? "",
        password: admin?.secret ?? "",
      }),
    });
    expect(await answer.json()).toMatchObject({ token_type: "Bearer" });
  },
);

test("values arrive as they are: microseconds, large numbers, arrays, documents, text of any script", async () => {
  const source = await openPglite(undefined, log);
  const { driver: target, migration } = await openTarget(await emptyDatabase());
  try {
    await migrate(source, migration);
    await migrate(target, migration);
    const tables = ["auth_events", "auth_flow_codes", "auth_lmaps", "auth_versions"];
    const [copied, sent, arrived] = await source.session(async (from) => {
      await from.script("update auth_versions set version = 9007199254740991");
      const document = JSON.stringify({
        a: "quote \" ' \\ $1 ü 👩🏽‍💻 שלום",
        n: 0.1,
        big: 1e21,
        none: null,
      });
      await from.query(
        `insert into auth_flow_codes (id, kind, payload, expires_at)
          select 'test:' || n, 'test', $1::text::jsonb, '2031-02-03 04:05:06.789012+05:30'
            from generate_series(1, 1234) n`,
        [document],
      );
      await from.query(
        `insert into auth_events (version, topic, action, entity_id, actor, changes, payload)
          values (9007199254740991, 'users', 'update', '', 'x', '{"users":["a","b"]}', '{}')`,
      );
      await from.query(
        `insert into auth_lmaps (name, role_ids) values ('none', '{}'), ('two', array['a,"b', 'NULL'])`,
      );
      return target.session(async (to) => [
        await copyDatabase(from, to),
        await Promise.all(tables.map((table) => rowsOf(from, table))),
        await Promise.all(tables.map((table) => rowsOf(to, table))),
      ]);
    });
    expect(arrived).toEqual(sent);
    expect(copied.get("auth_flow_codes")).toBe(1234);
    expect(copied.get("auth_versions")).toBe(1);
  } finally {
    await source.close();
    await target.close();
  }
});

test("numbers that the database gives go on behind those that were copied", async () => {
  const source = await openPglite(undefined, log);
  const { driver: target, migration } = await openTarget(await emptyDatabase());
  const signIns = (id: string) => `insert into auth_sign_ins
    (sid, user_id, began_at, used_at, ends_at, expires_at) select '${id}' || n, 'u', now(), now(), now(), now()
    from generate_series(1, 3) n returning place::int`;
  try {
    await migrate(source, migration);
    await migrate(target, migration);
    const [before, after] = await source.session((from) =>
      target.session(async (to) => {
        const made = await from.query(signIns("before"), []);
        await copyDatabase(from, to);
        return [made, await to.query(signIns("after"), [])];
      }),
    );
    const places = (rows: typeof before = []) => rows.map(({ place }) => Number(place));
    expect([...places(before), ...places(after)]).toEqual([1, 2, 3, 4, 5, 6]);
  } finally {
    await source.close();
    await target.close();
  }
});

test("a target with data is refused and left as it is", async () => {
  const dsn = await emptyDatabase();
  expect((await move(dsn)).code).toBe(0);
  const { driver } = await openTarget(dsn);
  const users = () => driver.session((session) => rowsOf(session, "auth_users"));
  const found = await users();
  const again = await move(dsn);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toMatch(/^postern: the target is not empty: auth_\w+ has rows \(\d+\)/);
  expect(await users()).toEqual(found);
  await driver.close();
});

test("R-1: a failure on the way leaves the target empty", async () => {
  const dsn = await emptyDatabase();
  const { driver, migration } = await openTarget(dsn);
  await migrate(driver, migration);
  await driver.session((session) =>
    session.script(
      "alter table auth_users add constraint one_is_too_many check (service_account is null)",
    ),
  );
  const failed = await move(dsn);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^postern: nothing was copied: .*one_is_too_many/);
  const left = await driver.session(async (session) => [
    ...(await rowsOf(session, "auth_settings")),
    ...(await rowsOf(session, "auth_encryption_check")),
  ]);
  expect(left).toEqual([]);
  expect(await driver.session((session) => rowsOf(session, "auth_versions"))).toHaveLength(1);
  await driver.close();
});

test("C-2: another key than the one that sealed the data is refused before anything is written", async () => {
  const dsn = await emptyDatabase();
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a".repeat(40) };
  const refused = await runPostern({ dataDir, env }, "move", "--data-dir", dataDir);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("does not open this database");
  expect(refused.stderr).toContain(keyFile());
  const made = "select 1 from pg_tables where schemaname = 'public'";
  expect(await postgres.query(made, `moved_${databases}`)).toEqual([]);
});

test("without a target, or without a database, it says so and makes nothing", async () => {
  const unnamed = await runPostern({ dataDir }, "move", "--data-dir", dataDir);
  expect(unnamed.code).toBe(2);
  expect(unnamed.stderr).toContain("--database-dsn");

  const elsewhere = temporaryFolder();
  const absent = await runPostern(
    { dataDir: elsewhere, env: environment(await emptyDatabase()) },
    ...["move", "--data-dir", elsewhere],
  );
  expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining("no database") });
  expect(readdirSync(elsewhere)).toEqual([]);
});
