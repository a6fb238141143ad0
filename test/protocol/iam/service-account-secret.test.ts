/** A service account loses its secret: auth-wire 2.3 (a write keeps it, so there is a route of its own); K-11. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { payloadOf, refused, saysOnly } from "./expectations.ts";

const ACCOUNTS = "/auth/v1/service-accounts";
const SECRET = "robot-secret";
let service: TestAuth;
/** Of one test alone. */
let id: string;
let alias: string;
let print: string;
let count = 0;

const token = () =>
  service.form(
    "/auth/oauth2/token",
    { grant_type: "client_credentials" },
    { id: alias, secret: SECRET },
  );
const remove = (path: string, headers: Record<string, string> = {}) =>
  service.request("DELETE", path, { headers });

beforeAll(async () => {
  service = await testAuth();
});
beforeEach(async () => {
  alias = `robot-${++count}`;
  print = String(count).padStart(2, "0").repeat(32);
  const details = { name: "Robot", secret: SECRET, cert_fingerprint: print, scope: "read" };
  id = await service.createServiceAccount({ alias: [alias], details });
});
afterAll(() => service[Symbol.asyncDispose]());

test("null and an empty text keep the secret: typed clients send them", async () => {
  for (const secret of [null, ""]) {
    saysOnly(
      await service.json("PATCH", `${ACCOUNTS}/${id}`, {
        details: { name: "Robot", secret, cert_fingerprint: print, scope: "read" },
      }),
      "user updated",
    );
  }
  expect((await token()).status).toBe(200);
});

test("a tag that is not the record's changes nothing", async () => {
  await refused(service, () => remove(`${ACCOUNTS}/${id}/secret`, { "if-match": '"0"' }), {
    status: 412,
    message: "the record is not as it was read",
  });
  expect((await token()).status).toBe(200);
});

test("without its secret the account gets no token, and those from before are of no use", async () => {
  const { access_token } = (await token()).body;
  const userinfo = () =>
    service.request("GET", "/auth/oauth2/userinfo", {
      headers: { authorization: `Bearer ${access_token}` },
    });
  expect((await userinfo()).status).toBe(200);
  const { headers } = await service.json("GET", `${ACCOUNTS}/${id}`);

  saysOnly(
    await remove(`${ACCOUNTS}/${id}/secret`, { "if-match": String(headers.get("etag")) }),
    "secret removed",
  );

  const refusal = await token();
  expect(refusal.status).toBe(401);
  expect(refusal.body.error).toBe("invalid_client");
  const empty = { grant_type: "client_credentials", client_id: alias, client_secret: "" };
  expect((await service.form("/auth/oauth2/token", empty)).status).toBe(401);
  expect((await userinfo()).status).toBe(401);
});

test("everything else stays, and there is no second secret to remove", async () => {
  saysOnly(await remove(`${ACCOUNTS}/${id}/secret`), "secret removed");
  expect(await payloadOf(service, `${ACCOUNTS}/${id}`)).toMatchObject({
    alias: [alias],
    is_active: true,
    details: { name: "Robot", cert_fingerprint: print, scope: "read" },
  });
  await refused(service, () => remove(`${ACCOUNTS}/${id}/secret`), {
    status: 404,
    message: "cannot remove secret",
    error: "the account has no secret",
  });
});

test("a write without a secret does not bring it back", async () => {
  saysOnly(await remove(`${ACCOUNTS}/${id}/secret`), "secret removed");
  saysOnly(
    await service.json("PUT", `${ACCOUNTS}/${id}`, { alias: [alias], details: { name: "R" } }),
    "user updated",
  );
  expect((await payloadOf(service, `${ACCOUNTS}/${id}`)).details).toEqual({ name: "R" });
});

test("C2: a user is no service account", async () => {
  const user = await service.createUser();
  await refused(service, () => remove(`${ACCOUNTS}/${user}/secret`), {
    status: 404,
    message: "cannot remove secret",
    error: /user with id .* not found/,
  });
});
