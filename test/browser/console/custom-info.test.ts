import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";

const HOSTILE = "<img src=x onerror=alert(1)>\u202e";

describe.skipIf(!chromiumPath)("custom claims", () => {
  const setup = consoleSetup();

  const put = async (claims: Record<string, string>) => {
    const { status, text } = await send(setup.service, "PUT", "/auth/v1/settings/custom_info", {
      bearer: setup.token,
      json: { value: { sets: { hr: { claims } } } },
    });
    expect(status, text).toBe(200);
  };

  test("without a set the page says what to do next", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#custom-info");
      await page.getByText("There are no sets yet").waitFor();
      await accessible();
    }));

  test("a set has its addresses, and the preview answers what userinfo would; markup stays text", async () => {
    await put({ department: "{{ .user.Details.department }}", note: HOSTILE });
    await visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, viewport: { width: 390, height: 800 } },
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
    await setup.visit(async ({ page, open }) => {
      await open("#custom-info");
      await page.getByRole("button", { name: "Show the answer" }).click();
      await page.getByText('claim "wrong"').first().waitFor();
    });
  });
});
