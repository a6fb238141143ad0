/** `id_token_hint` at the authorization endpoint (OpenID Connect Core §3.1.2.1; Z-8). */
import * as client from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  newCode,
  newFlow,
  openPage,
  redeem,
  startWith,
} from "../support/authorize.ts";
import { relyingParty } from "../support/relying-party.ts";
import { createAda, putClient, WEB } from "../support/tokens.ts";

let service: TestAuth;
let hint: string;

/** An ID token of ada's for this client. */
async function idTokenFor(credentials = WEB): Promise<string> {
  const code = await newCode(service, { client_id: credentials.id, scope: "openid" });
  const { body, text } = await redeem(service, code, {}, credentials);
  expect(body.id_token, text).toBeDefined();
  return body.id_token;
}

const OTHER = { id: "other", secret: "other secret" };

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
  for (const { id, secret } of [WEB, OTHER]) {
    await putClient(service, id, { client_secret: secret, redirect_uris: [CALLBACK] });
  }
  hint = await idTokenFor();
});
afterAll(() => service[Symbol.asyncDispose]());

test("the user of the hint goes on, also when it expired long ago", async () => {
  service.runtime.advance(400 * 24 * 3_600_000);
  const page = await openPage(service, await newFlow(service, { id_token_hint: hint }));
  expect([page.status, page.text.includes("consent-form")]).toEqual([200, true]);
});

test("another user is login_required, with prompt=none and without", async () => {
  for (const prompt of ["none", undefined]) {
    const flow = await newFlow(service, { id_token_hint: hint, prompt });
    const refused = answerOf(await openPage(service, flow, "bob"));
    expect([prompt, refused.error, refused.state]).toEqual([prompt, "login_required", "s-1"]);
    expect((await openPage(service, flow)).status, "the request has ended").toBe(404);
  }
});

test("the ID token of another client, an access token, a changed one: invalid_request", async () => {
  const [head = "", body = "", signature = ""] = hint.split(".");
  const access = await redeem(service, await newCode(service, { scope: "openid" }));
  const claims = JSON.parse(atob(body.replaceAll("-", "+").replaceAll("_", "/")));
  const forged = btoa(JSON.stringify({ ...claims, sub: "someone" })).replace(/=+$/, "");
  const tries = {
    "of another client": await idTokenFor(OTHER),
    "an access token": access.body.access_token,
    "a refresh token": access.body.refresh_token,
    "another user": `${head}.${forged}.${signature}`,
    "no signature": `${btoa('{"alg":"none"}')}.${body}.`,
    "no token": "x",
    "too long": "x".repeat(60_000),
  };
  for (const [name, id_token_hint] of Object.entries(tries)) {
    const body = new URLSearchParams({
      ...{ response_type: "code", client_id: WEB.id, redirect_uri: CALLBACK, state: "s-1" },
      id_token_hint,
    });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const refused = await service.request("POST", "/auth/oauth2/authorize", { headers, body });
    expect([name, answerOf(refused).error]).toEqual([name, "invalid_request"]);
  }
});

test("given twice it is invalid_request", async () => {
  const refused = await startWith(service, { id_token_hint: [hint, hint] });
  expect(answerOf(refused).error).toBe("invalid_request");
});

test("oidcc-id-token-hint: openid-client renews silently with the hint of its last sign-in", async () => {
  const rp = await relyingParty(service, "rp", "client_secret_basic", {
    ...{ skip_consent: true, redirect_uris: [CALLBACK] },
  });
  const once = async (more: Record<string, string>) => {
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(rp.config, {
      ...{ redirect_uri: CALLBACK, scope: "openid", state },
      ...more,
    });
    const started = await service.request("GET", url.pathname + url.search);
    const flow = new URL(started.headers.get("location") ?? "", CALLBACK).searchParams.get("flow");
    const answer = await openPage(service, flow ?? "");
    return client.authorizationCodeGrant(rp.config, new URL(answer.headers.get("location") ?? ""), {
      expectedState: state,
      idTokenExpected: true,
    });
  };
  const first = await once({});
  const renewed = await once({ prompt: "none", id_token_hint: first.id_token ?? "" });
  expect(renewed.claims()?.sub).toBe(first.claims()?.sub);
});
