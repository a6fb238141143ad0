/** The site of the documentation, as it is in the package and served under a prefix, in Chromium. */
import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "@hono/node-server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAssets } from "../../src/adapters/drivers/assets.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { temporaryFolder } from "../support/folders.ts";
import { packedPostern, unpack } from "../support/package.ts";
import { testRuntime } from "../support/runtime.ts";

const PACKAGE = temporaryFolder();
const PUBLIC = join(PACKAGE, "public");
const SITE = join(PUBLIC, "docs");

beforeAll(async () => unpack(await packedPostern(), PACKAGE));

const pages = () =>
  readdirSync(SITE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
const read = (name: string) => readFileSync(join(SITE, name), "utf8");

describe("the files", () => {
  test("every link within the site leads to a page, and its anchor to a heading of it", () => {
    const ids = new Map(
      pages().map((name) => [
        name,
        new Set([...read(name).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    );
    const broken = [...ids.keys()].flatMap((name) =>
      [...read(name).matchAll(/<a [^>]*href="(\/__POSTERN_DOCS__\/[^"]*|#[^"]+)"/g)].flatMap(
        ([, href = ""]) => {
          const [path = "", anchor] = href.split("#");
          const below = path.replace("/__POSTERN_DOCS__/", "");
          const target = path === "" ? name : below.replace(/(^|\/)$/, "$1index.html");
          const there = ids.get(target);
          if (!there) return [`${name}: ${href}`];
          return anchor && !there.has(decodeURIComponent(anchor)) ? [`${name}: ${href}`] : [];
        },
      ),
    );
    expect(broken).toEqual([]);
  });

  test("pages load nothing from another origin", () => {
    const loaded = pages().flatMap((name) => [
      ...read(name).matchAll(/<(?:script|link|img)\b[^>]*?\s(?:src|href)="([^"]*)"/g),
    ]);
    expect(loaded.length).toBeGreaterThan(100);
    const foreign = loaded
      .map(([, address = ""]) => address)
      .filter((address) => !address.startsWith("/__POSTERN_DOCS__/") && address !== "data:,");
    expect(foreign).toEqual([]);
  });

  test("the list on the left names every page of the guides", () => {
    const named = new Set(
      [...read("index.html").matchAll(/href="\/__POSTERN_DOCS__\/([^"#]*)"/g)].map(([, to = ""]) =>
        posix.join(to, to === "" || to.endsWith("/") ? "index.html" : ""),
      ),
    );
    const behind =
      /^(?:404|(?:adr|connect|migration|reference\/performance)\/.+|reference\/ways)\.html$/;
    const guides = pages().filter((name) => !behind.test(name));
    expect(guides.filter((name) => !named.has(name))).toEqual([]);
  });
});

describe.skipIf(!chromiumPath)("in a browser", () => {
  let service: TestAuth;
  let server: ReturnType<typeof serve>;
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    const assets = createAssets({ folder: pathToFileURL(`${PUBLIC}/`) });
    service = await testAuth({ prefix_path: "/id" }, { ...testRuntime(), assets });
    server = serve({
      fetch: (request) => service.auth.fetch(request),
      port: 0,
      hostname: "127.0.0.1",
    });
    await new Promise<void>((resolve) => server.once("listening", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    await service[Symbol.asyncDispose]();
  });

  async function open(path: string) {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("requestfailed", (request) => faults.push(request.url()));
    await page.goto(`${url}/id/docs/${path}`, { waitUntil: "networkidle" });
    return { page, faults };
  }

  test("pages run under the policy without a fault, and lead to each other", async () => {
    const { page, faults } = await open("");
    expect(await page.title()).toContain("Postern");
    await page.getByRole("link", { name: "Passkeys", exact: true }).first().click();
    await page.getByRole("heading", { name: "Passkeys", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/id/docs/passkeys.html");
    expect(faults).toEqual([]);
    await page.close();
  });

  test("the search finds a setting without asking anything but this service", async () => {
    const { page, faults } = await open("getting-started.html");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).origin));
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("pairwise");
    const first = page.locator(".VPLocalSearchBox .results li").first();
    await first.waitFor();
    expect((await first.textContent())?.toLowerCase()).toContain("pairwise");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\.html#pairwise/);
    expect(asked.filter((origin) => origin !== url)).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });
});
