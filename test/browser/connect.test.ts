/** docs/connect/single-page-application.md in a real browser, at the real server. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { patient } from "../support/patience.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

const PAGE = "docs/connect/single-page-application.md";
const ADA = { username: "ada", password: "correct horse battery" };
const PATIENCE = { timeout: patient(20_000) };

/** Serves the two files of the page and the module that they import. */
async function serveApplication(issuerOrigin: string): Promise<{ url: string; server: Server }> {
  let url = "";
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const isModule = pathname.startsWith("/node_modules/oauth4webapi/build/");
    const found = isModule
      ? readFileSync(join(ROOT, pathname), "utf8")
      : pathname === "/"
        ? blockNamed(PAGE, "page").text
        : pathname === "/app.js"
          ? blockNamed(PAGE, "app").text
          : undefined;
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader("content-type", pathname === "/" ? "text/html" : "text/javascript");
    response.end(
      found
        ?.replaceAll("http://127.0.0.1:8080", issuerOrigin)
        .replaceAll("http://127.0.0.1:3000", url),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, server };
}

describe.skipIf(!chromiumPath)("a single-page application", () => {
  let browser: Browser;
  let service: RunningServer;
  let application: Awaited<ReturnType<typeof serveApplication>>;

  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), startServer()]);
    application = await serveApplication(service.url);
    const bearer = await adminToken(service);
    const [, body = ""] = /-d '([^']+)'/.exec(blockNamed(PAGE, "client").text) ?? [];
    const client = await send(service, "PUT", "/auth/v1/oauth/clients/board", {
      bearer,
      json: JSON.parse(body),
    });
    expect(client.status, client.text).toBe(200);
    const user = {
      alias: [ADA.username],
      local: true,
      details: { name: "Ada", password: ADA.password },
    };
    const made = await send(service, "POST", "/auth/v1/users", { bearer, json: user });
    expect(made.status, made.text).toBe(200);
  });
  afterAll(async () => {
    await browser?.close();
    application?.server.close();
    await service?.[Symbol.asyncDispose]();
  });

  async function visit(act: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext();
    const problems: string[] = [];
    context.on("weberror", (error) => problems.push(String(error.error())));
    context.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    try {
      await act(await context.newPage());
    } finally {
      await context.close();
    }
    // No favicon, and nothing that CORS or the Content Security Policy refused.
    expect(problems.filter((text) => !text.includes("404"))).toEqual([]);
  }

  test("signs in with PKCE, reads userinfo across origins, and keeps nothing in storage", () =>
    visit(async (page) => {
      await page.goto(application.url);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`${service.url}/login/**`, PATIENCE);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Sign in to Board");
      await page.getByLabel("Username").fill(ADA.username);
      await page.getByLabel("Password", { exact: true }).fill(ADA.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("button", { name: "Allow" }).click(PATIENCE);
      await page.waitForFunction(
        () => document.querySelector("#who")?.textContent !== "",
        undefined,
        PATIENCE,
      );
      expect(await page.textContent("#who")).toBe("Hello, Ada");
      expect(page.url()).toBe(`${application.url}/`);
      const kept = await page.evaluate(() => [
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
      ]);
      // Cookies of one host are seen on all of its ports; the service's own are not for scripts.
      expect(kept).toEqual([{}, {}, ""]);
    }));

  test("an answer that it did not ask for is refused", () =>
    visit(async (page) => {
      const issuer = encodeURIComponent(`${service.url}/auth/oauth2`);
      await page.goto(`${application.url}/?code=${"0".repeat(64)}&state=guessed&iss=${issuer}`);
      await page.waitForFunction(() => document.querySelector("#who")?.textContent !== "");
      expect(await page.textContent("#who")).toContain("The sign-in failed");
      expect(page.url()).toBe(`${application.url}/`);
    }));
});
