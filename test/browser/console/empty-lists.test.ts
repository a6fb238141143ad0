/** A list without records says what it is for, and leads to the first one (issue 30). */
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

/** Lists that are empty after the first start, or once what it made is taken away. */
const LISTS = [
  ["service-accounts", "#service-accounts/new"],
  ["providers", "#providers/new"],
  ["saml", "#saml/new"],
  ["ldap", "#ldap/new"],
  ["lmaps", "#lmaps/new"],
  ["api-keys", "#api-keys/new"],
] as const;

describe.skipIf(!chromiumPath)("an empty list", () => {
  const setup = consoleSetup();

  test.each(LISTS)("%s says what it is for and leads on", async (hash, next) => {
    if (hash === "service-accounts") {
      for (const { id } of await setup.admin("GET", "/service-accounts"))
        await setup.admin("DELETE", `/service-accounts/${id}`);
    }
    await setup.visit(async ({ page, open, accessible }) => {
      await open(`#${hash}`);
      const box = page.locator("[data-empty]");
      await box.first().waitFor();
      const words = (await box.first().textContent()) ?? "";
      expect(words.length, words).toBeGreaterThan(40);
      expect(await box.first().getByRole("link").getAttribute("href")).toBe(next);
      await accessible();
    });
  });

  test.each([
    ["accounts", "Invite people above"],
    ["registration", "token"],
    ["audit?q=nothing-has-this-name", "No entry matches these filters"],
  ])("%s says so in a sentence", (hash, sentence) =>
    setup.visit(async ({ page, open }) => {
      await open(`#${hash}`);
      await page.locator("#main").getByText(sentence).first().waitFor();
    }),
  );
});
