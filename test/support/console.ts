/** The console in a real browser: signed in by a bearer token, with everything that must not happen collected. */
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { expect } from "vitest";
import { arrived } from "./arrived.ts";

export interface ConsoleVisit {
  readonly page: Page;
  /** Goes to a place and waits until its page stands there with its data. */
  readonly open: (hash: string) => Promise<void>;
  /** Fails with what axe finds wrong on the page as it stands. */
  readonly accessible: () => Promise<void>;
}

export interface ConsoleOptions extends BrowserContextOptions {
  /** Of the user; without it the browser is anonymous. */
  readonly token?: string;
  /** Path of the service. */
  readonly prefix?: string;
  /** Console errors of the browser that the test provokes. */
  readonly expected?: RegExp;
}

/** An answer that is a refusal is an error to Chromium's console; the page says it to the user. */
const REFUSAL = /Failed to load resource: the server responded with a status of 4\d\d/;

/** A browser of its own for one visit; foreign origins, script errors and violations of the policy fail it. */
export async function visitConsole<T>(
  browser: Browser,
  url: string,
  options: ConsoleOptions,
  visit: (visit: ConsoleVisit) => Promise<T>,
): Promise<T> {
  const { token, prefix = "/auth", expected, ...rest } = options;
  // Without a route of ours in between: each request would wait for this process, and nothing would be cached.
  const context = await browser.newContext({
    locale: "en-US",
    ...(token && { extraHTTPHeaders: { authorization: `Bearer ${token}` } }),
    ...rest,
  });
  const foreign: Request[] = [];
  const errors: string[] = [];
  context.on("request", (request) => {
    if (/^(?:http|ws)/.test(request.url()) && !request.url().startsWith(url)) {
      foreign.push(request);
    }
  });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  try {
    const result = await visit({
      page,
      async open(hash) {
        await page.goto(`${url}${prefix}/ui/${hash}`);
        await arrived(page);
      },
      async accessible() {
        // Evaluated by the debugger, which the policy of the page does not concern.
        if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
        const found = await page.evaluate(async () => {
          // What fades in has the colours of its way until it is there.
          const moving = document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
          await Promise.allSettled(moving.map(({ finished }) => finished));
          const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
            document,
            {
              runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
              resultTypes: ["violations"],
            },
          );
          return violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
          );
        });
        expect(found).toEqual([]);
      },
    });
    // What the policy of the page stops leaves no browser.
    const sent = foreign.filter((request) => !/csp/i.test(request.failure()?.errorText ?? ""));
    expect(sent.map((request) => request.url())).toEqual([]);
    expect(errors.filter((text) => !REFUSAL.test(text) && !expected?.test(text))).toEqual([]);
    return result;
  } finally {
    // What a test answers itself may be asked for once more by a page that is left.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  }
}
