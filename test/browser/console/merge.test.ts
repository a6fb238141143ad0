/** Two accounts of one person are merged in the console: chosen, shown, confirmed (ADR 0086). */
import process from "node:process";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

describe.skipIf(!chromiumPath)("merging two users", () => {
  const setup = consoleSetup();
  const newUser = async (alias: string, more: object = {}) => {
    const details = { name: alias.split("@")[0], password: "a password of my own" };
    const user = await setup.admin("POST", "/users", {
      ...{ alias: [alias], local: true, details, ...more },
    });
    return user.id as string;
  };

  test("the other is searched for, what moves and what is lost is shown, and nothing happens before the last click", () =>
    setup.visit(async ({ page, open, accessible }) => {
      const role = (await setup.admin("POST", "/roles", { name: "editors" })).id;
      const kept = await newUser("ada@example.com");
      const gone = await newUser("lovelace@example.com", { role_ids: [role] });
      await open(`#users/${kept}`);
      const section = page.getByRole("region", { name: "Merge with another account" });
      await section.getByRole("combobox").fill("lovelace");
      await page.getByRole("option", { name: "lovelace@example.com" }).click();
      await section.getByRole("button", { name: "Show what happens" }).click();
      const plan = section.getByRole("region", { name: "If you merge lovelace@example.com" });
      await plan.getByText("Usernames: lovelace@example.com").waitFor();
      await plan.getByText("Roles: editors").waitFor();
      await plan.getByText("Its password").waitFor();
      await plan.getByText("Every session of both accounts").waitFor();
      await accessible();
      if (process.env.SCREENSHOTS) {
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/merge.png`, fullPage: true });
      }
      expect((await setup.send("GET", `/users/${gone}`)).status).toBe(200);
      await plan.getByRole("button", { name: "Merge" }).click();
      const asked = plan.getByRole("alertdialog", { name: "Merge" });
      await asked.getByText("This cannot be undone").waitFor();
      await asked.getByRole("button", { name: "Merge" }).click();
      await page.getByText("lovelace@example.com is now part of ada@example.com.").waitFor();
      expect((await setup.send("GET", `/users/${gone}`)).status).toBe(404);
      expect(await setup.admin("GET", `/users/${kept}`)).toMatchObject({
        alias: ["ada@example.com", "lovelace@example.com"],
        role_ids: [role],
      });
    }));

  test("on a phone, in German and French, nothing is wider than the page", async () => {
    const kept = await newUser("grace@example.com");
    await newUser("hopper@example.com");
    for (const [locale, look, shown] of [
      ["de-DE", "Zeigen, was geschieht", "Wenn Sie hopper@example.com zusammenführen"],
      ["fr-FR", "Voir ce qui va se passer", "Si vous fusionnez hopper@example.com"],
    ] as const) {
      await setup.visit(
        async ({ page, open, accessible }) => {
          await open(`#users/${kept}`);
          const button = page.getByRole("button", { name: look });
          const search = page.locator("section", { has: button }).getByRole("combobox");
          await search.fill("hopper");
          await page.getByRole("option", { name: "hopper@example.com" }).click();
          await button.click();
          const plan = page.getByRole("region", { name: shown });
          await plan.waitFor();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThan(1);
          await accessible();
          if (process.env.SCREENSHOTS) {
            await plan.screenshot({ path: `${process.env.SCREENSHOTS}/merge-${locale}.png` });
          }
        },
        { viewport: { width: 360, height: 780 }, locale },
      );
    }
  });
});
