/** A database that 0.1.0 sealed, opened by this version (I-5; R-15). The rows are as 0.1.0 wrote them. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  byItself,
  completeFirstRun,
  migrate,
  openPglite,
  parseOptions,
  registerCallback,
  type SqlDriver,
  sealFirstRun,
} from "../support/inside.ts";
import { type TestRuntime, testRuntime } from "../support/runtime.ts";

interface Sealed {
  readonly key: string;
  readonly first: {
    readonly admin: { readonly alias: string; readonly password: string };
    readonly login_client: { readonly id: string; readonly secret: string };
  };
  readonly tables: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

const SEALED: Sealed = JSON.parse(
  readFileSync(new URL("./fixtures/sealed-0.1.0.json", import.meta.url), "utf8"),
);
const PLACE = { login_path: "/login/" };
const CALLBACKS = ["http://127.0.0.1", "http://localhost", "http://[::1]"].map(
  (origin) => `${origin}/login/auth/code/postern`,
);

/** The schema as 0.1.0 had it, and its rows. */
async function restore(driver: SqlDriver): Promise<void> {
  const names = (SEALED.tables.auth_migrations ?? []).map(({ name }) => name);
  const { migration } = parseOptions({}).database;
  const applied = await migrate(driver, migration);
  expect(applied.slice(0, names.length)).toEqual(names);
  await driver.session(async (database) => {
    for (const [table, rows] of Object.entries(SEALED.tables)) {
      if (table === "auth_migrations") continue;
      await database.query(`delete from ${table}`, []);
      for (const row of rows) {
        // Columns that came later have their defaults.
        const columns = Object.keys(row).join(", ");
        await database.query(
          `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1::json)`,
          [JSON.stringify(row)],
        );
      }
    }
  });
}

let runtime: TestRuntime;
let service: TestAuth;
beforeEach(async () => {
  runtime = testRuntime({
    openSql: async () => {
      const driver = await openPglite(undefined, runtime.log);
      await restore(driver);
      return driver;
    },
  });
  service = await testAuth({ encryption: { key: SEALED.key } }, runtime);
});
afterEach(() => service[Symbol.asyncDispose]());

/** What `postern serve` does before it answers. */
async function start(): Promise<boolean> {
  const opened = await service.auth.service;
  expect(await sealFirstRun(byItself(opened), PLACE)).toBeUndefined();
  await completeFirstRun(byItself(opened), PLACE);
  return registerCallback(byItself(opened), PLACE);
}
const loginClient = async () =>
  (await service.json("GET", "/auth/v1/oauth/clients/login", undefined, "admin")).body.payload;

test("I-5: its login client gets its own callback, once, with a note in the log", async () => {
  expect((await loginClient()).config.redirect_uris ?? []).toEqual([]);
  expect(await start()).toBe(true);
  const { config, updated_by } = await loginClient();
  expect(config).toMatchObject({ redirect_uris: CALLBACKS, client_secret_set: true });
  expect(updated_by).toBe("system");
  expect(runtime.lines).toContainEqual({
    level: "warn",
    message: "the login client had no redirect targets and now has its own callback",
    fields: { client: "login", redirect_uris: CALLBACKS },
  });
  expect(await start(), "a second start has nothing to do").toBe(false);
});

test("its secrets, its administrator and its login client still work", async () => {
  await start();
  const { admin, login_client } = SEALED.first;
  const { status, body, text } = await service.form(
    "/auth/oauth2/token",
    { grant_type: "password", username: admin.alias, password: admin.password },
    login_client,
  );
  expect(status, text).toBe(200);
  expect((await service.auth.api.verify(body.access_token)).first_party).toBe(true);
});

test("with a base URL the callback of that origin is there, too", async () => {
  const value = { base_url: "https://id.example.com" };
  await service.json("PUT", "/auth/v1/settings/oauth2", { value }, "admin");
  await start();
  expect((await loginClient()).config.redirect_uris).toEqual([
    ...CALLBACKS,
    "https://id.example.com/login/auth/code/postern",
  ]);
});

test("a client that an administrator gave lists of its own is left alone", async () => {
  const { config } = await loginClient();
  const own = { ...config, redirect_uris: ["https://app.example.com/cb"] };
  await service.json("PUT", "/auth/v1/oauth/clients/login", { config: own }, "admin");
  expect(await start()).toBe(false);
  expect((await loginClient()).config.redirect_uris).toEqual(["https://app.example.com/cb"]);
});
