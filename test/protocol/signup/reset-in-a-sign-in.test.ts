/**
 * A reset inside a sign-in: where it was asked for, the link and the typed code end signed in and where the person was going; another
 * browser signs in by itself, and is led to a checked authorization request or nowhere (E-3, E-8, B-7; ADR 0097).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import { CALLBACK, newFlow } from "../../support/authorize.ts";
import { postJson, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import { passkeyTalk } from "../../support/passkeys.ts";
import type { Jar } from "../../support/session.ts";
import { codeIn, linkCodeIn, type SignupSetup, signupSetup } from "../../support/signup.ts";
import { putClient, putSetting, WEB } from "../../support/tokens.ts";
import { enroll } from "../../support/totp.ts";

const RESET = "/login/auth/reset/postern";
const CONFIRM = "/login/auth/reset/confirm/postern";
const GOING = "?redirect_path=%2Fapp%3Fpage%3D2";
const OLD = "a password that is forgotten";
const NEW = "a password that is chosen now";

let gateway: TestGateway;
let setup: SignupSetup;
beforeAll(async () => {
  gateway = await startGateway();
  setup = await signupSetup(gateway.service);
  await putSetting(gateway.service, "oauth2", { base_url: ORIGIN });
  await putClient(gateway.service, WEB.id, {
    ...{ client_secret: WEB.secret, client_name: "Shop", skip_consent: true },
    redirect_uris: [CALLBACK],
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await setup.relay[Symbol.asyncDispose]();
});

let count = 0;
async function newUser(): Promise<string> {
  const email = `person-${count++}@example.com`;
  const details = { name: "Ada", email, password: OLD };
  await gateway.service.createUser({ alias: [email], local: true, details });
  return email;
}
interface Asked {
  readonly jar: Jar;
  readonly email: string;
  readonly link: string;
  readonly typed: string;
}
/** A browser that has asked for a new password on its way to an application. */
async function ask(more: Record<string, unknown> = {}, jar = gateway.jar()): Promise<Asked> {
  const email = await newUser();
  await jar.open(`/login/${GOING}`);
  const { status, text } = await postJson(jar, RESET, { email, search: GOING, ...more });
  expect(status, text).toBe(200);
  const mail = await setup.relay.next(email);
  return { jar, email, link: linkCodeIn(mail), typed: codeIn(mail) };
}
const pageOf = (jar: Jar, code: string) => jar.open(`/login/?flow=reset&code=${code}`);
const confirm = (jar: Jar, code: string, more: Record<string, unknown> = {}) =>
  postJson(jar, CONFIRM, { code, password: NEW, sign_in: true, ...more });
const tokenOf = ({ text }: Answer) => /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? "";
const actionOf = ({ text }: Answer) =>
  /action="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
/** The form of a page, without script. */
const send = (jar: Jar, address: string, page: Answer, fields: Record<string, string>) =>
  jar.send("POST", address, {
    headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
    body: new URLSearchParams({
      ...{ form_token: tokenOf(page), provider: "postern" },
      ...fields,
    }).toString(),
  });
/** The page of the link, where it leads back to. */
async function linkedPage(jar: Jar, code: string) {
  const opened = await pageOf(jar, code);
  if (opened.status === 200) return { address: `/login/?flow=reset&code=${code}`, page: opened };
  expect(opened.status).toBe(307);
  const address = opened.headers.get("location") ?? "";
  return { address, page: await jar.open(address) };
}
/** Sends the form of that page without script. */
async function chooseByForm(jar: Jar, code: string): Promise<Answer> {
  const { page } = await linkedPage(jar, code);
  const fields = { view: "reset-confirm", code, new_password: NEW };
  return send(jar, actionOf(page), page, fields);
}
const cookieOf = (jar: Jar) => jar.cookies.get("__Host-login_signup");

describe("in the browser that asked", () => {
  test("the link leads back to where the person was going, and the page signs in with the new password", async () => {
    const { jar, email, link } = await ask();
    const { address, page } = await linkedPage(jar, link);
    const back = new URL(address, ORIGIN);
    expect([back.pathname, back.searchParams.get("redirect_path"), page.status]).toEqual([
      ...["/login/", "/app?page=2", 200],
    ]);
    const { status, body } = await confirm(jar, link);
    expect([status, body.payload.sign_in_as]).toEqual([200, email]);
    expect(await whoIs(jar), "the code alone signs no one in").toBeUndefined();
    const credentials = { username: email, password: NEW };
    expect((await postJson(jar, "/login/auth/token/postern", credentials)).status).toBe(204);
    expect(await whoIs(jar)).toBe(email);
  });

  test("without script one form saves the password, signs in and goes there", async () => {
    const jar = gateway.jar();
    const email = await newUser();
    const first = await jar.open(`/login/${GOING}&view=reset`);
    const sent = await send(jar, `/login/${GOING}`, first, { view: "reset", email });
    expect(sent.status).toBe(200);
    const done = await chooseByForm(jar, linkCodeIn(await setup.relay.next(email)));
    expect([done.status, done.headers.get("location")]).toEqual([303, "/app?page=2"]);
    expect(await whoIs(jar)).toBe(email);
  });

  test("the typed code does the same; a second click has the answer of the first", async () => {
    const { jar, email, typed } = await ask();
    const [one, two] = await Promise.all([confirm(jar, typed), confirm(jar, typed)]);
    expect([one.body, two.body]).toEqual([one.body, one.body]);
    expect(one.body.payload.sign_in_as).toBe(email);
    expect((await confirm(gateway.jar(), typed)).status).toBe(401);
  });

  test("a second factor is asked for as before, with and without script", async () => {
    const { jar, email, link } = await ask();
    const app = await enroll(gateway.service, email);
    const asked = await chooseByForm(jar, link);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain("Your new password is saved");
    expect(asked.text).toContain('name="totp"');
    expect(await whoIs(jar)).toBeUndefined();
    const fields = { username: email, password: NEW, totp: app.fresh() };
    const done = await send(jar, actionOf(asked), asked, fields);
    expect([done.status, done.headers.get("location")]).toEqual([303, "/app?page=2"]);
  });

  test("a required factor that is missing is set up first; with a passkey alone nothing goes round it", async () => {
    const bare = await ask();
    const passkeyed = await ask();
    await passkeyTalk(gateway.service).register(passkeyed.email);
    await putSetting(gateway.service, "second_factor", { everybody: true });
    const setUp = await chooseByForm(bare.jar, bare.link);
    expect(setUp.text).toContain("factor-setup");
    const refused = await chooseByForm(passkeyed.jar, passkeyed.link);
    expect(refused.text).toContain("Your new password is saved");
    await putSetting(gateway.service, "second_factor", {});
    expect([await whoIs(bare.jar), await whoIs(passkeyed.jar)]).toEqual([undefined, undefined]);
  });

  test("a person who was suspended since the mail replaces nothing and is not signed in", async () => {
    const { jar, email, link } = await ask();
    const id = (await gateway.service.auth.api.principal(email))?.id;
    const { status } = await gateway.service.json("POST", `/auth/v1/users/${id}/suspend`, {
      reason: "lost laptop",
    });
    expect(status).toBe(200);
    expect((await confirm(jar, link)).status).toBe(401);
    expect([await whoIs(jar), await setup.signsIn(email, NEW)]).toEqual([undefined, false]);
    await gateway.service.json("POST", `/auth/v1/users/${id}/resume`, {});
    expect((await confirm(jar, link)).status, "what ended stays ended").toBe(401);
  });

  test.each([
    ["?redirect_path=https%3A%2F%2Feve.example%2F", "/"],
    ["?redirect_path=%2F%2Feve.example%2F", "/"],
    [`?redirect_path=%2Fapp&x=${"x".repeat(3_000)}`, "/"],
    ["?redirect_path=%2Fapp&flow=verify&code=other&view=signup", "/app"],
  ])("B-7: %.60s leads to %s", async (search, target) => {
    const { jar, link } = await ask({ search });
    const done = await chooseByForm(jar, link);
    expect([done.status, done.headers.get("location")]).toEqual([303, target]);
  });
});

describe("in another browser", () => {
  test("the password is saved and no one is signed in; what a path of the asking page was, it does not learn", async () => {
    const { email, link } = await ask();
    const other = gateway.jar();
    const { address } = await linkedPage(other, link);
    expect(address).not.toContain("redirect_path");
    const { body } = await confirm(other, link);
    expect(body.payload).toEqual({ message: "password updated" });
    expect(await whoIs(other)).toBeUndefined();
    expect(await setup.signsIn(email, NEW)).toBe(true);
  });

  test("it goes on to the application: signs in, and the checked request goes on", async () => {
    const going = `/auth/oauth2/consent?flow=${await newFlow(gateway.service)}`;
    const search = `?redirect_path=${encodeURIComponent(going)}&ui_locales=de&x=1`;
    const { email, link } = await ask({ search });
    const phone = gateway.jar();
    const { address } = await linkedPage(phone, link);
    const onward = new URL(address, ORIGIN).searchParams;
    expect(onward.get("redirect_path")).toBe(going);
    expect([onward.get("x"), onward.get("ui_locales")]).toEqual([null, null]);
    const saved = await chooseByForm(phone, link);
    expect([saved.status, await whoIs(phone)]).toEqual([200, undefined]);
    const signedIn = await send(phone, actionOf(saved), saved, { username: email, password: NEW });
    expect(signedIn.status).toBe(303);
    const consent = await phone.open(signedIn.headers.get("location") ?? "");
    const target = new URL(consent.headers.get("location") ?? "", ORIGIN);
    expect(target.href.startsWith(`${CALLBACK}?code=`)).toBe(true);
  });

  test.each([
    "?redirect_path=%2Fauth%2Foauth2%2Fconsent%3Fflow%3Dnone",
    `?redirect_path=%2Fauth%2Foauth2%2Fconsent%3Fflow%3D${"a".repeat(64)}`,
    "?redirect_path=%2Fauth%2Foauth2%2Fend_session",
    "?redirect_path=%2Fapp&redirect_path=%2Fother",
    "?redirect_path=https%3A%2F%2Feve.example%2Fauth%2Foauth2%2Fconsent%3Fflow%3Dx",
    "?response_type=code&client_id=login&redirect_uri=https%3A%2F%2Feve.example",
  ])("a stranger who asks for the mail leads its owner nowhere: %.70s", async (search) => {
    const { link } = await ask({ search });
    const { address } = await linkedPage(gateway.jar(), link);
    expect([...new URL(address, ORIGIN).searchParams.keys()].sort()).toEqual(["code", "flow"]);
  });

  test("a cookie of its own, two, or one that was made up make no browser the one that asked", async () => {
    const { jar, link } = await ask();
    const other = await ask();
    const [mine, theirs] = [cookieOf(other.jar), cookieOf(jar)];
    for (const cookie of [
      `__Host-login_signup=${mine}`,
      `__Host-login_signup=${mine}; __Host-login_signup=${theirs}`,
      "__Host-login_signup=x",
    ]) {
      const page = await gateway.jar().send("GET", `/login/?flow=reset&code=${link}`, {
        headers: { cookie, accept: "text/html" },
      });
      expect([cookie, page.status]).toEqual([cookie, 200]);
    }
  });
});

test("E-6: the answer and its cookie are the same for an address without an account", async () => {
  const [known, unknown] = [gateway.jar(), gateway.jar()];
  const email = await newUser();
  const one = await postJson(known, RESET, { email, search: GOING });
  const two = await postJson(unknown, RESET, { email: "unknown@example.com", search: GOING });
  expect([one.status, one.text]).toEqual([two.status, two.text]);
  expect([cookieOf(known)?.length, cookieOf(unknown)?.length]).toEqual([43, 43]);
});

test("E-3: without `sign_in` the route answers as it did, and no one learns an address", async () => {
  const { jar, link } = await ask();
  const { status, body } = await postJson(jar, CONFIRM, { code: link, password: NEW });
  expect([status, body.payload]).toEqual([200, { message: "password updated" }]);
});
