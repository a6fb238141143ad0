/** The built SDK in a real browser: windows, passkeys, leaving the page (login-middleware.md, Login SDK; wire 4.2). */
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import {
  codeLink,
  type LoginServer,
  manifestOf,
  passkeyLink,
  passwordLink,
  type Scene,
  startLoginServer,
} from "../support/login-server.ts";
import { type Visit, visitLogin } from "../support/login-visit.ts";
import { addAuthenticator } from "../support/virtual-authenticator.ts";

const manifest = manifestOf({
  password: [passwordLink("local", "Local")],
  code: [codeLink("other", "Other")],
  passkey: [passkeyLink("local", "Local")],
});

describe.skipIf(!chromiumPath)("the login SDK", () => {
  let browser: Browser;
  let server: LoginServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startLoginServer()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  function visit(scene: Partial<Scene>, act: (visit: Visit) => Promise<void>, query = "") {
    server.set({ manifest, ...scene });
    return visitLogin(browser, server, query, act);
  }
  const home = (page: Page) => page.waitForURL(`${server.url}/`);
  const bodies = (path: string) =>
    server.requests
      .filter((request) => request.method === "POST" && request.path === path)
      .map(({ body }) => JSON.parse(body));

  test("B-5: a button that is pressed twice sends one request, and both calls have its answer; then it sends another", () =>
    visit({ delay: 200 }, async ({ page }) => {
      // A text, because the import is that of the page.
      const results = await page.evaluate(`(async () => {
        const { createLogin } = await import("/login/auth/sdk.js");
        const login = createLogin();
        const [link] = (await login.methods()).provider.password;
        const press = (password) =>
          login.password(link, { username: "ada", password }).then(
            () => "signed in",
            () => "refused",
          );
        const pressed = await Promise.all([press("correct"), press("correct"), press("wrong")]);
        return [...pressed, await press("correct")];
      })()`);
      expect(results).toEqual(["signed in", "signed in", "refused", "signed in"]);
      expect(bodies("/login/auth/token/local").map(({ password }) => password)).toEqual([
        ...["correct", "wrong", "correct"],
      ]);
    }));

  describe("code flow", () => {
    async function open({ page, context }: Visit): Promise<Page> {
      const [popup] = await Promise.all([context.waitForEvent("page"), page.click("a.code")]);
      await popup.waitForLoadState();
      return popup;
    }
    const waiting = (page: Page) => page.isVisible("#waiting-cancel");
    const started = () => server.requests.find(({ path }) => path === "/login/auth/code/other");
    const cookieNames = async (context: BrowserContext) =>
      (await context.cookies()).map(({ name }) => name);

    test("a window with its own flow id; its message and cookie complete the sign-in", () =>
      visit({}, async ({ page, context }) => {
        await page.check("#remember_me");
        await page.click("a.code");
        await home(page);
        const query = Object.fromEntries(started()?.query ?? []);
        expect(query).toEqual({
          remember_me: "true",
          svc_popup: "1",
          svc_flow: expect.stringMatching(/^[0-9a-f]{32}$/),
        });
        expect(await cookieNames(context), "the marker is expired").toEqual([]);
        await expect.poll(() => context.pages().length).toBe(1);
      }));

    test("the cookie alone completes it, without any message, and the window is closed", () =>
      visit({ window: "cookie" }, async (at) => {
        const popup = await open(at);
        const closed = popup.waitForEvent("close");
        await home(at.page);
        await closed;
        expect(await cookieNames(at.context)).toEqual([]);
      }));

    test("B-9: a message is a trigger only: without the own cookie nothing is completed", () =>
      visit({ window: "stuck" }, async (at) => {
        const popup = await open(at);
        await at.page.evaluate(() => window.postMessage("svc:login:success", location.origin));
        await popup.evaluate(() => {
          // biome-ignore lint/suspicious/noDocumentCookie: another flow's marker, as a browser has it
          document.cookie = "auth_verify_0123=true; Path=/";
          window.opener.postMessage("svc:login:success", location.origin);
        });
        await at.page.waitForTimeout(1_200);
        expect(await waiting(at.page)).toBe(true);
        const flow = started()?.query.get("svc_flow");
        await popup.evaluate((id) => {
          // biome-ignore lint/suspicious/noDocumentCookie: the marker of this flow
          document.cookie = `auth_verify_${id}=true; Path=/`;
        }, flow);
        await home(at.page);
      }));

    test("a window that looks closed gives a hint after about five seconds; the wait goes on", () =>
      visit({ window: "stuck" }, async (at) => {
        const popup = await open(at);
        const flow = started()?.query.get("svc_flow");
        await popup.close();
        await at.page.waitForTimeout(3_500);
        expect(await at.page.isVisible("#waiting-hint")).toBe(false);
        await at.page.waitForSelector("#waiting-hint:not(:empty)");
        await at.page.evaluate((id) => {
          // biome-ignore lint/suspicious/noDocumentCookie: what an isolated window would set
          document.cookie = `auth_verify_${id}=true; Path=/`;
        }, flow);
        await home(at.page);
      }));

    test("cancelling closes the window and leads back", () =>
      visit({ window: "stuck" }, async (at) => {
        const popup = await open(at);
        const closed = popup.waitForEvent("close");
        await at.page.click("#waiting-cancel");
        await closed;
        expect(await at.page.textContent("#login-notice")).toBe("Sign-in was cancelled.");
        expect(await at.page.isVisible("#login-form")).toBe(true);
      }));

    test("a blocked window is said, with a plain link", () =>
      visit({ blocksWindows: true }, async ({ page }) => {
        await page.click("a.code");
        const link = page.getByRole("link", { name: "continue in this window" });
        expect(await link.getAttribute("href")).toBe(`${server.url}/login/auth/code/other`);
        expect(await page.textContent("#login-error")).toContain("blocked");
        await link.click();
        await page.waitForURL("**/auth/code/other");
      }));

    /** How a call of `code` ends that nothing completes. A text, so that Vite leaves `import` alone. */
    const outcome = (page: Page, input: string) =>
      page.evaluate(`import("/login/auth/sdk.js").then(({ createLogin, LoginError }) =>
        createLogin()
          .code({ name: "Other", url: "/login/auth/code/other" }, ${input})
          .catch((error) => [error instanceof LoginError, error.code]))`);

    test("an aborted signal rejects before any window opens", () =>
      visit({ window: "stuck" }, async ({ page, context }) => {
        expect(await outcome(page, "{ signal: AbortSignal.abort() }")).toEqual([true, "aborted"]);
        expect(context.pages()).toHaveLength(1);
      }));

    test("L-W44: a timeout ends the wait and closes the window", () =>
      visit({ window: "stuck" }, async ({ page, context }) => {
        await page.click("h1");
        expect(await outcome(page, "{ timeout: 700 }")).toEqual([true, "timeout"]);
        await expect.poll(() => context.pages().length).toBe(1);
      }));
  });

  describe("finish(), in the order of the specification", () => {
    const finish = (page: Page) =>
      page.evaluate(`import("/login/auth/sdk.js").then(({ createLogin }) => {
        window.before = true;
        // Later, so that this call has its answer before the page is left.
        setTimeout(() => createLogin().finish(), 50);
      })`);

    test.each([
      ["?response_type=code&client_id=a&redirect_path=/app", "reloads"],
      ["?redirect_path=/app%3Fx%3D1&svc_popup=1", "/app?x=1"],
      ["?redirect_path=//evil.example/", "/"],
      ["?redirect_path=/.//evil.example/", "/"],
      ["?svc_popup=1", "/"],
      ["", "/"],
    ])("without an opener: %s goes to %s", (query, target) =>
      visit(
        {},
        async ({ page }) => {
          const url = target === "reloads" ? page.url() : `${server.url}${target}`;
          await finish(page);
          await page.waitForURL(url);
          await page.waitForFunction(() => !("before" in window));
        },
        query,
      ),
    );

    async function asPopup({ page, context }: Visit, query: string): Promise<Page> {
      await page.evaluate(() =>
        window.addEventListener("message", ({ data, origin }) => {
          document.title = `${data} ${origin === location.origin}`;
        }),
      );
      await page.click("h1");
      const opening = context.waitForEvent("page");
      await page.evaluate((search) => void window.open(`/login/${search}`, "nested"), query);
      const popup = await opening;
      await popup.waitForSelector("#login-theme:not([hidden])");
      return popup;
    }

    test("a popup with nothing left to follow tells its opener and closes", () =>
      visit({}, async (at) => {
        const popup = await asPopup(at, "?svc_popup=1");
        const closed = popup.waitForEvent("close");
        await finish(popup);
        await closed;
        await expect.poll(() => at.page.title()).toBe("svc:login:success true");
      }));

    test.each([
      ["?svc_popup=1&redirect_path=/app", "/app"],
      ["?redirect_path=/app", "/app"],
      ["", "/"],
    ])("a window with an opener: %s goes to %s and posts nothing", (query, target) =>
      visit({}, async (at) => {
        const popup = await asPopup(at, query);
        await finish(popup);
        await popup.waitForURL(`${server.url}${target}`);
        expect(await at.page.title()).toBe("Sign in");
      }),
    );
  });

  describe("passkeys", () => {
    async function signIn(page: Page) {
      await page.fill("#username", "ada@example.com");
      await page.fill("#password", "correct");
      await page.click("#login-submit");
    }
    const decoded = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString());
    const prompt = { prompt: true, prompt_id: "abc123", snooze_seconds: 600 };

    test("offered after a login, created, and then used: conversions are those of the wire", () =>
      visit({ enrollment: prompt }, async (at) => {
        const { page } = at;
        await addAuthenticator(at.page);
        await signIn(page);
        await page.fill("#device", "Laptop");
        await page.keyboard.press("Enter");
        await home(page);
        const [begin, finish] = bodies("/login/auth/passkey/enrollment");
        expect(begin).toEqual({});
        expect(finish).toMatchObject({
          session_id: "begun",
          name: "Laptop",
          credential: { type: "public-key", response: { attestationObject: expect.any(String) } },
        });
        expect(decoded(finish.credential.response.clientDataJSON)).toMatchObject({
          type: "webauthn.create",
          challenge: "Y2hhbGxlbmdlLWNoYWxsZW5nZS1jaGFsbGVuZ2U",
          origin: server.url,
        });

        server.set({ manifest });
        await page.goto(`${server.url}/login/`);
        await page.check("#remember_me");
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
        await home(page);
        const [started, finished] = bodies("/login/auth/passkey/local");
        expect(started).toEqual({ remember_me: true });
        expect(finished).toMatchObject({ session_id: "begun", remember_me: true });
        const { assertion } = finished;
        expect(assertion.id).toBe(finish.credential.id);
        expect(assertion.rawId).toBe(assertion.id);
        expect(assertion.response.userHandle).toBe("dXNlci0x");
        expect(decoded(assertion.response.clientDataJSON).type).toBe("webauthn.get");

        // Autofill begins only when the field is entered; this authenticator answers at once.
        server.set({ manifest });
        await page.goto(`${server.url}/login/`);
        await page.waitForSelector("#login-theme:not([hidden])");
        expect(bodies("/login/auth/passkey/local")).toEqual([]);
        await page.locator("#password").focus();
        await page.locator("#username").focus();
        await home(page);
        expect(bodies("/login/auth/passkey/local")[1].assertion.id).toBe(assertion.id);
      }));

    test("declining snoozes in this browser, and the login stays complete", () =>
      visit({ enrollment: prompt }, async ({ page }) => {
        await signIn(page);
        await page.click("#enrollment-decline");
        await home(page);
        const until = await page.evaluate(() =>
          localStorage.getItem("svc:passkey-enrollment:abc123"),
        );
        expect(Number(until)).toBeGreaterThan(Date.now() + 500_000);
        await page.goto(`${server.url}/login/`);
        await signIn(page);
        await home(page);
      }));

    test("a failing enrollment question does not hold up the login", () =>
      visit({ enrollment: "fails" }, async ({ page }) => {
        await signIn(page);
        await home(page);
      }));

    test("a cancelled ceremony is said; the button works again", () =>
      visit({}, async (at) => {
        await addAuthenticator(at.page);
        const button = at.page.getByRole("button", { name: "Sign in with a passkey" });
        await button.click();
        await at.page.waitForSelector("#login-error:not(:empty)");
        expect(await at.page.textContent("#login-error")).toBe(
          "The passkey was cancelled or timed out.",
        );
        expect(await button.isEnabled()).toBe(true);
      }));
  });

  test("budget: all script of the page stays within 15,000 bytes, gzipped", () => {
    const size = ["sdk.js", "login.js"]
      .map((name) => gzipSync(server.built(name)).length)
      .reduce((sum, part) => sum + part);
    expect(size).toBeLessThanOrEqual(15_000);
  });
});
