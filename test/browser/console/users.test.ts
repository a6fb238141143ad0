/** The page of users in a real browser: create, find, change, delete, refuse (auth-wire 8.2; issue of the console). */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";
import { addAuthenticator } from "../../support/virtual-authenticator.ts";

const HOSTILE = `<img src=x onerror="globalThis.bad=1">\u202e<script>bad</script>`;

/** The whole page of a user is in view, so that nothing scrolls under an open list. */
const TALL = { viewport: { width: 1280, height: 2_400 } };

describe.skipIf(!chromiumPath)("users in the console", () => {
  const setup = consoleSetup();
  let ada = "";
  let laden = "";
  const roles: string[] = [];
  let permissions: string[] = [];

  const { admin, visit } = setup;
  const user = async (alias: string, more: object = {}): Promise<string> =>
    (await admin("POST", "/users", { alias: [alias], ...more })).id;
  beforeAll(async () => {
    for (const name of ["reader", "writer", "lead"]) {
      roles.push((await admin("POST", "/roles", { name })).id);
    }
    const many = Array.from({ length: 2_000 }, (_, at) => ({ name: `permission-${at}` }));
    permissions = (await admin("POST", "/permissions/bulk", many)).ids;
    ada = await user("ada", { details: { name: "Ada", email: "ada@example.com" } });
    laden = await user("laden", { role_ids: roles.slice(2), permission_ids: permissions });
    await user("zoe", { details: { name: HOSTILE, email: "x".repeat(5_000) } });
  });

  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  test("a picture at another address is not loaded, and the page says where it is", () =>
    visit(async ({ page, open, accessible }) => {
      const picture = "https://pictures.example.com/ada.png";
      const id = await user("pictured", { details: { name: "Ada Example", picture } });
      await open(`#users/${id}`);
      // Whatever another origin is asked for fails the visit.
      await page.getByText("The picture is at pictures.example.com.").waitFor();
      await page.getByText("AE", { exact: true }).waitFor();
      await accessible();
    }));

  test("create with a generated password that is shown once, refuse, change, delete", () =>
    visit(async ({ page, open, accessible }) => {
      await open("#users/new");
      await page.getByRole("combobox", { name: "Usernames" }).fill("grace");
      await page.getByRole("combobox", { name: "Usernames" }).press("Enter");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByText("Enter a name: a user with a password needs one.").waitFor();
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Grace");
      await page.getByRole("button", { name: "Generate" }).click();
      await accessible();
      await page.getByRole("button", { name: "Create" }).click();
      const password = (await page.locator("[data-secret]").textContent()) ?? "";
      await accessible();
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("heading", { name: "grace" }).waitFor();
      const signedIn = await send(setup.service, "POST", "/auth/oauth2/token", {
        basic: setup.service.login ?? { id: "", secret: "" },
        form: { grant_type: "password", username: "grace", password },
      });
      expect(signedIn.status, signedIn.text).toBe(200);
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");

      // The words of the setup.service, and nothing lost.
      await page.getByRole("combobox", { name: "Usernames" }).fill("ada");
      await page.getByRole("combobox", { name: "Usernames" }).press("Enter");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("already exists").waitFor();
      await page.getByRole("button", { name: "Discard the changes" }).click();

      await page.getByLabel("Email").fill("grace@example.com");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      const [stored] = await admin("GET", "/users?alias=grace");
      expect(stored).toMatchObject({ details: { name: "Grace", email: "grace@example.com" } });

      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByText("Deletes “grace” with all keys").waitFor();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await page.waitForFunction(() => location.hash === "#users");
      expect(await admin("GET", "/users?alias=grace")).toEqual([]);
    }));

  test("where a user is signed in, and the end of one sign-in and of all", () =>
    visit(async ({ page, open, accessible }) => {
      const password = "a password of sign-ins";
      const mary = await user("mary", { details: { name: "Mary", password }, local: true });
      const signIn = async (agent: string) => {
        const answer = await fetch(`${setup.service.url}/login/auth/token/postern`, {
          method: "POST",
          headers: { "content-type": "application/json", "user-agent": agent },
          body: JSON.stringify({ username: "mary", password }),
        });
        expect(answer.status, await answer.text()).toBe(204);
      };
      const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
      for (const agent of [firefox, HOSTILE.replace(/[^ -~]/g, "")]) await signIn(agent);
      await open(`#users/${mary}`);
      const section = page.getByRole("region", { name: "Where the user is signed in" });
      await section.getByText("Firefox on Linux").waitFor();
      await section.getByText("Unknown browser").waitFor();
      await accessible();
      await section.getByRole("button", { name: "Sign out", exact: true }).first().click();
      const answer = (label: string) =>
        page
          .getByRole("alertdialog", { name: label, exact: true })
          .getByRole("button", { name: label, exact: true });
      await answer("Sign out").click();
      await page.getByText("Signed out there").waitFor();
      expect(await admin("GET", `/users/${mary}/sign-ins`)).toHaveLength(1);
      await section.getByRole("button", { name: "Sign out everywhere" }).click();
      await page.getByText("They can sign in again").waitFor();
      await accessible();
      await answer("Sign out everywhere").click();
      await section.getByText("No sign-in through a login page").waitFor();
      expect(await admin("GET", `/users/${mary}/sign-ins`)).toEqual([]);
    }));

  test("find: search, filters and order are in the address, and the export has them", () =>
    visit(async ({ page, open }) => {
      await open("#users");
      await page.getByLabel("Search", { exact: true }).fill("example.com");
      await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
      expect(await page.evaluate(() => location.hash)).toBe("#users?search=example.com");
      expect(await page.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toBe(
        "/auth/v1/users/export?search=example.com",
      );
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByRole("combobox", { name: "Role", exact: true }).fill("lead");
      await page.getByRole("option", { name: "lead", exact: true }).click();
      await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
      await page.locator(`tr[data-id="${laden}"]`).waitFor();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.getByRole("button", { name: "Usernames" }).click();
      await page.getByRole("button", { name: "Usernames" }).click();
      await page.waitForFunction(() => location.hash === "#users?_sort=-alias");
      await page.locator('tbody tr:first-child a:has-text("zoe")').waitFor();
    }));

  test("many at once: disable, take it back, add a role; what failed stays selected", () =>
    visit(async ({ page, open, accessible }) => {
      const [one, gone] = [await user("bulk-1"), await user("bulk-2")];
      await open("#users?search=bulk-");
      await page.getByLabel("Select all on this page").check();
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByText("Disable: 2 of 2 done").waitFor();
      expect((await admin("GET", `/users/${one}`)).is_active).toBe(false);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone: Disable: 2 of 2 done").waitFor();
      expect((await admin("GET", `/users/${one}`)).is_active).toBe(true);

      await page.getByLabel("Select all on this page").check();
      await page.getByRole("button", { name: "Add a role" }).click();
      await page.locator("[data-bulk]").getByRole("combobox", { name: "Role" }).fill("writer");
      await page.getByRole("option", { name: "writer", exact: true }).click();
      await accessible();
      await admin("DELETE", `/users/${gone}`);
      await page.getByRole("button", { name: "Add a role" }).click();
      await page.getByText("1 could not be done").waitFor();
      await page.getByText("bulk-2: ").waitFor();
      await page.getByText("1 selected").waitFor();
      expect((await admin("GET", `/users/${one}`)).role_ids).toEqual([roles[1]]);
    }));

  test("many at once: all that a search finds, asked with their number, stopped and gone on with; one's own account is named", () =>
    visit(async ({ page, open, accessible }) => {
      const total = 70;
      for (let at = 0; at < total; at++) await user(`crowd-${at}`);
      await open("#users?search=crowd-");
      await page.getByLabel("Select all on this page").check();
      await page.getByText("50 selected").waitFor();
      await page.getByRole("button", { name: `Select all ${total} matches` }).click();
      await page.getByText(`${total} selected`).waitFor();
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByText(`This is done to ${total} records`).waitFor();
      await accessible();
      const disabled = () => admin("GET", "/users?search=crowd-&is_active=false&_limit=1000");
      expect(await disabled()).toHaveLength(0);
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText(/^Disable: \d+ of 70 done$/).waitFor();
      const first = (await disabled()).length;
      expect(first).toBeLessThan(total);
      await page.getByText(`${total - first} selected`).waitFor();
      // What was not tried is still selected.
      await page.getByRole("button", { name: "Disable" }).click();
      const ask = page.getByText("This is done to");
      if (total - first > 50) {
        await ask.waitFor();
        await page.getByRole("button", { name: "Disable" }).click();
      }
      await page.getByText(`Disable: ${total - first} of ${total - first} done`).waitFor();
      expect(await disabled()).toHaveLength(total);

      await open("#users?search=admin");
      await page.getByLabel("Select all on this page").check();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByText("Your own account is among them").waitFor();
    }));

  test("2,000 permissions of a user stay usable, as roles do: few are drawn, one is found and taken away", () =>
    visit(async ({ page, open, accessible }) => {
      await open(`#users/${laden}`);
      const list = page.getByRole("list", { name: "Permissions of their own" });
      await expect.poll(() => list.getByRole("listitem").count()).toBe(30);
      await page.getByLabel("Filter the 2000 chosen").fill("permission-1999");
      await list.getByRole("button", { name: "Remove permission-1999" }).press("Enter");
      await page.getByLabel("Filter the 1999 chosen").waitFor();
      await accessible();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      expect((await admin("GET", `/users/${laden}`)).permission_ids).toHaveLength(1_999);
    }));

  test("temporary access: grant, see, withdraw", () =>
    visit(async ({ page, open, accessible }) => {
      await open(`#users/${ada}`);
      // The last panel stands: nothing moves any more.
      await page.getByText("None is linked.").waitFor();
      const panel = page.getByRole("region", { name: "Temporary access" });
      await panel.getByRole("combobox", { name: "Roles to grant" }).fill("reader");
      await page.getByRole("option", { name: "reader", exact: true }).click();
      await panel.getByText("1 day").click();
      await accessible();
      await panel.getByRole("button", { name: "Grant", exact: true }).click();
      await panel.getByRole("cell", { name: "reader", exact: true }).waitFor();
      const held = await admin("GET", `/users/${ada}`);
      expect(held.tmp_role_ids).toMatchObject([{ id: roles[0] }]);
      await page
        .getByRole("region", { name: "What they may do now" })
        .getByRole("link", { name: "reader" })
        .waitFor();
      await panel.getByRole("button", { name: "Withdraw reader" }).click();
      await panel.getByText("There is no temporary access").waitFor();
      expect((await admin("GET", `/users/${ada}`)).tmp_role_ids).toEqual([]);
    }, TALL));

  test("passkeys: register one for a user, remove it; the second factor says its state", () => {
    // Browsers take no IP address as RP ID.
    const site = setup.service.url.replace("127.0.0.1", "localhost");
    return visitConsole(
      setup.browser,
      site,
      { token: setup.token },
      async ({ page, open, accessible }) => {
        await addAuthenticator(page);
        await open(`#users/${ada}`);
        const panel = page.getByRole("region", { name: "Passkeys" });
        await panel.getByLabel("Name of the passkey").fill("Blue key");
        await panel.getByRole("button", { name: "Register a passkey" }).click();
        await panel.getByText("Blue key").waitFor();
        expect(await admin("GET", `/passkey/credentials?user_id=${ada}`)).toMatchObject([
          { name: "Blue key", user_id: ada },
        ]);
        await panel.getByRole("button", { name: "Remove the passkey" }).click();
        await panel.getByText("“Blue key” can no longer be used to sign in.").waitFor();
        await accessible();
        await panel
          .getByRole("alertdialog")
          .getByRole("button", { name: "Remove the passkey" })
          .click();
        await panel.getByText("No passkeys.").waitFor();
        await page.getByText("Not set up: one factor is enough to sign in.").waitFor();
        await page.getByText("None is linked.").waitFor();
      },
    );
  });

  test("hostile names neither run nor break the layout; light, dark, phone, German", async () => {
    for (const options of [
      { viewport: { width: 360, height: 800 } },
      { colorScheme: "dark", locale: "de-DE" },
    ] as const) {
      await visit(async ({ page, open, accessible }) => {
        await open("#users");
        await page.getByText(HOSTILE).waitFor();
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await accessible();
        await page.getByRole("link", { name: "zoe" }).click();
        await page.getByRole("heading", { name: "zoe" }).waitFor();
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await accessible();
        expect(await page.evaluate(() => Reflect.has(globalThis, "bad"))).toBe(false);
      }, options);
    }
  });
});
