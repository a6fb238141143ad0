/** Sign-in by mail in a real browser with a real relay: code, link, and whose link it is (login-middleware.md, Authentication 5; E-3, E-4). */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toAccount } from "../support/account-page.ts";
import { openBrowser } from "../support/chromium.ts";
import { type MailSetup, PASSWORD, startMailSetup } from "../support/mail-setup.ts";
import { patient } from "../support/patience.ts";
import { codeAt } from "../support/totp.ts";
import { addAuthenticator } from "../support/virtual-authenticator.ts";

let browser: Browser;
let setup: MailSetup;

beforeAll(async () => {
  [browser, setup] = await Promise.all([
    openBrowser(),
    startMailSetup({
      passkey: { enrollment: { enabled: true, snooze_duration: "0s" } },
      signup: { enabled: true, password_reset: true },
    }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await setup?.[Symbol.asyncDispose]();
});

let people = 0;
async function person(): Promise<string> {
  const email = `person-${++people}@example.com`;
  await setup.newUser(email);
  return email;
}

/** End of the session cookie; -1 when it ends with the browser. */
const lifetime = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "auth_session")?.expires;

async function ask(page: Page, email: string, remember = false): Promise<void> {
  await page.goto(`${setup.site}/auth/ui/account`);
  await page.waitForSelector("#login-theme:not([hidden])");
  await page.fill("#username", email);
  if (remember) await page.check("#remember_me");
  await page.click("#login-mail");
  await expect.poll(() => page.inputValue("#email")).toBe(email);
  await page.click("#mail-form button[type=submit]");
  await page.waitForSelector("#mail-sent-form");
}
const account = (page: Page) => toAccount(page, setup.site);
const username = (page: Page) => page.textContent("#account-aliases");

test("the code is typed, a wrong one can be corrected, and a passkey is offered as after a password", async () => {
  const email = await person();
  await setup.device(browser, async (page) => {
    await addAuthenticator(page);
    await ask(page, email);
    await page.fill("#code", "BBBBB-BBBBB");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#login-error:not(:empty)");
    await page.fill("#code", (await setup.code(email)).toLowerCase());
    await page.keyboard.press("Enter");
    await page.fill("#device", "Laptop");
    await page.click("#enrollment-form button[type=submit]");
    await account(page);
    expect(await page.textContent(".passkey strong")).toBe("Laptop");
    expect(await username(page)).toBe(email);
  });
});

test("the link in the same browser: it says for whom, one click signs in, and the waiting page goes on by itself", async () => {
  const email = await person();
  await setup.device(browser, async (waiting) => {
    await ask(waiting, email);
    const page = await waiting.context().newPage();
    await page.goto(await setup.link(email));
    expect(await page.textContent("h1")).toBe("Sign in");
    expect(await page.textContent("#mail-link-address")).toBe(email);
    await page.click("#mail-link-form button[type=submit]");
    await account(waiting);
    expect(await username(waiting)).toBe(email);
    expect(await lifetime(page), "nothing was chosen").toBe(-1);
    await page.click("#enrollment-decline");
    await account(page);
  });
});

test("the link on another device signs in there alone, and once; what is used says so and helps", async () => {
  const email = await person();
  await setup.device(browser, async (asking) => {
    await ask(asking, email, true);
    expect(await asking.isChecked("#remember_me"), "as it was chosen before").toBe(true);
    const link = await setup.link(email);
    await setup.device(browser, async (page) => {
      await page.goto(link);
      expect(await page.isChecked("#remember_me"), "as the page that asked").toBe(true);
      await page.click("#mail-link-form button[type=submit]");
      await page.click("#enrollment-decline");
      await account(page);
      expect(await lifetime(page)).toBeGreaterThan(Date.now() / 1_000);
    });
    expect(await asking.isVisible("#mail-sent-form")).toBe(true);
    await setup.device(browser, async (page) => {
      await page.goto(link);
      expect(await page.textContent("h1")).toBe("This link is not valid");
      expect(await page.locator("#mail-link-form").count()).toBe(0);
      await page.click("#mail-again");
      await expect.poll(() => page.isVisible("#mail-form")).toBe(true);
    });
  });
});

test("B-2, E-4: another user's link signs no one in unseen, also where there is a session already", async () => {
  const [eve, ada] = [await person(), await person()];
  const link = await setup.device(browser, async (page) => {
    await ask(page, eve);
    return setup.link(eve);
  });
  await setup.device(browser, async (page) => {
    await ask(page, ada);
    await page.fill("#code", await setup.code(ada));
    await page.keyboard.press("Enter");
    await page.click("#enrollment-decline");
    await account(page);
    await page.goto(link);
    expect(await page.textContent("#mail-link-address")).toBe(eve);
    // Without the click Ada stays Ada, and the way back leads on.
    await page.goto(`${setup.site}/auth/ui/account`);
    expect(await username(page)).toBe(ada);
  });
});

test("the second factor is asked for after the code; a recovery code says how many are left", async () => {
  const email = await person();
  await setup.device(browser, async (page) => {
    await page.goto(`${setup.site}/auth/ui/account`);
    await page.waitForSelector("#login-theme:not([hidden])");
    await page.fill("#username", email);
    await page.fill("#password", PASSWORD);
    await page.click("#login-submit");
    await page.click("#enrollment-decline");
    await account(page);
    await page.click('form[action="/auth/ui/two-step/set-up"] button');
    const secret = ((await page.textContent("#two-step-secret")) ?? "").replaceAll(" ", "");
    await page.fill("#two-step-code", codeAt(secret, Date.now()));
    await page.click("#two-step-confirm button");
    const [recovery = "", other = ""] = await page.locator("#two-step-codes li").allTextContents();
    await page.goto(`${setup.site}/auth/ui/account`);
    await page.click("#account-sign-out button");
    await page.waitForSelector("#login-notice:not(:empty)");

    await ask(page, email);
    const mailed = await setup.code(email);
    await page.fill("#code", mailed);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#second-factor-form");
    await page.fill("#totp", "000000");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#login-error:not(:empty)");
    // The mailed code is over by the time the factor comes: another mail is offered, and nothing is lost.
    const elsewhere = await fetch(`${setup.site}/login/auth/email/confirm/postern`, {
      method: "POST",
      headers: { origin: setup.site, "content-type": "application/json" },
      body: JSON.stringify({ code: mailed, email, totp: other }),
    });
    expect(elsewhere.status).toBe(200);
    await page.click("#login-recovery");
    await page.fill("#totp", recovery);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#mail-form");
    expect(await page.textContent("#login-error")).toBe(
      "The code from the email has expired, or was used already. Ask for a new one.",
    );
    expect(await page.inputValue("#email")).toBe(email);
    await page.click("#mail-form button[type=submit]");
    await page.waitForSelector("#mail-sent-form");
    await page.fill("#code", await setup.code(email));
    await page.keyboard.press("Enter");
    await page.waitForSelector("#second-factor-form");
    await page.click("#login-recovery");
    await page.fill("#totp", recovery);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#recovery-continue");
    expect(await page.textContent("#recovery-left")).toContain("6");
    await page.click("#recovery-continue");
    await page.click("#enrollment-decline");
    await account(page);
  });
});

/** How the ceremonies of the autofill ended, kept where the page asks the browser for them. */
function keepOutcomes(): void {
  const { credentials } = navigator;
  const get = credentials.get.bind(credentials);
  const outcomes: string[] = [];
  Object.assign(globalThis, { outcomes });
  credentials.get = (options) => {
    const asked = get(options);
    if (options?.mediation === "conditional") {
      const place = outcomes.push("waits") - 1;
      asked.then(
        () => {
          outcomes[place] = "done";
        },
        ({ name }: Error) => {
          outcomes[place] = name;
        },
      );
    }
    return asked;
  };
}
const outcomes = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { outcomes: string[] }).outcomes);

test.each([
  ["a code by mail", "#login-mail", "#mail-form"],
  ["a forgotten password", "#login-forgot", "#reset-form"],
  ["a new account", "#login-create-account", "#signup-form"],
])(
  "a passkey of the autofill waits no longer when the view for %s is opened",
  (_name, link, form) =>
    setup.device(browser, async (page) => {
      await addAuthenticator(page, false);
      await page.addInitScript(keepOutcomes);
      await page.goto(`${setup.site}/login/`);
      await page.waitForSelector("#login-theme:not([hidden])");
      await page.locator("#username").press("Tab");
      const timeout = patient(10_000);
      await expect.poll(() => outcomes(page), { timeout }).toEqual(["waits"]);
      await page.click(link);
      await page.waitForSelector(form);
      await expect.poll(() => outcomes(page), { timeout }).toEqual(["AbortError"]);
    }),
);
