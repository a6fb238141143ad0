/** Sign-in with what counts once, sent twice: the browser shows the answer to the second click (B-5; login-session-wire 3.6). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../support/auth.ts";
import {
  ADA_LOGIN,
  locationIn,
  passwordLogin,
  postJson,
  SESSION_COOKIE,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import type { Jar } from "../../support/session.ts";
import { linkCodeIn, type SignupSetup, signupSetup } from "../../support/signup.ts";
import { putSetting, withSetting } from "../../support/tokens.ts";
import { type Authenticator, enroll } from "../../support/totp.ts";

const ADDRESS = "grace@example.com";
const FORM_COOKIE = "__Host-login_form";
let gateway: TestGateway;
let setup: SignupSetup;
let app: Authenticator;
let jar: Jar;

beforeAll(async () => {
  gateway = await startGateway();
  setup = await signupSetup(gateway.service);
  // Mails have links only where the service knows its address.
  await putSetting(gateway.service, "oauth2", { base_url: "https://id.example.com" });
  app = await enroll(gateway.service, "ada");
  const details = { password: "correct horse", email: ADDRESS };
  await gateway.service.createUser({ alias: ["grace", ADDRESS], local: true, details });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await setup.relay[Symbol.asyncDispose]();
});
beforeEach(() => {
  jar = gateway.jar();
});

let used = 0;
const recoveryCode = () => app.recoveryCodes[used++] ?? "";

async function formOf(fields: Record<string, string>, from = jar, query = "") {
  const { text } = await from.open(`/login/${query}`);
  const form_token = /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? "";
  expect(form_token).not.toBe("");
  return new URLSearchParams({ provider: "postern", form_token, ...fields });
}
/** As a browser that has the cookies of now, whatever other answers bring. */
const send = (form: URLSearchParams, from = jar, query = "") =>
  from.send("POST", `/login/${query}`, {
    headers: { accept: "text/html", origin: "https://id.example.com" },
    body: form,
  });
const sessionIn = ({ headers }: Answer) =>
  headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE}=`));
const totpForm = (query = "?redirect_path=%2Fapp") =>
  formOf({ ...ADA_LOGIN, totp: app.fresh() }, jar, query);

/** Of the browser before it has any answer: both clicks are sent with the cookies of the page. */
async function twice(form: URLSearchParams, query = "?redirect_path=%2Fapp") {
  const cookie = `${FORM_COOKIE}=${jar.cookies.get(FORM_COOKIE)}`;
  const again = () =>
    jar.send("POST", `/login/${query}`, {
      headers: { accept: "text/html", origin: "https://id.example.com", cookie },
      body: form,
    });
  const parallel = await Promise.all([again(), again()]);
  return [...parallel, await again()];
}

async function mailed(): Promise<{ typed: string; link: string }> {
  await postJson(gateway.jar(), "/login/auth/email/postern", { email: ADDRESS });
  const mail = await setup.relay.next(ADDRESS);
  const typed = /\b[B-Z]{5}-[B-Z]{5}\b/.exec(mail.mail.text ?? "")?.[0] ?? "";
  return { typed, link: linkCodeIn(mail) };
}

describe("the form of the second factor", () => {
  test("a code of the app: every click leads on with the same session", async () => {
    const answers = await twice(await totpForm());
    expect(answers.map((answer) => [answer.status, locationIn(answer)])).toEqual(
      Array(3).fill([303, "/app"]),
    );
    expect(new Set(answers.map(sessionIn)).size).toBe(1);
    expect(await whoIs(jar)).toBe("ada@example.com");
  });

  test("a recovery code: every click says how many are left, and one is used", async () => {
    const answers = await twice(await formOf({ ...ADA_LOGIN, totp: recoveryCode() }));
    for (const { status, text } of answers) {
      expect([status, text.includes(`Recovery codes left: ${8 - used}.`)]).toEqual([200, true]);
    }
    expect(await whoIs(jar)).toBe("ada@example.com");
  });

  test("a stronger sign-in that a page asks for is the same form", async () => {
    const query = "?redirect_path=%2Fapp&acr_values=mfa&max_age=0";
    const answers = await twice(await totpForm(query), query);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  });

  test("the route of the script answers both requests of a browser that has the page", async () => {
    await jar.open("/login/");
    const totp = app.fresh();
    const answers = await Promise.all([passwordLogin(jar, { totp }), passwordLogin(jar, { totp })]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(sessionIn(answers[0] as Answer)).toBe(sessionIn(answers[1] as Answer));
  });
});

describe("attack: the code counts once for everyone else", () => {
  test("another browser, another password, and a browser without a page of ours", async () => {
    const form = await totpForm();
    expect((await send(form)).status).toBe(303);
    const other = gateway.jar();
    const totp = form.get("totp") ?? "";
    const stolen = await send(await formOf({ ...ADA_LOGIN, totp }, other), other);
    expect([stolen.status, sessionIn(stolen)]).toEqual([401, undefined]);
    const bare = await passwordLogin(gateway.jar(), { totp });
    expect([bare.status, sessionIn(bare)]).toEqual([401, undefined]);
    const wrong = new URLSearchParams(form);
    wrong.set("password", "wrong horse");
    const refused = await send(wrong, jar);
    expect([refused.status, sessionIn(refused)]).toEqual([401, undefined]);
  });

  test("who has signed out is not signed in by the code again", async () => {
    const form = await totpForm();
    const cookie = `${FORM_COOKIE}=${jar.cookies.get(FORM_COOKIE)}`;
    await send(form);
    expect(await whoIs(jar)).toBe("ada@example.com");
    await jar.send("POST", "/logout", { headers: { origin: "https://id.example.com" } });
    expect(await whoIs(jar)).toBeUndefined();
    const again = await jar.send("POST", "/login/", {
      headers: { accept: "text/html", origin: "https://id.example.com", cookie },
      body: form,
    });
    expect([again.status, sessionIn(again)]).toEqual([401, undefined]);
  });

  test("after a minute there is no answer again", () =>
    withSetting(gateway.service, "cache", { code_store: { active: "memory" } }, async () => {
      const form = await totpForm();
      expect((await send(form)).status).toBe(303);
      expect((await send(form)).status).toBe(303);
      gateway.runtime.advance(61_000);
      const late = await send(form, jar);
      expect([late.status, sessionIn(late)]).toEqual([401, undefined]);
    }));

  test("a wrong code stays wrong, counts each time, and the right one is taken then", () =>
    withSetting(gateway.service, "totp", { attempts: { per_account: 3 } }, async () => {
      gateway.runtime.advance(3_600_000);
      const form = await formOf({ ...ADA_LOGIN, totp: "000000" });
      const statuses = [];
      for (let at = 0; at < 4; at++) statuses.push((await send(form)).status);
      expect(statuses).toEqual([401, 401, 401, 429]);
      gateway.runtime.advance(3_600_000);
      expect((await send(await totpForm())).status).toBe(303);
    }));
});

describe("a mailed code", () => {
  test.each(["typed", "link"] as const)(
    "%s: every click leads on with one session",
    async (how) => {
      const code = (await mailed())[how];
      const view = how === "typed" ? "mail-sent" : "mail-link";
      const answers = await twice(await formOf({ view, code, email: ADDRESS }));
      expect(answers.map((answer) => [answer.status, locationIn(answer)])).toEqual(
        Array(3).fill([303, "/app"]),
      );
      expect(new Set(answers.map(sessionIn)).size).toBe(1);
      expect(await whoIs(jar)).toBe(ADDRESS);
    },
  );

  test("attack: another browser with the same code is refused", async () => {
    const { link: code } = await mailed();
    expect((await send(await formOf({ view: "mail-link", code }))).status).toBe(303);
    const other = gateway.jar();
    const stolen = await send(await formOf({ view: "mail-link", code }, other), other);
    expect([stolen.status, sessionIn(stolen)]).toEqual([401, undefined]);
  });
});

test("a sign-up without a mail: both clicks say that the account is there, and there is one", async () => {
  await setup.settings({ email_verification: false });
  const fields = { view: "signup", email: "direct@example.com", new_password: "a good password" };
  const answers = await twice(await formOf(fields));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(
    new Set(answers.map(({ text }) => /id="login-notice"[^>]*>([^<]*)/.exec(text)?.[1])).size,
  ).toBe(1);
});
