/** What the public surface does on a runtime that cannot send mail: it says so, and still takes codes. */
import { expect, test } from "vitest";
import { openAuth, talkTo, testAuth } from "../../support/auth.ts";
import { testRuntime } from "../../support/runtime.ts";
import { WEB } from "../../support/tokens.ts";
import { ADDRESS, EMAIL, mailedService, TOKEN } from "./support.ts";

test("R-6: at the edge asking for a mail is 503 in plain words, and a mailed code signs in", async () => {
  const runtime = testRuntime();
  await using mailed = await mailedService(await testAuth({}, runtime));
  const { typed } = await mailed.mailed();
  // The same database behind an instance as at the edge: the public surface, without a way to send.
  const { store } = await mailed.service.auth.service;
  const { mailer: _mailer, ...without } = runtime;
  const openSql = async () => ({ ...store.driver, close: async () => undefined });
  const edgeRuntime = { ...without, openSql };
  const options = {
    encryption: { key: "an encryption key for tests" },
    surface: "public",
  } as const;
  const auth = openAuth(options, edgeRuntime);
  await auth.ready;
  await using edge = talkTo(auth, runtime);

  const asked = await edge.form(EMAIL, { username: ADDRESS }, WEB);
  expect(asked).toMatchObject({
    status: 503,
    body: {
      error: "temporarily_unavailable",
      error_description: "mail is not available on this runtime",
    },
  });
  const redeemed = await edge.form(TOKEN, { grant_type: "email_code", code: typed }, WEB);
  expect(redeemed.status, redeemed.text).toBe(200);
  expect((await auth.health()).detail.mail.state).toBe("unavailable");
});
