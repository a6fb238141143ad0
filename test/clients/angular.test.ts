/** docs/connect/angular.md: `angular-auth-oidc-client` in a fresh Angular application, in Chromium. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { docsPort } from "../protocol/docs/programs.ts";
import { type RunningProgram, runCommand } from "../protocol/docs/run-program.ts";
import { type Browser, chromiumPath, openBrowser, type Page } from "../support/chromium.ts";
import { patient } from "../support/patience.ts";
import { installed, pathFor } from "./installed.ts";
import { GRACE } from "./journey.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/angular.md";
const PATIENCE = { timeout: patient(20_000) };

describe.skipIf(!chromiumPath)(PAGE, () => {
  let service: PageService;
  let browser: Browser;
  let running: RunningProgram;

  beforeAll(async () => {
    service = await startPageService();
    browser = await openBrowser();
    const modules = installed(PAGE);
    const folder = join(modules, "board");
    const port = await docsPort();
    service.paste(PAGE, "client", port);
    for (const name of ["config", "app"]) {
      const { text, options } = blockNamed(PAGE, name);
      const here = service.here(text).replaceAll("3000", String(port));
      writeFileSync(join(folder, options.file ?? ""), here);
    }
    const [node, ng] = [
      join(ROOT, "node_modules/.bin/node"),
      "node_modules/@angular/cli/bin/ng.js",
    ];
    running = await runCommand(
      [node, ng, "serve", "--host", "127.0.0.1", "--port", String(port)],
      folder,
      port,
      { HOME: process.env.HOME ?? "", PATH: pathFor(modules), NG_CLI_ANALYTICS: "false" },
    );
  });
  afterAll(async () => {
    await running?.[Symbol.asyncDispose]();
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const shows = (page: Page, text: string) =>
    expect.poll(() => page.textContent("[role=status]"), PATIENCE).toBe(text);
  const signIn = (page: Page) => page.getByRole("button", { name: "Sign in" }).click(PATIENCE);

  async function visit(decision: "Allow" | "Deny", act: (page: Page) => Promise<void>) {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${running.origin}/`);
      await shows(page, "You are not signed in.");
      await signIn(page);
      await page.waitForURL(`${service.server.url}/login/**`, PATIENCE);
      await page.getByLabel("Username").fill(GRACE.username);
      await page.getByLabel("Password", { exact: true }).fill(GRACE.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("button", { name: decision }).click(PATIENCE);
      await act(page);
    } finally {
      await context.close();
    }
  }

  test("signs a person in, calls in their name, and signs out at the service as well", () =>
    visit("Allow", async (page) => {
      await shows(page, "Hello, Grace Hopper");
      await page.getByRole("button", { name: "Mail" }).click();
      await shows(page, "Mail for grace@example.com");
      await page.getByRole("button", { name: "Sign out" }).click();
      await shows(page, "You are not signed in.");
      await signIn(page);
      await page.waitForURL(`${service.server.url}/login/**`, PATIENCE);
    }));

  test("gets new tokens before the first have ended", async () => {
    await service.putSetting("token", { token_lifetime: "10s" });
    try {
      const before = service.issued("refresh_token");
      await visit("Allow", async (page) => {
        await shows(page, "Hello, Grace Hopper");
        await expect.poll(() => service.issued("refresh_token"), PATIENCE).toBeGreaterThan(before);
        await page.getByRole("button", { name: "Mail" }).click();
        await shows(page, "Mail for grace@example.com");
      });
    } finally {
      await service.putSetting("token", { token_lifetime: "15m" });
    }
  });

  test("says so when the person does not allow it", () =>
    visit("Deny", async (page) => {
      await shows(page, "You were not signed in: access_denied");
    }));
});
