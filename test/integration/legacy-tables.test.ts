/** docs/migration.md, "From its tables": tables as they are described, read by the program of the page, and what people and programs then have. */
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "bcrypt-ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { execFileSync, spawnSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  adminToken,
  type RunningServer,
  runPostern,
  send,
  startServer,
} from "../support/server.ts";
import { claimsOf } from "../support/tokens.ts";

const KEY = "the key of the service before";
const PASSWORD = "the password of before";
const ID = {
  permission: "01J0PERMA0000000000000000A",
  role: "01J0ROLEA0000000000000000A",
  chief: "01J0ROLEB0000000000000000B",
};

let postgres: TestPostgres;
let folder: string;
let server: RunningServer;
let flags: readonly string[];

/** As the legacy service seals: nonce, ciphertext and tag behind each other, by AES-GCM. */
function seal(value: unknown): string {
  const nonce = randomBytes(12);
  const key = createHash("sha256").update(KEY).digest();
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const bytes = [nonce, cipher.update(text), cipher.final()];
  return `enc:v1:${Buffer.concat([...bytes, cipher.getAuthTag()]).toString("base64")}`;
}

const TABLES = `
  create table auth_settings (namespace text primary key, value_encrypted text);
  create table auth_oauth_clients (id text primary key, config_encrypted text, enabled boolean);
  create table auth_oauth_providers (like auth_oauth_clients);
  create table auth_saml_providers (like auth_oauth_clients);
  create table auth_ldap_configs (like auth_oauth_clients);
  create table auth_users (id text primary key, alias text[], details_encrypted text, disabled boolean,
    service_account boolean, local boolean, doc jsonb);
  create table auth_roles (id text primary key, name text, config jsonb);
  create table auth_permissions (like auth_roles);
  create table auth_lmaps (name text primary key, role_ids text[], doc jsonb);
  create table auth_api_keys (id text primary key, user_id text, name text, description text, key_hash text unique,
    expires_at timestamptz, role_ids jsonb, permission_ids jsonb, details jsonb, disabled boolean);
  create table auth_totp_secrets (user_id text primary key, secret_encrypted text, confirmed boolean, recovery_codes jsonb);`;

/** As the legacy service makes them: without checksum. */
const keyOf = (at: number) => `tak_${String(at).repeat(64)}`;
const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
const LEGACY_KEYS = [
  ["01J0USERA0000000000000000A", "of ann", `'2099-01-01', '["${ID.role}"]'`],
  ["01J0USERC0000000000000000C", "of the job", "null, '[]'"],
  ["", "of the system", `null, '["${ID.role}"]'`],
  ["01J0USERB0000000000000000B", "of bob, disabled", "null, '[]'"],
  ["01J0USERA0000000000000000A", "ended", "'2020-01-01', '[]'"],
  ["01J0USERZ0000000000000000Z", "of a deleted user", "null, '[]'"],
  ["01J0USERA0000000000000000A", "of a deleted role", `null, '["01J0ROLEZ0000000000000000Z"]'`],
] as const;

async function legacyDatabase(): Promise<string> {
  const dsn = await postgres.createDatabase("legacy");
  const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  const password = Buffer.from(await hash(PASSWORD, 4)).toString("base64");
  const user = (id: string, alias: string, details: object, more: object, kind: string) =>
    `insert into auth_users values ('${id}', '{${alias}}', '${seal(details)}', ${kind}, ${json(more)})`;
  const statements = [
    ...TABLES.split(";").filter((text) => text.trim() !== ""),
    `insert into auth_permissions values ('${ID.permission}', 'read-reports', ${json({
      ...{ id: ID.permission, name: "read-reports", description: "", updated_by: "admin" },
      resources: [{ hosts: ["app.example.com"], paths: ["/reports/**"], methods: ["GET"] }],
    })})`,
    `insert into auth_roles values ('${ID.role}', 'reader', ${json({
      ...{ id: ID.role, name: "reader", permission_ids: [ID.permission], role_ids: [] },
    })}), ('${ID.chief}', 'chief', ${json({ id: ID.chief, name: "chief", role_ids: [ID.role] })})`,
    `insert into auth_lmaps values ('staff', '{${ID.role}}', '{}')`,
    `insert into auth_settings values ('jwt', '${seal({ kid: "old", private_key: "none" })}'),
      ('signup', '${seal({ default_role_ids: [ID.role] })}')`,
    `insert into auth_oauth_clients values ('notes', '${seal({
      ...{ client_name: "Notes", client_secret: "the secret of the notes" },
      redirect_uris: ["https://notes.example.com/callback"],
    })}', true), ('old', '${seal({ client_secret: "another secret of a client" })}', false)`,
    user(
      "01J0USERA0000000000000000A",
      "ann,ann@example.com",
      { name: "Ann", email: "ann@example.com", password, uid: "ann" },
      { role_ids: [ID.chief], created_at: "2024-05-01T10:00:00Z" },
      "false, false, true",
    ),
    user(
      "01J0USERB0000000000000000B",
      "bob",
      { name: "Bob", password },
      { role_ids: [] },
      "true, false, true",
    ),
    user(
      "01J0USERC0000000000000000C",
      "job",
      { name: "Job", secret: "the secret of the job" },
      { role_ids: [ID.role] },
      "false, true, false",
    ),
  ];
  for (const [at, [owner, name, more]] of LEGACY_KEYS.entries()) {
    statements.push(`insert into auth_api_keys values ('key-${at}', ${owner ? `'${owner}'` : "null"}, '${name}', '',
      '${hashOf(keyOf(at))}', ${more}, '[]', '{}', false)`);
  }
  for (const statement of statements) await postgres.query(statement, "legacy");
  return dsn;
}

const postern = (...words: string[]) => runPostern({ cwd: folder }, ...words, ...flags);
const tokenOf = async (basic: { id: string; secret: string }, form: Record<string, string>) =>
  (await send(server, "POST", "/auth/oauth2/token", { basic, form })).body;

beforeAll(async () => {
  postgres = await startPostgres();
  folder = temporaryFolder();
  const dsn = await postgres.createDatabase("moved_here");
  flags = ["--database-dsn", dsn, "--set", "auth.encryption.key=the key of this service"];
  server = await startServer({ args: flags });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(ROOT, "node_modules/pg"), join(folder, "node_modules/pg"));
  writeFileSync(join(folder, "legacy.mjs"), blockNamed("docs/migration.md", "legacy-tables").text);
  const env = { ...process.env, LEGACY_DSN: await legacyDatabase(), LEGACY_KEY: KEY };
  const program = [join(folder, "legacy.mjs")];
  execFileSync(process.execPath, program, { cwd: folder, env });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await postgres.stop();
});

test("the files are for their owner alone, and have no signing key", () => {
  for (const name of ["legacy.json", "people.ndjson", "api-keys.json"]) {
    expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
  }
  const document = JSON.parse(readFileSync(join(folder, "legacy.json"), "utf8"));
  expect(document.settings).toEqual({ signup: { default_role_ids: ["reader"] } });
});

test("roles, clients, service accounts and people come over, and a second run changes nothing", async () => {
  const applied = await postern("apply", "legacy.json", "--yes");
  expect(applied.stderr).toBe("");
  expect(applied).toMatchObject({ code: 0 });
  const imported = await postern("import", "users", "people.ndjson", "--source", "legacy");
  expect(imported.stdout + imported.stderr).toContain("2 entries: 2 created");
  expect((await postern("apply", "legacy.json", "--yes")).stdout).toContain("nothing to do");
  const again = await postern("import", "users", "people.ndjson", "--source", "legacy");
  expect(again.stdout).toContain("2 unchanged");
});

test("people sign in with their password, programs with their secret, and a disabled account does not", async () => {
  const notes = { id: "notes", secret: "the secret of the notes" };
  const grant = { grant_type: "password", password: PASSWORD };
  await expect
    .poll(async () => (await tokenOf(notes, { ...grant, username: "ann" })).access_token)
    .toBeTruthy();
  const ann = await tokenOf(notes, { ...grant, username: "ann@example.com" });
  const byName = await tokenOf(notes, { ...grant, username: "ann" });
  expect(claimsOf(ann.access_token).sub).toBe(claimsOf(byName.access_token).sub);
  expect((await tokenOf(notes, { ...grant, username: "bob" })).error).toBe("invalid_grant");
  const job = await tokenOf(
    { id: "job", secret: "the secret of the job" },
    { grant_type: "client_credentials" },
  );
  expect(job.access_token).toBeTruthy();
  const old = { id: "old", secret: "another secret of a client" };
  expect((await tokenOf(old, { ...grant, username: "ann" })).error).toBe("invalid_client");
  const check = async (username: string) => {
    const { body } = await send(server, "POST", "/auth/check", {
      bearer: (await tokenOf(notes, { ...grant, username })).access_token,
      json: { host: "app.example.com", path: "/reports/1", method: "GET" },
    });
    return body.allowed;
  };
  expect(await check("ann"), "by a role that contains one").toBe(true);
});

test("programs go on with their API keys, each with its owner and rights, and a second run brings none", async () => {
  writeFileSync(join(folder, "keys.mjs"), blockNamed("docs/migration.md", "legacy-keys").text);
  const env = {
    ...process.env,
    POSTERN_URL: `${server.url}/auth`,
    TOKEN: await adminToken(server),
  };
  const bring = () =>
    spawnSync(process.execPath, [join(folder, "keys.mjs")], { cwd: folder, env, encoding: "utf8" });
  const first = bring();
  expect(first.stdout).toBe("3 API keys brought, 0 were here\n");
  // A disabled owner has no keys. A role that is gone does not make a key one with all rights of its owner.
  expect(first.stderr).toContain("of bob, disabled: ");
  expect(first.stderr).toMatch(/of a deleted role: .*01J0ROLEZ0000000000000000Z/);
  const again = bring();
  expect(again.stdout).toBe("0 API keys brought, 3 were here\n");

  const claimsOfKey = async (at: number) => {
    const headers = { "x-api-key": keyOf(at) };
    const answer = await fetch(`${server.url}/auth/oauth2/api-key`, { method: "POST", headers });
    return { status: answer.status, ...(await answer.json()) };
  };
  expect(await claimsOfKey(0)).toMatchObject({
    status: 200,
    name: "of ann",
    owner_user_id: expect.any(String),
  });
  expect((await claimsOfKey(0)).roles).toContain("reader");
  expect(await claimsOfKey(1)).toMatchObject({ status: 200, name: "of the job" });
  const system = await claimsOfKey(2);
  expect(system).toMatchObject({ status: 200, name: "of the system" });
  expect(system).not.toHaveProperty("owner_user_id");
  for (const at of [3, 4, 5, 6]) expect((await claimsOfKey(at)).status, `key ${at}`).toBe(401);
});
