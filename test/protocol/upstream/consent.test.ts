/** Decision E-10: people who signed in at a provider elsewhere are asked before a client gets its code. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  redeem,
  S256,
  VERIFIER,
} from "../../support/authorize.ts";
import { OPEN, REDIRECT, registered } from "../../support/registration.ts";
import { claimsOf, putClient, putSetting, TOKEN, WEB } from "../../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  clientAnswer,
  putProvider,
  signInAt,
  startCompany,
} from "../../support/upstream-sign-in.ts";
import { allowVouched, decideVouched, openVouched, vouchedPage } from "../../support/vouched.ts";

let service: TestAuth;
let company: Company;

beforeAll(async () => {
  service = await testAuth();
  company = await startCompany();
  company.claims = {
    sub: "grace-1",
    email: "grace@example.com",
    email_verified: true,
    name: "Grace",
  };
  await allowUpstream(service);
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
  await putSetting(service, "registration", OPEN);
  const claim_mapping = { register: true };
  await putProvider(service, "company", { ...company.record, userinfo_url: "", claim_mapping });
  clientAnswer(await signInAt(service, company, "company"));
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(() => putSetting(service, "authorize", {}));

const SPA = { client_id: "spa", ...S256 };
const ask = (fields: Record<string, string> = SPA) => signInAt(service, company, "company", fields);

test("a confidential client of an administrator gets its code as before, until `federated_consent` is on", async () => {
  expect(clientAnswer(await ask({})).code).toMatch(/^[0-9a-f]{64}$/);
  await putSetting(service, "authorize", { federated_consent: true });
  const { code } = await allowVouched(service, await ask({ nonce: "n-1", scope: "openid" }));
  const { body } = await redeem(service, code);
  expect(claimsOf(body.id_token)).toMatchObject({ nonce: "n-1", aud: WEB.id });
  await putClient(service, "own", {
    ...{ client_secret: WEB.secret, redirect_uris: [CALLBACK], skip_consent: true },
  });
  expect(clientAnswer(await ask({ client_id: "own" })).code).toMatch(/^[0-9a-f]{64}$/);
});

test("a public client asks: scope, state, PKCE and the provider are those of the request", async () => {
  const answer = await ask({ ...SPA, scope: "openid email" });
  const { location, code } = await allowVouched(service, answer);
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({ state: "s-1" });
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const { status, body, text } = await service.form(TOKEN, {
    ...{ ...form, client_id: "spa", code_verifier: VERIFIER },
  });
  expect([status, body.scope], text).toEqual([200, "openid email"]);
});

test("G-1: a client that registered itself asks, with `skip_consent` too", async () => {
  const { client_id } = await registered(service, { token_endpoint_auth_method: "none" });
  const fields = { client_id, redirect_uri: REDIRECT, ...S256 };
  expect((await allowVouched(service, await ask(fields))).location).toContain(`${REDIRECT}?`);
});

describe("the page belongs to the person in the browser that signed in (B-5)", () => {
  test("without its cookie the flow does not exist, for a session of the same person either", async () => {
    const vouched = vouchedPage(await ask());
    const bare = { ...vouched, cookie: "" };
    expect((await openVouched(service, bare, { "x-user": "grace@example.com" })).status).toBe(404);
    expect((await openVouched(service, bare, { "x-user": "ada" })).status).not.toBe(200);
    const page = await openVouched(service, vouched);
    expect(page.status).toBe(200);
    const token = formTokenOf(page);
    expect((await decideVouched(service, bare, token)).status).toBe(401);
    const other = vouchedPage(await ask());
    expect((await openVouched(service, { ...vouched, cookie: other.cookie })).status).not.toBe(200);
    expect((await decideVouched(service, other, token)).status).toBe(400);
    expect(answerOf(await decideVouched(service, vouched, token)).code).toBeDefined();
  });

  test("a second click gets the same answer, in that browser alone", async () => {
    const vouched = vouchedPage(await ask());
    const token = formTokenOf(await openVouched(service, vouched));
    const first = answerOf(await decideVouched(service, vouched, token));
    expect(answerOf(await decideVouched(service, vouched, token))).toEqual(first);
    expect((await decideVouched(service, { ...vouched, cookie: "" }, token)).status).toBe(401);
  });

  test("Deny tells the client, and the flow is gone", async () => {
    const vouched = vouchedPage(await ask());
    const token = formTokenOf(await openVouched(service, vouched));
    expect(answerOf(await decideVouched(service, vouched, token, "deny")).error).toBe(
      "access_denied",
    );
    expect((await openVouched(service, vouched)).status).not.toBe(200);
  });

  test("while the consent page is closed, a client that has to ask gets nothing", async () => {
    await putSetting(service, "authorize", { disabled: true });
    const query = new URLSearchParams({ client_id: "spa", redirect_uri: CALLBACK, ...S256 });
    const { status, body } = await service.request("GET", `/auth/oauth2/auth/company?${query}`);
    expect([status, body.error]).toEqual([400, "unauthorized_client"]);
    expect(clientAnswer(await ask({})).code).toBeDefined();
  });
});
