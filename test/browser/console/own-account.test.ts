/** The task "let people change and delete their own account": each switch of the console, and what the account page then shows. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";

const PASSWORD = "a password of my own";
const OLD = "ada@example.com";
const NEXT = "lovelace@example.com";
const REFUSED = "You cannot change this here.";

interface Act {
  /** Of the setting. */
  readonly member: string;
  /** Label of the switch. */
  readonly label: string;
  /** The buttons that it brings, in their order. */
  readonly buttons: readonly string[];
  /** What the person does with it, up to what they then read. */
  use(page: Page): Promise<void>;
  /** The same on a page that was open when the switch was turned off. */
  late(page: Page): Promise<void>;
}

describe.skipIf(!chromiumPath)("what people may change of their own account", () => {
  const setup = consoleSetup();
  let relay: MailServer;
  beforeAll(async () => {
    relay = await startMailServer();
    const settings = {
      oauth2: { base_url: setup.service.url, schema: "http" },
      email: { from: "id@example.com", smtp: { host: "127.0.0.1", port: relay.port } },
    };
    for (const [namespace, value] of Object.entries(settings)) {
      await setup.admin("PUT", `/settings/${namespace}`, { value });
    }
    const details = { name: "Ada", email: OLD, password: PASSWORD };
    await setup.admin("POST", "/users", { alias: [OLD], local: true, details });
  });
  afterAll(() => relay?.[Symbol.asyncDispose]());

  const codeFor = async (address: string): Promise<string> => {
    const { mail } = await relay.next(address);
    return /\b[B-Z]{5}-[B-Z]{5}\b/.exec(mail.text ?? "")?.[0] ?? "";
  };
  const account = () => `${setup.service.url}/auth/ui/account`;
  const details = (page: Page) => page.getByRole("region", { name: "Your details" });
  const field = (page: Page, label: string) =>
    details(page).getByRole("textbox", { name: label, exact: true });
  const language = (page: Page) => details(page).getByRole("combobox", { name: "Language" });
  /** Pressed, and answered. */
  async function press(page: Page, name: string): Promise<void> {
    const sent = page.waitForResponse((answer) => answer.request().method() === "POST");
    await details(page).getByRole("button", { name }).click();
    await sent;
  }
  /** On the page as it is opened anew. */
  async function anew(page: Page): Promise<void> {
    await page.goto(account());
    await page.locator("#account-name").waitFor();
  }

  const ACTS: readonly Act[] = [
    {
      member: "name",
      label: "Name",
      buttons: ["Save name"],
      async use(page) {
        await field(page, "Name").fill("Ada Lovelace");
        await press(page, "Save name");
        await anew(page);
        expect(await page.textContent("#account-name")).toBe("Ada Lovelace");
      },
      async late(page) {
        await field(page, "Name").fill("Eve");
        await press(page, "Save name");
      },
    },
    {
      member: "language",
      label: "Language",
      buttons: ["Save language"],
      async use(page) {
        await language(page).selectOption("fr");
        await press(page, "Save language");
        await anew(page);
        expect(await language(page).inputValue()).toBe("fr");
      },
      async late(page) {
        await language(page).selectOption("de");
        await press(page, "Save language");
      },
    },
    {
      member: "picture",
      label: "Picture",
      buttons: ["Save address of the picture"],
      async use(page) {
        await field(page, "Address of a picture").fill("https://pictures.example.com/ada.png");
        await press(page, "Save address of the picture");
        await anew(page);
        const kept = await field(page, "Address of a picture").inputValue();
        expect(kept).toBe("https://pictures.example.com/ada.png");
      },
      async late(page) {
        await field(page, "Address of a picture").fill("https://pictures.example.com/eve.png");
        await press(page, "Save address of the picture");
      },
    },
    {
      member: "address",
      label: "Address",
      buttons: ["Send code", "Confirm address"],
      async use(page) {
        await field(page, "Email address").fill(NEXT);
        await press(page, "Send code");
        await page.getByText("a code is on its way").first().waitFor();
        await field(page, "Code from the email").fill(await codeFor(NEXT));
        await press(page, "Confirm address");
        await anew(page);
        expect(await field(page, "Email address").inputValue()).toBe(NEXT);
      },
      async late(page) {
        await field(page, "Email address").fill("eve@example.com");
        await press(page, "Send code");
      },
    },
    {
      member: "deletion",
      label: "Delete the account",
      buttons: ["Delete my account"],
      // It is the last thing that a person does: see below.
      use: (page) => page.getByRole("checkbox", { name: "I want to delete" }).check(),
      late: (page) => press(page, "Delete my account"),
    },
  ];
  const deletion = ACTS.at(-1) as Act;
  const BUTTONS = ACTS.flatMap(({ buttons }) => buttons);

  /** Those of all acts that the page has. */
  const offered = async (page: Page): Promise<string[]> => {
    const names = await page.getByRole("button").allTextContents();
    return BUTTONS.filter((name) => names.some((one) => one.trim() === name));
  };

  async function turn(page: Page, { member, label }: Act, on: boolean): Promise<void> {
    const section = page.locator('[data-member="self_service"]');
    const one = section.getByRole("switch", { name: new RegExp(`^${label}`) });
    await one.press("Space");
    await expect.poll(() => one.isChecked()).toBe(on);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const stored = () => setup.admin("GET", "/settings/accounts");
    await expect.poll(async () => (await stored()).value?.self_service?.[member] ?? false).toBe(on);
  }

  test("each switch brings its own part of the account page alone; turned off, a page that is still open is refused", () =>
    setup.visit(async ({ page: admin, open }) => {
      const context = await setup.browser.newContext({ locale: "en-US" });
      const page = await context.newPage();
      await page.goto(account());
      await page.fill("#username", OLD);
      await page.fill("#password", PASSWORD);
      await page.click("#login-submit");
      await page.waitForURL((url) => url.pathname.startsWith("/auth/ui/"));
      await page.goto(account());
      await page.locator("#account-name").waitFor();
      expect(await offered(page)).toEqual([]);
      for (const act of ACTS) {
        const { label, buttons, use, late } = act;
        await open("#accounts");
        await turn(admin, act, true);
        await page.goto(account());
        await expect.poll(() => offered(page), { message: label }).toEqual(buttons);
        await use(page);
        await open("#accounts");
        await turn(admin, act, false);
        await late(page);
        await page.getByText(REFUSED).first().waitFor();
        await page.goto(account());
        await page.locator("#account-name").waitFor();
        expect(await offered(page), label).toEqual([]);
        expect(await page.textContent("#account-name")).toBe("Ada Lovelace");
      }
      await open("#accounts");
      await turn(admin, deletion, true);
      await page.goto(account());
      await press(page, "Delete my account");
      await page.getByText("Tick the box to delete the account.").first().waitFor();
      await page.getByRole("checkbox", { name: "I want to delete" }).check();
      await press(page, "Delete my account");
      await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
      await open(`#users?search=${NEXT}`);
      expect(await admin.getByRole("link", { name: NEXT }).count()).toBe(0);
      await context.close();
    }));
});
