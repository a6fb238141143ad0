/** People of another service become users (ADR 0101): by NDJSON, once for each, known by the id of the source. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import vectors from "../../support/imported-hashes.json" with { type: "json" };
import { importFile, importOne, ndjson } from "../../support/imports.ts";
import { storedHash } from "../../support/inside.ts";
import { patient } from "../../support/patience.ts";
import { putClient, putSetting, TOKEN, WEB } from "../../support/tokens.ts";

const PASSWORD = "correct horse";
const hashBy = (product: string, scheme: string): string =>
  vectors.find(
    ({ made_by, scheme: one, password }) =>
      made_by.startsWith(product) && one === scheme && password === PASSWORD,
  )?.hash ?? "";
/** One of each kind; all of them are checked in `unit/std/imported-hash`. */
const KINDS = [
  ["OpenLDAP", "{SSHA}"],
  ["passlib", "scrypt"],
  ["passlib", "pbkdf2_sha512"],
  ["argon2-cffi", "argon2id"],
  ["Apache", "2y"],
] as const;
const SSHA = hashBy("OpenLDAP", "{SSHA}");
const DJANGO = hashBy("Django", "pbkdf2_sha256");

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putSetting(service, "password", { attempts: { unlimited: true } });
  await service.json("POST", "/auth/v1/roles", { name: "editors" });
  await service.json("POST", "/auth/v1/roles", { name: "/staff/desk" });
});
afterAll(() => service[Symbol.asyncDispose]());

const shown = async (id: string) => {
  const { status, text, body } = await service.json("GET", `/auth/v1/users/${id}`);
  expect(status, text).toBe(200);
  return body.payload;
};
const signIn = async (username: string, password = PASSWORD, more = {}) =>
  service.form(TOKEN, { grant_type: "password", username, password, ...more }, WEB);
const hashOf = async (id: string) => {
  const { snapshots } = await service.auth.service;
  return storedHash((await snapshots.current.principals.get(id)?.details.open())?.password) ?? "";
};
const version = async () => (await service.json("GET", "/auth/v1/version")).body.version;

const GRACE = {
  ...{ alias: "grace", email: "grace@example.com", email_verified: true, name: "Grace Hopper" },
  ...{ given_name: "Grace", family_name: "Hopper", language: "en-US", description: "Navy" },
  ...{ external_id: "auth0|1", source: "auth0", created: "2019-05-01T10:00:00Z" },
  ...{ roles: ["editors"], groups: ["/staff/desk"], details: { uid: "grace", phone: "5550100" } },
  password_hash: DJANGO,
};

/** Another person with all of it, who is here already. */
async function imported(name: string) {
  const person = {
    ...{ ...GRACE, alias: name, email: `${name}@example.com`, external_id: `auth0|${name}` },
    details: { uid: name, phone: "5550100" },
  };
  expect(await importOne(service, person)).toMatchObject({ outcome: "created" });
  return person;
}

test("a person has what the file says, and is shown as every user is", async () => {
  const { outcome, id, name } = await importOne(service, GRACE);
  expect({ outcome, name }).toEqual({ outcome: "created", name: "grace" });
  const user = await shown(id);
  expect(user).toMatchObject({
    ...{ alias: ["grace", "grace@example.com"], local: true, is_active: true },
    ...{ description: "Navy", created_at: "2019-05-01T10:00:00Z" },
    details: {
      ...{ name: "Grace Hopper", given_name: "Grace", family_name: "Hopper", locale: "en-US" },
      ...{ email: "grace@example.com", email_verified: true, uid: "grace", phone: "5550100" },
    },
  });
  expect(user.roles.map((role: { name: string }) => role.name).toSorted()).toEqual([
    "/staff/desk",
    "editors",
  ]);
  expect(JSON.stringify(user)).not.toContain("password");
  const { body } = await service.json("GET", "/auth/v1/audit?action=users_imported");
  expect(body.payload[0]).toMatchObject({ target: { id: "import:auth0" } });
});

test("a second run changes nothing, not even the version", async () => {
  const person = await imported("same");
  const before = await version();
  const again = await importFile(service, "ndjson", ndjson(person), "update=true");
  expect(again.lines).toEqual([expect.objectContaining({ outcome: "unchanged" })]);
  expect(again.lines[0]).not.toHaveProperty("reason");
  expect(await version()).toBe(before);
});

test("the name of an account leads to no one: a person is known by the id of the source", async () => {
  const person = await imported("named");
  const other = { alias: "named", external_id: "auth0|2", source: "auth0" };
  const line = await importOne(service, other, "update=true");
  expect(line).toMatchObject({ outcome: "refused", reason: { id: "import.taken" } });
  const renamed = { ...person, alias: "ghopper" };
  const { outcome, id } = await importOne(service, renamed, "update=true");
  expect(outcome).toBe("updated");
  expect((await shown(id)).alias).toEqual(["named", "named@example.com", "ghopper"]);
});

describe("a password", () => {
  test.each(
    KINDS.map(([product, scheme]) => [`${scheme} of ${product}`, hashBy(product, scheme)] as const),
  )("in %s signs in, and becomes one of this service", async (what, password_hash) => {
    const name = `person-${what.replaceAll(/[^a-z0-9]/gi, "-")}`.toLowerCase();
    const { id } = await importOne(service, { alias: name, password_hash });
    const wrong = await signIn(name, "wrong horse");
    const unknown = await signIn("nobody-there", "wrong horse");
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text]);
    expect((await signIn(name)).status).toBe(200);
    await expect.poll(() => hashOf(id), { timeout: patient(10_000) }).toMatch(/^\$2b\$04\$/);
    expect((await signIn(name)).status).toBe(200);
    expect((await signIn(name, "wrong horse")).status).toBe(400);
  });

  test("in its new form stays, also when an update brings the old one again", async () => {
    const entry = { alias: "renewed", external_id: "r1", password_hash: SSHA };
    const { id } = await importOne(service, entry);
    expect((await signIn("renewed")).status).toBe(200);
    await expect.poll(() => hashOf(id), { timeout: patient(10_000) }).toMatch(/^\$2b\$/);
    expect((await importOne(service, entry, "update=true")).outcome).toBe("unchanged");
    const newer = { ...entry, password_hash: DJANGO };
    expect((await importOne(service, newer, "update=true")).outcome).toBe("unchanged");
    expect(await hashOf(id)).toMatch(/^\$2b\$/);
  });

  test("that was changed there is brought by an update, while no one has signed in here", async () => {
    const entry = { alias: "waiting", external_id: "w1", password_hash: SSHA };
    const { id } = await importOne(service, entry);
    const newer = { ...entry, password_hash: DJANGO };
    expect(await importOne(service, newer)).toMatchObject({
      ...{ outcome: "unchanged", reason: { id: "import.differs" } },
    });
    expect((await importOne(service, newer, "update=true")).outcome).toBe("updated");
    expect(await hashOf(id)).toMatch(/^\$pbkdf2-sha256\$/);
    expect((await importOne(service, newer, "update=true")).outcome).toBe("unchanged");
  });

  test("that has to be changed gives no tokens before it is", async () => {
    const entry = { alias: "newcomer", password_hash: SSHA, must_change_password: true };
    await importOne(service, entry);
    const answer = await signIn("newcomer");
    expect(answer.status).toBe(401);
    expect(answer.body).not.toHaveProperty("access_token");
    expect((await signIn("newcomer", "wrong horse")).status).toBe(400);
  });

  test("of a person who is disabled signs no one in", async () => {
    await importOne(service, { alias: "gone", password_hash: SSHA, enabled: false });
    expect((await signIn("gone")).status).toBe(400);
  });

  test("is not kept of a person who signs in elsewhere", async () => {
    const { id } = await importOne(service, {
      alias: "elsewhere",
      password_hash: SSHA,
      local: false,
    });
    expect(await hashOf(id)).toBe("");
    expect((await shown(id)).local).toBe(false);
  });
});

test("a refusal costs an unknown name what it costs an imported one", async () => {
  const compared: string[] = [];
  const { runtime } = service;
  const { verify } = runtime.passwords;
  const spy = Object.assign(runtime.passwords, {
    verify: (password: string, hash: string) => {
      compared.push(hash.split("$")[1] ?? "");
      return verify(password, hash);
    },
  });
  await importOne(service, { alias: "slow", password_hash: DJANGO });
  const kinds = async (name: string) => {
    compared.length = 0;
    expect((await signIn(name, "wrong horse")).status).toBe(400);
    return compared.toSorted();
  };
  await kinds("slow");
  expect(await kinds("slow")).toEqual(await kinds("not-there"));
  Object.assign(spy, { verify });
});

test("an authenticator app goes on, and has no recovery codes yet", async () => {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const entry = { alias: "careful", password_hash: SSHA, totp_secret: secret };
  await importOne(service, entry);
  const asked = await signIn("careful");
  expect(asked.status).toBe(401);
  expect((await importOne(service, entry, "update=true")).outcome).toBe("unchanged");
  for (const totp_secret of [
    "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=8",
    "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256",
    "otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP",
    "short",
  ]) {
    const { outcome, reason } = await importOne(service, { alias: "other", totp_secret });
    expect(outcome, totp_secret).toBe("refused");
    expect(JSON.stringify(reason)).not.toContain("JBSWY");
  }
  const without = { alias: "without", totp_secret: "short" };
  expect((await importOne(service, without, "without_totp=true")).outcome).toBe("created");
});

test("an update adds and replaces, and takes nothing away", async () => {
  const entry = { alias: "kim", email: "kim@example.com", external_id: "k1", name: "Kim" };
  const { id } = await importOne(service, entry);
  const roles = await service.json("GET", "/auth/v1/roles");
  const editors = roles.body.payload.find((role: { name: string }) => role.name === "editors").id;
  await service.json("PATCH", `/auth/v1/users/${id}`, {
    ...{ alias: ["kim", "kim@example.com", "kk"], role_ids: [editors], is_active: false },
    details: { name: "Kim", email: "kim@example.com", phone: "5550100" },
  });
  const later = { ...entry, name: "Kim Example", groups: ["/staff/desk"], enabled: true };
  expect((await importOne(service, later, "update=true")).outcome).toBe("updated");
  const user = await shown(id);
  expect(user.alias).toEqual(["kim", "kim@example.com", "kk"]);
  expect(user.role_ids).toHaveLength(2);
  expect(user.is_active).toBe(false);
  expect(user.details).toMatchObject({ name: "Kim Example", phone: "5550100" });
});

test("a dry run says what would be, and writes nothing", async () => {
  const person = await imported("drier");
  const before = await version();
  const file = ndjson(
    { alias: "dry", external_id: "d1" },
    { alias: "dry", external_id: "d2" },
    { alias: "dry2", external_id: "d1" },
    { ...person, name: "Another" },
  );
  const { lines, summary } = await importFile(service, "ndjson", file, "dry_run=true&update=true");
  expect(lines.map(({ outcome }) => outcome)).toEqual([
    ...["created", "refused", "unchanged", "updated"],
  ]);
  expect(summary).toMatchObject({ dry_run: true, complete: true, entries: 4, created: 1 });
  expect(await version()).toBe(before);
  expect((await service.json("GET", "/auth/v1/users?alias=dry")).body.payload).toEqual([]);
});

test("a deleted person is a new one to the next run", async () => {
  const entry = { alias: "brief", external_id: "b1" };
  const { id } = await importOne(service, entry);
  await service.json("DELETE", `/auth/v1/users/${id}`);
  const again = await importOne(service, entry);
  expect(again.outcome).toBe("created");
  expect(again.id).not.toBe(id);
});

test("sign-ins elsewhere are linked where the provider is here", async () => {
  await service.json("PUT", "/auth/v1/oauth/providers/company", {
    config: { client_id: "postern", client_secret: "x", issuer: "https://op.example.com" },
  });
  const identities = [{ provider: "oauth:company", subject: "s-1" }];
  const { id } = await importOne(service, { alias: "linked", external_id: "l1", identities });
  const found = await service.json("GET", `/auth/v1/users/${id}/identities`);
  expect(found.text).toContain("https://op.example.com");
  const second = { alias: "linked2", external_id: "l2", identities };
  expect((await importOne(service, second)).reason.id).toBe("refusal.identity_of_other");
  const unknown = [{ provider: "oauth:other", subject: "s-1" }];
  const third = { alias: "linked3", external_id: "l3", identities: unknown };
  expect((await importOne(service, third)).reason.id).toBe("import.provider");
});
