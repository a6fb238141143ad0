/** `postern export` and `postern apply`: beside running instances on Postgres, at a service by its address, and on each runtime. */
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { openAuth, type TestAuth, talkTo } from "../support/auth.ts";
import { runProgram } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  adminToken,
  command,
  programFile,
  RUNTIMES,
  type RunningServer,
  runPostern,
  send,
  startServer,
} from "../support/server.ts";

const KEY = "the encryption key of the operator";
const PAGE = "docs/configuration-as-code.md";
const SECRETS = { NOTES_SECRET: "a-secret-of-notes", BACKUP_JOB_SECRET: "a-secret-of-the-job" };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function instance(dsn: string): Promise<TestAuth> {
  const runtime = testRuntime();
  const auth = openAuth({ encryption: { key: KEY }, database: { dsn } }, runtime);
  await auth.ready;
  return talkTo(auth, runtime);
}

/** A folder with the document of the page. */
function folderWithDocument(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "document.yaml"), blockNamed(PAGE, "document").text);
  return folder;
}

describe.each(RUNTIMES)("%s", (runtime) => {
  test("on Postgres beside two instances: a plan, done once, and both have it", async () => {
    const dsn = await postgres.createDatabase(`configuration_${runtime}`);
    await using one = await instance(dsn);
    await using two = await instance(dsn);
    const cwd = folderWithDocument();
    const given = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: KEY };
    const env = { ...given, ...SECRETS, POSTERN_TOKEN: "of another command" };
    const run = (...words: string[]) => runPostern({ runtime, cwd, env }, ...words);

    const planned = await run("apply", "document.yaml", "--dry-run");
    expect([planned.code, planned.stderr]).toEqual([2, ""]);
    expect(planned.stdout).toContain("+ oauth_clients notes\n    + enabled: true\n");
    expect(planned.stdout).toContain("    ~ client_secret: (a secret)");
    expect(planned.stdout).toContain("7 to create, 0 to change, 0 to remove");
    expect(planned.stdout).not.toContain("a-secret-of");
    expect((await one.json("GET", "/auth/v1/oauth/clients/notes")).status).toBe(404);

    const done = await run("apply", "document.yaml", "--yes");
    expect([done.code, done.stderr], done.stdout).toEqual([0, ""]);
    const again = await run("apply", "document.yaml", "--dry-run", "--prune");
    expect([again.code, again.stdout.trim()], again.stderr).toEqual([0, "nothing to do"]);

    const basic = { id: "backup-job", secret: SECRETS.BACKUP_JOB_SECRET };
    for (const service of [one, two]) {
      expect((await service.json("POST", "/auth/v1/sync")).status).toBe(200);
      const form = { grant_type: "client_credentials" };
      const { status, text } = await service.form("/auth/oauth2/token", form, basic);
      expect(status, text).toBe(200);
    }
    const { body } = await two.json("GET", "/auth/v1/audit?action=client_created");
    expect(body.payload[0]).toMatchObject({
      principal: { kind: "system", name: "apply" },
      target: { id: "notes" },
    });
  });

  test("the routes, at a service with an embedded database", async () => {
    await using server = await startServer({ runtime });
    const cwd = folderWithDocument();
    const token = await adminToken(server);
    writeFileSync(join(cwd, "token"), `${token}\n`, { mode: 0o600 });
    const url = ["--url", `${server.url}/auth`, "--token-file", "token"];
    const run = (...words: string[]) =>
      runPostern({ runtime, cwd, env: SECRETS }, ...words, ...url);

    const done = await run("apply", "document.yaml", "--yes");
    expect([done.code, done.stderr], done.stdout).toEqual([0, ""]);
    const { body } = await send(server, "GET", "/auth/v1/settings/token", { bearer: token });
    expect(body.payload.value).toEqual({ token_lifetime: "10m" });

    const exported = await run("export");
    expect(exported.code, exported.stderr).toBe(0);
    expect(exported.stdout).not.toContain("a-secret-of");
    writeFileSync(join(cwd, "all.yaml"), exported.stdout);
    const again = await run("apply", "all.yaml", "--prune", "--dry-run");
    expect([again.code, again.stdout.trim()], again.stderr).toEqual([0, "nothing to do"]);
  });
});

test("on the database: asked first, a part exported, and the place of a fault", async () => {
  const dsn = await postgres.createDatabase("configuration_more");
  await using _one = await instance(dsn);
  const cwd = folderWithDocument();
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: KEY, ...SECRETS };
  const run = (...words: string[]) => runPostern({ cwd, env }, ...words);
  const unasked = await run("apply", "document.yaml");
  expect([unasked.code, unasked.stderr]).toEqual([
    2,
    "postern: nothing was changed: --yes applies without a question\n",
  ]);
  expect((await run("apply", "document.yaml", "--yes")).code).toBe(0);
  const exported = await run("export", "--only", "oauth_clients,roles", "--format", "json");
  expect(exported.code, exported.stderr).toBe(0);
  expect(JSON.parse(exported.stdout)).toEqual({
    oauth_clients: {
      notes: {
        client_name: "Notes",
        redirect_uris: ["https://notes.example.com/callback"],
        management: false,
      },
    },
    roles: { reader: { permissions: ["read-reports"] } },
  });
  writeFileSync(join(cwd, "broken.yaml"), "roles:\n  other:\n    permissions: [read-report]\n");
  const broken = await run("apply", "document.yaml", "broken.yaml", "--yes");
  expect([broken.code, broken.stderr]).toEqual([
    1,
    "postern: broken.yaml line 3: roles.other.permissions[0]: is not one of the permissions of this document or of the installation; did you mean read-reports?\n",
  ]);
});

test("at an address: the place of a fault, no secrets, and what is not understood", async () => {
  await using server = await startServer();
  const cwd = folderWithDocument();
  writeFileSync(join(cwd, "token"), `${await adminToken(server)}\n`, { mode: 0o600 });
  const url = ["--url", `${server.url}/auth`, "--token-file", "token"];
  const run = (...words: string[]) => runPostern({ cwd, env: SECRETS }, ...words, ...url);
  expect((await run("apply", "document.yaml", "--dry-run")).code).toBe(2);
  writeFileSync(join(cwd, "broken.yaml"), "oauth_clients:\n  a:\n    redirect_uris: [nowhere]\n");
  const broken = await run("apply", "broken.yaml", "--yes");
  expect(broken.code).toBe(1);
  expect(broken.stderr).toMatch(
    /^postern: broken\.yaml line 3: oauth_clients\.a\.redirect_uris\[0\]: /,
  );
  const pem = generateKeyPairSync("x25519").publicKey.export({ format: "pem", type: "spki" });
  writeFileSync(join(cwd, "reader.pub.pem"), pem);
  const sealed = await run("export", "--secrets-to", "reader.pub.pem");
  expect([sealed.code, sealed.stdout]).toEqual([2, ""]);
  expect(sealed.stderr).toContain("a service gives its secrets to no one");
  const format = await run("export", "--format", "xml");
  expect([format.code, format.stderr]).toEqual([2, "postern: --format is yaml or json\n"]);
});

test("an embedded database that is in use: the message says how it is done", async () => {
  const dataDir = temporaryFolder();
  await using _server = await startServer({ dataDir });
  const beside = await runPostern({ env: { POSTERN_DATA_DIR: dataDir } }, "export");
  expect(beside.code).toBe(1);
  expect(beside.stderr).toMatch(/in use by process \d+; stop it first, or ask it with --url$/m);
});

describe("the examples of the page", () => {
  /** Runs a block of the page as a person would, with `postern` on the path. */
  async function shell(text: string, cwd: string, env: Record<string, string>) {
    const bin = temporaryFolder();
    const [program, words] = command("node", programFile());
    const line = `#!/bin/sh\nexec ${[program, ...words].map((word) => `"${word}"`).join(" ")} "$@"\n`;
    writeFileSync(join(bin, "postern"), line);
    chmodSync(join(bin, "postern"), 0o755);
    const path = `${bin}:${dirname(process.execPath)}:${process.env.PATH}`;
    const given = { cwd, env: { PATH: path, HOME: cwd, ...env } };
    return runProgram("sh", ["-euc", text], given);
  }

  let server: RunningServer;
  beforeAll(async () => {
    const folder = temporaryFolder();
    const seed = join(folder, "seed.yaml");
    writeFileSync(
      seed,
      "roles:\n  gitops: { permissions: [admin] }\nservice_accounts:\n  gitops:\n    roles: [gitops]\n    details: { secret: a-secret-of-the-pipeline }\n",
      { mode: 0o600 },
    );
    server = await startServer({
      env: {
        POSTERN_FIRST_RUN__SEED: seed,
        POSTERN_FIRST_RUN__ADMIN_PASSWORD: "a password of the operator",
      },
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("a pipeline applies the document", async () => {
    const cwd = folderWithDocument();
    const own = readFileSync(join(cwd, "document.yaml"), "utf8")
      .replace(
        "roles:\n",
        "roles:\n  admin: { permissions: [admin] }\n  gitops: { permissions: [admin] }\n",
      )
      .replace("permissions:\n", "permissions:\n  admin: { resources: [{ paths: [/auth/**] }] }\n")
      .replace(
        "oauth_clients:\n",
        "oauth_clients:\n  login: { skip_consent: true, redirect_uris: [http://127.0.0.1/login/auth/code/postern] }\n",
      )
      .replace("service_accounts:\n", "service_accounts:\n  gitops: { roles: [gitops] }\n");
    writeFileSync(join(cwd, "document.yaml"), own);
    const text = blockNamed(PAGE, "pipeline").text.replaceAll("https://id.example.com", server.url);
    const env = { ...SECRETS, GITOPS_SECRET: "a-secret-of-the-pipeline" };
    const { stdout } = await shell(text, cwd, env);
    expect(stdout).toContain("+ oauth_clients notes");
    expect(stdout).toMatch(/applied; the configuration is at version \d+/);
    const once = await shell(text, cwd, env);
    expect(once.stdout).toBe("nothing to do\nnothing to do\n");
  });

  test("secrets are sealed, opened, and those of the installation", async () => {
    const dsn = await postgres.createDatabase("configuration_sealed");
    await using one = await instance(dsn);
    const value = {
      smtp: { host: "smtp.example.com", username: "u", password: "the mail password" },
    };
    await one.json("PUT", "/auth/v1/settings/email", { value });
    const cwd = temporaryFolder();
    const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: KEY };
    const { stdout } = await shell(blockNamed(PAGE, "seal").text, cwd, env);
    expect(stdout.trim()).toBe("nothing to do");
    const sealed = readFileSync(join(cwd, "sealed.yaml"), "utf8");
    expect(sealed).toMatch(/password:\n +jwe: ey/);
    expect(sealed).not.toContain("the mail password");
    const { body } = await one.json("GET", "/auth/v1/audit?action=secret_read");
    expect(body.payload[0]).toMatchObject({ principal: { kind: "system", name: "export" } });
  });
});
