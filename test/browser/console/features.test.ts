import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

describe.skipIf(!chromiumPath)("features in the console", () => {
  const setup = consoleSetup();

  test("F-7: a system key needs access; it is issued, shown once, found, changed and revoked", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#api-keys");
      await page.getByText("No API keys yet").waitFor();
      await page.getByRole("link", { name: "Issue a key" }).first().click();
      await page.getByLabel("Name").fill(HOSTILE);
      await page.getByRole("button", { name: "Issue a key" }).click();
      // In the words of the service.
      const refusal = "a system key needs at least one role or permission";
      await page.getByText(refusal, { exact: true }).waitFor();
      await page.getByRole("combobox", { name: "Roles" }).fill("admin");
      await page.getByRole("option", { name: "admin" }).click();
      await page.keyboard.press("Escape");
      await accessible();
      await page.getByRole("button", { name: "Issue a key" }).click();
      const key = (await page.locator("#main pre").textContent()) ?? "";
      expect(key).toMatch(/^tak_[0-9a-f]{64,}$/);
      const found = await send(setup.service, "GET", "/auth/v1/api-key-principals", {
        bearer: setup.token,
      });
      expect(found.body.payload).toMatchObject([{ name: HOSTILE, user_id: "", disabled: false }]);
      await page.getByRole("button", { name: "I have kept it" }).click();
      await page.locator("tbody tr").getByText("System key").waitFor();
      expect(await page.content()).not.toContain(key);
      await accessible();
      await page.getByLabel("Search by name, owner or ID").fill("nothing like it");
      await page.getByText("Nothing matches this search.").waitFor();
      await page.getByLabel("Search by name, owner or ID").fill("onerror");
      await page.locator("tbody a").first().click();
      await page.getByLabel("Description").fill("for the pipeline");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("The key is changed.").waitFor();
      await page.getByRole("button", { name: "Revoke" }).click();
      await page.getByText("This cannot be undone.").waitFor();
      await page.getByRole("button", { name: "Revoke" }).click();
      await page.getByText("No API keys yet").waitFor();
    }));

  test("auth-wire 8.2: client certificates, where they come from, where they are bound, and how one is used", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#mtls");
      await page.getByText("Off: certificates are ignored.").waitFor();
      await page.getByRole("switch", { name: "Enabled" }).click();
      await page.getByText("Certificates come from the TLS of this service").waitFor();
      await page.getByLabel("Certificate header").fill(HOSTILE);
      await page.getByText("Nothing is accepted yet").waitFor();
      await accessible();
      const command = page.getByRole("region", { name: "The command" });
      expect(await command.textContent()).toMatch(
        /^curl --cert pipeline\.pem [\s\S]+ http:\/\/127\.0\.0\.1:\d+\/auth\/oauth2\/token$/,
      );
      await page.locator("#main").getByRole("link", { name: "Service accounts" }).waitFor();
    }));

  test("a mail is previewed before it is saved, and what a template holds does not run", () =>
    // There is no relay, which the service says with 503.
    visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, expected: /status of 503/ },
      async ({ page, open, accessible }) => {
        await open("#email");
        await page.getByLabel("Subject (code)").fill(`Your code: {{ .Code }} ${HOSTILE}`);
        await page.getByRole("button", { name: "Show the preview" }).click();
        await page.getByText(`Your code: 123456 ${HOSTILE}`).waitFor();
        await accessible();
        await page.getByLabel("Subject (code)").fill("{{ .Code");
        await page.getByRole("button", { name: "Show the preview" }).click();
        await page.getByText(/subject: .*unclosed action/).waitFor();
        await page.getByLabel("Send to").fill("ada@example.com");
        await page.getByRole("button", { name: "Send a test email" }).click();
        await expect.poll(() => page.getByRole("alert").count()).toBeGreaterThan(1);
      },
    ));

  test("the roles of people who sign up are chosen by name, and kept by id", () =>
    setup.visit(async ({ page, open, accessible }) => {
      const { id } = await setup.admin("POST", "/roles", { name: "newcomer" });
      await open("#signup");
      await page.getByRole("combobox", { name: "Roles of new users" }).fill("newc");
      await page.getByRole("option", { name: "newcomer" }).click();
      await page.getByRole("list", { name: "Roles of new users" }).getByText("newcomer").waitFor();
      await accessible();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      const { value } = await setup.admin("GET", "/settings/signup");
      expect(value.default_role_ids).toEqual([id]);
    }));

  test("the permission of administrators is chosen by its name; one that locks all out is refused", async () => {
    const { status, text } = await send(setup.service, "POST", "/auth/v1/permissions", {
      bearer: setup.token,
      json: { name: "held by none", resources: [] },
    });
    expect(status, text).toBe(200);
    await setup.visit(async ({ page, open, accessible }) => {
      await open("#admin");
      const field = page.getByRole("combobox", { name: "Permission that makes an administrator" });
      await field.click();
      await field.fill("held by");
      await page.getByRole("option", { name: "held by none" }).click();
      await accessible();
      await page.getByRole("button", { name: "Save" }).click();
      const refusal = page.locator('[role="alert"]').last();
      await expect.poll(() => refusal.textContent()).toMatch(/administrator|admin/);
      const stored = await send(setup.service, "GET", "/auth/v1/settings/admin", {
        bearer: setup.token,
      });
      expect(stored.body.payload.value.permission).not.toContain("held by none");
    });
  });
});
