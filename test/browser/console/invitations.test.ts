/** Invitations in the console and in the browser of the invited person, with a real relay (ADR 0086). */
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";

const PHONE = { viewport: { width: 360, height: 780 } };

describe.skipIf(!chromiumPath)("invitations", () => {
  const setup = consoleSetup();
  let relay: MailServer;
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
  });
  afterAll(() => relay?.[Symbol.asyncDispose]());

  const linkFor = async (address: string): Promise<string> => {
    const { mail } = await relay.next(address);
    return /http\S+flow=invitation\S+code=[0-9a-f]{48}/.exec(mail.text ?? "")?.[0] ?? "";
  };

  test("invite by a pasted list, see each answer, accept with a password, and the list says so", () =>
    setup.visit(async ({ page, open, accessible }) => {
      // As after a first start: the page knows what a mail needs, and does it with one click.
      await setup.admin("PUT", "/settings/oauth2", { value: {} });
      await open("#accounts");
      await page.getByText("needs the address of this service").waitFor();
      await accessible();
      await page.getByRole("button", { name: `Use ${setup.service.url}` }).click();
      await page.getByText("needs the address of this service").waitFor({ state: "hidden" });
      await page
        .getByRole("textbox", { name: "Email addresses" })
        .fill("Grace <grace@example.com>, no address\nlate@example.com");
      await page.getByRole("button", { name: "Send invitations" }).click();
      await page.getByText("Not an email address").waitFor();
      await accessible();
      const link = await linkFor("grace@example.com");
      const context = await setup.browser.newContext({ locale: "de-DE", ...PHONE });
      const guest = await context.newPage();
      await guest.goto(link);
      await guest.getByRole("heading", { name: "Sie sind eingeladen" }).waitFor();
      expect(await guest.locator("#invitation-address").textContent()).toContain(
        "grace@example.com",
      );
      expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(361);
      await guest.locator("#new_password").fill("a password of my own");
      await guest.getByRole("button", { name: "Annehmen und anmelden" }).click();
      await guest.waitForURL((url) => !url.search.includes("flow="));
      const cookies = await context.cookies();
      expect(cookies.some(({ name }) => name.includes("auth_session"))).toBe(true);
      await guest.goto(link);
      await guest.getByRole("heading", { name: "Diese Einladung gilt nicht mehr" }).waitFor();
      await context.close();
      await page.reload();
      await page.locator("[data-address='grace@example.com']").getByText("Accepted").waitFor();
    }));

  test("people chosen in the list of users are invited to their account; who needs none is named", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await setup.admin("PUT", "/settings/oauth2", {
        value: { base_url: setup.service.url, schema: "http" },
      });
      const made = (alias: string, details = {}) =>
        setup.admin("POST", "/users", { alias: [alias], local: true, details });
      const { id } = await made("chosen-1@example.com", { email: "chosen-1@example.com" });
      await made("chosen-2@example.com", { name: "Kim", password: "a password of their own" });
      await open("#users?search=chosen-");
      await page.getByLabel("Select all on this page").check();
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByText("get an email, and choose a password or passkey").waitFor();
      await accessible();
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByText("1 could not be done").waitFor();
      await page.getByText("Can sign in already").waitFor();
      // By the line of the service itself.
      const context = await setup.browser.newContext();
      const guest = await context.newPage();
      await guest.goto(await linkFor("chosen-1@example.com"));
      await guest.locator("#new_password").fill("a password of my own");
      await guest.getByRole("button", { name: "Accept and sign in" }).click();
      await guest.waitForURL((url) => !url.search.includes("flow="));
      await context.close();
      const [accepted] = await setup.admin("GET", "/invitations?state=accepted&_limit=1");
      expect(accepted).toMatchObject({ user_id: id, mails: 1 });
    }));

  test("withdrawn in the console, the link is dead; without script the page works, too", () =>
    setup.visit(async ({ page, open }) => {
      const link = await linkFor("late@example.com");
      await open("#accounts");
      const entry = page.locator("[data-address='late@example.com']");
      await entry.getByRole("button", { name: "Withdraw" }).click();
      await entry.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
      await entry.getByText("Withdrawn").waitFor();
      const context = await setup.browser.newContext({ javaScriptEnabled: false });
      const guest = await context.newPage();
      await guest.goto(link);
      await guest.getByRole("heading", { name: "This invitation cannot be used" }).waitFor();
      await open("#accounts");
      await page.getByRole("textbox", { name: "Email addresses" }).fill("plain@example.com");
      await page.getByRole("button", { name: "Send invitations" }).click();
      await guest.goto(await linkFor("plain@example.com"));
      await guest.locator("#new_password").fill("short");
      await guest.locator("#new_password").evaluate((field) => field.removeAttribute("minlength"));
      await guest.getByRole("button", { name: "Accept and sign in" }).click();
      await guest.locator("#login-error:not(:empty)").waitFor();
      await guest.locator("#new_password").fill("a password of my own");
      await guest.getByRole("button", { name: "Accept and sign in" }).click();
      await guest.waitForURL((url) => !url.search.includes("flow="));
      await context.close();
    }));

  test("suspended with a reason, shown on the page and in the list, and ended; a reset is sent", () =>
    setup.visit(async ({ page, open, accessible }) => {
      const details = { name: "Mary", password: "a password of my own" };
      const { id } = await setup.admin("POST", "/users", {
        ...{ alias: ["mary@example.com"], local: true, details },
      });
      await open(`#users/${id}`);
      await page.getByRole("button", { name: "Send the email" }).click();
      expect((await relay.next("mary@example.com")).mail.subject).toBe("Choose a new password");
      await page.getByRole("textbox", { name: "Reason" }).fill("Lost laptop");
      await page.getByRole("button", { name: "Suspend", exact: true }).click();
      const asking = page.getByRole("alertdialog", { name: "Suspend" });
      await asking.getByRole("button", { name: "Suspend", exact: true }).click();
      await page.getByRole("region", { name: "Suspended" }).getByText("Lost laptop").waitFor();
      await accessible();
      await open("#users?suspended=true");
      await page.getByRole("link", { name: "mary@example.com" }).waitFor();
      await open(`#users/${id}`);
      await page.getByRole("button", { name: "End the suspension" }).click();
      await page.getByRole("textbox", { name: "Reason" }).waitFor();
    }));

  test("on a phone, in German and French, nothing is wider than the page", async () => {
    for (const locale of ["de-DE", "fr-FR"]) {
      await setup.visit(
        async ({ page, open, accessible }) => {
          await open("#accounts");
          await page.locator("[data-address]").first().waitFor();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThan(1);
          await accessible();
          if (process.env.SHOTS) {
            await page.screenshot({ path: `${process.env.SHOTS}/${locale}.png`, fullPage: true });
          }
        },
        { locale, ...PHONE },
      );
    }
  });
});
