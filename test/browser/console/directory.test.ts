/** Directories and group maps in the console, at a real directory (auth-wire 8.2: `ldap`, `lmaps`). */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";
import {
  groupEntry,
  ldapRecord,
  personEntry,
  slapdMissing,
  startSlapd,
  type TestSlapd,
} from "../../support/slapd.ts";

describe.skipIf(!chromiumPath || slapdMissing)("a directory in the console", () => {
  let browser: Browser;
  let service: RunningServer;
  let slapd: TestSlapd;
  let token = "";

  beforeAll(async () => {
    const entries = [personEntry({ uid: "ada" }), groupEntry("operators", ["ada"], "Operators")];
    [browser, service, slapd] = await Promise.all([
      openBrowser(),
      startServer(),
      startSlapd({ entries: entries.join("\n") }),
    ]);
    token = await adminToken(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
    await slapd?.stop();
  });

  const json = (method: string, path: string, body?: object) =>
    send(service, method, `/auth/v1${path}`, { bearer: token, ...(body && { json: body }) });

  test("without a directory the panel says so, and leads to one", () =>
    visitConsole(browser, service.url, { token }, async ({ page, open, accessible }) => {
      await open("#lmaps");
      await page.getByText("No directory is connected").waitFor();
      await accessible();
      await page.getByRole("link", { name: "Connect a directory" }).click();
      await page.getByText("No directory yet").waitFor();
    }));

  test("each field of a new directory has an example or says its default; code is shown as code", () =>
    visitConsole(browser, service.url, { token }, async ({ page, open, accessible }) => {
      await open("#ldap/new");
      await page.getByRole("button", { name: "Add: Group searches" }).click();
      const folds = page.locator("[aria-expanded=false].mantine-Accordion-control");
      while ((await folds.count()) > 0) await folds.first().click();
      const fields = page.locator("main input[type=text]:not([data-place=id])");
      await page.getByText("Example: ldaps://directory.example.com:636").waitFor();
      await page.getByRole("textbox", { name: "Certificate authority" }).waitFor();
      for (const field of await fields.all()) {
        const { label, said } = await field.evaluate((one) => {
          const input = one as HTMLInputElement;
          const about = input.getAttribute("aria-describedby")?.split(" ") ?? [];
          const texts = about.map((id) => document.getElementById(id)?.textContent);
          const label = input.labels?.[0]?.textContent ?? input.name;
          return { label, said: [input.placeholder, ...texts].join(" ") };
        });
        expect(said, label).toMatch(/Example: |Default: /);
      }
      expect(await page.locator("main").textContent()).not.toContain("`");
      // The directory decides its password.
      expect(await page.getByRole("button", { name: "Generate" }).count()).toBe(0);
      await accessible();
    }));

  test("a directory is tested, synced, and its groups are mapped and unmapped", async () => {
    await json("PUT", "/ldap/configs/campus", { config: ldapRecord(slapd) });
    await json("POST", "/roles", { name: "helpdesk" });
    await visitConsole(browser, service.url, { token }, async ({ page, open, accessible }) => {
      await open("#ldap/campus");
      await page.getByLabel("Username", { exact: true }).last().fill("ada");
      await page.getByRole("button", { name: "Test", exact: true }).click();
      await page.getByText("Everything works").waitFor();
      await accessible();

      await open("#lmaps");
      await page.locator('[data-group="operators"]').getByText("Not mapped").waitFor();
      await page
        .locator('[data-group="operators"]')
        .getByRole("link", { name: "Map to roles" })
        .click();
      await expect.poll(() => page.getByLabel("Group").inputValue()).toBe("operators");
      await page.getByRole("combobox", { name: "Roles" }).fill("helpdesk");
      await page.getByRole("option", { name: "helpdesk" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Create" }).click();
      await page.locator('tr[data-id="operators"]').getByText("helpdesk").waitFor();

      await page.getByRole("button", { name: "Sync now" }).click();
      await page.getByText("The sync is done").waitFor();
      await page.getByText("Users created").waitFor();
      await page.getByRole("button", { name: "Sync and replace" }).click();
      await page.getByRole("alertdialog").getByText("is lost").waitFor();
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
      await accessible();

      await open("#lmaps/operators");
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("Deleted").waitFor();
      expect((await json("GET", "/lmaps/operators")).status).toBe(404);
    });
  });

  test("decision E-5: who is refused for a name is listed at the users, and decided there", async () => {
    const dn = "uid=ada,ou=people,dc=example,dc=com";
    await json("PUT", "/ldap/configs/campus", { config: ldapRecord(slapd) });
    await json("POST", "/ldap/sync");
    await slapd.remove(dn);
    await slapd.add(personEntry({ uid: "ada" }));
    await json("POST", "/ldap/sync");
    await visitConsole(browser, service.url, { token }, async ({ page, open, accessible }) => {
      await open("#users");
      const region = page.getByRole("region", { name: "Who are these people?" });
      await region.getByText("the account is known by another ID there").waitFor();
      await region.getByText(dn).waitFor();
      await accessible();
      await page.setViewportSize({ width: 360, height: 800 });
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      await page.emulateMedia({ colorScheme: "dark" });
      await region.getByRole("button", { name: "It is another person: ada" }).click();
      await region.getByText("it is disabled").waitFor();
      await accessible();
      await region.getByRole("button", { name: "It is another person", exact: true }).click();
      await page.getByText("Decided").waitFor();
      await region.waitFor({ state: "detached" });
    });
    await json("POST", "/ldap/sync");
    const { body } = await json("GET", "/users?alias=ada");
    expect(body.payload[0].is_active).toBe(true);
  });
});
