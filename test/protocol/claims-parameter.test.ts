/** The `claims` parameter (OpenID Connect Core §5.5; Z-9; decisions E-7 and E-9). */
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  decide,
  newCode,
  newFlow,
  openPage,
  redeem,
  startWith,
} from "../support/authorize.ts";
import { bring, push, pushed } from "../support/pushed.ts";
import { redeem as finish, relyingParty, signIn } from "../support/relying-party.ts";
import { claimsOf, createAda, putClient, putSetting, WEB } from "../support/tokens.ts";

const RECORD = { client_secret: WEB.secret, redirect_uris: [CALLBACK] };
/** A client that is told by scope alone (decision E-9). */
const BY_SCOPE = { claims_by_scope: true };

let service: TestAuth;
let ada: string;

beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(
    service,
    {},
    {
      name: "Ada Lovelace",
      email: "ada@example.com",
      email_verified: true,
      nickname: "al",
      locale: "en",
      phone_number: "+1 555 0100",
    },
  );
  await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
  await putClient(service, WEB.id, RECORD);
  await putSetting(service, "token", BY_SCOPE);
});
afterAll(() => service[Symbol.asyncDispose]());

const asking = (claims: object, scope = "openid") => ({ scope, claims: JSON.stringify(claims) });

async function tokens(claims: object, scope = "openid", credentials = WEB) {
  const code = await newCode(service, { ...asking(claims, scope), client_id: credentials.id });
  const { body, text, status } = await redeem(service, code, {}, credentials);
  expect(status, text).toBe(200);
  return body;
}

async function userinfo(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const { body, text, status } = await service.request("GET", "/auth/oauth2/userinfo", { headers });
  expect(status, text).toBe(200);
  return body;
}

describe("what is asked for by name", () => {
  test("comes in the ID token or at userinfo, each as it was asked, and nothing else", async () => {
    const given = await tokens({
      id_token: { email: null, nickname: { essential: true } },
      userinfo: { phone_number: null, name: { essential: true }, unknown: null },
    });
    const id = claimsOf(given.id_token);
    expect(id).toMatchObject({ sub: ada, email: "ada@example.com", nickname: "al" });
    for (const name of ["name", "phone_number", "email_verified"]) {
      expect(id, name).not.toHaveProperty(name);
    }
    expect(await userinfo(given.access_token)).toEqual({
      sub: ada,
      name: "Ada Lovelace",
      phone_number: "+1 555 0100",
    });
    const access = claimsOf(given.access_token);
    expect(access, "the person is in no access token for it").not.toHaveProperty("name");
  });

  test("a claim with a value, or one of several, comes when the person has it", async () => {
    const { id_token } = await tokens({
      id_token: {
        locale: { value: "en" },
        nickname: { value: "other" },
        email: { values: ["x@example.com", "ada@example.com"] },
        phone_number: { values: [] },
      },
    });
    const id = claimsOf(id_token);
    expect(id).toMatchObject({ locale: "en", email: "ada@example.com" });
    for (const name of ["nickname", "phone_number"]) expect(id).not.toHaveProperty(name);
  });

  test("stays over refreshes, and ends where the client may have it no more (K-7)", async () => {
    const first = await tokens({ id_token: { nickname: null }, userinfo: { email: null } });
    const refresh = () =>
      service.form(
        "/auth/oauth2/token",
        { grant_type: "refresh_token", refresh_token: first.refresh_token },
        WEB,
      );
    const { body } = await refresh();
    expect(claimsOf(body.id_token)).toHaveProperty("nickname");
    expect(await userinfo(body.access_token)).toMatchObject({ email: "ada@example.com" });
    await putClient(service, WEB.id, { ...RECORD, allowed_scopes: ["openid"] });
    const bounded = (await refresh()).body;
    await putClient(service, WEB.id, RECORD);
    expect(claimsOf(bounded.id_token)).not.toHaveProperty("nickname");
    expect(await userinfo(bounded.access_token)).toEqual({ sub: ada });
  });

  test("a client is not told through it what it may not ask for by scope", async () => {
    await putClient(service, "narrow", { ...RECORD, allowed_scopes: ["openid", "email"] });
    const wishes = { id_token: { email: null, phone_number: { essential: true } } };
    const given = await tokens(wishes, "openid", { id: "narrow", secret: WEB.secret });
    expect(claimsOf(given.id_token)).toMatchObject({ email: "ada@example.com" });
    expect(claimsOf(given.id_token)).not.toHaveProperty("phone_number");
  });

  test("protocol claims cannot be asked for or replaced, and without openid it asks nothing", async () => {
    const wishes = { id_token: { iss: { value: "x" }, aud: null, roles: null, email: null } };
    const id = claimsOf((await tokens(wishes)).id_token);
    expect(id.aud).toBe(WEB.id);
    const given = await tokens({ userinfo: { email: null } }, "files");
    expect(await userinfo(given.access_token)).toEqual({ sub: ada });
  });
});

describe("the person is asked for it (Z-12)", () => {
  test("the consent page names the scope that a claim belongs to", async () => {
    const page = await openPage(
      service,
      await newFlow(service, asking({ userinfo: { email: null } })),
    );
    expect(page.text).toContain("See your email address");
    const none = await openPage(service, await newFlow(service, asking({})));
    expect(none.text).not.toContain("See your email address");
  });

  test("remembered consent covers what was shown: a claim of another scope is asked for anew", async () => {
    await putClient(service, "remembers", { ...RECORD, consent: "remember" });
    const ask = (claims: object, scope?: string) => ({
      ...asking(claims, scope),
      client_id: "remembers",
    });
    answerOf(await decide(service, ask({})));
    const opened = async (fields: ReturnType<typeof ask>) =>
      (await openPage(service, await newFlow(service, fields))).status;
    const email = ask({ id_token: { email: null } });
    expect(await opened(email), "shown").toBe(200);
    answerOf(await decide(service, email));
    expect(await opened(email), "remembered").toBe(302);
    expect(await opened(ask({ userinfo: { phone_number: null } })), "another one").toBe(200);
    expect(await opened(ask({}, "openid profile"))).toBe(200);
  });
});

describe("demands", () => {
  test("E-7: an essential acr that is not reached is unmet_authentication_requirements, a wish is none", async () => {
    const acr = (essential: boolean) => ({
      id_token: { acr: { essential, values: ["phr", "mfa"] } },
    });
    const refused = await openPage(service, await newFlow(service, asking(acr(true))));
    expect(answerOf(refused).error).toBe("unmet_authentication_requirements");
    expect((await openPage(service, await newFlow(service, asking(acr(false))))).status).toBe(200);
    const any = { id_token: { acr: { essential: true } } };
    expect((await openPage(service, await newFlow(service, asking(any)))).status).toBe(200);
  });

  test("E-7: an essential acr that is reached is what the ID token says", async () => {
    const open = async (claims: object) => {
      const flow = await newFlow(service, { ...asking(claims), client_id: "trusted" });
      const session = { principal: "ada", auth_time: 1, acr: "phr" };
      const request = new Request(`${ORIGIN}/auth/oauth2/consent?flow=${flow}`);
      const answer = await service.auth.fetch(request, undefined, { session });
      const { searchParams } = new URL(answer.headers.get("location") ?? "");
      const { body } = await redeem(
        service,
        searchParams.get("code") ?? "",
        {},
        { id: "trusted", secret: WEB.secret },
      );
      return claimsOf(body.id_token);
    };
    await putClient(service, "trusted", { ...RECORD, skip_consent: true });
    const demand = { id_token: { acr: { essential: true, value: "mfa" } } };
    expect((await open(demand)).acr).toBe("mfa");
  });

  test("a requested sub of another user is login_required", async () => {
    for (const claims of [
      { id_token: { sub: { value: ada } } },
      { userinfo: { sub: { values: [ada, "x"] } } },
    ]) {
      const mine = await openPage(service, await newFlow(service, asking(claims)));
      expect(mine.status).toBe(200);
      for (const prompt of ["none", undefined]) {
        const flow = await newFlow(service, { ...asking(claims), prompt });
        expect(answerOf(await openPage(service, flow, "bob")).error).toBe("login_required");
      }
    }
    const contrary = { id_token: { sub: { value: ada } }, userinfo: { sub: { value: "x" } } };
    const refused = await openPage(service, await newFlow(service, asking(contrary)));
    expect(answerOf(refused).error).toBe("login_required");
  });
});

describe("bad input", () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`c${at}`, null]));
  test.each<[string, string]>([
    ["no JSON", "{"],
    ["a text", '"email"'],
    ["a number", "1"],
    ["null", "null"],
    ["a list", "[]"],
    ["a part that is a list", '{"id_token":["email"]}'],
    ["a claim that is a text", '{"id_token":{"email":"yes"}}'],
    ["essential that is a text", '{"id_token":{"email":{"essential":"yes"}}}'],
    ["values that are none", '{"id_token":{"email":{"values":"x"}}}'],
    ["a sub that is no text", '{"id_token":{"sub":{"value":1}}}'],
    ["an acr that is no text", '{"id_token":{"acr":{"essential":true,"values":[{}]}}}'],
    ["a long level", `{"id_token":{"acr":{"value":"${"x".repeat(201)}"}}}`],
    ["many claims", JSON.stringify({ userinfo: many })],
    ["many values", JSON.stringify({ userinfo: { a: { values: Array(21).fill(1) } } })],
    ["deep", nested(7)],
    ["very deep", nested(1_000)],
    ["deeper than a stack", `{"x":${"[".repeat(4_000)}${"]".repeat(4_000)}}`],
    ["huge", JSON.stringify({ x: "x".repeat(8_192) })],
    ["a long name", JSON.stringify({ userinfo: { ["x".repeat(201)]: null } })],
  ])("%s is invalid_request, told to the client", async (_name, claims) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({
      ...{ response_type: "code", client_id: WEB.id, redirect_uri: CALLBACK, state: "s-1" },
      ...{ scope: "openid", claims },
    });
    const refused = await service.request("POST", "/auth/oauth2/authorize", { headers, body });
    expect(answerOf(refused)).toMatchObject({ error: "invalid_request", state: "s-1" });
  });

  test("given twice it is invalid_request; unknown members are ignored, also strange names", async () => {
    const twice = await startWith(service, { claims: ["{}", "{}"] });
    expect(answerOf(twice).error).toBe("invalid_request");
    const strange =
      '{"__proto__":{"email":null},"id_token":{"__proto__":null,"constructor":null,"x":{"y":[1]}}}';
    const code = await newCode(service, { scope: "openid", claims: strange });
    const { body } = await redeem(service, code);
    expect(claimsOf(body.id_token)).not.toHaveProperty("email");
  });

  test("a pushed request is judged when it is pushed (RFC 9126)", async () => {
    const refused = await push(service, { scope: "openid", claims: "{" });
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_request"]);
    const uri = await pushed(service, asking({ userinfo: { email: null } }));
    const brought = await bring(service, uri);
    const flow = /flow=([0-9a-f]{64})/.exec(brought.headers.get("location") ?? "")?.[1] ?? "";
    expect((await openPage(service, flow)).text).toContain("See your email address");
  });

  test.each(["display", "claims_locales"])(
    "%s is bounded, and any value is taken",
    async (name) => {
      await newFlow(service, { [name]: "popup" });
      const refused = await startWith(service, { [name]: "x".repeat(1_025) });
      expect(answerOf(refused).error).toBe("invalid_request");
    },
  );
});

test("oidcc-claims-essential: openid-client asks for a claim, and discovery says that it can", async () => {
  const rp = await relyingParty(service, "rp");
  expect(rp.config.serverMetadata()).toMatchObject({
    claims_parameter_supported: true,
    display_values_supported: ["page", "popup", "touch"],
    claims_supported: expect.arrayContaining(["name", "email_verified", "address"]),
  });
  const parameters = asking({ userinfo: { name: { essential: true } } });
  const given = await finish(rp, await signIn(service, rp, { parameters }));
  const told = await client.fetchUserInfo(rp.config, given.access_token, ada);
  expect(told).toEqual({ sub: ada, name: "Ada Lovelace" });
});
