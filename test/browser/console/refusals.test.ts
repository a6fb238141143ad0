/** A refused form says what is wrong at its fields, in their words and in the language of the page (WCAG 2.2, 3.3.1 and 3.3.3). */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

describe.skipIf(!chromiumPath)("a form that is refused", () => {
  const setup = consoleSetup();
  const toasts = (page: Page) => page.locator(".mantine-Notification-root");

  test("settings: at the field, by its label, with the focus there; typed text stays; no message in words of JSON", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#branding");
      const colour = page.getByRole("textbox", { name: "Accent colour" });
      await colour.fill("red");
      await page.getByRole("textbox", { name: "Support link" }).fill("ftp://example.com");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect.poll(() => colour.getAttribute("aria-invalid")).toBe("true");
      await expect.poll(() => colour.evaluate((one) => one === document.activeElement)).toBe(true);
      const said = await colour.evaluate((one) =>
        (one.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" "),
      );
      expect(said).toContain("Must be a colour such as #3046c9");
      const summary = page.getByRole("alert", { name: /^Not saved/ });
      expect(await summary.textContent()).toContain("Accent colour");
      expect(await page.locator("body").textContent()).not.toContain("accent_color");
      expect(await toasts(page).count()).toBe(0);
      await accessible();
      await summary.getByRole("button", { name: "Support link" }).click();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid")))
        .toBe("true");
      await colour.fill("#0b6e4f");
      await expect.poll(() => colour.getAttribute("aria-invalid")).not.toBe("true");
      await page.getByRole("button", { name: "Discard the changes" }).click();
      await expect.poll(() => summary.count()).toBe(0);
    }));

  test("in German, also in a group that was folded", () =>
    setup.visit(
      async ({ page, open }) => {
        await open("#oauth2-overview");
        const part = page.locator('[data-namespace="authorize"]');
        await part.getByRole("button").first().click();
        await part.locator('[data-member="flow_lifetime"] input').fill("1000h");
        await part.getByRole("button").first().click();
        await page.getByRole("button", { name: "Speichern", exact: true }).click();
        const field = part.locator('[data-member="flow_lifetime"] input');
        await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
        await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
        const summary = page.getByRole("alert", { name: /^Nicht gespeichert/ });
        const alert = (await summary.textContent()) ?? "";
        expect(alert).not.toContain("flow_lifetime");
      },
      { locale: "de-DE" },
    ));

  test("a record: its ID, and what is missing beside it", () =>
    setup.visit(async ({ page, open }) => {
      await open("#clients/new?type=machine");
      const id = page.getByRole("textbox", { name: "ID", exact: true });
      const hasFocus = () => id.evaluate((one) => one === document.activeElement);
      await page.getByLabel("Name", { exact: true }).fill("Robot");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByText("This is required.").waitFor();
      await expect.poll(hasFocus).toBe(true);
      await id.fill("i".repeat(3_000));
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByText("Must be 1 to 2048 characters without control ones").first().waitFor();
      await expect.poll(hasFocus).toBe(true);
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Robot");
    }));

  test("what is about no field is said beside the buttons, which are always in sight", () =>
    setup.visit(
      async ({ page, open }) => {
        const { id } = await setup.admin("POST", "/roles", { name: "gone-soon" });
        await open(`#roles/${id}`);
        await page.getByLabel("Description").fill("kept");
        await setup.admin("DELETE", `/roles/${id}`);
        const save = page.getByRole("button", { name: "Save", exact: true });
        await save.click();
        await page.getByRole("alert").getByText("not found").waitFor();
        expect(await toasts(page).count()).toBe(0);
        expect(await page.getByLabel("Description").inputValue()).toBe("kept");
        await open("#email");
        const box = await page.getByRole("button", { name: "Save", exact: true }).boundingBox();
        expect(box && box.y + box.height).toBeLessThanOrEqual(740);
      },
      { viewport: { width: 390, height: 740 } },
    ));

  test("the own password, in German: at the field of the current one, and nothing typed is lost", () =>
    setup.visit(
      async ({ page, open }) => {
        await open("#account");
        const field = (name: string) => page.getByLabel(name, { exact: true });
        await field("Aktuelles Passwort").fill("not the current one");
        await field("Neues Passwort").fill("correct horse battery");
        await field("Neues Passwort wiederholen").fill("correct horse battery");
        await page.getByRole("button", { name: "Passwort ändern" }).click();
        await page.getByText("Das ist nicht Ihr aktuelles Passwort.").waitFor();
        const current = field("Aktuelles Passwort");
        await expect
          .poll(() => current.evaluate((one) => one === document.activeElement))
          .toBe(true);
        expect(await current.inputValue()).toBe("not the current one");
        expect(await field("Neues Passwort").inputValue()).toBe("correct horse battery");
      },
      { locale: "de-DE" },
    ));
});
