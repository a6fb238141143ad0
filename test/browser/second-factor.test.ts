/** A second factor that is set up as part of the sign-in: a real service, Chromium and its virtual authenticator (decision E-1). */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";
import { codeAt, earlyInPeriod } from "../support/totp.ts";
import { addAuthenticator } from "../support/virtual-authenticator.ts";

/** Where pictures are kept, when they are asked for. */
const PICTURES = process.env.PICTURES;

describe.skipIf(!chromiumPath)("a second factor that is set up at the sign-in", () => {
  let browser: Browser;
  let service: RunningServer;
  let token: string;
  let site: string;
  const password = "a fine password";

  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), startServer()]);
    token = await adminToken(service);
    site = service.url.replace("127.0.0.1", "localhost");
    const role = await admin("POST", "/roles", { name: "two steps" });
    roleId = role.body.payload.id;
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
  });

  let roleId = "";
  const admin = (method: string, path: string, json?: object) =>
    send(service, method, `/auth/v1${path}`, { bearer: token, ...(json && { json }) });
  const rule = (value: object) =>
    admin("PUT", "/settings/second_factor", { value: { role_ids: [roleId], ...value } });

  let people = 0;
  async function person(): Promise<string> {
    const alias = `person-${++people}`;
    const details = { name: alias, password };
    const user = { alias: [alias], local: true, role_ids: [roleId], details };
    const { status, text } = await admin("POST", "/users", user);
    expect(status, text).toBe(200);
    return alias;
  }

  async function visit(act: (page: Page) => Promise<void>, options = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (/policy/i.test(message.text())) errors.push(message.text());
    });
    try {
      await act(page);
      expect(errors).toEqual([]);
    } finally {
      await context.close();
    }
  }
  const picture = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };

  const COPIES = { permissions: ["clipboard-read", "clipboard-write"] };

  async function signIn(page: Page, username: string) {
    await page.goto(`${site}/login/?redirect_path=%2Fauth%2Fui%2F`);
    await page.waitForSelector("#login-theme:not([hidden])", { state: "attached" });
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#login-submit");
  }

  async function codeOf(page: Page) {
    const secret = (await page.locator("#setup-secret").textContent()) ?? "";
    await earlyInPeriod();
    return codeAt(secret.replaceAll(" ", ""), Date.now());
  }

  test("an app: the code of the page is drawn, a wrong one is said, recovery codes are shown once, then on", async () => {
    await rule({});
    const name = await person();
    await visit(async (page) => {
      await signIn(page, name);
      await page.waitForSelector("#setup-qr svg path");
      await picture(page, "set-up");
      await page.fill("#totp", "000000");
      await page.click("#setup-form button[type=submit]");
      await page.waitForSelector("#login-error:not(:empty)");
      expect(await page.locator("#login-error").textContent()).toContain("not valid");
      await page.fill("#totp", await codeOf(page));
      await page.click("#setup-form button[type=submit]");
      await page.waitForSelector("#setup-codes li");
      await picture(page, "recovery-codes");
      const codes = await page.locator("#setup-codes li").allTextContents();
      expect(codes.length).toBe(8);
      await page.getByRole("button", { name: "Copy the codes" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      const clipboard = page.evaluate(() => navigator.clipboard.readText());
      expect((await clipboard).split("\n")).toEqual(codes);
      await page.click("#setup-continue");
      await page.waitForURL(/\/auth\/ui\//);
    }, COPIES);
  });

  test("a passkey instead, with recovery codes that are shown once; one of them stands in for it", async () => {
    await rule({});
    const name = await person();
    let codes: string[] = [];
    await visit(async (page) => {
      await addAuthenticator(page);
      await signIn(page, name);
      await page.click("#setup-passkey");
      await page.waitForSelector("#setup-codes li");
      codes = await page.locator("#setup-codes li").allTextContents();
      expect(codes.length).toBe(8);
      await page.click("#setup-continue");
      await page.waitForURL(/\/auth\/ui\//);
    });
    await visit(async (page) => {
      await signIn(page, name);
      const text = page.locator("#totp-text", { hasText: "enter one of your recovery codes" });
      await text.waitFor();
      expect(await page.locator("#login-recovery").count()).toBe(0);
      await picture(page, "passkey-or-code");
      await page.fill("#totp", codes[0] ?? "");
      await page.click("#second-factor-form button[type=submit]");
      await page.locator("#recovery-left", { hasText: "7" }).waitFor();
      await page.click("#recovery-continue");
      await page.waitForURL(/\/auth\/ui\//);
    });
  });

  test("while there is time it can be put off; German, dark, on a phone", async () => {
    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await rule({ from, grace: "30d" });
    const name = await person();
    const phone = { viewport: { width: 360, height: 740 }, colorScheme: "dark", locale: "de-DE" };
    await visit(async (page) => {
      await signIn(page, name);
      await page.waitForSelector("#setup-later:not([hidden])");
      await picture(page, "set-up-later-german-phone");
      expect(await page.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(360);
      await page.click("#setup-later");
      await page.waitForURL(/\/auth\/ui\//);
    }, phone);
  });
});
