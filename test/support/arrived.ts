/** When a page of the console can be looked at. */
import type { Page } from "playwright-core";

/**
 * Waits until the page of the address stands, and the first answer to each of its questions has come. A heading alone
 * may be the one of the page before: another hash loads no document anew.
 */
export async function arrived(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.getElementById("main");
    if (main?.dataset.arrived !== location.hash) return false;
    // A grey bar stands for what is still to come.
    return main.querySelector("h1") !== null && !main.querySelector(".mantine-Skeleton-root");
  });
}
