/** Sign-in by mail at a login that stands before a service elsewhere (login-middleware.md, Authentication 3 and 5; L-W13, L-W15). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postJson, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";

const ASK = "/login/auth/email/remote";
const CONFIRM = "/login/auth/email/confirm/remote";
const CODE = "0".repeat(48);
const LINK = `/login/?flow=email&provider=remote&code=${CODE}`;
const ADDRESS = "eve@example.com";

let upstream: ScriptedUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await scriptedUpstream();
  const oauth2 = {
    ...{ client_id: "c-1", client_secret: "s-1", scopes: ["openid"] },
    cert_url: `${upstream.url}/jwks`,
    email_url: `${upstream.url}/email`,
    token_url: `${upstream.url}/token`,
  };
  gateway = await startGateway({
    session: { provider: { remote: { password_flow: true, x_user: ["email"], oauth2 } } },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => upstream.clear());

const sent = (path: string) => upstream.sentTo(path)[0]?.text ?? "";
const tokens = async () => ({
  access_token: await upstream.sign({
    ...{ sub: "u-1", azp: "c-1", email: ADDRESS, email_verified: true },
  }),
  expires_in: 3600,
});

describe("asking", () => {
  test("the manifest offers it; client and secret are ours, the address and the page are the person's", async () => {
    const { payload } = (await gateway.jar().open("/login/auth/methods")).body;
    expect(payload.provider.email).toEqual([{ name: "remote", url: ASK, confirm_url: CONFIRM }]);
    upstream.on("/email", { body: { message: "a mail is on its way" } });
    const body = { email: ADDRESS, svc_flow: "f1", client_id: "evil", scope: "everything" };
    const { status, text } = await postJson(gateway.jar(), ASK, body);
    expect([status, JSON.parse(text).message]).toEqual([200, "a mail is on its way"]);
    const asked = JSON.parse(sent("/email"));
    expect(asked).toMatchObject({
      ...{ username: ADDRESS, client_id: "c-1", client_secret: "s-1", scope: "openid" },
    });
    const link = new URL(asked.redirect_uri);
    expect(link.origin + link.pathname).toBe("https://id.example.com/login/");
    expect(Object.fromEntries(link.searchParams)).toEqual({
      ...{ flow: "email", provider: "remote", svc_flow: "f1" },
    });
  });
});

describe("the link", () => {
  test("E-4: opening it asks the service nothing; the person says the address, which the page cannot know", async () => {
    const { status, text } = await gateway.jar().open(LINK);
    expect(status).toBe(200);
    expect(text).toContain('id="mail-link-form"');
    expect(text).toMatch(/<input id="email" name="email" type="email" value=""[^>]* required/);
    expect(upstream.sentTo("/token")).toEqual([]);
  });

  test("the code is redeemed for that address alone, and the waiting page goes on", async () => {
    upstream.on("/token", { body: await tokens() });
    const jar = gateway.jar();
    const body = { code: CODE, email: ADDRESS, svc_flow: "f1" };
    const { status, headers } = await postJson(jar, CONFIRM, body);
    expect(status).toBe(204);
    expect(headers.getSetCookie().join()).toContain("auth_verify_f1=true");
    expect(Object.fromEntries(new URLSearchParams(sent("/token")))).toMatchObject({
      ...{ grant_type: "email_code", code: CODE, username: ADDRESS },
    });
    expect(await whoIs(jar)).toBe(ADDRESS);
  });

  test("L-W15: a code that is not accepted is refused neutrally, also in the form without script", async () => {
    const refusal = { error: "invalid_grant", error_description: "code not found or expired" };
    upstream.on("/token", { status: 400, body: refusal });
    const json = await postJson(gateway.jar(), CONFIRM, { code: CODE, email: ADDRESS });
    expect([json.status, json.body.error]).toEqual([401, "invalid_code"]);

    const jar = gateway.jar();
    const { text } = await jar.open(LINK);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1];
    const fields = {
      ...{ view: "mail-link", email: ADDRESS, code: field("code") ?? "" },
      ...{ form_token: field("form_token") ?? "", provider: field("provider") ?? "" },
    };
    const answer = await jar.send("POST", "/login/", {
      headers: { origin: "https://id.example.com", accept: "text/html" },
      body: new URLSearchParams(fields),
    });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain("This code is not valid.");
    expect(answer.text).toContain(`value="${ADDRESS}"`);
    expect(answer.headers.getSetCookie().join()).not.toContain("session");
  });

  test("of a wrong second factor the form without script says that, and not that the mailed code is wrong", async () => {
    const jar = gateway.jar();
    const press = async (page: string, more: Record<string, string>) => {
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];
      const fields = {
        ...{ view: "mail-link", email: ADDRESS, code: field("code") ?? "" },
        ...{ form_token: field("form_token") ?? "", provider: field("provider") ?? "" },
        ...more,
      };
      return jar.send("POST", "/login/", {
        headers: { origin: "https://id.example.com", accept: "text/html" },
        body: new URLSearchParams(fields),
      });
    };
    upstream.on("/token", { status: 401, body: { error: "mfa_required" } });
    const asked = await press((await jar.open(LINK)).text, {});
    expect(asked.text).toContain('name="totp"');
    upstream.clear();
    upstream.on("/token", { status: 401, body: { error: "invalid_grant" } });
    const wrong = await press(asked.text, { totp: "000000" });
    expect(wrong.status).toBe(401);
    const [, said] = /role="alert"[^>]*>([^<]*)/.exec(wrong.text) ?? [];
    expect(said).toBe("This code is not valid. Check it and try again.");
    expect(wrong.text).toContain('name="totp"');
  });
});
