/**
 * A second factor that is set up as part of the sign-in, with and without script (decision E-1; F-1, F-2): the right to it
 * lasts minutes, counts once, belongs to one sign-in, and is worth nothing to an account that has a factor.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../support/auth.ts";
import { makePasskey } from "../../support/authenticator.ts";
import {
  ADA_LOGIN,
  JSON_TYPE,
  passwordLogin,
  postJson,
  SESSION_COOKIE,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import { catalogues } from "../../support/inside.ts";
import { passkeyTalk } from "../../support/passkeys.ts";
import { type Jar, LOGIN_CLIENT } from "../../support/session.ts";
import { createAda, putClient, putSetting, reopenPlane, TOKEN, WEB } from "../../support/tokens.ts";
import { codeAt, enroll } from "../../support/totp.ts";

const APP = "/login/auth/factor-app/postern";
const PASSKEY = "/login/auth/factor-passkey/postern";
const ORIGIN = "https://id.example.com";

let gateway: TestGateway;
let jar: Jar;
/** A person for each test: a factor of one is none of the next. */
let people = 0;
let name = "";

beforeAll(async () => {
  gateway = await startGateway();
  await putSetting(gateway.service, "password", { attempts: { unlimited: true } });
});
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  people += 1;
  name = `person${people}`;
  await createAda(gateway.service, { alias: [name] }, { uid: name });
  jar = gateway.jar();
  await rule({ everybody: true });
});

const rule = (members: Record<string, unknown>) =>
  putSetting(gateway.service, "second_factor", members);
const signIn = (more: Record<string, unknown> = {}) =>
  passwordLogin(jar, { username: name, ...more });
const codeOf = (secret: string) => codeAt(secret, gateway.runtime.clock.now());
const isSignedIn = () => jar.cookies.has(SESSION_COOKIE);
const isOn = async (user = name) =>
  (await gateway.service.json("GET", "/auth/v1/totp", undefined, user)).body.payload.enabled;

async function setup() {
  const answer = await signIn();
  expect([answer.status, answer.body.error]).toEqual([401, "mfa_setup_required"]);
  expect(isSignedIn()).toBe(false);
  return answer.body.setup;
}

describe("when it is due", () => {
  test("the page sets an app up and goes on: recovery codes once, a session of two factors", async () => {
    const { ticket, app, account } = await setup();
    expect([account, app.url]).toEqual([name, APP]);
    expect(app.qr).toContain("<svg");
    expect(await isOn(), "nothing is stored before the first code").toBe(false);
    const done = await postJson(jar, APP, { ticket, code: codeOf(app.secret) });
    expect(done.status, done.text).toBe(200);
    expect(done.body.payload.recovery_codes).toHaveLength(8);
    expect(await isOn()).toBe(true);
    expect((await jar.get("/app")).body.claims).toMatchObject({
      amr: ["pwd", "otp", "mfa"],
      acr: "mfa",
    });
    jar = gateway.jar();
    expect((await signIn()).body.error, "asked for from now on").toBe("mfa_required");
  });

  test("a wrong code leaves the right as it is", async () => {
    const { ticket, app } = await setup();
    const wrong = await postJson(jar, APP, { ticket, code: "000000" });
    expect([wrong.status, wrong.body.error]).toEqual([400, "invalid_request"]);
    expect((await postJson(jar, APP, { ticket, code: codeOf(app.secret) })).status).toBe(200);
  });

  test("a passkey with which the device has checked the person counts", async () => {
    const { ticket } = await setup();
    const begun = await postJson(jar, PASSKEY, { ticket });
    const { session_id, options } = begun.body.payload;
    expect(options.authenticatorSelection.userVerification).toBe("required");
    const { credential } = await makePasskey(options, ORIGIN);
    const done = await postJson(jar, PASSKEY, { ticket, session_id, credential });
    expect(done.status, done.text).toBe(200);
    expect((await jar.get("/app")).body.claims).toMatchObject({ acr: "mfa" });
    expect((await jar.get("/app")).body.claims.amr, "a registration proves no key").not.toContain(
      "swk",
    );
  });

  test("a passkey whose answer is lost: the right is over, it signs in, and its person makes codes that are seen", async () => {
    const { ticket } = await setup();
    const { session_id, options } = (await postJson(jar, PASSKEY, { ticket })).body.payload;
    const { credential, passkey } = await makePasskey(options, ORIGIN);
    const lost = await postJson(gateway.jar(), PASSKEY, { ticket, session_id, credential });
    const [unseen] = lost.body.payload.recovery_codes;

    const again = await postJson(jar, PASSKEY, { ticket, session_id, credential });
    expect([again.status, again.body.error, isSignedIn()]).toEqual([400, "invalid_grant", false]);
    await putClient(gateway.service, WEB.id, { client_secret: WEB.secret });
    expect((await passkeyTalk(gateway.service).signIn(passkey)).status).toBe(200);

    const made = await gateway.service.json("POST", "/auth/v1/totp/recovery", {}, name);
    expect(made.status, made.text).toBe(200);
    const [seen] = made.body.payload.recovery_codes;
    expect((await signIn({ totp: unseen })).status, "worth nothing now").toBe(401);
    expect((await signIn({ totp: seen })).status).toBe(200);
  });

  test("a passkey of a device that has checked nothing does not, and leaves the right as it is", async () => {
    const { ticket } = await setup();
    const finish = async (verified: boolean) => {
      const { session_id, options } = (await postJson(jar, PASSKEY, { ticket })).body.payload;
      const { credential } = await makePasskey(options, ORIGIN, { verified });
      return postJson(jar, PASSKEY, { ticket, session_id, credential });
    };
    const refused = await finish(false);
    expect([refused.status, refused.body.error, isSignedIn()]).toEqual([
      400,
      "invalid_request",
      false,
    ]);
    const done = await finish(true);
    expect(done.status, done.text).toBe(200);
    const again = await postJson(jar, PASSKEY, { ticket });
    expect(again.body.payload, "once").toBeUndefined();
  });

  test("only a login page of this process gets the right: others are told where to go", async () => {
    const answer = await gateway.service.form(
      TOKEN,
      { grant_type: "password", ...ADA_LOGIN, username: name },
      LOGIN_CLIENT,
    );
    expect([answer.status, answer.body]).toEqual([
      401,
      {
        error: "mfa_setup_required",
        error_description: expect.stringMatching(/has none: set it up at http\S+\/auth\/ui\/$/),
      },
    ]);
  });
});

describe("as an attacker with the password alone", () => {
  test("an account with an app is asked for its code, whatever the grants that ask", async () => {
    await enroll(gateway.service, name);
    await putSetting(gateway.service, "totp", { methods: ["email_code"] });
    expect((await signIn()).body).toEqual({ message: "totp code required", error: "mfa_required" });
    await putSetting(gateway.service, "totp", { disabled: true });
    const off = await signIn();
    expect([off.status, off.body.setup], "its factor is switched off").toEqual([403, undefined]);
    await putSetting(gateway.service, "totp", {});
  });

  test("an account with a passkey signs in with it, and gets no other factor", async () => {
    await passkeyTalk(gateway.service).register(name);
    const { status, body } = await signIn();
    expect([status, body.error, body.setup]).toEqual([401, "passkey_required", undefined]);
  });

  test("a right from before the account had a factor is worth nothing", async () => {
    const { ticket, app } = await setup();
    await enroll(gateway.service, name);
    const late = await postJson(jar, APP, { ticket, code: codeOf(app.secret) });
    expect([late.status, late.body.error, isSignedIn()]).toEqual([401, "mfa_required", false]);
    const begun = await postJson(jar, PASSKEY, { ticket });
    expect(begun.body.payload).toBeUndefined();
  });

  test("of two rights of one password one counts, and each counts once", async () => {
    const [one, two] = [await setup(), await setup()];
    const first = { ticket: one.ticket, code: codeOf(one.app.secret) };
    expect((await postJson(jar, APP, first)).status).toBe(200);
    const elsewhere = gateway.jar();
    expect((await postJson(elsewhere, APP, first)).status).toBeGreaterThanOrEqual(400);
    gateway.runtime.advance(30_000);
    const second = { ticket: two.ticket, code: codeOf(two.app.secret) };
    expect((await postJson(elsewhere, APP, second)).status).toBeGreaterThanOrEqual(400);
    expect(elsewhere.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("of an app and a passkey that are set up at once, one counts", async () => {
    const [one, two] = [await setup(), await setup()];
    const begun = await postJson(jar, PASSKEY, { ticket: two.ticket });
    const { session_id, options } = begun.body.payload;
    const { credential } = await makePasskey(options, ORIGIN);
    const answers = await Promise.all([
      postJson(gateway.jar(), APP, { ticket: one.ticket, code: codeOf(one.app.secret) }),
      postJson(gateway.jar(), PASSKEY, { ticket: two.ticket, session_id, credential }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("it ends after ten minutes and with the account, and belongs to its client", async () => {
    const { ticket, app } = await setup();
    await putClient(gateway.service, "other", { client_secret: "another secret of a client" });
    const request = { client_id: "other", client_secret: "another secret of a client", ticket };
    const stolen = gateway.service.auth.api.factorSetup.show(request, { origin: ORIGIN });
    await expect(stolen).rejects.toMatchObject({ code: "invalid_grant" });
    gateway.runtime.advance(601_000);
    const late = await postJson(jar, APP, { ticket, code: codeOf(app.secret) });
    expect([late.status, late.body.error]).toEqual([400, "invalid_grant"]);
    const before = await setup();
    const path = `/auth/v1/users/${await idOf(name)}`;
    const off = await gateway.service.json("PUT", path, {
      ...{ alias: [name], local: true, is_active: false },
    });
    expect(off.status, off.text).toBe(200);
    const gone = await postJson(jar, APP, {
      ...{ ticket: before.ticket, code: codeOf(before.app.secret) },
    });
    expect([gone.status, gone.body.error]).toEqual([400, "invalid_grant"]);
  });

  test("a page of another origin sets nothing up", async () => {
    const { ticket, app } = await setup();
    const headers = { ...JSON_TYPE, origin: "https://evil.example" };
    const body = { ticket, code: codeOf(app.secret) };
    expect((await postJson(jar, APP, body, headers)).status).toBe(403);
  });
});

const idOf = async (alias: string) =>
  (await gateway.service.json("GET", `/auth/v1/users?alias=${alias}`)).body.payload[0].id;

describe("a page that demands two factors, without a rule for the person", () => {
  test("`require_acr` of the sign-in lets a factor be set up; without it one is enough", async () => {
    await rule({});
    expect((await signIn()).status).toBe(204);
    jar = gateway.jar();
    const asked = await signIn({ require_acr: "mfa" });
    expect([asked.status, asked.body.error]).toEqual([401, "mfa_setup_required"]);
  });
});

describe("while there is time", () => {
  const yesterday = () =>
    new Date(gateway.runtime.clock.now() - 86_400_000).toISOString().slice(0, 10);

  test("the sign-in goes on, and says until when; the factor can be set up at once", async () => {
    await rule({ everybody: true, from: yesterday(), grace: "14d" });
    const { status, body } = await signIn();
    expect([status, isSignedIn()]).toEqual([200, true]);
    const { until, ticket, app } = body.payload.setup;
    expect(Date.parse(until)).toBeGreaterThan(gateway.runtime.clock.now());
    expect((await jar.get("/app")).body.claims.acr).toBeUndefined();
    expect((await postJson(jar, APP, { ticket, code: codeOf(app.secret) })).status).toBe(200);
    expect((await jar.get("/app")).body.claims.acr).toBe("mfa");
  });

  test("an account that is made later has the same time; before the day nothing is said", async () => {
    await rule({ everybody: true, from: "2999-01-31", grace: "14d" });
    expect((await signIn()).status).toBe(204);
    await rule({ everybody: true, from: "2001-01-31", grace: "1h" });
    expect((await signIn()).status).toBe(200);
    gateway.runtime.advance(3_600_000);
    expect((await signIn()).body.error).toBe("mfa_setup_required");
  });
});

describe("the form without script", () => {
  const token = ({ text }: Answer) => /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? "";
  const hidden = ({ text }: Answer, field: string) =>
    new RegExp(`name="${field}" value="([^"]*)"`).exec(text)?.[1] ?? "";
  const send = (fields: Record<string, string>, language = "en") =>
    jar.send("POST", "/login/?redirect_path=%2Fapp", {
      headers: { accept: "text/html", origin: ORIGIN, "accept-language": language },
      body: new URLSearchParams(fields),
    });

  async function asked() {
    const form_token = token(await jar.open("/login/?redirect_path=%2Fapp"));
    return send({ form_token, ...ADA_LOGIN, username: name });
  }
  const secretOf = ({ text }: Answer) =>
    (/id="setup-secret">([^<]*)</.exec(text)?.[1] ?? "").replaceAll(" ", "");

  test("shows the key, says what is wrong with a code, shows the recovery codes, and goes on", async () => {
    const page = await asked();
    expect([page.status, isSignedIn()]).toEqual([401, false]);
    expect(page.text).toContain("Set up a second step");
    const fields = {
      form_token: token(page),
      ...{ view: "factor-setup", provider: hidden(page, "provider") },
      ticket: hidden(page, "ticket"),
    };
    const wrong = await send({ ...fields, code: "000000" });
    expect(wrong.text).toContain("This code is not valid");
    expect(secretOf(wrong), "the same key").toBe(secretOf(page));
    const done = await send({ ...fields, code: codeOf(secretOf(wrong)) });
    expect(done.status, done.text).toBe(200);
    expect(done.text.match(/<li><code>/g)).toHaveLength(8);
    expect(done.text).toContain('<a id="error-next" href="/app">');
    expect(await whoIs(jar)).toBeDefined();
  });

  describe.each(["en", "de", "fr"] as const)("that comes too late, in %s", (language) => {
    const { setupGone } = catalogues.loginText({ language: () => language });
    const said = ({ text }: Answer) => /id="login-error"[^>]*>([^<]*)</.exec(text)?.[1];

    test.each([
      ["after its time", async () => gateway.runtime.advance(601_000)],
      ["after an app was set up in another window", () => enroll(gateway.service, name)],
    ])("%s: it says that the page is over, and nothing of a mistake", async (_when, happen) => {
      const page = await asked();
      const form_token = token(page);
      const code = codeOf(secretOf(page));
      await happen();
      const fields = { view: "factor-setup", provider: hidden(page, "provider"), code };
      const late = await send({ ...fields, form_token, ticket: hidden(page, "ticket") }, language);
      expect(late.status).toBeGreaterThanOrEqual(400);
      expect(late.text).toContain(`lang="${language}"`);
      const [view] = /<fieldset id="login-view".*?<\/fieldset>/s.exec(late.text) ?? [];
      expect(view).toContain(setupGone);
      expect(said(late), "no fault of the person").toBe("");
      expect(view, "no key to set up").not.toContain('id="setup-secret"');
      expect(isSignedIn()).toBe(false);
    });
  });

  test("while there is time the page offers it with a way on", async () => {
    const from = new Date(gateway.runtime.clock.now() - 86_400_000).toISOString().slice(0, 10);
    await rule({ everybody: true, from, grace: "14d" });
    const page = await asked();
    expect([page.status, isSignedIn()]).toEqual([200, true]);
    expect(page.text).toContain('<a class="link" id="setup-later" href="/app">');
  });
});

describe("whom the rule names", () => {
  test("people of a role, also through one that contains it, and administrators; not others", async () => {
    const { service } = gateway;
    const role = async (fields: object) =>
      (await service.json("POST", "/auth/v1/roles", fields)).body.payload.id as string;
    const inner = await role({ name: `inner ${name}` });
    const outer = await role({ name: `outer ${name}`, role_ids: [inner] });
    await rule({ role_ids: [inner] });
    expect((await signIn()).status).toBe(204);
    const id = await idOf(name);
    const put = await service.json("PUT", `/auth/v1/users/${id}`, {
      ...{ alias: [name], local: true, role_ids: [outer] },
    });
    expect(put.status, put.text).toBe(200);
    expect((await signIn()).body.error).toBe("mfa_setup_required");
    await rule({ administrators: true });
    expect((await signIn()).status, "no administrator").toBe(204);
    const limited = [{ role_id: inner, may: ["support"] }];
    const admin = { permission: "manage", allow_missing_x_user: true, limited };
    await putSetting(service, "admin", admin);
    expect((await signIn()).body.error, "one with fewer rights").toBe("mfa_setup_required");
    await reopenPlane(service);
  });
});
