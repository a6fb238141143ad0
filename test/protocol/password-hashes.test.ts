/** B1, E-1: a text in the form of a password hash is a password at no gateway; bcrypt is taken where an administrator writes a user. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuth, StartError } from "../../src/index.ts";
import { type Answer, KEY, testAuth } from "../support/auth.ts";
import { hashPassword, storeHash } from "../support/inside.ts";
import { keptDatabase } from "../support/kept-database.ts";
import hashes from "../support/password-hashes.json" with { type: "json" };
import { testRuntime } from "../support/runtime.ts";
import { CONFIRM, PASSWORD, SIGNUP, type SignupSetup, signupSetup } from "../support/signup.ts";
import { putClient, putSetting } from "../support/tokens.ts";

/** What the refusals have in common. */
const SAYS =
  /must be the (?:password|secret) itself, not its hash \([^)]+\): .*(?:bcrypt|no hash is taken)/;
const NAME = "ada@example.com";

let setup: SignupSetup;
let user = "";
let robot = "";
let open: SignupSetup["service"];
beforeAll(async () => {
  setup = await signupSetup(await testAuth());
  open = setup.service;
  user = await open.createUser({ alias: [NAME], details: { password: PASSWORD } });
  robot = await open.createServiceAccount();
  await putClient(open, "known", { client_secret: "the first secret" });
  // More changes of one account than its limit: every scheme is tried.
  await putSetting(open, "password", { own_changes: { unlimited: true } });
});
afterAll(() => setup[Symbol.asyncDispose]());

const local = { local: true, is_active: true };

/** Every way by which a password or secret comes in over HTTP. */
const ENTRIES: Readonly<Record<string, (text: string) => Promise<Answer>>> = {
  "POST users": (password) =>
    open.json("POST", "/auth/v1/users", { ...local, alias: ["new"], details: { password } }),
  "PUT users": (password) =>
    open.json("PUT", `/auth/v1/users/${user}`, { ...local, alias: [NAME], details: { password } }),
  "PATCH users": (password) =>
    open.json("PATCH", `/auth/v1/users/${user}`, { details: { password } }),
  "POST service accounts": (secret) =>
    open.json("POST", "/auth/v1/service-accounts", { alias: ["r2"], details: { secret } }),
  "PATCH service accounts": (secret) =>
    open.json("PATCH", `/auth/v1/service-accounts/${robot}`, { details: { secret } }),
  "password of a service account": (password) =>
    open.json("PATCH", `/auth/v1/service-accounts/${robot}`, { details: { password } }),
  "PUT clients": (client_secret) =>
    open.json("PUT", "/auth/v1/oauth/clients/known", { enabled: true, config: { client_secret } }),
  "sign up": (password) => setup.form(SIGNUP, { email: "new@example.com", password }),
  "confirm a reset": (password) => setup.open(CONFIRM, { code: "0".repeat(48), password }),
  "change of one's own": (new_password) =>
    open.json("POST", "/auth/v1/me/password", { current_password: PASSWORD, new_password }, NAME),
};

describe.each(Object.entries(ENTRIES))("%s", (_, send) => {
  test.each(hashes.map(({ scheme, product, hash }) => [scheme, product, hash] as const))(
    "refuses %s of %s",
    async (_scheme, _product, hash) => {
      const { status, body, text } = await send(hash);
      expect(status, text).toBe(400);
      expect(`${body.message} ${body.error ?? ""}`).toMatch(SAYS);
    },
  );
});

test("nothing was written by any of them", async () => {
  expect(await setup.signsIn(NAME, PASSWORD)).toBe(true);
  for (const alias of ["new", "r2", "new@example.com"]) {
    expect(await open.auth.api.principal(alias)).toBeUndefined();
  }
  expect((await open.auth.api.principal("robot"))?.details).toMatchObject({ name: "Robot" });
});

test.each(
  hashes.filter((_, at) => at % 8 === 0).map(({ scheme, hash }) => [scheme, hash] as const),
)("`postern hash-password` and `first_run.admin_password` refuse %s", async (_scheme, hash) => {
  const hasher = async () => testRuntime().passwords;
  await expect(hashPassword(hash, hasher)).rejects.toThrow(SAYS);
  await using database = await keptDatabase();
  const auth = createAuth(
    { encryption: { key: KEY }, first_run: { admin_password: hash } },
    testRuntime({ openSql: database.openSql }),
  );
  const failure: unknown = await auth.ready.catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(StartError);
  expect((failure as StartError).message).toMatch(SAYS);
  await auth.close();
});

test("a password that was stored before as the text of a hash no longer signs in", async () => {
  const hash = hashes.find(({ scheme }) => scheme === "md5_crypt")?.hash ?? "";
  const stored = storeHash(await open.runtime.passwords.hash(hash));
  const alias = ["imported@example.com"];
  await open.createUser({ alias, details: { password: stored } });
  expect(await setup.signsIn("imported@example.com", hash)).toBe(false);
});

test("bcrypt is taken for a user, in each of its spellings; its password signs in and its text does not", async () => {
  const made = await open.runtime.passwords.hash(PASSWORD);
  const spellings = ["$2a$", "$2b$", "$2y$"].map((name) => made.replace("$2b$", name));
  for (const [at, password] of [...spellings, storeHash(made)].entries()) {
    const alias = `bcrypt${at}@example.com`;
    await open.createUser({ alias: [alias], details: { password } });
    expect(await setup.signsIn(alias, PASSWORD), password).toBe(true);
    expect(await setup.signsIn(alias, password), password).toBe(false);
  }
  for (const send of ["sign up", "confirm a reset", "change of one's own"]) {
    expect((await ENTRIES[send]?.(made))?.status, send).toBe(400);
  }
});
