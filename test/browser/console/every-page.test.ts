/** Every page of the console, with records of long names, and records open and new: axe finds nothing, nothing overflows, and no word is broken letter by letter. */
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

/** What axe found is what was not expected. */
interface AssertionError extends Error {
  readonly actual?: unknown;
}

const MODES = [
  { colorScheme: "light", width: 1280, locale: "en-US" },
  { colorScheme: "dark", width: 360, locale: "de-DE" },
] as const;

describe.skipIf(!chromiumPath)("every page of the console", () => {
  const setup = consoleSetup();
  /** Records and forms that no link of the navigation leads to. */
  const inside: string[] = [];

  beforeAll(async () => {
    const name = "Accounts payable and receivable, Northern Europe";
    const permission = await setup.admin("POST", "/permissions", {
      name: "write-warehouse-stock-movements-and-corrections",
      resources: [
        { hosts: ["*.example.com"], paths: ["/api/v1/corrections/**"], methods: ["GET"] },
      ],
    });
    const role = await setup.admin("POST", "/roles", { name, permission_ids: [permission.id] });
    const email = "maximiliane-friederike.von-hohenstein@subsidiary.example.com";
    const user = await setup.admin("POST", "/users", {
      ...{ alias: [email], local: true, role_ids: [role.id] },
      details: {
        name: "Maximiliane-Friederike von Hohenstein",
        email,
        password: "a fine password",
      },
    });
    const client = { client_name: name, redirect_uris: ["https://app.example.com/callback"] };
    await setup.admin("PUT", "/oauth/clients/warehouse-management", { config: client });
    const google = { preset: "google", client_id: "1234.apps.example.com" };
    await setup.admin("PUT", "/oauth/providers/google", { config: google });
    const hook = { url: "https://hooks.example.com/a/receiver/with/a/long/path" };
    await setup.admin("PUT", "/webhooks/data-warehouse-of-the-subsidiary", { config: hook });
    await setup.admin("POST", "/api-keys", { name: "Integration of the accounting software" });
    await setup.admin("POST", "/registration/tokens", { name: "Partners of the warehouse" });
    inside.push(
      `#users/${user.id}`,
      `#roles/${role.id}`,
      `#permissions/${permission.id}`,
      ...["#clients/warehouse-management", "#providers/google"],
      "#webhooks/data-warehouse-of-the-subsidiary",
      ...["#users/new", "#clients/new?type=web", "#ldap/new", "#saml/new"],
    );
  });

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
          for (const hash of [...hashes, ...inside]) {
            await open(hash);
            await accessible().catch(({ message, actual = message }: AssertionError) =>
              wrong.push(`${hash}: ${actual}`),
            );
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
