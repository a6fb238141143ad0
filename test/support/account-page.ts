/** The account page as the service draws it, after a sign-in that ended at the console. */
import type { Page } from "playwright-core";

/** Waits for the end of a sign-in, and goes on to the drawn page. */
export async function toAccount(page: Page, site: string): Promise<void> {
  await page.waitForURL((url) => url.href.startsWith(`${site}/auth/ui/`));
  await page.goto(`${site}/auth/ui/account`);
}
