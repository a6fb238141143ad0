/** A newer or stronger sign-in for one request (OpenID Connect Core §3.1.2.1, RFC 9470; Z-6, Z-7, T-5). */
import { stripTypeScriptTypes } from "node:module";
import { Hono } from "hono";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requireAuthentication, resourceServer } from "../../src/guards.ts";
import { ORIGIN } from "../support/auth.ts";
import { makePasskey, type Passkey, usePasskey } from "../support/authenticator.ts";
import { openPage } from "../support/authorize.ts";
import {
  locationIn,
  passwordLogin,
  postJson,
  startGateway,
  type TestGateway,
} from "../support/gateway.ts";
import { type RelyingParty, relyingParty } from "../support/relying-party.ts";
import { type Jar, POSTERN_PROVIDER } from "../support/session.ts";
import { claimsOf, putSetting, withSetting } from "../support/tokens.ts";
import { type Authenticator, enroll } from "../support/totp.ts";
import { blockNamed } from "./docs/blocks.ts";

const CALLBACK = "https://rp.example.com/callback";
const RESOURCE = "https://api.example.com/";
/** Session of a front that knows when and how the person signed in (T-5). */
type Front = Readonly<Record<string, unknown>>;

let gateway: TestGateway;
let rp: RelyingParty;
let silent: RelyingParty;
let app: Authenticator;
let passkey: Passkey;

async function addPasskey(jar: Jar): Promise<Passkey> {
  const route = "/login/auth/passkey/enrollment";
  const begun = await postJson(jar, route, {});
  const { session_id, options } = begun.body.payload;
  const made = await makePasskey(options, ORIGIN);
  const credential = made.credential;
  const done = await postJson(jar, route, { session_id, name: "", credential });
  expect(done.status, done.text).toBe(200);
  return made.passkey;
}

beforeAll(async () => {
  gateway = await startGateway({
    session: { provider: { postern: { ...POSTERN_PROVIDER, passkey: true } } },
  });
  const { service } = gateway;
  const enrollment = { enabled: true, prompt_when_registered: true };
  await putSetting(service, "passkey", { enrollment });
  passkey = await addPasskey(await gateway.signedIn());
  await service.createUser({
    alias: ["careful"],
    local: true,
    details: { password: "correct horse" },
  });
  app = await enroll(service, "careful");
  const resource = { resources: [RESOURCE] };
  rp = await relyingParty(service, "rp", "client_secret_basic", resource);
  silent = await relyingParty(service, "trusted", "client_secret_basic", { skip_consent: true });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const at = () => Math.floor(gateway.runtime.clock.now() / 1_000);
const pathOf = (location: string) => {
  const { pathname, search } = new URL(location, ORIGIN);
  return pathname + search;
};

interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly path: string;
}

function request(party: RelyingParty, parameters: Record<string, string>): Begun {
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(party.config, {
    ...{ redirect_uri: CALLBACK, scope: "openid", state, nonce },
    ...parameters,
  });
  return { state, nonce, path: pathOf(url.href) };
}

/** Follows redirects on our own origin; answers the last page, or the address at the client. */
async function follow(jar: Jar, path: string) {
  let answer = await jar.open(path);
  for (let step = 0; step < 6; step++) {
    const to = locationIn(answer);
    if (to === "" || to.startsWith(CALLBACK)) return { answer, to, path };
    path = pathOf(to);
    answer = await jar.open(path);
  }
  throw new Error(`a circle of redirects at ${path}`);
}

const begin = (jar: Jar, party: RelyingParty, parameters: Record<string, string>) => {
  const begun = request(party, parameters);
  return follow(jar, begun.path).then((found) => ({ ...begun, ...found, asked: found.path }));
};

const field = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
const isLogin = (text: string) => text.includes('id="login-form"');
const isConsent = (text: string) => text.includes('id="consent-form"');
const errorIn = (to: string) => new URL(to).searchParams.get("error");

async function approve(jar: Jar, text: string): Promise<string> {
  const decided = await jar.send("POST", "/auth/oauth2/consent", {
    headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
    body: new URLSearchParams({
      flow: field(text, "flow"),
      form_token: field(text, "form_token"),
      action: "approve",
    }),
  });
  expect(decided.status, decided.text).toBe(302);
  return locationIn(decided);
}

/** openid-client checks state, iss, nonce, signature, and with `maxAge` the claim `auth_time`. */
const redeem = (party: RelyingParty, to: string, { state, nonce }: Begun, maxAge?: number) =>
  client.authorizationCodeGrant(party.config, new URL(to), {
    ...{ expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    ...(maxAge !== undefined && { maxAge }),
  });

/** The way back that the login page was given. */
const backOf = (asked: string) => new URL(asked, ORIGIN).searchParams.get("redirect_path") ?? "";

const withPasskey = async (jar: Jar) => {
  const route = "/login/auth/passkey/postern";
  const begun = await postJson(jar, route, { username: "ada" });
  const { session_id, options } = begun.body;
  const assertion = await usePasskey(passkey, options, ORIGIN);
  const done = await postJson(jar, route, { session_id, assertion });
  expect(done.status, done.text).toBe(204);
};

describe("max_age", () => {
  test("a sign-in that is new enough passes; an older one signs in again and comes back", async () => {
    const jar = await gateway.signedIn();
    expect(isConsent((await begin(jar, rp, { max_age: "600" })).answer.text)).toBe(true);
    gateway.runtime.advance(601_000);
    const asked = await begin(jar, rp, { max_age: "600" });
    expect(isLogin(asked.answer.text)).toBe(true);
    expect(asked.answer.text).toContain('data-text="signInAgain"');
    const before = at();
    expect((await passwordLogin(jar)).status).toBe(204);
    const { answer } = await follow(jar, backOf(asked.asked));
    expect(isConsent(answer.text)).toBe(true);
    const tokens = await redeem(rp, await approve(jar, answer.text), asked, 600);
    expect(tokens.claims()?.auth_time).toBeGreaterThanOrEqual(before);
  });

  test("max_age=0 and prompt=login ask every time, without a circle", async () => {
    for (const demand of [{ max_age: "0" }, { prompt: "login" }, { prompt: "select_account" }]) {
      const jar = await gateway.signedIn();
      gateway.runtime.advance(2_000);
      const asked = await begin(jar, rp, demand);
      expect(isLogin(asked.answer.text), JSON.stringify(demand)).toBe(true);
      expect(isLogin((await jar.open(asked.asked)).text), "also when it is reloaded").toBe(true);
      gateway.runtime.advance(2_000);
      await passwordLogin(jar);
      expect((await jar.open(asked.asked)).status, "signed in by now").toBe(307);
      gateway.runtime.advance(2_000);
      expect(isConsent((await follow(jar, backOf(asked.asked))).answer.text)).toBe(true);
    }
  });

  test("another account may sign in instead, and the request is theirs alone then", async () => {
    const jar = await gateway.signedIn();
    gateway.runtime.advance(2_000);
    const asked = await begin(jar, rp, { prompt: "select_account" });
    await passwordLogin(jar, { username: "careful", totp: app.fresh() });
    const { answer } = await follow(jar, backOf(asked.asked));
    expect(answer.text).toContain("<bdi>careful</bdi>");
    const other = await follow(await gateway.signedIn(), backOf(asked.asked));
    expect(other.answer.status, "a used leave is of no use to others").toBe(404);
  });

  test("Z-7: who leaves the sign-in out is not let in: `login_required` for the client", async () => {
    const jar = await gateway.signedIn();
    gateway.runtime.advance(2_000);
    const asked = await begin(jar, rp, { prompt: "login" });
    const { to } = await follow(jar, backOf(asked.asked));
    expect(errorIn(to)).toBe("login_required");
    expect(new URL(to).searchParams.get("state")).toBe(asked.state);
    const gone = await follow(jar, backOf(asked.asked));
    expect(gone.answer.status, "the request has ended").toBe(404);
  });

  test("Z-7: a page that was opened before is of no use to a session that is too old", async () => {
    const jar = await gateway.signedIn();
    const asked = await begin(jar, rp, { max_age: "60" });
    const form_token = field(asked.answer.text, "form_token");
    const flow = field(asked.answer.text, "flow");
    const body = new URLSearchParams({ flow, form_token, action: "approve" });
    const old = { session: { principal: "ada", auth_time: at() - 3_600 } };
    const decided = await gateway.service.auth.fetch(
      new Request(`${ORIGIN}/auth/oauth2/consent`, { method: "POST", body }),
      undefined,
      old,
    );
    expect(decided.headers.get("location")).toBe(`/auth/oauth2/consent?flow=${flow}`);
  });

  test("Z-7: a front that knows no time: `login_required`, with and without a login page", async () => {
    const once = async () => {
      const started = await gateway.service.request("GET", request(rp, { max_age: "600" }).path);
      const flow = new URL(locationIn(started), ORIGIN).searchParams.get("flow") ?? "";
      return openPage(gateway.service, flow);
    };
    const sent = await once();
    const back = backOf(locationIn(sent));
    const again = await gateway.service.request("GET", back, { headers: { "x-user": "ada" } });
    expect(errorIn(locationIn(again))).toBe("login_required");
    await putSetting(gateway.service, "authorize", {});
    const refused = errorIn(locationIn(await once()));
    await putSetting(gateway.service, "authorize", { login_url: "/login/" });
    expect(refused).toBe("login_required");
  });
});

const errorOf = async (jar: Jar, party: RelyingParty, parameters: Record<string, string>) => {
  const { to, state } = await begin(jar, party, parameters);
  const { searchParams } = new URL(to);
  expect(searchParams.get("state")).toBe(state);
  return searchParams.get("error");
};

describe("prompt", () => {
  test("Z-6: none shows nothing: login_required, consent_required, or a code", async () => {
    expect(await errorOf(gateway.jar(), rp, { prompt: "none" })).toBe("login_required");
    const jar = await gateway.signedIn();
    expect(await errorOf(jar, rp, { prompt: "none" })).toBe("consent_required");
    const begun = await begin(jar, silent, { prompt: "none" });
    expect((await redeem(silent, begun.to, begun)).claims()?.sub).toBeDefined();
    gateway.runtime.advance(2_000);
    expect(await errorOf(jar, silent, { prompt: "none", max_age: "1" })).toBe("login_required");
    const wished = await begin(jar, silent, { prompt: "none", acr_values: "mfa" });
    expect((await redeem(silent, wished.to, wished)).claims()?.acr, "a wish").toBeUndefined();
  });

  test("Z-6: none, and a caller who is no user: interaction_required", async () => {
    await gateway.service.createServiceAccount();
    for (const user of ["robot", "unknown", ""]) {
      const started = await gateway.service.request("GET", request(rp, { prompt: "none" }).path);
      const answer = await gateway.service.request("GET", locationIn(started), {
        headers: { "x-user": user },
      });
      expect([user, errorIn(locationIn(answer))]).toEqual([user, "interaction_required"]);
    }
  });

  test("consent asks also where the client needs none", async () => {
    const jar = await gateway.signedIn();
    const begun = await begin(jar, silent, { prompt: "consent" });
    expect(isConsent(begun.answer.text)).toBe(true);
    const tokens = await redeem(silent, await approve(jar, begun.answer.text), begun);
    expect(tokens.access_token).toBeDefined();
  });

  test.each([
    { prompt: "none login" },
    { prompt: "create" },
    { prompt: "LOGIN" },
    { max_age: "-1" },
    { max_age: "1e3" },
    { max_age: "x" },
    { max_age: "99999999999" },
    { acr_values: Array.from({ length: 11 }, () => "x").join(" ") },
    { login_hint: "a\u0000b" },
  ])("%j is invalid_request", async (parameters) => {
    expect(await errorOf(gateway.jar(), rp, parameters)).toBe("invalid_request");
  });

  test("longer texts than are kept are invalid_request", async () => {
    for (const [name, length] of [
      ["acr_values", 1_025],
      ["login_hint", 321],
    ] as const) {
      const parameters = { [name]: "x".repeat(length) };
      expect(await errorOf(gateway.jar(), rp, parameters)).toBe("invalid_request");
    }
  });

  test("a code from the login page itself keeps to it: the authorization endpoint asks", async () => {
    const jar = await gateway.signedIn();
    gateway.runtime.advance(2_000);
    const query = new URLSearchParams({
      ...{ response_type: "code", client_id: "trusted", redirect_uri: CALLBACK },
    });
    expect(locationIn(await jar.open(`/login/?${query}`))).toContain("code=");
    query.set("prompt", "login");
    const { answer } = await follow(jar, `/login/?${query}`);
    expect(isLogin(answer.text)).toBe(true);
  });

  test("login_hint fills the username in, as text", async () => {
    const hint = `"><b>ada\u202e`;
    const { answer } = await begin(gateway.jar(), rp, { login_hint: hint });
    expect(answer.text).toContain('value="&quot;&gt;&lt;b&gt;ada"');
  });
});

describe("acr_values (RFC 9470)", () => {
  test("discovery lists what people can reach now (O-4)", async () => {
    const listed = async () => {
      const url = "/auth/oauth2/.well-known/openid-configuration";
      const { body } = await gateway.service.request("GET", url);
      expect(body.claims_supported).toContain("acr");
      expect(body.prompt_values_supported).toEqual(["none", "login", "consent", "select_account"]);
      return body.acr_values_supported;
    };
    expect(await listed()).toEqual(["mfa", "phr"]);
    await withSetting(gateway.service, "passkey", { disabled: true }, async () => {
      expect(await listed()).toEqual(["mfa"]);
      await withSetting(gateway.service, "totp", { disabled: true }, async () => {
        expect(await listed()).toBeUndefined();
      });
    });
  });

  test("a person with a second factor is asked for it, and the tokens say so", async () => {
    const jar = gateway.jar();
    const asked = await begin(jar, rp, { acr_values: "mfa" });
    expect(isLogin(asked.answer.text)).toBe(true);
    expect(asked.answer.text).toContain('data-text="preferFactor"');
    await passwordLogin(jar, { username: "careful", totp: app.fresh() });
    const { answer } = await follow(jar, backOf(asked.asked));
    const tokens = await redeem(rp, await approve(jar, answer.text), asked);
    expect(tokens.claims()).toMatchObject({ acr: "mfa", amr: ["pwd", "otp", "mfa"] });
    expect(claimsOf(tokens.access_token)).toMatchObject({ acr: "mfa" });
  });

  test("a passkey reaches phr, which is also mfa; the claim is the value that was asked for", async () => {
    const jar = await gateway.signedIn();
    const asked = await begin(jar, rp, { acr_values: "phr" });
    expect(asked.answer.text).toContain('data-text="preferPasskey"');
    await withPasskey(jar);
    const { answer } = await follow(jar, backOf(asked.asked));
    const tokens = await redeem(rp, await approve(jar, answer.text), asked);
    expect(tokens.claims()?.acr).toBe("phr");
    for (const [acr_values, acr] of [
      ["mfa", "mfa"],
      ["gold phr mfa", "phr"],
      ["gold", "phr"],
    ] as const) {
      const begun = await begin(jar, rp, { acr_values });
      const given = await redeem(rp, await approve(jar, begun.answer.text), begun);
      expect([acr_values, given.claims()?.acr]).toEqual([acr_values, acr]);
    }
  });

  test("a person who leaves the factor out comes back: acr tells the truth (decision E-7)", async () => {
    const jar = await gateway.signedIn();
    const asked = await begin(jar, rp, { acr_values: "phr" });
    expect(isLogin(asked.answer.text)).toBe(true);
    await passwordLogin(jar);
    const { answer } = await follow(jar, backOf(asked.asked));
    const tokens = await redeem(rp, await approve(jar, answer.text), asked);
    expect(tokens.claims()?.acr).toBeUndefined();
  });

  test("a person without such a factor is not asked for it (oidcc-ensure-request-with-acr-values-succeeds)", async () => {
    await gateway.service.createUser({
      alias: ["plain"],
      local: true,
      details: { password: "correct horse" },
    });
    const plain = gateway.jar();
    await passwordLogin(plain, { username: "plain" });
    const careful = gateway.jar();
    await passwordLogin(careful, { username: "careful", totp: app.fresh() });
    for (const [jar, acr_values, acr] of [
      [plain, "mfa phr", undefined],
      [careful, "phr", "mfa"],
    ] as const) {
      const begun = await begin(jar, rp, { acr_values });
      expect(isConsent(begun.answer.text), acr_values).toBe(true);
      const tokens = await redeem(rp, await approve(jar, begun.answer.text), begun);
      expect(tokens.claims()?.acr).toBe(acr);
    }
  });

  test("only values that we never give are wishes (OpenID Connect Core §3.1.2.1)", async () => {
    const jar = await gateway.signedIn();
    const begun = await begin(jar, rp, { acr_values: "urn:example:gold silver" });
    expect(isConsent(begun.answer.text)).toBe(true);
    const tokens = await redeem(rp, await approve(jar, begun.answer.text), begun);
    expect(tokens.claims()?.acr).toBeUndefined();
  });

  test("E-7: an essential acr is a demand: asked for once, then the client is told", async () => {
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: "phr" } } });
    const jar = await gateway.signedIn();
    const asked = await begin(jar, rp, { claims });
    expect(asked.answer.text).toContain('data-text="signInWithPasskey"');
    await passwordLogin(jar);
    const { to } = await follow(jar, backOf(asked.asked));
    expect(errorIn(to)).toBe("unmet_authentication_requirements");
    const again = await begin(jar, rp, { claims });
    await withPasskey(jar);
    const { answer } = await follow(jar, backOf(again.asked));
    const tokens = await redeem(rp, await approve(jar, answer.text), again);
    expect(tokens.claims()?.acr).toBe("phr");
    expect(await errorOf(await gateway.signedIn(), silent, { prompt: "none", claims })).toBe(
      "login_required",
    );
  });

  test("T-5: a level of one's own front counts when it is asked for by name", async () => {
    const gold: Front = { principal: "ada", auth_time: at(), acr: "urn:example:gold" };
    const started = await gateway.service.request(
      "GET",
      request(silent, { acr_values: "phr urn:example:gold" }).path,
    );
    const answer = await gateway.service.auth.fetch(
      new Request(`${ORIGIN}${locationIn(started)}`),
      undefined,
      { session: gold },
    );
    expect(new URL(answer.headers.get("location") ?? "").searchParams.has("code")).toBe(true);
  });
});

describe("at a resource (RFC 9470 §3)", () => {
  const instances = () => ({ runtime: gateway.runtime, auth: { auth: gateway.service.auth.api } });
  const protectedBy = (demands: object) => {
    const setup = new Hono();
    const options = { auth_middleware: "auth", resource: RESOURCE, ...demands };
    setup.use("*", resourceServer(options, instances()));
    setup.all("*", (c) => c.text("in"));
    return (token: string, path = "/") =>
      setup.request(`https://api.example.com${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
  };
  const RESOURCE_METADATA =
    'resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"';

  async function tokenFor(jar: Jar, parameters: Record<string, string> = {}): Promise<string> {
    const begun = await begin(jar, rp, { resource: RESOURCE, ...parameters });
    return (await redeem(rp, await approve(jar, begun.answer.text), begun)).access_token;
  }

  test("the whole step-up: challenge, new sign-in, new token", async () => {
    const ask = protectedBy({ acr_values: ["phr"], max_age: 300 });
    const jar = await gateway.signedIn();
    const refused = await ask(await tokenFor(jar));
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer ${RESOURCE_METADATA}, error="insufficient_user_authentication", error_description="a stronger sign-in is required", acr_values="phr", max_age="300"`,
    );
    expect(await refused.json()).toMatchObject({ error: "insufficient_user_authentication" });
    const demand = { acr_values: "phr", max_age: "300" };
    const asked = await begin(jar, rp, { resource: RESOURCE, ...demand });
    await withPasskey(jar);
    const { answer } = await follow(jar, backOf(asked.asked));
    const { access_token } = await redeem(rp, await approve(jar, answer.text), asked);
    expect((await ask(access_token)).status).toBe(200);
    gateway.runtime.advance(301_000);
    const old = await ask(access_token);
    expect(old.headers.get("www-authenticate")).toContain("a more recent sign-in is required");
    const told = await gateway.service.form(
      "/auth/oauth2/introspect",
      { token: access_token },
      { id: rp.id, secret: rp.secret },
    );
    expect(told.body, "RFC 9470 §6.2").toMatchObject({
      acr: "phr",
      auth_time: claimsOf(access_token).auth_time,
    });
  });

  test("RFC 9470 §6.2: the example of docs/guards.md judges max_age and acr at introspection", async () => {
    const { text } = blockNamed("docs/guards.md", "step-up-by-introspection");
    const program = Buffer.from(stripTypeScriptTypes(text)).toString("base64");
    const { challengeFor } = await import(`data:text/javascript;base64,${program}`);
    const introspect = async (token: string) =>
      (await gateway.service.form("/auth/oauth2/introspect", { token }, rp)).body;
    const demand = { levels: ["mfa", "phr"], max_age: 300 };
    const judge = (told: object) => challengeFor(told, demand, gateway.runtime.clock.now());
    const challenge =
      'Bearer error="insufficient_user_authentication", acr_values="mfa phr", max_age="300"';
    const jar = await gateway.signedIn();
    const weak = await introspect(await tokenFor(jar));
    expect(judge(weak)).toBe(challenge);
    await withPasskey(jar);
    const strong = await introspect(await tokenFor(jar, { acr_values: "mfa", max_age: "300" }));
    expect(strong.acr).toBe("mfa");
    expect(judge(strong)).toBeUndefined();
    gateway.runtime.advance(301_000);
    expect(judge(strong)).toBe(challenge);
    expect(judge({ active: false })).toBe('Bearer error="invalid_token"');
  });

  test("requireAuthentication guards one operation, behind a session and a resource server", async () => {
    const setup = new Hono();
    setup.use("*", gateway.session.middleware);
    const guard = requireAuthentication(
      { acr_values: ["mfa"], max_age: 60, methods: ["GET"] },
      instances(),
    );
    setup.all("*", guard, (c) => c.text("in"));
    const jar = await gateway.signedIn();
    const visit = (method = "GET") =>
      setup.request(`${ORIGIN}/app`, { method, headers: { cookie: jar.header() } });
    const refused = await visit();
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { message: "a stronger sign-in is required", error: "insufficient_user_authentication" },
    ]);
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer error="insufficient_user_authentication", error_description="a stronger sign-in is required", acr_values="mfa", max_age="60"',
    );
    expect((await visit("POST")).status, "other methods pass").toBe(200);
    expect((await visit("HEAD")).status).toBe(401);
    await withPasskey(jar);
    expect((await visit()).status).toBe(200);
    gateway.runtime.advance(61_000);
    expect((await visit()).status).toBe(401);
  });

  test("without anybody it is a plain 401; options are checked", async () => {
    const bare = new Hono().use("*", requireAuthentication({ max_age: 1 }, instances()));
    expect((await bare.request("/")).status).toBe(401);
    for (const input of [
      {},
      { acr_values: [] },
      { max_age: -1 },
      { max_age: 1.5 },
      { acr_values: ['a"b'] },
      { acr_values: ["a b"] },
    ]) {
      expect(() => requireAuthentication(input, instances()), JSON.stringify(input)).toThrow(
        /authentication: /,
      );
    }
  });
});
