/**
 * Every place that accepts an access token (ADR 0075), and the tries of a thief at each: RFC 9449 §7. A place that is
 * new belongs into `PLACES`.
 */
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forwardAuth, resourceServer } from "../../../src/guards.ts";
import { ORIGIN } from "../../support/auth.ts";
import { ISSUER } from "../../support/client-keys.ts";
import { type ProofKey, proofKey, proofOf, type WishedProof } from "../../support/dpop.ts";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { createStandalone, loadConfig, openGateway } from "../../support/inside.ts";
import { addTelling, LOGIN_CLIENT } from "../../support/session.ts";
import { ADA, putSetting, TOKEN, withSetting } from "../../support/tokens.ts";

const APP = "https://app.example.com";
let gateway: TestGateway;
let key: ProofKey;
let other: ProofKey;
let bound: string;
let free: string;
/** Bound, for the resource of the guard. */
let ofResource: string;

const form = async (fields: Record<string, string>, dpop?: string) => {
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  const { id, secret } = LOGIN_CLIENT;
  headers.set("authorization", `Basic ${btoa(`${id}:${secret}`)}`);
  if (dpop !== undefined) headers.set("dpop", dpop);
  const body = new URLSearchParams(fields);
  const answer = await gateway.service.request("POST", TOKEN, { headers, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.access_token as string;
};

beforeAll(async () => {
  gateway = await startGateway();
  key = await proofKey();
  other = await proofKey();
  const proof = () => proofOf(key, "POST", `${ISSUER}/token`);
  free = await form({ ...ADA, scope: "openid" });
  bound = await form({ ...ADA, scope: "openid" }, await proof());
  ofResource = await form({ ...ADA, resource: `${APP}/mcp` }, await proof());
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Place {
  readonly method?: string;
  readonly url: string;
  /** Where the request really goes, when that is another address. */
  readonly sent?: { readonly url: string; readonly headers: Record<string, string> };
  readonly open: () => { fetch(request: Request): Response | Promise<Response> };
  readonly token?: () => string;
}

const instances = () => ({
  runtime: gateway.runtime,
  auth: { auth: gateway.service.auth.api },
  session: { main: gateway.session },
});
const embedded = () => gateway.app;
const service = () => ({ fetch: (request: Request) => gateway.service.auth.fetch(request) });
const withResource = (front?: boolean) => () => {
  const app = new Hono();
  // A session in front and the guard behind look at one proof, which counts once.
  if (front) app.use("*", gateway.session.middleware);
  app.use("*", resourceServer({ auth_middleware: "auth", resource: `${APP}/mcp` }, instances()));
  addTelling(app);
  return app;
};
/** The server without a provider that is bound to its service: an administrator's own tokens count all the same. */
const standalone = () => {
  const { config } = loadConfig({
    argv: ["--config", "postern.yaml"],
    env: {},
    cwd: "/",
    readFile: () => JSON.stringify({ session: { provider: {} } }),
  });
  const runtime = { ...gateway.runtime, connection: () => ({}) };
  const made = openGateway(config, gateway.service.auth, runtime);
  const server = createStandalone(gateway.service.auth, runtime, {
    prefix: "/auth",
    gateway: made,
  });
  server.open();
  return { fetch: async (request: Request) => server.fetch(request, undefined) };
};
const forwarding = () => {
  const app = new Hono();
  const options = { auth_middleware: "auth", session_middleware: "main" };
  app.all("*", forwardAuth(options, instances()));
  return app;
};

const PLACES: Readonly<Record<string, Place>> = {
  "userinfo, GET": { url: `${ISSUER}/userinfo`, open: service },
  "userinfo, POST": { method: "POST", url: `${ISSUER}/userinfo`, open: service },
  "userinfo behind a session": { url: `${ISSUER}/userinfo`, open: embedded },
  "the own account, through a session": { url: `${ORIGIN}/auth/v1/me`, open: embedded },
  "the management API, through a session": { url: `${ORIGIN}/auth/v1/users`, open: embedded },
  "the management API of the standalone server": { url: `${ORIGIN}/auth/v1/me`, open: standalone },
  "an application behind a session": { url: `${ORIGIN}/app/orders`, open: embedded },
  "a resource server, such as MCP": {
    method: "POST",
    url: `${APP}/mcp`,
    open: withResource(),
    token: () => ofResource,
  },
  "forward auth": {
    url: `${APP}/reports`,
    open: forwarding,
    sent: {
      url: "http://127.0.0.1:4000/decide",
      headers: {
        "x-forwarded-method": "GET",
        "x-forwarded-host": "app.example.com",
        "x-forwarded-proto": "https",
        "x-forwarded-uri": "/reports?page=2",
      },
    },
  },
};

/** Forward auth asks for a permission, too: who is known and has none gets 403. */
const PASSED = [200, 403];

async function askAt(place: Place, headers: Record<string, string>, body?: URLSearchParams) {
  const { method = "GET", url, sent, open } = place;
  const forwarded = sent && { ...sent.headers, "x-forwarded-method": method };
  const request = new Request(sent?.url ?? url, {
    method: sent ? "GET" : method,
    headers: { ...forwarded, ...headers },
    ...(body && { body }),
  });
  const response = await open().fetch(request);
  const challenge = response.headers.get("www-authenticate") ?? "";
  return { status: response.status, headers: response.headers, challenge };
}

describe.each(Object.entries(PLACES))("%s", (_name, place) => {
  const { method = "GET", url, token = () => bound } = place;
  const prove = (wished: WishedProof = {}, by = key, htm = method, htu = url) =>
    proofOf(by, htm, htu, { token: token(), ...wished });
  const use = async (dpop: string | undefined, scheme = "DPoP", text = token()) =>
    askAt(place, { authorization: `${scheme} ${text}`, ...(dpop !== undefined && { dpop }) });

  test("the holder of the key passes", async () => {
    const { status, headers } = await use(await prove());
    expect(PASSED).toContain(status);
    expect(headers.get("dpop-nonce")).toBeNull();
  });

  test("a stolen token passes nowhere without the key, and the challenge is of DPoP", async () => {
    const refused: Record<string, Awaited<ReturnType<typeof use>>> = {
      "as a bearer token": await use(undefined, "Bearer"),
      "as a bearer token with a proof of mine": await use(await prove({}, other), "Bearer"),
      "as a bearer token with the holder's proof": await use(await prove(), "Bearer"),
      "without a proof": await use(undefined),
      "with a proof of mine": await use(await prove({}, other)),
      "with a proof for another method": await use(await prove({}, key, "DELETE")),
      "with a proof for another host": await use(
        await prove({}, key, method, url.replace("example.com", "example.org")),
      ),
      "with a proof for another path": await use(await prove({}, key, method, `${url}/x`)),
      "with a proof for another token": await use(await prove({ token: free })),
      "with a proof for the token endpoint": await use(await prove({ claims: { ath: undefined } })),
      "with a proof of yesterday": await use(await prove({ claims: { iat: 86_400 } })),
    };
    for (const [how, { status, challenge }] of Object.entries(refused)) {
      expect([how, status]).toEqual([how, 401]);
      expect([how, challenge]).toEqual([how, expect.stringMatching(/^DPoP .*algs="RS256 /)]);
    }
  });

  test("§4.3: HEAD needs a proof that says HEAD", async () => {
    if (method !== "GET") return;
    const head = { ...place, method: "HEAD" };
    const ask = async (htm: string) =>
      askAt(head, { authorization: `DPoP ${token()}`, dpop: await prove({}, key, htm) });
    expect(PASSED).toContain((await ask("HEAD")).status);
    const { status, challenge } = await ask("GET");
    expect([status, challenge]).toEqual([401, expect.stringMatching(/^DPoP .*algs="RS256 /)]);
  });

  test("a proof that was used is of no further use", async () => {
    const proof = await prove();
    expect(PASSED).toContain((await use(proof)).status);
    expect((await use(proof)).status).toBe(401);
  });

  test("two headers are no proof", async () => {
    expect((await use(`${await prove()}, ${await prove()}`)).status).toBe(401);
  });

  test("§7.1: a token that is bound to no key does not come as DPoP", async () => {
    if (place.token) return;
    expect((await use(await prove({ token: free }), "DPoP", free)).status).toBe(401);
    expect(PASSED).toContain((await use(undefined, "Bearer", free)).status);
  });

  test("§9: a nonce that is asked for comes with the refusal, and is renewed with the answer", async () => {
    await withSetting(gateway.service, "token", { dpop_nonces: true }, async () => {
      const first = await use(await prove());
      expect(first.status).toBe(401);
      expect(first.challenge).toMatch(/^DPoP .*error="use_dpop_nonce"/);
      const nonce = first.headers.get("dpop-nonce") ?? "";
      expect(PASSED).toContain((await use(await prove({ claims: { nonce } }))).status);
      gateway.runtime.advance(65_000);
      const iat = Math.floor(Date.now() / 1_000) + 65;
      const late = await use(await prove({ claims: { nonce, iat } }));
      gateway.runtime.advance(-65_000);
      expect(PASSED).toContain(late.status);
      expect(late.headers.get("dpop-nonce")).toMatch(/^\w+\./);
    });
  });
});

describe("places with rules of their own", () => {
  test("userinfo: a bound token in the form is a bearer token", async () => {
    const place = { method: "POST", url: `${ISSUER}/userinfo`, open: service };
    const body = new URLSearchParams({ access_token: bound });
    const dpop = await proofOf(key, "POST", place.url, { token: bound });
    expect((await askAt(place, { dpop }, body)).status).toBe(401);
  });

  test("the in-process API: only with the request that brought it", async () => {
    const { api } = gateway.service.auth;
    await expect(api.verify(bound)).rejects.toMatchObject({ code: "invalid_token" });
    const dpop = await proofOf(key, "GET", `${APP}/x`, { token: bound });
    const request = new Request(`${APP}/x`, { headers: { authorization: `DPoP ${bound}`, dpop } });
    expect(await api.verify(bound, { request, connection: {} })).toMatchObject({ jkt: key.jkt });
    await expect(api.verify(bound, { request, connection: {} })).rejects.toMatchObject({
      code: "invalid_dpop_proof",
    });
  });

  test("a session and a guard behind it count one proof once", async () => {
    const audience = await form(ADA, await proofOf(key, "POST", `${ISSUER}/token`));
    const app = new Hono();
    app.use("*", gateway.session.middleware);
    const options = { auth_middleware: "auth", check_audience: false };
    app.use("*", resourceServer(options, instances()));
    addTelling(app);
    const place = { url: `${ORIGIN}/app`, open: () => app };
    const dpop = await proofOf(key, "GET", place.url, { token: audience });
    const headers = { authorization: `DPoP ${audience}`, dpop };
    expect((await askAt(place, headers)).status).toBe(200);
    expect((await askAt(place, headers)).status).toBe(401);
  });

  test("introspection says what the token needs, and revocation needs no proof", async () => {
    const { service: auth } = gateway;
    const mine = await form(ADA, await proofOf(key, "POST", `${ISSUER}/token`));
    const asked = await auth.form("/auth/oauth2/introspect", { token: mine }, LOGIN_CLIENT);
    expect(asked.body).toMatchObject({
      active: true,
      token_type: "DPoP",
      cnf: { jkt: key.jkt },
    });
    expect((await auth.form("/auth/oauth2/revoke", { token: mine }, LOGIN_CLIENT)).status).toBe(
      200,
    );
    const dpop = await proofOf(key, "GET", `${ISSUER}/userinfo`, { token: mine });
    const place = PLACES["userinfo, GET"] as Place;
    expect((await askAt(place, { authorization: `DPoP ${mine}`, dpop })).status).toBe(401);
  });

  test("a resource that demands bound tokens says so, and takes no other", async () => {
    const app = new Hono();
    const demands = { dpop_bound_access_tokens_required: true, check_audience: false };
    app.use("*", resourceServer({ auth_middleware: "auth", ...demands }, instances()));
    addTelling(app);
    const place = { url: `${APP}/x`, open: () => app };
    const metadata = await app.request(`${APP}/.well-known/oauth-protected-resource`);
    expect(await metadata.json()).toMatchObject({
      dpop_bound_access_tokens_required: true,
      dpop_signing_alg_values_supported: expect.arrayContaining(["ES256"]),
    });
    expect((await askAt(place, {})).challenge).toMatch(/^DPoP /);
    const asBearer = await askAt(place, { authorization: `Bearer ${free}` });
    expect([asBearer.status, asBearer.challenge.slice(0, 5)]).toEqual([401, "DPoP "]);
    const dpop = await proofOf(key, "GET", place.url, { token: bound });
    expect((await askAt(place, { authorization: `DPoP ${bound}`, dpop })).status).toBe(200);
  });

  test("a proof for another server does not count here by another Host, where the address is set", async () => {
    await withSetting(gateway.service, "oauth2", { base_url: ORIGIN }, async () => {
      const url = "https://other.example.org/auth/oauth2/userinfo";
      const dpop = await proofOf(key, "GET", url, { token: bound });
      const place = { url, open: service };
      expect((await askAt(place, { authorization: `DPoP ${bound}`, dpop })).status).toBe(401);
      const right = await proofOf(key, "GET", `${ISSUER}/userinfo`, { token: bound });
      expect((await askAt(place, { authorization: `DPoP ${bound}`, dpop: right })).status).toBe(
        200,
      );
    });
    await putSetting(gateway.service, "token", {});
  });
});
