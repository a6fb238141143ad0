/** A sign-up inside a sign-in: the mailed link and the typed code end signed in and where the person was going (P-4, E-3; ADR 0094). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import { postJson, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import type { Jar } from "../../support/session.ts";
import {
  codeIn,
  linkCodeIn,
  PASSWORD,
  type SignupSetup,
  signupSetup,
  VERIFY as VERIFY_ROUTE,
} from "../../support/signup.ts";
import { putSetting } from "../../support/tokens.ts";

const SIGNUP = "/login/auth/signup/postern";
const VERIFY = "/login/auth/signup/verify/postern";
const GOING = "?redirect_path=%2Fapp%3Fpage%3D2";
const COOKIE = "__Host-login_signup";

let gateway: TestGateway;
let setup: SignupSetup;
beforeAll(async () => {
  gateway = await startGateway();
  setup = await signupSetup(gateway.service);
  await putSetting(gateway.service, "oauth2", { base_url: ORIGIN });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await setup.relay[Symbol.asyncDispose]();
});

let count = 0;
interface Begun {
  readonly jar: Jar;
  readonly email: string;
  readonly link: string;
  readonly typed: string;
}
/** A browser that has signed up on its way to an application. */
async function begin(more: Record<string, unknown> = {}, jar = gateway.jar()): Promise<Begun> {
  const email = `person-${count++}@example.com`;
  await jar.open(`/login/${GOING}`);
  const body = { email, password: PASSWORD, search: GOING, svc_flow: "waiting", ...more };
  const { status, text } = await postJson(jar, SIGNUP, body);
  expect(status, text).toBe(200);
  const mail = await setup.relay.next(email);
  return { jar, email, link: linkCodeIn(mail), typed: codeIn(mail) };
}
const pageOf = (jar: Jar, code: string) => jar.open(`/login/?flow=verify&code=${code}`);
const confirm = (jar: Jar, code: string, more: Record<string, unknown> = {}) =>
  postJson(jar, VERIFY, { code, sign_in: true, ...more });
const hasAccount = async (email: string) =>
  (await gateway.service.auth.api.principal(email)) !== undefined;
const tokenOf = ({ text }: Answer) => /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? "";
/** The form of a page, without script. */
const send = (jar: Jar, address: string, page: Answer, fields: Record<string, string>) =>
  jar.send("POST", address, {
    headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
    body: new URLSearchParams({
      form_token: tokenOf(page),
      provider: "postern",
      ...fields,
    }).toString(),
  });

describe("in the browser of the sign-up", () => {
  test("the link brings the page back to where the person was going, and one click signs in", async () => {
    const { jar, email, link } = await begin();
    const opened = await pageOf(jar, link);
    expect(opened.status).toBe(307);
    const back = new URL(opened.headers.get("location") ?? "", ORIGIN);
    expect([back.pathname, back.searchParams.get("redirect_path")]).toEqual([
      "/login/",
      "/app?page=2",
    ]);
    const page = await jar.open(`${back.pathname}${back.search}`);
    expect([page.status, page.text.includes(email)]).toEqual([200, true]);
    expect(await hasAccount(email), "opening a link uses nothing up").toBe(false);
    const { status, body } = await confirm(jar, link);
    expect([status, body.payload.signed_in]).toEqual([200, true]);
    expect(jar.cookies.get("auth_verify_waiting"), "the page that waits").toBe("true");
    expect(await whoIs(jar)).toBe(email);
    expect(await setup.signsIn(email, PASSWORD)).toBe(true);
  });

  test("without script, too: the forms lead there", async () => {
    const jar = gateway.jar();
    const email = "plain@example.com";
    const first = await jar.open(`/login/${GOING}&view=signup`);
    const fields = { view: "signup", email, new_password: PASSWORD };
    const sent = await send(jar, `/login/${GOING}`, first, fields);
    expect([sent.status, sent.text.includes("verify-form")]).toEqual([200, true]);
    const back = (await pageOf(jar, linkCodeIn(await setup.relay.next(email)))).headers;
    const address = back.get("location") ?? "";
    const page = await jar.open(address);
    const action = /action="([^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const code = new URL(address, ORIGIN).searchParams.get("code") ?? "";
    const done = await send(jar, action, page, { view: "verify", code });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/app?page=2"]);
    expect(await whoIs(jar)).toBe(email);
  });

  test("the typed code signs in, and the page is where it was", async () => {
    const { jar, email, typed } = await begin();
    expect((await confirm(jar, typed)).body.payload.signed_in).toBe(true);
    expect(await whoIs(jar)).toBe(email);
  });

  test("a second click has the answer of the first; another browser has a used code", async () => {
    const { jar, email, link } = await begin();
    const [one, two] = await Promise.all([confirm(jar, link), confirm(jar, link)]);
    expect([one.body, two.body]).toEqual([one.body, one.body]);
    expect(await whoIs(jar)).toBe(email);
    const late = await confirm(gateway.jar(), link, { password: PASSWORD });
    expect(late.status).toBe(401);
  });

  test.each([
    ["?redirect_path=https%3A%2F%2Feve.example%2F", "/"],
    ["?redirect_path=%2F%2Feve.example%2F", "/"],
    [`?redirect_path=%2Fapp&x=${"x".repeat(3_000)}`, "/"],
    ["?redirect_path=%2Fapp&flow=reset&code=other&view=reset", "/app"],
  ])("B-7: %.60s leads to %s", async (search, target) => {
    const { jar, link } = await begin({ search });
    let page = await pageOf(jar, link);
    const onward = page.headers.get("location") ?? `/login/?flow=verify&code=${link}`;
    expect(new URL(onward, ORIGIN).searchParams.getAll("code")).toEqual([link]);
    page = await jar.open(onward);
    const action = /action="([^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const done = await send(jar, action, page, { view: "verify", code: link });
    expect([done.status, done.headers.get("location")]).toEqual([303, target]);
  });

  test("where the client may sign no one in with a password, the account is there and no session", async () => {
    const { jar, email, link } = await begin();
    await putSetting(gateway.service, "password", { disabled: true });
    const { status, body } = await confirm(jar, link);
    expect([status, body.payload.signed_in]).toEqual([200, false]);
    await putSetting(gateway.service, "password", {});
    expect([await hasAccount(email), await whoIs(jar)]).toEqual([true, undefined]);
  });

  test("a required second factor is set up first: nothing goes round it", async () => {
    const { jar, email, link } = await begin();
    await putSetting(gateway.service, "second_factor", { everybody: true });
    const { status, body } = await confirm(jar, link);
    expect([status, body.error, body.setup.account]).toEqual([401, "mfa_setup_required", email]);
    expect([await hasAccount(email), await whoIs(jar)]).toEqual([true, undefined]);
    await putSetting(gateway.service, "second_factor", {});
  });
});

describe("as a stranger who signs up with the address of another person and waits for the click", () => {
  test("that person's browser is asked for the password, and nothing is there without it", async () => {
    const { jar: stranger, email, link, typed } = await begin();
    const person = gateway.jar();
    const page = await pageOf(person, link);
    expect([page.status, page.text.includes(email)]).toEqual([200, true]);
    expect(page.text).toContain("You signed up in another browser");
    expect(page.text, "not where the stranger was going").not.toContain("page%3D2");
    for (const code of [link, typed]) {
      const clicked = await confirm(person, code);
      expect([clicked.status, clicked.body.error]).toEqual([401, "signup_password_required"]);
      const guessed = await confirm(person, code, { password: "a password of my own" });
      expect([guessed.status, guessed.body.error]).toEqual([401, "signup_password_wrong"]);
    }
    const form = { view: "verify-elsewhere", code: link, password: "a password of my own" };
    const sent = await send(person, "/login/", page, form);
    expect([sent.status, sent.text.includes("not the password that was chosen")]).toEqual([
      401,
      true,
    ]);
    expect(await hasAccount(email)).toBe(false);
    expect([await whoIs(person), await whoIs(stranger)]).toEqual([undefined, undefined]);
    expect(await setup.signsIn(email, PASSWORD), "nor can the stranger").toBe(false);
  });

  test("a browser with a cookie of its own, with two, or with one that was made up is another one", async () => {
    const { email, link, jar: stranger } = await begin();
    const other = await begin();
    const mine = other.jar.cookies.get(COOKIE);
    const theirs = stranger.cookies.get(COOKIE);
    expect(mine).not.toBe(theirs);
    expect((await confirm(other.jar, link)).status).toBe(401);
    for (const cookie of [`${COOKIE}=${mine}; ${COOKIE}=${theirs}`, `${COOKIE}=x`]) {
      const { status } = await postJson(
        gateway.jar(),
        VERIFY,
        { code: link, sign_in: true },
        { cookie },
      );
      expect(status, cookie).toBe(401);
    }
    expect(await hasAccount(email)).toBe(false);
  });

  test("a sign-up by another way has no browser: the page asks for its password all the same", async () => {
    for (const begun of [
      (email: string) => postJson(gateway.jar(), SIGNUP, { email, password: PASSWORD }),
      (email: string) => setup.form("/auth/oauth2/signup", { email, password: PASSWORD }),
    ]) {
      const email = `way-${count++}@example.com`;
      await begun(email);
      const code = await setup.codeFor(email);
      const { status, body } = await confirm(gateway.jar(), code);
      expect([status, body.error]).toEqual([401, "signup_password_required"]);
      expect(await hasAccount(email)).toBe(false);
    }
  });

  test("the person who did sign up confirms with the password, goes back, and is signed in there", async () => {
    const { jar: first, email, link } = await begin();
    const phone = gateway.jar();
    const page = await pageOf(phone, link);
    const form = { view: "verify-elsewhere", code: link, password: PASSWORD };
    const { status, text } = await send(phone, "/login/", page, form);
    expect(status).toBe(200);
    expect(text).toContain("Go back to the window in which you signed up");
    expect(await whoIs(phone), "no link signs another browser in").toBeUndefined();
    const credentials = { username: email, password: PASSWORD };
    const there = await postJson(first, "/login/auth/token/postern", credentials);
    expect([there.status, await whoIs(first)]).toEqual([204, email]);
  });
});

test("E-3: without `sign_in` the code is the proof, as it is at the route of the service, and no one is signed in", async () => {
  const { jar, email, link } = await begin();
  expect((await postJson(jar, VERIFY, { code: link })).status).toBe(200);
  expect([await hasAccount(email), await whoIs(jar)]).toEqual([true, undefined]);
  const other = await begin();
  expect((await setup.open(VERIFY_ROUTE, { code: other.link })).status).toBe(200);
  expect([await hasAccount(other.email), await whoIs(other.jar)]).toEqual([true, undefined]);
});
