/** Forms of the login page whose code counts once, sent twice by a double click (B-5; login-session-wire 3.6). */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { passwordLogin, postJson, startGateway, type TestGateway } from "../../support/gateway.ts";
import type { Jar } from "../../support/session.ts";
import { PASSWORD, type SignupSetup, signupSetup } from "../../support/signup.ts";

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

async function formOf(jar: Jar, fields: Record<string, string>) {
  const page = await jar.open("/login/");
  const form_token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? "";
  expect(form_token).not.toBe("");
  return new URLSearchParams({ provider: "postern", form_token, ...fields });
}
const send = (jar: Jar, body: URLSearchParams) =>
  jar.send("POST", "/login/", {
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body,
  });

test("the code of a sign-up: both clicks sign in, other browsers get nothing", async () => {
  const email = "twice@example.com";
  const jar = gateway.jar();
  await postJson(jar, "/login/auth/signup/postern", { email, password: PASSWORD, search: "" });
  const form = await formOf(jar, { view: "verify", code: await setup.codeFor(email), email });
  const answers = await Promise.all([send(jar, form), send(jar, form)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect((await send(jar, form)).status).toBe(303);
  const other = gateway.jar();
  const stolen = await formOf(other, { view: "verify", code: form.get("code") ?? "", email });
  expect((await send(other, stolen)).status).toBe(401);
});

test("a new password: the same form twice is saved once, another password is refused", async () => {
  const jar = gateway.jar();
  const email = "forgetful@example.com";
  await gateway.service.createUser({ alias: [email], details: { email, password: PASSWORD } });
  await postJson(jar, "/login/auth/reset/postern", { email });
  const fields = { view: "reset-confirm", code: await setup.codeFor(email), email };
  const form = await formOf(jar, { ...fields, new_password: "another long password" });
  const answers = await Promise.all([send(jar, form), send(jar, form)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const changed = await formOf(jar, { ...fields, new_password: "a third long password" });
  expect((await send(jar, changed)).status).not.toBe(200);
  const login = { username: email, password: "another long password" };
  expect((await passwordLogin(gateway.jar(), login)).status).toBeLessThan(300);
});

test("a wrong code stays wrong, and may be sent again", async () => {
  const jar = gateway.jar();
  const form = await formOf(jar, { view: "verify", code: "BCDFG-HJKLM" });
  for (const answer of [await send(jar, form), await send(jar, form)]) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
});
