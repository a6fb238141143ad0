/** What a page shows is about the thing that it shows: no explanation, field or message of another one. */
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

describe.skipIf(!chromiumPath)("what a page of the console shows is about its own thing", () => {
  const setup = consoleSetup();

  test.each([
    ["google", 0],
    ["keycloak", 0],
    ["apple", 1],
  ])("the secret at %s: Apple's key is explained %i times", (preset, count) =>
    setup.visit(async ({ page, open }) => {
      await open(`#providers/new?preset=${preset}`);
      const secret = page.locator('[data-member="client_secret"]');
      await secret.getByText("Client secret", { exact: true }).waitFor();
      expect(await secret.getByText("the private key in PEM").count()).toBe(count);
    }),
  );

  test.each([
    ["web", true],
    ["machine", true],
    ["spa", false],
    ["native", false],
  ])("a new client of the kind %s has a field for a secret: %s", (type, has) =>
    setup.visit(async ({ page, open }) => {
      await open(`#clients/new?type=${type}`);
      await page.locator("[data-member=public]").getByRole("switch").waitFor();
      const secret = page.locator('[data-member="client_secret"]');
      expect(await secret.count()).toBe(has ? 1 : 0);
    }),
  );

  test("a public client that is to prove itself gets the field, and one with a secret keeps it", () =>
    setup.visit(async ({ page, open }) => {
      const secret = page.locator('[data-member="client_secret"]');
      await open("#clients/new?type=spa");
      await page.locator("[data-member=public]").getByRole("switch").click();
      await secret.waitFor();
      await page.locator("[data-member=public]").getByRole("switch").click();
      await secret.waitFor({ state: "detached" });
      await open("#clients/new?type=web");
      await page.locator("[data-member=public]").getByRole("switch").click();
      expect(await secret.count()).toBe(1);
    }));

  test.each([
    ["fr-FR", "Rôles inclus", "Aucun", "Permissions", "Aucune"],
    ["de-DE", "Enthaltene Rollen", "Keine", "Berechtigungen", "Keine"],
  ])(
    "%s: no roles and no permissions agree with their nouns",
    (locale, roles, none, permissions, noneOfThem) =>
      setup.visit(
        async ({ page, open }) => {
          await open("#roles/new");
          await page.getByRole("combobox", { name: roles, exact: true }).waitFor();
          await page.getByRole("combobox", { name: permissions, exact: true }).waitFor();
          const said = page.locator("p", { hasText: /^(?:Aucune?|Keine)$/ });
          expect(await said.allTextContents()).toEqual([noneOfThem, none]);
        },
        { locale },
      ),
  );

  test.each(["en-US", "de-DE", "fr-FR"])(
    "%s: the headings of the roles are whole on a desk",
    (locale) =>
      setup.visit(
        async ({ page, open }) => {
          await open("#roles");
          const cut = await page
            .locator("#main th")
            .evaluateAll((cells) =>
              cells
                .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
                .map(({ textContent }) => textContent),
            );
          expect(cut).toEqual([]);
        },
        { locale, viewport: { width: 1180, height: 780 } },
      ),
  );

  test("the message of what failed on one page is gone on the next, and stays on its own", () =>
    setup.visit(
      async ({ page, open }) => {
        await setup.admin("POST", "/roles", { name: "kept" });
        await open("#roles");
        await page.getByRole("link", { name: "kept", exact: true }).click();
        await page.getByRole("button", { name: "Delete", exact: true }).click();
        await page.route("**/v1/roles/*", (route) =>
          route.request().method() === "DELETE"
            ? route.fulfill({ status: 500, json: { message: "out of order" } })
            : route.fallback(),
        );
        await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
        const message = page.getByRole("alert").filter({ hasText: "out of order" });
        await message.waitFor();
        await page.getByRole("link", { name: "Permissions", exact: true }).first().click();
        await page.getByRole("heading", { name: "Permissions", level: 1 }).waitFor();
        await message.waitFor({ state: "detached" });
      },
      { expected: /status of 500/ },
    ));

  test("forced colours: a switch is seen, and whether it is on (WCAG 2.2, 1.4.11)", () =>
    setup.visit(
      async ({ page, open }) => {
        await open("#password");
        const looks = (name: string) =>
          page.getByLabel(name).evaluate((input) => {
            const { borderTopWidth, backgroundColor } = getComputedStyle(
              input.nextElementSibling ?? input,
            );
            return { borderTopWidth, backgroundColor };
          });
        const [on, off] = [
          await looks("Passwords of local users"),
          await looks("Refuse common passwords"),
        ];
        expect([on.borderTopWidth, off.borderTopWidth]).toEqual(["1px", "1px"]);
        expect(on.backgroundColor).not.toBe(off.backgroundColor);
      },
      { forcedColors: "active" },
    ));

  test("between phone and desktop the boxes of a list take no more width than they need", () =>
    setup.visit(async ({ page, open }) => {
      for (const width of [640, 900, 1100]) {
        await page.setViewportSize({ width, height: 700 });
        await open("#users");
        const box = page.locator("th").filter({ has: page.getByRole("checkbox") });
        await expect
          .poll(async () => (await box.boundingBox())?.width ?? 0, { message: `${width} px` })
          .toBeLessThan(60);
      }
    }));

  test("a switch says what is on, is found by both names, and stores the member as ever", () =>
    setup.visit(async ({ page, open }) => {
      await open("#password");
      const directory = page.getByLabel("Passwords of directory users");
      expect(await directory.isChecked()).toBe(true);
      expect(await page.getByLabel(/disabled/i).count()).toBe(0);
      await directory.click();
      await page.getByRole("button", { name: "Save", exact: true }).first().click();
      await page.getByText("Saved", { exact: true }).waitFor();
      const stored = (await setup.admin("GET", "/settings/password")).value;
      expect(stored).toMatchObject({ ldap_disabled: true });
      expect(await directory.isChecked()).toBe(false);
      for (const words of ["passwords of directory", "directory users disabled"]) {
        await page.keyboard.press("Control+k");
        const box = page.locator("input.mantine-Spotlight-search");
        await box.fill(words);
        const found = page.locator(".mantine-Spotlight-action");
        await found.filter({ hasText: /^Passwords of directory users/ }).waitFor();
        await page.keyboard.press("Escape");
        await box.waitFor({ state: "detached" });
      }
      await directory.click();
      await page.getByRole("button", { name: "Save", exact: true }).first().click();
      await expect
        .poll(async () => (await setup.admin("GET", "/settings/password")).value.ldap_disabled)
        .not.toBe(true);
    }));
});
