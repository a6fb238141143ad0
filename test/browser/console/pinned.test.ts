/** What the configuration of an instance decides: greyed, marked, and with the value in force, for groups of fields too. */
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

describe.skipIf(!chromiumPath)("members that the configuration decides", () => {
  const setup = consoleSetup({
    env: {
      POSTERN_CACHE__CODE_STORE__ACTIVE: "memory",
      POSTERN_CACHE__POLL_INTERVAL: "17s",
    },
  });

  test("a code store from the configuration is greyed, has the mark and the value in force", () =>
    setup.visit(async ({ page, open }) => {
      await setup.admin("PUT", "/settings/cache", {
        value: { code_store: { active: "database" }, poll_interval: "30s" },
      });
      await open("#cache");
      const group = page.locator('[data-member="code_store"] fieldset').first();
      await group.waitFor();
      expect(await group.locator("legend").first().textContent()).toContain(
        "Set from the configuration of this instance",
      );
      const active = page.locator('[data-member="code_store.active"] input').first();
      expect([await active.isDisabled(), await active.inputValue()]).toEqual([
        true,
        "In the memory of one instance (memory)",
      ]);
      const interval = page.locator('[data-member="poll_interval"] input').first();
      expect([await interval.isDisabled(), await interval.inputValue()]).toEqual([true, "17s"]);
    }));

  test("what is stored stays when the rest of the page is saved", () =>
    setup.visit(async ({ page, open }) => {
      await open("#cache");
      await page.locator('[data-member="event_retention"] input').first().fill("100h");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      const { value } = await setup.admin("GET", "/settings/cache");
      expect(value).toMatchObject({
        code_store: { active: "database" },
        poll_interval: "30s",
        event_retention: "100h",
      });
    }));
});
