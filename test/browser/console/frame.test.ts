/** The frame of the console in a real browser (auth-wire 8.1; B-1; ADR 0044). */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { adminToken, type RunningServer, startServer } from "../../support/server.ts";

describe.skipIf(!chromiumPath)("the frame of the console", () => {
  let browser: Browser;
  let service: RunningServer;
  let token = "";

  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), startServer()]);
    token = await adminToken(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
  });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1280]) {
      test(`axe finds nothing and nothing overflows: ${colorScheme}, ${width} pixels`, () =>
        visitConsole(
          browser,
          service.url,
          { token, colorScheme, viewport: { width, height: 800 } },
          async ({ page, open, accessible }) => {
            await open("#users");
            await page.waitForSelector("tbody tr");
            await accessible();
            expect(
              await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            ).toBeLessThanOrEqual(0);
          },
        ));
    }
  }

  test("who opens a tab without a session is there after the sign-in", () =>
    visitConsole(browser, service.url, {}, async ({ page }) => {
      await page.goto(`${service.url}/auth/ui/#users?search=admin`);
      await page.fill("#username", service.admin?.id ?? "");
      await page.fill("#password", service.admin?.secret ?? "");
      await page.click("#login-submit");
      await page.getByRole("heading", { name: "Users", exact: true }).waitFor();
      expect(new URL(page.url()).hash).toBe("#users?search=admin");
      await page.waitForSelector("tbody tr");
    }));

  test("a hash that is part of another page leads there; an unknown one to the first page", () =>
    visitConsole(browser, service.url, { token }, async ({ page, open }) => {
      await open("#magic-link");
      await page.getByRole("heading", { name: "Email", exact: true }).waitFor();
      expect(new URL(page.url()).hash).toBe("#email");
      await open("#nothing-of-the-kind");
      await expect.poll(() => new URL(page.url()).hash).toBe("#overview");
    }));
});
