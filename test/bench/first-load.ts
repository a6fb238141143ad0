/** A page that a browser with an empty cache opens: requests, bytes, and the time until it can be used. */
import { performance } from "node:perf_hooks";
import type { Browser, BrowserContextOptions } from "playwright-core";

export interface FirstLoad {
  readonly requests: number;
  /** Bytes of script as they came over the wire. */
  readonly script: number;
  /** All bytes, headers included. */
  readonly bytes: number;
  readonly usableMs: number;
}

export interface Opened {
  /** What the browser brings, such as the cookies of its user. */
  readonly context: BrowserContextOptions;
  readonly address: string;
  /** What has to stand on the page. */
  readonly usable: string;
}

/** One load by a browser that never was here. */
export async function firstLoad(
  browser: Browser,
  { context: brought, address, usable }: Opened,
): Promise<FirstLoad> {
  const context = await browser.newContext(brought);
  try {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send("Network.enable");
    const types = new Map<string, string>();
    let [requests, script, bytes] = [0, 0, 0];
    tools.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
    tools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      requests += 1;
      bytes += encodedDataLength;
      if (types.get(requestId) === "Script") script += encodedDataLength;
    });
    const started = performance.now();
    await page.goto(address);
    await page.waitForSelector(usable);
    return { requests, script, bytes, usableMs: performance.now() - started };
  } finally {
    await context.close();
  }
}
