/** The console as many run it: TLS at nginx, as docs/deployment.md has it, and two instances behind it, on Bun and on Deno, on one Postgres. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrived } from "../../support/arrived.ts";
import { chromiumPath, openBrowser } from "../../support/chromium.ts";
import { type ConsoleVisit, visitConsole } from "../../support/console.ts";
import { startBehindProxy, startDocumentedNginx } from "../../support/documented-nginx.ts";
import { nginxMissing, type TestNginx } from "../../support/nginx.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import {
  adminToken,
  type Credentials,
  type RunningServer,
  type RuntimeName,
  send,
} from "../../support/server.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const create = (page: Page) => page.getByRole("button", { name: "Create" }).click();

describe.skipIf(!chromiumPath || nginxMissing !== undefined)(
  "the console behind nginx with TLS, on two instances",
  () => {
    let browser: Browser;
    let postgres: TestPostgres;
    let nginx: TestNginx;
    let site = "";
    let token = "";
    let admin: Credentials;
    const instances: RunningServer[] = [];

    const started = (runtime: RuntimeName, dsn: string) =>
      startBehindProxy({
        runtime,
        env: { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" },
      });

    beforeAll(async () => {
      browser = await openBrowser();
      postgres = await startPostgres();
      const dsn = await postgres.createDatabase("fleet");
      const bun = await started("bun", dsn);
      const deno = await started("deno", dsn);
      instances.push(bun, deno);
      token = await adminToken(bun);
      if (!bun.admin) throw new Error("this was not the first run");
      admin = bun.admin;
      ({ nginx, origin: site } = await startDocumentedNginx(bun, deno));
    });
    afterAll(async () => {
      await nginx?.stop();
      await Promise.all(instances.map((instance) => instance.stop("SIGKILL")));
      await postgres?.stop();
      await browser?.close();
    });

    /** An administrator who comes with a password, as a person does. */
    const visit = (run: (visit: ConsoleVisit) => Promise<void>) =>
      visitConsole(browser, site, { ignoreHTTPSErrors: true }, async (visited) => {
        const { page } = visited;
        await page.goto(`${site}/auth/ui/`);
        await page.fill("#username", admin.id);
        await page.fill("#password", admin.secret);
        await page.keyboard.press("Enter");
        await arrived(page);
        await run(visited);
      });

    const about = (method: string, path: string, json?: unknown, instance = instances[0]) => {
      if (!instance) throw new Error("no instance runs");
      const body = json !== undefined && { json };
      return send(instance, method, `/auth/v1${path}`, { bearer: token, ...body });
    };

    test("a sign-in lasts over both, and the overview lists both", () =>
      visit(async ({ page, open, accessible }) => {
        await open("#overview");
        const table = page.getByRole("region", { name: "Instances" });
        await table.getByRole("cell", { name: /bun/ }).waitFor();
        await table.getByRole("cell", { name: /deno/ }).waitFor();
        await expect.poll(() => table.getByText("is answering you").count()).toBe(1);
        await page.getByText("Counted by all instances together.").waitFor();
        await accessible();
        // With the cookie of this browser, at the one and at the other.
        const answered = await page.evaluate(async () => {
          const runtimes: string[] = [];
          for (let round = 0; round < 8; round++) {
            const answer = await fetch("/auth/v1/load", {
              headers: { accept: "application/json" },
            });
            runtimes.push((await answer.json()).payload.instances[0].runtime);
          }
          return runtimes;
        });
        expect([...new Set(answered)].sort()).toEqual(["bun", "deno"]);
      }));

    for (const [mine, theirs] of [
      ["bun", "deno"],
      ["deno", "bun"],
    ] as const) {
      test(`what was changed through ${theirs} meanwhile is shown beside what is saved through ${mine}`, async () => {
        const other = instances[theirs === "bun" ? 0 : 1];
        const own = instances[mine === "bun" ? 0 : 1];
        const made = await about("POST", "/roles", { name: `shared-${mine}` }, own);
        const id = made.body.payload.id;
        // Straight to one of the two, as with a proxy that keeps a browser at one.
        await visitConsole(browser, own?.url ?? "", { token }, async ({ page, open }) => {
          await open(`#roles/${id}`);
          await page.getByLabel("Description").fill("mine");
          expect(
            (await about("PATCH", `/roles/${id}`, { description: "theirs" }, other)).status,
          ).toBe(200);
          const refused = page.waitForResponse((answer) => answer.status() === 412);
          await save(page);
          expect((await refused).request().headers()["if-match"]).toMatch(/^(?:W\/)?".+"$/);
          const dialog = page.getByRole("dialog", { name: "Changed in the meantime" });
          await dialog.waitFor();
          expect(await dialog.textContent()).toContain("theirs");
          await dialog.getByRole("button", { name: "Overwrite with mine" }).click();
          await dialog.waitFor({ state: "hidden" });
        });
        const stored = await about("GET", `/roles/${id}`, undefined, other);
        expect(stored.body.payload.description).toBe("mine");
      });
    }

    test("a new record goes through nginx with If-None-Match, a deletion with If-Match", () =>
      visit(async ({ page, open }) => {
        const sent = new Map<string, Record<string, string>>();
        page.on("request", (request) => {
          if (request.method() !== "GET") sent.set(request.method(), request.headers());
        });
        await open("#clients/new?type=machine");
        await page.getByRole("textbox", { name: "ID" }).fill("robot");
        await create(page);
        await page.waitForFunction(() => location.hash === "#clients/robot");
        expect(sent.get("PUT")?.["if-none-match"]).toBe("*");
        await page.getByRole("button", { name: "I have copied it" }).click();
        await page.getByRole("button", { name: "Delete" }).first().click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
        await page.waitForFunction(() => /^#clients(?:\?|$)/.test(location.hash));
        expect(sent.get("DELETE")?.["if-match"]).toMatch(/^(?:W\/)?".+"$/);
      }));

    test("the cookie is of this host alone, and goes over TLS alone", () =>
      visit(async ({ page }) => {
        const kept = await page.context().cookies();
        const session = kept.filter(({ name }) => name.startsWith("__Host-"));
        expect(session.length).toBeGreaterThan(0);
        for (const { secure, httpOnly } of session) {
          expect({ secure, httpOnly }).toEqual({ secure: true, httpOnly: true });
        }
        expect(await page.evaluate(() => isSecureContext)).toBe(true);
      }));
  },
);
