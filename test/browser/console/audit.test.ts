/** The audit log in the console: search, what changed, the overview, one record, the own account; and names that would run. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";

describe.skipIf(!chromiumPath)("the audit log", () => {
  const setup = consoleSetup();

  const ask = async (path: string, method = "GET", body?: unknown) => {
    const answer = await fetch(`${setup.service.url}/auth/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${setup.token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as { payload: { id: string } };
  };

  test("an entry is found, tells what changed, and leads to its record", () =>
    setup.visit(async ({ page, open, accessible }) => {
      const { payload } = await ask("/roles", "POST", { name: "editors", description: "old" });
      await ask(`/roles/${payload.id}`, "PATCH", { description: "new" });
      await open("#audit");
      await page.getByLabel("Search names, IDs, addresses").fill("EDITORS");
      await page.waitForURL(/q=EDITORS/);
      const changed = page.getByRole("listitem").filter({ hasText: "Role changed" });
      await changed.waitFor();
      await expect
        .poll(() => page.getByRole("listitem").filter({ hasText: "Role" }).count())
        .toBe(2);
      await changed.getByRole("button", { name: /^Details of entry/ }).click();
      const member = changed.getByRole("row").filter({ hasText: "description" });
      expect(await member.textContent()).toBe("descriptionoldnew");
      await accessible();
      await changed.getByRole("link", { name: "editors" }).click();
      await page.waitForURL(new RegExp(`#roles/${payload.id}$`));
    }));

  test("what the filters show is exported, in a browser that has signed in", () =>
    setup.visit(
      async ({ page, open }) => {
        const { payload } = await ask("/roles", "POST", { name: "exported" });
        await page.goto(setup.service.url);
        await page.fill("#username", setup.service.admin?.id ?? "");
        await page.fill("#password", setup.service.admin?.secret ?? "");
        await page.click("#login-submit");
        await page.waitForURL("**/auth/ui/**");
        await open(`#audit?target=${payload.id}`);
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("link", { name: "Export (NDJSON)" }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/\.ndjson$/);
        const lines = readFileSync(await download.path(), "utf8")
          .trim()
          .split("\n");
        expect(lines.map((line) => JSON.parse(line).action)).toEqual(["role_created"]);
      },
      { token: "" },
    ));

  test("filters stand in the address and go with a click; what matches nothing says what to do", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#audit?target=nothing-of-this-id&outcome=failed");
      await page.getByText("Nothing matches").waitFor();
      await accessible();
      await page.getByRole("button", { name: /nothing-of-this-id/ }).click();
      await page.waitForURL(/#audit\?outcome=failed$/);
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.waitForURL(/#audit$/);
      await page.getByRole("listitem").first().waitFor();
    }));

  test("T-2: names that would run stay text", () =>
    setup.visit(async ({ page, open }) => {
      const client_name = "<img src=x onerror=alert(1)>";
      await ask("/oauth/clients/hostile", "PUT", { config: { public: true, client_name } });
      await open("#audit?target=hostile");
      const entry = page.getByRole("listitem").filter({ hasText: "Client created" });
      await entry.getByRole("button", { name: /^Details/ }).click();
      await expect.poll(() => entry.textContent()).toContain(client_name);
      expect(await entry.locator("img").count()).toBe(0);
    }));

  test("the overview tells the last sign-ins and refusals with their reason", () =>
    setup.visit(async ({ page, open, accessible }) => {
      const form = new URLSearchParams({ grant_type: "client_credentials", client_id: "absent" });
      await fetch(`${setup.service.url}/auth/oauth2/token`, { method: "POST", body: form });
      await open("#overview");
      const refusals = page.getByRole("region", { name: "Last refusals" });
      await refusals
        .getByText(/the client failed to authenticate/)
        .first()
        .waitFor();
      await page
        .getByRole("region", { name: "Last sign-ins" })
        .getByText("Signed in")
        .first()
        .waitFor();
      await expect.poll(() => page.textContent("[data-total=clients]")).toMatch(/^\d+$/);
      await accessible();
      await refusals.getByRole("link").click();
      await page.waitForURL(/#audit\?outcome=refused$/);
    }));

  test("on a phone, in German, in the dark nothing is wider than the screen", () =>
    visitConsole(
      setup.browser,
      setup.service.url,
      {
        token: setup.token,
        colorScheme: "dark",
        locale: "de",
        viewport: { width: 390, height: 844 },
      },
      async ({ page, open, accessible }) => {
        await open("#audit");
        const entry = page.getByRole("listitem").filter({ hasText: "Rolle geändert" }).first();
        await entry.getByRole("button", { name: /^Einzelheiten/ }).click();
        await accessible();
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        );
        expect(wide).toBe(false);
      },
    ));
});
