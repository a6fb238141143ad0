/** A new person comes from an application, signs up, and is back in it: by the link and by the code, with and without script (B-10; ADR 0094). */
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { type MailSetup, PASSWORD, startMailSetup } from "../support/mail-setup.ts";
import { adminToken, send } from "../support/server.ts";

const CLIENT = { id: "shop", secret: "the secret of the shop" };

describe.skipIf(!chromiumPath)("a sign-up on the way to an application", () => {
  let browser: Browser;
  let setup: MailSetup;
  let app: Server;
  let address = "";

  /** As applications do it: the state of a sign-in belongs to the browser that began it. */
  function startShop(): Promise<Server> {
    const server = createServer(async ({ url = "", headers }, answer) => {
      const { pathname, searchParams } = new URL(url, address);
      const redirect_uri = `${address}/callback`;
      if (pathname === "/") {
        const state = randomBytes(16).toString("hex");
        const query = new URLSearchParams({
          ...{ response_type: "code", client_id: CLIENT.id, redirect_uri, state },
          scope: "openid email",
        });
        const location = `${setup.site}/auth/oauth2/authorize?${query}`;
        return answer.writeHead(302, { location, "set-cookie": `state=${state}` }).end();
      }
      if (!headers.cookie?.includes(`state=${searchParams.get("state")}`)) {
        return answer.writeHead(400).end("this sign-in was begun in another browser");
      }
      const form = new URLSearchParams({
        ...{ grant_type: "authorization_code", redirect_uri },
        ...{ client_id: CLIENT.id, client_secret: CLIENT.secret },
        code: searchParams.get("code") ?? "",
      });
      const response = await fetch(`${setup.service.url}/auth/oauth2/token`, {
        method: "POST",
        body: form,
      });
      const { id_token = ".e30." } = (await response.json()) as { id_token?: string };
      const claims = JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString());
      answer.writeHead(200, { "content-type": "text/html" });
      return answer.end(`<title>Shop</title><h1>Hello ${claims.email}</h1>`);
    });
    return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
  }

  beforeAll(async () => {
    const signup = { enabled: true, password_reset: true };
    [browser, setup] = await Promise.all([openBrowser(), startMailSetup({ signup })]);
    app = await startShop();
    address = `http://localhost:${(app.address() as AddressInfo).port}`;
    const config = {
      ...{ client_name: "Shop", client_secret: CLIENT.secret, skip_consent: true },
      redirect_uris: [`${address}/callback`],
    };
    const path = `/auth/v1/oauth/clients/${CLIENT.id}`;
    const bearer = await adminToken(setup.service);
    const saved = await send(setup.service, "PUT", path, { bearer, json: { config } });
    expect(saved.status, saved.text).toBe(200);
  });
  afterAll(async () => {
    await browser?.close();
    await setup?.[Symbol.asyncDispose]();
    app?.close();
  });

  async function device<T>(act: (page: Page) => Promise<T>, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    try {
      return await act(page);
    } finally {
      await context.close();
    }
  }
  async function signUp(page: Page, email: string): Promise<void> {
    await page.goto(address);
    await page.click("#login-create-account");
    await page.fill("#email", email);
    await page.fill("#new_password", PASSWORD);
    await page.click("#signup-form button.primary");
    await page.waitForSelector("#verify-form");
  }
  const isBack = async (page: Page, email: string) => {
    await page.waitForURL(`${address}/callback**`);
    expect(await page.textContent("h1")).toBe(`Hello ${email}`);
  };
  const look = async (page: Page, name: string) => {
    const { SCREENSHOTS } = process.env;
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  };

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "script" : "no-script";

    test(`${how}: the link in another tab is one click, and the application knows who it is`, () =>
      device(
        async (page) => {
          const email = `link-${how}@example.com`;
          await signUp(page, email);
          const tab = await page.context().newPage();
          await tab.goto(await setup.link(email));
          expect(await tab.textContent("#verify-address")).toContain(email);
          await look(tab, `here-${how}`);
          await tab.click("#verify-form button.primary");
          await isBack(tab, email);
          if (!javaScriptEnabled) return;
          await page.bringToFront();
          const notice = page.locator("#login-notice", { hasText: "You are signed in" });
          await notice.waitFor();
        },
        { javaScriptEnabled },
      ));

    test(`${how}: the typed code leads there, too`, () =>
      device(
        async (page) => {
          const email = `code-${how}@example.com`;
          await signUp(page, email);
          await page.fill("#code", await setup.code(email));
          await page.click("#verify-form button.primary");
          await isBack(page, email);
        },
        { javaScriptEnabled },
      ));
  }

  const NEW = "a password that is chosen now";
  async function askForReset(page: Page, email: string): Promise<void> {
    await setup.newUser(email);
    await page.goto(address);
    await page.click("#login-forgot");
    await page.fill("#email", email);
    await page.click("#reset-form button.primary");
    await page.waitForSelector("#reset-confirm-form");
  }

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "script" : "no-script";

    test(`${how}: a forgotten password: the link in another tab, and the application knows who it is`, () =>
      device(
        async (page) => {
          const email = `forgot-${how}@example.com`;
          await askForReset(page, email);
          const tab = await page.context().newPage();
          await tab.goto(await setup.link(email));
          await tab.fill("#new_password", NEW);
          await tab.click("#reset-confirm-form button.primary");
          await tab.waitForURL(`${address}/callback**`);
          // The application tells people by their address, and this account has none in its details.
          expect(await tab.title()).toBe("Shop");
        },
        { javaScriptEnabled },
      ));
  }

  test("a forgotten password: the typed code leads there, too", () =>
    device(async (page) => {
      const email = "typed-reset@example.com";
      await askForReset(page, email);
      await page.fill("#code", await setup.code(email));
      await page.fill("#new_password", NEW);
      await page.click("#reset-confirm-form button.primary");
      await page.waitForURL(`${address}/callback**`);
    }));

  test("on a phone the link asks for the password and says to go back; the window that waits goes on", () =>
    device(async (page) => {
      const email = "phone@example.com";
      await signUp(page, email);
      await page.click("#verify-done");
      await page.locator("#login-error", { hasText: "not confirmed yet" }).waitFor();
      await device(
        async (phone) => {
          await phone.goto(await setup.link(email));
          await phone.getByText("Sie haben sich in einem anderen Browser registriert").waitFor();
          expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(
            391,
          );
          await look(phone, "elsewhere");
          await phone.fill("#password", PASSWORD);
          await phone.click("#verify-elsewhere-form button.primary");
          await phone.locator("#login-notice", { hasText: "Gehen Sie zu dem Fenster" }).waitFor();
          await look(phone, "confirmed-elsewhere");
          const cookies = await phone.context().cookies();
          expect(cookies.some(({ name }) => name.includes("auth_session"))).toBe(false);
        },
        { locale: "de-DE", colorScheme: "dark", viewport: { width: 390, height: 780 } },
      );
      await look(page, "waiting");
      await page.click("#verify-done");
      await isBack(page, email);
    }));

  test("a stranger who signed up with the address gains nothing by the click of its owner", () =>
    device(async (stranger) => {
      const email = "owner@example.com";
      await signUp(stranger, email);
      await device(async (owner) => {
        await owner.goto(await setup.link(email));
        await owner.getByText("If you did not sign up, close this page").waitFor();
        await owner.fill("#password", "a password of the owner");
        await owner.click("#verify-elsewhere-form button.primary");
        await owner.locator("#login-error:not(:empty)").waitFor();
        await owner.goto(`${setup.site}/auth/ui/account`);
        await owner.waitForSelector("#login-submit");
      });
      await stranger.click("#verify-done");
      await stranger.locator("#login-error", { hasText: "not confirmed yet" }).waitFor();
    }));
});
