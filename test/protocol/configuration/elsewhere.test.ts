/** An export at another installation: as its seed document, and with secrets that were sealed to a key (ADR 0100). */
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuth } from "../../../src/index.ts";
import { KEY, ORIGIN } from "../../support/auth.ts";
import { temporaryFolder } from "../../support/folders.ts";
import {
  applyConfiguration,
  byItself,
  exportConfiguration,
  openWith,
  readDocuments,
  sealTo,
  seedFiles,
  yamlOf,
} from "../../support/inside.ts";
import { keptDatabase } from "../../support/kept-database.ts";
import { type LoginSetup, loginSetup } from "../../support/login-setup.ts";
import { testRuntime } from "../../support/runtime.ts";

const SECRETS = ["a-secret-of-notes", "the secret of the job", "the mail password"] as const;
const SMTP = { host: "smtp.example.com", username: "u", password: SECRETS[2] };

let from: LoginSetup;
beforeAll(async () => {
  from = await loginSetup();
  const { as } = from;
  const made = await as("POST", "/roles", { name: "helper" });
  const role_id = made.body.payload.id;
  await as("PUT", "/settings/admin", {
    value: {
      ...{ permission: "admin", allow_missing_x_user: false },
      limited: [{ role_id, may: ["support"], people_of: [role_id] }],
    },
  });
  await as("PUT", "/settings/email", { value: { smtp: SMTP } });
  await as("PUT", "/oauth/clients/notes", {
    config: {
      client_name: "Notes",
      client_secret: SECRETS[0],
      redirect_uris: ["https://notes.example.com/callback"],
    },
  });
  await as("PUT", "/saml/providers/campus", {
    enabled: false,
    config: { entity_id: "https://id.example.com/saml", encrypted_assertions: true },
  });
  await as("POST", "/lmaps", { name: "helpers", role_ids: [role_id] });
  await as("POST", "/service-accounts", {
    alias: ["backup-job"],
    role_ids: [role_id],
    details: { name: "Backup job", secret: SECRETS[1] },
  });
  // An installation that was asked for has these, too.
  await as("PUT", "/settings/session_providers", {
    value: {
      providers: {
        ...(await as("GET", "/settings/session_providers")).body.payload.value.providers,
        notes: { name: "Notes", auth_middleware: "auth", oauth2: { client_id: "notes" } },
      },
    },
  });
});
afterAll(() => from.service[Symbol.asyncDispose]());

test("as a seed document: everything but people is there, and its administrator is a new one", async () => {
  const { text, document } = (await from.as("GET", "/configuration")).body.payload;
  const folder = temporaryFolder();
  const seed = join(folder, "seed.yaml");
  const withSecrets = text.replace(
    /# client_secret: is stored\n( *)client_name: Notes/,
    "client_secret: a-new-secret\n$1client_name: Notes",
  );
  expect(withSecrets).not.toBe(text);
  writeFileSync(seed, withSecrets, { mode: 0o600 });
  const database = await keptDatabase();
  const runtime = Object.assign(testRuntime({ openSql: database.openSql }), { seed: seedFiles });
  const first_run = { admin_password: "a password of the operator", seed };
  const auth = createAuth({ encryption: { key: KEY }, first_run }, runtime);
  try {
    await auth.ready;
    const get = async (path: string) => {
      const headers = { "x-user": "admin" };
      const answer = await auth.fetch(new Request(`${ORIGIN}/auth/v1${path}`, { headers }));
      return (await answer.json()).payload;
    };
    const there = (await get("/configuration")).document;
    const { admin } = there.settings;
    expect(admin).toEqual(document.settings.admin);
    for (const kind of ["roles", "group_maps", "saml_providers", "service_accounts"]) {
      expect(there[kind], kind).toEqual(document[kind]);
    }
    expect(Object.keys(there.session_providers.providers)).toEqual(["postern", "notes"]);
    expect(Object.keys(there.oauth_clients)).toEqual(["login", "notes"]);
    const [role] = await get("/roles?name=helper");
    expect((await get("/settings/admin")).value.limited[0].role_id).toBe(role.id);
    const token = await auth.api.token({
      ...{ grant_type: "password", username: "admin", password: first_run.admin_password },
      ...{ client_id: "notes", client_secret: "a-new-secret" },
    });
    expect(token.token_type).toBe("Bearer");
  } finally {
    await auth.close();
    await database[Symbol.asyncDispose]();
  }
});

describe("sealed secrets", () => {
  const curve = () => generateKeyPairSync("x25519");
  const pairs = [
    ["RSA", () => generateKeyPairSync("rsa", { modulusLength: 2048 })],
    ["P-256", () => generateKeyPairSync("ec", { namedCurve: "P-256" })],
    ["X25519", curve],
  ] as const;

  test.each(
    pairs.flatMap(([kind, make]) => [
      [`${kind}, PEM`, make, "pem"] as const,
      [`${kind}, JWK`, make, "jwk"] as const,
    ]),
  )(
    "%s: opened with the private key, they are those of the installation",
    async (_name, make, form) => {
      const { publicKey, privateKey } = make();
      const [half, whole] =
        form === "jwk"
          ? [publicKey, privateKey].map((key) => JSON.stringify(key.export({ format: "jwk" })))
          : [
              publicKey.export({ format: "pem", type: "spki" }).toString(),
              privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
            ];
      const service = await from.service.auth.service;
      const seal = await sealTo(half ?? "", "key");
      const exported = await exportConfiguration(service.snapshots.current, undefined, seal);
      const text = yamlOf(exported);
      for (const secret of [...SECRETS, from.first.login_client.secret]) {
        expect(text).not.toContain(secret);
      }
      expect(exported.absent).toEqual([]);

      const open = await openWith(whole ?? "", "key");
      const texts = [{ name: "sealed.yaml", text }];
      const { document, faults } = await readDocuments(texts, seedFiles, open);
      expect(faults).toEqual([]);
      const all = JSON.stringify(document);
      for (const secret of [...SECRETS, from.first.login_client.secret])
        expect(all).toContain(secret);
      const planned = await from.as("POST", "/configuration/plan", { document });
      expect(planned.body.payload.changes).toEqual([]);

      const other = (await loginSetup()).service;
      await using _closed = other;
      const wish = { document, prune: false, actor: "apply" };
      await applyConfiguration(byItself(await other.auth.service), wish);
      const grant = { grant_type: "client_credentials" };
      const answer = await other.form("/auth/oauth2/token", grant, {
        ...{ id: "backup-job", secret: SECRETS[1] },
      });
      expect(answer.status, answer.text).toBe(200);
    },
  );

  test("another key, none, and what was changed are refused with their place", async () => {
    const { publicKey } = curve();
    const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
    const seal = await sealTo(pem, "key");
    const text = `oauth_clients:\n  notes:\n    client_secret: { jwe: "${await seal("secret")}" }\n`;
    const texts = [{ name: "sealed.yaml", text }];
    const other = curve().privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    for (const [key, reason] of [
      [undefined, "is sealed, and the key that opens it was not given"],
      [await openWith(other, "key"), "is sealed to another key, or was changed"],
    ] as const) {
      const { faults, lineWith } = await readDocuments(texts, seedFiles, key);
      expect(faults.map(lineWith)).toEqual([
        `sealed.yaml line 3: oauth_clients.notes.client_secret: ${reason}`,
      ]);
    }
    const small = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
    for (const key of [small.export({ format: "pem", type: "spki" }).toString(), "a key", "{}"]) {
      await expect(sealTo(key, "reader.pub")).rejects.toThrow(/^reader\.pub: is no key for this/);
    }
  });
});

test("several files are one document, and one record is in one of them", async () => {
  const read = (...texts: string[]) =>
    readDocuments(
      texts.map((text, at) => ({ name: `${at}.yaml`, text })),
      seedFiles,
    );
  const { document, lineWith } = await read(
    "roles:\n  a: {}",
    "roles:\n\n  b: {}\npermissions: {}",
  );
  expect(document).toEqual({ roles: { a: {}, b: {} }, permissions: {} });
  expect(lineWith({ path: ["roles", "b"], reason: "is wrong" })).toBe(
    "1.yaml line 3: roles.b: is wrong",
  );
  await expect(read("roles:\n  a: {}", "roles:\n  b: {}\n  a: {}")).rejects.toThrow(
    "1.yaml line 3: roles.a: is in 0.yaml line 2 as well; keep one",
  );
});
