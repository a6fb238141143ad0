/** Claim sets in the console: templates, addresses and what they give (auth-wire 5.6, 5.16, 8.2). */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";

const HOSTILE = "<img src=x onerror=alert(1)>\u202e";

describe.skipIf(!chromiumPath)("custom claims", () => {
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

  const put = async (claims: Record<string, string>) => {
    const { status, text } = await send(service, "PUT", "/auth/v1/settings/custom_info", {
      bearer: token,
      json: { value: { sets: { hr: { claims } } } },
    });
    expect(status, text).toBe(200);
  };

  test("without a set the page says what to do next", () =>
    visitConsole(browser, service.url, { token }, async ({ page, open, accessible }) => {
      await open("#custom-info");
      await page.getByText("There are no sets yet").waitFor();
      await accessible();
    }));

  test("a set has its addresses, and the preview answers what userinfo would; markup stays text", async () => {
    await put({ department: "{{ .user.Details.department }}", note: HOSTILE });
    await visitConsole(
      browser,
      service.url,
      { token, viewport: { width: 390, height: 800 } },
      async ({ page, open, accessible }) => {
        await open("#custom-info");
        await page.getByText("/auth/oauth2/userinfo/hr", { exact: false }).first().waitFor();
        await page.getByRole("button", { name: "Show the answer" }).click();
        const answer = page.getByLabel("Answer", { exact: true });
        await answer.waitFor();
        const shown = await answer.evaluate((one) => (one as HTMLTextAreaElement).value);
        expect(JSON.parse(shown)).toMatchObject({ department: "Research", note: HOSTILE });
        expect(await page.locator("img[src='x']").count()).toBe(0);
        await accessible();
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      },
    );
  });

  test("a sample that the template fails on is told in the words of the service", async () => {
    await put({ wrong: "{{ index .user.Alias 7 }}" });
    await visitConsole(browser, service.url, { token }, async ({ page, open }) => {
      await open("#custom-info");
      await page.getByRole("button", { name: "Show the answer" }).click();
      await page.getByText('claim "wrong"').first().waitFor();
    });
  });
});
