/** The console of other hosts: a foreign program that mounts it, Bun, and Deno. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeRuntime } from "../../../src/adapters/node/runtime.ts";
import { type AuthService, createAuth } from "../../../src/auth.ts";
import { chromiumPath, openBrowser } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { adminToken, type RuntimeName, startServer } from "../../support/server.ts";

const create = (page: Page) => page.getByRole("button", { name: "Create" }).click();
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

describe.skipIf(!chromiumPath)("the console and what serves it", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  test("mounted by a foreign program under another prefix, it stays below that prefix", async () => {
    let auth: AuthService | undefined;
    let server: Server | undefined;
    try {
      auth = createAuth(
        { prefix_path: "/office/identity", first_run: { mode: "open" } },
        nodeRuntime({ memory: true }),
      );
      const app = new Hono();
      app.get("/", (c) => c.text("the shop"));
      app.route("/", auth.app);
      app.notFound((c) => c.text("the shop has no such page", 404));
      const listening = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
      server = listening as Server;
      await new Promise<void>((resolve) => listening.once("listening", resolve));
      const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
      await auth.ready;
      const asked: string[] = [];
      await visitConsole(browser, url, { prefix: "/office/identity" }, async ({ page, open }) => {
        page.on("request", (request) => asked.push(new URL(request.url()).pathname));
        await open("#roles/new");
        await nameField(page).fill("tenant");
        await create(page);
        await page.getByRole("heading", { name: "tenant" }).waitFor();
        await open("#roles");
        await page.getByRole("link", { name: "tenant" }).waitFor();
      });
      expect(asked.filter((path) => !path.startsWith("/office/identity/"))).toEqual([]);
    } finally {
      server?.close();
      await auth?.close();
    }
  });

  for (const runtime of ["bun", "deno"] satisfies RuntimeName[]) {
    test(`on ${runtime} it loads and lists`, async () => {
      await using service = await startServer({ runtime });
      const token = await adminToken(service);
      await visitConsole(browser, service.url, { token }, async ({ page, open }) => {
        await open("#users");
        await page.getByRole("link", { name: "admin" }).first().waitFor();
      });
    });
  }
});
