/** The import of people in the console: a dry run line by line, and then the import (ADR 0101). */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { ndjson } from "../../support/imports.ts";

const SSHA = "{SSHA}E4i04UN/+MVB+E0yOTxuqosHO5qgdG6t";
const COSTLY = "pbkdf2_sha256$99999999$salt$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const EXPORT = readFileSync(join(import.meta.dirname, "../../support/keycloak-realm.json"));

const choose = (page: Page, name: string, text: string | Buffer) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

describe.skipIf(!chromiumPath)("the import of people", () => {
  const setup = consoleSetup();
  const folder = mkdtempSync(join(tmpdir(), "import-page-"));
  const large = join(folder, "large.csv");
  beforeAll(() => {
    writeFileSync(large, "");
    truncateSync(large, 32 * 1024 * 1024 + 1);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const find = async (alias: string) =>
    (await setup.admin("GET", `/users?alias=${encodeURIComponent(alias)}`))[0];

  test("a file is looked at line by line, then imported, and a second time nothing is written", () =>
    setup.visit(async ({ page, open, accessible }) => {
      const file = ndjson(
        { external_id: "1", alias: "lin", email: "lin@example.com", password_hash: SSHA },
        { external_id: "2", alias: "kim", roles: ["nothing"] },
        { external_id: "3", alias: "costly", password_hash: COSTLY },
        { external_id: "4", alias: "<img src=x onerror=alert(1)>" },
        { external_id: "5", alias: "chief", roles: ["admin"] },
      );
      await open("#import");
      const look = page.getByRole("button", { name: "Show what would happen" });
      expect(await look.isDisabled()).toBe(true);
      await choose(page, "people.ndjson", file);
      await page.getByRole("textbox", { name: "Source" }).fill("not a name!");
      await page.getByText("1 to 64 letters, digits, or _.:-").waitFor();
      expect(await look.isDisabled()).toBe(true);
      await page.getByRole("textbox", { name: "Source" }).fill("forum");
      await look.click();
      const would = page.getByRole("region", { name: "What would happen" });
      await would.locator("[data-line='2']").waitFor();
      // What is refused is shown first.
      expect(await would.locator("[data-line='1']").count()).toBe(0);
      expect(await would.locator("[data-line='2']").textContent()).toContain(
        "There is no role nothing",
      );
      expect(await would.locator("[data-line='3']").textContent()).toContain("password_hash");
      expect(await would.locator("[data-line='5']").textContent()).toContain("admin");
      expect(await find("lin")).toBeUndefined();
      await accessible();
      await would.getByRole("combobox", { name: "Show" }).click();
      await page.getByRole("option", { name: "All (5)" }).click();
      await would.locator("[data-line='4']").getByText("<img src=x onerror=alert(1)>").waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        would.getByRole("button", { name: "Download the report" }).click(),
      ]);
      const told = readFileSync(await download.path(), "utf8")
        .trimEnd()
        .split("\n");
      expect(told.map((one) => JSON.parse(one).outcome)).toEqual([
        ...["created", "refused", "refused", "created", "refused"],
      ]);
      await would.getByRole("button", { name: "Import", exact: true }).click();
      const asked = would.getByRole("alertdialog");
      await asked.getByText("2 accounts are created and 0 are changed. 3 entries").waitFor();
      await asked.getByRole("button", { name: "Import", exact: true }).click();
      const happened = page.getByRole("region", { name: "What happened" });
      await happened.getByText("The import is finished").waitFor();
      expect(await find("lin")).toBeDefined();
      expect(await find("chief")).toBeUndefined();
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
      await look.click();
      await would.getByText("Same (2)").first().waitFor();
      await would.getByText("Nothing would be written.").waitFor();
      expect(await would.getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
    }));

  test("on a phone in German: a realm export, and reasons in that language", () =>
    setup.visit(
      async ({ page, open, accessible }) => {
        await open("#import");
        await choose(page, "main-realm.json", EXPORT);
        await page.getByRole("button", { name: "Zeigen, was geschehen würde" }).click();
        const would = page.getByRole("region", { name: "Was geschehen würde" });
        await would.locator("[data-line]").first().waitFor();
        expect(await would.textContent()).toMatch(/Es gibt keine Rolle|gehört zu einer App/);
        await accessible();
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      },
      { locale: "de-DE", colorScheme: "dark", viewport: { width: 360, height: 800 } },
    ));

  test("what cannot be read is said, and cannot be imported", () =>
    setup.visit(async ({ page, open }) => {
      await open("#import");
      await choose(page, "empty.csv", "");
      await page.getByText("This file is empty.").waitFor();
      await page.locator("input[type=file]").setInputFiles(large);
      await page.getByText("This file is larger than 32 MiB.").waitFor();
      const look = page.getByRole("button", { name: "Show what would happen" });
      expect(await look.isDisabled()).toBe(true);
      await choose(page, "people.csv", "alias,passwort_hash\nada,x\n");
      await look.click();
      await page.getByText("The file cannot be read to its end").waitFor();
      await page.getByText(/Line 1: .*passwort_hash/).waitFor();
      expect(await page.getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
    }));
});
