/** `require_acr` of a client's record: a demand that holds at every way to a token (decisions E-1 and E-7). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { answerOf, CALLBACK, newFlow, redeem } from "../support/authorize.ts";
import { begin, post, putProvider, registering, saysFor } from "../support/saml.ts";
import { makeKey, signedResponse } from "../support/saml-idp.ts";
import { ADA, claimsOf, createAda, putClient, TOKEN, WEB } from "../support/tokens.ts";

const RECORD = { client_secret: WEB.secret, redirect_uris: [CALLBACK], skip_consent: true };
const at = (levels: string[]) => putClient(service, WEB.id, { ...RECORD, require_acr: levels });

let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A front that knows how strongly ada signed in. */
async function open(acr: string | undefined, fields: Record<string, string> = {}) {
  const flow = await newFlow(service, { scope: "openid", ...fields });
  const session = { principal: "ada", auth_time: 1, ...(acr && { acr }) };
  const answer = await service.auth.fetch(
    new Request(`${ORIGIN}/auth/oauth2/consent?flow=${flow}`),
    undefined,
    { session },
  );
  const text = await answer.text();
  return answerOf({ status: answer.status, headers: answer.headers, text, body: undefined });
}

test("a sign-in that is too weak ends with unmet_authentication_requirements, a strong one gets tokens", async () => {
  await at(["mfa"]);
  expect((await open(undefined)).error).toBe("unmet_authentication_requirements");
  expect((await open(undefined, { prompt: "none" })).error).toBe("login_required");
  for (const acr of ["mfa", "phr"]) {
    const { body } = await redeem(service, (await open(acr)).code ?? "");
    expect(claimsOf(body.id_token).acr).toBe("mfa");
  }
});

test("it holds together with the demand of a request", async () => {
  const claims = (value: string) => ({
    claims: JSON.stringify({ id_token: { acr: { essential: true, value } } }),
  });
  await at(["mfa"]);
  expect((await open("mfa", claims("phr"))).error).toBe("unmet_authentication_requirements");
  expect((await open("phr", claims("phr"))).code).toBeDefined();
  await at(["phr"]);
  expect((await open("mfa", claims("mfa"))).error, "no request weakens it").toBe(
    "unmet_authentication_requirements",
  );
  const { body } = await redeem(service, (await open("phr", claims("mfa"))).code ?? "");
  expect(claimsOf(body.id_token).acr).toBe("phr");
  await at(["urn:example:gold"]);
  expect((await open("phr", claims("mfa"))).error).toBe("unmet_authentication_requirements");
});

test("other grants give no tokens for a weaker sign-in, and a record that is stricter ends the old ones", async () => {
  await at([]);
  const before = await service.form(TOKEN, { ...ADA }, WEB);
  expect(before.status, before.text).toBe(200);
  const refresh = { grant_type: "refresh_token", refresh_token: before.body.refresh_token };
  await at(["mfa"]);
  for (const form of [ADA, refresh]) {
    const refused = await service.form(TOKEN, form, WEB);
    expect([form.grant_type, refused.status, refused.body.error]).toEqual([
      form.grant_type,
      400,
      "invalid_grant",
    ]);
  }
});

test("after a sign-in elsewhere the client is told", async () => {
  const key = await makeKey();
  await putProvider(service, registering(key));
  const begun = async () => {
    const started = await begin(service);
    const says = { ...saysFor(service, started), nameId: "elsewhere" };
    const attributes = { mail: ["elsewhere@example.com"] };
    return post(service, signedResponse({ ...says, attributes }, key, "assertion"), started);
  };
  await at(["mfa"]);
  const refused = await begun();
  expect([refused.status, refused.headers.get("location")]).toEqual([400, null]);
  await at([]);
  expect((await begun()).headers.get("location")).toContain("code=");
});

test("what is no word is refused in the record", async () => {
  for (const require_acr of [["a b"], ['"'], [""], ["x".repeat(101)]]) {
    const config = { ...RECORD, require_acr };
    const refused = await service.json("PUT", `/auth/v1/oauth/clients/${WEB.id}`, { config });
    expect([require_acr, refused.status]).toEqual([require_acr, 400]);
  }
});
