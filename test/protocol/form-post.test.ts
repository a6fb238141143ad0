/** OAuth 2.0 Form Post Response Mode 1.0 (Z-4, Z-5, Z-10; B-1, B-3, B-10). */
import * as client from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  locationOf,
  newFlow,
  openPage,
  startWith,
  submit,
} from "../support/authorize.ts";
import { CALLBACK as RP_CALLBACK, relyingParty } from "../support/relying-party.ts";
import { begin, post, putProvider, registering, saysFor } from "../support/saml.ts";
import { makeKey, signedResponse } from "../support/saml-idp.ts";
import { createAda, putClient, WEB } from "../support/tokens.ts";

let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
});
afterAll(() => service[Symbol.asyncDispose]());

const FORM = { response_mode: "form_post" };
const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** What the form of the page sends, and where. */
function formOf({ status, text, headers }: Answer) {
  expect([status, headers.get("location")], text).toEqual([200, null]);
  const [, action = ""] = /<form id="form-post" method="post" action="([^"]+)"/.exec(text) ?? [];
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return {
    action: unescaped(action),
    members: Object.fromEntries(fields.map(([, name, value = ""]) => [name, unescaped(value)])),
  };
}

async function decided(action: "approve" | "deny", fields: Record<string, string> = {}) {
  const flow = await newFlow(service, { ...FORM, ...fields });
  const form_token = formTokenOf(await openPage(service, flow));
  const form = { flow, form_token, action };
  return { answer: await submit(service, form), again: () => submit(service, form) };
}

test("a code comes by a form that the browser posts; the target gets nothing in its query", async () => {
  const { answer, again } = await decided("approve");
  const { action, members } = formOf(answer);
  expect(action).toBe(CALLBACK);
  expect(members).toEqual({
    code: expect.stringMatching(/^[0-9a-f]{64}$/),
    state: "s-1",
    iss: `${ORIGIN}/auth/oauth2`,
  });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(formOf(await again()).members, "a second click has the same answer").toEqual(members);
});

test("errors come by the form, too: of the request, of the person, and with prompt=none", async () => {
  const denied = formOf((await decided("deny")).answer);
  expect(denied.members).toMatchObject({ error: "access_denied", state: "s-1" });
  const wrong = formOf(await startWith(service, { ...FORM, response_type: "token" }));
  expect(wrong.members).toMatchObject({ error: "unsupported_response_type", state: "s-1" });
  const flow = await newFlow(service, { ...FORM, prompt: "none" });
  expect(formOf(await openPage(service, flow, "")).members).toMatchObject({
    error: "login_required",
  });
});

test("B-1: the page runs our own script alone, and does not hold the redirects of the client", async () => {
  const { answer } = await decided("approve");
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain("form-action");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(answer.text).not.toMatch(/<script(?![^>]* src="\/auth\/oauth2\/form-post\.js")/);
  expect(answer.text).toContain('<button type="submit"');
  const script = await service.request("GET", "/auth/oauth2/form-post.js");
  expect([script.status, script.headers.get("content-type")]).toEqual([
    200,
    "text/javascript; charset=utf-8",
  ]);
});

test("B-3: what a client sends is text in the page, and a query of its target stays", async () => {
  const state = `"><script>alert(1)</script>'&`;
  const { answer } = await decided("approve", { state });
  expect(answer.text).not.toContain("<script>alert");
  expect(formOf(answer).members.state).toBe(state);
  const withQuery = `${CALLBACK}?a=1&b=2`;
  await putClient(service, "query", { client_secret: "s", redirect_uris: [withQuery] });
  const other = await decided("approve", { client_id: "query", redirect_uri: withQuery });
  expect(formOf(other.answer).action).toBe(withQuery);
});

test("the page is in the person's language", async () => {
  const flow = await newFlow(service, { ...FORM, prompt: "none" });
  const ask = (language: string) =>
    service.request("GET", `/auth/oauth2/consent?flow=${flow}`, {
      headers: { accept: "text/html", "accept-language": language },
    });
  expect((await ask("de")).text).toContain("Zurück zu");
});

test.each([
  "fragment",
  "form_post.jwt",
  "query.jwt",
  "web_message",
  "FORM_POST",
  "query form_post",
])("response_mode=%s is invalid_request, in the query", async (response_mode) => {
  const refused = answerOf(await startWith(service, { response_mode }));
  expect(refused).toMatchObject({ error: "invalid_request", state: "s-1" });
});

test("a mode that is given twice, or form_post for a scheme of an application: invalid_request", async () => {
  const twice = await startWith(service, { response_mode: ["query", "form_post"] });
  expect(answerOf(twice).error).toBe("invalid_request");
  const redirect_uri = "com.example.app:/callback";
  await putClient(service, "native", { public: true, redirect_uris: [redirect_uri] });
  const native = await startWith(service, { ...FORM, client_id: "native", redirect_uri });
  expect(locationOf(native)).toContain("error=invalid_request");
});

test("Z-1: a target that is not verified gets no form", async () => {
  const refused = await startWith(service, { ...FORM, redirect_uri: "https://evil.test/" });
  expect([refused.status, refused.text.includes("form-post")]).toEqual([400, false]);
});

test("after a sign-in elsewhere the client is answered as it asked", async () => {
  const key = await makeKey();
  await putProvider(service, registering(key));
  const started = await begin(service, FORM);
  const answer = await post(
    service,
    signedResponse(
      {
        ...saysFor(service, started),
        attributes: { mail: ["elsewhere@example.com"] },
        nameId: "elsewhere",
      },
      key,
      "assertion",
    ),
    started,
  );
  expect(formOf(answer).members).toMatchObject({ state: "client-state" });
});

test("oidcc-formpost-basic: openid-client redeems the posted answer; discovery names the modes", async () => {
  const rp = await relyingParty(service, "rp", "client_secret_basic", { skip_consent: true });
  expect(rp.config.serverMetadata().response_modes_supported).toEqual(["query", "form_post"]);
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(rp.config, {
    ...{ redirect_uri: RP_CALLBACK, scope: "openid", state, nonce },
    ...FORM,
  });
  const headers = { "x-user": "ada", accept: "text/html" };
  const started = await service.request("GET", url.pathname + url.search, { headers });
  const answer = await service.request("GET", locationOf(started), { headers });
  const { action, members } = formOf(answer);
  const body = new URLSearchParams(members as Record<string, string>);
  const tokens = await client.authorizationCodeGrant(
    rp.config,
    new Request(action, { method: "POST", body }),
    { expectedState: state, expectedNonce: nonce, idTokenExpected: true },
  );
  expect(tokens.claims()?.aud).toBe("rp");
});
