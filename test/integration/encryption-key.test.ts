/** Changing the encryption key of a running service (auth-wire 6.10; C-2): two instances, and the data folder. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  adminToken,
  RUNTIMES,
  type RunningServer,
  runPostern,
  send,
  startServer,
} from "../support/server.ts";

const OLD = "the first key of the operator";
const NEW = "the second key of the operator";
const REFUSED = /encryption\.key does not open this database/;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const rotate = (server: RunningServer, bearer: string, new_key: string) =>
  send(server, "POST", "/auth/v1/encryption/rotate", { bearer, json: { new_key } });
const write = (server: RunningServer, bearer: string, token_lifetime: string) =>
  send(server, "PUT", "/auth/v1/settings/token", { bearer, json: { value: { token_lifetime } } });

test("Postgres, Node and Deno: the other instance loses nothing, and both start with the new key alone", async () => {
  const dsn = await postgres.createDatabase("rotation");
  const env = (key: string) => ({ POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: key });
  const sealed = () =>
    postgres.query(
      `select distinct split_part(v, ':', 3) as key from (
         select value_encrypted from auth_settings union all
         select config_encrypted from auth_oauth_clients union all
         select details_encrypted from auth_users union all
         select canary_encrypted from auth_encryption_check) as all_of(v)`,
      "rotation",
    );
  await using first = await startServer({ runtime: "node", env: env(OLD) });
  await using second = await startServer({ runtime: "deno", env: env(OLD) });
  const token = await adminToken(first);
  expect((await write(second, token, "9m")).status).toBe(200);

  const { status, body, text } = await rotate(first, token, NEW);
  expect(status, text).toBe(200);
  expect(body.payload).toMatchObject({ rotated: true, kept: false });
  const after = await sealed();
  expect(after).toEqual([{ key: body.payload.key_id }]);

  const refused = await write(second, token, "7m");
  expect([refused.status, refused.body.message], "the other one writes nothing").toEqual([
    503,
    "the encryption key was changed",
  ]);
  expect((await write(first, token, "8m")).status, "the first one goes on").toBe(200);
  expect(await sealed()).toEqual(after);
  expect(second.output()).toContain("the encryption key was changed: start this instance");
  expect(second.output() + first.output()).not.toContain(NEW);

  await second.stop();
  await first.stop();
  const old = await runPostern({ env: env(OLD), args: ["--port", "0"] }, "serve");
  expect(old.stderr).toMatch(REFUSED);
  await using again = await startServer({ runtime: "deno", env: env(NEW) });
  expect((await write(again, token, "6m")).status).toBe(200);
});

test.each(RUNTIMES)("the key in the data folder follows, on %s", async (runtime) => {
  const dataDir = temporaryFolder();
  const path = join(dataDir, "encryption.key");
  const key = () => readFileSync(path, "utf8").trim();
  const server = await startServer({ runtime, dataDir });
  const token = await adminToken(server);
  const first = key();
  const { status, body, text } = await rotate(server, token, NEW);
  expect(status, text).toBe(200);
  expect(body.payload.kept).toBe(true);
  expect(server.output(), "the one that changed it is not told to start again").not.toContain(
    "start this instance with the new one",
  );
  expect(key()).toBe(NEW);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("encryption.key"))).toHaveLength(1);
  await server.stop();

  // A crash before the new key took the place of the old one, and one before the database had it.
  writeFileSync(`${path}.next`, `${NEW}\n`, { mode: 0o600 });
  writeFileSync(path, `${first}\n`);
  const between = await startServer({ runtime, dataDir });
  expect(key()).toBe(NEW);
  expect((await write(between, token, "5m")).status).toBe(200);
  await between.stop();
  if (runtime !== "node") return;
  writeFileSync(`${path}.next`, "a key that the database never had\n", { mode: 0o600 });
  await using last = await startServer({ runtime, dataDir });
  expect(key()).toBe(NEW);
  expect(readdirSync(dataDir)).not.toContain("encryption.key.next");
  expect((await write(last, token, "4m")).status).toBe(200);
});
