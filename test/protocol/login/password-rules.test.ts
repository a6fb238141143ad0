/** Where a person chooses a password the page says before what it has to be, without script too, as the settings are at that moment (E-1, B-10). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { type AccountsSetup, accountsSetup } from "../../support/invitations.ts";
import { putSetting } from "../../support/tokens.ts";

const WORDS = "More than your name";
const COMMON = "None of the common ones";
const STOLEN = "None that was stolen";
const GIVEN = "given by the office";

let setup: AccountsSetup;
const put = (namespace: string, value: Record<string, unknown>) =>
  putSetting(setup.gateway.service, namespace, value);
const rules = (more: Record<string, unknown> = {}) =>
  put("password", { refuse_common: true, refuse_own_words: true, ...more });

beforeAll(async () => {
  setup = await accountsSetup();
});
afterEach(async () => {
  await put("password", {});
  await put("signup", {});
  await put("branding", {});
});
afterAll(() => setup[Symbol.asyncDispose]());

const opened = async (query: string) => (await setup.gateway.jar().open(`/login/${query}`)).text;

/** What the page says below its new password. */
function saidIn(text: string): string {
  // A view that waits for the script is not what a person without one sees.
  const seen = text.replace(/<template.*?<\/template>/gs, "");
  return /<ul id="[\w-]+-hint" class="rules".*?<\/ul>/s.exec(seen)?.[0] ?? "";
}
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";

/** The page that follows a temporary password. */
async function firstPassword(alias: string): Promise<string> {
  const details = { name: "Ada", password: GIVEN, password_temporary: true };
  await setup.gateway.service.createUser({ alias: [alias], details });
  const jar = setup.gateway.jar();
  const page = await jar.open("/login/");
  const fields = { username: alias, password: GIVEN, provider: "postern" };
  const form_token = hidden(page.text, "form_token");
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN };
  const body = new URLSearchParams({ ...fields, form_token }).toString();
  return (await jar.send("POST", "/login/", { headers, body })).text;
}

describe("what a new password has to be is said before it is chosen", () => {
  test("at sign-up, reset, invitation and in place of a temporary password", async () => {
    await put("signup", { enabled: true, password_reset: true, password_min_length: 11 });
    await rules();
    const invited = await setup.invited("rosalind@example.com");
    const pages = {
      signup: await opened("?view=signup"),
      reset: await opened("?view=reset-confirm"),
      invitation: await opened(`?flow=invitation&code=${invited}`),
      first: await firstPassword("first-1@example.com"),
    };
    for (const [name, text] of Object.entries(pages)) {
      const said = saidIn(text);
      expect([name, said]).toEqual([name, expect.stringContaining("At least 11 characters.")]);
      expect(said).toContain(WORDS);
      expect(said).toContain(COMMON);
      expect(said).not.toContain(STOLEN);
      expect(text, name).toContain('aria-describedby="new_password-hint"');
    }
  });

  test("the pages of invitations and temporary passwords say it while neither sign-up nor reset is on", async () => {
    await put("signup", { password_min_length: 12 });
    await rules({ refuse_common: false });
    const invited = await setup.invited("grace@example.com");
    for (const text of [
      await opened(`?flow=invitation&code=${invited}`),
      await firstPassword("first-2@example.com"),
    ]) {
      expect(saidIn(text)).toContain("At least 12 characters.");
      expect(saidIn(text)).toContain(WORDS);
      expect(saidIn(text)).not.toContain(COMMON);
    }
  });

  test("a rule that is off is not said; in German and French it reads so", async () => {
    await put("signup", { enabled: true });
    const plain = saidIn(await opened("?view=signup"));
    expect(plain).toContain("At least 8 characters.");
    for (const rule of [WORDS, COMMON, STOLEN]) expect(plain).not.toContain(rule);
    await rules({ range_url: "https://range.example.com/range" });
    const in_ = async (language: string) =>
      saidIn((await setup.gateway.jar().open(`/login/?view=signup&ui_locales=${language}`)).text);
    expect(await in_("en")).toContain(STOLEN);
    expect(await in_("de")).toContain("Keines, das einem anderen Dienst gestohlen wurde.");
    expect(await in_("fr")).toContain("Pas un mot de passe volé à un autre service.");
  });

  test("the manifest says it for pages of others, and only where a password can be chosen", async () => {
    await rules();
    const link = async () => {
      const { body } = await setup.gateway.jar().get("/login/auth/methods");
      return body.payload.provider.password[0];
    };
    expect(await link()).not.toHaveProperty("password_refuses");
    await put("signup", { password_reset: true });
    expect(await link()).toMatchObject({ password_refuses: ["words", "common"] });
  });

  test("what the page knows of the service is escaped, and a name of it is looked for", async () => {
    await put("signup", { enabled: true });
    await rules();
    await put("branding", { product_name: `Harbour "<i>'` });
    const said = saidIn(await opened("?view=signup"));
    expect(said).not.toContain("<i>");
    const words = /data-words="([^"]*)"/.exec(said)?.[1]?.replaceAll("&quot;", '"');
    expect(
      JSON.parse(
        (words ?? "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#39;", "'"),
      ),
    ).toEqual(["postern", `Harbour "<i>'`]);
  });

  test("the own account says it on its page and over the API", async () => {
    await rules();
    const { service } = setup.gateway;
    const alias = "own@example.com";
    await service.createUser({
      alias: [alias],
      local: true,
      details: { name: "Ada", password: GIVEN },
    });
    const { body } = await service.json("GET", "/auth/v1/me", undefined, alias);
    expect(body.payload.password_rules).toEqual({ min_length: 8, refuses: ["words", "common"] });
    const page = await service.request("GET", "/auth/ui/account", { headers: { "x-user": alias } });
    expect(saidIn(page.text)).toContain(WORDS);
    expect(page.text).toContain('aria-describedby="account-new_password-hint"');
  });
});
