/** A password that an administrator gives for a first sign-in (ADR 0086; E-1, E-8, K-11, P-4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { postJson, whoIs } from "../../support/gateway.ts";
import { type AccountsSetup, accountsSetup } from "../../support/invitations.ts";
import { linkCodeIn } from "../../support/signup.ts";
import { putClient, putSetting, TOKEN, WEB } from "../../support/tokens.ts";

const GIVEN = "given by the office";
const OWN = "chosen by the person";
let setup: AccountsSetup;
beforeAll(async () => {
  setup = await accountsSetup();
  await putClient(setup.gateway.service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => setup[Symbol.asyncDispose]());

let count = 0;
async function newUser(details: Record<string, unknown> = {}) {
  const alias = `first-${++count}@example.com`;
  const id = await setup.gateway.service.createUser({
    alias: [alias],
    details: { name: "Ada", email: alias, password: GIVEN, password_temporary: true, ...details },
  });
  return { alias, id };
}
const granted = (username: string, password: string) =>
  setup.gateway.service.form(TOKEN, { grant_type: "password", username, password }, WEB);
const FORM = { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN };
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
/** The form of the page without script. */
async function signIn(jar: ReturnType<AccountsSetup["gateway"]["jar"]>, username: string) {
  const page = await jar.open("/login/");
  const fields = { username, password: GIVEN, provider: "postern" };
  const form_token = hidden(page.text, "form_token");
  const body = new URLSearchParams({ ...fields, form_token }).toString();
  return jar.send("POST", "/login/", { headers: FORM, body });
}
function choose(
  jar: ReturnType<AccountsSetup["gateway"]["jar"]>,
  text: string,
  new_password: string,
) {
  const fields = {
    ...{ view: "first-password", provider: "postern", new_password },
    ...{ form_token: hidden(text, "form_token"), code: hidden(text, "code") },
  };
  const body = new URLSearchParams(fields).toString();
  return jar.send("POST", "/login/", { headers: FORM, body });
}

describe("a temporary password", () => {
  test("gives no token and no session; the grant says why, and nothing to who does not know it", async () => {
    const { alias } = await newUser();
    const refused = await granted(alias, GIVEN);
    expect([refused.status, refused.body.error]).toEqual([401, "password_change_required"]);
    const wrong = await granted(alias, "guessed by another");
    expect(wrong.text).not.toContain("temporary");
    const jar = setup.gateway.jar();
    const body = { username: alias, password: GIVEN };
    const json = await postJson(jar, "/login/auth/token/postern", body);
    expect(json.status).toBe(401);
    expect(json.text).toContain("password_change_required");
    // The right to choose is for pages of this process alone.
    expect(json.text).not.toMatch(/[0-9a-f]{64}/);
    expect(refused.text).not.toMatch(/[0-9a-f]{64}/);
    expect(await whoIs(jar)).toBeUndefined();
  });

  test("the login page asks for another one and signs in with it; the given one is worth nothing then", async () => {
    const { alias, id } = await newUser();
    const jar = setup.gateway.jar();
    const page = await signIn(jar, alias);
    expect(page.status).toBe(401);
    expect(page.text).toContain("Choose your own password");
    const same = await choose(jar, page.text, GIVEN);
    expect(same.status).toBe(400);
    const short = await choose(jar, same.text, "short");
    expect(short.status).toBe(400);
    // What the settings refuse of other new passwords they refuse here (E-1), and the right to choose stays.
    const { service } = setup.gateway;
    const refused = { refuse_common: true, refuse_own_words: true };
    await putSetting(service, "password", refused);
    const common = await choose(jar, short.text, "iloveyou2");
    expect(common.status).toBe(400);
    const words = await choose(jar, common.text, `${alias}1`);
    expect(words.status).toBe(400);
    await putSetting(service, "password", {});
    const chosen = await choose(jar, words.text, OWN);
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/"]);
    expect(await whoIs(jar)).toBe(alias);
    expect((await granted(alias, OWN)).status).toBe(200);
    expect((await granted(alias, GIVEN)).status).toBe(400);
    const { payload } = (await setup.admin("GET", `/users/${id}`)).body;
    expect(payload).toMatchObject({ updated_by: "first-password" });
    expect(payload.details).not.toHaveProperty("password_temporary");
  });

  test("the right to choose is used once, and ends with everything that ends sessions", async () => {
    const { alias, id } = await newUser();
    const [one, two] = [setup.gateway.jar(), setup.gateway.jar()];
    const page = await signIn(one, alias);
    const other = await signIn(two, alias);
    const both = await Promise.all([
      choose(one, page.text, OWN),
      choose(two, other.text, "chosen by another"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 401]);
    expect((await choose(setup.gateway.jar(), page.text, "once more")).status).toBe(400);
    const third = await newUser();
    const jar = setup.gateway.jar();
    const waiting = await signIn(jar, third.alias);
    await setup.admin("POST", `/users/${third.id}/suspend`, { reason: "stolen paper" });
    await setup.admin("POST", `/users/${third.id}/resume`);
    expect((await choose(jar, waiting.text, OWN)).status).toBe(401);
    expect(await setup.admin("GET", `/users/${id}`)).toMatchObject({ status: 200 });
  });

  test("the mark goes with its password: kept when other details are written, gone with another password or a reset", async () => {
    const { alias, id } = await newUser();
    await setup.admin("PATCH", `/users/${id}`, { details: { name: "Other", email: alias } });
    expect((await granted(alias, GIVEN)).body.error).toBe("password_change_required");
    await setup.admin("PATCH", `/users/${id}`, { details: { name: "Other", password: OWN } });
    expect((await granted(alias, OWN)).status).toBe(200);
    const second = await newUser();
    await putSetting(setup.gateway.service, "signup", { password_reset: true });
    await setup.admin("POST", `/users/${second.id}/password-reset`);
    const code = linkCodeIn(await setup.relay.next(second.alias));
    const reset = "/login/auth/reset/confirm/postern";
    await postJson(setup.gateway.jar(), reset, { code, password: OWN });
    expect((await granted(second.alias, OWN)).status).toBe(200);
  });
});
