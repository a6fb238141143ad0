/** What the settings refuse of a new password is said on every page in its language, found by a code and not by words (E-1; ADR 0040). */
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import { postJson } from "../../support/gateway.ts";
import { catalogues, type Language } from "../../support/inside.ts";
import { type AccountsSetup, accountsSetup, PASSWORD } from "../../support/invitations.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import type { Jar } from "../../support/session.ts";
import { codeIn, linkCodeIn } from "../../support/signup.ts";
import { putSetting } from "../../support/tokens.ts";

const STOLEN = "a stolen password";
const LANGUAGES = ["en", "de", "fr"] as const;

let setup: AccountsSetup;
let range: ScriptedUpstream;
beforeAll(async () => {
  setup = await accountsSetup();
  range = await scriptedUpstream();
  const digest = createHash("sha1").update(STOLEN).digest("hex").toUpperCase();
  range.on(`/range/${digest.slice(0, 5)}`, () => ({ body: `${digest.slice(5)}:12\r\n` }));
  const { service } = setup.gateway;
  await putSetting(service, "oauth2", { base_url: ORIGIN, internal_hosts: ["127.0.0.1"] });
  const attempts = { unlimited: true };
  await putSetting(service, "signup", { enabled: true, password_reset: true, attempts });
});
afterEach(() => putSetting(setup.gateway.service, "password", {}));
afterAll(async () => {
  await setup[Symbol.asyncDispose]();
  await range[Symbol.asyncDispose]();
});

const refuseAll = () =>
  putSetting(setup.gateway.service, "password", {
    ...{ refuse_common: true, refuse_own_words: true, range_url: `${range.url}/range` },
    ...{ attempts: { unlimited: true }, own_changes: { unlimited: true } },
  });

let count = 0;
const newAddress = () => `mary.anning${++count}@example.com`;
async function newUser(details: Record<string, unknown> = {}) {
  const address = newAddress();
  await setup.gateway.service.createUser({
    alias: [address],
    details: { name: "Mary Anning", email: address, password: PASSWORD, ...details },
  });
  return address;
}

const hidden = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
const sendForm = (
  jar: Jar,
  path: string,
  page: Answer,
  fields: Record<string, string>,
  language: Language,
) =>
  jar.send("POST", path, {
    headers: { origin: ORIGIN, accept: "text/html", "accept-language": language },
    body: new URLSearchParams({
      ...{ form_token: hidden(page.text, "form_token"), provider: "postern" },
      ...fields,
    }),
  });

async function signUp(language: Language, email: string, new_password: string): Promise<Answer> {
  const jar = setup.gateway.jar();
  const page = await jar.open("/login/?view=signup", { "accept-language": language });
  return sendForm(jar, "/login/", page, { view: "signup", email, new_password }, language);
}

const textsIn = (language: Language) => catalogues.loginText({ language: () => language });

describe.each(LANGUAGES)("in %s", (language) => {
  test.each([
    ["passwordCommon", "iloveyou2"],
    ["passwordOwnWords", "mary.anning1"],
    ["passwordBreached", STOLEN],
  ] as const)("the sign-up says %s", async (key, password) => {
    await refuseAll();
    const refused = await signUp(language, "mary.anning@example.com", password);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(textsIn(language)[key]);
  });

  test("so does every other form that takes one", async () => {
    const { admin, gateway, relay } = setup;
    const common = textsIn(language).passwordCommon;
    const weak = { new_password: "iloveyou2" };

    const forgetful = await newUser();
    await postJson(gateway.jar(), "/login/auth/reset/postern", { email: forgetful });
    const code = codeIn(await relay.next(forgetful));
    const invited = newAddress();
    await admin("POST", "/invitations", { people: invited });
    const invitation = linkCodeIn(await relay.next(invited));
    const first = await newUser({ password_temporary: true });
    const user = await newUser();
    await refuseAll();

    const reset = gateway.jar();
    const asked = await reset.open("/login/?view=reset-confirm", { "accept-language": language });
    const fields = { view: "reset-confirm", code, ...weak };
    const refusedReset = await sendForm(reset, "/login/", asked, fields, language);
    expect([refusedReset.status, refusedReset.text.includes(common)]).toEqual([400, true]);

    const guest = gateway.jar();
    const opened = await guest.open(`/login/?flow=invitation&code=${invitation}`);
    const accepting = { view: "invitation", code: invitation, ...weak };
    const refusedGuest = await sendForm(guest, "/login/", opened, accepting, language);
    expect([refusedGuest.status, refusedGuest.text.includes(common)]).toEqual([400, true]);

    const newcomer = gateway.jar();
    const signIn = { username: first, password: PASSWORD };
    const page = await newcomer.open("/login/", { "accept-language": language });
    const own = await sendForm(newcomer, "/login/", page, signIn, language);
    const choosing = { view: "first-password", code: hidden(own.text, "code"), ...weak };
    const refusedFirst = await sendForm(newcomer, "/login/", own, choosing, language);
    expect([refusedFirst.status, refusedFirst.text.includes(common)]).toEqual([400, true]);

    const account = gateway.jar();
    await postJson(account, "/login/auth/token/postern", { username: user, password: PASSWORD });
    const mine = await account.open("/auth/ui/account", { "accept-language": language });
    const change = { current_password: PASSWORD, repeated_password: "iloveyou2", ...weak };
    const refusedChange = await sendForm(account, "/auth/ui/password", mine, change, language);
    expect([refusedChange.status, refusedChange.text.includes(common)]).toEqual([400, true]);
  });
});

test("a script has the code, which its page has a text for", async () => {
  await refuseAll();
  const body = { email: newAddress(), password: STOLEN };
  const refused = await postJson(setup.gateway.jar(), "/login/auth/signup/postern", body);
  expect([refused.status, refused.body.error]).toEqual([400, "password_breached"]);
});
