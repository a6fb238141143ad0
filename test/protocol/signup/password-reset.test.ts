/** A forgotten password (specification, States; auth-wire 5.16; E-1, E-3, E-5, E-6, E-8, K-1, K-11, W15). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testAuth } from "../../support/auth.ts";
import { events as eventRows } from "../../support/inside.ts";
import {
  CONFIRM,
  codeIn,
  linkCodeIn,
  PAGE,
  PASSWORD,
  RESET,
  type SignupSetup,
  signupSetup,
  VERIFY,
  visible,
} from "../../support/signup.ts";
import { TOKEN, WEB } from "../../support/tokens.ts";
import { typedIn } from "../mail/support.ts";

const NEW = "a new password";
const OLD = "the old password";

let setup: SignupSetup;
beforeAll(async () => {
  setup = await signupSetup(await testAuth());
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(() => setup.settings());

let count = 0;
/** A local user with an address of their own. */
async function person(fields: Record<string, unknown> = {}) {
  const email = `person${count++}@example.com`;
  const details = { name: "Ada", email, password: OLD };
  const id = await setup.service.createUser({ alias: [email, `p${count}`], details, ...fields });
  return { email, id };
}
const tokensOf = async (username: string, password = OLD) =>
  (await setup.service.form(TOKEN, { grant_type: "password", username, password }, WEB)).body;
async function codeOf(email: string): Promise<string> {
  const asked = await setup.form(RESET, { email });
  expect(asked.status, asked.text).toBe(200);
  return setup.codeFor(email);
}
const confirm = (code: string, password = NEW) => setup.open(CONFIRM, { code, password });

describe("a reset", () => {
  test("mails a code that sets another password, without client credentials; written by `password-reset`", async () => {
    const { email, id } = await person();
    const asked = await setup.form(RESET, { email: email.toUpperCase() });
    expect([asked.status, asked.body]).toEqual([
      200,
      {
        payload: { message: "if there is an account with this address, a mail is on its way" },
      },
    ]);
    const received = await setup.relay.next(email);
    expect(received.to).toEqual([email]);
    expect(received.mail.subject).toBe("Reset your password");
    const { status, body } = await confirm(codeIn(received));
    expect([status, body]).toEqual([200, { payload: { message: "password updated" } }]);
    expect(await setup.signsIn(email, NEW)).toBe(true);
    expect(await setup.signsIn(email, OLD)).toBe(false);
    const user = await setup.service.auth.api.principal(email);
    expect(user).toMatchObject({ id, updated_by: "password-reset", details: { name: "Ada" } });
    const { store } = await setup.service.auth.service;
    expect(await store.db.select().from(eventRows)).toContainEqual(
      expect.objectContaining({ actor: "password-reset", action: "update", entity_id: id }),
    );
    // The owner of the address learns of it.
    const told = await setup.relay.next(email);
    expect(told.mail.subject).toBe("Your password was changed");
    expect(codeIn(told)).toBe("");
  });

  test("E-8, K-11: ends every refresh family and access token of the user, and no one else's", async () => {
    const [one, other] = [await person(), await person()];
    const [mine, theirs] = [await tokensOf(one.email), await tokensOf(other.email)];
    expect((await confirm(await codeOf(one.email))).status).toBe(200);
    const refresh = (refresh_token: string) =>
      setup.service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
    expect((await refresh(mine.refresh_token)).body.error).toBe("invalid_grant");
    expect((await refresh(theirs.refresh_token)).status).toBe(200);
    await expect(setup.service.auth.api.verify(mine.access_token)).rejects.toThrow();
    expect((await setup.service.auth.api.verify(theirs.access_token)).sub).toBe(other.id);
  });

  test("E-8: kills every other code of the user: older ones, and an authorization code under way", async () => {
    const { email, id } = await person();
    const first = await codeOf(email);
    const second = await codeOf(email);
    const minted = await setup.service.auth.api.mintCode({
      ...{ sub: id, client_id: WEB.id, redirect_uri: "https://app.example.com/cb" },
      trusted: true,
    } as never);
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(first)).status, "B16: ended by the one that was used").toBe(401);
    expect((await confirm(second, "another one more")).status, "used").toBe(401);
    const code = (minted as { code: string }).code;
    const redeemed = await setup.service.form(
      TOKEN,
      { grant_type: "authorization_code", code, redirect_uri: "https://app.example.com/cb" },
      WEB,
    );
    expect([redeemed.status, redeemed.body.error]).toEqual([400, "invalid_grant"]);
  });

  test("E-8: a code for a sign-in by mail ends with the reset; one that is mailed after it works", async () => {
    const { email } = await person();
    const login = async () => {
      await setup.form("/auth/oauth2/email", { username: email });
      return typedIn((await setup.relay.next(email)).mail.text ?? "");
    };
    const redeem = (code: string) =>
      setup.form(TOKEN, { grant_type: "email_code", code, username: email });
    const before = await login();
    expect(before).not.toBe("");
    expect((await confirm(await codeOf(email))).status).toBe(200);
    expect((await setup.relay.next(email)).mail.subject).toBe("Your password was changed");
    expect((await redeem(before)).body.error).toBe("invalid_grant");
    const after = await redeem(await login());
    expect(after.status, after.text).toBe(200);
  });

  test("a code ends when the password is changed otherwise", async () => {
    const { email } = await person();
    const code = await codeOf(email);
    const change = { current_password: OLD, new_password: "changed by the owner" };
    const own = await setup.service.json("POST", "/auth/v1/me/password", change, email);
    expect(own.status, own.text).toBe(200);
    expect((await confirm(code)).status).toBe(401);
    expect(await setup.signsIn(email, "changed by the owner")).toBe(true);
  });

  test("a short password does not use the code up; parallel confirmations set one password", async () => {
    const { email } = await person();
    const code = await codeOf(email);
    const short = await confirm(code, "short");
    expect([short.status, short.body.message]).toEqual([
      400,
      "password must be at least 8 characters",
    ]);
    const passwords = ["password one", "password two", "password three"];
    const answers = await Promise.all(passwords.map((password) => confirm(code, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect(await setup.signsIn(email, winner)).toBe(true);
  });

  test("W15: disabled, no longer local, or without the address since the mail: refused, and nothing is written", async () => {
    for (const change of [
      { is_active: false },
      { alias: [`renamed${count}@example.com`] },
    ] as const) {
      const { email, id } = await person();
      const code = await codeOf(email);
      const patched = await setup.service.json("PATCH", `/auth/v1/users/${id}`, change);
      expect(patched.status, patched.text).toBe(200);
      const { status, body } = await confirm(code);
      expect([status, body]).toEqual([401, { message: "code not found or expired" }]);
    }
  });

  test("the link leads to the page of the client, the form is JSON too", async () => {
    const { email } = await person();
    const redirect_uri = `${PAGE}?flow=reset`;
    const { status } = await setup.json(RESET, { email, redirect_uri });
    expect(status).toBe(200);
    const received = await setup.relay.next(email);
    const code = linkCodeIn(received);
    expect(code).not.toBe("");
    expect(received.mail.text).toContain(`${redirect_uri}&code=${code}`);
    const json = await setup.service.json("POST", CONFIRM, { code, password: NEW });
    expect(json.status).toBe(200);
  });
});

describe("E-6: what an address tells", () => {
  test("known, unknown, disabled, directory-only, service account: one answer; mail for the first alone", async () => {
    const { service } = setup;
    const known = await person();
    const off = await person({ is_active: false });
    const far = await person({ local: false });
    await service.createServiceAccount({ alias: ["bot@example.com"], details: { secret: "s" } });
    const answers: unknown[] = [];
    const addresses = [known.email, off.email, far.email, "bot@example.com", "no@example.com"];
    for (const email of addresses) answers.push(visible(await setup.form(RESET, { email })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await setup.relay.next(known.email);
    const told = setup.relay.mails.flatMap(({ to }) => to);
    for (const email of addresses.slice(1)) expect(told).not.toContain(email);
  });

  test("E-6, time: the answer waits for nothing that depends on the address", async () => {
    const { email } = await person();
    const { codes } = await setup.service.auth.service;
    const put = codes.put.bind(codes);
    const gate = Promise.withResolvers<void>();
    // Whatever is done for a known address is held up here; the answer comes all the same.
    const held = Object.assign(codes, {
      put: async (...entry: Parameters<typeof put>) => {
        await gate.promise;
        return put(...entry);
      },
    });
    try {
      expect((await setup.form(RESET, { email })).status).toBe(200);
      expect(setup.relay.mails.flatMap(({ to }) => to)).not.toContain(email);
    } finally {
      gate.resolve();
    }
    expect(await setup.codeFor(email)).not.toBe("");
    Object.assign(held, { put });
  });

  test("E-5: the mail goes to the address as it is stored, whatever was typed", async () => {
    const email = `Mixed.Case${count++}@example.com`;
    await setup.service.createUser({ alias: [email], details: { password: OLD } });
    await setup.form(RESET, { email: email.toLowerCase() });
    expect((await setup.relay.next(email)).to).toEqual([email]);
  });

  test("a mail address in the details alone is no alias, so it resets nothing", async () => {
    await setup.service.createUser({
      alias: [`plain${count}`],
      details: { email: `details${count}@example.com`, password: OLD },
    });
    await setup.form(RESET, { email: `details${count}@example.com` });
    const { email } = await person();
    await codeOf(email);
    const told = setup.relay.mails.flatMap(({ to }) => to);
    expect(told).not.toContain(`details${count}@example.com`);
  });
});

describe("refusals", () => {
  test("403 while it is disabled; it does not need signup", async () => {
    await setup.settings({ password_reset: false });
    for (const path of [RESET, CONFIRM]) {
      const { status, body } = await setup.form(path, { email: "a@example.com", code: "x" });
      expect([status, body.message]).toEqual([403, "password reset is disabled"]);
    }
    await setup.settings({ enabled: false });
    const { email } = await person();
    expect((await confirm(await codeOf(email))).status).toBe(200);
  });

  test("400 without address, code or password; a code of a signup is none here (K-6)", async () => {
    expect((await setup.form(RESET, {})).body.message).toBe("a valid email is required");
    expect((await confirm("")).body.message).toBe("code is required");
    await setup.form("/auth/oauth2/signup", { email: "kinds@example.com", password: PASSWORD });
    const signup = await setup.codeFor("kinds@example.com");
    expect((await confirm(signup)).status).toBe(401);
    expect((await setup.open(VERIFY, { code: signup })).status).toBe(200);
  });

  test("no one is locked out: a flood of requests leaves the password and its sign-in as they are", async () => {
    await setup.settings({
      attempts: { per_account: 3, per_network: 1_000, window: "15m", unlimited: false },
    });
    const { email } = await person();
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      statuses.push((await setup.form(RESET, { email })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await setup.signsIn(email, OLD)).toBe(true);
  });
});
