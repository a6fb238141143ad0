/** RFC 6749 §4.3, the password grant (specification, token rule 1; auth-wire 5.5; O22, K-10, K-18). */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { createInlineBcrypt, type PasswordHasher } from "../support/inside.ts";
import { patient } from "../support/patience.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  ROBOT,
  refusal,
  TOKEN,
  WEB,
  withSetting,
} from "../support/tokens.ts";

let service: TestAuth;
let adaId: string;

beforeAll(async () => {
  service = await testAuth();
  adaId = await createAda(service);
  await service.createServiceAccount({ local: true });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, "spa", { public: true });
  await putClient(service, "registered", { client_secret: "s", dynamic: true });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = (fields: Record<string, string>, client: typeof WEB | undefined = WEB) =>
  service.form(TOKEN, { ...ADA, ...fields }, client);

test("local users are checked by bcrypt", async () => {
  expect((await login({})).status).toBe(200);
  const plain = "a plain password, hashed";
  await service.createUser({ alias: ["bob"], details: { password: plain } });
  expect((await login({ username: "bob", password: plain })).status).toBe(200);
  expect(refusal(await login({ username: "bob", password: `${plain}!` }))).toEqual({
    status: 400,
    error: "invalid_grant",
  });
});

test("every alias logs in, in its comparison form (T-8), and the username is trimmed", async () => {
  for (const username of ["ada@example.com", " ada ", "ADA", "Ada@Example.COM", "ａｄａ"]) {
    expect((await login({ username })).status, username).toBe(200);
  }
});

test("O22: one text for unknown user and wrong password, 400 invalid_grant", async () => {
  const wrong = await login({ password: "wrong" });
  const unknown = await login({ username: "absent" });
  const account = await login({ username: "robot", password: ROBOT.secret });
  expect(refusal(wrong)).toEqual({ status: 400, error: "invalid_grant" });
  expect(unknown.text).toBe(wrong.text);
  expect(account.text, "a service account has no password").toBe(wrong.text);
});

test("auth-wire 5.5: `username and password are required`; K-18: empty counts as missing", async () => {
  const missing: Record<string, string>[] = [
    { grant_type: "password" },
    { grant_type: "password", username: "ada" },
    { grant_type: "password", password: "correct horse" },
    { ...ADA, password: "" },
    { ...ADA, username: "   " },
  ];
  for (const form of missing) {
    expect((await service.form(TOKEN, form, WEB)).body).toEqual({
      error: "invalid_request",
      error_description: "username and password are required",
    });
  }
});

test("K-18: an over-long password and one with NUL are refused, also when its first 72 bytes match", async () => {
  const long = "x".repeat(72);
  await service.createUser({ alias: ["long"], details: { password: long } });
  expect((await login({ username: "long", password: long })).status).toBe(200);
  for (const password of [`${long}y`, "ü".repeat(37), "correct horse\u0000", "\u0000"]) {
    const answer = await login({ username: "long", password });
    expect(refusal(answer)).toEqual({ status: 400, error: "invalid_grant" });
  }
});

test("K-18: never for public or dynamic clients", async () => {
  const publicly = await service.form(TOKEN, { ...ADA, client_id: "spa" });
  // It has no secret that could be wrong.
  expect(refusal(publicly)).toEqual({ status: 400, error: "unauthorized_client" });
  expect(refusal(await login({}, { id: "registered", secret: "s" }))).toEqual({
    status: 400,
    error: "unauthorized_client",
  });
});

test("`password.disabled` rejects the password grant: `password login is disabled`", async () => {
  await withSetting(service, "password", { disabled: true }, async () => {
    expect((await login({})).body).toEqual({
      error: "unsupported_grant_type",
      error_description: "password login is disabled",
    });
  });
  expect((await login({})).status).toBe(200);
});

test("4d: `password.local_disabled` is told with its own text, and the same to everybody", async () => {
  await withSetting(service, "password", { local_disabled: true }, async () => {
    for (const fields of [{}, { password: "wrong horse" }, { username: "absent" }]) {
      const { status, body } = await login(fields);
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          error: "invalid_grant",
          error_description: "local password login is disabled",
        },
      });
    }
  });
  expect((await login({})).status, "nothing was counted").toBe(200);
});

test("a user that is not local has no local password", async () => {
  await service.createUser({ alias: ["remote"], local: false });
  expect(refusal(await login({ username: "remote" }))).toEqual({
    status: 400,
    error: "invalid_grant",
  });
});

test("K-10, B-11: a disabled user gets no token, and the answer to the right password is that to a wrong one", async () => {
  const patch = (is_active: boolean) =>
    service.json("PATCH", `/auth/v1/users/${adaId}`, { is_active });
  await patch(false);
  const [right, wrong] = [await login({}), await login({ password: "wrong" })];
  expect(right.body).toEqual({ error: "invalid_grant", error_description: "password not match" });
  expect([right.status, right.text]).toEqual([wrong.status, wrong.text]);
  await patch(true);
  expect((await login({})).status).toBe(200);
});

test("E-1: a hash counts as `postern hash-password` prints it, and in base64; it is no password itself", async () => {
  const printed = await createInlineBcrypt(4).hash("correct horse");
  for (const [alias, password] of [
    ["as-printed", printed],
    ["as-base64", btoa(printed)],
  ] as const) {
    await service.createUser({ alias: [alias], details: { password } });
    expect((await login({ username: alias, password: "correct horse" })).status, alias).toBe(200);
    expect((await login({ username: alias, password })).status, alias).toBe(400);
  }
});

describe("E-1, O22: imported hashes of another cost than ours", () => {
  const imported = async (alias: string, cost: number) => {
    const password = btoa(await createInlineBcrypt(cost).hash("correct horse"));
    const id = await service.createUser({ alias: [alias], details: { password } });
    const stored = async () => {
      const { snapshots } = await service.auth.service;
      const details = await snapshots.current.principals.get(id)?.details.open();
      return atob(String(details?.password));
    };
    return {
      password,
      stored,
      ask: (given: string) => login({ username: alias, password: given }),
    };
  };

  test.each([5, 6])(
    "cost %i is made ours at the first sign-in, and goes on working",
    async (cost) => {
      const { stored, ask } = await imported(`import-${cost}`, cost);
      expect((await ask("wrong")).status).toBe(400);
      expect(await stored()).toContain(`$0${cost}$`);
      expect((await ask("correct horse")).status).toBe(200);
      await vi.waitFor(async () => expect(await stored()).toContain("$04$"), patient(10_000));
      expect((await ask("correct horse")).status).toBe(200);
      expect((await ask("wrong")).status).toBe(400);
    },
  );

  test("a wrong password costs as much for a hash of less cost as for a name that no one has", async () => {
    const passwords: { cost: number; verify: PasswordHasher["verify"] } = service.runtime.passwords;
    passwords.cost = 5;
    const verify = vi.spyOn(passwords, "verify");
    const costs = () => verify.mock.calls.splice(0).map(([, hash]) => hash.slice(4, 6));
    await login({ username: "no such person" });
    expect(costs()).toEqual(["05"]);
    await login({ password: "wrong" });
    expect(costs()).toEqual(["04", "05"]);
    verify.mockRestore();
    passwords.cost = 4;
  });

  test("a hash that would cost much more than ours is refused when it is written", async () => {
    const hash = btoa(`$2b$13$${"a".repeat(53)}`);
    const body = { alias: ["slow"], local: true, details: { password: hash } };
    const { status, text } = await service.json("POST", "/auth/v1/users", body);
    expect([status, text]).toEqual([400, expect.stringContaining("must be at most 12")]);
  });
});

test("a service account may be the client of a user's login", async () => {
  const { status, body } = await login({ scope: "openid" }, ROBOT);
  expect(status).toBe(200);
  expect(body).toHaveProperty("refresh_token");
});

test("remember_me takes true, 1 and on; everything else is off", async () => {
  for (const [word, remembered] of [
    ["true", true],
    ["1", true],
    ["on", true],
    ["false", false],
    ["yes please", false],
  ] as const) {
    const { access_token } = (await login({ remember_me: word })).body;
    expect(claimsOf(access_token).remember_me, word).toBe(remembered);
  }
});
