/** docs/connect/single-page-application.md: `oidc-client-ts` in Chromium, with third-party cookies blocked. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { chromiumPath } from "../support/chromium.ts";
import { patient } from "../support/patience.ts";
import { send } from "../support/server.ts";
import { installedBy } from "./installed.ts";
import { GRACE } from "./journey.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/single-page-application.md";
const PATIENCE = { timeout: patient(20_000) };
const MODULE = /^\/node_modules\/(oidc-client-ts|jwt-decode)\/[\w/.-]+\.js$/;

/** The files of the page on one port, for two names: of the site of the service, and of another site. */
async function serveApplication(service: PageService): Promise<Server> {
  const block = (name: string) => blockNamed(PAGE, `oidc-client-ts-${name}`).text;
  const modules = installedBy(PAGE, block("install"));
  const server = createServer((request, response) => {
    const { pathname, origin } = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const own = new Map([
      ["/", block("page")],
      ["/app.js", block("app")],
    ]);
    const found = MODULE.test(pathname)
      ? readFileSync(join(modules, pathname), "utf8")
      : own.get(pathname);
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader("content-type", pathname === "/" ? "text/html" : "text/javascript");
    response.end(found && service.here(found).replaceAll("http://127.0.0.1:3000", origin));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

describe.skipIf(!chromiumPath)("oidc-client-ts", () => {
  let browser: Browser;
  let service: PageService;
  let server: Server;
  let same: string;
  let other: string;

  beforeAll(async () => {
    service = await startPageService();
    server = await serveApplication(service);
    const { port } = server.address() as AddressInfo;
    [same, other] = [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`];
    browser = await chromium.launch({
      ...(chromiumPath && { executablePath: chromiumPath }),
      args: ["--no-sandbox", "--disable-gpu", "--test-third-party-cookie-phaseout"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    await service?.[Symbol.asyncDispose]();
  });

  async function putClient(consent: "always" | "skip"): Promise<void> {
    const config = {
      client_name: "Board",
      public: true,
      redirect_uris: [same, other],
      post_logout_redirect_uris: [same, other],
      consent,
    };
    const path = "/auth/v1/oauth/clients/board";
    const json = { config };
    const made = await send(service.server, "PUT", path, { bearer: service.token, json });
    expect(made.status, made.text).toBe(200);
  }

  const shows = (page: Page, text: string) =>
    expect.poll(() => page.textContent("#who"), PATIENCE).toContain(text);

  async function visit(at: string, act: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(at);
      await shows(page, "You are not signed in.");
      await act(page);
    } finally {
      await context.close();
    }
  }

  async function signIn(page: Page, decision?: "Deny"): Promise<void> {
    await putClient(decision ? "always" : "skip");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${service.server.url}/login/**`, PATIENCE);
    await page.getByLabel("Username").fill(GRACE.username);
    await page.getByLabel("Password", { exact: true }).fill(GRACE.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    if (decision) await page.getByRole("button", { name: decision }).click(PATIENCE);
  }

  test("shows that the person did not allow it", () =>
    visit(same, async (page) => {
      await signIn(page, "Deny");
      await shows(page, "You were not signed in: access_denied");
    }));

  test("on the same site a reload signs in silently, and after signing out no more", () =>
    visit(same, async (page) => {
      await signIn(page);
      await shows(page, "Hello, Grace Hopper");
      await page.reload();
      await shows(page, "Hello, Grace Hopper");
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("access_token");

      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(same, PATIENCE);
      await shows(page, "You are not signed in.");
    }));

  test("on another site the frame is refused, and the refresh token renews all the same", () =>
    visit(other, async (page) => {
      await service.putSetting("token", { token_lifetime: "63s" });
      try {
        const answers: string[] = [];
        page.on("framenavigated", (frame) => {
          if (frame !== page.mainFrame()) answers.push(frame.url());
        });
        await signIn(page);
        await shows(page, "Hello, Grace Hopper");
        const before = service.issued("refresh_token");
        await expect.poll(() => service.issued("refresh_token"), PATIENCE).toBeGreaterThan(before);
        await shows(page, "Hello, Grace Hopper");

        await page.reload();
        await shows(page, "You are not signed in.");
        const answer = answers.findLast((url) => url.startsWith(other));
        expect(answer).toContain("error=login_required");
        await page.getByRole("button", { name: "Sign in" }).click();
        await shows(page, "Hello, Grace Hopper");
      } finally {
        await service.putSetting("token", { token_lifetime: "15m" });
      }
    }));

  test("a sign-in that has ended elsewhere is noticed at the next renewal", () =>
    visit(other, async (page) => {
      await service.putSetting("token", { token_lifetime: "63s" });
      try {
        await signIn(page);
        await shows(page, "Hello, Grace Hopper");
        const elsewhere = await page.context().newPage();
        await elsewhere.goto(`${service.server.url}/logout`);
        await shows(page, "You are not signed in.");
      } finally {
        await service.putSetting("token", { token_lifetime: "15m" });
      }
    }));
});
