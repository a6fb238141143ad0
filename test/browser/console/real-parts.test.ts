/** The console with what stands around it in earnest: Postgres, a second administrator, nginx. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { examplePort } from "../../support/example.ts";
import { startNginx, type TestNginx } from "../../support/nginx.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const create = (page: Page) => page.getByRole("button", { name: "Create" }).click();
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

async function pick(page: Page, list: string, typed: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: list, exact: true }).fill(typed);
  // An option that moves while others go could be missed.
  await expect.poll(() => page.getByRole("option").count()).toBe(1);
  await page.getByRole("option", { name: option }).click();
}

describe.skipIf(!chromiumPath)("the console and what stands around it", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  describe("on Postgres, behind nginx", () => {
    let postgres: TestPostgres;
    let service: RunningServer;
    let nginx: TestNginx;
    let site = "";
    let token = "";

    const admin = (method: string, path: string, json?: unknown) =>
      send(service, method, `/auth/v1${path}`, {
        bearer: token,
        ...(json !== undefined && { json }),
      });
    const made = async (path: string, json: object): Promise<string> => {
      const answer = await admin("POST", path, json);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.payload.id;
    };

    beforeAll(async () => {
      postgres = await startPostgres();
      service = await startServer({
        env: {
          POSTERN_DATABASE__DSN: await postgres.createDatabase("console"),
          POSTERN_ENCRYPTION__KEY: "a key of the operator",
          POSTERN_SERVER__TRUSTED_PROXIES: JSON.stringify(["127.0.0.1"]),
        },
      });
      token = await adminToken(service);
      const port = await examplePort();
      site = `http://127.0.0.1:${port}`;
      nginx = await startNginx(
        `events {}\nhttp { server { listen 127.0.0.1:${port}; location / {
          proxy_pass ${service.url};
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_set_header X-Forwarded-Host $http_host;
        } } }`,
        port,
      );
    });
    afterAll(async () => {
      await nginx?.stop();
      await service?.stop("SIGKILL");
      await postgres?.stop();
    });

    test("a permission, a role of it, a user with the role: made, found, deleted", () =>
      visitConsole(browser, site, { token }, async ({ page, open }) => {
        const permission = await made("/permissions", { name: "see-invoices" });
        await open("#roles/new");
        await nameField(page).fill("bookkeeper");
        await pick(page, "Permissions", "see", "see-invoices");
        await create(page);
        await page.getByRole("heading", { name: "bookkeeper" }).waitFor();

        await open("#users/new");
        const aliases = page.getByRole("combobox", { name: "Usernames" });
        await aliases.fill("grace");
        await aliases.press("Enter");
        await nameField(page).fill("Grace");
        await page.getByRole("textbox", { name: "Email" }).fill("grace@example.com");
        await page.getByRole("button", { name: "Generate" }).click();
        await pick(page, "Roles", "book", "bookkeeper");
        await create(page);
        await page.getByRole("button", { name: "I have copied it" }).click();
        await page.getByRole("heading", { name: "grace" }).waitFor();
        const { body } = await admin("GET", "/users?alias=grace");
        expect(body.payload).toMatchObject([{ permissions: [{ id: permission }] }]);

        await open("#users");
        await page.getByRole("searchbox").fill("grac");
        // The list is another one now: a click in between would be at a row that goes.
        await page.waitForURL(/search=grac/);
        await page.getByRole("link", { name: "grace" }).click();
        await page.getByRole("heading", { name: "grace" }).waitFor();
        await page.getByRole("button", { name: "Delete" }).first().click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
        await page.waitForFunction(
          () => location.hash.startsWith("#users?") || location.hash === "#users",
        );
        expect((await admin("GET", "/users?alias=grace")).body.payload).toEqual([]);
      }));

    test("what another administrator saved meanwhile is shown beside one's own, and neither is lost", async () => {
      const id = await made("/roles", { name: "shared", description: "at first" });
      const options = { token, viewport: { width: 1280, height: 1200 } };
      await visitConsole(browser, site, options, async (mine) => {
        await mine.open(`#roles/${id}`);
        await mine.page.getByLabel("Description").fill("mine");
        await visitConsole(browser, site, options, async (theirs) => {
          await theirs.open(`#roles/${id}`);
          await theirs.page.getByLabel("Description").fill("theirs");
          await save(theirs.page);
          await theirs.page.getByText("Saved", { exact: true }).first().waitFor();
        });
        const refused = mine.page.waitForResponse((answer) => answer.status() === 412);
        await save(mine.page);
        await refused;
        const dialog = mine.page.getByRole("dialog", { name: "Changed in the meantime" });
        await dialog.waitFor();
        expect(await dialog.textContent()).toContain("theirs");
        expect(await dialog.textContent()).toContain("mine");
        await mine.accessible();
        const stored = async () => (await admin("GET", `/roles/${id}`)).body.payload.description;
        expect(await stored()).toBe("theirs");
        await dialog.getByRole("button", { name: "Overwrite with mine" }).click();
        await dialog.waitFor({ state: "hidden" });
        expect(await stored()).toBe("mine");
      });
    });

    test("what another administrator deleted meanwhile is said, and what was typed stays", async () => {
      const id = await made("/roles", { name: "short-lived" });
      await visitConsole(browser, site, { token }, async ({ page, open }) => {
        await open(`#roles/${id}`);
        await page.getByLabel("Description").fill("a long text");
        expect((await admin("DELETE", `/roles/${id}`)).status).toBe(200);
        await save(page);
        await page.getByText(`role with id ${id} not found`).first().waitFor();
        expect(await page.getByLabel("Description").inputValue()).toBe("a long text");
      });
    });

    test("nginx keeps the path, how it is stored, how it is packed, and the policy", async () => {
      const page = await fetch(`${site}/auth/ui/`, {
        headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
      });
      expect(page.headers.get("cache-control")).toContain("no-store");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      const [, script] = /src="([^"]+\/ui\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
      expect(script).toMatch(/^\/auth\/ui\/assets\//);
      const asset = await fetch(`${site}${script}`, { headers: { "accept-encoding": "br" } });
      expect(asset.status).toBe(200);
      expect(asset.headers.get("cache-control")).toContain("immutable");
      expect(asset.headers.get("content-encoding")).toBe("br");
    });
  });
});
