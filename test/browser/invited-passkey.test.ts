/** An invited person accepts with a passkey of the device, and signs in with it: in Chromium with its virtual authenticator (ADR 0086). */
import process from "node:process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { type MailSetup, startMailSetup } from "../support/mail-setup.ts";
import { adminToken, send } from "../support/server.ts";
import { addAuthenticator } from "../support/virtual-authenticator.ts";

describe.skipIf(!chromiumPath)("an invitation and a passkey", () => {
  let browser: Browser;
  let setup: MailSetup;
  let bearer = "";
  beforeAll(async () => {
    [browser, setup] = await Promise.all([openBrowser(), startMailSetup()]);
    bearer = await adminToken(setup.service);
  });
  afterAll(async () => {
    await browser?.close();
    await setup?.[Symbol.asyncDispose]();
  });
  async function invite(address: string): Promise<string> {
    const json = { people: address };
    const path = "/auth/v1/invitations";
    const { status, text } = await send(setup.service, "POST", path, { bearer, json });
    expect(status, text).toBe(200);
    return setup.link(address);
  }

  test("one click makes the passkey and the account; the next sign-in is the passkey alone", async () => {
    const link = await invite("grace@example.com");
    await setup.device(
      browser,
      async (page) => {
        await addAuthenticator(page);
        await page.goto(link);
        await page.fill("#name", "Grace Hopper");
        if (process.env.SCREENSHOTS) {
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/invited-passkey.png` });
        }
        await page.getByRole("button", { name: "Stattdessen mit Passkey annehmen" }).click();
        await page.waitForURL((url) => !url.href.includes("flow="));
        await page.goto(`${setup.site}/auth/ui/account`);
        expect(await page.textContent("#account-name")).toBe("Grace Hopper");
        await page.click("#account-sign-out button");
        await page.waitForSelector("#login-notice:not(:empty)");
        await page.goto(`${setup.site}/auth/ui/account`);
        await page.locator("button.passkey").first().click();
        await page.waitForSelector("#account-name");
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(391);
      },
      { locale: "de-DE", colorScheme: "dark", viewport: { width: 390, height: 780 } },
    );
  });

  test("without script the password remains, and no button that does nothing", async () => {
    const link = await invite("plain@example.com");
    await setup.device(
      browser,
      async (page) => {
        await page.goto(link);
        expect(await page.locator("#invitation-passkey").isVisible()).toBe(false);
        await page.fill("#new_password", "a password of my own");
        await page.getByRole("button", { name: "Accept and sign in" }).click();
        await page.waitForURL((url) => !url.search.includes("flow="));
      },
      { javaScriptEnabled: false },
    );
  });
});
