/** C-2: `postern rotate-encryption-key` on the data folder of each runtime, and on Postgres beside a running instance. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeRuntime } from "../../src/adapters/node/runtime.ts";
import { main } from "../../src/cli/main.ts";
import { openAuth, type TestAuth, talkTo } from "../support/auth.ts";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { capturingLogger, testRuntime } from "../support/runtime.ts";
import { RUNTIMES, runPostern } from "../support/server.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const OLD = "the first key of the operator";
const NEW = "the second key of the operator";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** @param given what stands on standard input */
async function rotate(words: readonly string[], given = NEW) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(["rotate-encryption-key", ...words], {
    env: {},
    cwd: temporaryFolder(),
    interactive: false,
    readFile: () => undefined,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    secret: async () => given,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

async function fill(service: TestAuth) {
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
}
const signIn = (service: TestAuth) => service.form(TOKEN, ADA, WEB);

const embedded = (folder: string) => {
  const auth = openAuth({}, nodeRuntime({ data_dir: folder, log: capturingLogger([]) }));
  return talkTo(auth, testRuntime());
};

test.each(RUNTIMES)(
  "the key in the data folder is changed by a stopped service, on %s",
  async (runtime) => {
    const folder = temporaryFolder();
    const path = join(folder, "encryption.key");
    const key = () => readFileSync(path, "utf8").trim();
    const args = ["--data-dir", folder];
    const service = embedded(folder);
    await fill(service);
    const first = key();
    if (runtime === "node") {
      const busy = await rotate(args);
      expect(busy.err).toMatch(/^postern: data folder .* is in use by process \d+/);
      expect(key()).toBe(first);
    }
    await service[Symbol.asyncDispose]();

    // Nothing on standard input: the command makes the key, which is nowhere but in the folder.
    const made = await runPostern({ runtime, args }, "rotate-encryption-key");
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toMatch(
      /^\d+ values are sealed with the new encryption key \(key id [0-9a-f]{8}\); it is in .*encryption\.key$/m,
    );
    expect(made.stdout + made.stderr).not.toMatch(/"level":"error"/);
    const second = key();
    expect(second).not.toBe(first);
    expect(made.stdout + made.stderr).not.toContain(second);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith("encryption.key"))).toHaveLength(1);

    if (runtime === "node") {
      const given = await rotate(args);
      expect(given).toMatchObject({ code: 0, err: "" });
      expect(given.out).not.toContain(NEW);
      expect(key()).toBe(NEW);
    }
    await using again = embedded(folder);
    expect((await signIn(again)).status).toBe(200);
  },
);

test("on Postgres the running instance loses nothing and writes nothing; only the new key opens it", async () => {
  const dsn = await postgres.createDatabase("rotate_command");
  const start = async (key: string) => {
    const runtime = testRuntime();
    const auth = openAuth({ encryption: { key }, database: { dsn } }, runtime);
    await auth.ready;
    return talkTo(auth, runtime);
  };
  const words = (key: string) => ["--database-dsn", dsn, "--set", `auth.encryption.key=${key}`];
  await using running = await start(OLD);
  await fill(running);
  const keys = () =>
    postgres.query(
      "select distinct split_part(details_encrypted, ':', 3) as key from auth_users",
      "rotate_command",
    );
  const before = await keys();

  for (const [given, why] of [
    ["", "no new key on standard input; postern keygen makes one. Keep it"],
    ["too short", "the new key: must have at least 16 characters"],
    [OLD, "the new key: is the key in use"],
  ] as const) {
    expect(await rotate(words(OLD), given)).toEqual({ code: 1, out: "", err: `postern: ${why}` });
  }
  const wrong = await rotate(words("a key of another database"));
  expect(wrong.err).toMatch(/encryption\.key does not open this database .*nothing was changed$/);
  expect(await keys()).toEqual(before);

  const done = await rotate(words(OLD));
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(done.out).toMatch(/Set encryption\.key to it now/);
  expect(done.out).not.toContain(NEW);
  expect(await keys()).not.toEqual(before);

  const refused = await running.json("PUT", "/auth/v1/settings/token", { value: {} });
  expect([refused.status, refused.body.message]).toEqual([503, "the encryption key was changed"]);
  await using next = await start(NEW);
  expect((await signIn(next)).status).toBe(200);
  await putSetting(next, "token", {});
  const told = "select actor from auth_events where topic = 'encryption'";
  expect(await postgres.query(told, "rotate_command")).toEqual([
    { actor: "postern rotate-encryption-key" },
  ]);
});

test("a record that does not open changes nothing; a folder without a database is not made into one", async () => {
  const dsn = await postgres.createDatabase("rotate_torn");
  const runtime = testRuntime();
  const auth = openAuth({ encryption: { key: OLD }, database: { dsn } }, runtime);
  await auth.ready;
  await using service = talkTo(auth, runtime);
  await fill(service);
  await postgres.query(
    "update auth_oauth_clients set config_encrypted = 'enc:v2:torn'",
    "rotate_torn",
  );
  const words = ["--database-dsn", dsn, "--set", `auth.encryption.key=${OLD}`];
  const torn = await rotate(words);
  expect(torn.code).toBe(1);
  expect(torn.err).toContain(
    "a stored record cannot be decrypted, see health; nothing was changed",
  );
  expect((await signIn(service)).status, "the old key is in force").toBe(200);

  const folder = join(temporaryFolder(), "none");
  expect(await rotate(["--data-dir", folder])).toMatchObject({
    code: 1,
    err: `postern: there is no database in ${folder}`,
  });
});
