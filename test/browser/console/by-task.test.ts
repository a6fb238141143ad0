/** Pages as tasks: what comes first stands first, choices have words, and what is looked for is found. */
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

const FOUND = {
  "en-US": [
    ["smtp", "Email"],
    ["mfa", "Authenticator apps"],
    ["logout", "My account"],
    ["password reset", "Signup and reset"],
    ["session timeout", "Authorization"],
  ],
  "de-DE": [
    ["passwort zurücksetzen", "Registrieren und Zurücksetzen"],
    ["erneuern", "API-Schlüssel"],
  ],
  "fr-FR": [["deconnexion", "Mon compte"]],
} as const;

describe.skipIf(!chromiumPath)("pages by task", () => {
  const setup = consoleSetup();
  const SAVE = { name: "Save", exact: true } as const;

  for (const [locale, searches] of Object.entries(FOUND)) {
    test(`${locale}: the search finds pages by common words`, () =>
      setup.visit(
        async ({ page, open }) => {
          await open("#account");
          await page.keyboard.press("Control+k");
          const search = page.locator("input.mantine-Spotlight-search");
          const action = page.locator(".mantine-Spotlight-action");
          for (const [words, title] of searches) {
            // What the words before have found is gone.
            await search.fill("xyzzy");
            await action.first().waitFor({ state: "detached" });
            await search.fill(words);
            await action.filter({ hasText: title }).first().waitFor();
          }
        },
        { locale },
      ));
  }

  test("the search opens a setting with the cursor in its field, also where it is folded", () =>
    setup.visit(async ({ page, open }) => {
      await open("#overview");
      await page.keyboard.press("Control+k");
      await page.locator("input.mantine-Spotlight-search").fill("code lifetime");
      await page
        .locator(".mantine-Spotlight-action")
        .filter({ hasText: /^Code lifetimeEmail/ })
        .first()
        .click();
      const field = page.locator('[data-member="code_lifetime"] input');
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    }));

  test("mails: the relay and its test first; the preview shows the mail as people see it", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#email");
      const titles = page.locator("#main form section[aria-label] h2");
      await expect
        .poll(async () => (await titles.allTextContents()).slice(0, 3))
        .toEqual(["Relay", "Sign-in by email", "News of the account"]);
      await page.getByRole("button", { name: "Show the preview" }).click();
      const drawn = page.getByRole("img", { name: "How the email looks" });
      await drawn.getByText("123456").waitFor();
      expect(await drawn.locator("a, script, img").count()).toBe(0);
      await accessible();
    }));

  test("session providers: how our client authenticates is a choice of words", () =>
    setup.visit(async ({ page, open }) => {
      await open("#session-providers");
      for (const name of ["OAuth 2.0", "Other addresses"]) {
        const fold = page.getByRole("button", { name });
        await fold.press("Enter");
        await expect.poll(() => fold.getAttribute("aria-expanded")).toBe("true");
      }
      const choice = page.getByRole("combobox", { name: "Client authentication" });
      // Scrolls there once the fold stands still; a list whose field is out of sight is hidden.
      await choice.click();
      await page.getByRole("option", { name: "Parameters of the URL" }).click();
      await page.getByRole("button", SAVE).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      const { value } = await setup.admin("GET", "/settings/session_providers");
      expect(value.providers.postern.oauth2.auth_header_style).toBe(2);
    }));

  test("passwords: their rules stand together, with the least length and the way to it", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await setup.admin("PUT", "/settings/signup", { value: { password_min_length: 14 } });
      await open("#password");
      const titles = page.locator("#main form section[aria-label] h2");
      await expect
        .poll(() => titles.allTextContents())
        .toEqual([
          "Rules for new passwords",
          "Who signs in with a password",
          "How passwords are kept",
          "Limits",
        ]);
      await accessible();
      await page.getByRole("switch", { name: "Refuse common passwords" }).press("Space");
      await page.getByRole("button", SAVE).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      const { value } = await setup.admin("GET", "/settings/password");
      expect(value.refuse_common).toBe(true);
      await page.getByText("A new password needs at least 14 characters.").waitFor();
      await page.getByRole("link", { name: /^Change the length/ }).click();
      const field = page.locator('[data-member="password_min_length"] input');
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    }));

  test("a choice is named in German, with the word of the API", () =>
    setup.visit(
      async ({ page, open }) => {
        await open("#password");
        const choice = page.locator('[data-member="by_administrators"] input').first();
        expect(await choice.getAttribute("placeholder")).toBe("Vorgabe: Ablehnen (refuse)");
        await choice.click();
        await page.getByRole("option", { name: "Nur eine Warnung protokollieren (warn)" }).click();
        await page.getByRole("button", { name: "Speichern", exact: true }).click();
        const stored = () => setup.admin("GET", "/settings/password");
        await expect.poll(async () => (await stored()).value?.by_administrators).toBe("warn");
      },
      { locale: "de-DE" },
    ));

  test("signing keys are renewed in two steps, and the next one is published", () =>
    setup.visit(async ({ page, open }) => {
      await open("#oauth2-overview");
      const published = page.getByText("next", { exact: true });
      await page.getByRole("button", { name: "Renew the keys" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Renew the keys" }).click();
      await published.first().waitFor();
    }));

  test("SAML: the addresses of a record without an ID are readable, and its metadata can be a file", () =>
    setup.visit(async ({ page, open }) => {
      await open("#saml/new");
      await page.getByText("/saml/…/metadata").waitFor();
      await page.locator('input[type="file"]').setInputFiles({
        name: "metadata.xml",
        mimeType: "application/xml",
        buffer: Buffer.from("<EntityDescriptor/>"),
      });
      const field = page.locator('[data-member="metadata_xml"] textarea').first();
      await expect.poll(() => field.inputValue()).toBe("<EntityDescriptor/>");
    }));

  test("a new address has the cursor; one without a scheme is told; an application without an ID, too", () =>
    setup.visit(async ({ page, open }) => {
      await open("#clients/new?type=web");
      await page.getByRole("button", { name: "Add an address" }).first().click();
      await page.keyboard.type("localhost:3000/callback");
      await page.getByText("Write the whole address, such as").waitFor();
      await page.goto(`${setup.service.url}/auth/ui/#first-steps`);
      await page.getByRole("button", { name: "Leave without saving" }).click();
      await page.getByRole("button", { name: "Register it" }).click();
      await page.getByText("Give it an ID of letters").waitFor();
    }));

  test("the accent colour is typed or picked", () =>
    setup.visit(async ({ page, open }) => {
      await open("#branding");
      await page.getByLabel("Pick the colour").fill("#0b6e4f");
      const typed = page.getByRole("textbox", { name: "Accent colour" });
      await expect.poll(() => typed.inputValue()).toBe("#0b6e4f");
    }));
});
