/** The account page in a real browser: without script, phone to desktop, light and dark (B-1, B-2). */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

describe.skipIf(!chromiumPath)("the account page in a real browser", () => {
  let browser: Browser;
  let service: RunningServer;
  let token: string;

  beforeAll(async () => {
    [browser, service] = await Promise.all([
      openBrowser(),
      startServer({ args: ["--port", "26510"] }),
    ]);
    token = await adminToken(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
  });

  /** A signed-in browser: the session in front reads the token. Foreign origins are never asked. */
  async function signedIn<T>(options: BrowserContextOptions, visit: (page: Page) => Promise<T>) {
    const context = await browser.newContext({
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
      ...options,
    });
    const foreign: string[] = [];
    const errors: string[] = [];
    context.on("request", (request) => {
      if (!request.url().startsWith(service.url)) foreign.push(request.url());
    });
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    try {
      const result = await visit(page);
      expect(foreign).toEqual([]);
      // A page with a refusal says so by its status.
      expect(errors.filter((text) => !/status of 40[04]/.test(text))).toEqual([]);
      return result;
    } finally {
      await context.close();
    }
  }

  const account = () => `${service.url}/auth/ui/account`;

  for (const colorScheme of ["light", "dark"] as const) {
    for (const [name, width] of [
      ["phone", 360],
      ["desktop", 1280],
    ] as const) {
      test(`readable on a ${name} in ${colorScheme}: nothing overflows, text contrasts`, () =>
        signedIn({ colorScheme, viewport: { width, height: 800 } }, async (page) => {
          await page.goto(account());
          expect(await page.textContent("#account-name")).toBe("Administrator");
          const seen = await page.evaluate(() => {
            const light = (color: string) =>
              (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) /
              3;
            const card = document.querySelector(".card") ?? document.body;
            const chip = document.querySelector(".chips li") ?? document.body;
            return {
              overflow: document.documentElement.scrollWidth - window.innerWidth,
              card: light(getComputedStyle(card).backgroundColor),
              text: light(getComputedStyle(chip).color),
            };
          });
          expect(seen.overflow).toBeLessThanOrEqual(0);
          expect(Math.abs(seen.card - seen.text)).toBeGreaterThan(100);
          expect(seen.card > seen.text).toBe(colorScheme === "light");
        }));
    }
  }

  test("what is typed into a password field can be shown", () =>
    signedIn({}, async (page) => {
      await page.goto(account());
      const field = page.locator("#account-new_password");
      await field.fill("a fine new password");
      expect(await field.getAttribute("type")).toBe("password");
      await page.click('[data-show="account-new_password"]');
      expect(await field.getAttribute("type")).toBe("text");
      expect(await page.getAttribute("#account-current_password", "type")).toBe("password");
    }));

  test("the colours of the API documentation follow the system, and its dialog begins with the token", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await signedIn({ colorScheme }, async (page) => {
        await page.goto(`${service.url}/auth/swagger/`);
        await page.click(".authorize");
        const dialog = page.locator(".modal-ux");
        await expect.poll(() => dialog.locator("h4").first().textContent()).toContain("bearer");
        await expect
          .poll(() =>
            page.evaluate(() => document.activeElement?.closest(".auth-container")?.textContent),
          )
          .toContain("bearer");
        const dark = await page.evaluate(() => document.documentElement.className.includes("dark"));
        expect(dark).toBe(colorScheme === "dark");
      });
    }
  });

  test("changes the password with the keyboard alone, without script", () =>
    signedIn({ javaScriptEnabled: false }, async (page) => {
      const fill = async (current: string) => {
        for (const [label, text] of [
          ["Current password", current],
          ["Repeat the new password", "a fine new password"],
          ["New password", "a fine new password"],
        ] as const) {
          await page.getByLabel(label, { exact: true }).focus();
          await page.keyboard.type(text);
        }
        await page.keyboard.press("Enter");
      };
      await page.goto(account());
      await fill("not the password");
      expect(await page.textContent("#account-problem")).toContain("current password");
      // What stood in the fields is gone: a password is never sent back to a page.
      expect(await page.inputValue("#account-new_password")).toBe("");
      await fill(service.admin?.secret ?? "");
      await page.waitForSelector("#password-changed-next");
      expect(await page.textContent("h1")).toBe("Your password has been changed");

      const signIn = (password: string) =>
        send(service, "POST", "/auth/oauth2/token", {
          ...(service.login && { basic: service.login }),
          form: { grant_type: "password", username: "admin", password },
        });
      expect((await signIn("a fine new password")).status).toBe(200);
      expect((await signIn(service.admin?.secret ?? "")).status).toBe(400);
      // K-11: the token that changed it is good for nothing now.
      const before = await send(service, "GET", "/auth/v1/me", { bearer: token });
      expect(before.status).toBe(401);
    }));
});
