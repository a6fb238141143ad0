/**
 * Every page of the console over records whose texts others chose: script, markup, links, direction marks, and
 * words without an end. On a phone, where a layout breaks first.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { tabs } from "../../../console/texts/en/tabs.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";

const SCRIPT = `<img src=x onerror="globalThis.bad=1"><script>bad=1</script>"'>{{7*7}}\${7*7}`;
/** As long as the service takes it, without a place to break, and from right to left. */
const ENDLESS = `\u202E${SCRIPT}${"w".repeat(3_900)}`;
const HOSTILE = `${SCRIPT}${"w".repeat(120)}`;
const LONG_NAME = `dc=${"d".repeat(900)}`;

const places = Object.keys(tabs);
/** Where the texts stand in a row of a list. */
const LISTS = ["users", "service-accounts", "roles", "permissions", "api-keys", "clients", "lmaps"];

describe.skipIf(!chromiumPath)("texts of others in the console", () => {
  const setup = consoleSetup();
  const records: string[] = [];

  beforeAll(async () => {
    const permission = await setup.admin("POST", "/permissions", {
      name: HOSTILE,
      description: ENDLESS,
      resources: [
        {
          hosts: ["*"],
          paths: [`/${"p".repeat(500)}/**`, "/<b>%3Cscript%3E"],
          methods: ["GET"],
          excluded: [{ hosts: ["*"], paths: ["/'\"><img src=x>"], methods: ["GET"] }],
        },
      ],
    });
    const role = await setup.admin("POST", "/roles", {
      name: HOSTILE,
      description: ENDLESS,
      permission_ids: [permission.id],
    });
    const user = await setup.admin("POST", "/users", {
      alias: ["mallory"],
      details: { name: HOSTILE, email: "mallory@example.com", picture: "javascript:bad=1" },
      description: ENDLESS,
      role_ids: [role.id],
      permission_ids: [permission.id],
    });
    const robot = await setup.admin("POST", "/service-accounts", {
      alias: ["robot"],
      details: { name: HOSTILE },
      description: ENDLESS,
      role_ids: [role.id],
    });
    const client = { client_name: HOSTILE, client_uri: "https://evil.example.com" };
    await setup.admin("PUT", `/oauth/clients/${encodeURIComponent("c<b>\"'")}`, { config: client });
    await setup.admin("PUT", "/oauth/providers/upstream", {
      config: { issuer: "https://op.example.com", client_id: HOSTILE, display_name: HOSTILE },
    });
    await setup.admin("PUT", "/ldap/configs/directory", {
      enabled: false,
      config: { addr: "ldaps://directory.example.com", user_base_dn: LONG_NAME },
    });
    await setup.admin("POST", "/lmaps", { name: `cn=${HOSTILE}`, role_ids: [role.id] });
    const key = await setup.admin("POST", "/api-keys", { name: HOSTILE, owner_id: user.id });
    records.push(
      `permissions/${permission.id}`,
      `roles/${role.id}`,
      `users/${user.id}`,
      `service-accounts/${robot.id}`,
      `clients/${encodeURIComponent("c<b>\"'")}`,
      "providers/upstream",
      "ldap/directory",
      `lmaps/${encodeURIComponent(`cn=${HOSTILE}`)}`,
      ...(key.id ? [`api-keys/${key.id}`] : []),
    );
  });

  /** Whether one of them stands on the page, in a field or in the text. */
  const isDrawn = (page: Page) =>
    page.evaluate(
      (texts) => {
        const fields = [
          ...document.querySelectorAll<HTMLInputElement>("#main :is(input, textarea)"),
        ];
        const drawn = [
          document.getElementById("main")?.textContent,
          ...fields.map(({ value }) => value),
        ];
        return texts.some((text) => drawn.some((one) => one?.includes(text)));
      },
      [SCRIPT, LONG_NAME],
    );

  /** What the page is after a hostile text was drawn. */
  const stateOf = (page: Page) =>
    page.evaluate(() => ({
      ran: Reflect.has(globalThis, "bad"),
      overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      images: [...document.images].filter(({ src }) => src.endsWith("/x")).length,
      links: [...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol)).length,
    }));
  const UNHARMED = { ran: false, overflow: 0, images: 0, links: 0 };

  test("no page of the console and no record runs them, links them, or breaks on a phone", async () => {
    expect(places.length).toBeGreaterThan(30);
    const viewport = { width: 360, height: 800 };
    await visitConsole(
      setup.browser,
      setup.service.url,
      { token: setup.token, viewport },
      async ({ page, open }) => {
        const found: Record<string, unknown> = {};
        const drawn: string[] = [];
        for (const place of [...places, ...records]) {
          await open(`#${place}`);
          const state = await stateOf(page);
          if (JSON.stringify(state) !== JSON.stringify(UNHARMED)) found[place] = state;
          if (await isDrawn(page)) drawn.push(place);
        }
        // A page that is looked at before its records are there would be unharmed, too.
        expect(drawn).toEqual(expect.arrayContaining([...LISTS, ...records]));
        expect(found).toEqual({});
      },
    );
  });

  test("neither do the JSON of a record, the command palette, and a confirmation", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open(`#${records[2]}`);
      await page.getByRole("tab", { name: "JSON" }).click();
      expect(await stateOf(page)).toEqual(UNHARMED);
      await open(`#${records[1]}`);
      await page.getByRole("button", { name: "Delete" }).first().click();
      await page.getByRole("alertdialog").waitFor();
      expect(await stateOf(page)).toEqual(UNHARMED);
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("textbox").fill("mallory");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /mallory/ })
        .first()
        .waitFor();
      expect(await stateOf(page)).toEqual(UNHARMED);
      await accessible();
    }));

  test("direction marks in a name do not turn what stands beside it", () =>
    setup.visit(async ({ page, open }) => {
      await open("#roles");
      // What a person chose stands in an element of its own, which ends the mark.
      const turned = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const loose: string[] = [];
        let marks = 0;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (!node.textContent?.includes("\u202e")) continue;
          marks += 1;
          const { unicodeBidi } = getComputedStyle(node.parentElement as Element);
          if (!/isolate|plaintext/.test(unicodeBidi))
            loose.push(node.parentElement?.outerHTML ?? "");
        }
        return { marks, loose: loose.map((html) => html.slice(0, 80)) };
      });
      expect(turned.marks).toBeGreaterThan(0);
      expect(turned.loose).toEqual([]);
    }));

  test("a window that opens it, and one that it was opened by, cannot reach it", async () => {
    const answer = await fetch(`${setup.service.url}/auth/ui/`, {
      headers: { authorization: `Bearer ${setup.token}`, accept: "text/html" },
    });
    expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(answer.headers.get("referrer-policy")).toMatch(/^(?:no-referrer|same-origin)$/);
    const context = await setup.browser.newContext({
      extraHTTPHeaders: { authorization: `Bearer ${setup.token}` },
    });
    try {
      await context.route("http://evil.example.com/", (route) =>
        route.fulfill({
          contentType: "text/html",
          body: `<button onclick="opened = window.open('${setup.service.url}/auth/ui/')">Open</button>`,
        }),
      );
      const page = await context.newPage();
      await page.goto("http://evil.example.com/");
      const opening = context.waitForEvent("page");
      await page.getByRole("button").click();
      const opened = await opening;
      await opened.waitForSelector("#main h1");
      expect(await opened.evaluate(() => window.opener)).toBeNull();
      // To the page that opened it, it is closed.
      expect(
        await page.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed),
      ).toBe(true);
    } finally {
      await context.close();
    }
  });
});
