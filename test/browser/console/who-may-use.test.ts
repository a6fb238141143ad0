/** The task "decide who may use an application": an administrator chooses roles, and what people meet then (ADR 0123). */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

const PASSWORD = "a password of my own";

describe.skipIf(!chromiumPath)("who may use an application", () => {
  const setup = consoleSetup();
  const back = () => `${setup.service.url}/auth/ui/try`;

  /** Opens the application of the test in a browser of their own, signed in as this person. */
  async function asPerson(name: string, locale: string, act: (page: Page) => Promise<void>) {
    const context = await setup.browser.newContext({
      locale,
      viewport: { width: 390, height: 800 },
    });
    const page = await context.newPage();
    const request = new URLSearchParams({
      ...{ response_type: "code", client_id: "books", redirect_uri: back(), state: "s" },
    });
    await page.goto(`${setup.service.url}/auth/oauth2/authorize?${request}`);
    await page.waitForSelector("#login-theme:not([hidden])", { state: "attached" });
    await page.fill("#username", name);
    await page.fill("#password", PASSWORD);
    await page.click("#login-submit");
    await act(page);
    await context.close();
  }

  test("an administrator chooses a role; a person without it sees a page, with it the application", async () => {
    const details = { password: PASSWORD };
    const person = { local: true, details };
    const { id: grace } = await setup.admin("POST", "/users", { alias: ["grace"], ...person });
    await setup.admin("POST", "/users", { alias: ["ada"], ...person });
    const { id: role } = await setup.admin("POST", "/roles", { name: "librarians" });
    const config = {
      ...{ client_name: "Books", client_secret: "the secret of books", redirect_uris: [back()] },
      skip_consent: true,
    };
    await setup.admin("PUT", "/oauth/clients/books", { enabled: true, config });
    await setup.visit(async ({ page, open, accessible }) => {
      await open("#clients/books");
      const field = page.getByRole("combobox", { name: "Roles that may use it" });
      await field.fill("libra");
      await page.getByRole("option", { name: "librarians" }).click();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      await accessible();
      const saved = await setup.admin("GET", "/oauth/clients/books");
      expect(saved.config.allowed_role_ids).toEqual([role]);

      await asPerson("ada", "en-US", async (visitor) => {
        await visitor.getByRole("heading", { name: "Your account may not use Books" }).waitFor();
        await visitor.getByText("Ask your administrator for access.").waitFor();
        await visitor.getByRole("button", { name: "Back to the application" }).click();
        await visitor.waitForURL(/error=access_denied/);
      });
      await open("#clients/books");
      const line = page
        .getByRole("region", { name: "What happened" })
        .getByRole("listitem")
        .first();
      const newest = async () => {
        await page.reload();
        await line.waitFor();
        return line.textContent();
      };
      await expect.poll(newest).toContain("none of the roles that may use the application");
      expect(await line.textContent()).toContain("ada");
    });
    await setup.admin("PATCH", `/users/${grace}`, { role_ids: [role] });
    await asPerson("grace", "de-DE", (visitor) => visitor.waitForURL(/[?&]code=/));
  });

  test("beside it stands which sign-in the application requires, by its name", async () => {
    const config = { client_secret: "the secret of files", redirect_uris: [back()] };
    await setup.admin("PUT", "/oauth/clients/files", { enabled: true, config });
    await setup.visit(async ({ page, open }) => {
      await open("#clients/files");
      await page.getByRole("combobox", { name: "Required sign-in" }).click();
      await page.getByRole("option", { name: "Two factors (mfa)" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
    });
    const saved = await setup.admin("GET", "/oauth/clients/files");
    expect(saved.config.require_acr).toEqual(["mfa"]);
  });
});
