/** `first_run.seed`: what a document declares is there after the first start, or nothing is, and the message names the place. */
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAuth, StartError } from "../../src/index.ts";
import { put } from "../support/application.ts";
import { KEY, ORIGIN } from "../support/auth.ts";
import { temporaryFolder } from "../support/folders.ts";
import { sealTo, seedFiles } from "../support/inside.ts";
import { type KeptDatabase, keptDatabase } from "../support/kept-database.ts";
import { testRuntime } from "../support/runtime.ts";
import { blockNamed } from "./docs/blocks.ts";

const ROOT = join(import.meta.dirname, "../..");
const SECRETS = {
  ADA_PASSWORD: "correct horse battery",
  BACKUP_JOB_SECRET: "a-long-random-secret",
  NOTES_SECRET: "another-long-secret",
  PARTNER_SECRET: "the-secret-of-a-partner",
};
const ADMIN = "a password of the operator";

let database: KeptDatabase;
let folder: string;
beforeEach(async () => {
  Object.assign(process.env, SECRETS);
  folder = temporaryFolder();
  database = await keptDatabase();
});
afterEach(async () => {
  for (const name of Object.keys(SECRETS)) delete process.env[name];
  await database[Symbol.asyncDispose]();
});

function write(text: string, name = "seed.yaml", mode = 0o644): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

function start(seed: string, first_run: object = {}) {
  const runtime = Object.assign(testRuntime({ openSql: database.openSql }), { seed: seedFiles });
  const options = { admin_password: ADMIN, seed, ...first_run };
  const auth = createAuth({ encryption: { key: KEY }, first_run: options }, runtime);
  const get = async (path: string) => {
    const headers = { "x-user": "admin" };
    const response = await auth.fetch(new Request(`${ORIGIN}/auth${path}`, { headers }));
    return (await response.json()).payload;
  };
  return { auth, runtime, get, [Symbol.asyncDispose]: () => auth.close() };
}

/** What a start says that a document stops. */
async function refusal(text: string, options?: object): Promise<string> {
  await using one = start(write(text), options);
  const error: unknown = await one.auth.ready.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message.replaceAll(`${folder}/`, "");
}

/** That nothing was written: the next start seals. */
async function expectEmpty(): Promise<void> {
  await using next = start("");
  await next.auth.ready;
  expect(next.runtime.lines.map(({ message }) => message)).toContain("Postern is sealed");
}

describe("examples/seed.yaml", () => {
  test("everything that it declares is there, and works", async () => {
    await using one = start(join(ROOT, "examples/seed.yaml"));
    await one.auth.ready;
    const { auth, get } = one;

    const { access_token, expires_in } = await auth.api.token({
      grant_type: "password",
      client_id: "notes",
      client_secret: SECRETS.NOTES_SECRET,
      username: "ada@example.com",
      password: SECRETS.ADA_PASSWORD,
    });
    expect(expires_in).toBe(600);
    expect(await auth.api.verify(access_token)).toMatchObject({ principal: "ada" });
    await auth.api.token({
      grant_type: "client_credentials",
      client_id: "backup-job",
      client_secret: SECRETS.BACKUP_JOB_SECRET,
    });

    const [{ id }] = await get("/v1/users?alias=ada");
    const ada = await get(`/v1/users/${id}?_expand=true`);
    const roles = await get("/v1/roles");
    const permissions = await get("/v1/permissions");
    const idOf = (list: { name: string; id: string }[], name: string) =>
      list.find((one) => one.name === name)?.id;
    expect(ada).toMatchObject({ alias: ["ada", "ada@example.com"], local: true });
    expect(ada.role_ids).toEqual([idOf(roles, "analyst")]);
    expect(roles.find(({ name }: { name: string }) => name === "analyst")).toMatchObject({
      permission_ids: [idOf(permissions, "read-reports")],
    });
    const providers = await get("/v1/settings/session_providers");
    expect(Object.keys(providers.value.providers).sort()).toEqual(["partner", "postern"]);
    expect(JSON.stringify(providers)).not.toContain(SECRETS.PARTNER_SECRET);
    const client = await get("/v1/oauth/clients/login");
    expect(client.config.redirect_uris).toContain("http://127.0.0.1:8080/login/auth/code/postern");
    expect((await get("/v1/settings/admin")).value.permission).toBe("admin");
  });

  test("no line of the log holds a secret", async () => {
    await using one = start(join(ROOT, "examples/seed.yaml"));
    await one.auth.ready;
    const log = JSON.stringify(one.runtime.lines);
    for (const secret of Object.values(SECRETS)) expect(log).not.toContain(secret);
  });

  test("a database that is not empty ignores it, even when it is gone, and the log says so", async () => {
    await using first = start(join(ROOT, "examples/seed.yaml"));
    await first.auth.ready;
    await first.auth.close();
    await using second = start(join(folder, "gone.yaml"));
    await second.auth.ready;
    const said = second.runtime.lines.find(({ message }) => message.includes("seed is ignored"));
    expect(said).toMatchObject({ level: "info", fields: { seed: join(folder, "gone.yaml") } });
    expect(await second.get("/v1/users?alias=ada")).toHaveLength(1);
  });
});

test("examples/conformance/seed.yaml is taken, and has the clients of the suite's configurations (O-2)", async () => {
  const names = ["SECRET_ONE", "SECRET_TWO", "SECRET_POST", "SECRET_NOTIFIED", "PASSWORD"];
  const secrets = Object.fromEntries(names.map((name) => [`CONFORMANCE_${name}`, `the ${name}`]));
  Object.assign(process.env, secrets);
  await using one = start(join(ROOT, "examples/conformance/seed.yaml"));
  await one.auth.ready;
  for (const name of Object.keys(secrets)) delete process.env[name];
  for (const file of ["openid", "back-channel"]) {
    const text = readFileSync(join(ROOT, `examples/conformance/${file}.json`), "utf8");
    const { alias, ...configuration } = JSON.parse(text);
    for (const part of ["client", "client2", "client_secret_post"]) {
      const id = configuration[part]?.client_id;
      if (id === undefined) continue;
      const { config } = await one.get(`/v1/oauth/clients/${id}`);
      expect(config.redirect_uris[0], id).toMatch(new RegExp(`/test/a/${alias}/callback$`));
    }
  }
});

test("a client's public key is taken whole: members of a key are not ours to know (RFC 7517 §4)", async () => {
  const key = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
  const jwks = { keys: [{ ...key, kid: "one", use: "sig", alg: "EdDSA", note: "ours" }] };
  const client = {
    token_endpoint_auth_method: "private_key_jwt",
    jwks,
    redirect_uris: ["https://app.example.com/callback"],
  };
  await using one = start(write(JSON.stringify({ oauth_clients: { app: client } })));
  await one.auth.ready;
  expect((await one.get("/v1/oauth/clients/app")).config.jwks).toEqual(jwks);
});

test("examples/compose-seed.yaml is taken", async () => {
  await using one = start(join(ROOT, "examples/compose-seed.yaml"));
  await one.auth.ready;
  expect((await one.get("/v1/oauth/clients/notes")).config.client_secret_set).toBe(true);
});

test("the document of docs/configuration.md is taken", async () => {
  const text = blockNamed("docs/configuration.md", "seed").text;
  write("correct horse battery", "ada");
  await using one = start(write(put(text, { "/run/secrets/ada": "ada" })));
  await one.auth.ready;
  expect(await one.get("/v1/users?alias=ada")).toHaveLength(1);
});

describe("a secret", () => {
  const withSecret = (secret: string) => `oauth_clients:\n  notes:\n    client_secret: ${secret}\n`;

  test("comes from a file beside the document, without its line break", async () => {
    write("the text of the file\n", "notes-secret");
    await using one = start(write(withSecret("{ file: notes-secret }")));
    await one.auth.ready;
    const answer = one.auth.api.token({
      grant_type: "password",
      client_id: "notes",
      client_secret: "the text of the file",
      username: "admin",
      password: ADMIN,
    });
    expect((await answer).token_type).toBe("Bearer");
  });

  test.each([
    ["{ file: gone }", "names the file gone, which cannot be read: it is not there"],
    ["{ env: GONE_SECRET }", "names the variable GONE_SECRET, which is not set"],
    ["{ vault: secret/notes }", "must be a text, {file: path} or {env: NAME}"],
    ["{ file: a, env: B }", "must be a text, {file: path} or {env: NAME}"],
    ["7", "must be a string"],
  ])("%s is refused with its place", async (secret, reason) => {
    expect(await refusal(withSecret(secret))).toBe(
      `seed.yaml line 3: oauth_clients.notes.client_secret: ${reason}`,
    );
    await expectEmpty();
  });
});

describe("a secret that an export sealed", () => {
  const key = (modulusLength: number) =>
    generateKeyPairSync("rsa", {
      modulusLength,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
  const [own, other] = [key(2048), key(2048)];
  const document = async () => {
    const jwe = await (await sealTo(own.publicKey, "reader.pub"))("the sealed text");
    return `oauth_clients:\n  notes:\n    client_secret: { jwe: "${jwe}" }\n`;
  };

  test("is opened by the key of `first_run.seed_key`; the log holds neither of them", async () => {
    await using one = start(write(await document()), { seed_key: own.privateKey });
    await one.auth.ready;
    const { token_type } = await one.auth.api.token({
      ...{ grant_type: "password", client_id: "notes", client_secret: "the sealed text" },
      ...{ username: "admin", password: ADMIN },
    });
    expect(token_type).toBe("Bearer");
    const log = JSON.stringify(one.runtime.lines);
    for (const secret of ["the sealed text", own.privateKey.slice(60, 120)]) {
      expect(log).not.toContain(secret);
    }
  });

  const PLACE = "seed.yaml line 3: oauth_clients.notes.client_secret: ";
  test.each([
    ["no key", "", `${PLACE}is sealed, and the key that opens it was not given`],
    ["another key", other.privateKey, `${PLACE}is sealed to another key, or was changed`],
    ["the public half", own.publicKey, /^first_run\.seed_key: is no key for this/],
    ["half of the file", own.privateKey.slice(0, 800), /^first_run\.seed_key: is no key for this/],
    ["what is no key", "hunter2", /^first_run\.seed_key: is no key for this(?!.*hunter2)/],
  ])("%s stops the start, and nothing is written", async (_name, seed_key, reason) => {
    const said = await refusal(await document(), { seed_key });
    if (typeof reason === "string") expect(said).toBe(reason);
    else expect(said).toMatch(reason);
    await expectEmpty();
  });

  test("one that was changed or cut off stops it, too", async () => {
    const text = await document();
    const end = text.lastIndexOf('"');
    for (const changed of [
      `${text.slice(0, end - 40)}${text.slice(end)}`,
      text.replace(/\.[^.]+"/, '.AAAA"'),
      text.replace(/"[^"]+"/, '"one"'),
    ]) {
      const said = await refusal(changed, { seed_key: own.privateKey });
      expect(said).toBe(`${PLACE}is sealed to another key, or was changed`);
    }
    await expectEmpty();
  });
});

describe("a fault names its line and place, and nothing is written", () => {
  test.each([
    ["user:\n  ada: {}", "seed.yaml line 1: user: is not a known key; did you mean users?"],
    [
      "settings:\n  tokens: {}",
      "seed.yaml line 2: settings.tokens: is not a known key; did you mean token?",
    ],
    [
      "settings:\n  token:\n    token_lifetme: 10m",
      "seed.yaml line 3: settings.token.token_lifetme: is not a known key; did you mean token_lifetime?",
    ],
    [
      "settings:\n  token:\n    token_lifetime: soon",
      /^seed\.yaml line 3: settings\.token\.token_lifetime: must be a duration/,
    ],
    [
      "roles:\n  analyst:\n    permissions: [read]\npermissions:\n  reads: {}",
      "seed.yaml line 3: roles.analyst.permissions[0]: is not one of the permissions of this document; did you mean reads?",
    ],
    [
      "permissions:\n  read:\n    resources:\n      - paths: ['[']",
      /^seed\.yaml line 4: permissions\.read\.resources\[0\]\.paths\[0\]: is not a well-formed pattern/,
    ],
    [
      "users:\n  ada:\n    details: { password: ab }",
      "seed.yaml line 3: users.ada.details.password: must be at least 8 characters",
    ],
    [
      "users:\n  ada: {}\nservice_accounts:\n  Ada: {}",
      /^seed\.yaml line 4: service_accounts\.Ada: user with alias \[Ada\] already exists/,
    ],
    [
      "users:\n  admin: {}",
      /^seed\.yaml line 2: users\.admin: user with alias \[admin\] already exists/,
    ],
    [
      "oauth_clients:\n  login: {}",
      "seed.yaml line 2: oauth_clients.login: is made by the first start",
    ],
    [
      "session_providers:\n  providers:\n    postern: {}",
      "seed.yaml line 3: session_providers.providers.postern: is made by the first start",
    ],
    [
      "settings:\n  admin:\n    permission: ''",
      "seed.yaml line 2: settings.admin: is made by the first start",
    ],
    [
      "webhooks:\n  audit:\n    url: https://audit.example.com/events\n    types: [none.such]",
      /^seed\.yaml line 2: webhooks\.audit: types/,
    ],
    [
      "oauth_providers:\n  partner:\n    client_id: [a]",
      /^seed\.yaml line 3: oauth_providers\.partner\.client_id: must be a string/,
    ],
    ["- a list", "seed.yaml: must be a mapping of keys"],
    ["users: [", /^seed\.yaml line 1 column \d+: /],
  ])("%s", async (text, message) => {
    const said = await refusal(text);
    if (message instanceof RegExp) expect(said).toMatch(message);
    else expect(said).toBe(message);
    await expectEmpty();
  });

  test("every fault is told at once, and no value", async () => {
    const said = await refusal("usrs: {}\nusers:\n  ada:\n    local: hunter2-hunter2");
    expect(said.split("\n")).toHaveLength(2);
    expect(said).not.toContain("hunter2");
  });
});

describe("the file", () => {
  test("that every user of the machine may write to is refused", async () => {
    await using one = start(write("{}", "open.yaml", 0o666));
    await expect(one.auth.ready).rejects.toThrow(/every user of this machine may write to .*open/);
    await expectEmpty();
  });

  test("that is not there stops the start", async () => {
    await using one = start(join(folder, "gone.yaml"));
    await expect(one.auth.ready).rejects.toThrow("there is no such file");
  });

  test("may be JSON", async () => {
    const json = JSON.stringify({ roles: { analyst: {} } });
    await using one = start(write(json, "seed.json"));
    await one.auth.ready;
    expect((await one.get("/v1/roles")).map(({ name }: { name: string }) => name)).toContain(
      "analyst",
    );
  });

  test("has no meaning where the database stays open", () => {
    expect(() => start("seed.yaml", { mode: "open" })).toThrow("first_run.seed: needs mode sealed");
  });

  test("is refused on a runtime that has no files", async () => {
    const options = { admin_password: ADMIN, seed: "seed.yaml" };
    const auth = createAuth({ encryption: { key: KEY }, first_run: options }, testRuntime());
    await expect(auth.ready).rejects.toThrow("is not available on this runtime");
    await auth.close();
  });
});

test("the example names every member that a document may have", () => {
  const text = readFileSync(join(ROOT, "examples/seed.yaml"), "utf8");
  const members = [...text.matchAll(/^(\w+):/gm)].map(([, name]) => name);
  expect(members.sort()).toEqual([
    "oauth_clients",
    "permissions",
    "roles",
    "service_accounts",
    "session_providers",
    "settings",
    "users",
  ]);
});
