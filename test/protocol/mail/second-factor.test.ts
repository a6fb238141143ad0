/** T-9, W12: a mailed code is no way around the second factor. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAuth } from "../../support/auth.ts";
import { testRuntime } from "../../support/runtime.ts";
import { claimsOf } from "../../support/tokens.ts";
import { type Authenticator, enroll } from "../../support/totp.ts";
import { codeOf, type MailedService, mailedService } from "./support.ts";

let mailed: MailedService;
let app: Authenticator;
beforeAll(async () => {
  const runtime = testRuntime({ now: Date.UTC(2030, 0, 1) });
  mailed = await mailedService(await testAuth({}, runtime));
  app = await enroll(mailed.service, "ada");
});
afterAll(() => mailed[Symbol.asyncDispose]());

test("T-9: email_code demands the factor, and a request without it, or with a wrong one, uses nothing up", async () => {
  const { typed, link } = await mailed.mailed();
  for (const code of [typed, codeOf(link)]) {
    const bare = await mailed.redeem(code);
    expect(bare).toMatchObject({ status: 401, body: { error: "mfa_required" } });
    const wrong = await mailed.redeem(code, { totp: app.code(-20) });
    expect(wrong.body.error).toBe("invalid_grant");
  }
  const { status, body } = await mailed.redeem(typed, { totp: app.fresh() });
  expect(status).toBe(200);
  expect(claimsOf(body.access_token).amr).toEqual(["otp", "mfa"]);
  expect((await mailed.redeem(codeOf(link), { totp: app.fresh() })).status).toBe(400);
});

test("T-9: a recovery code takes its place, and the answer says how many are left", async () => {
  const { typed } = await mailed.mailed();
  const [totp = ""] = app.recoveryCodes;
  const { status, body } = await mailed.redeem(typed, { totp });
  expect(status).toBe(200);
  expect(JSON.stringify(body)).toContain("7");
});

test("F-1: nothing tells of a factor before the mailed code was right", async () => {
  const { body } = await mailed.redeem("BBBBB-BBBBB", { totp: app.code() });
  expect(body).toEqual({ error: "invalid_grant", error_description: "code not found or expired" });
});

test("T-9: totp.methods without email_code does not ask", async () => {
  const value = { methods: ["password"] };
  await mailed.service.json("PUT", "/auth/v1/settings/totp", { value });
  const { typed } = await mailed.mailed();
  const { status, body } = await mailed.redeem(typed);
  expect(status).toBe(200);
  expect(claimsOf(body.access_token).amr).toEqual(["otp"]);
  await mailed.service.json("DELETE", "/auth/v1/settings/totp");
});
