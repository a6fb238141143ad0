/** `postern backup` and `postern restore`: from one kind of database into the other, all or nothing, on each runtime (ADR 0102). */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { processTerminal } from "../../src/cli/terminal.ts";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  adminToken,
  RUNTIMES,
  type RunningServer,
  type RuntimeName,
  runPostern,
  send,
  startServer,
} from "../support/server.ts";

const PASSPHRASE = "correct horse battery staple";
const ADMINISTRATOR = { id: "keeper", secret: "the secret of the keeper" };

let postgres: TestPostgres;
/** An embedded installation with its first administrator, which is stopped after the first test. */
let dataDir: string;
let before: RunningServer;
let keys: unknown;
/** Where files of these tests are. */
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  postgres = await startPostgres();
  folder = temporaryFolder();
  dataDir = temporaryFolder();
  before = await startServer({ dataDir });
  keys = await keySet(before);
  writeFileSync(at("passphrase"), `${PASSPHRASE}\n`);
  writeFileSync(at("other-passphrase"), "another passphrase");
  const made = await postern("node", "keygen", "--backup", at("private.pem"));
  expect(made).toMatchObject({ code: 0, stderr: "" });
  writeFileSync(at("public.pem"), made.stdout);
});
afterAll(() => postgres.stop());

const postern = (runtime: RuntimeName, ...words: string[]) =>
  runPostern({ runtime, dataDir: folder }, ...words);
/** The same command without a process of its own. */
async function here(...words: string[]) {
  const told = { stdout: "", stderr: "" };
  const code = await main(words, {
    ...processTerminal(),
    env: {},
    cwd: folder,
    interactive: false,
    out: (text) => {
      told.stdout += `${text}\n`;
    },
    err: (text) => {
      told.stderr += `${text}\n`;
    },
  });
  return { code, ...told };
}
const keySet = async (server: RunningServer) =>
  await (await fetch(`${server.url}/auth/oauth2/certs`)).json();
const keyFile = () => join(dataDir, "encryption.key");

let databases = 0;
/** Flags of a Postgres with nothing in it, and of the key that the installation has. */
async function emptyPostgres() {
  const dsn = await postgres.createDatabase(`restored_${++databases}`);
  return { dsn, flags: ["--database-dsn", dsn, "--set", `auth.encryption.key=${key()}`] };
}
const key = () => readFileSync(keyFile(), "utf8").trim();

/** A data folder with the key alone. */
function emptyFolder(): string {
  const target = temporaryFolder();
  writeFileSync(join(target, "encryption.key"), `${key()}\n`, { mode: 0o600 });
  return target;
}

/** The service that answers from there knows the keys, the administrator and the clients of the one before. */
async function expectSameService(server: RunningServer): Promise<string> {
  expect(await keySet(server)).toEqual(keys);
  expect(server.firstRun, "it was sealed already").toBeUndefined();
  const { admin, login } = before;
  if (!admin || !login) throw new Error("no first run");
  const answer = await send(server, "POST", "/auth/oauth2/token", {
    basic: login,
    form: { grant_type: "password", username: admin.id, password: admin.secret },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.access_token;
}

describe("a running service with an embedded database", () => {
  test("R-8: is refused to the command, which says how it is done", async () => {
    const refused = await postern(
      "node",
      ...["backup", "--to", at("refused.backup"), "--plain", "--data-dir", dataDir],
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`is in use by process ${before.pid}`);
    expect(refused.stderr).toContain("name it with --url");
    expect(existsSync(at("refused.backup"))).toBe(false);
  });

  test("makes the backup itself: for an administrator's token, and for a service account", async () => {
    const url = `${before.url}/auth`;
    writeFileSync(at("token"), await adminToken(before));
    const first = await postern(
      "node",
      ...["backup", "--to", at("running.backup"), "--encrypt-to", at("public.pem")],
      ...["--url", url, "--token-file", at("token")],
    );
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^\d+ bytes in .*running\.backup; /);

    const bearer = readFileSync(at("token"), "utf8");
    const { body } = await send(before, "GET", "/auth/v1/roles", { bearer });
    const role = body.payload.find(({ name }: { name: string }) => name === "admin");
    const made = await send(before, "POST", "/auth/v1/service-accounts", {
      bearer,
      json: {
        alias: [ADMINISTRATOR.id],
        role_ids: [role.id],
        details: { name: "Keeper of backups", secret: ADMINISTRATOR.secret },
      },
    });
    expect(made.status, made.text).toBe(200);
    writeFileSync(at("secret"), `${ADMINISTRATOR.secret}\n`);
    for (const runtime of RUNTIMES) {
      const to = at(`by-account-${runtime}.backup`);
      const second = await postern(
        runtime,
        ...["backup", "--to", to, "--passphrase-file", at("passphrase"), "--url", url],
        ...["--client", ADMINISTRATOR.id, "--client-secret-file", at("secret")],
      );
      expect(second, runtime).toMatchObject({ code: 0, stderr: "" });
    }
  });

  test("says no in one line, and leaves no file", async () => {
    writeFileSync(at("bad-token"), "not-a-token");
    const refused = await postern(
      "node",
      ...["backup", "--to", at("no.backup"), "--plain", "--url", `${before.url}/auth`],
      ...["--token-file", at("bad-token")],
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^postern: http\S+\/v1\/backup says 401: .+\n$/);
    const clear = await postern(
      "node",
      ...["backup", "--to", at("no.backup"), "--plain", "--url", "http://id.example.com/auth"],
      ...["--token-file", at("token")],
    );
    expect(clear).toMatchObject({ code: 2, stderr: expect.stringContaining("must be https") });
    expect(readdirSync(folder).filter((name) => name.startsWith("no.backup"))).toEqual([]);
  });

  test("is stopped for the rest of this file", async () => {
    expect(await before.stop()).toBe(0);
  });
});

describe.each(RUNTIMES)("on %s", (runtime) => {
  test("embedded, through a file, into Postgres, and back into a new data folder", async () => {
    const first = at(`embedded-${runtime}.backup`);
    const made = await postern(
      runtime,
      ...["backup", "--to", first, "--encrypt-to", at("public.pem"), "--data-dir", dataDir],
    );
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(statSync(first).mode & 0o777, "private").toBe(0o600);

    const { flags } = await emptyPostgres();
    const into = await postern(runtime, "restore", first, "--key", at("private.pem"), ...flags);
    expect(into.stderr).toBe("");
    expect(into.code).toBe(0);
    expect(into.stdout).toMatch(/^auth_users 3$/m);
    expect(into.stdout).toMatch(/rows of .* UTC, version \S+ restored to /);
    expect(into.stdout).toContain("it is a copy, and sends nothing by itself");

    const onPostgres = await startServer({ runtime, args: flags });
    const bearer = await expectSameService(onPostgres);
    const told = await send(onPostgres, "GET", "/auth/v1/audit?limit=200", { bearer });
    const actions = told.body.payload.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["backup_restored", "backup_made"]));

    const second = at(`postgres-${runtime}.backup`);
    const again = await postern(
      runtime,
      ...["backup", "--to", second, "--passphrase-file", at("passphrase"), ...flags],
    );
    expect(again, "while it serves").toMatchObject({ code: 0, stderr: "" });
    expect(await onPostgres.stop()).toBe(0);

    const target = emptyFolder();
    const back = await postern(
      runtime,
      ...["restore", second, "--passphrase-file", at("passphrase"), "--data-dir", target],
    );
    expect(back.stderr).toBe("");
    expect(back.code).toBe(0);
    const verified = await postern(runtime, "audit", "verify", "--data-dir", target);
    expect(verified.stdout).toMatch(/^the audit log is whole: /);
    const embedded = await startServer({ runtime, dataDir: target });
    await expectSameService(embedded);
    expect(await embedded.stop()).toBe(0);
  });
});

describe("the audit log of the database", () => {
  let flags: string[];
  let name: string;
  beforeAll(async () => {
    const target = await emptyPostgres();
    flags = target.flags;
    name = new URL(target.dsn).pathname.slice(1);
    const from = at("embedded-node.backup");
    const filled = await here("restore", from, "--key", at("private.pem"), ...flags);
    expect(filled, filled.stderr).toMatchObject({ code: 0 });
  });
  /** The last two lines about backups, oldest first. */
  const told = async () =>
    (
      await postgres.query(
        `select seq::int as id, action, outcome, facts from auth_audit
         where action in ('backup_begun', 'backup_made', 'backup_failed') order by seq desc limit 2`,
        name,
      )
    ).reverse();
  const backup = (file: string) => here("backup", "--to", at(file), "--plain", ...flags);

  test("says that one begins and, when the file is whole at its place, that it was made", async () => {
    expect(await backup("told.backup")).toMatchObject({ code: 0, stderr: "" });
    const [begun, end] = await told();
    expect(begun).toMatchObject({ action: "backup_begun", outcome: "done" });
    expect(end).toMatchObject({
      ...{ action: "backup_made", outcome: "done" },
      facts: { begun: begun?.id, bytes: statSync(at("told.backup")).size, protection: "plain" },
    });
  });

  test("says that it failed where there is no file of it", async () => {
    expect(await backup("told.backup")).toMatchObject({ code: 1, stdout: "" });
    const [begun, end] = await told();
    expect(begun).toMatchObject({ action: "backup_begun", outcome: "done" });
    expect(end).toMatchObject({
      ...{ action: "backup_failed", outcome: "failed" },
      facts: { begun: begun?.id, bytes: 0, message: expect.stringContaining("is there already") },
    });
  });

  test("has the first line where the second one cannot be written, which the command says; the file stays", async () => {
    await postgres.query(
      "alter table auth_audit add constraint no_end check (action <> 'backup_made') not valid",
      name,
    );
    const made = await backup("untold.backup");
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^postern: how the backup ended is not in the audit log: .+/),
    });
    expect(statSync(at("untold.backup")).size).toBeGreaterThan(0);
    expect((await told())[1]).toMatchObject({ action: "backup_begun" });
  });
});

describe("a file that is not as it was written", () => {
  let whole: Buffer;
  beforeAll(() => {
    whole = readFileSync(at("embedded-node.backup"));
  });

  /** Restored into a new folder, which stays as it is. */
  async function refused(bytes: Uint8Array, flags = ["--key", at("private.pem")]) {
    writeFileSync(at("changed.backup"), bytes);
    const target = emptyFolder();
    const answer = await here("restore", at("changed.backup"), ...flags, "--data-dir", target);
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(readdirSync(target), "nothing was made").toEqual(["encryption.key"]);
    expect(answer.stderr).toMatch(/^postern: .*nothing was changed\n$/);
    return answer.stderr;
  }
  const headerEnd = () => whole.indexOf(10, whole.indexOf(10) + 1) + 1;
  const changedHeader = (change: (header: Record<string, unknown>) => void) => {
    const end = headerEnd();
    const [magic, line = ""] = whole.subarray(0, end).toString().split("\n");
    const header = JSON.parse(line);
    change(header);
    return Buffer.concat([
      Buffer.from(`${magic}\n${JSON.stringify(header)}\n`),
      whole.subarray(end),
    ]);
  };

  test("cut off, changed, or with something behind it", async () => {
    const cut = await refused(whole.subarray(0, whole.length - 1));
    expect(cut).toContain("does not open: the file was changed or cut off");
    expect(cut).not.toContain("passphrase");
    const flipped = Buffer.from(whole);
    const middle = headerEnd() + 100;
    flipped[middle] = (flipped[middle] ?? 0) ^ 1;
    expect(await refused(flipped)).toContain("does not open");
    expect(await refused(Buffer.concat([whole, Buffer.from("more")]))).toContain("does not open");
    expect(await refused(whole.subarray(0, headerEnd()))).toContain("does not open");
    expect(await refused(whole.subarray(0, 40))).toContain("damaged header");
    expect(await refused(Buffer.from("PK\u0003\u0004 something else"))).toContain("is no backup");
    expect(await refused(Buffer.alloc(0))).toContain("is no backup");
  });

  test("with another header: of a later version, another time, another format", async () => {
    const later = changedHeader((header) => {
      header.schema = "9999_later";
      header.version = "9.0.0";
    });
    expect(await refused(later)).toContain(
      "was made by a later version (9.0.0, schema 9999_later); restore it with that version",
    );
    const older = changedHeader((header) => {
      header.schema = "0003_session-changes";
    });
    expect(await refused(older)).toContain("does not open");
    const moved = changedHeader((header) => {
      header.made_at = "2030-01-01T00:00:00.000Z";
    });
    expect(await refused(moved)).toContain("does not open");
    const dear = changedHeader((header) => {
      header.protection = { kind: "passphrase", salt: "A".repeat(22), cost: 40 };
    });
    expect(await refused(dear, ["--passphrase-file", at("passphrase")])).toContain(
      "damaged header",
    );
    const plain = changedHeader((header) => {
      header.protection = { kind: "plain" };
    });
    expect(await refused(plain)).toContain("does not open");
    const format = Buffer.concat([
      Buffer.from("postern backup 2\n"),
      whole.subarray(whole.indexOf(10) + 1),
    ]);
    expect(await refused(format)).toContain("later version");
  });

  test("another private key, another passphrase, or none", async () => {
    await here("keygen", "--backup", at("other.pem"));
    expect(await refused(whole, ["--key", at("other.pem")])).toContain("and not to");
    expect(await refused(whole, [])).toContain("name its private half");
    const byPassphrase = readFileSync(at("postgres-node.backup"));
    const other = ["--passphrase-file", at("other-passphrase")];
    expect(await refused(byPassphrase, other)).toContain("the passphrase is another one");
    expect(await refused(byPassphrase)).toContain("with a passphrase");
  });

  test("C-2: another encryption key, or none, opens nothing and makes nothing", async () => {
    const backup = ["restore", at("embedded-node.backup"), "--key", at("private.pem")];
    const target = temporaryFolder();
    const none = await here(...backup, "--data-dir", join(target, "new"));
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/needs the encryption key with the id [0-9a-f]{8}: set/);
    const { flags, dsn } = await emptyPostgres();
    const other = [...flags.slice(0, 2), "--set", "auth.encryption.key=another key of some length"];
    const wrong = await here(...backup, ...other);
    expect(wrong.stderr).toMatch(/needs the encryption key with the id/);
    expect(readdirSync(target)).toEqual([]);
    const made = "select 1 from pg_tables where schemaname = 'public'";
    expect(await postgres.query(made, new URL(dsn).pathname.slice(1))).toEqual([]);
  });

  test("`--check` proves one and changes nothing", async () => {
    const target = emptyFolder();
    const checked = await here(
      ...["restore", at("embedded-node.backup"), "--check", "--key", at("private.pem")],
      ...["--data-dir", target],
    );
    expect(checked).toMatchObject({ code: 0, stderr: "" });
    expect(checked.stdout).toMatch(/is whole: \d+ rows of /);
    expect(readdirSync(target)).toEqual(["encryption.key"]);
  });
});

describe("nothing is overwritten", () => {
  test("a target with data is refused and left as it is", async () => {
    const { flags, dsn } = await emptyPostgres();
    const backup = ["restore", at("embedded-node.backup"), "--key", at("private.pem"), ...flags];
    expect((await here(...backup)).code).toBe(0);
    const name = new URL(dsn).pathname.slice(1);
    const rows = () => postgres.query("select to_json(t)::text from auth_audit t order by 1", name);
    const found = await rows();
    const again = await here(...backup);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toMatch(/the target is not empty: auth_\w+ has rows \(\d+\)/);
    expect(await rows()).toEqual(found);
  });

  test("R-1: a failure on the way leaves no table behind", async () => {
    const { flags, dsn } = await emptyPostgres();
    const name = new URL(dsn).pathname.slice(1);
    // The last of the tables cannot be made.
    await postgres.query("create view auth_audit_head as select 1 as one", name);
    const failed = await here(
      ...["restore", at("embedded-node.backup"), "--key", at("private.pem"), ...flags],
    );
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^postern: nothing was restored: /);
    const made = "select 1 from pg_tables where schemaname = 'public'";
    expect(await postgres.query(made, name)).toEqual([]);
  });

  test("nor is a file; a backup without a word about secrecy is none", async () => {
    const there = at("embedded-node.backup");
    const size = statSync(there).size;
    const source = ["--data-dir", dataDir];
    const taken = await here("backup", "--to", there, "--plain", ...source);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining("is there already") });
    expect(statSync(there).size).toBe(size);
    const bare = await here("backup", "--to", at("bare.backup"), ...source);
    expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining("--encrypt-to") });
    const nowhere = await here("backup", "--plain", ...source);
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("--to") });
    const key = await here("keygen", "--backup", at("private.pem"));
    expect(key).toMatchObject({ code: 1, stderr: expect.stringContaining("is there already") });
    expect(statSync(at("private.pem")).mode & 0o777).toBe(0o600);
    expect(existsSync(at("bare.backup"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
