/** I-8: `postern recover` makes an administrator, beside a running service and of a stopped one. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { nodeRuntime } from "../../src/adapters/node/runtime.ts";
import { byItself } from "../../src/call.ts";
import { main } from "../../src/cli/main.ts";
import { type FirstRun, sealFirstRun } from "../../src/first-run/sealed.ts";
import { mutate } from "../../src/store/mutate.ts";
import { permissions, users } from "../../src/store/tables.ts";
import { openAuth, type TestAuth, talkTo } from "../support/auth.ts";
import { temporaryFolder } from "../support/folders.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { capturingLogger, testRuntime } from "../support/runtime.ts";
import { runPostern } from "../support/server.ts";

const KEY = "a key of the operator";
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function recover(cwd: string, words: readonly string[], interactive = false) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(["recover", ...words], {
    env: {},
    cwd,
    interactive,
    readFile: () => undefined,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    secret: async () => "",
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

const database = (dsn: string, key = KEY) => [
  "--database-dsn",
  dsn,
  "--set",
  `auth.encryption.key=${key}`,
];

/** A sealed installation whose read model follows the database. */
async function sealed(dsn: string): Promise<{ service: TestAuth; first: FirstRun }> {
  const runtime = testRuntime({ loops: true });
  const auth = openAuth({ encryption: { key: KEY }, database: { dsn } }, runtime);
  const place = { login_path: "/login/" };
  const first = await sealFirstRun(byItself(await auth.service), place, { demo: true });
  if (!first) throw new Error("the database was not empty");
  return { service: talkTo(auth, runtime), first };
}

/** What used to be possible with one call: the admin permission is gone, and its owner disabled. */
async function lockOut({ auth }: TestAuth) {
  const { ownStore: store } = await auth.service;
  const change = { topic: "permissions", action: "delete", entity: "x", actor: "test" } as const;
  await mutate({ ...store, beforeCommit: async () => undefined }, change, async (open) => {
    await open.tx.delete(permissions);
    await open.tx.update(users).set({ disabled: true }).where(eq(users.service_account, false));
    open.touch("permissions", "*");
  });
  await (await auth.service).snapshots.reload();
}

const passwordIn = (text: string) => /Administrator +\S+ +(\S+)/.exec(text)?.[1] ?? "";

const signIn = (service: TestAuth, first: FirstRun, username: string, password: string) =>
  service.form(
    "/auth/oauth2/token",
    { grant_type: "password", username, password },
    first.login_client,
  );

const manages = async (service: TestAuth, alias: string) =>
  (await service.json("GET", "/auth/v1/settings", undefined, alias)).status === 200;

describe("on Postgres, while the service runs", () => {
  test("repairs the administrator; the service hears of it; the password is in a file of its owner", async () => {
    const dsn = await postgres.createDatabase("recover_running");
    const { service, first } = await sealed(dsn);
    await using _ = service;
    await lockOut(service);
    expect(await manages(service, "admin")).toBe(false);

    const folder = temporaryFolder();
    const { code, out, err } = await recover(folder, database(dsn));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const file = join(folder, "postern-administrator.txt");
    expect(out).toBe(`admin is an administrator again; the password is in ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const password = passwordIn(readFileSync(file, "utf8"));
    expect(password).toHaveLength(23);

    await vi.waitFor(
      async () => expect(await manages(service, "admin")).toBe(true),
      patient(5_000),
    );
    expect((await signIn(service, first, "admin", password)).status).toBe(200);
    expect((await signIn(service, first, "admin", first.admin.password)).status).toBe(400);
    expect(readFileSync(file, "utf8")).not.toContain(first.admin.password);

    const again = await recover(folder, database(dsn));
    expect(again.code).toBe(1);
    expect(again.err).toBe(`postern: ${file} is there already; move it away. Nothing was changed.`);
  });

  test("repairs client and session provider of the login page; the service hears of it", async () => {
    const dsn = await postgres.createDatabase("recover_login");
    const { service } = await sealed(dsn);
    await using _ = service;
    const as = (method: string, path: string, body?: unknown) =>
      service.json(method, `/auth/v1${path}?force=true`, body, "admin");
    expect((await as("DELETE", "/oauth/clients/login")).status).toBe(200);
    expect((await as("PUT", "/settings/session_providers", { value: {} })).status).toBe(200);
    expect((await as("PUT", "/settings/authorize", { value: {} })).status).toBe(200);

    const { code, out, err } = await recover(temporaryFolder(), database(dsn), true);
    expect(code, err).toBe(0);
    expect(err).toContain("the client and the session provider of the login page were repaired");
    expect(err).toContain("authorize.login_url was written anew");
    const signedIn = async () => {
      const provider = (await service.auth.api.sessionProviders()).merged.get("postern");
      const { client_id = "", client_secret = "" } = provider?.oauth2 ?? {};
      const credentials = { username: "admin", password: passwordIn(out) };
      const proof = { client_id, client_secret };
      return service.auth.api.token({ grant_type: "password", ...credentials, ...proof });
    };
    await vi.waitFor(
      async () => expect(await signedIn()).toHaveProperty("access_token"),
      patient(5_000),
    );
    const address = await as("GET", "/settings/authorize");
    expect(address.body.payload.value.login_url).toBe("/login/");
  });

  test("makes another one by name, and prints on a terminal", async () => {
    const dsn = await postgres.createDatabase("recover_named");
    const { service, first } = await sealed(dsn);
    await using _ = service;
    const folder = temporaryFolder();
    const { code, out } = await recover(folder, ["--user=ops", ...database(dsn)], true);
    expect(code).toBe(0);
    expect(out).toContain("ops was made an administrator. The password is shown once:");
    expect(existsSync(join(folder, "postern-administrator.txt"))).toBe(false);
    await vi.waitFor(async () => expect(await manages(service, "ops")).toBe(true), patient(5_000));
    expect((await signIn(service, first, "ops", passwordIn(out))).status).toBe(200);
    expect(await manages(service, "admin"), "nothing is taken from the old one").toBe(true);
  });

  test("a name that is taken by something else is refused, and nothing is written", async () => {
    const dsn = await postgres.createDatabase("recover_taken");
    const { service } = await sealed(dsn);
    await using _ = service;
    const folder = temporaryFolder();
    const before = (await service.auth.health()).detail.database_version;
    for (const [user, why] of [
      ["demo", "demo is a service account"],
      ["login", "client with alias [login] already exists; conflict"],
    ] as const) {
      const { code, err } = await recover(folder, ["--user", user, ...database(dsn)]);
      expect({ code, err }).toEqual({
        code: 1,
        err: `postern: ${why}; name another user with --user`,
      });
    }
    expect((await service.auth.health()).detail.database_version).toBe(before);
    expect(existsSync(join(folder, "postern-administrator.txt"))).toBe(false);
  });

  test("C-2: another encryption key: a clear error, nothing written", async () => {
    const dsn = await postgres.createDatabase("recover_key");
    const { service } = await sealed(dsn);
    await using _ = service;
    const dump = () =>
      postgres.query(
        `select (select jsonb_agg(u order by id) from auth_users u) as users,
                (select jsonb_agg(r order by id) from auth_roles r) as roles,
                (select version from auth_versions) as version`,
        "recover_key",
      );
    const before = await dump();
    const folder = temporaryFolder();
    const { code, err } = await recover(folder, database(dsn, "another key"));
    expect(code).toBe(1);
    expect(err).toMatch(
      /^postern: encryption\.key does not open this database .*nothing was changed$/,
    );
    expect(await dump()).toEqual(before);
    expect(existsSync(join(folder, "postern-administrator.txt"))).toBe(false);
  });

  test("an unreadable `admin` namespace is written anew", async () => {
    const dsn = await postgres.createDatabase("recover_setting");
    const { service } = await sealed(dsn);
    await using _ = service;
    await postgres.query(
      "update auth_settings set value_encrypted = 'enc:v2:x' where namespace = 'admin'",
      "recover_setting",
    );
    await (await service.auth.service).snapshots.reload();
    const { code, err } = await recover(temporaryFolder(), database(dsn));
    expect(code, err).toBe(0);
    expect(err).toContain("written anew");
    await vi.waitFor(
      async () => expect(await manages(service, "admin")).toBe(true),
      patient(5_000),
    );
  });

  test("an empty database and one without a schema are left to the first start", async () => {
    const dsn = await postgres.createDatabase("recover_empty");
    const bare = await recover(temporaryFolder(), database(dsn));
    expect(bare.err).toContain("run postern migrate first");
    const auth = openAuth({ encryption: { key: KEY }, database: { dsn } }, testRuntime());
    await auth.ready;
    await auth.close();
    const empty = await recover(temporaryFolder(), database(dsn));
    expect(empty).toMatchObject({ code: 1 });
    expect(empty.err).toContain("the database is empty");
  });
});

describe("on the embedded database", () => {
  test("one that is in use is refused; a stopped one is repaired", async () => {
    const folder = temporaryFolder();
    const runtime = nodeRuntime({ data_dir: folder, log: capturingLogger([]) });
    const auth = openAuth({}, runtime);
    const first = await sealFirstRun(byItself(await auth.service), { login_path: "/login/" });
    const args = ["--data-dir", folder];
    const busy = await runPostern({ dataDir: folder, args }, "recover");
    expect(busy.code).toBe(1);
    expect(busy.stderr).toMatch(/^postern: data folder .* is in use by process \d+/);
    await auth.close();

    const done = await runPostern({ dataDir: folder, args }, "recover", "--out", "secret.txt");
    expect(done.code, done.stderr).toBe(0);
    const password = passwordIn(readFileSync(join(folder, "secret.txt"), "utf8"));
    expect(done.stdout + done.stderr).not.toContain(password);

    const reopened = openAuth({}, nodeRuntime({ data_dir: folder, log: capturingLogger([]) }));
    await using service = talkTo(reopened, testRuntime());
    if (!first) throw new Error("the database was not empty");
    expect((await signIn(service, first, "admin", password)).status).toBe(200);
  });

  test("a folder without a database is not made into one", async () => {
    const folder = temporaryFolder();
    const { code, err } = await recover(folder, ["--data-dir", join(folder, "none")]);
    expect({ code, err }).toEqual({
      code: 1,
      err: `postern: there is no database in ${join(folder, "none")}`,
    });
    expect(existsSync(join(folder, "none"))).toBe(false);
  });
});

test("flags that make no sense are a misuse", async () => {
  for (const words of [["--user"], ["--user", "--out"], ["--user", "a,b"], ["--nope"]]) {
    expect((await recover(temporaryFolder(), words)).code).toBe(2);
  }
});
