import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";

describe.skipIf(!chromiumPath)("settings and other writers", () => {
  const setup = consoleSetup();

  const setting = async (namespace: string) => {
    const { body } = await setup.send("GET", `/settings/${namespace}`);
    return body.payload?.value;
  };
  const put = async (namespace: string, change: object) => {
    const value = { ...(await setting(namespace)), ...change };
    await setup.admin("PUT", `/settings/${namespace}`, { value });
  };
  const SAVE = { name: "Save", exact: true } as const;
  const CONFLICT = { name: "Changed in the meantime" } as const;

  test("the issuer page writes only what was changed here, so a change of another namespace stays", () =>
    setup.visit(async ({ page, open }) => {
      await open("#oauth2-overview");
      await page.locator('[data-member="token_lifetime"] input').first().fill("7m");
      await put("authorize", { flow_lifetime: "7m" });
      await page.getByRole("button", SAVE).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      expect(await page.getByRole("dialog", CONFLICT).count()).toBe(0);
      expect(await setting("token")).toMatchObject({ token_lifetime: "7m" });
      expect(await setting("authorize")).toMatchObject({ flow_lifetime: "7m" });
    }));

  test("the same namespace changed elsewhere, even in the same second, is shown beside one's own", () =>
    setup.visit(async ({ page, open }) => {
      await open("#oauth2-overview");
      await page.locator('[data-member="token_lifetime"] input').first().fill("8m");
      await put("token", { token_lifetime: "9m" });
      const refused = page.waitForResponse((answer) => answer.status() === 412);
      await page.getByRole("button", SAVE).click();
      await refused;
      const dialog = page.getByRole("dialog", CONFLICT);
      expect(await dialog.textContent()).toContain("9m");
      // Says by whom and when.
      expect(await dialog.textContent()).toMatch(
        /[^\s–] saved this (?:now|\d+ \w+ ago), after you had opened it/,
      );
      await dialog.getByRole("button", { name: "Overwrite with mine" }).click();
      await dialog.waitFor({ state: "hidden" });
      expect(await setting("token")).toMatchObject({ token_lifetime: "8m" });
    }));

  test("a member that takes a few words offers them, and keeps what is chosen", () =>
    setup.visit(async ({ page, open }) => {
      await open("#oauth2-overview");
      const key = page.getByRole("region", { name: "Signing key" });
      await key.locator("summary").click();
      await key.getByRole("combobox", { name: "Further algorithms" }).press("ArrowDown");
      expect(await page.getByRole("option").allTextContents()).toEqual(["PS256", "ES256", "EdDSA"]);
      await page.getByRole("option", { name: "ES256" }).click();
      await page.keyboard.press("Escape");
      await key.getByRole("button", SAVE).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      expect(await setting("jwt")).toMatchObject({ algorithms: ["ES256"] });
      await put("jwt", { algorithms: [] });
    }));

  test("a save in which one namespace is refused saves none, and all of them when that one is mended", () =>
    setup.visit(async ({ page, open }) => {
      await open("#oauth2-overview");
      // Right in itself; the other one is refused.
      await page
        .locator('[data-namespace="token"] [data-member="token_lifetime"] input')
        .first()
        .fill("11m");
      const part = page.locator('[data-namespace="authorize"]');
      await part.getByRole("button").first().click();
      const lifetime = part.locator('[data-member="flow_lifetime"] input').first();
      await lifetime.fill("1000h");
      await page.getByRole("button", SAVE).click();
      await page.getByRole("alert", { name: /^Not saved/ }).waitFor();
      await expect.poll(() => lifetime.getAttribute("aria-invalid")).toBe("true");
      expect(await setting("token")).not.toMatchObject({ token_lifetime: "11m" });
      await lifetime.fill("9m");
      await page.getByRole("button", SAVE).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
      expect(await page.getByRole("dialog", CONFLICT).count()).toBe(0);
      expect(await setting("token")).toMatchObject({ token_lifetime: "11m" });
      expect(await setting("authorize")).toMatchObject({ flow_lifetime: "9m" });
    }));

  /** Page, namespace, a member with a value that holds, and one that the service or the form refuses. */
  const PAGES = [
    ["authorize", "authorize", "flow_lifetime", "12m", "flow_lifetime", "1000h"],
    ["token", "token", "roles_claim", "groups", "roles_claim", "a..b"],
    ["passkey", "passkey", "rp_display_name", "Example", "rp_id", "no host"],
    ["totp", "totp", "issuer", "Example", "attempts.window", "soon"],
    ["device-settings", "device", "code_lifetime", "9m", "code_lifetime", "1000h"],
    ["cache", "cache", "event_retention", "100h", "event_retention", "soon"],
    ["mtls", "mtls", "cert_verify_value", "OK", "cert_header", "two words"],
    ["registration", "registration", "default_scope", "openid", "client_lifetime", "soon"],
    ["password", "password", "ldap_disabled", true, "attempts.window", "soon"],
    ["token-exchange", "token_exchange", "disabled", true, undefined, undefined],
  ] as const;

  /** Namespaces that the first start writes. */
  const FIRST_START: readonly string[] = ["authorize", "token"];

  for (const [tab, namespace, member, good, bad, worse] of PAGES) {
    test(`${tab}: a change is saved, taken back to the defaults, and a wrong one refused and kept in the form`, () =>
      setup.visit(async ({ page, open }) => {
        const field = (name: string) => page.locator(`[data-member="${name}"] input`).first();
        const stored = async () => (await setting(namespace))?.[member];
        if (!FIRST_START.includes(namespace)) await setup.send("DELETE", `/settings/${namespace}`);
        await open(`#${tab}`);
        if (good === true) await page.locator(`[data-member="${member}"] label`).first().click();
        else await field(member).fill(good);
        if (member === "default_scope") await field(member).press("Enter");
        await page.getByRole("button", SAVE).click();
        await page.getByText("Saved", { exact: true }).first().waitFor();
        expect(await stored()).toEqual(member === "default_scope" ? [good] : good);

        if (bad !== undefined) {
          await field(bad).fill(worse);
          const save = page.getByRole("button", SAVE);
          await save.click();
          await page
            .locator('[role="alert"], .mantine-InputWrapper-error')
            .filter({ hasText: /\w/ })
            .first()
            .waitFor();
          expect(await field(bad).inputValue()).toBe(worse);
          expect(JSON.stringify(await setting(namespace))).not.toContain(worse);
          await page.getByRole("button", { name: "Discard the changes" }).click();
        }

        await page.getByRole("button", { name: "Reset to the defaults" }).click();
        const asked = page.getByRole("alertdialog");
        await asked.getByRole("button", { name: "Reset to the defaults" }).click();
        if (FIRST_START.includes(namespace)) {
          // What the first start made comes back (decision E-13).
          await expect.poll(stored).toBeUndefined();
          return;
        }
        await page.getByText("Nothing is stored here: the defaults apply.").waitFor();
        expect(await setting(namespace)).toBeUndefined();
      }));
  }

  test("a page that redraws late after a save keeps what was saved, and what is typed next", () =>
    setup.visit(async ({ page, open }) => {
      // The page hears of its own readings half a second late, as on a slow machine.
      await page.addInitScript(() => {
        const soon = globalThis.setTimeout;
        globalThis.setTimeout = ((act: () => void, delay = 0, ...rest: []) =>
          soon(act, delay || 500, ...rest)) as typeof globalThis.setTimeout;
      });
      await open("#mtls");
      const field = page.locator('[data-member="cert_verify_value"] input').first();
      await field.fill("First");
      const save = page.getByRole("button", SAVE);
      await save.click();
      await page.locator("button[type=submit][data-loading]").waitFor();
      await page.locator("button[type=submit][data-loading]").waitFor({ state: "detached" });
      expect(await field.inputValue()).toBe("First");
      await field.fill("Second");
      const written = page.waitForResponse((answer) => answer.request().method() === "PUT");
      await save.click();
      expect((await written).status()).toBe(200);
      expect(await setting("mtls")).toMatchObject({ cert_verify_value: "Second" });
      expect(await page.getByRole("dialog", CONFLICT).count()).toBe(0);
      await setup.admin("DELETE", "/settings/mtls");
    }));

  test("a namespace that another writer stored first is not written over unseen", async () => {
    expect(await setting("branding")).toBeUndefined();
    await setup.visit(async ({ page, open }) => {
      await open("#branding");
      await page.locator('[data-member="product_name"] input').first().fill("Mine");
      await put("branding", { product_name: "Theirs" });
      await page.getByRole("button", SAVE).click();
      const dialog = page.getByRole("dialog", CONFLICT);
      await dialog.waitFor();
      expect(await dialog.textContent()).toContain("Theirs");
      expect(await setting("branding")).toMatchObject({ product_name: "Theirs" });
    });
  });

  test("a new record without its ID is not sent, and keeps what was typed", () =>
    setup.visit(async ({ page, open }) => {
      await open("#clients/new?type=machine");
      await page.getByLabel("Name", { exact: true }).fill("Robot");
      const sent: string[] = [];
      page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
      await page.getByRole("textbox", { name: "ID" }).fill(" ");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByText("This is required.").first().waitFor();
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Robot");
      expect(sent).toEqual([]);
    }));

  test("a new record of a name that is taken is shown beside the other, and saved over it only when asked", async () => {
    await setup.visit(async ({ page, open }) => {
      await open("#clients/new?type=machine");
      await page.getByRole("textbox", { name: "ID" }).fill("taken");
      await page.getByLabel("Name", { exact: true }).fill("Mine");
      const path = "/oauth/clients/taken";
      const config = { client_name: "Theirs", token_endpoint_auth_method: "none" };
      await setup.admin("PUT", path, { enabled: true, config });
      await page.getByRole("button", { name: "Create" }).click();
      const dialog = page.getByRole("dialog", CONFLICT);
      await dialog.waitFor();
      expect(await dialog.textContent()).toContain("Theirs");
      await dialog.getByRole("button", { name: "Overwrite with mine" }).click();
      await dialog.waitFor({ state: "hidden" });
      const stored = await setup.admin("GET", path);
      expect(stored.config.client_name).toBe("Mine");
    });
  });

  test("the access check comes filled in from a permission and from a user, with the cursor where something is missing", () =>
    setup.visit(async ({ page, open }) => {
      const { id } = await setup.admin("POST", "/permissions", {
        name: "read-reports",
        resources: [{ hosts: ["api.example.com"], paths: ["/reports", "/**"], methods: ["PUT"] }],
      });
      await open(`#permissions/${id}`);
      await page.getByRole("link", { name: "Check who may do this" }).click();
      const form = page.getByRole("form", { name: "Question" });
      await form.waitFor();
      const value = (name: string) => form.getByRole("textbox", { name, exact: true }).inputValue();
      expect([await value("Host"), await value("Path")]).toEqual(["api.example.com", "/reports"]);
      expect(await form.getByRole("combobox", { name: "Method" }).inputValue()).toBe("PUT");
      await page.waitForFunction(() => document.activeElement?.closest("form") !== null);
      await page.keyboard.type("admin");
      expect(await value("Who")).toBe("admin");
      await page.keyboard.press("Enter");
      await page.getByText("Refused").first().waitFor();

      await open("#users");
      await page.getByRole("link", { name: "admin", exact: true }).first().click();
      await page.getByRole("link", { name: "Check what is allowed" }).click();
      await form.waitFor();
      expect(await value("Who")).toBe("admin");
      await page.waitForFunction(() => document.activeElement?.closest("form") !== null);
      await page.keyboard.type("/reports");
      expect(await value("Path")).toBe("/reports");
    }));
});
