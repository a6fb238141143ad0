/** Changing the encryption key in the console (auth-wire 6.10, 8.2; C-2). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { temporaryFolder } from "../../support/folders.ts";

describe.skipIf(!chromiumPath)("the encryption key", () => {
  const dataDir = temporaryFolder();
  const stored = () => readFileSync(join(dataDir, "encryption.key"), "utf8").trim();
  const setup = consoleSetup({ dataDir });

  test("a key that the service refuses stays in the field, and nothing is changed", () =>
    setup.visit(async ({ page, open }) => {
      const before = stored();
      await open("#encryption");
      const change = page.getByRole("button", { name: "Change the key", exact: true });
      expect(await change.isDisabled(), "nothing is acknowledged yet").toBe(true);
      await page.getByLabel("New key", { exact: true }).fill("too short");
      await page.getByLabel("I have kept the new key").check();
      await page.getByLabel("I can restart every instance").check();
      await change.click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Change the key" }).click();
      await page.getByText("must have at least 16 characters").waitFor();
      expect(await page.getByLabel("New key", { exact: true }).inputValue()).toBe("too short");
      expect(stored()).toBe(before);
    }));

  for (const [colorScheme, width] of [
    ["light", 1_280],
    ["dark", 360],
  ] as const) {
    test(`a new key is acknowledged, used and shown this one time: ${colorScheme}, ${width} pixels`, () =>
      visitConsole(
        setup.browser,
        setup.service.url,
        { token: setup.token, colorScheme, viewport: { width, height: 800 } },
        async ({ page, open, accessible }) => {
          await open("#encryption");
          await page.getByRole("button", { name: "Generate" }).click();
          const field = page.getByLabel("New key", { exact: true });
          const kept = page.getByLabel("I have kept the new key");
          await kept.check();
          await page.getByRole("button", { name: "Generate" }).click();
          await expect
            .poll(() => kept.isChecked(), { message: "it was said of another key" })
            .toBe(false);
          const key = await field.inputValue();
          expect(Buffer.from(key, "base64")).toHaveLength(32);
          await kept.check();
          await page.getByLabel("I can restart every instance").check();
          await page.getByRole("button", { name: "Change the key", exact: true }).click();
          await accessible();
          await page
            .getByRole("alertdialog")
            .getByRole("button", { name: "Change the key" })
            .click();
          await page.getByText("The key was changed").waitFor();
          expect(await page.locator(".console-secret").textContent()).toBe(key);
          expect(stored()).toBe(key);
          await accessible();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThanOrEqual(0);
          await page.getByRole("button", { name: "I have kept it" }).click();
          await page.getByLabel("New key", { exact: true }).waitFor();
          expect(await page.content(), "nothing of it is left").not.toContain(key);
          await open("#overview");
          await open("#encryption");
          expect(await field.inputValue()).toBe("");
        },
      ));
  }
});
