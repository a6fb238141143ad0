/** The rules of a new password are ticked while it is typed, in Chromium: sign-up, temporary password, account page, console; a screen reader is told after a pause (E-1, B-10). */
import process from "node:process";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toAccount } from "../support/account-page.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { type MailSetup, startMailSetup } from "../support/mail-setup.ts";
import { adminToken, send } from "../support/server.ts";

const GIVEN = "given by the office";
const PHONE = {
  viewport: { width: 360, height: 780 },
  locale: "de-DE",
  colorScheme: "dark",
} as const;

describe.skipIf(!chromiumPath)("a new password, while it is typed", () => {
  let browser: Browser;
  let setup: MailSetup;
  beforeAll(async () => {
    [browser, setup] = await Promise.all([
      openBrowser(),
      startMailSetup({
        signup: { enabled: true, password_reset: true },
        password: { refuse_common: true, refuse_own_words: true },
      }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await setup?.[Symbol.asyncDispose]();
  });

  async function newUser(alias: string, more: object = {}): Promise<void> {
    const bearer = await adminToken(setup.service);
    const details = { name: "Ada", email: alias, password: GIVEN, ...more };
    const json = { alias: [alias], local: true, details };
    const { status, text } = await send(setup.service, "POST", "/auth/v1/users", { bearer, json });
    expect(status, text).toBe(200);
  }
  const look = async (page: Page, name: string) => {
    const { SCREENSHOTS } = process.env;
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  };
  /** `true`, `false`, or null for what is not said yet. */
  const kept = (page: Page, rule: string, list = "#new_password-hint") =>
    page.locator(`${list} [data-rule=${rule}]`).getAttribute("data-kept");

  test("at sign-up: length, own name and address; the sign-in page before it loads no such script", () =>
    setup.device(browser, async (page) => {
      const scripts: string[] = [];
      page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
      await page.goto(`${setup.site}/login/`);
      await page.waitForSelector("#login-submit");
      expect(scripts).not.toContain("/login/assets/password-rules.js");
      await page.click("#login-create-account");
      await page.waitForSelector("#new_password-hint[data-ticked]");
      expect(scripts).toContain("/login/assets/password-rules.js");
      await page.fill("#name", "Grace Hopper");
      await page.fill("#email", "grace@example.com");
      await page.fill("#new_password", "hopper");
      expect([await kept(page, "length"), await kept(page, "words")]).toEqual([null, "false"]);
      await page.fill("#new_password", "hopper-12");
      expect([await kept(page, "length"), await kept(page, "words")]).toEqual(["true", "false"]);
      const told = page.locator("#new_password-hint + [role=status]");
      await expect.poll(() => told.textContent()).toContain("Still missing: More than your name");
      await page.fill("#new_password", "correct horse battery");
      expect([await kept(page, "length"), await kept(page, "words")]).toEqual(["true", "true"]);
      await expect.poll(() => told.textContent()).toContain("is there");
      // Another name changes what the password is.
      await page.fill("#name", "Correct Horse-Battery");
      expect(await kept(page, "words")).toBe("false");
      // What only the service knows is never ticked.
      await expect.poll(() => kept(page, "common")).toBe(null);
      await page.fill("#new_password", "x".repeat(73));
      await expect.poll(() => page.isVisible("#new_password-hint [data-rule=most]")).toBe(true);
      await page.fill("#name", "");
      await page.fill("#new_password", "Password1!");
      await look(page, "rules-signup-light");
      await page.click("#signup-form button[type=submit]");
      await page.waitForSelector("#login-error:not(:empty)");
      expect(await page.textContent("#login-error")).toContain("among the first that are tried");
    }));

  test("in place of a temporary password, on a phone in German; and at a reset", () =>
    setup.device(
      browser,
      async (page) => {
        await newUser("temporary@example.com", { password_temporary: true });
        await page.goto(`${setup.site}/login/`);
        await page.fill("#username", "temporary@example.com");
        await page.fill("#password", GIVEN);
        await page.click("#login-submit");
        await page.waitForSelector("#new_password-hint[data-ticked]");
        await page.fill("#new_password", "ein neues Passwort");
        expect(await kept(page, "length")).toBe("true");
        // Whose account it is the page does not know.
        expect(await kept(page, "words")).toBe(null);
        await look(page, "rules-first-phone-dark");
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(
          0,
        );
        await page.goto(`${setup.site}/login/?view=reset-confirm`);
        await page.waitForSelector("#new_password-hint[data-ticked]");
        expect(await page.textContent("#new_password-hint")).toContain("Mindestens 8 Zeichen.");
      },
      PHONE,
    ));

  for (const javaScriptEnabled of [true, false]) {
    test(`the own account, ${javaScriptEnabled ? "in the console" : "without script"}`, () =>
      setup.device(
        browser,
        async (page) => {
          const alias = `own-${javaScriptEnabled}@example.com`;
          await newUser(alias);
          await page.goto(`${setup.site}/auth/ui/account`);
          await page.fill("#username", alias);
          await page.fill("#password", GIVEN);
          await page.click("#login-submit");
          await toAccount(page, setup.site);
          const list = page.locator("#account-new_password-hint");
          await page.fill("#account-new_password", "own-false");
          await look(page, `rules-account-${javaScriptEnabled}`);
          expect(await list.textContent()).toContain("More than your name");
          const mark = list.locator("[data-rule=words]");
          expect(await mark.getAttribute("data-kept")).toBe(javaScriptEnabled ? "false" : null);
          if (!javaScriptEnabled) return;
          await page.goto(`${setup.site}/auth/ui/#account`);
          const field = page.getByLabel("New password", { exact: true });
          await field.fill(alias);
          const rules = page.locator(`[id="${await field.getAttribute("aria-describedby")}"]`);
          await expect.poll(() => rules.textContent()).toContain("More than your name");
          expect(await rules.locator("[data-kept=false]").count()).toBe(1);
          await look(page, "rules-console");
        },
        { javaScriptEnabled },
      ));
  }
});
