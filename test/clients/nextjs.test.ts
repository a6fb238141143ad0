/** docs/connect/nextjs.md: Auth.js in Next.js, in Chromium, since its forms are server actions. */
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../protocol/docs/blocks.ts";
import type { RunningProgram } from "../protocol/docs/run-program.ts";
import { type Browser, chromiumPath, openBrowser, type Page } from "../support/chromium.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { patient } from "../support/patience.ts";
import { installed, pathFor } from "./installed.ts";
import { GRACE } from "./journey.ts";
import { place } from "./place.ts";
import { type PageService, SECRETS, startPageService } from "./service.ts";

const PAGE = "docs/connect/nextjs.md";
const PATIENCE = { timeout: patient(20_000) };

describe.skipIf(!chromiumPath)(PAGE, () => {
  let service: PageService;
  let browser: Browser;
  let running: RunningProgram;
  let home: string;

  beforeAll(async () => {
    service = await startPageService();
    browser = await openBrowser();
    const modules = installed(PAGE);
    const { folder, port, add, run } = await place(service, PAGE, "app", modules);
    add("route", "app/api/auth/[...nextauth]/route.js");
    add("layout", "app/layout.js");
    add("page", "app/page.js");
    add("refused", "app/refused/page.js");
    home = `http://localhost:${port}`;
    const env = {
      AUTH_URL: home,
      AUTH_SECRET: SECRETS.SESSION_SECRET,
      AUTH_POSTERN_ISSUER: `${service.server.url}/auth/oauth2`,
      AUTH_POSTERN_ID: "notes",
      AUTH_POSTERN_SECRET: SECRETS.CLIENT_SECRET,
      NEXT_TELEMETRY_DISABLED: "1",
    };
    const next = join(modules, "node_modules/next/dist/bin/next");
    const node = { cwd: folder, env: { ...process.env, ...env, PATH: pathFor(modules) } };
    execFileSync("node", [next, "build"], { ...node, stdio: "pipe" });
    const program = join(ROOT, "node_modules/.bin/node");
    running = await run([program, next, "start", "-p", String(port)], env);
  });
  afterAll(async () => {
    await running?.[Symbol.asyncDispose]();
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  async function visit(decision: "Allow" | "Deny", act: (page: Page) => Promise<void>) {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(home);
      await page.getByRole("button", { name: "Sign in" }).click();
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
  const shows = async (page: Page, text: string) => {
    await page.waitForURL(`${home}/**`, PATIENCE);
    await expect.poll(() => page.textContent("body"), PATIENCE).toContain(text);
  };

  test("signs a person in, greets by name, and signs out at the service as well", () =>
    visit("Allow", async (page) => {
      await shows(page, "Hello, Grace Hopper");
      await page.getByRole("button", { name: "Sign out" }).click();
      await shows(page, "Sign in");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`${service.server.url}/login/**`, PATIENCE);
    }));

  test("says so when the person does not allow it", () =>
    visit("Deny", (page) => shows(page, "You were not signed in.")));
});
