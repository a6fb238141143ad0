/** I-7: on the routes and forms of the own account, a sign-in has guesses of its own, as a known browser has at the login. */
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  ADA_LOGIN,
  postJson,
  startGateway,
  type TestGateway,
  TOKEN_ROUTE,
} from "../support/gateway.ts";
import type { Jar } from "../support/session.ts";
import { putSetting } from "../support/tokens.ts";
import { enroll } from "../support/totp.ts";

const LIMIT = 3;
const attempts = { per_account: LIMIT, per_network: 20 };
const NEW = "correct horse two";

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
  await putSetting(gateway.service, "password", { attempts, own_changes: { per_account: 20 } });
  await putSetting(gateway.service, "totp", { attempts });
});
afterEach(() => gateway[Symbol.asyncDispose]());

/** What a colleague in the same network does at the login page. */
async function exhaust(more: Record<string, string> = {}) {
  const wrong = { ...ADA_LOGIN, password: "a wrong guess", ...more };
  for (const status of [401, 401, 401, 429]) {
    expect((await postJson(gateway.jar(), TOKEN_ROUTE, wrong)).status).toBe(status);
  }
}

async function change(browser: Jar, current_password: string, new_password = NEW) {
  const body = { current_password, new_password };
  return (await postJson(browser, "/auth/v1/me/password", body)).status;
}

async function changeByForm(browser: Jar, current_password: string) {
  const page = await browser.open("/auth/ui/account");
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const fields = { form_token, current_password, new_password: NEW, repeated_password: NEW };
  const answer = await browser.send("POST", "/auth/ui/password", {
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: new URLSearchParams(fields),
  });
  return answer.status;
}

test("a colleague who used up the password does not keep the person from changing it", async () => {
  const browser = await gateway.signedIn();
  await exhaust();
  expect(await change(browser, "not this one")).toBe(401);
  expect(await change(browser, ADA_LOGIN.password)).toBe(200);
});

test("the form of the account page is the other way", async () => {
  const browser = await gateway.signedIn();
  await exhaust();
  expect(await changeByForm(browser, "not this one")).toBe(400);
  expect(await changeByForm(browser, ADA_LOGIN.password)).toBe(200);
});

test("without a sign-in that is known the network counts, as before", async () => {
  await exhaust();
  const body = { current_password: ADA_LOGIN.password, new_password: NEW };
  const { status } = await gateway.service.json("POST", "/auth/v1/me/password", body, "ada");
  expect(status).toBe(429);
});

test("it guesses as often as a network, by both ways together, then as a stranger", async () => {
  const browser = await gateway.signedIn();
  await exhaust();
  for (let guess = 0; guess < LIMIT - 1; guess++) expect(await change(browser, "no")).toBe(401);
  expect(await changeByForm(browser, "not this one")).toBe(400);
  expect(await change(browser, ADA_LOGIN.password)).toBe(429);
  expect(await changeByForm(browser, ADA_LOGIN.password)).toBe(429);
  const another = gateway.jar();
  await putSetting(gateway.service, "password", { attempts: { unlimited: true } });
  expect((await postJson(another, TOKEN_ROUTE, ADA_LOGIN)).status).toBe(204);
  await putSetting(gateway.service, "password", { attempts });
  expect(await change(another, ADA_LOGIN.password), "another sign-in has its own").toBe(200);
});

test("one-time codes that prove a change of the second factor are counted alike", async () => {
  const app = await enroll(gateway.service, "ada");
  const browser = gateway.jar();
  const signIn = { ...ADA_LOGIN, totp: app.fresh() };
  expect((await postJson(browser, TOKEN_ROUTE, signIn)).status).toBe(204);
  await exhaust({ password: ADA_LOGIN.password, totp: "abcdef" });
  const recovery = async (code: string) =>
    (await postJson(browser, "/auth/v1/totp/recovery", { code })).status;
  expect(await recovery("abcdef")).toBe(400);
  expect(await recovery(app.fresh())).toBe(200);
});

test("E-2: changes themselves are counted for the person, however many sign-ins there are", async () => {
  await putSetting(gateway.service, "password", { own_changes: { per_account: LIMIT } });
  const statuses: number[] = [];
  for (let round = 0; round <= LIMIT; round++) {
    statuses.push((await postJson(await gateway.signedIn(), "/auth/v1/totp/register", {})).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});
