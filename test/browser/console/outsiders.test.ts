/**
 * What people outside can send into the console: a client that registered itself, a provider that answers what it
 * likes, an asset that was changed on the way, and a tab that is left open after the sign-out.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrived } from "../../support/arrived.ts";
import { S256, VERIFIER } from "../../support/authorize.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { OPEN } from "../../support/registration.ts";
import { send } from "../../support/server.ts";

const MARKUP = `<img src=x onerror="globalThis.bad=1"><script>bad=1</script>`;
/** Turns what stands after it, and has no place to break. */
const HOSTILE = `\u202E${MARKUP}${"w".repeat(110)}`;
const PHONE = { viewport: { width: 360, height: 800 } };

describe.skipIf(!chromiumPath)("outsiders and the console", () => {
  const setup = consoleSetup();
  let provider: Server;

  const call = async (method: string, path: string, json?: unknown) => {
    const answer = await send(setup.service, method, `/auth${path}`, {
      bearer: setup.token,
      ...(json !== undefined && { json }),
    });
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };

  beforeAll(async () => {
    provider = createServer((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ issuer: HOSTILE, error: HOSTILE, error_description: HOSTILE }));
    });
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    provider?.close();
  });

  /** Script that ran, pictures and links that were made, what is wider than the window, and marks that turn a line. */
  const stateOf = (page: Page) =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const loose: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!parent || !node.textContent?.includes("\u202e")) continue;
        const { unicodeBidi, display } = getComputedStyle(parent);
        // A block ends a mark as an element of its own does.
        if (!/isolate|plaintext/.test(unicodeBidi) && display === "inline")
          loose.push(parent.outerHTML.slice(0, 80));
      }
      return {
        ran: Reflect.has(globalThis, "bad"),
        images: [...document.images].filter(({ src }) => src.endsWith("/x")).length,
        links: [...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol)).length,
        overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        loose,
      };
    });
  const UNHARMED = { ran: false, images: 0, links: 0, overflow: 0, loose: [] };

  test("a client that registered itself: its name and scope are text in list, form and JSON", async () => {
    await call("PUT", "/v1/settings/registration", { value: OPEN });
    const scope = ["openid", "<img/src=x/onerror=bad=1>"];
    const registered = await send(setup.service, "POST", "/auth/oauth2/register", {
      json: {
        client_name: HOSTILE,
        redirect_uris: ["https://notes.example.com/callback"],
        client_uri: "https://notes.example.com/'><script>bad=1</script>",
        contacts: [HOSTILE],
        software_id: HOSTILE,
        software_version: HOSTILE,
      },
    });
    expect(registered.status, registered.text).toBe(201);
    const id: string = registered.body.client_id;
    const { payload } = await call("GET", `/v1/oauth/clients/${id}`);
    await call("PUT", `/v1/oauth/clients/${id}`, { config: { ...payload.config, scope } });
    await visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, ...PHONE },
      async ({ page, open }) => {
        for (const hash of ["clients", `clients/${id}`, "overview", "check", "flows"]) {
          await open(`#${hash}`);
          expect(await stateOf(page), hash).toEqual(UNHARMED);
        }
        await open(`#clients/${id}`);
        expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(HOSTILE);
        await page
          .getByText(scope[1] ?? "")
          .first()
          .waitFor();
        await page.getByRole("tab", { name: "JSON" }).click();
        expect((await stateOf(page)).ran).toBe(false);
        expect((await stateOf(page)).images).toBe(0);
      },
    );
  });

  test("a provider that answers markup: the test says what is wrong in our own words", async () => {
    const { port } = provider.address() as AddressInfo;
    const config = { issuer: `http://127.0.0.1:${port}`, client_id: "postern" };
    await call("PUT", "/v1/oauth/providers/elsewhere", { config });
    await visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, ...PHONE },
      async ({ page, open }) => {
        await open("#providers/elsewhere");
        const answered = page.waitForResponse((answer) => answer.url().endsWith("/test"));
        await page.getByRole("button", { name: "Test this provider" }).click();
        const report = await (await answered).text();
        await page.getByText("The test failed").waitFor();
        expect(report).not.toContain("onerror");
        expect(await stateOf(page), report).toEqual(UNHARMED);
      },
    );
  });

  /** What an application holds to which the administrator has consented. */
  async function thirdPartyToken(): Promise<string> {
    await call("PUT", "/v1/settings/registration", { value: OPEN });
    const redirect_uri = "https://notes.example.com/callback";
    const registered = await send(setup.service, "POST", "/auth/oauth2/register", {
      json: {
        client_name: "Example Notes",
        token_endpoint_auth_method: "none",
        redirect_uris: [redirect_uri],
        scope: "openid",
      },
    });
    const { client_id } = registered.body;
    const context = await setup.browser.newContext();
    try {
      const page = await context.newPage();
      const asked = { response_type: "code", client_id, redirect_uri, scope: "openid", ...S256 };
      await page.goto(`${setup.service.url}/auth/oauth2/authorize?${new URLSearchParams(asked)}`);
      await page.fill("#username", setup.service.admin?.id ?? "");
      await page.fill("#password", setup.service.admin?.secret ?? "");
      await page.click("#login-submit");
      const back = page.waitForRequest(/^https:\/\/notes\.example\.com\//);
      await page.click("#consent-approve");
      const code = new URL((await back).url()).searchParams.get("code") ?? "";
      const { body, text } = await send(setup.service, "POST", "/auth/oauth2/token", {
        form: {
          ...{ grant_type: "authorization_code", client_id, code, redirect_uri },
          code_verifier: VERIFIER,
        },
      });
      expect(body.access_token, text).toBeTruthy();
      return body.access_token;
    } finally {
      await context.close();
    }
  }

  test("I-4: a third party's token is refused wherever the console asks, and opens no page of it", async () => {
    const third = await thirdPartyToken();
    const userinfo = await send(setup.service, "GET", "/auth/oauth2/userinfo", { bearer: third });
    expect(userinfo.status, "it is good elsewhere").toBe(200);
    const answers: Record<string, number> = {};
    for (const path of [
      ...["/me", "/me/sign-ins", "/me/identities", "/users", "/users/export", "/roles", "/doctor"],
      ...["/oauth/clients", "/settings/token", "/instance-config", "/load", "/api-keys"],
    ]) {
      const { status } = await send(setup.service, "GET", `/auth/v1${path}`, { bearer: third });
      if (status !== 401 && status !== 403) answers[path] = status;
    }
    expect(answers).toEqual({});
    const made = await send(setup.service, "POST", "/auth/v1/users", {
      bearer: third,
      json: { alias: ["planted"] },
    });
    expect([401, 403]).toContain(made.status);
    expect((await call("GET", "/v1/users?alias=planted")).payload).toEqual([]);
    await visitConsole(setup.browser, setup.service.url, { token: third }, async ({ page }) => {
      await page.goto(`${setup.service.url}/auth/ui/#users`);
      await page.getByText("The access token may not be used here.").waitFor();
      expect(await page.locator("#main, tbody tr").count()).toBe(0);
    });
  });

  test("a file that was changed on the way does not run, and the console says to load it again", () =>
    visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, expected: /integrity|dynamically/ },
      async ({ page, open }) => {
        const changed: string[] = [];
        await open("#users");
        await page.waitForSelector("tbody tr");
        await page.route("**/ui/assets/*.js", async (route) => {
          const answer = await route.fetch();
          changed.push(route.request().url());
          return route.fulfill({
            response: answer,
            body: `${await answer.text()};globalThis.bad=1`,
          });
        });
        await page.evaluate(() => {
          location.hash = "#token-inspector";
        });
        await page.getByText("The console was updated on the server.").waitFor();
        expect(changed.length).toBeGreaterThan(0);
        expect(await page.evaluate(() => Reflect.has(globalThis, "bad"))).toBe(false);
      },
    ));

  test("the policy of the page forbids what a foreign script would do", () =>
    visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, expected: /Content Security Policy|violates/ },
      async ({ page, open }) => {
        await open("#account");
        await page.evaluate(() => {
          const blocked: string[] = [];
          Object.assign(globalThis, { blocked });
          addEventListener("securitypolicyviolation", (event) =>
            blocked.push((event as unknown as { effectiveDirective: string }).effectiveDirective),
          );
          const add = (name: string, members: object) =>
            document.body.append(Object.assign(document.createElement(name), members));
          add("script", { textContent: "globalThis.bad = 1" });
          add("script", { src: "https://evil.example.com/x.js" });
          add("img", { src: "https://evil.example.com/x.png" });
          add("iframe", { src: "https://evil.example.com/" });
          add("base", { href: "https://evil.example.com/" });
          add("div", { innerHTML: `<p onclick="bad=1">x</p>` });
        });
        const blocked = () =>
          page.evaluate(() => (globalThis as unknown as { blocked: string[] }).blocked);
        const sent = await page.evaluate(() =>
          fetch("https://evil.example.com/").then(
            () => "sent",
            () => "refused",
          ),
        );
        expect(sent).toBe("refused");
        await page.evaluate(() => {
          const form = document.createElement("form");
          Object.assign(form, { action: "https://evil.example.com/", method: "post" });
          document.body.append(form);
          form.submit();
        });
        await expect
          .poll(blocked)
          .toEqual(
            expect.arrayContaining([
              ...["base-uri", "connect-src", "form-action", "frame-src", "img-src"],
              ...["script-src-attr", "script-src-elem"],
            ]),
          );
        expect(await page.evaluate(() => Reflect.has(globalThis, "bad"))).toBe(false);
      },
    ));

  test("no answer with data may be kept by the browser, on any page", () =>
    setup.visit(async ({ page, open }) => {
      const kept: string[] = [];
      let asked = 0;
      page.on("response", (answer) => {
        const { pathname } = new URL(answer.url());
        if (!/\/auth\/(?:v1\/|ui\/$)/.test(pathname)) return;
        asked += 1;
        if (!/no-store/.test(answer.headers()["cache-control"] ?? "")) kept.push(pathname);
      });
      for (const hash of ["overview", "users", "clients", "oauth2-overview", "account", "check"]) {
        await open(`#${hash}`);
      }
      expect(asked).toBeGreaterThan(10);
      expect(kept).toEqual([]);
    }));

  test("a shared computer: after signing out the way back shows nothing, and nothing was kept", async () => {
    const password = "a fine password";
    await setup.admin("POST", "/users", {
      alias: ["guest"],
      local: true,
      details: { name: "Guest of the library", password },
    });
    await visitConsole(setup.browser, setup.service.url, {}, async ({ page }) => {
      await page.goto(`${setup.service.url}/auth/ui/`);
      await page.fill("#username", "guest");
      await page.fill("#password", password);
      await page.keyboard.press("Enter");
      await page.getByText("Guest of the library").first().waitFor();
      await page.getByRole("button", { name: "guest" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.waitForURL(/\/login\//);
      for (let back = 0; back < 3; back++) {
        await page.goBack().catch(() => null);
        await page.waitForLoadState("networkidle");
        expect(await page.content()).not.toContain("Guest of the library");
      }
      // What protects the form, and what keeps this browser's guesses apart: neither names a user.
      const cookies = (await page.context().cookies()).map(({ name }) => name);
      expect(cookies.filter((name) => !["login_form", "login_device"].includes(name))).toEqual([]);
      await page.goto(`${setup.service.url}/auth/ui/`);
      const kept = await page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        databases: (await indexedDB.databases()).length,
        caches: (await caches.keys()).length,
      }));
      expect(kept.session).toEqual([]);
      expect(
        kept.local.filter((name) => !/^postern-(?:color-scheme|language)$/.test(name)),
      ).toEqual([]);
      expect([kept.databases, kept.caches]).toEqual([0, 0]);
      expect((await page.goto(`${setup.service.url}/auth/v1/me`))?.status()).toBe(401);
    });
  });

  test("sign-out in one tab: the other one says so, its calls are refused, and the copied cookie is worth nothing", () =>
    visitConsole(setup.browser, setup.service.url, {}, async ({ page }) => {
      await page.clock.install();
      await page.goto(`${setup.service.url}/auth/ui/`);
      await page.fill("#username", setup.service.admin?.id ?? "");
      await page.fill("#password", setup.service.admin?.secret ?? "");
      await page.click("#login-submit");
      await arrived(page);
      const cookie = (await page.context().cookies())
        .map(({ name, value }) => `${name}=${value}`)
        .join("; ");
      const me = () => fetch(`${setup.service.url}/auth/v1/me`, { headers: { cookie } });
      expect((await me()).status).toBe(200);

      const other = await page.context().newPage();
      await other.goto(`${setup.service.url}/auth/ui/#account`);
      await arrived(other);
      await other.getByRole("button", { name: "admin" }).click();
      await other.getByRole("menuitem", { name: "Sign out" }).click();
      await other.waitForURL(/\/login\//);

      await page.clock.fastForward(60_000);
      await page.evaluate(() =>
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
      );
      await page.getByRole("dialog", { name: "You are signed out" }).waitFor();
      expect(await page.evaluate(async () => (await fetch("/auth/v1/users")).status)).toBe(401);
      expect((await me()).status).toBe(401);
    }));
});
