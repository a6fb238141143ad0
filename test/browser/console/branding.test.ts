import { beforeAll, describe, expect, test } from "vitest";
import { contrast } from "../../../src/std/colour.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";

const svg = (shape: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 8">${shape}</svg>`,
  ).toString("base64")}`;
const SUPPORT = "https://help.example.com/start?a=1&b=2";

describe.skipIf(!chromiumPath)("the looks of a deployment", () => {
  const setup = consoleSetup();

  beforeAll(async () => {
    const saved = await send(setup.service, "PUT", "/auth/v1/oauth/clients/photos", {
      bearer: setup.token,
      json: {
        config: {
          client_name: "Photo Album",
          client_secret: "a secret of enough letters",
          redirect_uris: [`${setup.service.url}/callback`],
        },
      },
    });
    expect(saved.status, saved.text).toBe(200);
  });

  const brand = async (value: object) => {
    const request = { bearer: setup.token, json: { value } };
    const saved = await send(setup.service, "PUT", "/auth/v1/settings/branding", request);
    expect(saved.status, saved.text).toBe(200);
  };

  /** `#rrggbb` of what the browser says. */
  const hexOf = (colour: string): string =>
    `#${(colour.match(/\d+/g) ?? [])
      .slice(0, 3)
      .map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("")}`;

  // Brighter and darker than letters and grounds allow; unit tests try many between.
  for (const accent_color of ["#ffe600", "#000033"]) {
    test(`the console in ${accent_color}: letters can be read, light and dark`, async () => {
      await brand({ product_name: "Harbour", accent_color, support_url: SUPPORT });
      for (const colorScheme of ["light", "dark"] as const) {
        const options = { token: setup.token, colorScheme, viewport: { width: 1280, height: 800 } };
        await visitConsole(
          setup.browser,
          setup.service.url,
          options,
          async ({ page, open, accessible }) => {
            await open("#users");
            await page.waitForSelector("tbody tr");
            await accessible();
            const { letters, ground } = await page
              .getByRole("link", { name: "New" })
              .or(page.getByRole("button", { name: "New" }))
              .first()
              .evaluate((button) => {
                const { color, backgroundColor } = getComputedStyle(button);
                return { letters: color, ground: backgroundColor };
              });
            expect(contrast(hexOf(letters), hexOf(ground))).toBeGreaterThanOrEqual(4.5);
            expect(hexOf(ground), "not the blue of the product").not.toMatch(/#3046c9|#4a5bd8/);
            expect(await page.title()).toBe("Users – Harbour");
            expect(await page.getAttribute("#support-link", "href")).toBe(SUPPORT);
          },
        );
      }
    });
  }

  test("on a phone the help is in the menu, and a wide logo leaves the rest its place", async () => {
    const logo = svg('<path d="M0 0h40v8z" fill="#0b6e4f"/>');
    await brand({ product_name: "W".repeat(60), logo, support_url: "mailto:help@example.com" });
    const options = { token: setup.token, viewport: { width: 360, height: 740 } };
    await visitConsole(
      setup.browser,
      setup.service.url,
      options,
      async ({ page, open, accessible }) => {
        await open("#account");
        expect(await page.locator("header img").evaluate((img) => img.clientWidth)).toBeGreaterThan(
          60,
        );
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(await overflow()).toBeLessThanOrEqual(0);
        await page.getByRole("button", { name: "Navigation" }).click();
        const help = page.getByRole("link", { name: "Help" });
        await help.waitFor();
        expect(await help.getAttribute("href")).toBe("mailto:help@example.com");
        await accessible();
        await page.setViewportSize({ width: 1280, height: 800 });
        expect(await overflow()).toBeLessThanOrEqual(0);
      },
    );
  });

  test("what an attacker would set runs nowhere: console, consent, device, account, error", async () => {
    const name = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
    await brand({
      product_name: name,
      logo: svg('<script>alert(1)</script><path onload="alert(1)" d="M0 0h8v8z"/>'),
      accent_color: "#b00020",
      support_url: "https://help.example.com/%22%3E%3Cscript%3E?q='onclick=alert(1)",
    });
    const asked = new URLSearchParams({
      response_type: "code",
      client_id: "photos",
      redirect_uri: `${setup.service.url}/callback`,
      scope: "openid",
    });
    const pages = [
      `/auth/oauth2/authorize?${asked}`,
      "/auth/ui/device",
      "/auth/ui/account",
      "/auth/oauth2/authorize?client_id=none",
    ];
    for (const colorScheme of ["light", "dark"] as const) {
      const options = { token: setup.token, colorScheme, viewport: { width: 390, height: 800 } };
      await visitConsole(
        setup.browser,
        setup.service.url,
        options,
        async ({ page, open, accessible }) => {
          page.on("dialog", () => {
            throw new Error("a script ran");
          });
          await open("#overview");
          expect(await page.title()).toBe(`Overview – ${name}`);
          for (const path of pages) {
            await page.goto(setup.service.url + path);
            expect(await page.textContent("#product-name"), path).toBe(name);
            expect(await page.locator("header img").count(), path).toBe(1);
            expect(await page.locator("#support-link").getAttribute("onclick")).toBeNull();
            expect(
              await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
              path,
            ).toBeLessThanOrEqual(0);
            await accessible();
          }
        },
      );
    }
  });
});
