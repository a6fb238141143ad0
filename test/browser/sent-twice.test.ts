/** A double click on forms without script, in a browser that shows the answer to the second request (B-5, B-10). */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/chromium.ts";
import { type MailSetup, PASSWORD, startMailSetup } from "../support/mail-setup.ts";
import { send } from "../support/server.ts";
import { codeAt, earlyInPeriod } from "../support/totp.ts";

const EMAIL = "ada@example.com";
let browser: Browser;
let setup: MailSetup;
let secret = "";

beforeAll(async () => {
  const api_key = { self_service: true };
  [browser, setup] = await Promise.all([openBrowser(), startMailSetup({ api_key })]);
  await setup.newUser(EMAIL);
  const { service } = setup;
  const { body } = await send(service, "POST", "/auth/oauth2/token", {
    basic: service.login ?? { id: "", secret: "" },
    form: { grant_type: "password", username: EMAIL, password: PASSWORD },
  });
  const bearer = body.access_token;
  const registered = await send(service, "POST", "/auth/v1/totp/register", { bearer, json: {} });
  secret = registered.body.payload.secret;
  // The present code stays unused.
  await earlyInPeriod();
  const json = { code: codeAt(secret, Date.now() - 30_000) };
  const confirmed = await send(service, "POST", "/auth/v1/totp/confirm", { bearer, json });
  expect(confirmed.status, confirmed.text).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  await setup?.[Symbol.asyncDispose]();
});

/** The second click comes when the service has answered the first, and before the browser has the answer. */
async function clickTwice(page: Page, button: string): Promise<void> {
  let answered = () => {};
  const first = new Promise<void>((resolve) => {
    answered = resolve;
  });
  let sent = 0;
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST" || sent++ > 0) return route.continue();
    await route.fetch({ maxRedirects: 0 });
    answered();
  });
  await page.locator(button).scrollIntoViewIfNeeded();
  const box = await page.locator(button).boundingBox();
  if (!box) throw new Error(`${button} is not shown`);
  // With the mouse alone, which waits for no page.
  const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await click();
  await first;
  await click();
  await expect.poll(() => sent).toBe(2);
  await page.waitForLoadState();
  await page.unroute("**/*");
}

const plain = (act: (page: Page) => Promise<void>) =>
  setup.device(browser, act, { javaScriptEnabled: false });

test("a double click on the code of the second factor signs in, and one on a key makes one", () =>
  plain(async (page) => {
    await page.goto(`${setup.site}/auth/ui/account`);
    await page.fill("#username", EMAIL);
    await page.fill("#password", PASSWORD);
    await page.click("#login-submit");
    await page.fill("#password", PASSWORD);
    await page.fill("#totp", codeAt(secret, Date.now()));
    await clickTwice(page, "#login-submit");
    await page.waitForURL(`${setup.site}/auth/ui/account`);

    await page.fill("#account-key-name", "deploy");
    await clickTwice(page, "#account-make-key button.primary");
    await page.waitForSelector("#account-new-key");
    expect(await page.textContent("#account-new-key")).toMatch(/^tak_/);
    await expect.poll(() => page.locator("#account-keys li").count()).toBe(1);
    await clickTwice(page, "#account-keys button");
    await page.waitForSelector("p#account-keys");
    expect(await page.locator("#account-problem").count()).toBe(0);
  }));

test("a double click on a mailed code signs in", () =>
  plain(async (page) => {
    await page.goto(`${setup.site}/auth/ui/account`);
    await page.click("#login-mail");
    await page.fill("#email", EMAIL);
    await page.click("#mail-form button.primary");
    await page.fill("#code", await setup.code(EMAIL));
    await page.click("#mail-sent-form button.primary");
    const step = Date.now() + 30_000;
    await page.fill("#totp", codeAt(secret, step));
    await clickTwice(page, "#mail-sent-form button.primary");
    await page.waitForURL(`${setup.site}/auth/ui/account`);
    expect(await page.textContent("#account-name")).toBe("Ada");
  }));
