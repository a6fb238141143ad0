/** docs/deployment.md on a real Postgres: separate users, a schema of its own, a public surface on Deno. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folders.ts";
import { loadConfig } from "../../support/inside.ts";
import { patient } from "../../support/patience.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { runPostern, startServer } from "../../support/server.ts";
import { blockNamed, ROOT } from "./blocks.ts";
import { docsPort } from "./programs.ts";

const PAGE = "docs/deployment.md";
const KEY = "a key of the operator";
const DATABASE = /@db\.example\.com:5432\//g;

let postgres: TestPostgres;
const children: ChildProcess[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  await run("roles");
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await postgres?.stop();
});

/** Statements of a block, as the superuser. */
async function run(name: string, database?: string): Promise<void> {
  const statements = blockNamed(PAGE, name)
    .text.split(";")
    .filter((text) => text.trim() !== "");
  for (const statement of statements) await postgres.query(statement, database);
}

/** The keys of a block as variables, with the address of the test's database. */
function variables(name: string): Record<string, string> {
  const file = blockNamed(PAGE, name).text.replace(DATABASE, `@127.0.0.1:${postgres.port}/`);
  const { database } = loadConfig({
    argv: [],
    env: { POSTERN_ENCRYPTION__KEY: KEY },
    cwd: "/",
    readFile: (path) => (path.endsWith("postern.yaml") ? file : undefined),
  }).config.auth;
  return {
    POSTERN_ENCRYPTION__KEY: KEY,
    POSTERN_DATABASE__DSN: database.dsn ?? "",
    POSTERN_DATABASE__MIGRATION__DSN: database.migration.dsn ?? "",
    POSTERN_DATABASE__MIGRATION__VALUES: JSON.stringify(database.migration.values),
  };
}

const tablesOf = async (owner: string, schema: string) => {
  const where = `tableowner = '${owner}' and schemaname = '${schema}'`;
  return postgres.query(`select tablename from pg_tables where ${where}`, "postern");
};

test("migrations with a user of their own, and a service that may not migrate", async () => {
  const migrated = await runPostern({ env: variables("separate-users") }, "migrate");
  expect(migrated.stderr).toBe("");
  expect(migrated.code).toBe(0);
  expect((await tablesOf("postern_owner", "public")).length).toBeGreaterThan(10);

  const { POSTERN_DATABASE__MIGRATION__DSN: _owner, ...env } = variables("separate-users");
  await using server = await startServer({
    env: { ...env, POSTERN_DATABASE__MIGRATION__DISABLED: "true" },
  });
  expect(server.demo, "it could seal the database").toBeDefined();
});

test("tables in a schema of their own", async () => {
  await run("schema-sql", "postern");
  await using server = await startServer({ env: variables("schema") });
  expect(server.demo).toBeDefined();
  expect((await tablesOf("postern_owner", "auth")).length).toBeGreaterThan(10);
});

test("examples/deno-deploy serves the public surface of a database that another instance owns", async () => {
  const dsn = await postgres.createDatabase("edge");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: KEY };
  await using full = await startServer({ env });
  const port = await docsPort();
  const deno = spawn(
    join(ROOT, "node_modules/.bin/deno"),
    ["run", "-A", join(ROOT, "examples/deno-deploy/main.ts")],
    {
      cwd: temporaryFolder(),
      env: {
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "",
        DATABASE_URL: dsn,
        ENCRYPTION_KEY: KEY,
        PORT: String(port),
      },
      stdio: "inherit",
    },
  );
  children.push(deno);
  const origin = `http://127.0.0.1:${port}`;
  const status = (path: string, init?: RequestInit) =>
    fetch(`${origin}${path}`, init).then((response) => response.status);

  for (let left = patient(300); left > 0; left--) {
    if ((await status("/auth/oauth2/certs").catch(() => 0)) === 200) break;
    await sleep(100);
  }
  const { id = "", secret = "" } = full.demo ?? {};
  const token = await status("/auth/oauth2/token", {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  expect(token).toBe(200);
  expect(await status("/auth/v1/info")).toBe(404);
  expect(await status("/auth/swagger/swagger.json")).toBe(404);
});
