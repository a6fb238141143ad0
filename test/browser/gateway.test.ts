/** The gateway as people meet it: the real server, a real browser, a real provider upstream. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toAccount } from "../support/account-page.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { patient } from "../support/patience.ts";
import {
  adminToken,
  type RunningServer,
  type RuntimeName,
  send,
  startServer,
} from "../support/server.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";

const ADA = { username: "ada", password: "correct horse battery" };
/** A password is hashed, and the machine may be busy. */
const PATIENCE = { timeout: patient(20_000) };
const RUNTIMES: readonly RuntimeName[] = ["node", "bun"];

/** A browser that asks no origin but the allowed ones, and whose pages report no error. */
async function visit(
  browser: Browser,
  origins: readonly string[],
  act: (page: Page, context: BrowserContext) => Promise<void>,
  options: Parameters<Browser["newContext"]>[0] = {},
) {
  const context = await browser.newContext(options);
  const foreign: string[] = [];
  const errors: string[] = [];
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (origins.some((origin) => url.startsWith(`${origin}/`))) return route.continue();
    // The upstream's own pages ask for a font; ours ask for nothing.
    if (
      !route
        .request()
        .headers()
        .referer?.startsWith(origins[1] ?? " ")
    )
      foreign.push(url);
    return route.abort();
  });
  context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  context.on("weberror", (error) => errors.push(String(error.error())));
  try {
    await act(await context.newPage(), context);
  } finally {
    await context.close();
  }
  expect(foreign).toEqual([]);
  // What was refused on purpose is in the console with its status, too.
  expect(errors.filter((text) => !/status of 40\d|ERR_FAILED/.test(text))).toEqual([]);
}

describe.skipIf(!chromiumPath).each(RUNTIMES)("the gateway on %s", (runtime) => {
  let browser: Browser;
  let service: RunningServer;
  let upstream: Upstream;
  let token: string;

  const put = async (path: string, json: object) => {
    const { status, text } = await send(service, "PUT", path, { bearer: token, json });
    expect(status, text).toBe(200);
  };

  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), startServer({ runtime })]);
    token = await adminToken(service);
    upstream = await startUpstream(`${service.url}/login/auth/code/op`);
    await send(service, "POST", "/auth/v1/users", {
      bearer: token,
      json: {
        alias: [ADA.username],
        local: true,
        details: { name: "Ada", uid: "ada", password: ADA.password },
      },
    });
    const callback = `${service.url}/login/auth/code/window`;
    await put("/auth/v1/oauth/clients/window", {
      config: {
        client_name: "Sign-in window",
        client_secret: "a secret of the window",
        redirect_uris: [callback],
        skip_consent: true,
      },
    });
    await put("/auth/v1/settings/session_providers", {
      value: {
        providers: {
          postern: {
            name: "Password",
            auth_middleware: "auth",
            password_flow: true,
            x_user: ["preferred_username"],
            oauth2: { client_id: service.login?.id, client_secret: service.login?.secret },
          },
          op: { ...upstream.provider, priority: 1 },
          window: {
            name: "Another window",
            auth_middleware: "auth",
            priority: 2,
            x_user: ["preferred_username"],
            oauth2: {
              client_id: "window",
              client_secret: "a secret of the window",
              scopes: ["openid", "profile"],
            },
          },
        },
      },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
    await upstream?.[Symbol.asyncDispose]();
  });

  const own = () => [service.url];
  const account = () => `${service.url}/auth/ui/account`;
  const fill = async (page: Page, { username, password }: typeof ADA) => {
    await page.fill("#username", username);
    await page.fill("#password", password);
  };
  const signIn = async (page: Page, who = ADA) => {
    await fill(page, who);
    await page.keyboard.press("Enter");
  };
  const named = (page: Page, name: string) =>
    expect.poll(() => page.textContent("#account-name").catch(() => ""), PATIENCE).toBe(name);
  const codeButton = (page: Page, name: string) => page.click(`.code:has-text("${name}")`);

  /** At the provider: any name is a user, then everything is granted. */
  async function signInUpstream(popup: Page, name: string) {
    await popup.waitForSelector("input[name=login]");
    await popup.fill("input[name=login]", name);
    await popup.fill("input[name=password]", "anything");
    await popup.click("button[type=submit]");
    // It asks for consent once; who has given it is sent on at once, and the window closes.
    const asked = popup.waitForSelector("input[value=consent]", { state: "attached" });
    if (await asked.then(() => true).catch(() => false)) await popup.click("button[type=submit]");
  }

  test("done means: open the address, sign in, see the own account, sign out", () =>
    visit(browser, own(), async (page) => {
      await page.goto(service.url);
      await page.waitForURL(/\/login\/\?redirect_path=/);
      await signIn(page, { username: "admin", password: service.admin?.secret ?? "" });
      await toAccount(page, service.url);
      await named(page, "Administrator");
      await page.click("#account-sign-out button");
      await page.waitForURL(`${service.url}/login/`);
      await page.goto(account());
      await page.waitForURL(/\/login\/\?redirect_path=/);
    }));

  test("a wrong password says one neutral thing, the name stays, and the right one works after it", () =>
    visit(browser, own(), async (page) => {
      await page.goto(account());
      await signIn(page, { ...ADA, password: "wrong" });
      await expect
        .poll(() => page.textContent("#login-error"), PATIENCE)
        .toBe("Invalid username or password.");
      expect(await page.inputValue("#username")).toBe(ADA.username);
      await signIn(page, { username: "no such person", password: "wrong" });
      await expect
        .poll(() => page.textContent("#login-error"), PATIENCE)
        .toBe("Invalid username or password.");
      await signIn(page);
      await named(page, "Ada");
    }));

  test("B-10: the same without script", () =>
    visit(
      browser,
      own(),
      async (page) => {
        await page.goto(account());
        await fill(page, { ...ADA, password: "wrong" });
        await page.click("#login-form button[type=submit]");
        expect(await page.textContent("#login-error")).toBe("Invalid username or password.");
        await fill(page, ADA);
        await page.click("#login-form button[type=submit]");
        await toAccount(page, service.url);
        await named(page, "Ada");
        await page.click("#account-sign-out button");
        await page.waitForURL(`${service.url}/login/`);
      },
      { javaScriptEnabled: false },
    ));

  test("remember-me decides whether the cookie outlives the browser", () =>
    visit(browser, own(), async (page, context) => {
      const lifetime = async () =>
        (await context.cookies()).find(({ name }) => name === "auth_session")?.expires;
      await page.goto(account());
      await signIn(page);
      await named(page, "Ada");
      expect(await lifetime()).toBe(-1);
      await page.click("#account-sign-out button");
      await page.waitForURL(`${service.url}/login/`);
      expect(await lifetime()).toBeUndefined();
      await page.check("#remember_me");
      await signIn(page);
      await toAccount(page, service.url);
      await named(page, "Ada");
      expect(await lifetime()).toBeGreaterThan(Date.now() / 1000 + 80_000);
    }));

  test("a popup at a real provider: PKCE, nonce, and the opener goes on", () =>
    visit(browser, [service.url, upstream.issuer], async (page, context) => {
      await page.goto(account());
      const [popup] = await Promise.all([
        context.waitForEvent("page"),
        codeButton(page, "Example OP"),
      ]);
      const closed = popup.waitForEvent("close");
      await signInUpstream(popup, "ada");
      await closed;
      await toAccount(page, service.url);
      await named(page, "Ada");
    }));

  test("B-10: without script the same happens in one window", () =>
    visit(
      browser,
      [service.url, upstream.issuer],
      async (page) => {
        await page.goto(account());
        await codeButton(page, "Example OP");
        await signInUpstream(page, "ada");
        await page.click("#complete-continue");
        await toAccount(page, service.url);
        await named(page, "Ada");
      },
      { javaScriptEnabled: false },
    ));

  test("who denies at the provider gets a page that leads back, and the opener can try again", () =>
    visit(browser, [service.url, upstream.issuer], async (page, context) => {
      await page.goto(account());
      const [popup] = await Promise.all([
        context.waitForEvent("page"),
        codeButton(page, "Example OP"),
      ]);
      await popup.waitForSelector("input[name=login]");
      await popup.click("text=[ Cancel ]");
      await popup.waitForURL(`${service.url}/login/auth/code/op**`);
      expect(await popup.textContent("h1")).not.toBe("");
      await popup.close();
      expect(await page.isVisible("#waiting-cancel")).toBe(true);
      await page.click("#waiting-cancel");
      await signIn(page);
      await named(page, "Ada");
    }));

  test("a nested window: our own provider asks to sign in inside the popup", () =>
    visit(browser, own(), async (page, context) => {
      await page.goto(account());
      const [popup] = await Promise.all([
        context.waitForEvent("page"),
        codeButton(page, "Another window"),
      ]);
      const closed = popup.waitForEvent("close");
      await popup.waitForSelector("#login-form");
      await signIn(popup);
      await closed;
      await toAccount(page, service.url);
      await named(page, "Ada");
    }));

  test("two tabs sign in at the provider at once, each with its own flow", () =>
    visit(browser, [service.url, upstream.issuer], async (page, context) => {
      const other = await context.newPage();
      const start = async (tab: Page) => {
        await tab.goto(`${service.url}/login/?redirect_path=%2Fauth%2Fui%2F`);
        const [popup] = await Promise.all([
          context.waitForEvent("page"),
          codeButton(tab, "Example OP"),
        ]);
        return popup;
      };
      const [first, second] = [await start(page), await start(other)];
      await signInUpstream(second, "ada");
      await toAccount(other, service.url);
      // The first flow is still its own: its window finishes it, and only it.
      expect(page.url()).toContain("/login/");
      await signInUpstream(first, "ada");
      await toAccount(page, service.url);
    }));

  test("two tabs: who signed in in one is signed in in the other", () =>
    visit(browser, own(), async (page, context) => {
      const other = await context.newPage();
      await page.goto(account());
      await other.goto(account());
      await signIn(page);
      await named(page, "Ada");
      await other.reload();
      await toAccount(other, service.url);
      await named(other, "Ada");
    }));

  test("back after signing in leads to the account, not to a dead form", () =>
    visit(browser, own(), async (page) => {
      await page.goto(`${service.url}/login/`);
      await page.goto(account());
      await signIn(page);
      await named(page, "Ada");
      await page.goBack();
      await page.reload();
      await page.waitForURL((url) => !url.pathname.startsWith("/login"));
    }));

  test("a third-party client: login, consent, and back to it with a code", () =>
    visit(browser, own(), async (page) => {
      const redirect_uri = `${service.url}/livez`;
      await put("/auth/v1/oauth/clients/photos", {
        config: {
          client_name: "Photo Album",
          client_secret: "secret",
          redirect_uris: [redirect_uri],
        },
      });
      const query = new URLSearchParams({
        response_type: "code",
        client_id: "photos",
        redirect_uri,
        scope: "openid profile",
        state: "kept",
      });
      await page.goto(`${service.url}/auth/oauth2/authorize?${query}`);
      await signIn(page);
      await page.waitForSelector("#consent-approve");
      expect(await page.textContent("#consent-user")).toContain("ada");
      await page.click("#consent-approve");
      await page.waitForURL(/\/livez\?/);
      const answer = new URL(page.url()).searchParams;
      expect(answer.get("code")).toBeTruthy();
      expect(answer.get("state")).toBe("kept");
    }));

  test("not you: signs out, and the question comes back to who signs in then", () =>
    visit(browser, own(), async (page) => {
      const redirect_uri = `${service.url}/livez`;
      await put("/auth/v1/oauth/clients/notes", {
        config: { client_name: "Notes", client_secret: "secret", redirect_uris: [redirect_uri] },
      });
      const query = new URLSearchParams({
        response_type: "code",
        client_id: "notes",
        redirect_uri,
        scope: "openid",
      });
      await page.goto(`${service.url}/auth/oauth2/authorize?${query}`);
      expect(await page.textContent("h1")).toBe("Sign in to Notes");
      await signIn(page);
      await page.waitForSelector("#consent-switch");
      expect(await page.textContent("#consent-user-name")).toBe("Ada");
      await page.click("#consent-switch button");
      await page.waitForSelector("#login-form");
      expect(await page.textContent("h1")).toBe("Sign in to Notes");
      expect(await page.textContent("#login-notice")).toBe("You are signed out.");
      await signIn(page, { username: "admin", password: service.admin?.secret ?? "" });
      await page.waitForSelector("#consent-approve");
      expect(await page.textContent("#consent-user")).toBe("admin");
      await page.click("#consent-approve");
      await page.waitForURL(/\/livez\?/);
      expect(new URL(page.url()).searchParams.get("code")).toBeTruthy();
    }));

  test("a disabled user is out with the next click", () =>
    visit(browser, own(), async (page) => {
      await send(service, "POST", "/auth/v1/users", {
        bearer: token,
        json: {
          alias: ["bob"],
          local: true,
          details: { name: "Bob", uid: "bob", password: ADA.password },
        },
      });
      await page.goto(account());
      await signIn(page, { ...ADA, username: "bob" });
      await named(page, "Bob");
      const { body } = await send(service, "GET", "/auth/v1/users?alias=bob", { bearer: token });
      const { status } = await send(service, "PATCH", `/auth/v1/users/${body.payload[0].id}`, {
        bearer: token,
        json: { is_active: false },
      });
      expect(status).toBe(200);
      await page.reload();
      await page.waitForURL(/\/login\/\?redirect_path=/);
      await signIn(page, { ...ADA, username: "bob" });
      await expect
        .poll(() => page.textContent("#login-error"), PATIENCE)
        .toBe("Invalid username or password.");
    }));
});
