/** Keycloak's administration console in the same browser, opened by an administrator who is signed in; its realm has one user. */
import type { Browser } from "playwright-core";
import { type FirstLoad, firstLoad } from "./first-load.ts";
import { KEYCLOAK_ADMIN, programOf, startKeycloak } from "./peer-programs.ts";
import { info, kib, median, ms, type Row } from "./result.ts";

const CONSOLE = "/admin/master/console/#/master/users";
const USER = 'td a:has-text("admin")';

/** Its cookies, and nothing that its pages left in a cache. */
async function signIn(browser: Browser, origin: string) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${origin}${CONSOLE}`);
    await page.fill("#username", KEYCLOAK_ADMIN.name);
    await page.fill("#password", KEYCLOAK_ADMIN.password);
    await page.click("#kc-login");
    await page.waitForSelector(USER);
    return { storageState: { cookies: await context.cookies(), origins: [] } };
  } finally {
    await context.close();
  }
}

/** None where the folder of other programs has no Keycloak. */
export async function keycloakRows(browser: Browser, visits: number): Promise<Row[]> {
  const file = programOf("keycloak");
  if (!file) return [];
  const { server } = await startKeycloak(file);
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const opened = { context: await signIn(browser, origin), address: `${origin}${CONSOLE}` };
    const loads: FirstLoad[] = [];
    while (loads.length < visits) loads.push(await firstLoad(browser, { ...opened, usable: USER }));
    const middle = (read: (load: FirstLoad) => number) => median(loads.map(read));
    return [
      info(
        "Keycloak: first load until the list of users stands",
        ms(middle(({ usableMs }) => usableMs)),
      ),
      info(
        "Keycloak: first load: requests, bytes with headers, script",
        `${middle(({ requests }) => requests)}, ${kib(middle(({ bytes }) => bytes))}, ${kib(middle(({ script }) => script))}`,
      ),
    ];
  } finally {
    await server.stop();
  }
}
