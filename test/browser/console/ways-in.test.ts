/** A way to sign in is made in the console alone, by what its pages say, and people sign in by it (issue text, "ways to sign in as things"). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import {
  type OpenidProvider,
  PROVIDER_CLIENT,
  startOpenidProvider,
} from "../../support/openid-provider.ts";

/** How many the guide of each preset has. */
const STEPS = { google: 6, entra: 6, github: 6, gitlab: 6, apple: 6, keycloak: 7, other: 5 };

describe.skipIf(!chromiumPath)("ways to sign in, made in the console", () => {
  const setup = consoleSetup();
  let company: OpenidProvider;
  beforeAll(async () => {
    company = await startOpenidProvider([`${setup.service.url}/auth/oauth2/code/keycloak`], {
      idTokenClaims: true,
    });
  });
  afterAll(() => company?.[Symbol.asyncDispose]());

  test("a provider like Keycloak: entered there what the guide says, here what it gave, and people come in by its button", async () => {
    await setup.visit(async ({ page, open, accessible }) => {
      await open("#oauth2-overview");
      const hosts = page.getByRole("combobox", { name: "Internal hosts" });
      await hosts.fill("127.0.0.1");
      await hosts.press("Enter");
      await page.getByRole("button", { name: "Save", exact: true }).first().click();
      await page.getByRole("button", { name: "Discard the changes" }).waitFor({ state: "hidden" });
      await open("#providers/new");
      await page.getByRole("link", { name: /Keycloak/ }).click();
      const guide = page.getByRole("region", { name: "At the provider" });
      // The provider of this test was given this one, which the guide shows.
      await guide.getByText(`${setup.service.url}/auth/oauth2/code/keycloak`).waitFor();
      expect(await guide.getByRole("listitem").count()).toBe(7);
      await page.getByLabel("Client ID").fill(PROVIDER_CLIENT.client_id);
      await page.getByLabel("Issuer", { exact: true }).fill(company.issuer);
      await page.getByLabel("Client secret", { exact: true }).fill(PROVIDER_CLIENT.client_secret);
      await page.getByLabel("Register users").click();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("button", { name: "Test this provider" }).click();
      await page.getByText("Everything works").waitFor();
      await page.getByText("Continue with keycloak").first().waitFor();
      await accessible();
    });
    const context = await setup.browser.newContext({ locale: "en-US" });
    try {
      const page = await context.newPage();
      await page.goto(`${setup.service.url}/login/?redirect_path=/auth/ui/account`);
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name: "Continue with keycloak" }).click();
      const there = await opened;
      await there.locator('input[name="login"]').fill("grace");
      await there.locator('input[name="password"]').fill("x");
      await there.locator("button[type=submit]").click();
      // The provider asks once more, whether it may tell.
      await there.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(`${setup.service.url}/auth/ui/account`);
      await page.getByText("grace@example.com").first().waitFor();
    } finally {
      await context.close();
    }
  });

  test("who needs two factors: a role by its name, and whom it concerns before it is saved", async () => {
    const role = await setup.admin("POST", "/roles", { name: "night shift" });
    await setup.admin("POST", "/users", {
      ...{ alias: ["nora"], local: true, role_ids: [role.id] },
      details: { password: "a fine password" },
    });
    for (const [locale, title, none, concerned] of [
      [
        "en-US",
        "Who is concerned",
        "No one",
        "People with an account: 1. Without a factor yet: 1.",
      ],
      ["de-DE", "Wen es betrifft", "Niemanden", "Personen mit Konto: 1. Noch ohne Faktor: 1."],
    ] as const) {
      await setup.visit(
        async ({ page, open, accessible }) => {
          await open("#second-factor");
          const preview = page.getByRole("status").filter({ hasText: title });
          await preview.getByText(none).waitFor();
          await page.locator('input[aria-haspopup="listbox"]').first().fill("night");
          await page.getByRole("option", { name: "night shift" }).click();
          await preview.getByText(concerned).waitFor();
          await preview.getByText("nora").waitFor();
          await page.keyboard.press("Escape");
          await accessible();
        },
        { locale, viewport: { width: locale === "de-DE" ? 390 : 1_280, height: 844 } },
      );
    }
  });

  test.each([
    ["en-US", "At the provider"],
    ["de-DE", "Beim Anbieter"],
    ["fr-FR", "Chez le fournisseur"],
  ])("%s: the guide of each preset has its steps, and nothing wrong on a phone", (locale, title) =>
    setup.visit(
      async ({ page, open, accessible }) => {
        for (const [preset, count] of Object.entries(STEPS)) {
          await open(`#providers/new?preset=${preset}&id=company`);
          const guide = page.getByRole("region", { name: title });
          await guide.getByText(`${setup.service.url}/auth/oauth2/code/company`).waitFor();
          expect(await guide.getByRole("listitem").count(), preset).toBe(count);
          await accessible();
          const [wide, seen] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            innerWidth,
          ]);
          expect(wide, preset).toBeLessThanOrEqual(seen ?? 0);
        }
      },
      { locale, viewport: { width: 390, height: 844 } },
    ),
  );
});
