/** The console marks what the login page needs, names what a write would lock out, and forces it after a second yes (decision E-13). */
import { describe, expect, test } from "vitest";
import { consoleSetup } from "../../support/console-setup.ts";

const setup = consoleSetup();

describe("decision E-13: the client of the login page", () => {
  test("is marked, and its consequence is named before and after the refusal", async () => {
    await setup.visit(async ({ page, open }) => {
      await open("#clients");
      await expect.poll(() => page.getByText("The login page needs this").count()).toBe(1);
      await open("#clients/login");
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      const confirm = page.getByRole("alertdialog");
      await confirm.getByText("The login page signs people in with “login”.").waitFor();
      await confirm.getByRole("button", { name: "Delete", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "This would lock administrators out" });
      await dialog.getByText('the client "login" does not exist').waitFor();
      const force = dialog.getByRole("button", { name: "Do it anyway" });
      expect(await force.isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      expect((await setup.send("GET", "/oauth/clients/login")).status).toBe(200);
    });
  });

  test("is deleted after the second yes, in German on a phone", async () => {
    await setup.visit(
      async ({ page, open }) => {
        await open("#clients/login");
        await page.getByRole("button", { name: "Löschen", exact: true }).click();
        await page
          .getByRole("alertdialog")
          .getByRole("button", { name: "Löschen", exact: true })
          .click();
        const dialog = page.getByRole("dialog", { name: "Das würde Administratoren aussperren" });
        await dialog
          .getByText(
            "Die Anmeldeseite würde keine Art der Anmeldung mehr bieten, die funktioniert.",
          )
          .waitFor();
        await dialog.getByText("postern: Den Client „login“ gibt es nicht.").waitFor();
        await dialog.getByRole("checkbox").check();
        await dialog.getByRole("button", { name: "Trotzdem ausführen" }).click();
        // The token of this test was the client's, so it ends with it.
        const gone = () => setup.send("GET", "/oauth/clients/login");
        await expect.poll(async () => (await gone()).status).toBe(401);
      },
      { locale: "de-DE", viewport: { width: 400, height: 820 }, colorScheme: "dark" },
    );
  });
});
