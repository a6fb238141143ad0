/** Configuration as code in the console: the document out, a plan that is read, and its application (ADR 0100). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";

describe.skipIf(!chromiumPath)("configuration as code", () => {
  const setup = consoleSetup();

  test("the document is downloaded, and has no secret", () =>
    setup.visit(async ({ page, open }) => {
      await open("#configuration");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download the document" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("postern-document.yaml");
      const text = readFileSync(await download.path(), "utf8");
      expect(text).toContain("# client_secret: is stored");
      expect(text).toContain("oauth_clients:\n  login:\n");
      expect(text).not.toContain(setup.service.login?.secret ?? "no secret");
    }));

  test("a fault names its line, and nothing is changed", () =>
    setup.visit(async ({ page, open }) => {
      await open("#configuration");
      const field = page.getByLabel("Document", { exact: true });
      await field.fill("roles:\n  analyst:\n    permissions: [none]\n");
      await page.getByRole("button", { name: "Show what would change" }).click();
      await page.getByText("line 3: roles.analyst.permissions[0]").waitFor();
      expect(await page.getByRole("button", { name: "Apply all of it" }).count()).toBe(0);
      await field.fill("");
    }));

  test("a fault is told in the language of the page", () =>
    setup.visit(
      async ({ page, open }) => {
        await open("#configuration");
        const field = page.getByLabel("Dokument", { exact: true });
        await field.fill("roles:\n  analyst:\n    permissions: [none]\n");
        await page.getByRole("button", { name: "Zeigen, was sich ändern würde" }).click();
        await page
          .getByText("Zeile 3: roles.analyst.permissions[0]: ist weder im Dokument noch")
          .waitFor();
        await field.fill("");
      },
      { locale: "de-DE" },
    ));

  for (const [colorScheme, width] of [
    ["light", 1_280],
    ["dark", 360],
  ] as const) {
    test(`a plan is shown, applied, and nothing is left to do: ${colorScheme}, ${width} pixels`, () =>
      visitConsole(
        setup.browser,
        setup.service.url,
        { token: setup.token, colorScheme, viewport: { width, height: 800 } },
        async ({ page, open, accessible }) => {
          const written = `oauth_clients:\n  notes-${width}:\n    client_name: "<img src=x onerror=alert(1)>"\n    client_secret: a-secret-of-notes\n    redirect_uris: [https://notes.example.com/callback]\nroles:\n  reader-${width}: {}\n`;
          await open("#configuration");
          const field = page.getByLabel("Document", { exact: true });
          await field.fill(written);
          await page.getByRole("button", { name: "Show what would change" }).click();
          const planned = page.getByRole("region", { name: "What would change" });
          await planned.waitFor();
          const said = (await planned.textContent()) ?? "";
          expect(said).toContain("Records that would change: 2");
          expect(said).toContain("<img src=x onerror=alert(1)>");
          expect(said).not.toContain("a-secret-of-notes");
          await accessible();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThanOrEqual(0);
          await planned.getByRole("button", { name: "Apply all of it" }).click();
          await page
            .getByRole("alertdialog")
            .getByRole("button", { name: "Apply all of it" })
            .click();
          await page.getByText("The document was applied").waitFor();
          expect(await field.inputValue()).toBe("");
          const path = `/auth/v1/oauth/clients/notes-${width}`;
          expect((await send(setup.service, "GET", path, { bearer: setup.token })).status).toBe(
            200,
          );
          await field.fill(written);
          await page.getByRole("button", { name: "Show what would change" }).click();
          await page.getByText("Everything already matches the document.").waitFor();
          await field.fill("");
        },
      ));
  }
});
