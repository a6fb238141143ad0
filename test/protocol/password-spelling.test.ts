/** B11, RFC 8265 §4.2: one password, though keyboards spell its letters in two ways. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storeHash } from "../../src/iam/principals/details.ts";
import { testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  CONFIRM,
  RESET,
  SIGNUP,
  type SignupHouse,
  signupHouse,
  VERIFY,
} from "../support/signup.ts";

/** `é`, `ü`, Å as a sign of its own, and Hangul. */
const TEXT = "Zoé prüft \u212bngström 한국어";
const NFC = TEXT.normalize("NFC");
const NFD = TEXT.normalize("NFD");
const FORMS = [NFC, NFD, TEXT] as const;

let house: SignupHouse;
let checked = 0;
beforeAll(async () => {
  const runtime = testRuntime();
  const verify = runtime.passwords.verify.bind(runtime.passwords);
  Object.assign(runtime.passwords, {
    verify: (password: string, hash: string) => {
      checked += 1;
      return verify(password, hash);
    },
  });
  house = await signupHouse(await testAuth({}, runtime));
});
afterAll(() => house[Symbol.asyncDispose]());

const newUser = async (password: string) => {
  const name = `${Math.random().toString(36).slice(2)}@example.com`;
  await house.service.createUser({ alias: [name], details: { password } });
  return name;
};

async function signsInWithEach(name: string) {
  for (const form of FORMS) expect(await house.signsIn(name, form), form).toBe(true);
  expect(await house.signsIn(name, NFC.replace("é", "e"))).toBe(false);
  expect(await house.signsIn(name, NFC.normalize("NFKC").toUpperCase())).toBe(false);
}

describe("a password that is set in one spelling is typed in any", () => {
  test.each(FORMS)("by an administrator: %j", async (form) => {
    await signsInWithEach(await newUser(form));
  });

  test.each(FORMS)("by signing up, and by a reset: %j", async (form) => {
    const email = `${Math.random().toString(36).slice(2)}@example.com`;
    await house.form(SIGNUP, { email, password: form });
    expect((await house.open(VERIFY, { code: await house.codeFor(email) })).status).toBe(200);
    await signsInWithEach(email);
    await house.form(RESET, { email });
    const code = await house.codeFor(email);
    expect((await house.open(CONFIRM, { code, password: `${form}!` })).status).toBe(200);
    for (const typed of FORMS) expect(await house.signsIn(email, `${typed}!`)).toBe(true);
  });

  test.each(FORMS)("by its owner, who types the old one in another: %j", async (form) => {
    const name = await newUser(NFC);
    const body = { current_password: NFD, new_password: `${form}!` };
    const { status } = await house.service.json("POST", "/auth/v1/me/password", body, name);
    expect(status).toBe(200);
    for (const typed of FORMS) expect(await house.signsIn(name, `${typed}!`)).toBe(true);
  });
});

test.each([NFC, NFD])(
  "one that was stored before is found in any, and stored anew: %j",
  async (form) => {
    const name = await newUser(storeHash(await house.service.runtime.passwords.hash(form)));
    const first = await house.service.auth.api.principal(name);
    await signsInWithEach(name);
    const stored = async () => {
      const { snapshots } = await house.service.auth.service;
      const record = snapshots.current.principals.get(first?.id ?? "");
      return String((await record?.details.open())?.password);
    };
    await expect
      .poll(async () => {
        const hash = atob(await stored());
        return house.service.runtime.passwords.verify(NFC, hash);
      })
      .toBe(true);
  },
);

test("one that was stored before in neither form is found as it is typed, and from then on in any", async () => {
  const name = await newUser(storeHash(await house.service.runtime.passwords.hash(TEXT)));
  expect(await house.signsIn(name, NFC)).toBe(false);
  expect(await house.signsIn(name, TEXT)).toBe(true);
  await expect.poll(() => house.signsIn(name, NFC)).toBe(true);
  expect(await house.signsIn(name, NFD)).toBe(true);
});

test("E-1: 72 bytes of the form that is hashed, which is the shorter one", async () => {
  const longest = "é".repeat(36);
  const name = await newUser(longest.normalize("NFD"));
  expect(await house.signsIn(name, longest)).toBe(true);
  expect(await house.signsIn(name, longest.normalize("NFD"))).toBe(true);
  expect(await house.signsIn(name, "é".repeat(37))).toBe(false);
  const { status, body } = await house.form(SIGNUP, {
    email: "long@example.com",
    password: "é".repeat(37).normalize("NFD"),
  });
  expect([status, body.message]).toEqual([400, "password must be at most 72 bytes"]);
});

test("B-11, E-6: how often a password is compared depends on what was typed alone", async () => {
  const known = await newUser(NFC);
  const disabled = await newUser(NFC);
  const id = (await house.service.auth.api.principal(disabled))?.id;
  await house.service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
  await house.service.createUser({ alias: ["far@example.com"], local: false, details: {} });
  const cost = async (name: string, password: string) => {
    checked = 0;
    expect(await house.signsIn(name, password)).toBe(false);
    return checked;
  };
  for (const password of ["a plain one", `${NFC}?`, `${NFD}?`, `${TEXT}?`, "é".repeat(40)]) {
    const counts = new Set<number>();
    for (const name of [known, disabled, "far@example.com", "unknown@example.com"]) {
      counts.add(await cost(name, password));
    }
    expect(counts.size, password).toBe(1);
  }
  // Also the right one of an account that is disabled.
  expect(await cost(disabled, NFC)).toBe(await cost("unknown@example.com", NFC));
});
