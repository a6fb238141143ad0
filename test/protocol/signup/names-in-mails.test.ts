/** E-5, M-2, B-3: a name that a person chose is shown literally in a mail, and turns or hides nothing around it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAuth } from "../../support/auth.ts";
import { asShown } from "../../support/inside.ts";
import { PASSWORD, RESET, SIGNUP, type SignupSetup, signupSetup } from "../../support/signup.ts";

let setup: SignupSetup;
beforeAll(async () => {
  setup = await signupSetup(await testAuth());
  await setup.settings({
    // A subject that is encoded words alone passes through the mailer as it is.
    verify_subject: "{{ .Name }}",
    verify_body_template: "Name: {{ .Name }}|",
    reset_subject: "Hello {{ .Name }}, again",
    reset_body_template: "Name: {{ .Name }}|{{ .RedirectURI }}|",
  });
});
afterAll(() => setup[Symbol.asyncDispose]());

const NAMES = [
  "=?utf-8?q?Your_account_is_locked?=",
  "=?UTF-8?B?WW91ciBhY2NvdW50IGlzIGxvY2tlZA==?=",
  "=?utf-8?q?Call_+1_555?= =?utf-8?q?_0100?=",
  "=?iso-8859-1?Q?=E9?=",
  "Zoé =?utf-8?q?locked?= Müller",
  "=?",
  "?= =?",
  `${"=?utf-8?q?a?= ".repeat(6)}한국어`,
];

test.each(NAMES)("in a subject and a body: %s", async (name) => {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  await setup.form(SIGNUP, { email, password: PASSWORD, name });
  const { mail } = await setup.relay.next(email);
  expect(mail.subject).toBe(name.trim());
  expect(mail.text).toContain(`Name: ${name}|`);
});

test("names of users whom a directory or an administrator made: one line, nothing that turns or hides text", async () => {
  const name = "Ada\u202e gnp.exe\r\nBcc: eve@example.com\u2028\u200b\u{e0041}";
  const email = "turned@example.com";
  await setup.service.createUser({ alias: [email], details: { name, password: PASSWORD } });
  await setup.form(RESET, { email, redirect_uri: "https://eve.example/" });
  const { mail, to } = await setup.relay.next(email);
  expect(to).toEqual([email]);
  expect(mail.subject).toBe("Hello Ada gnp.exe Bcc: eve@example.com, again");
  expect(mail.text).toContain("Name: Ada gnp.exe Bcc: eve@example.com|");
  expect(mail.bcc).toBeUndefined();
  // A7: nor does a template see an address that the mail does not lead to.
  expect(`${mail.text}${mail.html}`).not.toContain("eve.example");
});

test("encoded words are of the length that RFC 2047 allows, and what needs none stays as it is", () => {
  expect(asShown("Your sign-in code")).toBe("Your sign-in code");
  const words = asShown(`=?${"ä한😀x".repeat(40)}`).split(" ");
  expect(words.length).toBeGreaterThan(5);
  for (const word of words) expect(word.length).toBeLessThanOrEqual(75);
});
