/** `GET /v1/doctor`, check by check: a state in which it speaks, and one in which it is silent. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuth, type TestAuth, talkTo, testAuth } from "../support/auth.ts";
import {
  byItself,
  databaseOf,
  ensureCanary,
  openSecretBox,
  recoverAdministrator,
  sealFirstRun,
} from "../support/inside.ts";
import { keptDatabase } from "../support/kept-database.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  createAda,
  putClient,
  putSetting,
  roleWithScopes,
  TOKEN,
  WEB,
  writePast,
} from "../support/tokens.ts";

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly text: string;
  readonly details?: readonly string[];
  readonly repair?: {
    readonly tab?: string;
    readonly record?: string;
    readonly setting?: string;
    readonly command?: string;
  };
}

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

async function about(id: string, at = service, user?: string): Promise<Finding> {
  const { status, text, body } = await at.json("GET", "/auth/v1/doctor", undefined, user);
  expect(status, text).toBe(200);
  const found = (body.payload as Finding[]).find((one) => one.id === id);
  if (!found) throw new Error(`no finding ${id}`);
  return found;
}

async function silent(id: string, at = service) {
  const { severity, details, repair } = await about(id, at);
  expect({ severity, details, repair }).toEqual({ severity: "ok" });
}

async function save(path: string, body: object) {
  const { status, text } = await service.json("PUT", `/auth/v1/${path}`, body);
  expect(status, text).toBe(200);
}
const remove = (path: string) => service.json("DELETE", `/auth/v1/${path}`);

describe("first_password", () => {
  test("speaks after the first start, and is silent once the password is another", async () => {
    const runtime = testRuntime();
    const auth = openAuth({ encryption: { key: "a key of the operator" } }, runtime);
    await using sealed = talkTo(auth, runtime);
    const first = await sealFirstRun(byItself(await auth.service), { login_path: "/login/" }, {});
    expect(await about("first_password", sealed, "admin")).toMatchObject({
      severity: "warning",
      details: ["admin"],
      repair: { tab: "account" },
    });
    const passwords = {
      current_password: first?.admin.password,
      new_password: "another long password",
    };
    const { status, text } = await sealed.json("POST", "/auth/v1/me/password", passwords, "admin");
    expect(status, text).toBe(200);
    expect((await about("first_password", sealed, "admin")).severity).toBe("ok");
  });

  test("postern recover makes a password that is not the first one", async () => {
    const runtime = testRuntime();
    const auth = openAuth({ encryption: { key: "a key of the operator" } }, runtime);
    await using sealed = talkTo(auth, runtime);
    await sealFirstRun(byItself(await auth.service), { login_path: "/login/" }, {});
    await recoverAdministrator(byItself(await auth.service), "grace");
    expect((await about("first_password", sealed, "admin")).details).toEqual(["admin"]);
    await recoverAdministrator(byItself(await auth.service), "admin");
    expect((await about("first_password", sealed, "admin")).severity).toBe("ok");
  });
});

test("pkce: public clients while plain is accepted, by name", async () => {
  await silent("pkce");
  const redirect_uris = ["https://app.example.com/cb"];
  await putClient(service, "spa", { public: true, redirect_uris });
  await putClient(service, "off", { public: true, redirect_uris }, false);
  expect(await about("pkce")).toMatchObject({
    severity: "hint",
    details: ["spa"],
    repair: { tab: "authorize", setting: "authorize.require_s256" },
  });
  await putSetting(service, "authorize", { require_s256: true });
  await silent("pkce");
  await remove("settings/authorize");
  await remove("oauth/clients/spa");
  await remove("oauth/clients/off");
});

test("session_providers: one that trusts every issuer, audience and address", async () => {
  await silent("session_providers");
  const oauth2 = {
    client_id: "us",
    token_url: "https://op.example.com/token",
    cert_url: "https://op.example.com/keys",
    issuer: "https://op.example.com",
    audiences: ["us"],
  };
  const careful = { name: "Partner", oauth2 };
  await putSetting(service, "session_providers", { providers: { partner: careful } });
  await silent("session_providers");
  const { issuer: _, audiences: __, ...loose } = oauth2;
  const trusting = {
    ...careful,
    oauth2: { ...loose, any_audience: true },
    x_user: ["email"],
    email_verify_check: false,
  };
  await putSetting(service, "session_providers", {
    groups: { staff: { providers: { trusting } } },
  });
  const { severity, details } = await about("session_providers");
  expect(severity).toBe("warning");
  expect(details).toEqual([
    expect.stringContaining('"trusting" has no issuer'),
    expect.stringContaining("any_audience"),
    expect.stringContaining("unverified addresses"),
  ]);
  await remove("settings/session_providers");
});

describe("encryption_key", () => {
  test("a short one is a warning, one that changed while the service ran a danger", async () => {
    // As a former version left it: a new database is not made with such a key.
    await using database = await keptDatabase();
    const { driver } = database;
    await ensureCanary({ driver, db: databaseOf(driver), box: await openSecretBox("too short") });
    const runtime = testRuntime({ openSql: database.openSql });
    await using short = await testAuth({ encryption: { key: "too short" } }, runtime);
    expect(await about("encryption_key", short)).toMatchObject({
      severity: "warning",
      text: expect.stringContaining("fewer than 16 characters"),
      repair: { setting: "encryption.key" },
    });
    const new_key = "another key of the operator";
    const rotated = await short.json("POST", "/auth/v1/encryption/rotate", { new_key });
    expect(rotated.status, rotated.text).toBe(200);
    const changed = await about("encryption_key", short);
    expect(changed).toMatchObject({ severity: "danger" });
    expect(changed.text).toContain("The next start needs the new one");
    expect(JSON.stringify(changed)).not.toContain(new_key);
  });

  test("an instance that still has the old key is a danger of its own; the new one is fine", async () => {
    await using database = await keptDatabase();
    const start = async (key: string) => {
      const runtime = testRuntime({ openSql: database.openSql });
      const auth = openAuth({ encryption: { key } }, runtime);
      await auth.ready;
      return talkTo(auth, runtime);
    };
    await using first = await start("the first key of all");
    await using second = await start("the first key of all");
    await silent("encryption_key", second);
    const new_key = "the second key of all";
    await first.json("POST", "/auth/v1/encryption/rotate", { new_key });
    expect(await about("encryption_key", second)).toMatchObject({
      severity: "danger",
      text: expect.stringContaining("at another instance"),
    });
    await using third = await start(new_key);
    await silent("encryption_key", third);
  });
});

test("pairwise_secret: lost, while clients need it", async () => {
  await using own = await testAuth();
  await silent("pairwise_secret", own);
  const config = { client_secret: "a secret of enough letters", subject_type: "pairwise" };
  const redirect_uris = ["https://app.example.com/cb"];
  await putClient(own, "pair", { ...config, redirect_uris });
  await silent("pairwise_secret", own);
  const { stored_settings } = (await own.auth.service).snapshots.current;
  const { pairwise_secret: _, ...lost } = stored_settings.get("jwt")?.value ?? {};
  await writePast(own, "jwt", lost);
  expect(await about("pairwise_secret", own)).toMatchObject({
    ...{ severity: "danger", details: ["pair"], repair: { tab: "clients" } },
  });
  await putClient(own, "pair", { ...config, redirect_uris });
  await silent("pairwise_secret", own);
});

test("client_secrets: short ones of enabled clients, by name and never by value", async () => {
  await silent("client_secrets");
  const redirect_uris = ["https://app.example.com/cb"];
  await putClient(service, "short", { client_secret: "sesame", redirect_uris });
  await putClient(service, "long", { client_secret: "a secret of enough letters", redirect_uris });
  const found = await about("client_secrets");
  expect(found).toMatchObject({
    severity: "warning",
    details: [expect.stringMatching(/clients short$/)],
    repair: { tab: "clients" },
  });
  expect(JSON.stringify(found)).not.toContain("sesame");
  await putClient(service, "short", { client_secret: "sesame", redirect_uris }, false);
  await silent("client_secrets");
  await remove("oauth/clients/short");
  await remove("oauth/clients/long");
});

test("N-1, long_tokens: whose tokens come near the limit, until shorter ones are issued", async () => {
  await silent("long_tokens");
  const many = Array.from({ length: 260 }, (_, index) => `role-with-a-long-name-${index}`);
  const role = await roleWithScopes(service, "wide", { wide: { wide: many } });
  const ada = await createAda(service, { role_ids: [role] });
  await putClient(service, WEB.id, { client_secret: "a secret of enough letters" });
  const web = { ...WEB, secret: "a secret of enough letters" };
  const ask = (scope: string) => service.form(TOKEN, { ...ADA, scope }, web);
  expect((await ask("openid wide")).status).toBe(200);
  expect(await about("long_tokens")).toMatchObject({
    severity: "warning",
    details: [expect.stringContaining(`tokens of principal ${ada} for client ${WEB.id}`)],
    repair: { tab: "roles" },
  });
  await ask("openid");
  await silent("long_tokens");
  await remove(`oauth/clients/${WEB.id}`);
});

test("E-7, signup: without verification, and without a relay", async () => {
  await silent("signup");
  await putSetting(service, "signup", { enabled: true, email_verification: false });
  expect(await about("signup")).toMatchObject({
    severity: "warning",
    details: [expect.stringContaining("anyone can take any address")],
    repair: { tab: "signup" },
  });
  await putSetting(service, "signup", { enabled: true, email_verification: true });
  expect((await about("signup")).details).toEqual([expect.stringContaining("email.smtp.host")]);
  await putSetting(service, "email", { smtp: { host: "127.0.0.1", port: 9 } });
  await silent("signup");
  await remove("settings/email");
  await remove("settings/signup");
});

test("U-3, providers: people of a provider who could become others here", async () => {
  await silent("providers");
  const config = {
    client_id: "us",
    issuer: "https://op.example.com",
    email_verify_check: false,
    claim_mapping: { register: true },
  };
  await save("oauth/providers/op", { config });
  expect(await about("providers")).toMatchObject({
    severity: "warning",
    details: ['OAuth provider "op" makes unverified addresses users here'],
    repair: { tab: "providers" },
  });
  await save("oauth/providers/op", { config: { ...config, email_verify_check: true } });
  await silent("providers");
  await save("oauth/providers/op", { enabled: false, config });
  await silent("providers");
  await remove("oauth/providers/op");
});

describe("D-2, directory", () => {
  // A port that no program listens on.
  const config = { addr: "ldap://127.0.0.1:9", allow_plain: true };

  test("passwords without TLS: no sync repairs that, so the record and what to change in it are named", async () => {
    await save("ldap/configs/town", { config: { ...config, disable_sync: true } });
    const risky = await about("directory");
    expect(risky).toMatchObject({ severity: "warning" });
    expect(risky.repair).toEqual({ tab: "ldap", record: "town" });
    expect(risky.details?.join()).toMatch(/use ldaps:\/\/ or set start_tls, then take allow_plain/);
    await save("ldap/configs/town", { config: { addr: config.addr } });
    const unused = await about("directory");
    expect(unused).toMatchObject({ severity: "danger", repair: { tab: "ldap", record: "town" } });
    expect(unused.repair).not.toHaveProperty("command");
    expect(unused.details?.join()).toContain("use ldaps://, or set start_tls or allow_plain");
    await save("ldap/configs/town", {
      config: { addr: "ldaps://127.0.0.1:9", disable_sync: true },
    });
    await silent("directory");
    await remove("ldap/configs/town");
  });

  test("no sync yet is a hint, one that failed a danger; off is silent", async () => {
    await silent("directory");
    await save("ldap/configs/village", { config });
    expect(await about("directory")).toMatchObject({
      severity: "hint",
      text: 'There has been no sync with "village" yet.',
      repair: { tab: "ldap", command: "POST /v1/ldap/sync" },
    });
    expect((await service.json("POST", "/auth/v1/ldap/sync")).status).not.toBe(200);
    const failed = await about("directory");
    expect(failed).toMatchObject({ severity: "danger" });
    expect(failed.text).toContain('The last sync with "village" failed');
    expect(failed.details?.join()).toContain("allow_plain");
    await save("ldap/configs/village", { enabled: false, config });
    await silent("directory");
    await remove("ldap/configs/village");
  });

  test("D-2: the last sync is three periods ago, a moment before that, and late but switched off", async () => {
    const { store } = await service.auth.service;
    const db = databaseOf(store.driver);
    const done = (ago: string) =>
      db.execute(
        `insert into auth_sync_locks (name, instance_id, acquired_at)
         values ('ldap_sync', 'test', now() - interval '${ago}')
         on conflict (name) do update set acquired_at = excluded.acquired_at`,
      );
    await db.execute("delete from auth_sync_locks");
    await done("29 minutes");
    await save("ldap/configs/late", {
      config: { addr: "ldaps://127.0.0.1:9", sync_duration: "10m" },
    });
    await silent("directory");
    await done("31 minutes");
    expect(await about("directory")).toMatchObject({
      severity: "warning",
      text: expect.stringMatching(/^The last sync with "late" was at \d{4}-\d\d-\d\dT/),
      repair: { tab: "ldap", command: "POST /v1/ldap/sync" },
    });
    await save("ldap/configs/late", {
      config: { addr: "ldaps://127.0.0.1:9", sync_duration: "10m", disable_sync: true },
    });
    await silent("directory");
    await remove("ldap/configs/late");
    await db.execute("delete from auth_sync_locks");
  });
});
