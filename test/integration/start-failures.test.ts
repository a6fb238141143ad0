import { existsSync, renameSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { RUNTIMES, runPostern, startServer } from "../support/server.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** One line for the operator, a non-zero exit, no stack. */
function expectOneLine(
  { code, stderr }: { code: number | null; stderr: string },
  text: RegExp,
): void {
  expect(code, stderr).toBeGreaterThan(0);
  const lines = stderr.trim().split("\n");
  expect(lines, stderr).toHaveLength(1);
  expect(lines[0]).toMatch(/^postern: /);
  expect(lines[0]).toMatch(text);
}

const serve = (env: Record<string, string> = {}, args: readonly string[] = []) => {
  const dataDir = temporaryFolder();
  return runPostern(
    { dataDir, env, args: ["--port", "0", "--data-dir", dataDir, ...args] },
    "serve",
  );
};

describe("a start that cannot work ends with one clear line", () => {
  test("C-2: a wrong encryption.key touches nothing", async () => {
    const dsn = await postgres.createDatabase("wrong_key");
    const env = {
      POSTERN_DATABASE__DSN: dsn,
      POSTERN_ENCRYPTION__KEY: "the right key of the operator",
    };
    const server = await startServer({ env });
    await server.stop();
    const dump = () =>
      postgres.query(
        `select (select jsonb_agg(s order by namespace) from auth_settings s) as settings,
                (select version from auth_versions) as version,
                (select canary_encrypted from auth_encryption_check) as canary`,
        "wrong_key",
      );
    const before = await dump();
    expectOneLine(
      await serve({ ...env, POSTERN_ENCRYPTION__KEY: "another key" }),
      /encryption\.key does not open this database/,
    );
    expect(await dump()).toEqual(before);
  });

  test("C-2: a key file that is gone is named, and no other key is made in its place", async () => {
    const dataDir = temporaryFolder();
    const server = await startServer({ dataDir });
    await server.stop();
    const key = join(dataDir, "encryption.key");
    renameSync(key, `${key}.kept`);
    const args = ["--data-dir", dataDir];
    for (const words of [["serve"], ["doctor"], ["backup", "--to", "-", "--plain"]]) {
      expectOneLine(
        await runPostern({ args }, ...words),
        /sealed with the key [0-9a-f]{8}, and there is no .*encryption\.key: put it back/,
      );
      expect(existsSync(key)).toBe(false);
    }
    renameSync(`${key}.kept`, key);
    const again = await startServer({ dataDir });
    expect(await again.stop()).toBe(0);
  });

  test("a missing encryption.key with a DSN", async () => {
    const dsn = await postgres.createDatabase("no_key");
    expectOneLine(await serve({ POSTERN_DATABASE__DSN: dsn }), /encryption\.key.*is required/);
  });

  test("an unreachable database, without its password", async () => {
    const result = await serve({
      POSTERN_DATABASE__DSN: "postgres://someone:hidden-word@127.0.0.1:1/nowhere",
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
    });
    expectOneLine(result, /127\.0\.0\.1:1/);
    expect(result.stderr + result.stdout).not.toContain("hidden-word");
  });

  test("an unknown configuration key, with a suggestion", async () => {
    expectOneLine(await serve({}, ["--set", "auth.database.dns=x"]), /database\.dns.*dsn/);
  });

  test("an unparsable duration", async () => {
    expectOneLine(
      await serve({ POSTERN_DATABASE__CONN_MAX_LIFETIME: "soon" }),
      /conn_max_lifetime/i,
    );
  });

  test("a newer schema refuses the older binary (R-7)", async () => {
    const dsn = await postgres.createDatabase("newer");
    const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
    await (await startServer({ env })).stop();
    await postgres.query("insert into auth_migrations (name) values ('9999_future')", "newer");
    expectOneLine(await serve(env), /schema is newer than this build.*9999_future/);
  });

  test("a schema that is missing while migrations are disabled", async () => {
    const dsn = await postgres.createDatabase("unmigrated");
    const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
    expectOneLine(
      await serve({ ...env, POSTERN_DATABASE__MIGRATION__DISABLED: "true" }),
      /migration\.disabled.*has not run/,
    );
  });

  test("C-6: a query that the database refuses: its reason, and neither statement nor parameters", async () => {
    const dsn = await postgres.createDatabase("no_rights");
    await postgres.query("create role powerless login password 'powerless'", "no_rights");
    const env = {
      POSTERN_DATABASE__DSN: dsn.replace(/\/\/[^@]+@/, "//powerless:powerless@"),
      POSTERN_DATABASE__MIGRATION__DSN: dsn,
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
    };
    for (const args of [[], ["--log-level", "debug"]]) {
      const result = await serve(env, args);
      if (args.length === 0) expectOneLine(result, /permission denied for table/);
      expect(result.stderr).toMatch(/^postern: .*permission denied for table/);
      expect(result.stderr).not.toMatch(/enc:v2|params/);
    }
  });

  test("a stored setting that no longer parses names its namespace", async () => {
    const dsn = await postgres.createDatabase("unparsable");
    const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
    await (await startServer({ env })).stop();
    const { openSecretBox } = await import("../../src/crypto/secretbox.ts");
    const { settingPlace } = await import("../../src/snapshot/parts/settings.ts");
    const box = await openSecretBox("a key of the operator");
    const sealed = await box.seal(settingPlace("token"), '{"token_lifetime":"tomorrow"}');
    await postgres.query(
      `update auth_settings set value_encrypted = '${sealed}' where namespace = 'token'`,
      "unparsable",
    );
    expectOneLine(await serve(env), /token.*token_lifetime/);
  });
});

describe("on every runtime", () => {
  for (const runtime of RUNTIMES) {
    test(`${runtime}: a busy port`, async () => {
      const taken = await new Promise<Server>((resolve) => {
        const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
      });
      const address = taken.address();
      const port = typeof address === "object" ? String(address?.port) : "";
      const dataDir = temporaryFolder();
      const result = await runPostern(
        { runtime, dataDir, args: ["--port", port, "--data-dir", dataDir] },
        "serve",
      );
      taken.close();
      expectOneLine(result, new RegExp(`port ${port}.*in use`));
    });

    test(`${runtime}: R-8 a data folder that another process uses; a dead one's lock is taken over`, async () => {
      const dataDir = temporaryFolder();
      const first = await startServer({ dataDir });
      const args = ["--port", "0", "--data-dir", dataDir];
      expectOneLine(
        await runPostern({ runtime, dataDir, args }, "serve"),
        new RegExp(`in use by process ${first.pid}`),
      );
      await first.stop("SIGKILL");
      const second = await startServer({ runtime, dataDir });
      await second.stop();
    });
  }
});

test("postern migrate applies the schema and says so; a second run has nothing to do", async () => {
  const dsn = await postgres.createDatabase("migrated");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
  const first = await runPostern({ env }, "migrate");
  expect(first.stdout).toMatch(/applied 0000_tables/);
  expect((await runPostern({ env }, "migrate")).stdout).toMatch(/nothing to do/);
});

test("migrations run as their own user; the service works with fewer rights", async () => {
  const dsn = await postgres.createDatabase("two_users");
  await postgres.query("create role app login password 'app-word'", "two_users");
  const app = dsn.replace(/\/\/[^@]+@/, "//app:app-word@");
  const server = await startServer({
    env: {
      POSTERN_DATABASE__DSN: app,
      POSTERN_DATABASE__MIGRATION__DSN: dsn,
      POSTERN_DATABASE__MIGRATION__VALUES__APP_ROLE: "app",
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
    },
  });
  expect(server.demo).toBeDefined();
  const owners = await postgres.query(
    "select distinct tableowner from pg_tables where tablename like 'auth_%'",
    "two_users",
  );
  expect(owners).toEqual([{ tableowner: "postgres" }]);
  await server.stop();
});
