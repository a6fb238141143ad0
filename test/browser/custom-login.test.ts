/** examples/custom-login in a browser: a page of plain files on the SDK and the routes (login-middleware.md, Custom login UI; wire 4). */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { type RunningExample, startExample } from "../support/example.ts";
import { patient } from "../support/patience.ts";
import { Jar } from "../support/session.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";

const ENV = { ADMIN_PASSWORD: "correct horse" };
const ADMIN = { username: "admin", password: ENV.ADMIN_PASSWORD };
const PATIENCE = { timeout: patient(20_000) };
const NEUTRAL = "Name or password is not right.";

describe.skipIf(!chromiumPath)("examples/custom-login", () => {
  let browser: Browser;
  let server: RunningExample;
  let upstream: Upstream;

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startExample("custom-login", ENV)]);
    upstream = await startUpstream(`${server.origin}/login/auth/code/op`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    await upstream?.[Symbol.asyncDispose]();
  });

  /** Pages that report no error, but for what was refused on purpose. */
  async function visit(act: (page: Page, context: BrowserContext) => Promise<void>) {
    const context = await browser.newContext();
    // The provider's own pages ask for a font somewhere else.
    await context.route("**/*", (route) => {
      const { hostname } = new URL(route.request().url());
      return hostname === "127.0.0.1" ? route.continue() : route.abort();
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    try {
      await act(page, context);
    } finally {
      await context.close();
    }
    expect(errors.filter((text) => !text.includes("status of 401"))).toEqual([]);
  }

  async function signIn(page: Page, { username, password }: typeof ADMIN) {
    await page.fill("input[name=username]", username);
    await page.fill("input[name=password]", password);
    await page.keyboard.press("Enter");
  }
  const body = (page: Page) => page.textContent("body");
  const error = (page: Page) => page.textContent("#error");

  test("the way of a browser: sent to the own page, signed in, back to where it wanted to be, signed out", () =>
    visit(async (page, context) => {
      const wanted = `${server.origin}/shelf/7?order=title`;
      await page.goto(wanted);
      expect(new URL(page.url()).pathname).toBe("/login/");
      expect(await page.textContent("h1")).toBe("Example Library");
      await signIn(page, ADMIN);
      await page.waitForURL(wanted, PATIENCE);
      expect(await body(page)).toBe("/shelf/7: hello, admin");

      await page.goto(`${server.origin}/login/?redirect_path=%2Fshelf%2F8`);
      expect(page.url(), "who is signed in is sent on").toBe(`${server.origin}/shelf/8`);
      await page.goto(`${server.origin}/logout`);
      expect(page.url()).toBe(`${server.origin}/login/`);
      // The browser stays known to the limits on guessing (I-7), and to nothing else.
      expect((await context.cookies()).map(({ name }) => name)).toEqual(["login_device"]);
    }));

  test("a wrong password and an unknown name say the same; the right one works after it", () =>
    visit(async (page) => {
      await page.goto(`${server.origin}/login/`);
      for (const who of [
        { ...ADMIN, password: "wrong" },
        { username: "absent", password: "wrong" },
      ]) {
        await signIn(page, who);
        await expect.poll(() => error(page), PATIENCE).toBe(NEUTRAL);
        expect(await page.inputValue("input[name=username]")).toBe(who.username);
        await page.evaluate(() => {
          const shown = document.querySelector("#error");
          if (shown) shown.textContent = "";
        });
      }
      await signIn(page, ADMIN);
      await page.waitForURL(`${server.origin}/`, PATIENCE);
      expect(await body(page)).toBe("/: hello, admin");
    }));

  test("B-7: a redirect_path that leads away leads to the root", () =>
    visit(async (page) => {
      await page.goto(`${server.origin}/login/?redirect_path=%2F%2Fevil.example.com%2F`);
      await signIn(page, ADMIN);
      await page.waitForURL(`${server.origin}/`, PATIENCE);
    }));

  test("keep me signed in decides whether the cookie outlives the browser", () =>
    visit(async (page, context) => {
      await page.goto(`${server.origin}/login/`);
      await page.check("input[name=remember]");
      await signIn(page, ADMIN);
      await page.waitForURL(`${server.origin}/`, PATIENCE);
      const session = (await context.cookies()).find(({ name }) => name === "auth_session");
      expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 80_000);
    }));

  test("a provider that is added gets a button, and signs in through its window", async () => {
    const admin = new Jar((request) => fetch(request, { redirect: "manual" }), server.origin);
    const json = (value: object) => ({
      headers: { "content-type": "application/json" },
      body: JSON.stringify(value),
    });
    await admin.send("POST", "/login/auth/token/postern", json(ADMIN));
    const path = "/auth/v1/settings/session_providers";
    const { value } = (await admin.get(path)).body.payload;
    const providers = { ...value.providers, op: upstream.provider };
    const saved = await admin.send("PUT", path, json({ value: { providers } }));
    expect(saved.status, saved.text).toBe(200);

    await visit(async (page, context) => {
      await page.goto(`${server.origin}/login/?redirect_path=%2Fshelf%2F9`);
      const button = page.locator("#providers button");
      expect(await button.textContent()).toBe("Come in with Example OP");
      const [popup] = await Promise.all([context.waitForEvent("page"), button.click()]);
      await popup.fill("input[name=login]", "ada");
      await popup.fill("input[name=password]", "anything");
      await popup.click("button[type=submit]");
      await popup.waitForSelector("input[value=consent]", { state: "attached" });
      const closed = popup.waitForEvent("close");
      await popup.click("button[type=submit]");
      await closed;
      await page.waitForURL(`${server.origin}/shelf/9`, PATIENCE);
      expect(await body(page)).toBe("/shelf/9: hello, ada");
    });
  });

  test("the page may not be framed and loads nothing from elsewhere", async () => {
    const { headers } = await fetch(`${server.origin}/login/`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain("unsafe-inline");
  });
});
