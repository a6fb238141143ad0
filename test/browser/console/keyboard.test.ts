/** The console by keyboard alone: the way past the navigation, and a focus that is never lost (WCAG 2.2, 2.4.1 and 2.4.3). */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { arrived } from "../../support/arrived.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { patient } from "../../support/patience.ts";

/** What has the focus, in a word; `BODY` is what it must never be. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const now = document.activeElement;
    if (!now || now === document.body) return "BODY";
    const text = now.getAttribute("aria-label") ?? now.textContent ?? "";
    return `${now.tagName} ${text.trim()}`.trim();
  });

describe.skipIf(!chromiumPath)("the console by keyboard", () => {
  const setup = consoleSetup();

  /** After a change of place or a click that takes its own button away. */
  const keeps = async (page: Page, wanted: RegExp, what: string) => {
    await expect
      .poll(() => focused(page), { timeout: patient(10_000), message: what })
      .toMatch(wanted);
  };

  test("the first Tab is the way to the content, past the navigation", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#users");
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("A Skip to the content");
      await accessible();
      await page.keyboard.press("Enter");
      await keeps(page, /^H1 Users/, "the content");
      expect(new URL(page.url()).hash).toBe("#users");
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("A New");
    }));

  test("the menu of a phone: closed, no Tab enters it; open, it has the focus, and Escape gives it back", () =>
    setup.visit(async ({ page, open }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await open("#users");
      const menu = page.locator(".console-navbar");
      const inside = () => menu.evaluate((nav) => nav.contains(document.activeElement));
      for (let tab = 0; tab < 12; tab += 1) {
        await page.keyboard.press("Tab");
        expect(await inside(), `Tab ${tab + 1}`).toBe(false);
      }
      const burger = page.locator("header button[aria-expanded]").first();
      await burger.focus();
      await page.keyboard.press("Enter");
      await expect.poll(inside, { timeout: patient(10_000) }).toBe(true);
      expect(await burger.getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("Escape");
      await keeps(page, /^BUTTON/, "the burger");
      expect(await burger.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await burger.getAttribute("aria-expanded")).toBe("false");
    }));

  test("a link that is tapped in the menu of a phone: the menu closes, and the page begins at its heading", () =>
    setup.visit(
      async ({ page, open, accessible }) => {
        await open("#users");
        const burger = page.locator("header button[aria-expanded]").first();
        await burger.tap();
        await page.getByRole("link", { name: "Roles", exact: true }).tap();
        await keeps(page, /^H1 Roles/, "the page of the link");
        await expect.poll(() => burger.getAttribute("aria-expanded")).toBe("false");
        // The page where one is already.
        await burger.tap();
        await page.getByRole("link", { name: "Roles", exact: true }).tap();
        await expect.poll(() => burger.getAttribute("aria-expanded")).toBe("false");
        await keeps(page, /^H1 Roles/, "the page behind the menu");
        await accessible();
      },
      { token: setup.token, viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
    ));

  test("a page, New, a record and its list: each begins at its heading or first field", () =>
    setup.visit(async ({ page, open }) => {
      await open("#overview");
      await page.getByRole("link", { name: "Roles", exact: true }).focus();
      await page.keyboard.press("Enter");
      await keeps(page, /^H1 Roles/, "another page");
      await page.getByRole("link", { name: "New", exact: true }).focus();
      await page.keyboard.press("Enter");
      await keeps(page, /^INPUT/, "a new record");
      await page.keyboard.type("by keyboard");
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("New role");
      await page.keyboard.press("Enter");
      await keeps(page, /^H1 by keyboard/, "the record that was made");
      await page.getByLabel("Description").fill("of the test");
      await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
      await page.getByText("Saved", { exact: true }).first().waitFor();
      await keeps(page, /^BUTTON Save/, "a save by its button");
      await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
      await keeps(page, /^BUTTON Cancel/, "a question");
      await page.keyboard.press("Enter");
      await keeps(page, /^BUTTON Delete/, "a question that is taken back");
      await page.getByRole("link", { name: "Back to the list" }).press("Enter");
      await keeps(page, /^H1 Roles/, "the list");
    }));

  test("what is made is chosen first, and then its form begins at its first field", () =>
    setup.visit(async ({ page, open }) => {
      await open("#clients/new");
      await page.getByRole("link", { name: /^Web application/ }).press("Enter");
      await page.getByRole("textbox", { name: "ID", exact: true }).waitFor();
      await keeps(page, /^INPUT/, "the form");
    }));

  test("the search leads to a page and has its focus there; closed, it gives it back", () =>
    setup.visit(async ({ page, open }) => {
      await open("#overview");
      const button = page.getByRole("link", { name: "Roles", exact: true });
      await button.focus();
      await page.keyboard.press("Control+k");
      const search = page.getByRole("textbox", { name: /^Search users/ });
      await search.waitFor();
      await page.keyboard.press("Escape");
      await keeps(page, /^A Roles/, "a search that is closed");
      await page.keyboard.press("Control+k");
      await search.fill("branding");
      await page.getByText("The name, logo, colour and support link that people see.").waitFor();
      await page.keyboard.press("Enter");
      await keeps(page, /^H1 Branding/, "a page that was searched");
    }));

  test.each([
    ["#admin", ["Give rights to a role"]],
    ["#permissions/new", ["Add an entry", "Add an exception"]],
  ] as const)(
    "%s: an entry that is added to a list has the focus, at its first field",
    (place, buttons) =>
      setup.visit(async ({ page, open }) => {
        await open(place);
        for (const name of buttons) {
          await page.getByRole("button", { name, exact: true }).last().press("Enter");
          await keeps(page, /^INPUT/, name);
        }
      }),
  );

  test("the search opens from a field too, and gives the focus back to it", () =>
    setup.visit(async ({ page, open }) => {
      await open("#branding");
      const field = page.getByLabel("Name", { exact: true });
      await field.focus();
      await page.keyboard.press("Control+k");
      const search = page.getByRole("textbox", { name: /^Search users/ });
      await search.waitFor();
      await page.keyboard.press("Escape");
      await search.waitFor({ state: "detached" });
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    }));

  test("leaving a form that is not saved, and staying", () =>
    setup.visit(async ({ page, open }) => {
      await open("#branding");
      await page.getByLabel("Name", { exact: true }).fill("Example");
      await page.getByRole("link", { name: "Roles", exact: true }).press("Enter");
      await page.getByRole("dialog").waitFor();
      await keeps(page, /^BUTTON Stay here/, "the question");
      await page.keyboard.press("Enter");
      await keeps(page, /^A Roles/, "staying");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.getByRole("button", { name: "Leave without saving" }).press("Enter");
      await keeps(page, /^H1 Roles/, "leaving");
    }));

  test("each page begins at its heading or first field, and Tab goes on from there", () =>
    setup.visit(
      async ({ page, open }) => {
        await open("#account");
        const hashes = await page
          .getByRole("navigation")
          .getByRole("link")
          .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash));
        expect(hashes.length).toBeGreaterThan(30);
        for (const hash of hashes) {
          await page.evaluate((to) => {
            location.hash = to;
          }, hash);
          await keeps(page, /^(H1|INPUT|TEXTAREA|SELECT)/, hash);
          await arrived(page);
          for (let step = 1; step <= 12; step++) {
            const isLast = await page.evaluate(() => {
              const last = [...document.querySelectorAll("#main *")].findLast(
                (one) =>
                  one instanceof HTMLElement &&
                  one.tabIndex >= 0 &&
                  one.getClientRects().length > 0 &&
                  !one.matches(":disabled"),
              );
              return !last || last === document.activeElement;
            });
            // Behind the last one is the end of the page.
            if (isLast) break;
            await page.keyboard.press("Tab");
            expect(await focused(page), `${hash}: Tab ${step}`).not.toBe("BODY");
          }
        }
      },
      { expected: /status of 50\d/ },
    ));
});
