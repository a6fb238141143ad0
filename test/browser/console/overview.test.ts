import { describe, expect, test } from "vitest";
import { arrived } from "../../support/arrived.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#0b6e4f"/></svg>';

describe.skipIf(!chromiumPath)("the first pages of an administrator", () => {
  const setup = consoleSetup();

  const ask = async (path: string, method = "GET", body?: unknown) => {
    const answer = await fetch(`${setup.service.url}/auth/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${setup.token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { payload: never };
  };

  for (const colorScheme of ["light", "dark"] as const) {
    test(`overview: totals, findings with their repair, load; axe finds nothing: ${colorScheme}`, () =>
      visitConsole(
        setup.browser,
        setup.service.url,
        { token: setup.token, colorScheme, viewport: { width: 1280, height: 900 } },
        async ({ page, open, accessible }) => {
          await open("#overview");
          await page.waitForSelector("[data-total=users]");
          expect(await page.textContent("[data-total=users]")).toBe("1");
          const first = page.locator("[data-finding=first_password]");
          await first.waitFor();
          expect(await first.getAttribute("data-severity")).toBe("warning");
          expect(await page.locator("[data-finding=bootstrap]").count()).toBe(0);
          expect(await page.locator("#overview-load").textContent()).toContain("last hour");
          await expect.poll(() => page.locator("svg[role=img]").count()).toBe(3);
          await accessible();
          await page.getByRole("button", { name: /Show what is fine/ }).click();
          await page.locator("[data-finding=bootstrap][data-severity=ok]").waitFor();
          await page.getByRole("link", { name: "Fix it: Public address" }).click();
          await page.waitForURL(/#oauth2-overview$/);
        },
      ));
  }

  test("T-2: a hostile client name in a finding stays text", () =>
    setup.visit(async ({ page, open }) => {
      const id = "<img src=x onerror=alert(1)>";
      await ask(`/oauth/clients/${encodeURIComponent(id)}`, "PUT", {
        config: { client_secret: "a secret of enough letters" },
      });
      await open("#overview");
      const found = page.locator("[data-finding=redirects]");
      await found.waitFor();
      expect(await found.textContent()).toContain(id);
      expect(await found.locator("img").count()).toBe(0);
      await ask(`/oauth/clients/${encodeURIComponent(id)}`, "DELETE");
    }));

  test("first steps: an application is registered, its snippet shown, and the page put away", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#first-steps");
      await page.locator("[data-progress='0']").waitFor();
      await accessible();
      const step = page.locator("[data-step=application]");
      await step.getByLabel("Client ID").fill("notes");
      await step.getByRole("button", { name: "Register it" }).click();
      await page.locator("[data-registered=notes]").waitFor();
      const secret = (await page.locator("[data-secret]").textContent()) ?? "";
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      expect(await step.locator("textarea").inputValue()).toContain('"notes"');
      await step.getByRole("tab", { name: "Spring" }).click();
      await expect.poll(() => step.locator("textarea").inputValue()).toContain("client-id: notes");
      expect(await step.locator("textarea").inputValue()).not.toContain(secret);
      await page.locator("[data-progress='1']").waitFor();
      const stored = (await ask("/oauth/clients/notes")) as {
        payload: { config: { redirect_uris: string[]; client_secret_set: boolean } };
      };
      expect(stored.payload.config).toMatchObject({
        redirect_uris: ["http://127.0.0.1:3000/callback"],
        client_secret_set: true,
      });
      // One that is there is not written over.
      await step.getByRole("button", { name: "Register another one" }).click();
      await step.getByLabel("Client ID").fill("notes");
      await step.getByRole("button", { name: "Register it" }).click();
      await step.getByText("A client or account with this ID already exists.").waitFor();
      await page.getByRole("button", { name: "Hide this page" }).click();
      await page.getByRole("button", { name: "Show it again" }).waitFor();
      await open("#overview");
      await page.locator("#overview-actions").waitFor();
      await expect.poll(() => page.getByRole("link", { name: "First steps" }).count()).toBe(1);
    }));

  test("branding: what is typed is previewed, saved, and seen by the next visitor", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#branding");
      await page.locator("[data-member=product_name] input").fill("Harbour");
      await page.getByRole("textbox", { name: "Accent colour" }).fill("#0b6e4f");
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(SVG) });
      const preview = page.locator("[data-preview=light]");
      await preview.getByText("Harbour").waitFor();
      await preview.locator("img").waitFor();
      expect(
        await preview
          .locator("[data-preview-button]")
          .evaluate((button) => getComputedStyle(button).backgroundColor),
      ).toBe("rgb(11, 110, 79)");
      await accessible();
      await page.getByRole("button", { name: "Save" }).click();
      await expect
        .poll(async () => (await fetch(`${setup.service.url}/auth/logo`)).status)
        .toBe(200);
      expect(await (await fetch(`${setup.service.url}/login/`)).text()).toContain("Harbour");
      await page.reload();
      await arrived(page);
      expect(await page.title()).toMatch(/– Harbour$/);
      await expect.poll(() => page.locator("header img").count()).toBe(1);
    }));
});
