/** Administrators with fewer rights in the console (ADR 0090): a full one gives the rights, and they see what they may do. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";

const PHONE = { viewport: { width: 360, height: 780 } };
const PASSWORD = "a password of my own";

describe.skipIf(!chromiumPath)("administrators with fewer rights", () => {
  const setup = consoleSetup();
  let relay: MailServer;
  const roles: Record<string, string> = {};
  const users: Record<string, string> = {};
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    relay = await startMailServer();
    const settings = {
      oauth2: { base_url: setup.service.url, schema: "http" },
      email: { from: "id@example.com", smtp: { host: "127.0.0.1", port: relay.port } },
      signup: { password_reset: true },
    };
    for (const [namespace, value] of Object.entries(settings)) {
      await setup.admin("PUT", `/settings/${namespace}`, { value });
    }
    for (const name of ["help desk", "sales", "auditors", "sales managers"]) {
      roles[name] = (await setup.admin("POST", "/roles", { name })).id;
    }
    for (const [alias, role] of Object.entries({
      "helper@example.com": "help desk",
      "seller@example.com": "sales",
      "auditor@example.com": "auditors",
      "manager@example.com": "sales managers",
      "engineer@example.com": undefined,
    })) {
      const role_ids = role ? [roles[role]] : [];
      const details = { name: alias, email: alias, password: PASSWORD };
      users[alias] = (
        await setup.admin("POST", "/users", { alias: [alias], local: true, role_ids, details })
      ).id;
      const { body } = await send(setup.service, "POST", "/auth/oauth2/token", {
        ...(setup.service.login && { basic: setup.service.login }),
        form: { grant_type: "password", username: alias, password: PASSWORD },
      });
      tokens[alias] = body.access_token;
    }
  });
  afterAll(() => relay?.[Symbol.asyncDispose]());

  const as = (alias: string) => ({ token: tokens[alias] ?? "" });
  const links = (page: Page) =>
    page.getByRole("navigation", { name: "Navigation" }).getByRole("link").allInnerTexts();

  test("a full administrator gives a role its rights in plain words; without people chosen it is not saved", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#admin");
      const add = page.getByRole("button", { name: "Give rights to a role" });
      const choose = async (label: string, name: string, at: number) => {
        const field = page.getByRole("region", { name: "Rights of a role" }).nth(at);
        await field.getByRole("combobox", { name: label, exact: true }).fill(name);
        await page.getByRole("option", { name, exact: true }).click();
      };
      const grant = (at: number) => page.getByRole("region", { name: "Rights of a role" }).nth(at);
      await add.click();
      await choose("Role", "help desk", 0);
      await grant(0).getByRole("checkbox", { name: "Help people to sign in" }).check();
      await add.click();
      await choose("Role", "sales managers", 1);
      await grant(1).getByRole("checkbox", { name: "Look after people" }).check();
      await grant(1).getByRole("radio", { name: "Only people with one of these roles" }).check();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").getByText("people_of").waitFor();
      await choose("Roles of these people", "sales", 1);
      await choose("Roles to give and take", "sales", 1);
      await add.click();
      await choose("Role", "auditors", 2);
      await grant(2).getByRole("checkbox", { name: "See everything" }).check();
      await accessible();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      const { value } = await setup.admin("GET", "/settings/admin");
      expect(value.limited).toEqual([
        { role_id: roles["help desk"], may: ["support"], people_of: [], roles: [] },
        {
          ...{ role_id: roles["sales managers"], may: ["people"] },
          ...{ people_of: [roles.sales], roles: [roles.sales] },
        },
        { role_id: roles.auditors, may: ["read"], people_of: [], roles: [] },
      ]);
    }));

  test("a help desk sends a person the mail for a new password, and cannot touch an administrator", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("");
      await page.getByRole("heading", { name: "What you may do" }).waitFor();
      await page
        .getByRole("region", { name: "Help people to sign in" })
        .getByText("All people")
        .waitFor();
      await accessible();
      expect(await links(page)).toEqual([
        "My account",
        "Device sign-in",
        "What you may do",
        "Users",
        "Roles",
      ]);
      await page.getByRole("link", { name: "Open: Users" }).click();
      await page.getByRole("link", { name: "engineer@example.com" }).first().click();
      await page.getByText("You can look at this,").waitFor();
      expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
      expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
      expect(await page.getByRole("combobox", { name: "Usernames" }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Send the email" }).click();
      expect((await relay.next("engineer@example.com")).to).toEqual(["engineer@example.com"]);
      await accessible();
      const [admin] = await setup.admin("GET", "/users?alias=admin");
      await open(`#users/${admin.id}`);
      const suspension = page.getByRole("region", { name: "Suspension" });
      await suspension.getByRole("textbox", { name: "Reason" }).fill("for fun");
      await suspension.getByRole("button", { name: "Suspend" }).click();
      await suspension.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
      await page
        .getByText("only full administrators change the account of an administrator")
        .first()
        .waitFor();
      await open("#clients");
      await page.getByText("That page is for other administrators.").waitFor();
    }, as("helper@example.com")));

  test("who looks after the people of one role finds no others, gives that role alone, and saves", () =>
    setup.visit(async ({ page, open }) => {
      await open("#users");
      await page.getByRole("link", { name: "seller@example.com" }).first().waitFor();
      expect(await page.getByText("engineer@example.com").count()).toBe(0);
      await open(`#users/${users["seller@example.com"]}`);
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Sam Seller");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      const { details } = await setup.admin("GET", `/users/${users["seller@example.com"]}`);
      expect(details.name).toBe("Sam Seller");
      expect(await page.getByRole("button", { name: "Register a passkey" }).count()).toBe(0);
    }, as("manager@example.com")));

  test("who reads everything sees the pages, and no button that changes one; on a phone and in German", () =>
    setup.visit(
      async ({ page, open, accessible }) => {
        await open("#rights");
        await page.getByRole("heading", { name: "Was Sie dürfen" }).waitFor();
        await accessible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(361);
        for (const hash of [
          "overview",
          "users",
          "clients",
          "token",
          "admin",
          "roles",
          "api-keys",
          "email",
        ]) {
          await open(`#${hash}`);
          await page.waitForLoadState("networkidle");
          const buttons = await page.locator("#main").getByRole("button").allInnerTexts();
          const changing = /^(Speichern|Neu|Löschen|Erstellen|Anlegen)/;
          expect(
            buttons.filter((name) => changing.test(name.trim())),
            hash,
          ).toEqual([]);
          expect(await page.getByText("für die Verwaltung nötig").count(), hash).toBe(0);
        }
      },
      { ...as("auditor@example.com"), locale: "de-DE", ...PHONE },
    ));
});
