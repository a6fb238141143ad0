/** The task "find out why someone cannot sign in": what they meet, and what an administrator then reads about it. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";
import { codeAt } from "../../support/totp.ts";

const PASSWORD = "a password of my own";
const NAME = "grace@example.com";

describe.skipIf(!chromiumPath)("why someone cannot sign in", () => {
  const setup = consoleSetup();

  /** Tries it in a browser of their own, to the view or the refusal that the page answers. */
  async function tries(password: string, meets: string, code?: string): Promise<void> {
    const context = await setup.browser.newContext({ locale: "en-US" });
    const page = await context.newPage();
    await page.goto(`${setup.service.url}/login/?redirect_path=%2Fauth%2Fui%2F`);
    await page.waitForSelector("#login-theme:not([hidden])", { state: "attached" });
    await page.fill("#username", NAME);
    await page.fill("#password", password);
    await page.click("#login-submit");
    if (code !== undefined) {
      await page.fill("#totp", code);
      await page.keyboard.press("Enter");
    }
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
    return line.textContent();
  };

  /** Grace sets an app up. */
  async function enroll(): Promise<void> {
    const own = async (path: string, options: object) => {
      const { status, body, text } = await send(setup.service, "POST", path, options);
      expect(status, text).toBe(200);
      return body;
    };
    const form = { grant_type: "password", username: NAME, password: PASSWORD };
    const basic = setup.service.login;
    const { access_token: bearer } = await own("/auth/oauth2/token", { basic, form });
    const { payload } = await own("/auth/v1/totp/register", { bearer, json: {} });
    const code = codeAt(payload.secret, Date.now());
    await own("/auth/v1/totp/confirm", { bearer, json: { code } });
  }

  test("a wrong password, a code that is not given, a wrong one, and a suspension within the same minute: the pages of the person and of the application say which", async () => {
    const details = { name: "Grace", password: PASSWORD };
    await setup.admin("POST", "/users", { alias: [NAME], local: true, details });
    await setup.visit(async ({ page, open, accessible }) => {
      await tries("not the password", "Invalid username or password.");
      await open("#users?search=grace");
      await page.getByRole("link", { name: NAME }).click();
      const refused = await newest(page, "the username or the password is wrong");
      expect(refused).toContain("Sign-in refused");

      await enroll();
      await tries(PASSWORD, "Enter your code");
      const step = await newest(page, "a second factor is asked for");
      expect(step).toContain("First step of a sign-in");
      await tries(PASSWORD, "code is not valid", "000000");
      expect(await newest(page, "the code was wrong")).toContain("Sign-in refused");

      await page.getByRole("textbox", { name: "Reason" }).fill("Lost laptop");
      await page.getByRole("button", { name: "Suspend", exact: true }).click();
      const asking = page.getByRole("alertdialog", { name: "Suspend" });
      await asking.getByRole("button", { name: "Suspend", exact: true }).click();
      await page.getByRole("region", { name: "Suspended" }).getByText("Lost laptop").waitFor();
      await tries(PASSWORD, "Invalid username or password.");
      expect(await newest(page, "the account is suspended")).toContain("Sign-in refused");
      await accessible();

      // The page of an application says it, too: here the login page's own.
      await open(`#clients/${setup.service.login?.id}`);
      expect(await newest(page, "the account is suspended")).toContain(NAME);
    });
  });
});
