/** New passwords by argon2id, those that are there renewed at a sign-in, and nothing told by time (setting `password.hash`; E-1, O22). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { storedHash } from "../support/inside.ts";
import { patient } from "../support/patience.ts";
import { testRuntime } from "../support/runtime.ts";
import { putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const PASSWORD = "correct horse";
/** The least that the setting takes. */
const ARGON2 = { hash: "argon2id", argon2_memory: 8_192, argon2_passes: 1 };
const HEAD = "$argon2id$v=19$m=8192,t=1,p=1$";

let service: TestAuth;
/** Kinds of the hashes that were compared. */
const compared: string[] = [];
beforeAll(async () => {
  const runtime = testRuntime();
  const { passwords } = runtime;
  const counting = {
    ...passwords,
    verify(password: string, hash: string) {
      compared.push(hash.startsWith("$argon2id$") ? "argon2id" : "bcrypt");
      return passwords.verify(password, hash);
    },
  };
  service = await testAuth({}, { ...runtime, passwords: counting });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => service.json("DELETE", "/auth/v1/settings/password"));

const rule = (value: Record<string, unknown>) =>
  putSetting(service, "password", { attempts: { unlimited: true }, ...value });
const hashOf = async (id: string) => {
  const { snapshots } = await service.auth.service;
  const details = await snapshots.current.principals.get(id)?.details.open();
  return storedHash(details?.password) ?? "";
};
const signIn = async (username: string, password = PASSWORD) =>
  (await service.form(TOKEN, { grant_type: "password", username, password }, WEB)).status;
const user = (alias: string) =>
  service.createUser({ alias: [alias], details: { password: PASSWORD } });
const becomes = (id: string, head: RegExp) =>
  expect.poll(() => hashOf(id), { timeout: patient(10_000) }).toMatch(head);

describe("a new password", () => {
  test("is hashed by bcrypt unless the setting says otherwise", async () => {
    expect(await hashOf(await user("first"))).toMatch(/^\$2b\$/);
  });

  test("is hashed by argon2id where it says so, by each way that writes it, and signs in", async () => {
    await rule(ARGON2);
    const id = await user("second");
    expect((await hashOf(id)).startsWith(HEAD)).toBe(true);
    expect(await signIn("second")).toBe(200);
    expect(await signIn("second", "wrong horse")).toBe(400);
    const own = { current_password: PASSWORD, new_password: "a better horse" };
    const changed = await service.json("POST", "/auth/v1/me/password", own, "second");
    expect(changed.status, changed.text).toBe(200);
    expect((await hashOf(id)).startsWith(HEAD)).toBe(true);
    expect(await signIn("second", "a better horse")).toBe(200);
    const path = `/auth/v1/users/${id}`;
    await service.json("PATCH", path, { details: { password: "the best horse" } });
    expect((await hashOf(id)).startsWith(HEAD)).toBe(true);
    expect(await signIn("second", "the best horse")).toBe(200);
  });

  test("is never taken as a hash that is sent, as it is or in base64", async () => {
    await rule(ARGON2);
    const hash = await hashOf(await user("third"));
    for (const password of [hash, btoa(hash)]) {
      const body = { alias: ["thief"], local: true, details: { password } };
      expect((await service.json("POST", "/auth/v1/users", body)).status).toBe(400);
    }
  });
});

test("a sign-in renews the hash in both directions, and for another cost", async () => {
  const id = await user("mover");
  await rule(ARGON2);
  expect(await signIn("mover", "wrong horse")).toBe(400);
  expect(await hashOf(id)).toMatch(/^\$2b\$/);
  expect(await signIn("mover")).toBe(200);
  await becomes(id, /^\$argon2id\$v=19\$m=8192,t=1,/);
  await rule({ ...ARGON2, argon2_passes: 2 });
  expect(await signIn("mover")).toBe(200);
  await becomes(id, /^\$argon2id\$v=19\$m=8192,t=2,/);
  await rule({ hash: "bcrypt" });
  expect(await signIn("mover")).toBe(200);
  await becomes(id, /^\$2b\$/);
  expect(await signIn("mover")).toBe(200);
});

describe("a refusal computes the same for every account and for none", () => {
  const kinds = async (username: string) => {
    compared.length = 0;
    expect(await signIn(username, "wrong horse")).toBe(400);
    return compared.toSorted();
  };

  test.each(["argon2id", "bcrypt"])("while new hashes are %s", async (hash) => {
    await rule({ hash: "bcrypt" });
    await user(`old-${hash}`);
    await rule(ARGON2);
    await user(`new-${hash}`);
    const off = await user(`off-${hash}`);
    await service.json("PATCH", `/auth/v1/users/${off}`, { is_active: false });
    await rule({ ...ARGON2, hash });
    // Where new ones are bcrypt, the first of the other kind that is met tells of the others.
    await signIn(`new-${hash}`, "wrong horse");
    const both = ["argon2id", "bcrypt"];
    for (const name of ["old", "new", "off", "unknown"]) {
      expect([name, await kinds(`${name}-${hash}`)]).toEqual([name, both]);
    }
  });
});

test.each([
  [{ hash: "argon2i" }],
  [{ argon2_memory: 1_024 }],
  [{ argon2_memory: 1_048_576 }],
  [{ argon2_passes: 0 }],
  [{ argon2_passes: 50 }],
])("a cost out of bounds is refused: %j", async (value) => {
  const answer = await service.json("PUT", "/auth/v1/settings/password", { value });
  expect(answer.status).toBe(400);
});
