/** Headless Chromium of the operating system; tests that need it are skipped aloud without it. */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { patient } from "./patience.ts";

export type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** The shell is the same engine without the windows around it, and needs a quarter less processor time. */
const CANDIDATES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export const chromiumPath = CANDIDATES.find((path) => existsSync(path));

if (!chromiumPath) {
  console.warn(
    "browser tests are skipped: install Chromium (apt-get install chromium-headless-shell)",
  );
}

/** Milliseconds that a step of a page may take on an idle machine: the script of the API documentation alone needs seconds. */
const STEP_MS = 20_000;

/**
 * Milliseconds that each request of a page takes longer, by `TEST_PAGE_LATENCY`. What a test reads of a page before its
 * answer has come passes on a quick machine, and fails in CI once in a while: with a latency it always fails.
 */
const latency = Number(process.env.TEST_PAGE_LATENCY) || 0;

async function slowDown(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("Network.enable");
  await debug.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 },
  });
}

export async function openBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error("Chromium is not installed");
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // Pictures are made by the processor here: a process of its own for them only has to be spoken to.
      "--in-process-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    // What moves is painted again and again, and waited for: together a fifth of the time of these tests.
    const context = await newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(patient(STEP_MS));
    if (latency > 0) {
      const newPage = context.newPage.bind(context);
      context.newPage = async () => {
        const page = await newPage();
        await slowDown(page);
        return page;
      };
    }
    return context;
  };
  return browser;
}
