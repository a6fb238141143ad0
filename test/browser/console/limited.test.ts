/** Administrators with fewer rights in the console (ADR 0090): a full one gives the rights, and they see what they may do. */
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { arrived } from "../../support/arrived.ts";
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

  /** What each role may, unless a test says otherwise. */
  const rights = () => [
    { role_id: roles["help desk"], may: ["support"], people_of: [], roles: [] },
    {
      ...{ role_id: roles["sales managers"], may: ["people"] },
      ...{ people_of: [roles.sales], roles: [roles.sales] },
    },
    { role_id: roles.auditors, may: ["read"], people_of: [], roles: [] },
  ];
  const give = async (limited: readonly object[]) => {
    const { value } = await setup.admin("GET", "/settings/admin");
    await setup.admin("PUT", "/settings/admin", { value: { ...value, limited } });
  };
  beforeEach(() => give(rights()));

  const as = (alias: string) => ({ token: tokens[alias] ?? "" });
  const links = (page: Page) =>
    page.getByRole("navigation", { name: "Navigation" }).getByRole("link").allInnerTexts();

  test("a full administrator gives a role its rights in plain words; without people chosen it is not saved", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await give([]);
      await open("#rights");
      await page.getByRole("heading", { name: "Administrators", exact: true }).waitFor();
      expect(await page.getByText("no administrator rights").count()).toBe(0);
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
      await choose("Roles to give and take away", "sales", 1);
      await add.click();
      await choose("Role", "auditors", 2);
      await grant(2).getByRole("checkbox", { name: "See everything" }).check();
      await accessible();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      const { value } = await setup.admin("GET", "/settings/admin");
      expect(value.limited).toEqual(rights());
    }));

  for (const colorScheme of ["light", "dark"] as const) {
    test(`what they may only look at can be read: 4.5 to 1 in fields without effect, ${colorScheme}`, () =>
      setup.visit(
        async ({ page, open }) => {
          await open(`#users/${users["seller@example.com"]}`);
          await page.getByRole("textbox", { name: "Email" }).waitFor();
          const faint = await page.evaluate(() => {
            const canvas = document.createElement("canvas").getContext("2d", {
              willReadFrequently: true,
            });
            const rgba = (colour: string) => {
              canvas?.clearRect(0, 0, 1, 1);
              if (canvas) canvas.fillStyle = colour;
              canvas?.fillRect(0, 0, 1, 1);
              return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])];
            };
            const luminance = (rgb: readonly number[]) =>
              [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
                const value = (rgb[at] ?? 0) / 255;
                const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
                return sum + weight * linear;
              }, 0);
            const behind = (element: Element | null): number[] => {
              if (!element) return [255, 255, 255, 255];
              const own = rgba(getComputedStyle(element).backgroundColor);
              return own[3] === 255 ? own : behind(element.parentElement);
            };
            const shown = [
              ...document.querySelectorAll<HTMLInputElement>("#main fieldset:disabled input"),
              ...document.querySelectorAll(
                "#main fieldset:disabled :is(.mantine-Pill-label, .mantine-Switch-label)",
              ),
            ];
            return shown.flatMap((element) => {
              const { color, opacity } = getComputedStyle(element);
              const [one, other] = [luminance(rgba(color)), luminance(behind(element))];
              const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
              const isRead =
                element.getClientRects().length > 0 && element.matches(":not([type=checkbox])");
              if (!isRead || (ratio >= 4.5 && opacity === "1")) return [];
              return `${element.outerHTML.slice(0, 120)}: ${ratio.toFixed(2)}, opacity ${opacity}`;
            });
          });
          expect(faint).toEqual([]);
          expect(await page.locator("#main fieldset:disabled input").count()).toBeGreaterThan(4);
        },
        { ...as("auditor@example.com"), colorScheme },
      ));
  }

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
      await arrived(page);
      expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
      expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
      expect(await page.getByRole("combobox", { name: "Usernames" }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Send the email" }).click();
      expect((await relay.next("engineer@example.com")).to).toEqual(["engineer@example.com"]);
      await accessible();
      const [admin] = await setup.admin("GET", "/users?alias=admin");
      await open(`#users/${admin.id}`);
      await page.getByText("only full administrators can change it").waitFor();
      expect(await page.getByRole("textbox", { name: "Reason" }).count()).toBe(0);
      expect(
        await page.getByRole("button", { name: /Send the mail|Suspend|Sign out/ }).count(),
      ).toBe(0);
      await accessible();
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

  /** Opens each page, presses each button of it, and tells which calls the service refused for want of rights. */
  async function refusedOn(page: Page, hashes: readonly string[]): Promise<string[]> {
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() !== 403) return;
      refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname} ${page.url()}`);
    });
    const underWay = new Set<Request>();
    page.on("request", (request) => underWay.add(request));
    page.on("requestfinished", (request) => underWay.delete(request));
    page.on("requestfailed", (request) => underWay.delete(request));
    for (const hash of hashes) {
      await page.goto(`${setup.service.url}/auth/ui/#${hash}`);
      await arrived(page);
      // What is saved is refused by what changed, with one record and not with another.
      const buttons = page
        .locator("#main button:visible:enabled:not([role=tab])")
        .filter({ hasNotText: /^Save$/ });
      // Each of them, those below a dialog that another one has opened too; one may be gone with what another one has closed.
      await buttons.evaluateAll(async (elements) => {
        for (const element of elements as HTMLElement[]) {
          if (element.isConnected) element.click();
          await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        }
      });
      await expect.poll(() => underWay.size).toBe(0);
      const leave = page.getByRole("button", { name: "Leave", exact: true });
      if (await leave.isVisible()) await leave.click();
    }
    return refused;
  }

  test.each([
    [
      "read",
      [
        "overview",
        "users",
        "users/{ada}",
        "service-accounts",
        "roles",
        "permissions",
        "api-keys",
        "admin",
        "flows",
        "second-factor",
        "email",
        "signup",
        "providers",
        "providers/google",
        "saml",
        "saml/campus",
        "ldap",
        "ldap/town",
        "lmaps",
        "session-providers",
        "clients",
        "clients/shop",
        "registration",
        "oauth2-overview",
        "custom-info",
        "mtls",
        "branding",
        "accounts",
      ],
    ],
    ["support", ["rights", "users", "users/{ada}", "users/{admin}", "roles", "roles/{role}"]],
    [
      "people",
      ["rights", "users", "users/{ada}", "users/{admin}", "users/new", "accounts", "roles"],
    ],
    ["clients", ["rights", "clients", "clients/shop", "clients/login", "clients/new?type=web"]],
    [
      "providers",
      [
        "rights",
        "providers",
        "providers/google",
        "providers/new?preset=google",
        "saml",
        "saml/campus",
        "ldap",
        "ldap/town",
        "ldap/new",
      ],
    ],
    ["settings", ["rights", "branding", "password", "accounts"]],
  ])(
    "%s: no page asks for, and no button calls, what the service would refuse for want of rights",
    async (may, hashes) => {
      const role = await setup.admin("POST", "/roles", { name: `only ${may}` });
      const details = { name: may, email: `${may}@only.example.com`, password: PASSWORD };
      const alias = [details.email];
      await setup.admin("POST", "/users", { alias, local: true, role_ids: [role.id], details });
      await give([...rights(), { role_id: role.id, may: [may] }]);
      await setup.admin("PUT", "/oauth/providers/google", {
        config: { preset: "google", client_id: "x" },
      });
      await setup.admin("PUT", "/saml/providers/campus", {
        config: { metadata_url: "http://127.0.0.1:9/" },
      });
      await setup.admin("PUT", "/ldap/configs/town", {
        enabled: false,
        config: { addr: "ldaps://127.0.0.1:9" },
      });
      await setup.admin("PUT", "/oauth/clients/shop", {
        config: {
          client_secret: "a secret of enough letters",
          redirect_uris: ["https://shop.example.com/"],
          allowed_role_ids: [role.id],
        },
      });
      const [admin] = await setup.admin("GET", "/users?alias=admin");
      const ids: Record<string, string> = {
        "{role}": roles.sales ?? "",
        "{ada}": users["engineer@example.com"] ?? "",
        "{admin}": admin.id,
      };
      const places = hashes.map((hash) => hash.replace(/\{\w+\}/, (name) => ids[name] ?? name));
      const { body } = await send(setup.service, "POST", "/auth/oauth2/token", {
        ...(setup.service.login && { basic: setup.service.login }),
        form: { grant_type: "password", username: details.email, password: PASSWORD },
      });
      await setup.visit(
        async ({ page }) => {
          expect(await refusedOn(page, places)).toEqual([]);
        },
        { token: body.access_token },
      );
    },
  );

  describe("what their right does not name for them", () => {
    beforeAll(async () => {
      const permission = (await setup.admin("POST", "/permissions", { name: "reads reports" })).id;
      await setup.admin("PATCH", `/roles/${roles.sales}`, { permission_ids: [permission] });
      const config = {
        client_secret: "a secret of enough letters",
        redirect_uris: ["https://desk.example.com/"],
        allowed_role_ids: [roles.sales],
      };
      await setup.admin("PUT", "/oauth/clients/desk", { config });
    });

    test.each([
      [
        "en-US",
        "A role that you may not see",
        "2 roles that you may not see",
        "Name",
        "Save",
        "Saved",
      ],
      [
        "de-DE",
        "Eine Rolle, die Sie nicht sehen dürfen",
        "2 Rollen, die Sie nicht sehen dürfen",
        "Name",
        "Speichern",
        "Gespeichert",
      ],
      [
        "fr-FR",
        "Un rôle que vous n’avez pas le droit de voir",
        "2 rôles que vous n’avez pas le droit de voir",
        "Nom",
        "Enregistrer",
        "Enregistré",
      ],
    ])(
      "the roles of an application are words for who may not see roles, and stay when it is saved: %s",
      async (locale, one, several, label, save, saved) => {
        await give([...rights(), { role_id: roles["help desk"], may: ["clients"] }].slice(1));
        const members = async () =>
          (await setup.admin("GET", "/oauth/clients/desk")).config as Record<string, unknown>;
        const rule = async (allowed_role_ids: readonly unknown[]) => {
          const config = { ...(await members()), allowed_role_ids };
          await setup.admin("PUT", "/oauth/clients/desk", { config });
        };
        await rule([roles.sales]);
        await setup.visit(
          async ({ page, open, accessible }) => {
            await open("#clients/desk");
            await page.getByText(one, { exact: true }).waitFor();
            expect(await page.locator("#main").textContent()).not.toContain(roles.sales);
            const name = `Desk ${locale}`;
            await page.getByLabel(label, { exact: true }).fill(name);
            await page.getByRole("button", { name: save, exact: true }).click();
            await page.getByText(saved, { exact: true }).first().waitFor();
            expect(await members()).toMatchObject({
              ...{ client_name: name, allowed_role_ids: [roles.sales] },
            });
            await accessible();
            await rule([roles.sales, roles.auditors]);
            await page.reload();
            await page.getByText(several, { exact: true }).waitFor();
          },
          { ...as("helper@example.com"), locale },
        );
      },
    );

    test("permissions that the service names are no links for who may not see them, and are neither given nor withdrawn", async () => {
      const id = users["seller@example.com"] ?? "";
      const later = new Date(Date.now() + 3_600_000).toISOString();
      const window = { starts_at: later, expires_in: "1h" };
      const other = (await setup.admin("POST", "/permissions", { name: "writes reports" })).id;
      await setup.admin("POST", `/users/${id}/access`, { permission_ids: [other], ...window });
      await setup.visit(async ({ page, open }) => {
        const refused: string[] = [];
        page.on("response", (answer) => {
          if (answer.status() === 403) refused.push(answer.url());
        });
        await open(`#users/${id}`);
        const panel = page.getByRole("region", { name: "Temporary access" });
        await panel.getByText("A permission that you may not see").waitFor();
        expect(await page.locator("#main").textContent()).not.toContain(other);
        expect(await panel.getByRole("button").count()).toBe(0);
        expect(await panel.getByRole("combobox").count()).toBe(1);
        await open(`#roles/${roles.sales}`);
        await page.getByText("reads reports").waitFor();
        expect(await page.getByRole("link", { name: "reads reports" }).count()).toBe(0);
        expect(refused).toEqual([]);
      }, as("manager@example.com"));
    });
  });

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
          const buttons = await page.locator("#main").getByRole("button").allInnerTexts();
          const changing = /^(Speichern|Neu|Löschen|Erstellen|Anlegen)/;
          expect(
            buttons.filter((name) => changing.test(name.trim())),
            hash,
          ).toEqual([]);
          expect(await page.getByText("für die Verwaltung nötig").count(), hash).toBe(0);
        }
        // The name of the person is cut, not the button that has it.
        const right = (selector: string) =>
          page.locator(selector).evaluate((one) => one.getBoundingClientRect().right);
        const button = 'header [aria-haspopup="menu"]';
        expect(await right(button)).toBeLessThanOrEqual((await right("header")) - 12);
      },
      { ...as("auditor@example.com"), locale: "de-DE", ...PHONE },
    ));
});
