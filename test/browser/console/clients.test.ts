/** Clients in the console: a type first, addresses checked as typed, a secret shown once, a real flow (auth-wire 8.2). */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";

const HOSTILE = `<img src=x onerror="document.title='run'">\u202E${"x".repeat(5_000)}`;

describe.skipIf(!chromiumPath)("clients in the console", () => {
  const setup = consoleSetup();

  const put = async (id: string, config: object) => {
    const response = await fetch(
      `${setup.service.url}/auth/v1/oauth/clients/${encodeURIComponent(id)}`,
      {
        method: "PUT",
        headers: { authorization: `Bearer ${setup.token}`, "content-type": "application/json" },
        body: JSON.stringify({ config }),
      },
    );
    expect(response.status).toBe(200);
  };
  const stored = async (id: string) => {
    const response = await fetch(
      `${setup.service.url}/auth/v1/oauth/clients/${encodeURIComponent(id)}`,
      {
        headers: { authorization: `Bearer ${setup.token}` },
      },
    );
    return response.status === 200 ? (await response.json()).payload.config : undefined;
  };

  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  test("a web application: its type, addresses refused as typed, the secret once, and gone again", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#clients/new");
      await accessible();
      await page.getByRole("link", { name: /Web application/ }).click();
      await page
        .getByRole("textbox", { name: "ID", exact: true })
        .fill("https://shop.example.com/client");
      await page.getByLabel("Name", { exact: true }).fill("Shop");
      const redirects = page.locator('[data-member="redirect_uris"]');
      await redirects.getByRole("button", { name: "Add an address" }).click();
      const target = page.getByLabel("Redirect URIs 1");
      for (const [typed, said] of [
        ["shop.example.com", "Write the whole address"],
        ["https://*.example.com/", "Wildcards are not supported"],
        ["https://shop.example.com/#here", "not contain a fragment"],
        ["javascript:alert(1)", "cannot be used for the address"],
        ["http://shop.example.com/callback", "Not encrypted"],
        ["http://127.0.0.1/callback", "any port"],
      ] as const) {
        await target.fill(typed);
        await redirects.getByText(said).waitFor();
      }
      await target.fill("https://shop.example.com/callback");
      await accessible();
      await page.getByRole("button", { name: "Create" }).click();

      await page.getByText("The secret, shown only once").waitFor();
      const secret = await page.locator("[data-secret]").textContent();
      expect(secret).toMatch(/^[\w-]{43}$/);
      const machine = await fetch(`${setup.service.url}/auth/oauth2/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: "https://shop.example.com/client",
          client_secret: secret ?? "",
          code: "none",
        }),
      });
      expect((await machine.json()).error).toBe("invalid_grant");
      expect(await stored("https://shop.example.com/client")).toMatchObject({
        client_name: "Shop",
        redirect_uris: ["https://shop.example.com/callback"],
        grant_types: ["authorization_code", "refresh_token"],
      });

      await page.reload();
      await page.getByRole("button", { name: "Delete" }).waitFor();
      expect(await page.content()).not.toContain(secret);
      await page.getByRole("button", { name: "Delete" }).click();
      const dialog = page.getByRole("alertdialog");
      await dialog.getByText("for good").waitFor();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("Deleted").waitFor();
      expect(await stored("https://shop.example.com/client")).toBeUndefined();
    }));

  test("a new secret is shown once, the one before works on, and is ended by a click", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await put("rolled", { client_secret: "the secret so far", client_name: "Rolled" });
      const asks = async (client_secret: string) => {
        const body = new URLSearchParams({ client_id: "rolled", client_secret, token: "none" });
        return (await fetch(`${setup.service.url}/auth/oauth2/revoke`, { method: "POST", body }))
          .status;
      };
      await open("#clients/rolled");
      const card = page.getByRole("region", { name: "A new secret" });
      await card.getByRole("button", { name: "Make a new secret" }).click();
      await card.getByRole("alertdialog").getByRole("button", { name: "Make a new" }).click();
      await page.getByText("The secret, shown only once").waitFor();
      const secret = (await page.locator("[data-secret]").textContent()) ?? "";
      expect([await asks(secret), await asks("the secret so far")]).toEqual([200, 200]);
      await card.getByText("still works. It ends").waitFor();
      await accessible();
      await card.getByRole("button", { name: "End it now" }).click();
      await card.getByRole("alertdialog").getByRole("button", { name: "End it now" }).click();
      await page.getByText("The previous secret has ended").waitFor();
      expect([await asks(secret), await asks("the secret so far")]).toEqual([200, 401]);
    }));

  test("consent is one choice, whichever of its two members says so", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await put("trusted", { client_secret: "the secret so far", skip_consent: true });
      await open("#clients/trusted");
      const choice = page.getByRole("combobox", { name: "Consent" });
      await expect.poll(() => choice.inputValue()).toBe("Do not ask (skip)");
      expect(await page.locator('[data-member="skip_consent"]').count()).toBe(0);
      await accessible();
      const choose = async (name: string) => {
        await choice.click();
        await page.getByRole("option", { name, exact: true }).click();
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await page.getByText("Saved", { exact: true }).first().waitFor();
      };
      await choose("Ask once, and remember the answer (remember)");
      const remembers = await stored("trusted");
      expect([remembers.consent, remembers.skip_consent ?? false]).toEqual(["remember", false]);
      await page.reload();
      await expect
        .poll(() => choice.inputValue())
        .toBe("Ask once, and remember the answer (remember)");
      await choose("Do not ask (skip)");
      expect((await stored("trusted")).consent).toBe("skip");
    }));

  test("what the service refuses is said in its words, and stays in the form", () =>
    setup.visit(async ({ page, open }) => {
      await open("#clients/new?type=spa");
      await page.getByRole("textbox", { name: "ID", exact: true }).fill("bad");
      await page.getByLabel("Roles claim", { exact: true }).fill("a..b");
      await page.getByRole("button", { name: "Create" }).click();
      await page
        .getByRole("alert", { name: /^Not saved/ })
        .getByText("Roles claim")
        .waitFor();
      expect(await page.getByLabel("Roles claim", { exact: true }).inputValue()).toBe("a..b");
      expect(await stored("bad")).toBeUndefined();
    }));

  test("hostile names neither run nor break the layout", async () => {
    await put("hostile", {
      client_name: HOSTILE,
      redirect_uris: [`https://a.example/${"y".repeat(1_900)}`],
    });
    await visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, viewport: { width: 360, height: 740 } },
      async ({ page, open, accessible }) => {
        await open("#clients/hostile");
        await page.getByText("Try it").waitFor();
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await accessible();
        await open("#clients?id=hostile");
        await page.getByRole("link", { name: "hostile" }).waitFor();
        expect(await page.title()).not.toBe("run");
      },
    );
  });

  test("try it: one click allows the way back, a real sign-in gives tokens, and nothing is stored", async () => {
    await put("spa", { public: true, client_name: "Board" });
    await visitConsole(setup.browser, setup.service.url, {}, async ({ page, accessible }) => {
      await page.goto(`${setup.service.url}/auth/ui/#clients/spa`);
      await page.fill('input[autocomplete*="username"]', setup.service.admin?.id ?? "");
      await page.fill('input[type="password"]', setup.service.admin?.secret ?? "");
      await page.click('button[type="submit"]');
      await page.waitForURL(/\/auth\/ui\//);
      await page.goto(`${setup.service.url}/auth/ui/#clients/spa`);

      await page.getByRole("button", { name: "Allow this address" }).click();
      const start = page.getByRole("button", { name: "Start in a new window" });
      await start.waitFor();
      expect((await stored("spa")).redirect_uris).toEqual([`${setup.service.url}/auth/ui/try`]);
      const [popup] = await Promise.all([page.waitForEvent("popup"), start.click()]);
      await popup.getByRole("button", { name: /allow|continue/i }).click();

      await page.getByText("The code was exchanged for tokens").waitFor();
      await page.getByText("nonce is the one that was sent").waitFor();
      const claims = await page.getByLabel("ID token: Claims").inputValue();
      expect(JSON.parse(claims)).toMatchObject({ aud: expect.anything() });
      await accessible();
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      );
      expect(kept).not.toContain("eyJ");

      await page.getByRole("button", { name: "Revoke these tokens" }).click();
      await page.getByText("The tokens are revoked").waitFor();
      await page.getByRole("button", { name: "Remove the address from the list" }).click();
      await page.getByRole("button", { name: "Allow this address" }).waitFor();
      expect((await stored("spa")).redirect_uris ?? []).toEqual([]);
    });
  });

  test("an answer that no trial waits for is not shown and leaves the address bar", () =>
    setup.visit(async ({ page, open }) => {
      await open("#clients");
      const other = await page.context().newPage();
      await other.goto(`${setup.service.url}/auth/ui/try?code=stolen&state=<script>`);
      await other.getByText("no longer open").waitFor();
      expect(other.url()).toBe(`${setup.service.url}/auth/ui/try`);
      expect(await page.content()).not.toContain("stolen");
    }));

  test("what a client breaks of the profile that it claims stands on its page until it is mended", async () => {
    const config = {
      profile: "fapi2",
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: "https://bank.example.com/keys",
      id_token_signed_response_alg: "ES256",
      redirect_uris: ["https://bank.example.com/callback"],
    };
    const jwt = (await setup.admin("GET", "/settings/jwt")).value;
    await setup.admin("PUT", "/settings/jwt", { value: { ...jwt, algorithms: ["ES256"] } });
    await setup.admin("PUT", "/oauth/clients/bank", { config });
    for (const [locale, broken] of [
      ["en-US", "have to be bound to its certificate or its key"],
      ["de-DE", "an sein Zertifikat oder seinen Schlüssel gebunden"],
    ] as const) {
      await setup.visit(
        async ({ page, open, accessible }) => {
          await open("#clients/bank");
          await page.locator("[data-warnings]").getByText(broken).waitFor();
          await accessible();
        },
        { locale },
      );
    }
    const bound = { ...config, dpop_bound_access_tokens: true };
    await setup.admin("PUT", "/oauth/clients/bank", { config: bound });
    await setup.visit(async ({ page, open }) => {
      await open("#clients/bank");
      await page.getByRole("button", { name: "Delete" }).waitFor();
      expect(await page.locator("[data-warnings]").count()).toBe(0);
    });
  });
});
