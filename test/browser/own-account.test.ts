/** What people change of their own account, and a password for the first sign-in, in Chromium: with and without script, on a phone, in German (ADR 0086; E-6, decision E-12). */
import process from "node:process";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toAccount } from "../support/account-page.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { type MailSetup, PASSWORD, startMailSetup } from "../support/mail-setup.ts";
import { adminToken, send } from "../support/server.ts";

const NEW = "a password of my own choice";
const PHONE = { viewport: { width: 390, height: 780 }, locale: "de-DE", colorScheme: "dark" };

describe.skipIf(!chromiumPath)("the own account", () => {
  let browser: Browser;
  let setup: MailSetup;
  let bearer = "";
  beforeAll(async () => {
    const accounts = {
      self_service: { name: true, address: true, language: true, picture: true, deletion: true },
    };
    [browser, setup] = await Promise.all([openBrowser(), startMailSetup({ accounts })]);
    bearer = await adminToken(setup.service);
  });
  afterAll(async () => {
    await browser?.close();
    await setup?.[Symbol.asyncDispose]();
  });

  async function newUser(alias: string, details: object): Promise<void> {
    const json = { alias: [alias], local: true, details };
    const { status, text } = await send(setup.service, "POST", "/auth/v1/users", { bearer, json });
    expect(status, text).toBe(200);
  }
  const account = (page: Page) => page.goto(`${setup.site}/auth/ui/account`);
  async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
    await account(page);
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#login-submit");
  }
  const fits = async (page: Page) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  const look = async (page: Page, name: string) => {
    const { SCREENSHOTS } = process.env;
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  };

  test("a picture from the device: shown on the page, another kind of file is said to be none; the language", () =>
    setup.device(browser, async (page) => {
      await newUser("pictured@example.com", { name: "Ada", password: PASSWORD });
      await signIn(page, "pictured@example.com");
      await toAccount(page, setup.site);
      const field = page.locator("#profile-picture-file");
      await field.setInputFiles({
        ...{ name: "ada.png", mimeType: "image/png" },
        buffer: Buffer.from("<svg onload='alert(1)'/>"),
      });
      await page.locator("#profile-picture-problem:not([hidden])").waitFor();
      await look(page, "picture-refused");
      const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
      await field.setInputFiles({
        ...{ name: "ada.png", mimeType: "image/png" },
        buffer: picture,
      });
      const shown = page.locator(".hello img");
      // The element stands there before its picture is read.
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(64);
      await page.selectOption("#profile-language", "de");
      await page.click("#profile-language-save");
      await expect.poll(() => page.inputValue("#profile-language")).toBe("de");
      await look(page, "picture-shown");
      await page.goto(`${setup.site}/auth/ui/#account`);
      const card = page.locator(".console-main img, main img").first();
      await card.waitFor();
      await look(page, "picture-console");
    }));

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "with script" : "without script";
    const word = javaScriptEnabled ? "script" : "plain";

    test(`${how}: another name; another address with the code of its mail, and the old one is told; the account is deleted`, () =>
      setup.device(
        browser,
        async (page) => {
          const [old, next] = [`ada-${word}@example.com`, `lovelace-${word}@example.com`];
          await newUser(old, { name: "Ada", email: old, password: PASSWORD });
          await signIn(page, old);
          await toAccount(page, setup.site);

          await page.fill("#profile-name", "Ada Lovelace");
          await page.click("#profile-name-save");
          await expect.poll(() => page.textContent("#account-name")).toBe("Ada Lovelace");

          await page.fill("#profile-email", next);
          await page.click("#profile-email-save");
          await page.locator("#account-notice:not(:empty)").waitFor();
          await page.fill("#profile-code", "BCDFG-HJKLM");
          await page.click("#profile-code-save");
          await page.getByText("This code is not valid").first().waitFor();
          await page.fill("#profile-code", await setup.code(next));
          await page.click("#profile-code-save");
          await expect.poll(() => page.inputValue("#profile-email")).toBe(next);
          for (;;) {
            const { mail } = await setup.relay.next(old);
            if (mail.subject?.includes("address")) break;
          }

          await page.click("#profile-delete-save");
          await page.locator("#account-profile-edit, #profile-delete-save").first().waitFor();
          await page.check("input[name=confirmed]");
          await page.click("#profile-delete-save");
          await page.getByText("deleted").first().waitFor();
          await signIn(page, next);
          await page.locator("#login-error:not(:empty)").waitFor();
        },
        { javaScriptEnabled },
      ));

    test(`${how}: a temporary password is replaced at the sign-in, which then goes on, and is worth nothing afterwards`, () =>
      setup.device(
        browser,
        async (page) => {
          const alias = `first-${word}@example.com`;
          const given = { password: "given for once", password_temporary: true };
          await newUser(alias, { name: "Grace", ...given });
          await signIn(page, alias, "given for once");
          await page.waitForSelector("#first-password-form");
          await look(page, `first-password-${word}`);
          await page.fill("#new_password", "given for once");
          await page.click("#first-password-form button.primary");
          await page.locator("#login-error:not(:empty)").waitFor();
          await page.fill("#new_password", NEW);
          await page.click("#first-password-form button.primary");
          await toAccount(page, setup.site);
          expect(await page.textContent("#account-name")).toBe("Grace");
          await setup.device(browser, async (other) => {
            await signIn(other, alias, "given for once");
            await other.locator("#login-error:not(:empty)").waitFor();
          });
        },
        { javaScriptEnabled },
      ));
  }

  test("what a script offers stands there before the script: nothing below it moves when it comes, and a file chosen by then is sent", () =>
    setup.device(browser, async (page) => {
      await newUser("early@example.com", { name: "Ada", password: PASSWORD });
      await signIn(page, "early@example.com");
      await toAccount(page, setup.site);
      const script = Promise.withResolvers<void>();
      await page.route("**/*.js", async (route) => {
        await script.promise;
        await route.continue();
      });
      await page.reload({ waitUntil: "commit" });
      const place = () =>
        page.locator("#profile-email-save").evaluate((one) => one.getBoundingClientRect().top);
      const before = await place();
      await page.locator("#profile-picture-file").setInputFiles({
        ...{ name: "ada.png", mimeType: "image/png" },
        buffer: Buffer.from("no picture"),
      });
      script.resolve();
      const line = page.locator("#profile-picture-problem");
      await line.waitFor();
      const height = await line.evaluate((one) => {
        one.setAttribute("hidden", "");
        return one.getBoundingClientRect().height;
      });
      expect([height, await place()]).toEqual([0, before]);
    }));

  test("on a phone in German both pages fit", () =>
    setup.device(
      browser,
      async (page) => {
        const alias = "telefon@example.com";
        await setup.newUser(alias);
        await signIn(page, alias);
        await toAccount(page, setup.site);
        await page.getByText("Ihre Angaben").waitFor();
        await fits(page);
        await look(page, "own-account-phone");
      },
      PHONE as Parameters<MailSetup["device"]>[2],
    ));
});
