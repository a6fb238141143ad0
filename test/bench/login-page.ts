/** What a browser loads before anyone can sign in: requests and bytes, in real Chromium. */
import { performance } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { startPostern, withFolder } from "./processes.ts";
import { atMost, type BenchResult, exactly, info, kib, median, ms, type Row } from "./result.ts";

const VISITS = 5;
const MAX_BYTES = 20 * 1024;
/** Milliseconds and bytes per second of a slow phone line. */
const SLOW_LINE = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 } as const;
const USABLE_WITHIN_MS = 15_000;
/** The script shows the choice of theme; the button of the form is enabled. */
const USABLE = [
  "#login-theme:not([hidden])",
  "#login-view:not([disabled]) #login-submit:not([disabled])",
];

interface Loaded {
  readonly path: string;
  readonly type: string;
  /** Zero for what was not sent again. */
  readonly bytes: number;
  readonly zipped: number;
  /** Headers and body as they were sent. */
  readonly transferred: number;
}

interface Visit {
  readonly loaded: readonly Loaded[];
  readonly foreign: number;
  readonly usableMs: number;
}

async function measure(response: Response): Promise<Loaded> {
  const request = response.request();
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const body = response.status() === 304 ? Buffer.alloc(0) : await response.body();
  return {
    path: new URL(response.url()).pathname,
    type: request.resourceType(),
    bytes: body.length,
    zipped: body.length > 0 ? gzipSync(body).length : 0,
    transferred: responseBodySize + responseHeadersSize,
  };
}

/** Everything that the page asked for until it could be used. */
async function visit(page: Page, origin: string): Promise<Visit> {
  const responses: Response[] = [];
  let foreign = 0;
  page.removeAllListeners();
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) foreign += 1;
  });
  page.on("response", (response) => responses.push(response));
  const started = performance.now();
  await page.goto(`${origin}/login/`);
  for (const selector of USABLE) await page.waitForSelector(selector);
  const usableMs = performance.now() - started;
  return { loaded: await Promise.all(responses.map(measure)), foreign, usableMs };
}

async function withPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(USABLE_WITHIN_MS);
    return await use(page);
  } finally {
    await context.close();
  }
}

const sum = (loaded: readonly Loaded[], count: (one: Loaded) => number) =>
  loaded.reduce((total, one) => total + count(one), 0);

/** One first visit over a slow line. */
async function slowVisit(page: Page, origin: string): Promise<Visit> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Network.emulateNetworkConditions", { offline: false, ...SLOW_LINE });
  return visit(page, origin);
}

function rowsOf(first: readonly Visit[], again: readonly Visit[], slow: Visit): Row[] {
  const loaded = first[0]?.loaded ?? [];
  const scripts = loaded.filter(({ type }) => type === "script");
  const isNamed = (name: string) => scripts.some(({ path }) => path.endsWith(`/${name}`));
  // Fewer bytes because a script was not there would be no success.
  if (!isNamed("login.js") || !isNamed("sdk.js")) throw new Error("the page loads other scripts");
  const requests = (visits: readonly Visit[]) => median(visits.map((one) => one.loaded.length));
  const transferred = (visits: readonly Visit[]) =>
    kib(median(visits.map((one) => sum(one.loaded, (file) => file.transferred))));
  const usable = (visits: readonly Visit[]) => ms(median(visits.map((one) => one.usableMs)));
  const foreign = [...first, ...again].reduce((total, one) => total + one.foreign, 0);
  const shown = (visits: readonly Visit[]) =>
    `${requests(visits)} requests, ${transferred(visits)} with headers, ${usable(visits)}`;
  return [
    ...loaded.map(({ path, bytes, zipped }) =>
      info(path, `${kib(bytes)}, ${kib(zipped)} with gzip`),
    ),
    info("all of it", kib(sum(loaded, ({ bytes }) => bytes))),
    info("first visit until usable", shown(first)),
    info("second visit until usable", shown(again)),
    info("first visit, 400 kbit/s and 400 ms, until usable, nothing compressed", shown([slow])),
    atMost(
      "all of it, with gzip",
      sum(loaded, ({ zipped }) => zipped),
      MAX_BYTES,
      kib,
    ),
    exactly("requests to another origin", foreign, 0),
  ];
}

export function benchLoginPage(): Promise<BenchResult> {
  const title = "Login page of the standalone server in Chromium";
  if (!chromiumPath) {
    const missing = "SKIPPED: install Chromium (apt-get install chromium)";
    return Promise.resolve({ title, rows: [info("login page", missing)] });
  }
  return withFolder(async (folder) => {
    const ours = await startPostern(["--data-dir", folder]);
    const browser = await openBrowser();
    try {
      const origin = `http://127.0.0.1:${ours.port}`;
      const first: Visit[] = [];
      const again: Visit[] = [];
      while (first.length < VISITS) {
        await withPage(browser, async (page) => {
          first.push(await visit(page, origin));
          again.push(await visit(page, origin));
        });
      }
      const slow = await withPage(browser, (page) => slowVisit(page, origin));
      return { title, rows: rowsOf(first, again, slow) };
    } finally {
      await browser.close();
      await ours.stop();
    }
  });
}
