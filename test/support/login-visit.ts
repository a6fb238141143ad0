/** A visit of the login page that fails on errors, policy violations and requests to other origins. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { LoginServer } from "./login-server.ts";

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** Says that the script has run. */
export const ready = (page: Page) => page.waitForSelector("#login-theme:not([hidden])");

export async function visitLogin(
  browser: Browser,
  server: LoginServer,
  query: string,
  act: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext(options);
  const foreign: string[] = [];
  const errors: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url());
  });
  context.on("console", (message) => {
    // Chromium reports every refusal as an error, also those that a test expects.
    const expected = /responded with a status of|'allow-popups' permission/.test(message.text());
    if (message.type() === "error" && !expected) {
      errors.push(message.text());
    }
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  const page = await context.newPage();
  try {
    await page.goto(`${server.url}/login/${query}`);
    if (options.javaScriptEnabled !== false) await ready(page);
    await act({ page, context });
    expect(foreign, "no other origin is asked").toEqual([]);
    expect(errors, "no errors and no policy violations").toEqual([]);
  } finally {
    await context.close();
  }
}
