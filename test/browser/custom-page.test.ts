/** The page of docs/login.md in a real browser: `ui.external_folder`, the routes and the SDK as printed. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBrowser } from "../../scripts/build-browser.ts";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { ADA_LOGIN, startGateway, type TestGateway } from "../support/gateway.ts";
import { testRuntime } from "../support/runtime.ts";

describe.skipIf(!chromiumPath)("the page of docs/login.md", () => {
  let browser: Browser;
  let gateway: TestGateway;
  let server: ReturnType<typeof serve>;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "postern-page-"));
    await buildBrowser(folder);
    const app = new Hono();
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise<void>((resolve) => server.once("listening", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const read = async (path: string) =>
      new Uint8Array(readFileSync(join(folder, path.replace("login/", ""))));
    const page = blockNamed("docs/login.md", "custom-page").text;
    gateway = await startGateway({
      runtime: { ...testRuntime(), assets: { read } },
      origin: url,
      login: { ui: { external_folder: true } },
      ui: new Hono().get("/login/", (c) => c.html(page)),
    });
    app.route("/", gateway.app);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => server.close(resolve));
    await gateway[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  test("says what is wrong, signs in for long, and follows redirect_path", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/app`);
    expect(new URL(page.url()).pathname, "the session leads to the page").toBe("/login/");

    await page.fill("[name=username]", ADA_LOGIN.username);
    await page.fill("[name=password]", "a guess");
    await page.click("#password button");
    await page.waitForFunction(() => document.querySelector("#error")?.textContent);
    expect(await page.textContent("#error")).toBe("Invalid username or password");

    await page.fill("[name=password]", ADA_LOGIN.password);
    await page.check("[name=remember_me]");
    await page.click("#password button");
    await page.waitForURL(`${url}/app`);
    const [cookie] = (await context.cookies()).filter(({ name }) => name === "auth_session");
    expect(cookie?.expires, "remembered").toBeGreaterThan(0);
    await context.close();
  });

  test("has a button for each provider, which opens its flow in a window", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/login/`);
    const started = context.waitForEvent("request", (request) =>
      request.url().startsWith(`${url}/login/auth/code/sso?`),
    );
    const [popup] = await Promise.all([
      context.waitForEvent("page"),
      page.click("text=Continue with Single sign-on"),
    ]);
    expect(new URL((await started).url()).searchParams.get("svc_flow")).toMatch(/^[0-9a-f]{32}$/);
    await popup.waitForLoadState();
    await context.close();
  });
});
