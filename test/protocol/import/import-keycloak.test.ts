/** A real export of Keycloak 26.7.3 (`kc.sh export`): its people sign in here with their passwords and authenticator apps (ADR 0101). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import vectors from "../../support/imported-hashes.json" with { type: "json" };
import { importFile } from "../../support/imports.ts";
import { putClient, TOKEN, WEB } from "../../support/tokens.ts";
import { codeAt } from "../../support/totp.ts";

const EXPORT = readFileSync(join(import.meta.dirname, "../../support/keycloak-realm.json"), "utf8");
const PASSWORD = "correct horse";
/** Of the realm: the bytes of `12345678901234567890`. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  for (const name of ["editor", "notes/reader", "/staff/desk"]) {
    await service.json("POST", "/auth/v1/roles", { name });
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const find = async (alias: string) =>
  (await service.json("GET", `/auth/v1/users?alias=${alias}&add_roles=true`)).body.payload[0];
const signIn = (username: string, password = PASSWORD, more = {}) =>
  service.form(TOKEN, { grant_type: "password", username, password, ...more }, WEB);

test("a role that is not here refuses its people alone, and names it", async () => {
  const empty = await testAuth();
  const { lines } = await importFile(empty, "keycloak", EXPORT, "dry_run=true");
  const reasons = lines.map(({ reason }) => reason?.id);
  expect(reasons).toEqual(["import.role", "import.role", undefined, "import.service_account"]);
  await empty[Symbol.asyncDispose]();
});

test("people, their roles, groups and details are here; the account of a client is passed over", async () => {
  await service.json("PUT", "/auth/v1/oauth/providers/company", {
    config: { client_id: "postern", client_secret: "x", issuer: "https://op.example.com" },
  });
  const { lines, summary } = await importFile(service, "keycloak", EXPORT);
  expect(lines.map(({ outcome }) => outcome)).toEqual(["created", "created", "created", "skipped"]);
  expect(summary).toMatchObject({ created: 3, skipped: 1, refused: 0, complete: true });
  const kay = await find("kay");
  expect(kay).toMatchObject({
    ...{ alias: ["kay", "kay@example.com"], local: true, is_active: true },
    created_at: expect.stringMatching(/^2026-/),
    details: {
      ...{ uid: "kay", name: "Kay Example", given_name: "Kay", family_name: "Example" },
      ...{ email: "kay@example.com", email_verified: true, phone: "5550100", locale: "de" },
      old_sub: "14ba68c1-e0f4-48b3-bde7-5f5ca6cb37ea",
    },
  });
  expect(kay.roles.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    ...["/staff/desk", "notes/reader"],
  ]);
  const linked = await service.json("GET", `/auth/v1/users/${kay.id}/identities`);
  expect(linked.body.payload).toMatchObject([{ issuer: "https://op.example.com", subject: "c-1" }]);
  expect((await find("lee")).is_active).toBe(false);
});

test("a second run, and one of the files with users alone, change nothing", async () => {
  const { users, realm } = JSON.parse(EXPORT);
  for (const file of [EXPORT, JSON.stringify({ realm, users }), JSON.stringify(users)]) {
    const { lines } = await importFile(service, "keycloak", file, "update=true");
    expect(lines.map(({ outcome, reason }) => [outcome, reason?.id])).toEqual([
      ...Array.from({ length: 3 }, () => ["unchanged", undefined]),
      ["skipped", "import.service_account"],
    ]);
  }
});

test("the password of the realm signs in, argon2id as Keycloak makes it", async () => {
  expect((await signIn("kay")).status).toBe(200);
  expect((await signIn("kay", "wrong horse")).status).toBe(400);
  expect((await signIn("lee")).status).toBe(400);
});

test("the authenticator app of the realm goes on", async () => {
  expect((await signIn("otp")).status).toBe(401);
  const code = codeAt(SECRET, service.runtime.clock.now());
  expect((await signIn("otp", PASSWORD, { totp: code })).status).toBe(200);
});

/** A user as the documentation of Keycloak writes one, with these credentials. */
const userWith = (username: string, ...credentials: object[]) =>
  JSON.stringify({ users: [{ id: username, username, enabled: true, credentials }] });
const credential = (type: string, secret: object, data: object) => ({
  ...{ type, secretData: JSON.stringify(secret), credentialData: JSON.stringify(data) },
});

test("PBKDF2 of earlier versions signs in, too", async () => {
  const { hash = "" } =
    vectors.find((one) => one.scheme === "pbkdf2_sha512" && one.password === PASSWORD) ?? {};
  const [, , rounds, salt, key] = hash.replaceAll(".", "+").split("$");
  const padded = (text = "") => text.padEnd(Math.ceil(text.length / 4) * 4, "=");
  const password = credential(
    "password",
    { value: padded(key), salt: padded(salt) },
    { hashIterations: Number(rounds), algorithm: "pbkdf2-sha512" },
  );
  await importFile(service, "keycloak", userWith("older", password));
  expect((await signIn("older")).status).toBe(200);
});

test.each([
  ["argon2d", "password", { type: ["d"], version: ["1.3"], memory: ["7168"], parallelism: ["1"] }],
  [
    "4 GiB of argon2",
    "password",
    { type: ["id"], version: ["1.3"], memory: ["4194304"], parallelism: ["1"] },
  ],
  ["no parameters", "password", undefined],
])("%s is refused by itself", async (_, type, additionalParameters) => {
  const secret = { value: "A".repeat(44), salt: "AAAAAAAAAAAAAAAAAAAAAA==" };
  const data = { hashIterations: 5, algorithm: "argon2", additionalParameters };
  const { lines } = await importFile(
    service,
    "keycloak",
    userWith("broken", credential(type, secret, data)),
  );
  expect(lines).toMatchObject([{ outcome: "refused" }]);
  expect(await find("broken")).toBeUndefined();
});

test("an app with codes of another kind refuses the person, unless apps are left out", async () => {
  const otp = credential(
    "otp",
    { value: "12345678901234567890" },
    { subType: "totp", digits: 8, period: 30, algorithm: "HmacSHA256" },
  );
  const file = userWith("eight", otp);
  const { lines } = await importFile(service, "keycloak", file);
  expect(lines[0].reason.id).toBe("import.totp_kind");
  expect(JSON.stringify(lines)).not.toContain("GEZDGNBVGY3T");
  const without = await importFile(service, "keycloak", file, "without_totp=true");
  expect(without.lines[0].outcome).toBe("created");
});
