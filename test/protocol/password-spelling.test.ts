/** B11, RFC 8265 §4.2: one password, though keyboards spell its letters in two ways. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAuth } from "../support/auth.ts";
import { storeHash } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  CONFIRM,
  RESET,
  SIGNUP,
  type SignupSetup,
  signupSetup,
  VERIFY,
} from "../support/signup.ts";

/** `é`, `ü`, Å as a sign of its own, and Hangul. */
const TEXT = "Zoé prüft \u212bngström 한국어";
const NFC = TEXT.normalize("NFC");
const NFD = TEXT.normalize("NFD");
const FORMS = [NFC, NFD, TEXT] as const;

let setup: SignupSetup;
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
  setup = await signupSetup(await testAuth({}, runtime));
});
afterAll(() => setup[Symbol.asyncDispose]());

const newUser = async (password: string) => {
  const name = `${Math.random().toString(36).slice(2)}@example.com`;
  await setup.service.createUser({ alias: [name], details: { password } });
  return name;
};

async function signsInWithEach(name: string) {
  for (const form of FORMS) expect(await setup.signsIn(name, form), form).toBe(true);
  expect(await setup.signsIn(name, NFC.replace("é", "e"))).toBe(false);
  expect(await setup.signsIn(name, NFC.normalize("NFKC").toUpperCase())).toBe(false);
}

describe("a password that is set in one spelling is typed in any", () => {
  test.each(FORMS)("by an administrator: %j", async (form) => {
    await signsInWithEach(await newUser(form));
  });

  test.each(FORMS)("by signing up, and by a reset: %j", async (form) => {
    const email = `${Math.random().toString(36).slice(2)}@example.com`;
    await setup.form(SIGNUP, { email, password: form });
    expect((await setup.open(VERIFY, { code: await setup.codeFor(email) })).status).toBe(200);
    await signsInWithEach(email);
    await setup.form(RESET, { email });
    const code = await setup.codeFor(email);
    expect((await setup.open(CONFIRM, { code, password: `${form}!` })).status).toBe(200);
    for (const typed of FORMS) expect(await setup.signsIn(email, `${typed}!`)).toBe(true);
  });

  test.each(FORMS)("by its owner, who types the old one in another: %j", async (form) => {
    const name = await newUser(NFC);
    const body = { current_password: NFD, new_password: `${form}!` };
    const { status } = await setup.service.json("POST", "/auth/v1/me/password", body, name);
    expect(status).toBe(200);
    for (const typed of FORMS) expect(await setup.signsIn(name, `${typed}!`)).toBe(true);
  });
});

test.each([NFC, NFD])(
  "one that was stored before is found in any, and stored anew: %j",
  async (form) => {
    const name = await newUser(storeHash(await setup.service.runtime.passwords.hash(form)));
    const first = await setup.service.auth.api.principal(name);
    await signsInWithEach(name);
    const stored = async () => {
      const { snapshots } = await setup.service.auth.service;
      const record = snapshots.current.principals.get(first?.id ?? "");
      return String((await record?.details.open())?.password);
    };
    await expect
      .poll(async () => {
        const hash = atob(await stored());
        return setup.service.runtime.passwords.verify(NFC, hash);
      })
      .toBe(true);
  },
);

test("one that was stored before in neither form is found as it is typed, and from then on in any", async () => {
  const name = await newUser(storeHash(await setup.service.runtime.passwords.hash(TEXT)));
  expect(await setup.signsIn(name, NFC)).toBe(false);
  expect(await setup.signsIn(name, TEXT)).toBe(true);
  await expect.poll(() => setup.signsIn(name, NFC)).toBe(true);
  expect(await setup.signsIn(name, NFD)).toBe(true);
});

test("E-1: 72 bytes of the form that is hashed, which is the shorter one", async () => {
  const longest = "é".repeat(36);
  const name = await newUser(longest.normalize("NFD"));
  expect(await setup.signsIn(name, longest)).toBe(true);
  expect(await setup.signsIn(name, longest.normalize("NFD"))).toBe(true);
  expect(await setup.signsIn(name, "é".repeat(37))).toBe(false);
  const { status, body } = await setup.form(SIGNUP, {
    email: "long@example.com",
    password: "é".repeat(37).normalize("NFD"),
  });
  expect([status, body.message]).toEqual([400, "password must be at most 72 bytes"]);
});

test("B-11, E-6: how often a password is compared depends on what was typed alone", async () => {
  const known = await newUser(NFC);
  const disabled = await newUser(NFC);
  const id = (await setup.service.auth.api.principal(disabled))?.id;
  await setup.service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
  await setup.service.createUser({ alias: ["far@example.com"], local: false, details: {} });
  const cost = async (name: string, password: string) => {
    checked = 0;
    expect(await setup.signsIn(name, password)).toBe(false);
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
