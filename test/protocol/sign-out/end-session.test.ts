/** Signing out at the request of an application (OpenID Connect RP-Initiated Logout 1.0; Z-1, Z-2, Z-8, B-2). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { CALLBACK, formTokenOf } from "../../support/authorize.ts";
import { postJson, TOKEN_ROUTE, whoIs } from "../../support/gateway.ts";
import type { Jar } from "../../support/session.ts";
import {
  END_SESSION,
  HOME,
  putApplication,
  type SignOutSetup,
  signOutSetup,
  type Tokens,
} from "../../support/sign-out.ts";
import { claimsOf } from "../../support/tokens.ts";

let setup: SignOutSetup;
let jar: Jar;
let tokens: Tokens;
beforeAll(async () => {
  setup = await signOutSetup();
  await putApplication(setup.gateway, "shop");
  await putApplication(setup.gateway, "wiki");
  await setup.gateway.service.createUser({
    alias: ["eve"],
    details: { password: "the password of eve" },
  });
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(async () => {
  jar = await setup.gateway.signedIn();
  tokens = await setup.open(jar, "shop");
});

const isIn = async (browser = jar) => (await whoIs(browser)) !== undefined;
const end = (fields: Record<string, string>, browser = jar) =>
  browser.open(`${END_SESSION}?${new URLSearchParams(fields)}`);
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
const eve = async () => {
  const browser = setup.gateway.jar();
  const who = { username: "eve", password: "the password of eve" };
  expect((await postJson(browser, TOKEN_ROUTE, who)).status).toBe(204);
  return browser;
};

/** Presses the button of the page that asks. */
async function confirm(page: { readonly text: string }, browser = jar, more = {}) {
  const names = ["form_token", "sign_in", "client_id", "post_logout_redirect_uri", "state"];
  const fields = names.map((name) => [name, hidden(page.text, name)] as [string, string]);
  return browser.send("POST", `${END_SESSION}/confirm`, {
    headers: { "content-type": "application/x-www-form-urlencoded", ...more },
    body: new URLSearchParams(fields.filter(([, value]) => value !== "")),
  });
}

describe("an ID token of the sign-in of this browser", () => {
  test("ends it without a question, and every application of it, and sends the browser on", async () => {
    const wiki = await setup.open(jar, "wiki");
    const answer = await end({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: HOME,
      state: "s 1",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${HOME}?state=s+1`]);
    expect(await isIn()).toBe(false);
    expect(await setup.refresh("shop", tokens.refresh_token)).toBe(400);
    expect(await setup.refresh("wiki", wiki.refresh_token)).toBe(400);
    const userinfo = { headers: { authorization: `Bearer ${wiki.access_token}` } };
    const asked = await setup.gateway.service.request("GET", "/auth/oauth2/userinfo", userinfo);
    expect(asked.status).toBe(401);
  });

  test("counts also when it has expired (§2), and when a refresh gave it", async () => {
    const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    const { body } = await setup.gateway.service.form("/auth/oauth2/token", form, {
      id: "shop",
      secret: "a secret of an application",
    });
    expect(claimsOf(body.id_token).sid).toBe(claimsOf(tokens.id_token).sid);
    setup.gateway.runtime.advance(20 * 60_000);
    const answer = await end({ id_token_hint: body.id_token });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain('id="signed-out"');
    expect(await isIn()).toBe(false);
  });

  test("a form of another site comes without cookies, so the browser is sent to the same address", async () => {
    const answer = await setup.gateway.jar().send("POST", END_SESSION, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "cross-site",
      },
      body: new URLSearchParams({ id_token_hint: tokens.id_token, x: "1" }),
    });
    const location = answer.headers.get("location") ?? "";
    expect([answer.status, location.startsWith(`${END_SESSION}?id_token_hint=`)]).toEqual([
      302,
      true,
    ]);
    expect(location).not.toContain("x=1");
    expect(await isIn()).toBe(true);
    expect((await jar.open(location)).text).toContain('id="signed-out"');
    expect(await isIn()).toBe(false);
  });

  test("families with offline_access go on, and their next ID tokens keep the sid (Back-Channel Logout §2.7)", async () => {
    const offline = await setup.open(jar, "wiki", "openid offline_access");
    expect(claimsOf(offline.id_token).sid).toBe(claimsOf(tokens.id_token).sid);
    await end({ id_token_hint: tokens.id_token });
    expect(await isIn()).toBe(false);
    expect(await setup.refresh("shop", tokens.refresh_token)).toBe(400);
    expect(await setup.refresh("wiki", offline.refresh_token)).toBe(200);
  });

  test("a code that was given before is worth nothing afterwards", async () => {
    const { S256, parametersOf, VERIFIER } = await import("../../support/authorize.ts");
    const page = await jar.open(
      `/auth/oauth2/authorize?${parametersOf({ client_id: "wiki", scope: "openid", ...S256 })}`,
    );
    const { headers } = await jar.open(page.headers.get("location") ?? "");
    const code = new URL(headers.get("location") ?? "").searchParams.get("code");
    await end({ id_token_hint: tokens.id_token });
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    };
    const { body } = await setup.gateway.service.form("/auth/oauth2/token", form, {
      id: "wiki",
      secret: "a secret of an application",
    });
    expect(body.error).toBe("invalid_grant");
  });
});

describe("whom an attacker can sign out", () => {
  test("a stranger with a picture, a link or a form of theirs: the page asks (§2)", async () => {
    const answer = await end({});
    expect([answer.status, answer.text.includes('id="sign-out-form"')]).toEqual([200, true]);
    const forged = await jar.send("POST", `${END_SESSION}/confirm`, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "cross-site",
      },
      body: new URLSearchParams({}),
    });
    expect(forged.status).toBe(403);
    expect(await isIn()).toBe(true);
  });

  test("a stranger with an ID token of another person: the page asks, and the other one is not signed out either", async () => {
    const theirs = await eve();
    const { id_token } = await setup.open(theirs, "shop");
    const answer = await end({ id_token_hint: id_token, post_logout_redirect_uri: HOME });
    expect([answer.status, answer.text.includes('id="sign-out-form"')]).toEqual([200, true]);
    expect(answer.text).toContain("ada");
    expect([await isIn(), await isIn(theirs)]).toEqual([true, true]);
  });

  test("a stranger with an ID token of an earlier sign-in of the same person", async () => {
    const other = await setup.gateway.signedIn();
    const answer = await end({ id_token_hint: tokens.id_token }, other);
    expect(answer.text).toContain('id="sign-out-form"');
    expect([await isIn(), await isIn(other)]).toEqual([true, true]);
  });

  test("a stranger with an ID token and without their browser", async () => {
    const answer = await end({ id_token_hint: tokens.id_token }, setup.gateway.jar());
    expect(answer.text).toContain('id="signed-out"');
    expect(await isIn()).toBe(true);
  });

  test("a token of another issuer, of another kind, changed, or too long is none (Z-8, K-12, K-13)", async () => {
    const [head = "", body = "", signature = ""] = tokens.id_token.split(".");
    const changed = btoa(
      JSON.stringify({ ...claimsOf(tokens.id_token), iss: "https://evil.example.com" }),
    );
    const bad = [
      tokens.access_token,
      tokens.refresh_token,
      `${head}.${changed.replace(/=+$/, "")}.${signature}`,
      `${btoa('{"alg":"none","typ":"JWT"}').replace(/=+$/, "")}.${body}.`,
      "x",
      `${tokens.id_token}${"A".repeat(4_500)}`,
    ];
    for (const id_token_hint of bad) {
      const answer = await end({ id_token_hint, post_logout_redirect_uri: HOME });
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    }
    expect(await isIn()).toBe(true);
  });
});

describe("where an attacker can send a browser", () => {
  test.each([
    ["an unregistered target", { post_logout_redirect_uri: "https://evil.example.com/" }],
    ["more than the registered one", { post_logout_redirect_uri: `${HOME}?next=1` }],
    ["below it", { post_logout_redirect_uri: `${HOME}/x` }],
    ["another spelling", { post_logout_redirect_uri: HOME.replace("app.", "APP.") }],
    ["a target of sign-ins", { post_logout_redirect_uri: CALLBACK }],
    ["a script", { post_logout_redirect_uri: "javascript:alert(1)" }],
  ])("nowhere: %s (Z-1, Z-2)", async (_name, fields) => {
    const answer = await end({ id_token_hint: tokens.id_token, ...fields });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(await isIn()).toBe(true);
  });

  test("nowhere without a client, with another client than the hint's, or with a parameter twice", async () => {
    const target = { post_logout_redirect_uri: HOME };
    expect((await end(target)).status).toBe(400);
    expect((await end({ ...target, client_id: "unknown" })).status).toBe(400);
    const other = { id_token_hint: tokens.id_token, client_id: "wiki", ...target };
    expect((await end(other)).status).toBe(400);
    const twice = `${END_SESSION}?state=1&state=2&id_token_hint=${tokens.id_token}`;
    expect((await jar.open(twice)).status).toBe(400);
    expect((await end({ id_token_hint: tokens.id_token, state: "x".repeat(5_000) })).status).toBe(
      400,
    );
    expect(await isIn()).toBe(true);
  });

  test("a disabled client has no targets (K-10)", async () => {
    await putApplication(setup.gateway, "former", {});
    const path = "/auth/v1/oauth/clients/former/enabled";
    const former = await setup.gateway.service.json("PUT", "/auth/v1/oauth/clients/former", {
      enabled: false,
      config: { client_secret: "x", post_logout_redirect_uris: [HOME] },
    });
    expect(former.status, path).toBe(200);
    expect((await end({ client_id: "former", post_logout_redirect_uri: HOME })).status).toBe(400);
  });
});

describe("the page that asks", () => {
  test("names the application and the user; the button signs out and sends the browser on", async () => {
    const page = await end({ client_id: "shop", post_logout_redirect_uri: HOME, state: "s" });
    expect(page.text).toContain("The shop");
    expect(page.headers.get("content-security-policy")).not.toContain("form-action");
    const answer = await confirm(page);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${HOME}?state=s`]);
    expect(await isIn()).toBe(false);
    // A second click finds nothing to end, and leads to the same place.
    expect((await confirm(page)).headers.get("location")).toBe(`${HOME}?state=s`);
  });

  test("its form is of this user and sign-in: another person's browser asks again (B-2)", async () => {
    const page = await end({});
    const theirs = await eve();
    expect((await confirm(page, theirs)).text).toContain('id="sign-out-form"');
    expect(await isIn(theirs)).toBe(true);
    const other = await setup.gateway.signedIn();
    await confirm(page, other);
    expect(await isIn(other)).toBe(true);
  });

  test("speaks German where it is asked to, and escapes what a client calls itself (B-3)", async () => {
    await putApplication(setup.gateway, "odd", { client_name: "<b>&" });
    const page = await end({ client_id: "odd", ui_locales: "de" });
    expect(page.text).toContain("Abmelden?");
    expect(page.text).toContain("&lt;b&gt;&amp;");
  });
});

test("behind a front that sends a name alone the hint's sign-in ends, after the question", async () => {
  const { service } = setup.gateway;
  const { newCode, redeem } = await import("../../support/authorize.ts");
  await putApplication(setup.gateway, "web-app", { client_secret: "web-secret" });
  const query = { scope: "openid" };
  await putApplication(setup.gateway, "web-app", {
    client_secret: "web-secret",
    skip_consent: false,
  });
  const { body } = await redeem(service, await newCode(service, query));
  const ask = (method: string, path: string, form?: URLSearchParams) =>
    service.request(method, path, {
      headers: {
        accept: "text/html",
        "x-user": "ada",
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form && { body: form }),
    });
  const page = await ask("GET", `${END_SESSION}?id_token_hint=${body.id_token}`);
  expect(page.text).toContain('id="sign-out-form"');
  const fields = { form_token: formTokenOf(page), sign_in: hidden(page.text, "sign_in") };
  const done = await ask("POST", `${END_SESSION}/confirm`, new URLSearchParams(fields));
  expect(done.text).toContain('id="signed-out"');
  const form = { grant_type: "refresh_token", refresh_token: body.refresh_token };
  const again = await service.form("/auth/oauth2/token", form, {
    id: "web-app",
    secret: "web-secret",
  });
  expect(again.body.error).toBe("invalid_grant");
});

test("discovery names what there is (O-4)", async () => {
  const { body } = await setup.gateway.service.request(
    "GET",
    "/auth/oauth2/.well-known/openid-configuration",
  );
  expect(body).toMatchObject({
    end_session_endpoint: `${ORIGIN}${END_SESSION}`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
});
