import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";

describe.skipIf(!chromiumPath)("the frame of the console", () => {
  const setup = consoleSetup();

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1280]) {
      test(`axe finds nothing and nothing overflows: ${colorScheme}, ${width} pixels`, () =>
        visitConsole(
          setup.browser,
          setup.service.url,
          { token: setup.token, colorScheme, viewport: { width, height: 800 } },
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
    visitConsole(setup.browser, setup.service.url, {}, async ({ page }) => {
      await page.goto(`${setup.service.url}/auth/ui/#users?search=admin`);
      await page.fill("#username", setup.service.admin?.id ?? "");
      await page.fill("#password", setup.service.admin?.secret ?? "");
      await page.click("#login-submit");
      await page.getByRole("heading", { name: "Users", exact: true }).waitFor();
      expect(new URL(page.url()).hash).toBe("#users?search=admin");
      await page.waitForSelector("tbody tr");
    }));

  test("a hash that is part of another page leads there; an unknown one says that it is none", () =>
    setup.visit(async ({ page, open }) => {
      await open("#magic-link");
      await page.getByRole("heading", { name: "Email", exact: true }).waitFor();
      expect(new URL(page.url()).hash).toBe("#email");
      await open("#nothing-of-the-kind");
      await page.getByText("Nothing here is called “nothing-of-the-kind”.").waitFor();
      await page.getByRole("link", { name: "To the first page" }).click();
      await page.getByRole("heading", { name: "Overview", exact: true, level: 1 }).waitFor();
    }));
});
