/** A database whose schema another user owns: the service has rights on rows, and on the numbers of rows, and on nothing else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../src/adapters/drivers/postgres.ts";
import { parseOptions } from "../../src/options.ts";
import { copyDatabase } from "../../src/store/copy.ts";
import { migrate } from "../../src/store/migrate.ts";
import { KEY, openAuth, talkTo } from "../support/auth.ts";
import { keptDatabase } from "../support/kept-database.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const NAME = "own_roles";

let postgres: TestPostgres;
let database: { dsn: string; migration: { dsn: string; values: Record<string, string> } };
beforeAll(async () => {
  postgres = await startPostgres();
  for (const role of ["owner", "app"]) {
    await postgres.query(`create role postern_${role} login password 'a-password'`);
  }
  await postgres.query(`create database ${NAME} owner postern_owner`);
  const dsn = (user: string) =>
    `postgres://postern_${user}:a-password@127.0.0.1:${postgres.port}/${NAME}`;
  database = {
    dsn: dsn("app"),
    migration: { dsn: dsn("owner"), values: { app_role: "postern_app" } },
  };
});
afterAll(() => postgres.stop());

test("the service serves with them, where the database gives numbers as well", async () => {
  const runtime = testRuntime();
  const auth = openAuth({ encryption: { key: KEY }, database }, runtime);
  await auth.ready;
  const service = talkTo(auth, runtime);
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putSetting(service, "sign_ins", { most: 3 });
  for (let n = 0; n < 2; n++) {
    const { status, text } = await service.form(TOKEN, ADA, WEB);
    expect(status, text).toBe(200);
  }
  await service[Symbol.asyncDispose]();
});

test("a copy arrives with them", async () => {
  await using kept = await keptDatabase();
  const log = testRuntime().log;
  const parsed = parseOptions({ database, encryption: { key: KEY } }).database;
  await postgres.query(`drop database ${NAME}`);
  await postgres.query(`create database ${NAME} owner postern_owner`);
  const target = await openPostgres(parsed, log);
  await migrate(kept.driver, parseOptions({}).database.migration);
  await migrate(target, parsed.migration);
  await kept.driver.session((from) => target.session((to) => copyDatabase(from, to)));
  await target.close();
});
