/** Headless Chromium of the operating system; tests that need it are skipped aloud without it. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

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

export function openBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error("Chromium is not installed");
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
