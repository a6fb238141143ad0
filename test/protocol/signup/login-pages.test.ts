/** Signup and reset through a login (login-middleware.md; login-session-wire 3.4, 3.9; items 14, 22; L-W13). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { postJson, startGateway, type TestGateway } from "../../support/gateway.ts";
import { LOGIN_CLIENT } from "../../support/session.ts";
import {
  PAGE as CLIENT_PAGE,
  codeIn,
  linkCodeIn,
  PASSWORD,
  type SignupSetup,
  signupSetup,
} from "../../support/signup.ts";
import { putClient, putSetting } from "../../support/tokens.ts";

const SIGNUP = "/login/auth/signup/postern";
const VERIFY = "/login/auth/signup/verify/postern";
const RESET = "/login/auth/reset/postern";
const CONFIRM = "/login/auth/reset/confirm/postern";

let gateway: TestGateway;
let setup: SignupSetup;
beforeAll(async () => {
  gateway = await startGateway();
  setup = await signupSetup(gateway.service);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await setup.relay[Symbol.asyncDispose]();
});
beforeEach(() => setup.settings());

const linksOf = async () => {
  const { body } = await gateway.jar().get("/login/auth/methods");
  return body.payload.provider.password[0];
};

describe("a login in the process of the service", () => {
  test("14: the manifest follows the settings as they are now", async () => {
    expect(await linksOf()).toEqual({
      name: "Password",
      url: "/login/auth/token/postern",
      signup_url: SIGNUP,
      signup_verify_url: VERIFY,
      password_reset_url: RESET,
      password_reset_confirm_url: CONFIRM,
      password_min_length: 8,
    });
    await setup.settings({ enabled: false, password_min_length: 10 });
    expect(await linksOf()).toEqual({
      name: "Password",
      url: "/login/auth/token/postern",
      password_reset_url: RESET,
      password_reset_confirm_url: CONFIRM,
      password_min_length: 10,
    });
    await setup.settings({ enabled: false, password_reset: false });
    expect(await linksOf()).toEqual({ name: "Password", url: "/login/auth/token/postern" });
    expect(await gateway.service.auth.api.features()).toMatchObject({
      signup: false,
      password_reset: false,
    });
  });

  test("22: sign up, confirm, sign in, forget the password, reset it; client and secret are ours", async () => {
    const email = "page@example.com";
    const evil = { client_id: "evil", client_secret: "evil", role_ids: ["admin"] };
    const asked = await postJson(gateway.jar(), SIGNUP, { email, password: PASSWORD, ...evil });
    expect([asked.status, asked.body.payload.verification_required]).toEqual([200, true]);
    const code = await setup.codeFor(email);
    const verified = await postJson(gateway.jar(), VERIFY, { code });
    expect([verified.status, verified.body.payload.message]).toEqual([
      200,
      "email verified, you can now sign in",
    ]);
    const signedIn = gateway.jar();
    const who = { username: email, password: PASSWORD };
    expect((await postJson(signedIn, "/login/auth/token/postern", who)).status).toBe(204);
    expect((await signedIn.open("/app")).status).toBe(200);

    expect((await postJson(gateway.jar(), RESET, { email })).status).toBe(200);
    const reset = { code: await setup.codeFor(email), password: "a new password" };
    const confirmed = await postJson(gateway.jar(), CONFIRM, reset);
    expect([confirmed.status, confirmed.body.payload.message]).toEqual([200, "password updated"]);
    // E-8: the session of the browser has ended.
    expect((await signedIn.open("/app")).status).not.toBe(200);
    const again = { username: email, password: "a new password" };
    expect((await postJson(gateway.jar(), "/login/auth/token/postern", again)).status).toBe(204);
  });

  test("T-7: a link only where the configuration says where we are", async () => {
    const redirect_uri = `${ORIGIN}/login/?flow=verify`;
    const ask = async (email: string, more = {}) => {
      await postJson(gateway.jar(), SIGNUP, { email, password: PASSWORD, ...more });
      return setup.relay.next(email);
    };
    const without = await ask("bare@example.com", { redirect_uri });
    expect(`${without.mail.text}${without.mail.html}`).not.toMatch(/https?:\/\//);
    await putSetting(gateway.service, "oauth2", { base_url: ORIGIN });
    const linked = await ask("linked@example.com", { redirect_uri });
    expect(linked.mail.text).toContain(`${redirect_uri}&code=${linkCodeIn(linked)}`);
    // A page that does not say where it is gets a link to the page of this login.
    const own = await ask("own@example.com");
    expect(own.mail.text).toContain(`${ORIGIN}/login/?flow=verify&code=${linkCodeIn(own)}`);
    const foreign = await ask("foreign@example.com", { redirect_uri: "https://evil.example.net/" });
    expect(foreign.mail.text).not.toContain("evil.example.net");
    await gateway.service.json("DELETE", "/auth/v1/settings/oauth2");
  });

  describe("A7, decision E-11: a link of a mail leads to the login page, whatever the request names", () => {
    const OTHER_CLIENT = "https://other.example.com/cb";
    beforeAll(async () => {
      await putSetting(gateway.service, "oauth2", { base_url: ORIGIN });
      await putClient(gateway.service, LOGIN_CLIENT.id, {
        client_secret: LOGIN_CLIENT.secret,
        grant_types: ["password", "authorization_code", "refresh_token", "email_code"],
        redirect_uris: [CLIENT_PAGE, "http://127.0.0.1:7000/cb"],
        whitelist_urls: [CLIENT_PAGE],
        skip_consent: true,
      });
      await putClient(gateway.service, "other", { redirect_uris: [OTHER_CLIENT] });
      await putClient(gateway.service, "dcr-stranger", {
        dynamic: true,
        public: true,
        redirect_uris: ["https://stranger.example.com/cb"],
      });
    });
    afterAll(() => gateway.service.json("DELETE", "/auth/v1/settings/oauth2"));

    const host = new URL(ORIGIN).host;
    const TARGETS = [
      `${ORIGIN}/app`,
      `${ORIGIN}/app/?flow=verify`,
      `${ORIGIN}/login/app`,
      `${ORIGIN}/login/../app`,
      `${ORIGIN}/login/%2e%2e/app`,
      `${ORIGIN}/login/..%2fapp`,
      `${ORIGIN}//app`,
      `${ORIGIN}/login/\\..\\..\\app`,
      `${ORIGIN}/login/;/../app`,
      `${ORIGIN}/login/#https://eve.example/`,
      `${ORIGIN}/login/?redirect_path=https%3A%2F%2Feve.example%2F`,
      `${ORIGIN}/login/?code=mine&flow=verify`,
      `https://eve@${host}/login/`,
      `https://${host}@eve.example/login/`,
      `https://${host}:8443/login/`,
      `http://${host}/login/`,
      `//${host}/app`,
      "/app",
      "https://eve.example/login/",
      OTHER_CLIENT,
      "https://stranger.example.com/cb",
      "http://127.0.0.1:9000/cb",
    ];

    test.each(TARGETS)("%s", async (redirect_uri) => {
      const name = Math.random().toString(36).slice(2);
      const user = `user-${name}@example.com`;
      await gateway.service.createUser({ alias: [user], details: { password: PASSWORD } });
      const ways: [string, string, string][] = [
        [SIGNUP, "verify", `new-${name}@example.com`],
        [RESET, "reset", user],
        ["/login/auth/email/postern", "email&provider=postern", user],
      ];
      for (const [path, flow, email] of ways) {
        const body = { email, password: PASSWORD, redirect_uri };
        expect((await postJson(gateway.jar(), path, body)).status, path).toBe(200);
        const received = await setup.relay.next(email);
        const links = (received.mail.text ?? "").match(/https?:\S+/g);
        const code = linkCodeIn(received);
        expect(code).not.toBe("");
        expect(links, path).toEqual([`${ORIGIN}/login/?flow=${flow}&code=${code}`]);
        expect(received.mail.html).not.toMatch(/eve\.example|\/app|other\.example|stranger/);
      }
    });

    test("a registered target of the client of the login is led to", async () => {
      const email = "registered@example.com";
      const redirect_uri = `${CLIENT_PAGE}?flow=verify`;
      await postJson(gateway.jar(), SIGNUP, { email, password: PASSWORD, redirect_uri });
      const received = await setup.relay.next(email);
      expect(received.mail.text).toContain(`${redirect_uri}&code=${linkCodeIn(received)}`);
    });
  });

  test("P4: mails of signup and reset are in the language of the page", async () => {
    const email = "sprache@example.com";
    const german = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };
    await postJson(gateway.jar(), SIGNUP, { email, password: PASSWORD }, german);
    const verify = await setup.relay.next(email);
    expect(verify.mail.subject).toBe("Bestätigen Sie Ihre E-Mail-Adresse");
    await postJson(gateway.jar(), VERIFY, { code: codeIn(verify) }, german);
    await postJson(gateway.jar(), RESET, { email }, german);
    const reset = await setup.relay.next(email);
    expect(reset.mail.html).toContain('<html lang="de">');
    await postJson(gateway.jar(), CONFIRM, { code: codeIn(reset), password: "ein neues" }, german);
    expect((await setup.relay.next(email)).mail.html).toContain('<html lang="de">');
  });

  test("22: refusals keep status and text; nothing is sent to another address", async () => {
    const short = await postJson(gateway.jar(), SIGNUP, {
      email: "s@example.com",
      password: "short",
    });
    expect([short.status, short.body.message]).toEqual([
      400,
      "password must be at least 8 characters",
    ]);
    const code = await postJson(gateway.jar(), VERIFY, { code: "0".repeat(48) });
    expect([code.status, code.body.message]).toEqual([401, "code not found or expired"]);
    await setup.settings({ email_verification: false });
    const taken = { email: "ada@example.com", password: PASSWORD };
    const again = await postJson(gateway.jar(), SIGNUP, taken);
    expect([again.status, again.body.message]).toEqual([409, "account already exists"]);
    await putSetting(gateway.service, "email", {});
    const relayless = await postJson(gateway.jar(), RESET, { email: "ada@example.com" });
    expect([relayless.status, relayless.body.message]).toEqual([
      503,
      "email delivery is not configured",
    ]);
    await putSetting(gateway.service, "email", {
      from: "id@example.com",
      smtp: { host: "127.0.0.1", port: setup.relay.port },
    });
  });

  test("404 while it is disabled", async () => {
    await setup.settings({ enabled: false, password_reset: false });
    for (const [path, message] of [
      [SIGNUP, "signup is not enabled"],
      [VERIFY, "signup is not enabled"],
      [RESET, "password reset is not enabled"],
      [CONFIRM, "password reset is not enabled"],
    ] as const) {
      const { status, body } = await postJson(gateway.jar(), path, { email: "a@example.com" });
      expect([status, body.message]).toEqual([404, message]);
    }
  });

  test("L-W14: another origin's page changes nothing", async () => {
    const headers = { origin: "https://evil.example.net" };
    for (const path of [SIGNUP, VERIFY, RESET, CONFIRM]) {
      const { status } = await postJson(gateway.jar(), path, { email: "a@example.com" }, headers);
      expect(status, path).toBe(403);
    }
  });
});
