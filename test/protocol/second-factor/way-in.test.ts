/** Decision E-13, I-8: a second factor that is required locks no administrator out, and `postern recover` brings one back in. */
import { expect, test } from "vitest";
import { type LoginSetup, loginSetup } from "../../support/login-setup.ts";
import { enroll } from "../../support/totp.ts";

const put = (setup: LoginSetup, namespace: string, value: object, query = "") =>
  setup.as("PUT", `/settings/${namespace}${query}`, { value });

test("where a factor can be set up at the sign-in, it may be required; then neither kind can be switched off alone", async () => {
  await using setup = await loginSetup();
  expect((await put(setup, "second_factor", { everybody: true })).status).toBe(200);
  expect(await setup.signIn(), "to be set up").toBe(401);
  expect((await put(setup, "totp", { disabled: true })).status, "passkeys are left").toBe(200);
  const last = await put(setup, "passkey", { disabled: true });
  expect([last.status, last.body.message]).toEqual([409, "no administrator could sign in"]);
});

test("a rule that no one could meet is 409, also for a day that comes", async () => {
  await using setup = await loginSetup();
  await put(setup, "totp", { disabled: true });
  await put(setup, "passkey", { disabled: true });
  for (const rule of [{ everybody: true }, { administrators: true, from: "2999-01-31" }]) {
    const answer = await put(setup, "second_factor", rule);
    expect([answer.status, answer.body.message]).toEqual([409, "no administrator could sign in"]);
  }
  expect((await put(setup, "second_factor", { role_ids: ["other"] })).status).toBe(200);
  expect(await setup.signIn()).toBe(204);
});

test("forced, or with a lost phone, `postern recover` leads to a sign-in that sets one up", async () => {
  await using setup = await loginSetup();
  const { alias } = setup.first.admin;
  await enroll(setup.service, alias);
  await put(setup, "second_factor", { everybody: true });
  await put(setup, "passkey", { disabled: true }, "?force=true");
  await put(setup, "totp", { disabled: true }, "?force=true");
  expect((await setup.doctor()).administrator_sign_in).toBe("danger");
  const password = await setup.recover();
  const answer = await setup.jar().send("POST", "/login/auth/token/postern", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: alias, password }),
  });
  expect([answer.status, answer.body.error]).toEqual([401, "mfa_setup_required"]);
  expect(answer.body.setup.app).toBeDefined();
  expect((await setup.doctor()).administrator_sign_in).toBe("ok");
});
