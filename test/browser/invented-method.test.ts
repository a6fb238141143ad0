/** An invented login method in a real browser: its script and its SDK call, in the page and the SDK that are served (ADR 0055). */
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, servedSdk } from "../../scripts/build-browser.ts";
import { METHODS } from "../../src/login/methods/methods.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { WORD, word } from "../support/invented/method.ts";
import { patient } from "../support/patience.ts";
import { testRuntime } from "../support/runtime.ts";

const PATIENCE = { timeout: patient(20_000) };

describe.skipIf(!chromiumPath)("a page with an invented method", () => {
  let browser: Browser;
  let gateway: TestGateway;
  let server: ReturnType<typeof serve>;
  let url: string;

  beforeAll(async () => {
    const app = new Hono();
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise<void>((resolve) => server.once("listening", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const files = new Map([
      ["login/login.js", await bundle("test/support/invented/page.ts", [servedSdk])],
      ["login/sdk.js", await bundle("test/support/invented/sdk.ts", [])],
    ]);
    const read = async (path: string) => {
      const text = files.get(path);
      return text === undefined ? undefined : new TextEncoder().encode(text);
    };
    gateway = await startGateway({
      runtime: { ...testRuntime(), assets: { read } },
      origin: url,
      methods: { ...METHODS, word },
    });
    app.route("/", gateway.app);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.[Symbol.asyncDispose]();
    server?.close();
  });

  test("its link opens its view, which signs in without a reload", async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/login/?redirect_path=%2Fapp`);
    await page.click("#login-word");
    await page.fill("#code", "plugh");
    await page.click("#word-form button");
    await page.waitForFunction(
      () => document.querySelector("#login-error")?.textContent === "this is not the word",
      undefined,
      PATIENCE,
    );
    await page.fill("#code", WORD);
    await page.click("#word-form button");
    await page.waitForURL(`${url}/app`, PATIENCE);
    expect(await page.textContent("body")).toContain('"x-user":"ada@example.com"');
    await page.close();
  });

  test("its call is in the SDK that other pages load", async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/login/`);
    // As a text: what imports here would be rewritten.
    const [name, failure] = await page.evaluate<string[]>(`(async () => {
      const { createLogin } = await import(location.origin + "/login/auth/sdk.js");
      const login = createLogin();
      const { provider } = await login.methods();
      const failure = await login.word(provider.word[0], "plugh").catch((error) => error);
      return [provider.word[0].name, failure.message];
    })()`);
    expect([name, failure]).toEqual(["Password", "this is not the word"]);
    await page.close();
  });
});
