/** Pushed authorization requests (RFC 9126): of one client, used once, checked twice, bounded. */
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { basic, type TestAuth, testAuth } from "../support/auth.ts";
import {
  AUTHORIZE,
  answerOf,
  CALLBACK,
  formTokenOf,
  locationOf,
  openPage,
  parametersOf,
  redeem,
  S256,
  startWith,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import {
  assertionOf,
  type ClientKey,
  clientKey,
  ISSUER,
  provenBy,
} from "../support/client-keys.ts";
import {
  bring as bringTo,
  decided as decidedAt,
  type Fields,
  flowIn,
  PAR,
  PREFIX,
  pushed as pushedTo,
  push as pushTo,
} from "../support/pushed.ts";
import { testRuntime } from "../support/runtime.ts";
import { createAda, putClient, putSetting, refusal, WEB, withSetting } from "../support/tokens.ts";
import { putProvider, startCompany } from "../support/upstream-sign-in.ts";

const UNKNOWN = "request_uri is unknown, expired or used";
const KEYED = "keyed";
const OTHER = "other-app";
let service: TestAuth;
let key: ClientKey;

const web = { client_secret: WEB.secret, redirect_uris: [CALLBACK] };
beforeAll(async () => {
  service = await testAuth({}, testRuntime());
  await createAda(service);
  key = await clientKey();
  await putClient(service, WEB.id, web);
  await putClient(service, OTHER, web);
  await putClient(service, "trusted", { ...web, skip_consent: true });
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
  await putClient(service, "off", web, false);
  await putClient(service, "strict", { ...web, require_pushed_authorization_requests: true });
  await putClient(service, KEYED, {
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [key.jwk] },
    redirect_uris: [CALLBACK],
    require_pushed_authorization_requests: true,
  });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => service.runtime.advance(700_000));

const push = (fields?: Fields, client?: string) => pushTo(service, fields, client);
const pushed = (fields?: Fields, client?: string) => pushedTo(service, fields, client);
/** By a public client. */
const pushedBy = async (fields: Fields): Promise<string> =>
  (await push(fields, "")).body.request_uri;
const bring = (uri: string, client?: string, more?: Record<string, string>) =>
  bringTo(service, uri, client, more);
const decided = (flow: string, action?: string) => decidedAt(service, flow, action);
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const isUnknown = (answer: Awaited<ReturnType<typeof bring>>) => {
  expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
  expect(answer.body.error_description).toBe(UNKNOWN);
  expect(answer.headers.has("location")).toBe(false);
};

describe("a request that is pushed", () => {
  test("201 with a reference of 128 bits and its lifetime, never stored by caches", async () => {
    const { status, body, headers } = await push({ scope: "openid" });
    expect(status).toBe(201);
    expect(body).toEqual({
      request_uri: expect.stringMatching(new RegExp(`^${PREFIX}[0-9a-f]{32}$`)),
      expires_in: 60,
    });
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("the browser brings client_id and request_uri, and nothing else that it brings counts", async () => {
    const uri = await pushed({ scope: "openid", ...S256, state: "pushed" });
    const flow = flowIn(
      await bring(uri, WEB.id, {
        state: "brought",
        redirect_uri: "https://evil.test/",
        response_type: "token",
        scope: "admin",
        request: "x",
      }),
    );
    const { code = "", state, iss } = answerOf(await decided(flow));
    expect([state, iss]).toEqual(["pushed", ISSUER]);
    const { status, body } = await redeem(service, code, { code_verifier: VERIFIER });
    expect(status).toBe(200);
    expect(body.scope).toBe("openid");
  });

  test("by POST, too", async () => {
    const body = new URLSearchParams({ client_id: WEB.id, request_uri: await pushed() });
    flowIn(await service.request("POST", AUTHORIZE, { headers: FORM, body }));
  });

  test("public clients push without a proof; PKCE is asked of them as ever", async () => {
    const fields = { client_id: "spa" };
    const without = await push(fields, "");
    expect(refusal(without)).toEqual({ status: 400, error: "invalid_request" });
    const { status, body } = await push({ ...fields, ...S256 }, "");
    expect(status).toBe(201);
    flowIn(await bring(body.request_uri, "spa"));
  });

  test.each([
    ["the issuer", ISSUER],
    ["the token endpoint", `${ISSUER}/token`],
    ["the endpoint of pushed requests (RFC 9126 §2)", `${ISSUER}/par`],
  ])("private_key_jwt for %s; the proof is not kept with the request", async (_name, aud) => {
    const now = service.runtime.clock.now();
    const proof = await assertionOf(KEYED, key, { claims: { aud }, now });
    const answer = await push({ client_id: KEYED, ...provenBy(proof) }, "");
    expect(answer.status, answer.text).toBe(201);
    flowIn(await bring(answer.body.request_uri, KEYED));
  });
});

describe("what cannot be pushed", () => {
  test.each<[string, Fields, number, string]>([
    ["a reference", { request_uri: "urn:x" }, 400, "invalid_request"],
    ["an unsigned request object", { request: "e30.e30." }, 400, "invalid_request_object"],
    ["a foreign target", { redirect_uri: "https://evil.test/" }, 400, "invalid_request"],
    ["no target", { redirect_uri: undefined }, 400, "invalid_request"],
    ["another response type", { response_type: "token" }, 400, "unsupported_response_type"],
    ["a repeated parameter", { state: ["1", "2"] }, 400, "invalid_request"],
    ["a challenge of an unknown method", { code_challenge: "x" }, 400, "invalid_request"],
    ["another client", { client_id: OTHER }, 400, "invalid_request"],
    ["a request that is huge", { claims: "x".repeat(40_000) }, 413, "invalid_request"],
    ["a body that is huge", { claims: "x".repeat(70_000) }, 413, "invalid_request"],
  ])("%s", async (_name, fields, status, error) => {
    const answer = await push(fields);
    expect(refusal(answer)).toEqual({ status, error });
    expect(answer.headers.has("location")).toBe(false);
  });

  test("a wrong secret, no proof, a client that is disabled or does not exist", async () => {
    const wrong = {
      headers: { ...FORM, authorization: basic({ id: WEB.id, secret: "x" }) },
      body: parametersOf(),
    };
    expect((await service.request("POST", PAR, wrong)).status).toBe(401);
    for (const client_id of [WEB.id, "off", "absent"]) {
      expect(refusal(await push({ client_id }, ""))).toEqual({
        status: 401,
        error: "invalid_client",
      });
    }
    expect((await push({}, "off")).status).toBe(401);
  });

  test("a form alone, by POST alone; other origins may", async () => {
    expect((await service.json("POST", PAR, {})).status).toBe(415);
    expect((await service.request("GET", PAR)).status).toBe(405);
    const headers = { origin: "https://spa.example.com", "access-control-request-method": "POST" };
    const preflight = await service.request("OPTIONS", PAR, { headers });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("nothing while the endpoint of authorization is disabled", async () => {
    await withSetting(service, "authorize", { disabled: true }, async () => {
      expect((await push()).status).toBe(404);
    });
  });
});

describe("a reference counts once: until the person has decided", () => {
  test.each(["approve", "deny"])(
    "%s ends it; pages before that may be loaded again",
    async (action) => {
      const uri = await pushed();
      const flow = flowIn(await bring(uri));
      expect(flowIn(await bring(uri)), "the same flow").toBe(flow);
      await openPage(service, flow);
      expect(flowIn(await bring(uri)), "also after the page was opened").toBe(flow);
      await decided(flow, action);
      isUnknown(await bring(uri));
    },
  );

  test("of many browsers at once: one flow, one code", async () => {
    const uri = await pushed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => bring(uri)));
    const [flow = "", ...more] = new Set(answers.map(flowIn));
    expect(more).toEqual([]);
    const form_token = formTokenOf(await openPage(service, flow));
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => submit(service, { flow, form_token, action: "approve" })),
    );
    expect(new Set(sent.map((answer) => answerOf(answer).code)).size, "the same answer").toBe(1);
  });

  test("a client whose people are not asked, and `prompt=none` that is refused", async () => {
    const uri = await pushed({ client_id: "trusted" }, "trusted");
    const flow = flowIn(await bring(uri, "trusted"));
    expect(answerOf(await openPage(service, flow)).code).toMatch(/^[0-9a-f]{64}$/);
    isUnknown(await bring(uri, "trusted"));
    const silent = await pushed({ prompt: "none" });
    const opened = await openPage(service, flowIn(await bring(silent)));
    expect(answerOf(opened).error).toBe("consent_required");
    isUnknown(await bring(silent));
  });

  test("brought late it is gone; brought in time the person has the time of every request", async () => {
    await withSetting(service, "authorize", { pushed_lifetime: "3s" }, async () => {
      const { body } = await push();
      expect(body.expires_in).toBe(3);
      const late = await pushed();
      const flow = flowIn(await bring(body.request_uri));
      await new Promise((resolve) => setTimeout(resolve, 3_100));
      isUnknown(await bring(late));
      expect(flowIn(await bring(body.request_uri))).toBe(flow);
      expect(answerOf(await decided(flow)).code).toBeDefined();
    });
  });

  test("`max_age` and `prompt=login` count from the moment in which the browser comes", async () => {
    const uri = await pushed({ prompt: "login" });
    service.runtime.advance(20_000);
    const { codes } = await service.auth.service;
    const pending = await codes.get("authorize", flowIn(await bring(uri)));
    expect(pending?.auth_after).toBe(Math.floor(service.runtime.clock.now() / 1000));
  });
});

describe("who could speak for whom", () => {
  test("another client does not use it, and it stays good for its own", async () => {
    const uri = await pushed();
    isUnknown(await bring(uri, OTHER));
    const flow = flowIn(await bring(uri));
    isUnknown(await bring(uri, OTHER));
    expect(answerOf(await decided(flow)).code).toBeDefined();
  });

  test("without client_id, for a reference that was made up, or given twice: a page of ours", async () => {
    const uri = await pushed();
    const without = await service.request("GET", `${AUTHORIZE}?request_uri=${uri}`);
    expect(without.body.error_description).toBe("client_id is required");
    isUnknown(await bring(`${PREFIX}${"0".repeat(32)}`));
    isUnknown(await bring(PREFIX));
    const twice = `${AUTHORIZE}?client_id=${WEB.id}&request_uri=${uri}&request_uri=${uri}`;
    expect((await service.request("GET", twice)).status).toBe(400);
  });

  test("a flow, a code and a reference are no references of each other (K-6)", async () => {
    const flow = flowIn(await bring(await pushed()));
    isUnknown(await bring(PREFIX + flow));
    const uri = await pushed();
    expect((await openPage(service, uri.slice(PREFIX.length).repeat(2))).status).toBe(404);
  });

  test("another `request_uri` is refused as ever and never fetched (Z-9)", async () => {
    const answer = await startWith(service, { request_uri: "https://app.example.com/request" });
    expect(answerOf(answer).error).toBe("request_uri_not_supported");
  });

  test.each([
    ["a target that was taken off", { redirect_uris: ["https://app.example.com/new"] }],
    ["a disabled client", {}],
  ])("changed meanwhile, %s: a page, no redirect (K-10)", async (name, change) => {
    await putClient(service, "changing", web);
    const uri = await pushed({ client_id: "changing" }, "changing");
    await putClient(service, "changing", { ...web, ...change }, !name.includes("disabled"));
    const answer = await bring(uri, "changing");
    expect([answer.status, answer.headers.has("location")]).toEqual([400, false]);
  });

  test("changed meanwhile, scopes: the client hears it, and no page is shown", async () => {
    await putClient(service, "changing", web);
    const uri = await pushed({ client_id: "changing", scope: "openid email" }, "changing");
    await putClient(service, "changing", { ...web, allowed_scopes: ["openid"] });
    expect(answerOf(await bring(uri, "changing")).error).toBe("invalid_scope");
  });
});

describe("bounds", () => {
  test("a client has so many that wait; one that was not valid, and one that was brought, wait no longer", async () => {
    await putSetting(service, "authorize", { pending_per_client: 100 });
    for (let time = 0; time < 100; time++) await push({ response_type: "x" });
    const uris: string[] = [];
    for (let time = 0; time < 100; time++) uris.push(await pushed());
    expect((await push()).status).toBe(429);
    expect((await push({ client_id: OTHER }, OTHER)).status, "another client").toBe(201);
    // As a flow it still counts, until it is decided.
    const flow = flowIn(await bring(uris[0] ?? ""));
    expect((await push()).status).toBe(429);
    await decided(flow);
    expect((await push()).status).toBe(201);
    service.runtime.advance(700_000);
    expect((await push()).status).toBe(201);
    await putSetting(service, "authorize", {});
  });
});

describe("demanded", () => {
  test("of a client: a request in full is refused", async () => {
    const answer = answerOf(await startWith(service, { client_id: "strict" }));
    expect(answer).toMatchObject({ error: "invalid_request", state: "s-1", iss: ISSUER });
    const uri = await pushed({ client_id: "strict" }, "strict");
    expect(answerOf(await decided(flowIn(await bring(uri, "strict")))).code).toBeDefined();
    expect(answerOf(await startWith(service, { client_id: KEYED })).error).toBe("invalid_request");
  });

  test("not passed by a provider elsewhere, nor by the login page of a person who is signed in", async () => {
    await using company = await startCompany();
    await putProvider(service, "company", company.record);
    const trusted = { ...web, skip_consent: true };
    const begin = (client_id: string) =>
      service.request("GET", `/auth/oauth2/auth/company?${parametersOf({ client_id })}`);
    const mint = (client_id: string) =>
      service.auth.api.mintCode({
        ...{ alias: "ada", trusted: true, target_listed: true, client_id, redirect_uri: CALLBACK },
      });
    await putClient(service, "front", trusted);
    expect((await begin("front")).status).toBe(307);
    expect((await mint("front")).kind).toBe("code");
    await putClient(service, "front", { ...trusted, require_pushed_authorization_requests: true });
    expect(refusal(await begin("front"))).toEqual({ status: 400, error: "unauthorized_client" });
    expect((await mint("front")).kind, "the authorization endpoint refuses it").toBe("ask");
  });

  test("registered by a client itself, told back, and ended by an update without it", async () => {
    await withSetting(service, "registration", { enabled: true }, async () => {
      const member = { require_pushed_authorization_requests: true };
      const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
      const { body } = await service.json("POST", "/auth/oauth2/register", {
        ...metadata,
        ...member,
      });
      expect(body).toMatchObject(member);
      const { client_id, registration_access_token: token } = body;
      const fields = { client_id, ...S256 };
      expect(answerOf(await startWith(service, fields)).error).toBe("invalid_request");
      flowIn(await bring(await pushedBy(fields), client_id));
      const replaced = await service.request("PUT", `/auth/oauth2/register/${client_id}`, {
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ client_id, ...metadata }),
      });
      expect(replaced.body).not.toHaveProperty("require_pushed_authorization_requests");
    });
  });

  test("of all clients, as the metadata say", async () => {
    const metadata = "/auth/oauth2/.well-known/openid-configuration";
    const before = (await service.request("GET", metadata)).body;
    expect(before.pushed_authorization_request_endpoint).toBe(`${ISSUER}/par`);
    expect(before).not.toHaveProperty("require_pushed_authorization_requests");
    await withSetting(service, "authorize", { require_pushed_requests: true }, async () => {
      const { body } = await service.request("GET", metadata);
      expect(body.require_pushed_authorization_requests).toBe(true);
      expect(answerOf(await startWith(service)).error).toBe("invalid_request");
      flowIn(await bring(await pushed()));
    });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: both libraries call it like `fetch`, with bodies of other types
const customFetch = (url: string, options: any) => service.auth.fetch(new Request(url, options));

describe("client libraries", () => {
  async function codeFor(request_uri: string): Promise<URL> {
    const flow = flowIn(await bring(request_uri, KEYED));
    return new URL(locationOf(await decided(flow)));
  }
  const clock = () => Math.round((service.runtime.clock.now() - Date.now()) / 1000);

  test("oauth4webapi pushes with private_key_jwt and gets its tokens", async () => {
    const options = { [oauth.customFetch]: customFetch };
    const server = await oauth.processDiscoveryResponse(
      new URL(ISSUER),
      await oauth.discoveryRequest(new URL(ISSUER), options),
    );
    const client = { client_id: KEYED, [oauth.clockSkew]: clock() };
    const method = oauth.PrivateKeyJwt({ key: key.privateKey, kid: key.kid });
    const parameters = { redirect_uri: CALLBACK, response_type: "code", scope: "openid", ...S256 };
    const sent = await oauth.pushedAuthorizationRequest(
      ...([server, client, method, parameters, options] as const),
    );
    const { request_uri } = await oauth.processPushedAuthorizationResponse(server, client, sent);
    const returned = oauth.validateAuthResponse(server, client, await codeFor(request_uri));
    const given = await oauth.authorizationCodeGrantRequest(
      ...([server, client, method, returned, CALLBACK, VERIFIER, options] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, given);
    expect(tokens.scope).toBe("openid");
  });

  test("openid-client, by discovery", async () => {
    const config = await openid.discovery(
      new URL(ISSUER),
      KEYED,
      { [openid.clockSkew]: clock() },
      openid.PrivateKeyJwt({ key: key.privateKey, kid: key.kid }),
      { [openid.customFetch]: customFetch },
    );
    const parameters = { redirect_uri: CALLBACK, scope: "openid", ...S256 };
    const url = await openid.buildAuthorizationUrlWithPAR(config, parameters);
    expect([...url.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
    const back = await codeFor(url.searchParams.get("request_uri") ?? "");
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: VERIFIER,
    });
    expect(tokens.scope).toBe("openid");
  });
});
