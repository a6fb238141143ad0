/** The console as an attacker, a stranger's tab and a bad day find it (B-1; auth-wire 8.1; ADR 0044). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";

const EVE = { username: "eve", password: "correct horse battery" };

describe.skipIf(!chromiumPath)("the console under attack", () => {
  const setup = consoleSetup();
  let eve = "";
  let adminRole = "";
  let foreign: Server;

  beforeAll(async () => {
    const roles = await setup.send("GET", "/roles");
    adminRole = roles.body.payload[0].id;
    const details = { name: "Eve", password: EVE.password };
    await setup.send("POST", "/users", {
      alias: [EVE.username],
      local: true,
      role_ids: [adminRole],
      details,
    });
    const { login } = setup.service;
    if (!login) throw new Error("this was not the first run");
    const form = { grant_type: "password", ...EVE };
    eve = (await send(setup.service, "POST", "/auth/oauth2/token", { basic: login, form })).body
      .access_token;
    foreign = createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><iframe src="${setup.service.url}/auth/ui/"></iframe>`);
    });
    await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    foreign?.close();
  });

  /** From now on the browser sends this token; undefined is a session that has ended. */
  async function becomes(page: Page, next: string | undefined): Promise<void> {
    await page.unrouteAll();
    await page.route("**/*", (route) => {
      const { authorization: _, ...headers } = route.request().headers();
      return route.continue({
        headers: next ? { ...headers, authorization: `Bearer ${next}` } : headers,
      });
    });
  }

  test("a page of another origin can neither frame it nor read it", async () => {
    const { port } = foreign.address() as AddressInfo;
    const context = await setup.browser.newContext({
      extraHTTPHeaders: { authorization: `Bearer ${setup.token}` },
    });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on("console", (message) => refused.push(message.text()));
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect.poll(() => refused.join(" ")).toContain("frame-ancestors");
    const framed = page.frames().find((frame) => frame !== page.mainFrame());
    expect(
      await framed
        ?.locator("#console")
        .count()
        .catch(() => 0),
    ).toBe(0);
    const read = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => "read",
          () => "refused",
        ),
      `${setup.service.url}/auth/v1/users`,
    );
    expect(read).toBe("refused");
    await context.close();
  });

  test("nothing is kept in the browser but the appearance and the language", () =>
    setup.visit(async ({ page, open }) => {
      await open("#users");
      await page.waitForSelector("tbody tr");
      await page.getByRole("button", { name: "admin" }).click();
      await page.getByRole("menuitem", { name: "Dark" }).click();
      await page.getByRole("button", { name: "admin" }).click();
      await page.getByRole("menuitem", { name: "Deutsch" }).click();
      await page.getByRole("heading", { name: "Benutzer", exact: true }).waitFor();
      const kept = await page.evaluate(async () => ({
        local: Object.keys(localStorage).sort(),
        session: Object.keys(sessionStorage),
        databases: (await indexedDB.databases()).length,
        caches: (await caches.keys()).length,
        cookies: document.cookie,
      }));
      expect(kept).toEqual({
        local: ["postern-color-scheme", "postern-language"],
        session: [],
        databases: 0,
        caches: 0,
        cookies: "",
      });
    }));

  test("the session ends while a form is open: the text stays, and is saved after signing in again", () =>
    visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, expected: /401/ },
      async ({ page, open }) => {
        await open("#token");
        const field = page.getByLabel("Access token lifetime");
        await field.fill("21m");
        await becomes(page, undefined);
        await page.getByRole("button", { name: "Save" }).click();
        const dialog = page.getByRole("dialog", { name: "You are signed out" });
        await dialog.waitFor();
        await dialog.getByRole("button", { name: "I am signed in again" }).click();
        await dialog.getByText("There is still no session.").waitFor();
        await becomes(page, setup.token);
        await dialog.getByRole("button", { name: "I am signed in again" }).click();
        await dialog.waitFor({ state: "hidden" });
        expect(await field.inputValue()).toBe("21m");
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("Saved", { exact: true }).waitFor();
        expect((await setup.send("GET", "/settings/token")).body.payload.value.token_lifetime).toBe(
          "21m",
        );
      },
    ));

  test("a tab of one user becomes another's: it is loaded again, and what was typed is not sent", () =>
    setup.visit(async ({ page, open }) => {
      await open("#password");
      await page.getByLabel("Passwords of local users").click();
      await becomes(page, eve);
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.getByRole("button", { name: EVE.username }).waitFor();
      expect(await page.getByLabel("Passwords of local users").isChecked()).toBe(true);
      expect((await setup.send("GET", "/settings/password")).status).toBe(404);
    }));

  test("rights end in the middle: the refusal is shown in its words, and the text stays", () =>
    visitConsole(setup.browser, setup.service.url, { token: eve }, async ({ page, open }) => {
      await open("#device-settings");
      await page.getByLabel("Code lifetime").fill("11m");
      const { body } = await setup.send("GET", `/users?alias=${EVE.username}`);
      const path = `/users/${body.payload[0].id}`;
      await setup.send("PATCH", path, { role_ids: [] });
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("admin permission is required").first().waitFor();
      expect((await setup.send("GET", "/settings/device")).status).toBe(404);
      await setup.send("PATCH", path, { role_ids: [adminRole] });
    }));

  test("the service is down and comes back", () =>
    visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, expected: /ERR_/ },
      async ({ page, open }) => {
        await open("#roles");
        await page.waitForSelector("tbody tr");
        await page.route("**/v1/users*", (route) => route.abort());
        await page.goto(`${setup.service.url}/auth/ui/#users`);
        await page.getByText("The service does not answer.").first().waitFor();
        await page.unrouteAll();
        await page.getByRole("button", { name: "Try again" }).click();
        await page.waitForSelector("tbody tr");
      },
    ));

  test("an old console against a newer service: a page that is gone asks to load again", () =>
    visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, expected: /Failed to (load|fetch)|dynamically/ },
      async ({ page, open }) => {
        await open("#users");
        await page.waitForSelector("tbody tr");
        await page.route("**/ui/assets/**", (route) => route.fulfill({ status: 404, body: "" }));
        await page.evaluate(() => {
          location.hash = "#token-inspector";
        });
        await page.getByText("The console was updated on the server.").waitFor();
        await page.unrouteAll();
        await page.getByRole("button", { name: "Reload" }).click();
        await page.getByRole("heading", { name: "Token inspector" }).waitFor();
      },
    ));
});
