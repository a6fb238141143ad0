/** The console in real Chromium: what the first load costs, lists of 100,000 users, and memory after many pages. */
import { performance } from "node:perf_hooks";
import type { CDPSession, Page } from "playwright-core";
import { arrived } from "../support/arrived.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { type FirstLoad, firstLoad } from "./first-load.ts";
import { keycloakRows } from "./keycloak-console.ts";
import { seedUsers, startPair } from "./pair.ts";
import { atMost, type BenchResult, exactly, info, kib, median, ms, type Row } from "./result.ts";

const USERS = 100_000;
const VISITS = 5;
const NAVIGATIONS = 200;
const MOST_SCRIPT = 250_000;
const TABS = ["users", "roles", "permissions", "clients", "email", "oauth2-overview", "account"];
const ROW = "tbody tr[data-id]";
/** What the tab may hold more after many pages than after a few, all garbage collected. */
const MOST_GROWTH_MIB = 12;

const mib = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`;

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

const firstRow = (page: Page) => page.locator(ROW).first();

/** First page, a search for one user, and the page after the first. */
async function lists(page: Page, url: string): Promise<Row[]> {
  const measured: Record<string, number[]> = { first: [], search: [], next: [] };
  for (let turn = 0; turn < VISITS; turn++) {
    await page.goto(`${url}/auth/ui/#roles`);
    await page.waitForSelector(ROW);
    measured.first?.push(
      await timed(async () => {
        await page.goto(`${url}/auth/ui/#users`);
        await page.waitForSelector(`${ROW} a[href^="#users/"]`);
      }),
    );
    const before = await firstRow(page).getAttribute("data-id");
    measured.next?.push(
      await timed(async () => {
        await page.getByRole("button", { name: "Next page" }).click();
        await page.waitForFunction(
          ([row, id]) => document.querySelector(row ?? "")?.getAttribute("data-id") !== id,
          [ROW, before],
        );
      }),
    );
    const wanted = `user-${USERS - 1 - turn}@example.com`;
    measured.search?.push(
      await timed(async () => {
        await page.fill("input[type=search]", wanted);
        await page.waitForFunction((row) => document.querySelectorAll(row).length === 1, ROW);
      }),
    );
  }
  const shown = (name: string) => ms(median(measured[name] ?? []));
  return [
    info("100,000 users: the list from another page", shown("first")),
    info("100,000 users: next page", shown("next")),
    info(
      "100,000 users: from the last letter of a search to its one row, 250 ms of waiting included",
      shown("search"),
    ),
  ];
}

async function heap(tools: CDPSession): Promise<number> {
  await tools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await tools.send("Runtime.getHeapUsage");
  return usedSize;
}

/** From page to page, as an administrator does in a long day. */
async function memory(page: Page, url: string): Promise<Row[]> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("HeapProfiler.enable");
  const walk = async (count: number) => {
    for (let at = 0; at < count; at++) {
      await page.goto(`${url}/auth/ui/#${TABS[at % TABS.length]}`);
      await arrived(page);
    }
  };
  await walk(TABS.length * 2);
  const before = await heap(tools);
  await walk(NAVIGATIONS);
  const after = await heap(tools);
  return [
    info("heap of the tab after 14 pages", mib(before)),
    atMost(
      `heap of the tab: growth over ${NAVIGATIONS} more`,
      Math.max(0, after - before),
      MOST_GROWTH_MIB * 1_048_576,
      mib,
    ),
  ];
}

async function measure(postgres: TestPostgres): Promise<Row[]> {
  const pair = await startPair(await seedUsers(postgres, USERS));
  const browser = await openBrowser();
  try {
    const url = `http://127.0.0.1:${pair.reader.port}`;
    const context = { extraHTTPHeaders: { authorization: `Bearer ${pair.token}` } };
    const loads: FirstLoad[] = [];
    while (loads.length < VISITS) {
      loads.push(
        await firstLoad(browser, { context, address: `${url}/auth/ui/#users`, usable: ROW }),
      );
    }
    const middle = (read: (load: FirstLoad) => number) => median(loads.map(read));
    const page = await (await browser.newContext(context)).newPage();
    let foreign = 0;
    page.on("request", (request) => {
      if (!request.url().startsWith(`${url}/`)) foreign += 1;
    });
    return [
      info("first load until the list of users stands", ms(middle(({ usableMs }) => usableMs))),
      info(
        "first load: requests, bytes with headers",
        `${middle(({ requests }) => requests)}, ${kib(middle(({ bytes }) => bytes))}`,
      ),
      atMost(
        "first load: script as sent",
        middle(({ script }) => script),
        MOST_SCRIPT,
        kib,
      ),
      ...(await lists(page, url)),
      ...(await memory(page, url)),
      exactly("requests to another origin", foreign, 0),
      ...(await keycloakRows(browser, VISITS)),
    ];
  } finally {
    await browser.close();
    await pair.stop();
  }
}

export async function benchConsole(): Promise<BenchResult> {
  const title = "Console in Chromium, 100,000 users on Postgres";
  if (!chromiumPath) {
    return {
      title,
      rows: [info("console", "SKIPPED: install Chromium (apt-get install chromium)")],
    };
  }
  const postgres = await startPostgres();
  try {
    return { title, rows: await measure(postgres) };
  } finally {
    await postgres.stop();
  }
}
