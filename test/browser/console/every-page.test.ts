/** Every page of the console: axe finds nothing, nothing overflows, and no word is broken letter by letter. */
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

const MODES = [
  { colorScheme: "light", width: 1280, locale: "en-US" },
  { colorScheme: "dark", width: 360, locale: "de-DE" },
] as const;

describe.skipIf(!chromiumPath)("every page of the console", () => {
  const setup = consoleSetup();

  for (const { colorScheme, width, locale } of MODES) {
    test(`${colorScheme}, ${width} pixels, ${locale}`, () =>
      setup.visit(
        async ({ page, open, accessible }) => {
          await open("#overview");
          const hashes = await page
            .locator("nav a[href^='#']")
            .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash));
          expect(hashes.length).toBeGreaterThan(30);
          const wrong: string[] = [];
          for (const hash of hashes) {
            await page.evaluate((to) => {
              location.hash = to;
            }, hash);
            await page.waitForFunction(
              () =>
                document.querySelector("#main h1") &&
                !document.querySelector("#main .mantine-Skeleton-root"),
            );
            await accessible().catch((error: Error) => wrong.push(`${hash}: ${error.message}`));
            const found = await page.evaluate(() => {
              const over = document.documentElement.scrollWidth - innerWidth;
              // A word of several letters that stands in a column of one.
              const broken = [...document.querySelectorAll("#main *")].flatMap((one) => {
                const [text] = one.childNodes;
                const words = text instanceof Text ? text.data.trim() : "";
                if (one.childNodes.length !== 1 || !/^\p{L}{4,}$/u.test(words)) return [];
                const range = document.createRange();
                range.selectNodeContents(one);
                const lines = new Set(
                  [...range.getClientRects()].map(({ top }) => Math.round(top)),
                );
                return lines.size > 2 ? [words] : [];
              });
              return { over, broken };
            });
            if (found.over > 0) wrong.push(`${hash}: ${found.over} pixels too wide`);
            if (found.broken.length > 0) wrong.push(`${hash}: broken ${found.broken.join(", ")}`);
          }
          expect(wrong).toEqual([]);
        },
        { colorScheme, locale, viewport: { width, height: 800 }, expected: /status of 50\d/ },
      ));
  }
});
