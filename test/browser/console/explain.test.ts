/** The pages that explain: access check, token inspector, ways to sign in, integration, roles of a user (auth-wire 8.2). */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { type ConsoleVisit, visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";

/** Names that an administrator is shown and another user may choose. */
const HOSTILE = `<img src=x onerror="document.title='owned'">"'&lt; ${"w".repeat(150)}`;

describe.skipIf(!chromiumPath)("pages that explain", () => {
  const setup = consoleSetup();
  let ada = "";
  let hers = "";

  const call = async (path: string, body: object, bearer = setup.token) => {
    const response = await fetch(`${setup.service.url}/auth/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text).payload.id as string;
  };
  const visit = (use: (visit: ConsoleVisit) => Promise<void>, bearer = setup.token) =>
    visitConsole(setup.browser, setup.service.url, { token: bearer }, use);
  const ask = async (page: Page, path: string, method = "GET") => {
    await page.getByRole("textbox", { name: "Who" }).fill("ada");
    await page.getByRole("combobox", { name: "Method" }).fill(method);
    await page.getByRole("textbox", { name: "Host" }).fill("app.test");
    await page.getByRole("textbox", { name: "Path" }).fill(path);
    await page.getByRole("button", { name: "Check", exact: true }).click();
  };
  /** Nothing of a hostile name became markup, and nothing runs out of the page. */
  const harmless = async (page: Page) => {
    expect(await page.locator("#main img").count()).toBe(0);
    expect(await page.title()).not.toBe("owned");
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  };

  beforeAll(async () => {
    const resources = [
      {
        hosts: ["app.test"],
        paths: ["/api/**"],
        methods: ["GET"],
        excluded: [{ paths: ["/api/admin/**"], methods: ["*"] }],
      },
    ];
    const scope = { reports: [HOSTILE] };
    const permission = await call("permissions", { name: HOSTILE, resources, scope });
    const inner = await call("roles", { name: "inner", permission_ids: [permission] });
    const outer = await call("roles", { name: "outer", role_ids: [inner] });
    ada = await call("users", {
      ...{ alias: ["ada"], local: true, role_ids: [outer] },
      details: { name: "Ada", password: "correct horse" },
    });
    const { id, secret } = setup.service.login ?? { id: "", secret: "" };
    const response = await fetch(`${setup.service.url}/auth/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({
        ...{ grant_type: "password", username: "ada", password: "correct horse" },
      }),
    });
    hers = ((await response.json()) as { access_token: string }).access_token;
  });

  test("an access check: allowed with its path of roles, refused by an exclusion, and the question in the address", () =>
    visit(async ({ page, open, accessible }) => {
      await open("#check");
      await ask(page, "/api/x");
      await page.getByText("Allowed", { exact: true }).waitFor();
      const way = page.getByRole("list", { name: "How it is held" });
      expect((await way.textContent())?.replace(/\s+/g, " ")).toContain("adaby hand→outer→inner→");
      await accessible();
      await harmless(page);
      await ask(page, "/api/admin/x");
      await page.getByText("Refused", { exact: true }).waitFor();
      await page.getByText("/api/admin/**").waitFor();
      await page.reload();
      await page.getByText("Excluded by:").waitFor();
      await ask(page, "/api//x");
      await page.getByText("The path could mean two things").waitFor();
      await accessible();
    }));

  test("an access check in German, of someone who is not there", () =>
    visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, locale: "de-DE" },
      async ({ page, open }) => {
        await open("#check?who=absent&host=app.test&path=%2Fapi%2Fx&method=GET");
        await page.getByText("Abgelehnt", { exact: true }).waitFor();
        await page.getByText("Diesen Benutzernamen und diese ID gibt es nicht").waitFor();
      },
    ));

  test("in French: findings, forms and navigation, and the texts of that language alone are loaded", () =>
    visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, locale: "fr-FR", viewport: { width: 360, height: 800 } },
      async ({ page, open, accessible }) => {
        const loaded: string[] = [];
        page.on("response", (answer) => loaded.push(new URL(answer.url()).pathname));
        await open("#overview");
        expect(await page.getAttribute("html", "lang")).toBe("fr");
        await page.getByText("Aucune URL de base n’est définie").first().waitFor();
        await open("#token");
        await page.getByText("Durée de vie des jetons d’accès").first().waitFor();
        await accessible();
        await harmless(page);
        const texts = loaded.filter((path) => /\/(?:en|de|fr)-[\w-]+\.js$/.test(path));
        expect(texts.filter((path) => !/\/fr-/.test(path))).toEqual([]);
        expect(texts).not.toEqual([]);
      },
    ));

  test("the settings of the check are on its page", () =>
    visit(async ({ page, open }) => {
      await open("#check");
      await page.getByText("Default hosts").first().waitFor();
    }));

  test("a token is inspected, is nowhere in the address or the store of the browser, and goes with the page", () =>
    visit(async ({ page, open, accessible }) => {
      await open("#token-inspector");
      const field = page.getByRole("textbox", { name: "Token" });
      await field.fill(hers);
      await page.getByRole("button", { name: "Inspect" }).click();
      await page.getByText("Access token", { exact: true }).waitFor();
      await page.getByText("Valid, by a key of this service").waitFor();
      await page.getByRole("link", { name: "ada" }).waitFor();
      await accessible();
      const kept = await page.evaluate(() =>
        JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, history.state]),
      );
      expect(kept).not.toContain(hers.slice(0, 40));
      await page.evaluate(() => {
        location.hash = "#check";
      });
      await page.getByRole("textbox", { name: "Path" }).waitFor();
      await page.goBack();
      await page.getByRole("textbox", { name: "Token" }).waitFor();
      expect(await page.getByRole("textbox", { name: "Token" }).inputValue()).toBe("");
    }));

  test("a token that is refused says why, and hostile claims are text", () =>
    visit(async ({ page, open }) => {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const claims = { iss: `https://${HOSTILE}`, sub: HOSTILE, exp: 1 };
      await open("#token-inspector");
      const field = page.getByRole("textbox", { name: "Token" });
      await field.fill(`${encode({ alg: "RS256", kid: HOSTILE })}.${encode(claims)}.AAAA`);
      await page.getByRole("button", { name: "Inspect" }).click();
      await page.getByText("JWT of another issuer").waitFor();
      await page.getByText("token is not valid").first().waitFor();
      await harmless(page);
      await page.getByRole("button", { name: "Clear" }).click();
      await expect.poll(() => field.inputValue()).toBe("");
    }));

  test("why a user has these roles, and which a token of a client carries", () =>
    visit(async ({ page, open, accessible }) => {
      await open(`#users/${ada}`);
      await page.getByRole("button", { name: "Explain" }).click();
      const panel = page.getByRole("region", { name: "Why these roles" });
      await panel.getByText("Contained in").waitFor();
      await panel.getByLabel("Client ID").fill("login");
      await panel.getByLabel("Scope").fill("reports");
      await panel.getByRole("button", { name: "Show what a token carries" }).click();
      await panel.getByText("with the scope reports").waitFor();
      await accessible();
      await harmless(page);
      await panel.getByLabel("Client ID").fill("nothing");
      await panel.getByRole("button", { name: "Show what a token carries" }).click();
      await panel.getByText("There would be no token: there is no enabled client").waitFor();
    }));

  test("ways to sign in follow the settings", () =>
    visit(async ({ page, open, accessible }) => {
      await open("#flows");
      const row = page.locator('[data-way="local"]');
      await row.getByText("compared with the stored hash").waitFor();
      await page.locator('[data-way="ldap"]').getByText("No directory is active.").waitFor();
      await accessible();
      const setting = `${setup.service.url}/auth/v1/settings/password`;
      const headers = {
        "content-type": "application/json",
        authorization: `Bearer ${setup.token}`,
      };
      const body = JSON.stringify({ value: { local_disabled: true } });
      // The administrator of this service is a local user (decision E-13).
      await fetch(`${setting}?force=true`, { method: "PUT", headers, body });
      await page.reload();
      await row.getByText("Local users cannot sign in").waitFor();
      await fetch(setting, { method: "DELETE", headers });
    }));

  test("the integration guide has the addresses of this service in every snippet", () =>
    visit(async ({ page, open, accessible }) => {
      await open("#docs");
      const issuer = `${setup.service.url}/auth/oauth2`;
      await page.getByText(issuer, { exact: true }).waitFor();
      await page.getByLabel("Client ID").fill(`shop"'\`; alert(1)`);
      await page.getByText('"shop;alert(1)", process.env.CLIENT_SECRET').waitFor();
      await page.getByLabel("Client ID").fill("shop");
      for (const name of ["oauth4webapi (browser)", "Spring", "Go", "Python (Authlib)", "curl"]) {
        await page.getByRole("tab", { name, exact: true }).click();
        const snippet = page.getByRole("region", { name, exact: true });
        expect(await snippet.textContent()).toContain(issuer);
        expect(await snippet.textContent()).toContain("shop");
      }
      await page.getByRole("tab", { name: "nginx" }).click();
      const nginx = page.getByRole("region", { name: "nginx" });
      expect(await nginx.textContent()).toContain(`http://${new URL(setup.service.url).host}`);
      await accessible();
      await page.getByRole("button", { name: "Copy: Issuer" }).waitFor();
    }));

  test("A-2: who is no administrator sees none of these pages", () =>
    visit(async ({ page, open }) => {
      for (const hash of ["#check", "#token-inspector", "#flows", "#docs"]) {
        await open(hash);
        await page.getByText("You are not an administrator here").waitFor();
        expect(await page.getByRole("button", { name: "Inspect" }).count()).toBe(0);
        expect(await page.getByRole("textbox", { name: "Path" }).count()).toBe(0);
      }
    }, hers));
});
