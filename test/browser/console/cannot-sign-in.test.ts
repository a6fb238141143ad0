/** The task "find out why someone cannot sign in": what they meet, and what an administrator then reads about it. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

const PASSWORD = "a password of my own";
const NAME = "grace@example.com";

describe.skipIf(!chromiumPath)("why someone cannot sign in", () => {
  const setup = consoleSetup();

  /** Tries it in a browser of their own, to the view or the refusal that the page answers. */
  async function tries(password: string, meets: string): Promise<void> {
    const context = await setup.browser.newContext({ locale: "en-US" });
    const page = await context.newPage();
    await page.goto(`${setup.service.url}/login/?redirect_path=%2Fauth%2Fui%2F`);
    await page.waitForSelector("#login-theme:not([hidden])", { state: "attached" });
    await page.fill("#username", NAME);
    await page.fill("#password", password);
    await page.click("#login-submit");
    await page.getByText(meets).first().waitFor();
    await context.close();
  }

  /** The lines of *What happened*, the newest first. */
  const lines = (page: Page) =>
    page.getByRole("region", { name: "What happened" }).getByRole("listitem");
  const newest = async (page: Page, reason: string) => {
    const line = lines(page).first();
    // An entry is written behind the answer of the sign-in.
    const read = async () => {
      await page.reload();
      await line.waitFor();
      return line.textContent();
    };
    await expect.poll(read).toContain(reason);
    expect(await line.textContent()).toContain("Sign-in refused");
  };

  test("a wrong password, then a suspension within the same minute: the page of the person says which", async () => {
    const details = { name: "Grace", password: PASSWORD };
    await setup.admin("POST", "/users", { alias: [NAME], local: true, details });
    await setup.visit(async ({ page, open, accessible }) => {
      await tries("not the password", "Invalid username or password.");
      await open("#users?search=grace");
      await page.getByRole("link", { name: NAME }).click();
      await newest(page, "the username or the password is wrong");

      await page.getByRole("textbox", { name: "Reason" }).fill("Lost laptop");
      await page.getByRole("button", { name: "Suspend", exact: true }).click();
      const asking = page.getByRole("alertdialog", { name: "Suspend" });
      await asking.getByRole("button", { name: "Suspend", exact: true }).click();
      await page.getByRole("region", { name: "Suspended" }).getByText("Lost laptop").waitFor();
      await tries(PASSWORD, "Invalid username or password.");
      await newest(page, "the account is suspended");
      await accessible();
    });
  });
});
