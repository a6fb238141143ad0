/** The own account and device pages of the console (auth-wire 8.2 "account", "device"; F-3, F-7, K-11, B-1). */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { arrived } from "../../support/arrived.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { type ConsoleVisit, visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";
import { codeAt } from "../../support/totp.ts";
import { addAuthenticator } from "../../support/virtual-authenticator.ts";

const HOSTILE = "<img src=x onerror=alert(1)> \u202Egnp.exe {{7*7}} =1+1";
const PASSWORD = "a fine password";

describe.skipIf(!chromiumPath)("the own account in the console", () => {
  const setup = consoleSetup();
  let site = "";
  let people = 0;

  beforeAll(async () => {
    // Browsers take no IP address as RP ID.
    site = setup.service.url.replace("127.0.0.1", "localhost");
    await setup.send("PUT", "/settings/api_key", { value: { self_service: true } });
  });

  async function person(name = "Ada Lovelace"): Promise<string> {
    const alias = `person-${++people}`;
    const user = {
      ...{ alias: [alias], local: true },
      details: { name, email: `${alias}@example.com`, password: PASSWORD },
    };
    const { status, text } = await setup.send("POST", "/users", user);
    expect(status, text).toBe(200);
    return alias;
  }

  async function fillLogin(page: Page, username: string, password = PASSWORD) {
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#login-submit");
  }

  /** Signed in through the login page, with a session of its own. */
  const signedIn = (
    username: string,
    act: (visit: ConsoleVisit) => Promise<void>,
    options: Parameters<typeof visitConsole>[2] = {},
  ) =>
    visitConsole(setup.browser, site, options, async (visit) => {
      const { page } = visit;
      await page.goto(`${site}/auth/ui/`);
      await fillLogin(page, username);
      await arrived(page);
      await act(visit);
    });

  const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

  test("shows who one is; a user without the permission sees the account and devices alone", async () => {
    const alias = await person(HOSTILE);
    await signedIn(
      alias,
      async ({ page, open, accessible }) => {
        await expect.poll(() => panel(page, "Profile").textContent()).toContain(HOSTILE);
        expect(await panel(page, "Profile").textContent()).toContain(`${alias}@example.com`);
        const links = page.getByRole("navigation", { name: "Navigation" }).getByRole("link");
        expect(await links.allTextContents()).toEqual(["My account", "Device sign-in"]);
        await accessible();
        await open("#users");
        await page.getByText("You are not an administrator here").waitFor();
        expect(await page.textContent("#main h1")).toBe("My account");
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(
          0,
        );
      },
      { viewport: { width: 360, height: 800 } },
    );
  });

  test("A-2: with some permissions, no page of the console sends what the API refuses", async () => {
    const create = async (path: string, body: object): Promise<string> =>
      (await setup.send("POST", path, body)).body.payload.id;
    const everything = [{ hosts: ["*"], paths: ["/auth/v1/**"], methods: ["GET"] }];
    const permission = await create("/permissions", { name: "reads", resources: everything });
    const role = await create("/roles", { name: "reader", permission_ids: [permission] });
    const alias = await person();
    const [{ id }] = (await setup.send("GET", `/users?alias=${alias}`)).body.payload;
    await setup.send("PATCH", `/users/${id}`, { role_ids: [role] });
    await signedIn(alias, async ({ page, open }) => {
      const asked: string[] = [];
      const refused: string[] = [];
      page.on("response", (response) => {
        const { pathname } = new URL(response.url());
        if (!pathname.startsWith("/auth/v1/")) return;
        asked.push(pathname);
        if (response.status() >= 400) refused.push(`${response.status()} ${pathname}`);
      });
      await page.reload();
      for (const hash of ["overview", "users", `users/${id}`, "clients", "email", "device"]) {
        await open(`#${hash}`);
      }
      expect(refused).toEqual([]);
      expect([...new Set(asked)].sort()).toEqual([
        "/auth/v1/api-keys",
        "/auth/v1/capabilities",
        "/auth/v1/info",
        "/auth/v1/me",
        "/auth/v1/me/activity",
        "/auth/v1/me/applications",
        "/auth/v1/me/identities",
        "/auth/v1/me/sign-ins",
        "/auth/v1/passkey/credentials",
        "/auth/v1/totp",
      ]);
      // The API itself refuses: the permission is one of applications, and makes no administrator.
      expect(await page.evaluate(async () => (await fetch("/auth/v1/users")).status)).toBe(403);
    });
  });

  test("a passkey is added, renamed and removed", async () => {
    await signedIn(await person(), async ({ page, accessible }) => {
      await addAuthenticator(page);
      const passkeys = panel(page, "Passkeys");
      await passkeys.getByText("You have no passkey yet.").waitFor();
      await passkeys.getByLabel("Name (optional)").fill("Work laptop");
      await passkeys.getByRole("button", { name: "Add a passkey" }).click();
      await passkeys.getByText("Work laptop").waitFor();
      await passkeys.getByRole("button", { name: "Rename Work laptop" }).click();
      await passkeys.getByLabel("New name").fill("<img src=x onerror=alert(1)>");
      await page.keyboard.press("Enter");
      await page.getByText("The passkey is renamed.").waitFor();
      // Beside the first passkey recovery codes are offered, and shown once.
      await passkeys.getByText("No recovery codes yet").waitFor();
      await passkeys.getByRole("button", { name: "Make recovery codes" }).click();
      await passkeys.getByText("stands in for your passkey once").waitFor();
      await accessible();
      await passkeys.getByRole("button", { name: "I have kept them" }).click();
      await passkeys.getByText("8 of 8 recovery codes left.").waitFor();
      await passkeys.getByRole("button", { name: /^Remove / }).click();
      await passkeys.getByText("can no longer be used to sign in").waitFor();
      await accessible();
      await passkeys.getByRole("button", { name: "Remove", exact: true }).click();
      await passkeys.getByText("You have no passkey yet.").waitFor();
    });
  });

  test("Z-12: an application that was allowed is among the connected ones, of the user and for administrators, and is withdrawn", async () => {
    const config = {
      ...{ client_name: HOSTILE, public: true, consent: "remember" },
      redirect_uris: [`${site}/auth/ui/`],
    };
    await setup.send("PUT", "/oauth/clients/notes", { enabled: true, config });
    const alias = await person();
    const [{ id }] = (await setup.send("GET", `/users?alias=${alias}`)).body.payload;
    await signedIn(
      alias,
      async ({ page, open, accessible }) => {
        const request = new URLSearchParams({
          ...{ response_type: "code", client_id: "notes", redirect_uri: `${site}/auth/ui/` },
          ...{ scope: "openid email notes:write", code_challenge_method: "S256" },
          code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        });
        await page.goto(`${site}/auth/oauth2/authorize?${request}`);
        await page.click("#consent-approve");
        await page.waitForURL(/code=/);
        await open("#account");
        const mine = panel(page, "Connected applications");
        await mine.getByText("openid email notes:write").waitFor();
        expect(await mine.textContent()).toContain(HOSTILE);
        await accessible();
        const list = await setup.send("GET", `/users/${id}/applications`);
        expect(list.body.payload[0].client_id).toBe("notes");
        await mine.getByRole("button", { name: "Withdraw" }).click();
        await mine.getByText("is signed out and has to ask again").waitFor();
        await mine.getByRole("button", { name: "Withdraw", exact: true }).last().click();
        await mine.getByText("No application has a lasting permission from you").waitFor();
        expect((await setup.send("GET", `/users/${id}/applications`)).body.payload).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(
          0,
        );
      },
      { viewport: { width: 360, height: 800 } },
    );
  });

  test("F-3: a sign-in that is too old is made new in a window of its own, and the work goes on", async () => {
    const alias = await person();
    await signedIn(alias, async ({ page, accessible }) => {
      // What the service says to a session that is older than ten minutes.
      await page.route(
        "**/v1/totp/register",
        (route) =>
          route.fulfill({
            status: 403,
            json: { message: "sign in again to set up", error: "reauthentication_required" },
          }),
        { times: 1 },
      );
      await panel(page, "Change password").getByLabel("Current password").fill("half typed");
      const twoStep = panel(page, "Two-step sign-in");
      await twoStep.getByRole("button", { name: "Set up" }).click();
      const dialog = page.getByRole("dialog", { name: "Sign in again" });
      await dialog.waitFor();
      await accessible();
      // The session that is there is left, so that the page asks.
      await page.context().clearCookies();
      const opened = page.waitForEvent("popup");
      await dialog.getByRole("link", { name: "Sign in again" }).click();
      const popup = await opened;
      await fillLogin(popup, alias);
      // The window tells the page, which asks the service again, for real now.
      await twoStep.getByLabel("Enter the 6-digit code").waitFor();
      expect(await panel(page, "Change password").getByLabel("Current password").inputValue()).toBe(
        "half typed",
      );
      await expect.poll(() => popup.isClosed()).toBe(true);
    });
  });

  test("the second factor: QR code, confirmation, recovery codes shown once, new ones, off", async () => {
    await signedIn(await person(), async ({ page, accessible }) => {
      const twoStep = panel(page, "Two-step sign-in");
      await twoStep.getByRole("button", { name: "Set up" }).click();
      const code = twoStep.getByLabel("Enter the 6-digit code");
      await code.fill("000000");
      await twoStep.getByRole("button", { name: "Turn on" }).click();
      await twoStep.getByText("This code is wrong or no longer valid.").waitFor();
      const image = twoStep.getByRole("img", { name: "QR code for your authenticator app" });
      expect(await image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(
        20,
      );
      await accessible();
      const secret = (await twoStep.locator("[data-secret]").textContent()) ?? "";
      await code.fill(codeAt(secret.replaceAll(" ", ""), Date.now()));
      await twoStep.getByRole("button", { name: "Turn on" }).click();
      await twoStep.getByText("Your recovery codes").waitFor();
      const codes = (await twoStep.locator("pre").textContent()) ?? "";
      expect(codes.split("\n")).toHaveLength(8);
      // They are not lost by a click.
      await page.getByRole("link", { name: "Device sign-in" }).click();
      await page.getByRole("button", { name: "Stay here" }).click();
      await twoStep.getByRole("button", { name: "I have kept them" }).click();
      await twoStep.getByText("8 of 8 recovery codes left.").waitFor();

      await twoStep.getByRole("button", { name: "Make new recovery codes" }).click();
      await twoStep.getByRole("button", { name: "Make new recovery codes" }).click();
      await twoStep.getByText("Your recovery codes").waitFor();
      expect(await twoStep.locator("pre").textContent()).not.toBe(codes);
      await twoStep.getByRole("button", { name: "I have kept them" }).click();
      await twoStep.getByRole("button", { name: "Turn off" }).click();
      await twoStep.getByRole("button", { name: "Turn off" }).click();
      await twoStep.getByRole("button", { name: "Set up" }).waitFor();
    });
  });

  test("what cannot be done is not offered: a factor that is switched off, a password that is stored elsewhere", async () => {
    const alias = await person();
    await setup.send("PUT", "/settings/totp", { value: { disabled: true } });
    try {
      await signedIn(alias, async ({ page }) => {
        await panel(page, "Where you are signed in").waitFor();
        await panel(page, "Change password").waitFor();
        await expect.poll(() => panel(page, "Two-step sign-in").count()).toBe(0);
        // The password goes while the page is open; the next look at the account leaves its form out.
        const { body } = await setup.send("GET", `/users?search=${alias}`);
        const [{ id }] = body.payload;
        const user = { alias: [alias], local: false, is_active: true, details: { name: "Ada" } };
        expect((await setup.send("PUT", `/users/${id}`, user)).status).toBe(200);
        await page.reload();
        await panel(page, "Where you are signed in").waitFor();
        await expect.poll(() => panel(page, "Change password").count()).toBe(0);
      });
    } finally {
      await setup.send("PUT", "/settings/totp", { value: {} });
    }
  });

  test("a panel that is switched off is never drawn, however late the answer that says so", async () => {
    const alias = await person();
    const off = ["totp", "passkey"];
    for (const name of off)
      await setup.send("PUT", `/settings/${name}`, { value: { disabled: true } });
    const heldBack = ["**/auth/v1/totp", "**/auth/v1/passkey/credentials"];
    try {
      const visit = async ({ page }: ConsoleVisit) => {
        // Every heading that was ever in the page.
        await page.addInitScript(() => {
          const seen = new Set<string>();
          Object.assign(window, { seen });
          new MutationObserver(() => {
            for (const one of document.querySelectorAll("main h2")) seen.add(one.textContent ?? "");
          }).observe(document, { childList: true, subtree: true, characterData: true });
        });
        const release = Promise.withResolvers<void>();
        for (const path of heldBack) {
          await page.route(path, async (route) => {
            await release.promise;
            await route.continue();
          });
        }
        const known = page.waitForResponse("**/auth/v1/me");
        const asked = heldBack.map((path) => page.waitForRequest(path));
        await page.reload({ waitUntil: "commit" });
        await Promise.all([known, ...asked]);
        release.resolve();
        await panel(page, "Where you are signed in").waitFor();
        await panel(page, "Change password").waitFor();
        const seen = await page.evaluate(() => [
          ...(window as never as { seen: Set<string> }).seen,
        ]);
        expect(seen).toContain("Profile");
        for (const name of ["Two-step sign-in", "Passkeys"]) {
          expect(seen).not.toContain(name);
          expect(await panel(page, name).count()).toBe(0);
        }
        // Nor when the page asks again.
        const again = heldBack.map((path) => page.waitForResponse(path));
        await page.getByRole("button", { name: "Refresh" }).click();
        await Promise.all(again);
        expect(
          await page.evaluate(() => [...(window as never as { seen: Set<string> }).seen]),
        ).toEqual(seen);
      };
      // What passkeys that are off say.
      await signedIn(alias, visit, { expected: /status of 503/ });
    } finally {
      for (const name of off) await setup.send("PUT", `/settings/${name}`, { value: {} });
    }
  });

  test("F-7: a key is made, shown once, edited and revoked", async () => {
    await signedIn(await person(), async ({ page, accessible }) => {
      const keys = panel(page, "API keys");
      await keys.getByLabel("Name").fill("deploy");
      await keys.getByRole("button", { name: "Create a key" }).click();
      const key = (await keys.locator("pre").textContent()) ?? "";
      expect(key).toMatch(/^tak_[0-9a-f]{64,}$/);
      await accessible();
      await keys.getByRole("button", { name: "I have kept it" }).click();
      expect(await page.content()).not.toContain(key);
      await keys.getByRole("button", { name: "Edit deploy" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("deployment");
      await dialog.getByLabel("Disabled").check({ force: true });
      await dialog.getByRole("button", { name: "Save" }).click();
      await keys.getByText("deployment").waitFor();
      await keys.getByText("Disabled", { exact: true }).waitFor();
      await keys.getByRole("button", { name: "Revoke deployment" }).click();
      await keys.getByRole("button", { name: "Revoke", exact: true }).click();
      await keys.getByText("You have no keys.").waitFor();
    });
  });

  test("K-11: another browser is signed out; a changed password ends all of them", async () => {
    const alias = await person();
    await signedIn(alias, async ({ page, accessible }) => {
      const sessions = panel(page, "Where you are signed in");
      await signedIn(alias, async (other) => {
        await arrived(other.page);
        await page.getByRole("button", { name: "Refresh" }).click();
        await sessions.getByRole("button", { name: /^Sign out Chrome/ }).click();
        await page.getByText("That browser is signed out.").waitFor();
        await sessions
          .getByRole("button", { name: /^Sign out Chrome/ })
          .waitFor({ state: "detached" });
        await other.page.getByRole("button", { name: "Refresh" }).click();
        await other.page.getByRole("dialog", { name: "You are signed out" }).waitFor();
      });
      const password = panel(page, "Change password");
      const fill = async (current: string, repeat = "another fine password") => {
        await password.getByLabel("Current password").fill(current);
        await password.getByLabel("New password", { exact: true }).fill("another fine password");
        await password.getByLabel("Repeat the new password").fill(repeat);
        await password.getByRole("button", { name: "Change password" }).click();
      };
      await fill(PASSWORD, "not the same");
      await password.getByText("The two new passwords are not the same.").waitFor();
      await fill("wrong password");
      await password.getByText("This is not your current password.").waitFor();
      await accessible();
      await fill(PASSWORD);
      await page.getByText("Your password has been changed").waitFor();
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.waitForSelector("#username");
      await fillLogin(page, alias, "another fine password");
      await arrived(page);
    });
  });

  test("a device: an unknown code, a prefilled one that is allowed, one that is denied", async () => {
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const client_id = "television";
    const config = { public: true, grant_types: [grant_type] };
    await setup.send("PUT", `/oauth/clients/${client_id}`, { enabled: true, config });
    const ask = async () => {
      const { body, text } = await send(
        setup.service,
        "POST",
        "/auth/oauth2/device_authorization",
        {
          form: { client_id, scope: "openid profile" },
        },
      );
      expect(body?.user_code, text).toBeTruthy();
      return body as { user_code: string; device_code: string };
    };
    const poll = ({ device_code }: { device_code: string }) =>
      send(setup.service, "POST", "/auth/oauth2/token", {
        form: { grant_type, client_id, device_code },
      });
    const [wanted, refused] = [await ask(), await ask()];
    await signedIn(await person(), async ({ page, open, accessible }) => {
      await open("#device");
      await page.getByLabel("Code").fill("BBBB-BBBB");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("device code not found or expired").waitFor();
      await open(`#device?user_code=${wanted.user_code}`);
      expect(await page.getByLabel("Code").inputValue()).toBe(wanted.user_code);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("The device must show this code:").waitFor();
      expect(await page.textContent("#main dl")).toContain("profile");
      await accessible();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByText("The device is connected").waitFor();
      expect((await poll(wanted)).body.access_token).toBeTruthy();

      await page.getByRole("button", { name: "Enter another code" }).click();
      // As people type it.
      await page.getByLabel("Code").fill(refused.user_code.toLowerCase().replace("-", " "));
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Deny" }).click();
      await page.getByText("The request was denied").waitFor();
      expect((await poll(refused)).body.error).toBe("access_denied");
    });
  });

  test.each([
    ["en-US", "Your account may not use this application", "Deny", "Allow"],
    ["de-DE", "Ihr Konto darf diese Anwendung nicht benutzen", "Ablehnen", "Erlauben"],
    ["fr-FR", "Votre compte ne peut pas utiliser cette application", "Refuser", "Autoriser"],
  ])(
    "a device of an application that the account may not use: it says so, and can only be denied; %s",
    async (locale, said, deny, allow) => {
      const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
      const client_id = `reader-${locale}`;
      const config = { public: true, grant_types: [grant_type] };
      const role = (await setup.admin("POST", "/roles", { name: `readers ${locale}` })).id;
      const only = (allowed_role_ids: readonly string[]) =>
        setup.admin("PUT", `/oauth/clients/${client_id}`, {
          ...{ enabled: true, config: { ...config, allowed_role_ids } },
        });
      await only([]);
      const ask = async () =>
        (
          await send(setup.service, "POST", "/auth/oauth2/device_authorization", {
            form: { client_id, scope: "openid" },
          })
        ).body as { user_code: string; device_code: string };
      const asked = await ask();
      await signedIn(
        await person(),
        async ({ page, open, accessible }) => {
          const button = (name: string) => page.getByRole("button", { name, exact: true });
          const look = async () => {
            await open(`#device?user_code=${asked.user_code}`);
            await page.locator("#main form button[type=submit]").click();
          };
          // The rule comes while the question stands there.
          await look();
          await button(allow).waitFor();
          await only([role]);
          await button(allow).click();
          await page.getByRole("heading", { name: said }).waitFor();
          expect(await button(allow).count()).toBe(0);
          await page.reload();
          await look();
          await page.getByRole("heading", { name: said }).waitFor();
          expect(await button(allow).count()).toBe(0);
          await accessible();
          await button(deny).click();
          await page.getByRole("status").first().waitFor();
        },
        { locale },
      );
      const { body } = await send(setup.service, "POST", "/auth/oauth2/token", {
        form: { grant_type, client_id, device_code: asked.device_code },
      });
      expect(body.error).toBe("access_denied");
    },
  );
});
