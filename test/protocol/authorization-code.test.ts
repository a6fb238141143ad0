/** The authorization_code grant (RFC 6749 §4.1.3; auth-wire 5.5; token rules 3, 8 to 12; K-3 to K-6). */
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  CONSENT,
  decide,
  formTokenOf,
  locationOf,
  newCode,
  newFlow,
  openPage,
  redeem,
  S256,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, claimsOf, createAda, putClient, refusal, TOKEN, WEB } from "../support/tokens.ts";

const ISSUER = `${ORIGIN}/auth/oauth2`;
const OTHER = { id: "other-app", secret: "other-secret" };
const CLIENT = { client_secret: WEB.secret, redirect_uris: [CALLBACK], scope: ["base"] };
let service: TestAuth;
let ada = "";

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: Date.now() }));
  ada = await createAda(service);
  await putClient(service, WEB.id, CLIENT);
  await putClient(service, OTHER.id, { client_secret: OTHER.secret, redirect_uris: [CALLBACK] });
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
});
afterAll(() => service[Symbol.asyncDispose]());

const refused = ({ status, body }: { status: number; body: Record<string, string> }) => [
  status,
  body.error,
  body.error_description,
];
const introspect = async (token: string, client = WEB) =>
  (await service.form("/auth/oauth2/introspect", { token }, client)).body.active;
const codes = async () => (await service.auth.service).codes;
/** A code as another component of the installation writes it. */
async function mint(fields: Record<string, unknown>): Promise<string> {
  const id = `foreign-${crypto.randomUUID()}`;
  const payload = { alias: "ada", scope: [], resources: [], ...fields };
  await (await codes()).put("oauth_code", id, payload as never, 60_000 as never);
  return id;
}

describe("tokens", () => {
  test("the code gives access, refresh and ID token of the user who consented", async () => {
    const code = await newCode(service, { scope: "openid email", nonce: "n-1" });
    const { status, body, headers } = await redeem(service, code);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.scope.split(" ").sort()).toEqual(["base", "email", "openid"]);
    const access = claimsOf(body.access_token);
    expect(access).toMatchObject({ sub: ada, azp: WEB.id, remember_me: false });
    const id = claimsOf(body.id_token);
    expect(id).toMatchObject({ sub: ada, aud: WEB.id, nonce: "n-1", sid: access.sid });
    expect(typeof id.auth_time).toBe("number");
    expect(claimsOf(body.refresh_token)).toMatchObject({ sid: access.sid, sub: ada });
    expect(access).not.toHaveProperty("nonce");
  });

  test("no openid scope, no ID token; no nonce asked, none given", async () => {
    const { body } = await redeem(service, await newCode(service));
    expect(body).not.toHaveProperty("id_token");
    const second = await redeem(service, await newCode(service, { scope: "openid" }));
    expect(claimsOf(second.body.id_token)).not.toHaveProperty("nonce");
  });

  test("rule 10: remember-me of the code decides the lifetime of the family", async () => {
    const lifetime = async (form: Record<string, string>) => {
      const { body } = await redeem(service, await newCode(service, {}, form));
      const { session_exp, iat } = claimsOf(body.access_token);
      return session_exp - iat;
    };
    expect(await lifetime({})).toBe(24 * 3_600);
    expect(await lifetime({ remember_me: "true" })).toBe(720 * 3_600);
  });

  /** RFC 8176: a one-time code and a password; the level that a front may call what it likes. */
  const LOGIN = { auth_time: 1_234_567_890, amr: ["pwd", "otp"], acr: "urn:example:gold" };

  test("T-5: `auth_time`, `amr` and `acr` are those of the login where our session knows them, also after a refresh", async () => {
    const flow = await newFlow(service, { scope: "openid" });
    const session = { session: { principal: "ada", ...LOGIN } };
    const fetch = async (init: RequestInit, query = "") =>
      service.auth.fetch(new Request(`${ORIGIN}${CONSENT}${query}`, init), undefined, session);
    const page = await (await fetch({}, `?flow=${flow}`)).text();
    const form_token = formTokenOf({ text: page } as never);
    const body = new URLSearchParams({ flow, form_token, action: "approve" });
    const decided = await fetch({ method: "POST", body });
    const code = new URL(decided.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const tokens = await redeem(service, code);
    expect(claimsOf(tokens.body.id_token)).toMatchObject(LOGIN);
    expect(claimsOf(tokens.body.access_token)).toMatchObject(LOGIN);
    const again = await service.form(
      "/auth/oauth2/token",
      { grant_type: "refresh_token", refresh_token: tokens.body.refresh_token, scope: "openid" },
      WEB,
    );
    expect(claimsOf(again.body.id_token)).toMatchObject(LOGIN);
  });

  test("oauth4webapi completes the flow and accepts `iss` and `state` (RFC 9207)", async () => {
    const execute = (url: string, init?: unknown) =>
      service.auth.fetch(new Request(url, init as RequestInit));
    const custom = { [oauth.customFetch]: execute as never };
    const issuer = new URL(ISSUER);
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, custom),
    );
    expect(as.authorization_response_iss_parameter_supported).toBe(true);
    const client = { client_id: WEB.id };
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ];
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const answer = await decide(service, {
      scope: "openid",
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    const parameters = oauth.validateAuthResponse(as, client, new URL(locationOf(answer)), state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.ClientSecretBasic(WEB.secret),
      parameters,
      CALLBACK,
      verifier,
      custom,
    );
    const result = await oauth.processAuthorizationCodeResponse(as, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    expect(oauth.getValidatedIdTokenClaims(result)?.sub).toBe(ada);
    const denied = await decide(service, { state }, { action: "deny" });
    expect(() =>
      oauth.validateAuthResponse(as, client, new URL(locationOf(denied)), state),
    ).toThrow(oauth.AuthorizationResponseError);
  });
});

describe("bindings (rule 12): all 400 invalid_grant", () => {
  const withTarget = { client_id: WEB.id, redirect_uri: CALLBACK };

  test("the code parameter is missing: invalid_request `code not found`", async () => {
    const fields = { grant_type: "authorization_code", redirect_uri: CALLBACK };
    for (const form of [fields, { ...fields, code: "" }]) {
      expect(refused(await service.form(TOKEN, form, WEB))).toEqual([
        400,
        "invalid_request",
        "code not found",
      ]);
    }
  });

  test.each(["nonsense", "0".repeat(64), "x".repeat(5_000), "../../etc", "\u0000", "toString"])(
    "an unknown code: `code not found`: %j",
    async (code) => {
      expect(refused(await redeem(service, code))).toEqual([
        400,
        "invalid_grant",
        "code not found",
      ]);
    },
  );

  test("an expired code: `code not found` (O4: 60 s)", async () => {
    const code = `foreign-${crypto.randomUUID()}`;
    const payload = { alias: "ada", scope: [], resources: [], ...withTarget };
    await (await codes()).put("oauth_code", code, payload, 20 as never);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(refused(await redeem(service, code))).toEqual([400, "invalid_grant", "code not found"]);
  });

  test("redemption by another client: a message that the code was issued to another client; consumed", async () => {
    const code = await newCode(service);
    const stolen = await redeem(service, code, {}, OTHER);
    expect(refused(stolen)).toEqual([400, "invalid_grant", "code was issued to another client"]);
    expect(refused(await redeem(service, code))).toEqual([400, "invalid_grant", "code not found"]);
  });

  test("an unbound code fails with the same message", async () => {
    const code = await mint({ redirect_uri: CALLBACK });
    expect(refused(await redeem(service, code))[2]).toBe("code was issued to another client");
  });

  test.each([
    ["missing", ""],
    ["different", "https://app.example.com/other"],
    ["with a query", `${CALLBACK}?x`],
    ["in another case", "https://APP.example.com/callback"],
  ])("redirect_uri %s: `redirect_uri not match`", async (_, redirect_uri) => {
    const code = await newCode(service);
    const answer = await redeem(service, code, { redirect_uri });
    expect(refused(answer)).toEqual([400, "invalid_grant", "redirect_uri not match"]);
  });

  test("a code without redirect_uri matches none, not even an absent one", async () => {
    for (const redirect_uri of ["", CALLBACK]) {
      const code = await mint({ client_id: WEB.id });
      expect(refused(await redeem(service, code, { redirect_uri }))[2]).toBe(
        "redirect_uri not match",
      );
    }
  });

  test("G-1: a code that another component made for an alias is refused for a client that registered itself", async () => {
    await putClient(service, "stranger", {
      ...{ client_secret: WEB.secret, redirect_uris: [CALLBACK], dynamic: true },
    });
    const code = await mint({ ...withTarget, client_id: "stranger" });
    const answer = await redeem(service, code, {}, { id: "stranger", secret: WEB.secret });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
    expect(answer.body.error_description).toContain("the person was not asked");
  });

  test("`user not found` for a code of no user; an alias finds its user; the client's default scope joins (O6)", async () => {
    const unknown = await mint({ ...withTarget, alias: "unknown" });
    expect(refused(await redeem(service, unknown))).toEqual([
      400,
      "invalid_grant",
      "user not found",
    ]);
    const { body } = await redeem(service, await mint({ ...withTarget, scope: ["x"] }));
    expect(claimsOf(body.access_token)).toMatchObject({ sub: ada, scope: "base x" });
  });

  test("strength: without a verifier the client proves its secret, with one it may be public", async () => {
    const code = await newCode(service);
    const wrong = await redeem(service, code, {}, { ...WEB, secret: "wrong" });
    expect(refusal(wrong)).toEqual({ status: 401, error: "invalid_client" });
    expect((await redeem(service, code)).status, "the code was not consumed").toBe(200);
    const spa = await newCode(service, { client_id: "spa", ...S256 });
    const form = { client_id: "spa", code_verifier: VERIFIER };
    const grant = { grant_type: "authorization_code", code: spa, redirect_uri: CALLBACK, ...form };
    expect((await service.form(TOKEN, grant)).status).toBe(200);
  });

  test("a record whose id is a URL proves its secret as every other one", async () => {
    const id = "https://shop.example.com/client";
    await putClient(service, id, CLIENT);
    const answer = await service.form(TOKEN, {
      ...{ grant_type: "authorization_code", code: "none", redirect_uri: CALLBACK },
      ...{ client_id: id, client_secret: WEB.secret },
    });
    expect(refused(answer)).toEqual([400, "invalid_grant", "code not found"]);
  });

  test("RFC 7636: a public client without its verifier is told what is missing, and keeps its code", async () => {
    const code = await newCode(service, { client_id: "spa", ...S256 });
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    const bare = await service.form(TOKEN, { ...form, client_id: "spa" });
    expect(refused(bare)).toEqual([400, "invalid_grant", "code_verifier is required"]);
    const whole = await service.form(TOKEN, {
      ...{ ...form, client_id: "spa" },
      code_verifier: VERIFIER,
    });
    expect(whole.status, "the code was not consumed").toBe(200);
  });

  test("a client limited to other grants: unauthorized_client", async () => {
    const code = await newCode(service);
    await putClient(service, WEB.id, { ...CLIENT, grant_types: ["refresh_token"] });
    const answer = await redeem(service, code);
    await putClient(service, WEB.id, CLIENT);
    expect(refusal(answer)).toEqual({ status: 400, error: "unauthorized_client" });
  });

  test("K-7: a scope that the client may no longer have is not granted", async () => {
    const code = await newCode(service, { scope: "openid admin" });
    await putClient(service, WEB.id, { ...CLIENT, allowed_scopes: ["openid"] });
    const { body } = await redeem(service, code);
    await putClient(service, WEB.id, CLIENT);
    expect(body.scope.split(" ").sort()).toEqual(["base", "openid"]);
  });
});

describe("resource (rule 8, RFC 8707 §2.2)", () => {
  const API = "https://api.example.com/v1";
  const FILES = "https://files.example.com/";
  async function audience(asked: readonly string[], redeemed: readonly string[]) {
    const code = await newCode(service, { resource: asked });
    const form = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: CALLBACK,
    });
    for (const resource of redeemed) form.append("resource", resource);
    const { body } = await service.form(TOKEN, form, WEB);
    return body.error ?? claimsOf(body.access_token).aud;
  }

  test("what was asked for at authorization lands in `aud`", async () => {
    expect(await audience([API, FILES], [])).toEqual(["postern", API, FILES]);
    expect(await audience([], [])).toBe("postern");
  });

  test("redemption narrows to one, or to something below one", async () => {
    expect(await audience([API, FILES], [FILES])).toEqual(["postern", FILES]);
    expect(await audience([API], [`${API}/jobs`])).toEqual(["postern", `${API}/jobs`]);
  });

  test("and never widens: invalid_target", async () => {
    expect(await audience([API], [FILES])).toBe("invalid_target");
    expect(await audience([API], [API, FILES])).toBe("invalid_target");
    expect(await audience([API], ["https://api.example.com/v10"])).toBe("invalid_target");
    expect(await audience([API], ["https://api.example.com/"])).toBe("invalid_target");
  });

  test("when none was granted, the client's list decides", async () => {
    await putClient(service, WEB.id, { ...CLIENT, resources: [API] });
    expect(await audience([], [`${API}/x`])).toEqual(["postern", `${API}/x`]);
    expect(await audience([], [FILES])).toBe("invalid_target");
    await putClient(service, WEB.id, CLIENT);
  });

  test("G-1: a client that registered itself gets no audience that the person was not shown", async () => {
    await putClient(service, WEB.id, { ...CLIENT, dynamic: true });
    expect(await audience([], [API])).toBe("invalid_target");
    expect(await audience([API], [API])).toEqual(["postern", API]);
    expect(await audience([], [])).toBe("postern");
    await putClient(service, WEB.id, CLIENT);
  });
});

describe("K-3, K-5: single use", () => {
  test("a used code fails with `invalid_grant` and the message `code not found`", async () => {
    const code = await newCode(service);
    expect((await redeem(service, code)).status).toBe(200);
    expect(refused(await redeem(service, code))).toEqual([400, "invalid_grant", "code not found"]);
  });

  test("twenty parallel redemptions: one wins, nineteen get `invalid_grant`", async () => {
    const code = await newCode(service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(service, code)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    const losers = answers.filter(({ status }) => status === 400);
    for (const loser of losers) expect(loser.body.error).toBe("invalid_grant");
  });

  test("K-5: a replay revokes everything issued from the code, refreshed tokens too, and nothing else", async () => {
    const [code, bystander] = [await newCode(service), await newCode(service)];
    const { body: first } = await redeem(service, code);
    const { body: safe } = await redeem(service, bystander);
    const refresh = (refresh_token: string) =>
      service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
    const { body: refreshed } = await refresh(first.refresh_token);
    expect(await introspect(first.access_token)).toBe(true);
    expect(refused(await redeem(service, code))[2]).toBe("code not found");
    for (const token of [first.access_token, first.refresh_token, refreshed.access_token]) {
      expect(await introspect(token)).toBe(false);
    }
    expect(await introspect(safe.access_token)).toBe(true);
    expect(refused(await redeem(service, code))[2], "a third time").toBe("code not found");
  });

  test("K-5: the same request twice at once, verifier included, is refused and ends nothing; later it ends all", async () => {
    const again = (code: string, code_verifier = VERIFIER) =>
      redeem(service, code, { code_verifier });
    const code = await newCode(service, S256);
    const both = await Promise.all([again(code), again(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const token = both.find(({ status }) => status === 200)?.body.access_token;
    service.runtime.advance(999);
    expect(refused(await again(code))[2]).toBe("code not found");
    expect(await introspect(token)).toBe(true);
    service.runtime.advance(1);
    expect(refused(await again(code))[2]).toBe("code not found");
    expect(await introspect(token)).toBe(false);

    const stolen = await newCode(service, S256);
    const { body } = await again(stolen);
    expect(refused(await again(stolen, `${VERIFIER}x`))[2]).toBe("code not found");
    expect(await introspect(body.access_token), "another verifier").toBe(false);
  });

  test("K-5: a used code in the hands of another client ends nothing; in those of its own it still does", async () => {
    const code = await newCode(service);
    const { body } = await redeem(service, code);
    for (let times = 0; times < 2; times++) {
      expect(refused(await redeem(service, code, {}, OTHER))[2]).toBe("code not found");
    }
    const stranger = { client_id: "spa", code_verifier: VERIFIER };
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...stranger };
    expect(refused(await service.form(TOKEN, form))[2]).toBe("code not found");
    expect(await introspect(body.access_token)).toBe(true);
    await redeem(service, code);
    expect(await introspect(body.access_token)).toBe(false);
  });

  test("O2: codes that were never ours leave nothing in the store", async () => {
    const rows = async () => {
      const { store } = await service.auth.service;
      return store.driver.session((session) => session.query("select id from auth_flow_codes"));
    };
    const before = await rows();
    for (let times = 0; times < 5; times++) {
      const code = crypto.randomUUID().replaceAll("-", "").repeat(2);
      const form = { client_id: "spa", code, code_verifier: VERIFIER, redirect_uri: CALLBACK };
      await service.form(TOKEN, { grant_type: "authorization_code", ...form });
      await redeem(service, code);
    }
    expect(await rows()).toEqual(before);
  });

  test("K-3, K-5: a replay that overtakes the redemption still finds what it gave", async () => {
    const code = await newCode(service);
    const store = await codes();
    const { exchange } = store;
    let replayed: Awaited<ReturnType<typeof redeem>> | undefined;
    store.exchange = async (kind, id, next) => {
      store.exchange = exchange;
      const taken = await exchange.call(store, kind, id, next);
      if (kind === "oauth_code" && id === code) replayed = await redeem(service, code);
      return taken as never; // no token was made yet
    };
    const { body } = await redeem(service, code);
    store.exchange = exchange;
    expect(replayed && refused(replayed)[2]).toBe("code not found");
    expect(body.access_token && (await introspect(body.access_token))).not.toBe(true);
  });

  test("a code that gave nothing revokes nothing when it comes again", async () => {
    const code = await newCode(service);
    await redeem(service, code, { redirect_uri: "https://app.example.com/other" });
    const before = (await service.json("GET", "/auth/v1/info")).body.payload;
    await redeem(service, code);
    expect((await service.json("GET", "/auth/v1/info")).body.payload).toEqual(before);
  });
});

describe("K-6: kinds are not interchangeable and stay usable where they belong", () => {
  test("a flow id is no code, a code is no flow id", async () => {
    const flow = await newFlow(service);
    expect(refused(await redeem(service, flow))[2]).toBe("code not found");
    const form_token = formTokenOf(await openPage(service, flow));
    const { code = "" } = answerOf(await submit(service, { flow, form_token, action: "approve" }));
    expect((await openPage(service, code)).status).toBe(404);
    expect((await submit(service, { flow: code, form_token, action: "approve" })).status).toBe(404);
    expect((await redeem(service, code)).status).toBe(200);
    expect((await openPage(service, code)).status, "a redeemed one neither").toBe(404);
  });

  test("form tokens and tokens are no codes; a code is no token", async () => {
    const form_token = formTokenOf(await openPage(service, await newFlow(service)));
    const { body } = await service.form(TOKEN, ADA, WEB);
    for (const text of [
      form_token,
      body.access_token.slice(0, 64),
      body.refresh_token.slice(0, 64),
    ]) {
      expect(refused(await redeem(service, text))[2]).toBe("code not found");
    }
    const code = await newCode(service);
    const refresh = { grant_type: "refresh_token", refresh_token: code };
    expect(refusal(await service.form(TOKEN, refresh, WEB)).error).toBe("invalid_grant");
    expect(await introspect(code)).toBe(false);
    expect((await redeem(service, code)).status).toBe(200);
  });
});

test("C-5, C-6: neither code, flow id nor form token is stored or logged in clear", async () => {
  const flow = await newFlow(service);
  const form_token = formTokenOf(await openPage(service, flow));
  const { code = "" } = answerOf(await submit(service, { flow, form_token, action: "approve" }));
  const stored = await (await service.auth.service).store.driver.session((session) =>
    session.query("select id, payload::text from auth_flow_codes"),
  );
  await redeem(service, code);
  const everything = JSON.stringify([stored, service.runtime.lines]);
  for (const secret of [flow, form_token, code]) expect(everything).not.toContain(secret);
});
