/** Other people's directories at the login page: records of the documentation, three people, one browser (issue text, "done means"). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import {
  type OpenidProvider,
  PROVIDER_CLIENT,
  startOpenidProvider,
} from "../support/openid-provider.ts";
import { patient } from "../support/patience.ts";
import { type Pysaml2, startPysaml2 } from "../support/pysaml2.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";
import {
  GROUPS,
  groupEntry,
  personEntry,
  READER,
  slapdMissing,
  startSlapd,
  type TestSlapd,
} from "../support/slapd.ts";
import { claimsOf } from "../support/tokens.ts";

const APP = { id: "app", secret: "the secret of the application" };
const DOWN = "Sign-in is not available right now";
const PATIENCE = { timeout: patient(20_000) };

describe.skipIf(!chromiumPath || slapdMissing)("three directories in a real browser", () => {
  let browser: Browser;
  let service: RunningServer;
  let company: OpenidProvider;
  let campus: Pysaml2;
  let slapd: TestSlapd;
  let application: Server;
  let callback: string;
  let bearer: string;
  const dataDir = temporaryFolder();

  const ask = async (method: string, path: string, json: object) => {
    const { status, text, body } = await send(service, method, `/auth/v1${path}`, { bearer, json });
    expect(status, text).toBe(200);
    return body;
  };

  /** A request of a page, at this service; `names` are those of the page and those of this test. */
  function paste(page: string, block: string, names: Readonly<Record<string, string>> = {}): void {
    let script = blockNamed(page, block).text.replaceAll("https://id.example.com", service.url);
    for (const [before, after] of Object.entries(names)) {
      expect(script).toContain(before);
      script = script.replaceAll(before, after);
    }
    execFileSync("sh", ["-euc", script.replaceAll("curl ", "curl -sS --fail-with-body ")], {
      env: {
        PATH: process.env.PATH ?? "",
        TOKEN: bearer,
        READER_PASSWORD: READER.password,
        CLIENT_SECRET: "a long random secret",
      },
    });
  }
  beforeAll(async () => {
    [browser, service, slapd, campus] = await Promise.all([
      openBrowser(),
      startServer({ dataDir }),
      startSlapd({
        entries: [personEntry({ uid: "grace" }), groupEntry("developers", ["grace"])].join("\n"),
        tls: true,
      }),
      startPysaml2(),
    ]);
    application = createServer((_request, response) => response.end("the application"));
    await new Promise<void>((done) => application.listen(0, "127.0.0.1", done));
    callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
    bearer = await adminToken(service);
    company = await startOpenidProvider([`${service.url}/auth/oauth2/code/company`]);
    for (const name of ["ops", "developers"]) {
      const scope = { openid: [name] };
      const { payload: permission } = await ask("POST", "/permissions", { name, scope });
      await ask("POST", "/roles", { name, permission_ids: [permission.id] });
    }
    const local = { base_url: service.url, schema: "http", internal_hosts: ["127.0.0.1"] };
    await ask("PUT", "/settings/oauth2", { value: local });
    await ask("PUT", `/oauth/clients/${APP.id}`, {
      config: { client_secret: APP.secret, redirect_uris: [callback], skip_consent: true },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
    await company?.[Symbol.asyncDispose]();
    await campus?.[Symbol.asyncDispose]();
    await slapd?.stop();
    application?.closeAllConnections();
    application?.close();
  });

  /** A browser of its own at an application, which sends it to the login page. */
  async function atApplication<T>(act: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext();
    const foreign: string[] = [];
    const known = [service.url, company.issuer, campus.url, callback];
    await context.route("**/*", (route) => {
      const url = route.request().url();
      if (known.some((origin) => url.startsWith(origin))) return route.continue();
      // The provider's own pages ask for a font; ours ask for nothing.
      if (!route.request().headers().referer?.startsWith(company.issuer)) foreign.push(url);
      return route.abort();
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE.timeout);
    try {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: APP.id,
        redirect_uri: callback,
        state: "s",
        scope: "openid",
      });
      await page.goto(`${service.url}/login/?${query}`);
      const result = await act(page);
      expect(foreign, "no page of ours asks another origin").toEqual([]);
      return result;
    } finally {
      await context.close();
    }
  }

  /** Claims of the token that the application gets. */
  async function claimsAtApplication(page: Page) {
    await page.waitForURL(`${callback}?**`);
    const code = new URL(page.url()).searchParams.get("code") ?? "";
    const { status, body, text } = await send(service, "POST", "/auth/oauth2/token", {
      basic: APP,
      form: { grant_type: "authorization_code", code, redirect_uri: callback },
    });
    expect(status, text).toBe(200);
    return claimsOf(body.access_token);
  }

  async function popupOf(page: Page, button: string): Promise<Page> {
    const opened = page.context().waitForEvent("page");
    await page.click(`.code:has-text("${button}")`);
    return opened;
  }
  async function signInAtCompany(popup: Page) {
    await popup.fill("input[name=login]", "linus");
    await popup.fill("input[name=password]", "anything");
    await popup.click("button[type=submit]");
    await popup.waitForSelector("input[value=consent]", { state: "attached" });
    await popup.click("button[type=submit]");
  }
  async function typePassword(page: Page, username: string, password: string) {
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#login-submit");
  }

  const people = {
    linus: (page: Page) => popupOf(page, "Company").then(signInAtCompany),
    ada: (page: Page) =>
      popupOf(page, "Campus").then((popup) => popup.click("text=Sign in as Ada")),
    grace: (page: Page) => typePassword(page, "grace", "grace's password"),
  };
  const signsIn = (who: keyof typeof people) =>
    atApplication(async (page) => {
      await people[who](page);
      return claimsAtApplication(page);
    });

  test("the requests of the documentation make a record for each, and the buttons", async () => {
    const names = { "https://op.example.com": company.issuer };
    const secret = { "the secret that the provider gave": PROVIDER_CLIENT.client_secret };
    paste("docs/upstream.md", "openid", { ...names, ...secret });
    paste("docs/upstream.md", "button", { google: "company", Google: "Company" });
    paste("docs/saml.md", "record", {
      "https://idp.example.com/metadata": `${campus.url}/metadata`,
      memberOf: "eduPersonAffiliation",
    });
    paste("docs/saml.md", "button");
    paste("docs/ldap.md", "openldap", {
      '"addr": "ldaps://directory.example.com:636"': `"addr": "${slapd.secureUrl}", "ca": ${JSON.stringify(slapd.ca)}`,
    });
    const metadata = await (await fetch(`${service.url}/auth/saml/campus/metadata`)).text();
    await campus.setUp({ metadata });

    await atApplication(async (page) => {
      expect(await page.locator(".code").allTextContents()).toEqual([
        "Continue with Campus",
        "Continue with Company",
      ]);
      expect(await page.isVisible("#username")).toBe(true);
    });
  });

  test("all three sign in, and the application's token has the roles of their groups", async () => {
    expect(await signsIn("linus")).toMatchObject({
      preferred_username: "linus@example.com",
      roles: ["ops"],
    });
    expect(await signsIn("ada")).toMatchObject({
      preferred_username: "ada@example.com",
      roles: ["ops"],
    });
    expect(await signsIn("grace")).toMatchObject({
      preferred_username: "grace",
      roles: ["developers"],
    });
  });

  test("they lose them at the next sign-in or sync after they left the group", async () => {
    company.groups = [];
    await campus.setUp({ attributes: { eduPersonAffiliation: ["alum"] } });
    await slapd.add(groupEntry("others", [READER.username]));
    await slapd.remove(`cn=developers,${GROUPS}`);
    await ask("POST", "/ldap/sync", {});
    for (const who of ["linus", "ada", "grace"] as const) {
      expect((await signsIn(who)).roles ?? [], who).toEqual([]);
    }
  });

  test("each server is stopped, and the rest goes on", async () => {
    await slapd.kill();
    await atApplication(async (page) => {
      await people.grace(page);
      await expect
        .poll(() => page.textContent("#login-error"), PATIENCE)
        .toBe("Sign-in is not available right now. Please try again.");
      await typePassword(page, "admin", service.admin?.secret ?? "");
      await claimsAtApplication(page);
    });
    await signsIn("ada");

    // It stops after the person agreed there, before the token request.
    company.pause("/token");
    await atApplication(async (page) => {
      const popup = await popupOf(page, "Company");
      await signInAtCompany(popup);
      await popup.waitForURL(`${service.url}/login/auth/code/company?**`);
      expect(await popup.textContent("h1")).toBe("Sign-in did not work");
      expect(await popup.textContent("body")).toContain("the sign-in provider is not reachable");
      await popup.close();
      await page.click("#waiting-cancel");
      await (await popupOf(page, "Campus")).click("text=Sign in as Ada");
      await claimsAtApplication(page);
    });
  });

  test("the service starts while all of them are down, and says for each that it does not answer", async () => {
    company.pause();
    await campus.stop();
    await service.stop();
    const { port } = new URL(service.url);
    const { admin } = service;
    service = await startServer({ dataDir, args: ["--port", port] });
    await atApplication(async (page) => {
      const popup = await popupOf(page, "Company");
      await expect.poll(() => popup.textContent("h1"), PATIENCE).toBe(DOWN);
      expect(await popup.textContent("body")).toContain("or sign in another way");
      await popup.close();
      await page.click("#waiting-cancel");
      await typePassword(page, "admin", admin?.secret ?? "");
      await claimsAtApplication(page);
    });
  });
});
