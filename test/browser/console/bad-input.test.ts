/**
 * Bad days of an administrator: the service goes and comes back, rights end, a record is deleted, texts are long,
 * and the service is newer than the console that is open. What was typed stays.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../support/chromium.ts";
import { type ConsoleVisit, visitConsole } from "../../support/console.ts";
import { examplePort } from "../../support/example.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";

const EVE = { username: "eve", password: "correct horse battery" };
const LONG = "w".repeat(5_000);

describe.skipIf(!chromiumPath)("the console on a bad day", () => {
  let browser: Browser;
  let service: RunningServer;
  let start: () => Promise<RunningServer>;
  let token = "";
  let eve = "";
  let eveId = "";
  let adminRole = "";
  let role = "";
  let user = "";

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, `/auth/v1${path}`, {
      bearer: token,
      ...(json !== undefined && { json }),
    });
  const admin = async (method: string, path: string, json?: unknown) => {
    const answer = await call(method, path, json);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200);
    return answer.body.payload;
  };
  const visit = (act: (visit: ConsoleVisit) => Promise<void>, options: object = {}) =>
    visitConsole(browser, service.url, { token, ...options }, act);
  const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
  const saved = (page: Page) => page.getByText("Saved", { exact: true }).first().waitFor();

  /** The window is looked at again after a minute, when the console reads everything anew. */
  async function comesBack(page: Page): Promise<void> {
    await page.clock.fastForward(60_000);
    await page.evaluate(() =>
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
    );
  }

  beforeAll(async () => {
    const [dataDir, port] = [temporaryFolder(), await examplePort()];
    start = () => startServer({ dataDir, args: ["--port", String(port)] });
    [browser, service] = await Promise.all([openBrowser(), start()]);
    token = await adminToken(service);
    [{ id: adminRole }] = await admin("GET", "/roles");
    role = (await admin("POST", "/roles", { name: "reader" })).id;
    user = (await admin("POST", "/users", { alias: ["ada"], details: { name: "Ada" } })).id;
    const details = { name: "Eve", password: EVE.password };
    const body = { alias: [EVE.username], local: true, role_ids: [adminRole], details };
    eveId = (await admin("POST", "/users", body)).id;
    const form = { grant_type: "password", ...EVE };
    const basic = service.login ?? { id: "", secret: "" };
    eve = (await send(service, "POST", "/auth/oauth2/token", { basic, form })).body.access_token;
    await admin("PUT", "/oauth/clients/shop", { config: { client_name: "Shop" } });
    await admin("POST", "/lmaps", { name: "readers", role_ids: [role] });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
  });

  test("the service stops and starts again under an open form: the text stays and is saved", () =>
    visit(
      async ({ page, open }) => {
        await page.clock.install();
        await open("#token");
        const field = page.getByLabel("Access token lifetime");
        await field.fill("23m");
        await service.stop();
        await save(page).click();
        await page.getByText("The service does not answer.").first().waitFor();
        await comesBack(page);
        await page.clock.runFor(10_000);
        expect(await field.inputValue()).toBe("23m");
        service = await start();
        await expect.poll(async () => (await call("GET", "/me")).status).toBe(200);
        await save(page).click();
        await saved(page);
        expect((await admin("GET", "/settings/token")).value.token_lifetime).toBe("23m");
      },
      { expected: /ERR_|status of 503/ },
    ));

  for (const [what, hash, label] of [
    ["a user", () => `#users/${user}`, "Email"],
    ["a role", () => `#roles/${role}`, "Description"],
    ["a client", () => "#clients/shop", "Name"],
    ["the issuer", () => "#oauth2-overview", "Access token lifetime"],
    ["a namespace", () => "#device-settings", "Code lifetime"],
  ] as const) {
    test(`what was typed for ${what} stays when a later reading fails: down, refused, signed out`, () =>
      visit(
        async ({ page, open }) => {
          await page.clock.install();
          await open(hash());
          const field = page.getByLabel(label, { exact: true }).first();
          await field.fill("typed@example.com");
          for (const status of [0, 403, 500, 401]) {
            const failing =
              status === 0 ? page.waitForEvent("requestfailed") : page.waitForEvent("response");
            await page.route(/\/auth\/v1\/(?!capabilities)/, (route) =>
              status === 0
                ? route.abort()
                : route.fulfill({ status, json: { message: "not now" } }),
            );
            await comesBack(page);
            await failing;
            await page.clock.runFor(10_000);
            expect(await field.inputValue(), String(status)).toBe("typed@example.com");
            await page.unroute(/\/auth\/v1\/(?!capabilities)/);
          }
        },
        { expected: /ERR_|status of 500/ },
      ));
  }

  test("rights end under a form: it stays with the reason, and is saved when they are back", async () => {
    await visit(
      async ({ page, open }) => {
        await page.clock.install();
        await open(`#roles/${role}`);
        const field = page.getByLabel("Description");
        await field.fill("what the readers may do");
        await admin("PATCH", `/users/${eveId}`, { role_ids: [] });
        await save(page).click();
        await page.getByText("admin permission is required").first().waitFor();
        await comesBack(page);
        await page.getByText("You are not an administrator here").waitFor();
        expect(await field.inputValue()).toBe("what the readers may do");
        await admin("PATCH", `/users/${eveId}`, { role_ids: [adminRole] });
        await save(page).click();
        await saved(page);
        expect(await admin("GET", `/roles/${role}`)).toMatchObject({
          description: "what the readers may do",
        });
      },
      { token: eve },
    );
  });

  test("rights end where nothing is typed: the page goes, and its records with it", async () => {
    await visit(
      async ({ page, open }) => {
        await page.clock.install();
        await open("#users");
        await page.getByRole("link", { name: "ada" }).waitFor();
        await admin("PATCH", `/users/${eveId}`, { role_ids: [] });
        await comesBack(page);
        await page.getByText("You are not an administrator here").waitFor();
        await page.getByRole("heading", { name: "My account", level: 1 }).waitFor();
        expect(await page.getByRole("link", { name: "ada" }).count()).toBe(0);
        await admin("PATCH", `/users/${eveId}`, { role_ids: [adminRole] });
      },
      { token: eve },
    );
  });

  test("what is saved can be left before it was read again: the page asks nothing", async () => {
    await visit(async ({ page, open }) => {
      await open("#password");
      const answers = Promise.withResolvers<void>();
      await page.getByRole("switch", { name: "Refuse common passwords" }).press("Space");
      await page.route("**/v1/settings*", async (route) => {
        if (route.request().method() === "GET") await answers.promise;
        await route.continue();
      });
      await save(page).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      await page.getByRole("link", { name: "Roles", exact: true }).click();
      await page.getByRole("heading", { name: "Roles", level: 1 }).waitFor();
      answers.resolve();
      await admin("DELETE", "/settings/password");
    });
  });

  test("a client, a group map and a namespace deleted elsewhere: it is said, and what was typed stays", async () => {
    const config = { client_name: "Brief" };
    await admin("PUT", "/oauth/clients/brief", { config });
    await visit(async ({ page, open }) => {
      await open("#clients/brief");
      const field = page.getByLabel("Name", { exact: true });
      await field.fill("A long new name");
      await admin("DELETE", "/oauth/clients/brief");
      const refused = page.waitForResponse((answer) => answer.request().method() === "PUT");
      await save(page).click();
      expect((await refused).status()).toBe(412);
      await page.getByRole("alert").first().waitFor();
      expect(await field.inputValue()).toBe("A long new name");
      expect((await call("GET", "/oauth/clients/brief")).status).toBe(404);
    });
    await visit(async ({ page, open }) => {
      await open("#lmaps/readers");
      await page.getByRole("combobox", { name: "Roles" }).fill("admin");
      await page.getByRole("option").first().click();
      await page.keyboard.press("Escape");
      await admin("DELETE", "/lmaps/readers");
      await save(page).click();
      await page.getByRole("alert").first().waitFor();
      expect((await call("GET", "/lmaps/readers")).status).toBe(404);
      await expect
        .poll(() => page.getByRole("button", { name: "Discard the changes" }).count())
        .toBe(1);
    });
    await admin("PUT", "/settings/device", { value: { code_lifetime: "7m" } });
    await visit(async ({ page, open }) => {
      await open("#device-settings");
      const field = page.getByLabel("Code lifetime");
      await field.fill("8m");
      await admin("DELETE", "/settings/device");
      await save(page).click();
      const dialog = page.getByRole("dialog", { name: "Changed in the meantime" });
      await dialog.getByRole("button", { name: "Overwrite with mine" }).click();
      await dialog.waitFor({ state: "hidden" });
      expect((await admin("GET", "/settings/device")).value).toMatchObject({ code_lifetime: "8m" });
    });
  });

  test("5,000 characters in every text of a form: told in words or stored whole, and on a phone nothing breaks", async () => {
    for (const hash of [`#users/${user}`, `#roles/${role}`, "#clients/shop"]) {
      await visit(
        async ({ page, open }) => {
          await open(hash);
          const texts = page.locator("#main form :is(input:not([role]):enabled, textarea):visible");
          await texts.first().waitFor();
          const typed: number[] = [];
          for (const [at, field] of (await texts.all()).entries()) {
            if (!/^(?:text|email)?$/.test((await field.getAttribute("type")) ?? "")) continue;
            await field.fill(LONG);
            typed.push(at);
          }
          expect(typed.length, hash).toBeGreaterThan(0);
          await save(page).click();
          const said = page.getByRole("alert").or(page.getByText("Saved", { exact: true }));
          await said.first().waitFor();
          for (const at of typed) {
            const most = Number((await texts.nth(at).getAttribute("maxlength")) ?? LONG.length);
            expect((await texts.nth(at).inputValue()).length, `${hash} ${at}`).toBe(most);
          }
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, hash).toBeLessThanOrEqual(360);
        },
        { viewport: { width: 360, height: 800 } },
      );
    }
  });

  describe("an old console against a newer service", () => {
    /** The service answers a GET of the path with more than this console knows. */
    const newer = (page: Page, path: string, more: (payload: never) => object) =>
      page.route(`**/auth/v1${path}`, async (route) => {
        if (route.request().method() !== "GET") return route.fallback();
        const answer = await route.fetch({
          headers: { ...route.request().headers(), authorization: `Bearer ${token}` },
        });
        const body = await answer.json();
        return route.fulfill({
          response: answer,
          json: { ...body, payload: more(body.payload as never) },
        });
      });
    const sent = (page: Page) => page.waitForRequest((request) => request.method() === "PUT");

    test("a member that it does not know is kept by a save: role, client, namespace", async () => {
      await admin("PUT", "/settings/authorize", { value: { flow_lifetime: "9m" } });
      for (const [hash, path, label, text, more] of [
        [
          `#roles/${role}`,
          `/roles/${role}`,
          "Description",
          "old",
          (one: object) => ({ ...one, colour: "green" }),
        ],
        [
          "#clients/shop",
          "/oauth/clients/shop",
          "Name",
          "old",
          ({ config, ...one }: { config: object }) => ({
            ...one,
            config: { ...config, colour: "green" },
          }),
        ],
        [
          "#authorize",
          "/settings/authorize",
          "Lifetime of a pending consent",
          "8m",
          ({ value, ...one }: { value: object }) => ({
            ...one,
            value: { ...value, colour: "green" },
          }),
        ],
      ] as const) {
        await visit(async ({ page, open }) => {
          await newer(page, path, more as (payload: never) => object);
          await open(hash);
          await page.getByLabel(label, { exact: true }).first().fill(text);
          const put = sent(page);
          await save(page).click();
          expect((await put).postData(), hash).toContain('"colour":"green"');
        });
      }
    });

    test("a choice that it does not know is shown as it is, and a namespace and a finding break nothing", () =>
      visit(async ({ page, open }) => {
        await newer(page, "/oauth/clients/shop", (({ config, ...one }: { config: object }) => ({
          ...one,
          config: { ...config, token_endpoint_auth_method: "tls_of_the_future" },
        })) as (payload: never) => object);
        await open("#clients/shop");
        await page.getByRole("heading", { name: "shop" }).waitFor();
        await page.getByRole("button", { name: "Key or certificate in place of a secret" }).click();
        const shown = (member: string) => page.locator(`[data-member="${member}"] input`).first();
        await expect
          .poll(() => shown("token_endpoint_auth_method").inputValue())
          .toBe("tls_of_the_future");
        await admin("PUT", "/settings/token", { value: { token_lifetime: "9m" } });
        await newer(page, "/settings/token", (({ value, ...one }: { value: object }) => ({
          ...one,
          value: { ...value, refresh_rotation: "on_full_moon" },
        })) as (payload: never) => object);
        await open("#token");
        await expect.poll(() => shown("refresh_rotation").inputValue()).toBe("on_full_moon");
        await newer(page, "/doctor", ((found: object[]) => [
          {
            id: "of_the_future",
            severity: "grave",
            title: "A check that is new",
            text: "It found something.",
            repair: { tab: "not-there-yet" },
          },
          ...found,
        ]) as (payload: never) => object);
        await open("#overview");
        await page.getByText("A check that is new").waitFor();
        await page.waitForSelector("[data-total=users]");
      }));
  });
});
