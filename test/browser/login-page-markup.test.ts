/** The login page as markup in a real browser: without script, in every look, under its policy (B-1, B-3, B-10; L-W20). */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import {
  codeLink,
  type LoginServer,
  manifestOf,
  passkeyLink,
  passwordLink,
  type Scene,
  startLoginServer,
} from "../support/login-server.ts";
import { type Visit, visitLogin } from "../support/login-visit.ts";

const two = [passwordLink("local", "Same name"), passwordLink("ldap", "Same name")];
const everything = manifestOf({
  password: two,
  code: [codeLink("other", "Other")],
  passkey: [passkeyLink("local", "Local")],
});

describe.skipIf(!chromiumPath)("the markup of the login page", () => {
  let browser: Browser;
  let server: LoginServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startLoginServer()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  function visit(
    scene: Partial<Scene>,
    act: (visit: Visit) => Promise<void>,
    { query = "", ...options }: BrowserContextOptions & { query?: string } = {},
  ) {
    server.set(scene);
    return visitLogin(browser, server, query, act, options);
  }

  async function signIn(page: Page, username = "ada@example.com", password = "correct") {
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#login-submit");
  }
  const error = (page: Page) => page.locator("#login-error:not(:empty)").textContent();

  describe("B-10: without script", () => {
    const plain = { javaScriptEnabled: false };

    test("the form posts everything under stable names", () =>
      visit(
        { manifest: everything },
        async ({ page }) => {
          await page.selectOption("#provider", { index: 1 });
          await page.check("#remember_me");
          await signIn(page);
          await page.waitForURL("**/form-posted");
          const post = server.requests.find(({ method }) => method === "POST");
          expect(post?.type).toContain("application/x-www-form-urlencoded");
          expect(Object.fromEntries(new URLSearchParams(post?.body))).toEqual({
            form_token: "form-token",
            provider: "/login/auth/token/ldap",
            username: "ada@example.com",
            password: "correct",
            remember_me: "true",
          });
        },
        plain,
      ));

    test("other providers are links; what needs script is hidden", () =>
      visit(
        { manifest: everything },
        async ({ page }) => {
          expect(await page.isVisible("button.passkey")).toBe(false);
          expect(await page.getAttribute("#login-create-account", "href")).toMatch(
            /[?&]view=signup$/,
          );
          expect(await page.isVisible("#login-create-account")).toBe(true);
          expect(await page.isVisible("#login-theme")).toBe(false);
          await page.click("a.code");
          await page.waitForURL("**/login/auth/code/other");
        },
        plain,
      ));

    test("the form comes back with its error, the user name and the field for the code", () =>
      visit(
        {
          form: {
            token: "t",
            username: "ada@example.com",
            error: "Enter the code.",
            otp: true,
            remember_me: true,
          },
        },
        async ({ page }) => {
          expect(await page.textContent("[role=alert]")).toBe("Enter the code.");
          expect(await page.inputValue("#username")).toBe("ada@example.com");
          expect(await page.isChecked("#remember_me")).toBe(true);
          await page.fill("#password", "correct");
          await page.getByLabel("Authentication code").fill("123456");
          await page.keyboard.press("Enter");
          await page.waitForURL("**/form-posted");
          const post = server.requests.find(({ method }) => method === "POST");
          expect(new URLSearchParams(post?.body).get("totp")).toBe("123456");
        },
        plain,
      ));
  });

  test("L-W20: the query does not set the title; the manifest does", () => {
    const manifest = { ...everything, title: "Team </script><b>login</b>" };
    return visit(
      { manifest },
      async ({ page }) => {
        expect(await page.textContent("h1")).toBe("Team </script><b>login</b>");
        expect(await page.title()).toBe("Team </script><b>login</b>");
        expect(await page.content()).not.toContain("Spoofed");
      },
      { query: "?title=Spoofed" },
    );
  });

  test("no provider: a clear empty state, and the manifest's error", () =>
    visit(
      { manifest: manifestOf({}, { error: "Providers cannot be read." }) },
      async ({ page }) => {
        expect(await page.textContent("#login-empty")).toContain("No way to sign in is configured");
        expect(await error(page)).toBe("Providers cannot be read.");
        expect(await page.locator("input").count()).toBe(0);
      },
    ));

  test("B-1: no inline script, no inline style, only our own files", () =>
    visit({ manifest: everything }, async ({ page }) => {
      const inline = () =>
        document.querySelectorAll(
          "script:not([src]):not([type='application/json']), [style], [onclick]",
        ).length;
      expect(await page.evaluate(inline)).toBe(0);
      const scripts = server.requests
        .filter(({ path }) => path.endsWith(".js"))
        .map(({ path }) => path);
      expect(scripts.sort()).toEqual(["/login/assets/login.js", "/login/auth/sdk.js"]);
    }));

  test("the theme is chosen and kept", () =>
    visit({}, async ({ page }) => {
      const ground = () => getComputedStyle(document.body).backgroundColor;
      const light = await page.evaluate(ground);
      await page.selectOption("#theme", "dark");
      const dark = await page.evaluate(ground);
      expect(dark).not.toBe(light);
      await page.reload();
      await page.waitForSelector("#login-theme:not([hidden])");
      expect(await page.evaluate(ground)).toBe(dark);
      await page.selectOption("#theme", "");
      await expect.poll(() => page.evaluate(ground)).toBe(light);
    }));

  test("it works with storage denied", () =>
    visit({}, async ({ page, context }) => {
      await context.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
      });
      await page.reload();
      await page.waitForSelector("#login-theme:not([hidden])");
      await page.selectOption("#theme", "dark");
      await signIn(page);
      await page.waitForURL(`${server.url}/`);
    }));

  test("shown again from the back/forward cache, nothing is busy and no password waits", () =>
    visit({ delay: 2_000 }, async ({ page }) => {
      await signIn(page);
      expect(await page.isDisabled("#username")).toBe(true);
      await page.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
      );
      expect(await page.isEnabled("#login-submit")).toBe(true);
      expect(await page.inputValue("#password")).toBe("");
      expect(await page.textContent("#login-submit")).toBe("Sign in");
    }));

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [320, 1280]) {
      test(`WCAG AA at ${width} px in ${colorScheme}: nothing overflows, text contrasts 4.5 to 1`, () =>
        visit(
          { manifest: everything },
          async ({ page }) => {
            await signIn(page, "ada@example.com", "wrong");
            await error(page);
            expect(
              await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
            ).toBeLessThanOrEqual(0);
            expect(await page.evaluate(faintTexts)).toEqual([]);
          },
          { colorScheme, viewport: { width, height: 800 } },
        ));
    }
  }
});

/** Runs in the page: texts whose colour is too near to the ground that they stand on. */
function faintTexts(): string[] {
  const parse = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = parse(color).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      const [, , , alpha = 1] = parse(color);
      if (alpha === 1) return color;
    }
    return "rgb(255, 255, 255)";
  };
  return [...document.querySelectorAll("body *")]
    .filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
    )
    .filter(
      (element) => element.checkVisibility() && !["SCRIPT", "OPTION"].includes(element.tagName),
    )
    .filter((element) => {
      const [a, b] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    })
    .map((element) => element.textContent?.trim() ?? "");
}
