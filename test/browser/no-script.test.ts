/** Accounts and mails on the login page without script: forms of the page do what the script does (B-10; login-session-wire 4.1). */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/chromium.ts";
import { type MailSetup, PASSWORD, startMailSetup } from "../support/mail-setup.ts";

const EMAIL = "grace@example.com";
const NEW = "another password of mine";

let browser: Browser;
let setup: MailSetup;

beforeAll(async () => {
  const signup = { enabled: true, password_reset: true };
  [browser, setup] = await Promise.all([openBrowser(), startMailSetup({ signup })]);
});
afterAll(async () => {
  await browser?.close();
  await setup?.[Symbol.asyncDispose]();
});

const plain = (act: (page: Page) => Promise<void>) =>
  setup.device(browser, act, { javaScriptEnabled: false });
const login = (page: Page) => page.goto(`${setup.site}/auth/ui/`);
const account = (page: Page) => page.waitForURL(`${setup.site}/auth/ui/`);
const problem = (page: Page) => page.textContent("#login-error");
const notice = (page: Page) => page.textContent("#login-notice");
async function signIn(page: Page, password: string) {
  await page.fill("#username", EMAIL);
  await page.fill("#password", password);
  await page.click("#login-submit");
}

test("signs up; what is wrong is said and nothing typed is lost but the password; the link confirms, and the way goes on", () =>
  plain(async (page) => {
    await login(page);
    await page.click("#login-create-account");
    expect(await page.textContent("h1")).toBe("Create your account");
    expect(await page.getAttribute("#new_password", "minlength")).toBe("8");
    await page.fill("#name", "Grace");
    await page.fill("#email", EMAIL);
    // Longer than bcrypt reads, which a browser does not check.
    await page.fill("#new_password", "x".repeat(80));
    await page.click("#signup-form button.primary");
    expect(await problem(page)).toBe("Password must be at most 72 bytes.");
    expect(await page.inputValue("#email")).toBe(EMAIL);
    expect(await page.inputValue("#name")).toBe("Grace");
    expect(await page.inputValue("#new_password")).toBe("");
    await page.fill("#new_password", PASSWORD);
    await page.click("#signup-form button.primary");
    expect(await notice(page)).toContain("an email with a code");
    await page.fill("#code", "0".repeat(48));
    await page.click("#verify-form button.primary");
    expect(await problem(page)).toContain("This code is not valid");
    const link = await setup.link(EMAIL);
    await page.goto(link);
    expect(await page.textContent("#verify-address")).toContain(EMAIL);
    await page.click("#verify-form button.primary");
    await account(page);
    expect(await page.textContent("#account-name")).toBe("Grace");
  }));

test("forgets the password, and opens the link of the mail while still signed in", () =>
  plain(async (page) => {
    await login(page);
    await signIn(page, PASSWORD);
    await account(page);
    await plain(async (other) => {
      await login(other);
      await other.click("#login-forgot");
      await other.fill("#email", EMAIL);
      await other.click("#reset-form button.primary");
      expect(await notice(other)).toContain("a code is on its way");
      expect(await other.isVisible("#reset-confirm-form")).toBe(true);
    });
    await page.goto(await setup.link(EMAIL));
    expect(await page.textContent("h1")).toBe("Choose a new password");
    await page.fill("#new_password", NEW);
    await page.click("#reset-confirm-form button.primary");
    expect(await notice(page)).toContain("Your new password is saved");
    await login(page);
    await signIn(page, NEW);
    await account(page);
  }));

/** End of the session cookie; -1 when it ends with the browser. */
const lifetime = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "auth_session")?.expires;

test("signs in by the code of a mail, and by its link on another device; each may stay signed in", async () => {
  await plain(async (page) => {
    await login(page);
    await page.click("#login-mail");
    await page.fill("#email", EMAIL);
    await page.click("#mail-form button.primary");
    await page.fill("#code", "BBBBB-BBBBB");
    await page.click("#mail-sent-form button.primary");
    expect(await problem(page)).toContain("This code is not valid");
    expect(await page.isChecked("#remember_me")).toBe(false);
    await page.check("#remember_me");
    await page.fill("#code", "CCCCC-CCCCC");
    await page.click("#mail-sent-form button.primary");
    expect(await page.isChecked("#remember_me"), "kept after a mistake").toBe(true);
    await page.fill("#code", await setup.code(EMAIL));
    await page.click("#mail-sent-form button.primary");
    await account(page);
    expect(await lifetime(page)).toBeGreaterThan(Date.now() / 1_000);
  });
  await plain(async (page) => {
    await login(page);
    await page.click("#login-mail");
    await page.fill("#email", EMAIL);
    await page.click("#mail-form button.primary");
    const link = await setup.link(EMAIL);
    await plain(async (other) => {
      await other.goto(link);
      expect(await other.textContent("#mail-link-address")).toBe(EMAIL);
      await other.check("#remember_me");
      await other.click("#mail-link-form button.primary");
      await account(other);
      expect(await lifetime(other)).toBeGreaterThan(Date.now() / 1_000);
    });
    await page.goto(link);
    expect(await page.textContent("h1")).toBe("This link is not valid");
    await page.click("#mail-again");
    await page.waitForSelector("#mail-form");
  });
});

test("every view leads back to the sign-in, and keeps where the person was going", () =>
  plain(async (page) => {
    for (const id of ["login-create-account", "login-forgot", "login-mail"]) {
      await login(page);
      await page.click(`#${id}`);
      await page.click("#login-back");
      await page.waitForSelector("#login-submit");
      expect(new URL(page.url()).searchParams.get("redirect_path")).toBe("/auth/ui/");
    }
  }));

test("with script the same addresses open the same views, and lead back without a reload", () =>
  setup.device(browser, async (page) => {
    for (const [view, form] of [
      ["signup", "signup-form"],
      ["verify", "verify-form"],
      ["reset", "reset-form"],
      ["reset-confirm", "reset-confirm-form"],
      ["mail", "mail-form"],
    ]) {
      await page.goto(`${setup.site}/login/?view=${view}`);
      await page.waitForSelector("#login-theme:not([hidden])");
      expect(await page.isVisible(`#${form}`)).toBe(true);
      await page.click("#login-back");
      expect(await page.isVisible("#login-submit")).toBe(true);
      expect(await page.title()).toBe("Sign in");
      expect(await page.textContent("h1")).toBe("Sign in");
    }
  }));
