/** Passkeys from end to end: a real service, and Chromium with its virtual authenticators (auth-service.md, Passkeys). */
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toAccount } from "../support/account-page.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

type Authenticator = "platform" | "roaming" | "roaming without user verification";

interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticator: string;
}

describe.skipIf(!chromiumPath)("passkeys in a real browser", () => {
  let browser: Browser;
  let service: RunningServer;
  let token: string;
  let site: string;
  const password = "a fine password";

  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), startServer()]);
    token = await adminToken(service);
    // Browsers take no IP address as RP ID.
    site = service.url.replace("127.0.0.1", "localhost");
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
  });

  const admin = (method: string, path: string, json?: object) =>
    send(service, method, `/auth/v1${path}`, { bearer: token, ...(json && { json }) });
  const setting = (value: object) => admin("PUT", "/settings/passkey", { value });

  let people = 0;
  async function person(): Promise<string> {
    const alias = `person-${++people}`;
    const user = { alias: [alias], local: true, details: { name: alias, password } };
    const { status, text } = await admin("POST", "/users", user);
    expect(status, text).toBe(200);
    return alias;
  }

  async function visit(kind: Authenticator, act: (visit: Visit) => Promise<void>) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    const cdp = await context.newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const verifies = kind !== "roaming without user verification";
    const { authenticatorId: authenticator } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: kind === "platform" ? "internal" : "usb",
        // Chromium makes discoverable passkeys only where the person can be verified.
        hasResidentKey: verifies,
        hasUserVerification: verifies,
        isUserVerified: verifies,
        automaticPresenceSimulation: true,
      },
    });
    try {
      await act({ context, page, cdp, authenticator });
      expect(errors).toEqual([]);
    } finally {
      await context.close();
    }
  }

  const login = (query = "") => `${site}/login/?redirect_path=%2Fauth%2Fui%2F${query}`;
  const account = (page: Page) => toAccount(page, site);

  async function signInByPassword(page: Page, username: string) {
    await page.goto(login());
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#login-submit");
  }

  async function addOnAccountPage(page: Page, name: string) {
    await page.fill("#account-passkey-name", name);
    await page.click("#account-passkey-add button");
    await page.waitForSelector(".passkey");
  }

  const whoIs = (page: Page) => page.textContent("#account-name");

  describe.each<Authenticator>(["platform", "roaming", "roaming without user verification"])(
    "%s",
    (kind) => {
      // Chromium makes a discoverable passkey only where the authenticator verifies its user.
      if (kind !== "roaming without user verification") {
        test("added on the account page, used at the button, renamed and removed", () =>
          visit(kind, async ({ page, context }) => {
            const alias = await person();
            await signInByPassword(page, alias);
            await account(page);
            await addOnAccountPage(page, "Key of the test");
            expect(await page.textContent(".passkey strong")).toBe("Key of the test");
            expect(await page.textContent(".passkey small")).toContain("not used yet");

            await context.clearCookies();
            await page.goto(login());
            await page.getByRole("button", { name: "Sign in with a passkey" }).click();
            await account(page);
            expect(await whoIs(page)).toBe(alias);
            expect(await page.textContent(".passkey small")).toContain("Last used");

            await page.click(".passkey summary");
            await page.fill(".passkey input[name=name]", "Renamed");
            await page.getByRole("button", { name: "Rename" }).click();
            await page.waitForSelector("#account-notice");
            expect(await page.textContent(".passkey strong")).toBe("Renamed");
            await page.click(".passkey summary");
            await page.getByRole("button", { name: "Remove" }).click();
            await page.waitForSelector("#account-passkeys-none");

            await context.clearCookies();
            await page.goto(login());
            await page.getByRole("button", { name: "Sign in with a passkey" }).click();
            await page.waitForSelector("#login-error:not(:empty)");
          }));
      }

      test("with the username typed", () =>
        visit(kind, async ({ page, context }) => {
          const alias = await person();
          await signInByPassword(page, alias);
          await account(page);
          await addOnAccountPage(page, "");
          await context.clearCookies();
          await page.goto(login());
          await page.fill("#username", alias);
          await page.getByRole("button", { name: "Sign in with a passkey" }).click();
          await account(page);
          expect(await whoIs(page)).toBe(alias);
        }));
    },
  );

  test("conditional UI: a passkey of the autofill signs in without a button", () =>
    visit("platform", async ({ page, context }) => {
      const alias = await person();
      await signInByPassword(page, alias);
      await account(page);
      await addOnAccountPage(page, "");
      await context.clearCookies();
      await page.goto(login());
      await page.waitForSelector("#login-theme:not([hidden])");
      await page.locator("#password").focus();
      await page.locator("#username").focus();
      await account(page);
      expect(await whoIs(page)).toBe(alias);
    }));

  test("offered after a password, created, and not offered again; declined, it snoozes", async () => {
    await setting({ enrollment: { enabled: true, methods: ["password"] } });
    await visit("platform", async ({ page, context }) => {
      const alias = await person();
      await signInByPassword(page, alias);
      await page.click("#enrollment-decline");
      await account(page);
      await context.clearCookies();
      await signInByPassword(page, alias);
      await account(page);
      await page.evaluate(() => localStorage.clear());
      await context.clearCookies();
      await signInByPassword(page, alias);
      await page.fill("#device", "Laptop");
      await page.keyboard.press("Enter");
      await account(page);
      expect(await page.textContent(".passkey strong")).toBe("Laptop");
      await page.evaluate(() => localStorage.clear());
      await context.clearCookies();
      await signInByPassword(page, alias);
      await account(page);
    });
    await admin("DELETE", "/settings/passkey");
  });

  test("user verification that is required keeps a key without it out", async () => {
    await visit("roaming without user verification", async ({ page, context }) => {
      const alias = await person();
      await signInByPassword(page, alias);
      await account(page);
      await addOnAccountPage(page, "");
      await setting({ user_verification: "required" });
      await context.clearCookies();
      await page.goto(login());
      await page.fill("#username", alias);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.waitForSelector("#login-error:not(:empty)");
      expect(new URL(page.url()).pathname).toBe("/login/");
    });
    await admin("DELETE", "/settings/passkey");
  });

  test("the same authenticator is not registered twice; the page says so", () =>
    visit("platform", async ({ page }) => {
      await signInByPassword(page, await person());
      await account(page);
      await addOnAccountPage(page, "");
      await page.click("#account-passkey-add button");
      await page.waitForSelector("#account-passkey-problem:not([hidden])");
      expect(await page.textContent("#account-passkey-problem")).toContain("already has a passkey");
    }));
});
