/** The journey of a new person in a real browser, with a real relay: sign up, confirm, sign in, make a key, forget the password (B-1, E-4, E-8). */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toAccount } from "../support/account-page.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";

const PORT = 23_010;
const EMAIL = "ada@example.com";
const PASSWORD = "a password of my own";
const NEW = "another password of mine";

describe.skipIf(!chromiumPath)("a new person in a real browser", () => {
  let browser: Browser;
  let service: RunningServer;
  let relay: MailServer;
  const errors: string[] = [];

  beforeAll(async () => {
    [browser, service, relay] = await Promise.all([
      openBrowser(),
      startServer({ args: ["--port", String(PORT)] }),
      startMailServer(),
    ]);
    const bearer = await adminToken(service);
    const put = async (namespace: string, value: object) => {
      const path = `/auth/v1/settings/${namespace}`;
      const { status, text } = await send(service, "PUT", path, { bearer, json: { value } });
      expect(status, text).toBe(200);
    };
    await put("oauth2", { base_url: service.url, schema: "http" });
    await put("email", {
      from: "Example <id@example.com>",
      smtp: { host: "127.0.0.1", port: relay.port },
    });
    await put("signup", { enabled: true, password_reset: true });
    await put("api_key", { self_service: true });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
    await relay?.[Symbol.asyncDispose]();
  });

  /** A device of its own; no page asks another origin. */
  async function device<T>(act: (page: Page) => Promise<T>, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    const foreign: string[] = [];
    context.on("request", (request) => {
      if (!request.url().startsWith(service.url)) foreign.push(request.url());
    });
    context.on("console", (message) => {
      const expected = /responded with a status of/.test(message.text());
      if (message.type() === "error" && !expected) errors.push(message.text());
    });
    const page = await context.newPage();
    try {
      const result = await act(page);
      expect(foreign).toEqual([]);
      expect(errors).toEqual([]);
      return result;
    } finally {
      await context.close();
    }
  }
  const login = (page: Page) => page.goto(`${service.url}/login/`);
  async function signIn(page: Page, password: string) {
    await login(page);
    await page.fill("#username", EMAIL);
    await page.fill("#password", password);
    await page.click("#login-submit");
    await toAccount(page, service.url);
  }
  const linkIn = (text: string | undefined) =>
    /http\S+code=[0-9a-f]{48}/.exec(text ?? "")?.[0] ?? "";

  test("signs up; on another device the link of the mail asks for the password, and a scanner uses nothing up", async () => {
    await device(async (page) => {
      await login(page);
      await page.click("#login-create-account");
      await page.fill("#name", "Ada");
      await page.fill("#email", EMAIL);
      await page.fill("#new_password", PASSWORD);
      await page.click("#signup-form button[type=submit]");
      await page.waitForSelector("#verify-form");
      expect(await page.textContent("#login-notice")).toContain("an email with a code");
    });
    const { mail } = await relay.next(EMAIL);
    const link = linkIn(mail.text);
    expect(link).toContain(`${service.url}/login/?flow=verify&code=`);
    for (let scan = 0; scan < 3; scan++) expect((await fetch(link)).status).toBe(200);
    await device(async (page) => {
      await page.goto(link);
      expect(await page.textContent("#verify-address")).toContain(EMAIL);
      await page.fill("#password", "another password than that");
      await page.click("#verify-elsewhere-form button[type=submit]");
      await page.waitForSelector("#login-error:not(:empty)");
      expect(await page.textContent("#login-error")).toContain("not the password that was chosen");
      await page.fill("#password", PASSWORD);
      await page.click("#verify-elsewhere-form button[type=submit]");
      await page.waitForSelector("#login-submit");
      expect(await page.textContent("#login-notice")).toContain("Your email is confirmed");
      expect(page.url()).not.toContain("code=");
    });
  });

  test("signs in, sees where, makes a key and calls the API with it, without script", async () => {
    await device(
      async (page) => {
        await signIn(page, PASSWORD);
        expect(await page.textContent("#account-name")).toBe("Ada");
        expect(await page.textContent("#account-sessions")).toMatch(/Chrome.*This browser/s);
        await page.fill("#account-key-name", "deploy");
        await page.click("#account-make-key button[type=submit]");
        const key = (await page.textContent("#account-new-key"))?.trim() ?? "";
        expect(key).toMatch(/^tak_/);
        const answer = await fetch(`${service.url}/auth/v1/me`, { headers: { "x-api-key": key } });
        expect(((await answer.json()) as { payload: object }).payload).toMatchObject({
          alias: [EMAIL],
        });
        await page.goto(`${service.url}/auth/ui/account`);
        expect(await page.content()).not.toContain(key);
        await page.click("#account-keys .entry button");
        await page.waitForSelector("p#account-keys");
        const ended = await fetch(`${service.url}/auth/v1/me`, { headers: { "x-api-key": key } });
        expect(ended.status).toBe(401);
      },
      { javaScriptEnabled: false },
    );
  });

  test("ends another sign-in, and all others, from the page", async () => {
    await device(async (one) => {
      await signIn(one, PASSWORD);
      await device(async (two) => {
        await signIn(two, PASSWORD);
        await two.click("#account-end-others button");
        expect(await two.textContent("#account-notice")).toContain("signed out everywhere else");
        await expect.poll(() => two.locator("#account-sessions .entry").count()).toBe(1);
      });
      await one.goto(`${service.url}/auth/ui/account`);
      await one.waitForSelector("#login-submit");
    });
  });

  test("forgets the password: a new one by the link, and every session has ended", async () => {
    await device(async (here) => {
      await signIn(here, PASSWORD);
      await device(async (page) => {
        await login(page);
        await page.click("#login-forgot");
        await page.fill("#email", EMAIL);
        await page.click("#reset-form button[type=submit]");
        await page.waitForSelector("#reset-confirm-form");
        const { mail } = await relay.next(EMAIL);
        const link = linkIn(mail.text);
        expect(link).toContain("flow=reset");
        await page.goto(link);
        await page.fill("#new_password", NEW);
        await page.click("#reset-confirm-form button[type=submit]");
        // In the browser that asked for the mail the person is signed in.
        await page.waitForURL((url) => !url.pathname.startsWith("/login"));
        await toAccount(page, service.url);
      });
      await here.goto(`${service.url}/auth/ui/account`);
      await here.waitForSelector("#login-submit");
    });
  });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const [name, width] of [
      ["phone", 360],
      ["desktop", 1280],
    ] as const) {
      test(`the account page with its panels fits a ${name} in ${colorScheme}`, () =>
        device(
          async (page) => {
            await signIn(page, NEW);
            const { overflow, clipped } = await page.evaluate(() => ({
              overflow: document.documentElement.scrollWidth - window.innerWidth,
              clipped: [...document.querySelectorAll<HTMLElement>(".card")].filter(
                (card) => card.scrollWidth > card.clientWidth + 1,
              ).length,
            }));
            expect([overflow <= 0, clipped]).toEqual([true, 0]);
            const folder = process.env.SCREENSHOTS;
            if (folder)
              await page.screenshot({
                path: `${folder}/${name}-${colorScheme}.png`,
                fullPage: true,
              });
          },
          { colorScheme, viewport: { width, height: 800 } },
        ));
    }
  }

  test("on a phone, in German and French, the page of the code is no wider than the screen", async () => {
    for (const locale of ["de-DE", "fr-FR"]) {
      const phone = { viewport: { width: 360, height: 740 }, locale };
      await device(async (page) => {
        await page.goto(`${service.url}/login/`);
        await page.click("#login-create-account");
        await page.fill("#email", `${locale.toLowerCase()}@example.com`);
        await page.fill("#new_password", PASSWORD);
        await page.click("#signup-form button.primary");
        await page.waitForSelector("#verify-form");
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      }, phone);
    }
  });
});
