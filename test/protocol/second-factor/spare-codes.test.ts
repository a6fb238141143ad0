/**
 * Recovery codes beside a passkey: they stand in for it where it would be the second factor, after a first one, once each, and
 * are no way round a rule (decision E-1; F-1, F-2, F-3, P-4).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../support/auth.ts";
import { makePasskey } from "../../support/authenticator.ts";
import {
  passwordLogin,
  postJson,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import { CREDENTIALS, passkeyTalk } from "../../support/passkeys.ts";
import type { Jar } from "../../support/session.ts";
import { createAda, putClient, putSetting, TOKEN, WEB } from "../../support/tokens.ts";
import { enroll } from "../../support/totp.ts";

const RECOVERY = "/auth/v1/totp/recovery";
const PASSKEY = "/login/auth/factor-passkey/postern";
const ORIGIN = "https://id.example.com";
const GIVEN = "correct horse";

let gateway: TestGateway;
let jar: Jar;
let people = 0;
let name = "";
let id = "";

beforeAll(async () => {
  gateway = await startGateway();
  await putSetting(gateway.service, "password", { attempts: { unlimited: true } });
  await putClient(gateway.service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  people += 1;
  name = `person${people}`;
  id = await createAda(gateway.service, { alias: [name] }, { uid: name });
  jar = gateway.jar();
  await rule({ everybody: true });
});
const rule = (members: Record<string, unknown>) =>
  putSetting(gateway.service, "second_factor", members);
const own = (method: string, path: string, body?: object, user = name) =>
  gateway.service.json(method, path, body, user);
const grant = (more: Record<string, string> = {}) =>
  gateway.service.form(
    TOKEN,
    { grant_type: "password", username: name, password: GIVEN, ...more },
    WEB,
  );
const signIn = (more: Record<string, unknown> = {}) =>
  passwordLogin(jar, { username: name, ...more });
const left = async () => (await own("GET", "/auth/v1/totp")).body.payload;

/** With a passkey and eight codes. */
async function withCodes(): Promise<readonly string[]> {
  await passkeyTalk(gateway.service).register(name);
  const { status, text, body } = await own("POST", RECOVERY, {});
  expect(status, text).toBe(200);
  return body.payload.recovery_codes;
}

describe("recovery codes beside a passkey", () => {
  test("an account without passkey and app has none; with a passkey it has eight, and no app", async () => {
    expect((await own("POST", RECOVERY, {})).status).toBe(400);
    expect(await withCodes()).toHaveLength(8);
    expect(await left()).toEqual({ enabled: false, recovery_codes_left: 8 });
  });

  test("the password grant takes one in place of the passkey, each once: a sign-in of two factors", async () => {
    const [code = "", other = ""] = await withCodes();
    const asked = await grant();
    expect([asked.status, asked.body.error]).toEqual([401, "passkey_required"]);
    expect(asked.body.error_description).toContain("recovery code");
    const given = await grant({ totp: code });
    expect(given.status, given.text).toBe(200);
    expect(given.body.recovery_codes_left).toBe(7);
    const again = await grant({ totp: code });
    expect([again.status, again.body.error]).toEqual([401, "invalid_grant"]);
    const both = await Promise.all([grant({ totp: other }), grant({ totp: other })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await left()).recovery_codes_left).toBe(6);
  });

  test("the login page takes one after the password, says how many are left, and the session has both factors", async () => {
    const [code] = await withCodes();
    const asked = await signIn();
    expect([asked.status, asked.body.error, asked.body.recovery]).toEqual([
      ...[401, "passkey_required", true],
    ]);
    const done = await signIn({ totp: code });
    expect([done.status, done.body.payload]).toEqual([200, { recovery_codes_left: 7 }]);
    expect((await jar.get("/app")).body.claims).toMatchObject({ acr: "mfa" });
  });

  test("without script the form asks for it in its own words", async () => {
    const [code = ""] = await withCodes();
    const send = async (totp: string): Promise<Answer> => {
      const page = await jar.open("/login/");
      const form_token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? "";
      const fields = { username: name, password: GIVEN, provider: "postern", form_token, totp };
      return jar.send("POST", "/login/", {
        headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
        body: new URLSearchParams(fields).toString(),
      });
    };
    const asked = await send("");
    expect(asked.status).toBe(401);
    expect(asked.text).toContain("enter one of your recovery codes");
    expect(asked.text).toContain('name="totp"');
    expect((await send(code)).status).toBe(200);
    expect(await whoIs(jar)).toBe(name);
  });

  test("wrong ones are counted as those of an app, and a right one is refused after too many", async () => {
    const [code = ""] = await withCodes();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await grant({ totp: "aaaaaaaa-bbbbbbbb" })).status).toBe(401);
    }
    expect((await grant({ totp: code })).status).toBe(429);
  });

  test("a first factor is needed: a code says nothing with a wrong password, and is not used up", async () => {
    const [code = ""] = await withCodes();
    const wrong = await grant({ password: "another one", totp: code });
    expect([wrong.status, wrong.body.error]).toEqual([400, "invalid_grant"]);
    expect((await grant({ totp: code })).status).toBe(200);
  });

  test("codes of another person, and a code without any of the own, open nothing", async () => {
    const [stolen = ""] = await withCodes();
    const victim = name;
    name = `other${people}`;
    await createAda(gateway.service, { alias: [name] }, { uid: name });
    // No factor at all: a code is no factor that could be brought along.
    const bare = await grant({ totp: stolen });
    expect([bare.status, bare.body.error]).toEqual([401, "mfa_setup_required"]);
    await passkeyTalk(gateway.service).register(name);
    const none = await grant({ totp: stolen });
    expect([none.status, none.body.error]).toEqual([401, "passkey_required"]);
    expect(none.body.error_description).not.toContain("recovery code");
    await own("POST", RECOVERY, {});
    expect((await grant({ totp: stolen })).body.error).toBe("invalid_grant");
    name = victim;
    expect((await left()).recovery_codes_left).toBe(8);
  });

  test("they end with the last passkey, and do not come back with another one", async () => {
    const [code = ""] = await withCodes();
    const list = async () => (await own("GET", CREDENTIALS)).body.payload;
    for (const { id: passkey } of await list()) {
      expect((await own("DELETE", `${CREDENTIALS}/${passkey}`)).status).toBe(200);
    }
    expect(await left()).toEqual({ enabled: false, recovery_codes_left: 0 });
    const bare = await grant({ totp: code });
    expect(bare.body.error).toBe("mfa_setup_required");
    await passkeyTalk(gateway.service).register(name);
    expect((await grant({ totp: code })).body.error).toBe("passkey_required");
  });

  test("one of two passkeys may go: the codes stay", async () => {
    const [code = ""] = await withCodes();
    await passkeyTalk(gateway.service).register(name);
    const [first] = (await own("GET", CREDENTIALS)).body.payload;
    expect((await own("DELETE", `${CREDENTIALS}/${first.id}`)).status).toBe(200);
    expect((await grant({ totp: code })).status).toBe(200);
  });

  test("new ones end the old ones; an app brings its own, and those beside the passkey end", async () => {
    const [old = ""] = await withCodes();
    const [fresh = ""] = (await own("POST", RECOVERY, {})).body.payload.recovery_codes;
    expect((await grant({ totp: old })).status).toBe(401);
    const app = await enroll(gateway.service, name);
    expect((await grant({ totp: fresh })).status).toBe(401);
    expect((await grant({ totp: app.recoveryCodes[0] ?? "" })).status).toBe(200);
  });

  test("an app that was only begun asks for nothing, and leaves the codes as they are", async () => {
    const [code = ""] = await withCodes();
    expect((await own("POST", "/auth/v1/totp/register", {})).status).toBe(200);
    expect(await left()).toEqual({ enabled: false, recovery_codes_left: 8 });
    expect((await grant({ totp: code })).status).toBe(200);
  });

  test("an administrator ends them with the second factor of the user", async () => {
    const [code = ""] = await withCodes();
    const { status } = await gateway.service.json("DELETE", `/auth/v1/users/${id}/totp`);
    expect(status).toBe(200);
    expect((await grant({ totp: code })).body.error).toBe("passkey_required");
  });

  test("where no rule asks for a second factor, the password alone signs in as before, and uses no code up", async () => {
    const [code = ""] = await withCodes();
    await rule({});
    const plain = await grant({ totp: code });
    expect([plain.status, plain.body.recovery_codes_left]).toEqual([200, undefined]);
    expect((await left()).recovery_codes_left).toBe(8);
  });

  test("a suspended person signs in with none of them, and none is used up", async () => {
    const [code = ""] = await withCodes();
    const suspended = await gateway.service.json("POST", `/auth/v1/users/${id}/suspend`, {
      reason: "lost laptop",
    });
    expect(suspended.status, suspended.text).toBe(200);
    expect((await grant({ totp: code })).body.error).toBe("invalid_grant");
    const resumed = await gateway.service.json("POST", `/auth/v1/users/${id}/resume`, {});
    expect(resumed.status, resumed.text).toBe(200);
    expect((await grant({ totp: code })).status).toBe(200);
  });

  test("an address, a name or a picture that a person changes brings no code of another", async () => {
    const [code = ""] = await withCodes();
    await putSetting(gateway.service, "accounts", { self_service: { name: true, picture: true } });
    const victim = name;
    name = `renamed${people}`;
    await createAda(gateway.service, { alias: [name] }, { uid: name });
    await passkeyTalk(gateway.service).register(name);
    expect((await own("POST", "/auth/v1/me/name", { name: victim })).status).toBe(200);
    expect((await grant({ totp: code })).body.error).toBe("passkey_required");
    await putSetting(gateway.service, "accounts", {});
  });

  test("a sign-in that is too old makes none", async () => {
    await withCodes();
    await rule({});
    expect((await signIn()).status).toBe(204);
    gateway.runtime.advance(11 * 60_000);
    const late = await postJson(jar, RECOVERY, {});
    expect([late.status, late.text]).toEqual([403, expect.stringContaining("reauthentication")]);
  });

  test("a passkey that is set up in a sign-in brings eight codes with it, as an app does", async () => {
    const asked = await signIn();
    expect(asked.body.error).toBe("mfa_setup_required");
    const { ticket } = asked.body.setup;
    const begun = await postJson(jar, PASSKEY, { ticket });
    expect(begun.status, begun.text).toBe(200);
    const { session_id, options } = begun.body.payload;
    const { credential } = await makePasskey(options, ORIGIN);
    const done = await postJson(jar, PASSKEY, { ticket, session_id, credential });
    expect(done.status, done.text).toBe(200);
    const codes = done.body.payload.recovery_codes;
    expect(codes).toHaveLength(8);
    jar = gateway.jar();
    expect((await signIn({ totp: codes[0] })).status).toBe(200);
  });

  test("the account page offers them beside a first passkey and shows them this one time", async () => {
    await passkeyTalk(gateway.service).register(name);
    await rule({});
    expect((await signIn()).status).toBe(204);
    await rule({ everybody: true });
    const page = await jar.open("/auth/ui/account");
    expect(page.text).toContain('id="account-passkey-codes"');
    expect(page.text).toContain("You have none yet.");
    const form_token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? "";
    const made = await jar.send("POST", "/auth/ui/passkeys/recovery-codes", {
      headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
      body: new URLSearchParams({ form_token }).toString(),
    });
    expect(made.status, made.text).toBe(200);
    const [code = ""] = /[a-z2-7]{8}-[a-z2-7]{8}/.exec(made.text) ?? [];
    expect((await grant({ totp: code })).status).toBe(200);
    expect((await jar.open("/auth/ui/account")).text).toContain("7 of 8 recovery codes left.");
  });
});
