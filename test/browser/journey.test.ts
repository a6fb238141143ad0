/** Everything that one person does in a year, in one browser, with a real relay and a real reader of QR codes (issue: every way to prove who you are). */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toAccount } from "../support/account-page.ts";
import { openBrowser } from "../support/chromium.ts";
import { complaints, type MailSetup, PASSWORD, startMailSetup } from "../support/mail-setup.ts";
import { type ProtectedApp, startProtectedApp } from "../support/protected-app.ts";
import { readQrCode } from "../support/qr-reader.ts";
import { codeAt, earlyInPeriod } from "../support/totp.ts";
import { addAuthenticator } from "../support/virtual-authenticator.ts";

const EMAIL = "grace@example.com";
const ADA = "ada@example.com";
const NEW = "another password of mine";

let browser: Browser;
let setup: MailSetup;
let app: ProtectedApp;
let site: string;

beforeAll(async () => {
  [browser, setup] = await Promise.all([
    openBrowser(),
    startMailSetup({
      signup: { enabled: true, password_reset: true },
      api_key: { self_service: true },
      passkey: { enrollment: { enabled: true, methods: ["password"], snooze_duration: "0s" } },
    }),
  ]);
  site = setup.site;
  app = await startProtectedApp(`${setup.service.url}/auth/oauth2/api-key`);
});
afterAll(async () => {
  await browser?.close();
  await app?.[Symbol.asyncDispose]();
  await setup?.[Symbol.asyncDispose]();
});

let shots = 0;
/** With `SCREENSHOTS` a folder gets a picture of each step. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const path = `${folder}/${String(++shots).padStart(2, "0")}-${name}.png`;
  await page.screenshot({ path, fullPage: true });
}

test("a person signs up and uses every way to prove who they are", async () => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const heard = complaints(page, site);
  await addAuthenticator(page);

  const account = async () => {
    await toAccount(page, site);
    expect(await page.textContent("#account-name")).toBe("Grace");
  };
  const signOut = async () => {
    await page.click("#account-sign-out button");
    await page.waitForSelector("#login-notice:not(:empty)");
  };
  const password = async (value: string) => {
    await page.goto(`${site}/auth/ui/account`);
    await page.waitForSelector("#login-theme:not([hidden])");
    await page.fill("#username", EMAIL);
    await page.fill("#password", value);
    await page.click("#login-submit");
  };

  // Signs up, and confirms the address by the link of the mail.
  await page.goto(`${site}/`);
  await page.click("#login-create-account");
  await page.fill("#name", "Grace");
  await page.fill("#email", EMAIL);
  await page.fill("#new_password", PASSWORD);
  await look(page, "signup");
  await page.click("#signup-form button[type=submit]");
  await page.waitForSelector("#verify-form");
  await look(page, "signup-sent");
  await page.goto(await setup.link(EMAIL));
  await look(page, "verify-link");
  await page.click("#verify-form button[type=submit]");
  await account();
  await look(page, "verified");
  await signOut();

  // Signs in; the passkey that is offered comes later.
  await password(PASSWORD);
  await page.waitForSelector("#enrollment-decline");
  await look(page, "enrollment");
  await page.click("#enrollment-decline");
  await account();
  await look(page, "account");

  // Adds a passkey on the account page, and signs in with it.
  await page.fill("#account-passkey-name", "Laptop");
  await page.click("#account-passkey-add button");
  await page.waitForSelector(".passkey");
  await look(page, "passkey-added");
  await signOut();
  await look(page, "signed-out");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await account();
  expect(await page.textContent(".passkey small")).toContain("Last used");

  // Sets up the second factor by the QR code, and signs in with it.
  await page.click('form[action="/auth/ui/two-step/set-up"] button');
  const uri = new URL(readQrCode(await page.locator("#two-step-qr").screenshot()));
  expect(uri.protocol + uri.host).toBe("otpauth:totp");
  expect(decodeURIComponent(uri.pathname)).toContain(EMAIL);
  const secret = uri.searchParams.get("secret") ?? "";
  const typed = (await page.textContent("#two-step-secret")) ?? "";
  expect(typed.replaceAll(" ", "")).toBe(secret);
  await look(page, "two-step-set-up");
  // The page answers a form: it begins where the person has to go on, and not at its top.
  const field = page.locator("#two-step-code");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(
    true,
  );
  await earlyInPeriod();
  await page.fill("#two-step-code", codeAt(secret, Date.now()));
  await page.click("#two-step-confirm button");
  const recovery = await page.locator("#two-step-codes li").allTextContents();
  expect(recovery).toHaveLength(8);
  await look(page, "two-step-codes");
  await page.getByRole("button", { name: "Copy the codes" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recovery.join("\n"));
  await page.goto(`${site}/auth/ui/account`);
  await signOut();
  await password(PASSWORD);
  await page.waitForSelector("#second-factor-form");
  await look(page, "second-factor");
  // The code of this half minute was used up by the confirmation.
  await page.fill("#totp", codeAt(secret, Date.now() + 30_000));
  await page.keyboard.press("Enter");
  await account();
  await signOut();

  // Loses the phone, and forgets the password: a recovery code stands in, and the mail helps.
  await page.click("#login-forgot");
  await page.fill("#email", EMAIL);
  await look(page, "reset");
  await page.click("#reset-form button[type=submit]");
  await page.waitForSelector("#reset-confirm-form");
  await look(page, "reset-sent");
  await page.goto(await setup.link(EMAIL));
  await page.fill("#new_password", NEW);
  await look(page, "reset-link");
  await page.click("#reset-confirm-form button[type=submit]");
  // The browser that asked is signed in with the new password, as far as that goes.
  await page.waitForSelector("#second-factor-form");
  await look(page, "reset-done");
  await page.click("#login-recovery");
  await page.fill("#totp", recovery[0] ?? "");
  await look(page, "recovery");
  await page.click("#second-factor-form button[type=submit]");
  await page.waitForSelector("#recovery-continue");
  expect(await page.textContent("#recovery-left")).toContain("7");
  await look(page, "recovery-used");
  await page.click("#recovery-continue");
  await account();
  await signOut();
  await password(PASSWORD);
  await page.waitForSelector("#login-error:not(:empty)");
  await password(NEW);
  await page.click("#login-recovery");
  await page.fill("#totp", recovery[1] ?? "");
  await page.click("#second-factor-form button[type=submit]");
  await page.click("#recovery-continue");
  await account();

  // Makes a key, and calls an application with it.
  await page.fill("#account-key-name", "Backup script");
  await page.click("#account-make-key button[type=submit]");
  const key = (await page.textContent("#account-new-key"))?.trim() ?? "";
  await look(page, "key");
  expect((await fetch(app.url)).status).toBe(401);
  const called = await fetch(app.url, { headers: { "x-api-key": key } });
  // Decision E-3: an application knows a key that its owner made by its id.
  const user = expect.stringMatching(/^api-key:\w+$/);
  expect(await called.json()).toEqual({ user, key: null, kind: "key" });
  const other = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
  expect((await fetch(app.url, { headers: { "x-api-key": other } })).status).toBe(401);

  expect(heard).toEqual([]);
  await context.close();
});

test("the second factor without script: set up, asked for with the password, and a recovery code in its place", async () => {
  await setup.newUser(ADA);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const heard = complaints(page, site);
  const signIn = async () => {
    await page.goto(`${site}/auth/ui/account`);
    await page.fill("#username", ADA);
    await page.fill("#password", PASSWORD);
    await page.click("#login-submit");
  };
  const code = async (value: string) => {
    expect(await page.inputValue("#username")).toBe(ADA);
    expect(await page.inputValue("#password"), "never sent back").toBe("");
    await page.fill("#password", PASSWORD);
    await page.fill("#totp", value);
    await page.click("#login-submit");
  };
  await signIn();
  await page.click('form[action="/auth/ui/two-step/set-up"] button');
  const secret = ((await page.textContent("#two-step-secret")) ?? "").replaceAll(" ", "");
  await earlyInPeriod();
  await page.fill("#two-step-code", codeAt(secret, Date.now()));
  await page.click("#two-step-confirm button");
  const [recovery = ""] = await page.locator("#two-step-codes li").allTextContents();
  await page.goto(`${site}/auth/ui/account`);
  await page.click("#account-sign-out button");

  await signIn();
  expect(await page.textContent("body")).toContain("code from your authenticator app");
  await look(page, "two-step-no-script");
  await code("000000");
  await page.waitForSelector("#login-error:not(:empty)");
  await code(codeAt(secret, Date.now() + 30_000));
  await toAccount(page, site);
  await page.click("#account-sign-out button");

  await signIn();
  await code(recovery);
  expect(await page.textContent("body")).toContain("Recovery codes left: 7");
  await look(page, "recovery-no-script");
  await page.getByRole("link", { name: "Continue" }).click();
  await toAccount(page, site);
  expect(heard).toEqual([]);
  await context.close();
});
