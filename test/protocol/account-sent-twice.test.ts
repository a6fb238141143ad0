/** Forms of the account page that are sent twice, by a double click, a reload or the way back (B-5; F-3, F-7, K-11). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../support/auth.ts";
import { gatewayRuntime, postJson, startGateway, type TestGateway } from "../support/gateway.ts";
import { passkeyTalk } from "../support/passkeys.ts";
import type { Jar } from "../support/session.ts";
import { putSetting } from "../support/tokens.ts";
import { codeAt } from "../support/totp.ts";

const PAGE = "/auth/ui/account";
const PASSWORD = "correct horse";
let gateway: TestGateway;
let user = "";
let users = 0;
let jar: Jar;

beforeAll(async () => {
  gateway = await startGateway({ runtime: gatewayRuntime() });
  await putSetting(gateway.service, "api_key", { self_service: true });
  // Of this process, so that its clock is that of the test.
  await putSetting(gateway.service, "cache", { code_store: { active: "memory" } });
});
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  users += 1;
  user = `user${users}`;
  const details = { password: PASSWORD, email: `${user}@example.com` };
  await gateway.service.createUser({ alias: [user], local: true, details });
  jar = await signedIn();
});

async function signedIn(username = user): Promise<Jar> {
  const browser = gateway.jar();
  const login = { username, password: PASSWORD };
  const { status, text } = await postJson(browser, "/login/auth/token/postern", login);
  expect(status, text).toBe(204);
  return browser;
}
const tokenOf = ({ text }: Answer) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
const noticeOf = ({ text }: Answer) => /id="account-notice">([^<]+)</.exec(text)?.[1];
const problemOf = ({ text }: Answer) => /id="account-problem">([^<]+)</.exec(text)?.[1];
const keyOf = ({ text }: Answer) => /id="account-new-key"[^>]*><code>([^<]+)/.exec(text)?.[1];
const secretOf = ({ text }: Answer) =>
  (/id="two-step-secret">([^<]*)</.exec(text)?.[1] ?? "").replaceAll(" ", "");
const codesOf = ({ text }: Answer) =>
  [...text.matchAll(/<li><code>([^<]*)<\/code>/g)].map(([, code]) => code);
const keysOf = async () =>
  [...(await jar.open(PAGE)).text.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id ?? "");

/** One page, whose form is sent as often as it is called; each with the cookies that the page had. */
async function pageOf(path: string, fields: Record<string, string> = {}, from = jar) {
  const form_token = tokenOf(await from.open(PAGE));
  const cookie = from.header();
  return (more: Record<string, string> = {}) =>
    from.send("POST", `/auth/ui/${path}`, {
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", cookie },
      body: new URLSearchParams({ form_token, ...fields, ...more }),
    });
}

/** Twice at the same time, and once more. */
async function thrice(send: () => Promise<Answer>): Promise<[Answer, Answer, Answer]> {
  const [one, other] = await Promise.all([send(), send()]);
  return [one, other, await send()];
}

describe("API keys", () => {
  test("a page makes one key, and every click shows it; a minute later the page says that it was shown", async () => {
    const send = await pageOf("api-keys", { name: "deploy", expires_in: "24h" });
    const answers = await thrice(send);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [key, ...others] = new Set(answers.map(keyOf));
    expect([key?.slice(0, 4), others]).toEqual(["tak_", []]);
    expect(await keysOf()).toHaveLength(1);
    gateway.runtime.advance(61_000);
    const late = await send();
    expect([late.status, keyOf(late)]).toEqual([200, undefined]);
    expect(noticeOf(late)).toContain("has already created its key");
    expect(await keysOf()).toHaveLength(1);
  });

  test("another page and another name make another key", async () => {
    const fields = { name: "deploy", expires_in: "24h" };
    const send = await pageOf("api-keys", fields);
    await send();
    await send({ name: "other" });
    await (await pageOf("api-keys", fields))();
    expect(await keysOf()).toHaveLength(3);
  });

  test("what was refused may be sent again, and is refused again", async () => {
    const send = await pageOf("api-keys", { name: " ", expires_in: "24h" });
    expect((await thrice(send)).map(problemOf)).toEqual(Array(3).fill("Give the key a name."));
  });

  test("attack: another user with the page of this one is shown no key", async () => {
    const send = await pageOf("api-keys", { name: "deploy", expires_in: "24h" });
    const key = keyOf(await send()) ?? "";
    const eve = await signedIn();
    const form = await pageOf("api-keys", { name: "deploy", expires_in: "24h" });
    await form();
    await gateway.service.createUser({ alias: [`eve-${user}`], details: { password: PASSWORD } });
    const other = await signedIn(`eve-${user}`);
    const form_token = tokenOf(await eve.open(PAGE));
    const stolen = await (await pageOf("api-keys", { form_token, name: "deploy" }, other))();
    expect([stolen.status, stolen.text.includes(key)]).toEqual([400, false]);
  });

  test("the secret is not in the store as it is", async () => {
    await putSetting(gateway.service, "cache", { code_store: { active: "database" } });
    const key = keyOf(await (await pageOf("api-keys", { name: "x", expires_in: "24h" }))()) ?? "";
    const { store } = await gateway.service.auth.service;
    const { rows } = (await store.db.execute("select id, payload from auth_flow_codes")) as {
      rows: readonly unknown[];
    };
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(key.slice(4));
    await putSetting(gateway.service, "cache", { code_store: { active: "memory" } });
  });

  test("ended twice, also on another page, goes back to the page; the key of another user is none", async () => {
    await (await pageOf("api-keys", { name: "deploy", expires_in: "24h" }))();
    const [id = ""] = await keysOf();
    const stale = await pageOf("api-keys/end", { id });
    const answers = await thrice(await pageOf("api-keys/end", { id }));
    for (const answer of [...answers, await stale()]) {
      expect([answer.status, answer.headers.get("location")]).toEqual([302, PAGE]);
    }
    await gateway.service.createUser({ alias: [`eve-${user}`], details: { password: PASSWORD } });
    const eve = await signedIn(`eve-${user}`);
    const foreign = await (await pageOf("api-keys/end", { id }, eve))();
    expect([foreign.status, problemOf(foreign)]).toEqual([
      400,
      "This key does not exist any more.",
    ]);
    const never = await (await pageOf("api-keys/end", { id: "01J0A0B0C0D0E0F0G0H0J0K0M4" }))();
    expect(never.status).toBe(400);
  });
});

describe("two-step sign-in", () => {
  const codeNow = (secret: string) => codeAt(secret, gateway.runtime.clock.now());

  test("set-up shows one secret, its first code turns it on, and every click shows the same codes", async () => {
    const registered = await thrice(await pageOf("two-step/set-up"));
    const [secret = "", ...others] = new Set(registered.map(secretOf));
    expect([secret.length, others]).toEqual([32, []]);
    const send = await pageOf("two-step/confirm", { code: codeNow(secret) });
    const confirmed = await thrice(send);
    expect(confirmed.map(noticeOf)).toEqual(Array(3).fill("Two-step sign-in is on."));
    expect(codesOf(confirmed[0])).toHaveLength(8);
    expect(new Set(confirmed.map((answer) => codesOf(answer).join())).size).toBe(1);
    gateway.runtime.advance(61_000);
    const late = await send();
    expect([late.status, codesOf(late)]).toEqual([200, []]);
    expect(noticeOf(late)).toContain("were shown already");
  });

  test("new recovery codes are made once by a page; the last that were shown are those that count", async () => {
    const secret = secretOf(await (await pageOf("two-step/set-up"))());
    await (await pageOf("two-step/confirm", { code: codeNow(secret) }))();
    const answers = await thrice(await pageOf("two-step/recovery-codes"));
    expect(new Set(answers.map((answer) => codesOf(answer).join())).size).toBe(1);
    const [code = ""] = codesOf(answers[2]);
    const login = { username: user, password: PASSWORD, totp: code };
    const { status } = await postJson(gateway.jar(), "/login/auth/token/postern", login);
    expect(status).toBe(200);
    const other = await (await pageOf("two-step/recovery-codes"))();
    expect(codesOf(other)).not.toContain(codesOf(answers[2])[1]);
  });

  test("turned off twice says that it is off", async () => {
    const secret = secretOf(await (await pageOf("two-step/set-up"))());
    await (await pageOf("two-step/confirm", { code: codeNow(secret) }))();
    const answers = await thrice(await pageOf("two-step/turn-off"));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(noticeOf)).size).toBe(1);
  });
});

describe("password", () => {
  const change = { current_password: PASSWORD, new_password: "a better password" };
  const fields = { ...change, repeated_password: change.new_password };

  test("both clicks say that it is changed; after that the sign-in is over, and the form leads to a new one", async () => {
    const send = await pageOf("password", fields);
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = answers.map(({ text }) => /<h1[^>]*>([^<]*)/.exec(text)?.[1]);
    expect([one, other]).toEqual(["Your password has been changed", one]);
    const late = await send();
    expect([late.status, late.headers.get("location")?.split("?")[0]]).toEqual([303, "/login/"]);
  });

  test("a wrong password is refused each time", async () => {
    const send = await pageOf("password", { ...fields, current_password: "wrong" });
    expect((await thrice(send)).map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

test("passkeys: removed twice says that it is removed", async () => {
  const { id } = await passkeyTalk(gateway.service).register(user, {}, { name: "Laptop" });
  const answers = await thrice(await pageOf("passkeys/remove", { id }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(noticeOf)).size).toBe(1);
  const renamed = await (await pageOf("passkeys/rename", { id, name: "Phone" }))();
  expect(renamed.status, "it is gone").toBe(400);
});

test("sessions: ended twice goes back to the page, the others are ended as often as it is asked", async () => {
  const other = await signedIn();
  const { text } = await jar.open(PAGE);
  const sid = /name="sid" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const answers = await thrice(await pageOf("sessions/end", { sid }));
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect((await other.open("/app")).status).not.toBe(200);
  const send = await pageOf("sessions/end-others");
  const third = await signedIn();
  expect((await thrice(send)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await third.open("/app")).status).not.toBe(200);
  const fourth = await signedIn();
  expect((await send()).status).toBe(200);
  expect((await fourth.open("/app")).status, "not an answer that was kept").not.toBe(200);
});
