/** The login page in a real browser: sign-in, second factor, accounts, keyboard (login-session-wire 4.1; B-11). */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOGIN } from "../../src/web/texts/en/login.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import {
  codeLink,
  emailLink,
  type LoginServer,
  manifestOf,
  passkeyLink,
  passwordLink,
  type Scene,
  startLoginServer,
} from "../support/login-server.ts";
import { ready, type Visit, visitLogin } from "../support/login-visit.ts";

const two = [passwordLink("local", "Same name"), passwordLink("ldap", "Same name")];
const everything = manifestOf({
  password: two,
  code: [codeLink("other", "Other")],
  passkey: [passkeyLink("local", "Local")],
});

describe.skipIf(!chromiumPath)("the login page", () => {
  let browser: Browser;
  let server: LoginServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startLoginServer()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  function visit(
    scene: Partial<Scene>,
    act: (visit: Visit) => Promise<void>,
    { query = "", ...options }: BrowserContextOptions & { query?: string } = {},
  ) {
    server.set(scene);
    return visitLogin(browser, server, query, act, options);
  }

  const sent = (path: string) =>
    server.requests
      .filter((request) => request.method === "POST" && request.path === path)
      .map(({ body }) => JSON.parse(body));
  async function signIn(page: Page, username = "ada@example.com", password = "correct") {
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#login-submit");
  }
  const error = (page: Page) => page.locator("#login-error:not(:empty)").textContent();
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

  describe("password", () => {
    test("signs in without a reload and follows redirect_path", () =>
      visit(
        {},
        async ({ page }) => {
          await page.check("#remember_me");
          await signIn(page, " ada@example.com ");
          await page.waitForURL("**/app?x=1");
          const [body] = sent("/login/auth/token/local");
          expect(body).toEqual({
            username: "ada@example.com",
            password: "correct",
            remember_me: true,
          });
          const gets = server.requests.filter(({ method }) => method === "GET");
          expect(gets.filter(({ path }) => path === "/login/")).toHaveLength(1);
          expect(gets.map(({ path }) => path)).not.toContain("/login/auth/methods");
        },
        { query: `?redirect_path=${encodeURIComponent("/app?x=1")}` },
      ));

    test("the fragment of the address where the person was going is there after the sign-in", async () => {
      const into = async (query: string, expected: string) =>
        visit(
          {},
          async ({ page }) => {
            await signIn(page, "ada@example.com");
            await page.waitForURL(`${server.url}${expected}`);
          },
          { query },
        );
      await into("?redirect_path=%2Fapp%3Fx%3D1#users", "/app?x=1#users");
      await into("?redirect_path=%2Fapp%23own#other", "/app#own");
    });

    test("B-7: a fragment changes nothing about where one may go", () =>
      visit(
        {},
        async ({ page }) => {
          await signIn(page, "ada@example.com");
          await page.waitForURL(`${server.url}/`);
        },
        { query: "?redirect_path=https%3A%2F%2Fevil.example%2F#//evil.example/" },
      ));

    test("B-11: a mismatch is one neutral message, announced, and the password is ready to be retyped", () =>
      visit({}, async ({ page }) => {
        await signIn(page, "ada@example.com", "wrong");
        expect(await error(page)).toBe("Invalid username or password.");
        expect(await page.getAttribute("#login-error", "role")).toBe("alert");
        expect(await focused(page)).toBe("password");
        expect(await page.getAttribute("#password", "aria-invalid")).toBe("true");
        expect(await page.inputValue("#username")).toBe("ada@example.com");
        await page.keyboard.type("correct");
        await page.keyboard.press("Enter");
        await page.waitForURL(`${server.url}/`);
      }));

    describe("a script that comes late, on a slow line", () => {
      async function whileScriptIsAway(
        act: (page: Page, comes: () => Promise<void>) => Promise<void>,
        { query = "", ...scene }: Partial<Scene> & { query?: string } = {},
      ) {
        const held = Promise.withResolvers<void>();
        const begin = async ({ page, context }: Visit) => {
          await context.route("**/login.js*", async (route) => {
            await held.promise;
            await route.continue();
          });
          await page.reload({ waitUntil: "commit" });
          await page.waitForSelector("#login-view button[type=submit]");
          await act(page, async () => {
            held.resolve();
            await ready(page);
          });
        };
        await visit(scene, begin, { query });
      }

      test("keeps what was typed into the view of a mail's link, and the focus there", () =>
        whileScriptIsAway(
          async (page, comes) => {
            await page.locator("#new_password").pressSequentially("long ");
            await comes();
            expect(await focused(page)).toBe("new_password");
            await page.keyboard.type("enough");
            await page.keyboard.press("Enter");
            expect(await page.locator("#login-notice:not(:empty)").textContent()).toContain(
              "saved",
            );
            expect(sent("/login/auth/reset/confirm/local")).toMatchObject([
              { code: "mail-code", password: "long enough" },
            ]);
          },
          {
            query: "?flow=reset&code=mail-code",
            opened: { name: "reset-confirm", code: "mail-code" },
          },
        ));

      test("leaves the focus in the field where the person types", () =>
        whileScriptIsAway(async (page, comes) => {
          await page.locator("#username").pressSequentially("ada@");
          await comes();
          expect(await focused(page)).toBe("username");
          await page.keyboard.type("example.com");
          expect(await page.inputValue("#username")).toBe("ada@example.com");
        }));

      test("signs in who presses Enter behind it, with both fields filled in before", () =>
        whileScriptIsAway(async (page, comes) => {
          await page.fill("#username", "ada@example.com");
          await page.fill("#password", "correct");
          await comes();
          await page.keyboard.press("Enter");
          await page.waitForURL(`${server.url}/`);
        }));

      test("gives the focus to the first empty field where no field has it", () =>
        whileScriptIsAway(async (page, comes) => {
          await comes();
          expect(await focused(page)).toBe("username");
        }));
    });

    test("one request at a time: the page is disabled and says so", () =>
      visit({ delay: 600 }, async ({ page }) => {
        await signIn(page);
        expect(await page.textContent("#login-submit")).toBe("Signing in…");
        expect(await page.getAttribute("#login-view", "aria-busy")).toBe("true");
        expect(await page.isDisabled("#username")).toBe(true);
        await page.evaluate(() => document.querySelector("form")?.requestSubmit());
        await page.waitForURL(`${server.url}/`);
        expect(sent("/login/auth/token/local")).toHaveLength(1);
      }));

    test("L-O5: the provider is chosen by address, not by label", () =>
      visit({ manifest: everything }, async ({ page }) => {
        await page.selectOption("#provider", { index: 1 });
        await signIn(page);
        await page.waitForURL(`${server.url}/`);
        expect(sent("/login/auth/token/ldap")).toHaveLength(1);
      }));

    test("remember-me is neither shown nor sent where it is switched off", () => {
      const manifest = { ...everything, disable_remember_me: true } as const;
      return visit({ manifest }, async ({ page }) => {
        expect(await page.locator("#remember_me").count()).toBe(0);
        await signIn(page);
        await page.waitForURL(`${server.url}/`);
        expect(sent("/login/auth/token/local")[0].remember_me).toBe(false);
      });
    });

    test("the password can be shown, and is hidden again when it is sent", () =>
      visit({}, async ({ page }) => {
        await page.fill("#password", "wrong");
        await page.getByRole("button", { name: "Show password" }).click();
        expect(await page.getAttribute("#password", "type")).toBe("text");
        await page.fill("#username", "ada@example.com");
        await page.click("#login-submit");
        await error(page);
        expect(await page.getAttribute("#password", "type")).toBe("password");
      }));

    test("an unreachable service is said, and the page works again", () =>
      visit({}, async ({ page, context }) => {
        await context.route("**/auth/token/**", (route) =>
          route.fulfill({ status: 502, body: "<h1>Bad" }),
        );
        await signIn(page);
        expect(await error(page)).toContain("not available right now");
        await context.unroute("**/auth/token/**");
        await page.click("#login-submit");
        await page.waitForURL(`${server.url}/`);
      }));
  });

  describe("L-D5: second factor", () => {
    async function atCode(page: Page) {
      await signIn(page, "careful@example.com");
      await page.waitForSelector("#totp");
    }

    test("mfa_required asks for the code; user name and password are sent again from memory", () =>
      visit({}, async ({ page }) => {
        await atCode(page);
        expect(await page.textContent("h1")).toBe("Enter your code");
        expect(await page.getAttribute("#totp", "autocomplete")).toBe("one-time-code");
        const stored = () => JSON.stringify({ ...localStorage, ...sessionStorage });
        expect(await page.evaluate(stored)).not.toContain("correct");
        expect(await page.locator("input[type=password]").count()).toBe(0);
        await page.fill("#totp", "123 456");
        await page.keyboard.press("Enter");
        await page.waitForURL(`${server.url}/`);
        expect(sent("/login/auth/token/local")[1]).toEqual({
          username: "careful@example.com",
          password: "correct",
          remember_me: false,
          totp: "123456",
        });
      }));

    test("a wrong code is said and can be corrected; a recovery code works in the same field", () =>
      visit({}, async ({ page }) => {
        await atCode(page);
        await page.fill("#totp", "000000");
        await page.keyboard.press("Enter");
        expect(await error(page)).toContain("code is not valid");
        expect(await focused(page)).toBe("totp");
        await page.getByRole("button", { name: "Use a recovery code" }).click();
        await page.getByLabel("Recovery code").fill("ABCDEFGH-ijklmnop");
        await page.keyboard.press("Enter");
        await page.waitForURL(`${server.url}/`);
        expect(sent("/login/auth/token/local").at(-1).totp).toBe("abcdefgh-ijklmnop");
      }));

    test("back leads to the sign-in view", () =>
      visit({}, async ({ page }) => {
        await atCode(page);
        await page.getByRole("button", { name: "Back to sign-in" }).click();
        expect(await page.inputValue("#username")).toBe("careful@example.com");
        expect(await page.isEnabled("#login-submit")).toBe(true);
      }));
  });

  describe("a browser that has no passkeys", () => {
    const passkey = [passkeyLink("local", "Local")];
    const email = [emailLink("local", "Local")];

    test.each([
      ["says so where there is no other way", manifestOf({ passkey }), LOGIN.noPasskeys],
      ["says nothing where there is another way", manifestOf({ passkey, email }), ""],
    ])("%s", (_title, manifest, text) =>
      visit({ manifest }, async ({ page }) => {
        await page.addInitScript("delete window.PublicKeyCredential");
        await page.reload();
        await ready(page);
        expect(await page.textContent("#login-error")).toBe(text);
      }),
    );

    test.each([
      ["passkeys alone need it", manifestOf({ passkey }), 1],
      ["a mail does not", manifestOf({ email }), 0],
    ])("without script: %s", (_title, manifest, notes) =>
      visit(
        { manifest },
        async ({ page }) => expect(await page.locator(".note").count()).toBe(notes),
        { javaScriptEnabled: false },
      ),
    );
  });

  test("by keyboard alone", () =>
    visit({ manifest: everything }, async ({ page }) => {
      await page.locator("#username").focus();
      await page.keyboard.type("ada@example.com");
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("password");
      await page.keyboard.type("correct");
      const stops: (string | undefined)[] = [];
      for (let i = 0; i < 4; i++) {
        await page.keyboard.press("Tab");
        stops.push(
          await page.evaluate(
            () => document.activeElement?.id || document.activeElement?.ariaLabel || "",
          ),
        );
      }
      expect(stops).toEqual(["Show password", "remember_me", "login-forgot", "login-submit"]);
      const outline = () => getComputedStyle(document.activeElement as Element).outlineStyle;
      expect(await page.evaluate(outline)).toBe("solid");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${server.url}/`);
    }));

  test("autofill: fields say what they are for, and have labels", () =>
    visit({ manifest: everything }, async ({ page }) => {
      const purposes = (ids: string[]) =>
        Promise.all(ids.map((id) => page.getAttribute(`#${id}`, "autocomplete")));
      expect(await purposes(["username", "password"])).toEqual([
        "username webauthn",
        "current-password",
      ]);
      await page.click("#login-create-account");
      expect(await purposes(["name", "email", "new_password"])).toEqual([
        "name",
        "username",
        "new-password",
      ]);
      const unlabelled = () =>
        [...document.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")]
          .filter(({ labels }) => labels?.length !== 1)
          .map(({ id }) => id);
      expect(await page.evaluate(unlabelled)).toEqual([]);
    }));

  describe("accounts", () => {
    test("sign-up, confirmation, and then signing in", () =>
      visit({}, async ({ page }) => {
        await page.click("#login-create-account");
        await page.fill("#name", "Ada");
        await page.fill("#email", "ada@example.com");
        await page.fill("#new_password", "short");
        await page.keyboard.press("Enter");
        expect(sent("/login/auth/signup/local"), "length of the manifest").toEqual([]);
        await page.fill("#new_password", "long enough");
        await page.keyboard.press("Enter");
        await page.fill("#code", "wrong");
        expect(sent("/login/auth/signup/local")).toEqual([
          {
            email: "ada@example.com",
            password: "long enough",
            name: "Ada",
            redirect_uri: `${server.url}/login/?flow=verify`,
            search: "",
            svc_flow: expect.stringMatching(/^[0-9a-f]{32}$/),
          },
        ]);
        await page.keyboard.press("Enter");
        expect(await error(page)).toBe(LOGIN.mailCodeNotValid);
        expect(await focused(page)).toBe("code");
        await page.fill("#code", "mail-code");
        await page.keyboard.press("Enter");
        expect(await page.locator("#login-notice:not(:empty)").textContent()).toContain(
          "confirmed",
        );
        expect(await page.inputValue("#username")).toBe("ada@example.com");
        // A service elsewhere signs no one in by the code: the page tried what was typed into it.
        expect(sent("/login/auth/token/local")).toMatchObject([
          { username: "ada@example.com", password: "long enough" },
        ]);
      }));

    test("a refused sign-up says why and keeps the form", () =>
      visit({}, async ({ page }) => {
        await page.click("#login-create-account");
        await page.fill("#email", "taken@example.com");
        await page.fill("#new_password", "long enough");
        await page.keyboard.press("Enter");
        expect(await error(page)).toBe(LOGIN.accountExists);
        expect(await page.inputValue("#email")).toBe("taken@example.com");
      }));

    test("a reset mail and its code", () =>
      visit({}, async ({ page }) => {
        await page.fill("#username", "ada@example.com");
        await page.click("#login-forgot");
        await expect.poll(() => page.inputValue("#email")).toBe("ada@example.com");
        await page.click("#reset-form button.primary");
        await page.fill("#code", "mail-code");
        await page.fill("#new_password", "long enough");
        await page.keyboard.press("Enter");
        expect(await page.locator("#login-notice:not(:empty)").textContent()).toContain("saved");
        expect(sent("/login/auth/reset/local")).toEqual([
          {
            ...{ email: "ada@example.com", search: "" },
            redirect_uri: `${server.url}/login/?flow=reset`,
          },
        ]);
        expect(sent("/login/auth/reset/confirm/local")).toEqual([
          { code: "mail-code", password: "long enough", sign_in: true },
        ]);
      }));

    test.each([
      ["verify", "Confirm your email"],
      ["reset", "Choose a new password"],
    ])("flow=%s opens its view with the code filled in", (flow, title) =>
      visit(
        {},
        async ({ page }) => {
          expect(await page.textContent("h1")).toBe(title);
          expect(await page.inputValue("#code")).toBe("from-mail");
        },
        { query: `?flow=${flow}&code=from-mail` },
      ),
    );
  });
});
