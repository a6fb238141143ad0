/** examples/mcp-server: foreign clients find their way from a bare 401 to a tool (wire 7; RFC 9728, 8414, 8707, 7636). */
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examplePort, type RunningExample, startExample } from "../../support/example.ts";
import { Agent, callTool, connect, Person, stepUp } from "../../support/mcp-agent.ts";
import { authorizationConformance } from "../../support/mcp-conformance.ts";
import { patient } from "../../support/patience.ts";
import { Jar } from "../../support/session.ts";
import { claimsOf } from "../../support/tokens.ts";

const ENV = { ADMIN_PASSWORD: "correct horse" };
const ADA = { username: "ada", password: "battery staple" };
const CLIENT = { client_id: "desktop" };
/** A native client: the port is whatever was free (RFC 8252 §7.3). */
const CALLBACK = "http://127.0.0.1:26699/callback";
const HTTP = { [oauth.allowInsecureRequests]: true };

let server: RunningExample;
let mcp: URL;
beforeAll(async () => {
  server = await startExample("mcp-server", ENV);
  mcp = new URL(`${server.origin}/mcp`);
  await register();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const json = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const visitor = () => new Jar((request) => fetch(request, { redirect: "manual" }), server.origin);

async function signedIn(who: typeof ADA): Promise<Jar> {
  const jar = visitor();
  const answer = await jar.send("POST", "/login/auth/token/postern", json(who));
  expect(answer.status, answer.text).toBe(204);
  return jar;
}

/** The administrator makes a user and a public client, through the API. */
async function register() {
  const admin = await signedIn({ username: "admin", password: ENV.ADMIN_PASSWORD });
  const config = {
    client_name: "Desktop",
    public: true,
    redirect_uris: ["http://127.0.0.1/callback"],
  };
  const client = await admin.send("PUT", "/auth/v1/oauth/clients/desktop", json({ config }));
  expect(client.status, client.text).toBe(200);
  const user = { alias: [ADA.username], local: true, details: { password: ADA.password } };
  const made = await admin.send("POST", "/auth/v1/users", json(user));
  expect(made.status, made.text).toBe(200);
}

/** All that it knows is the address of the resource. */
async function discover() {
  const found = await oauth.processResourceDiscoveryResponse(
    mcp,
    await oauth.resourceDiscoveryRequest(mcp, HTTP),
  );
  const issuer = new URL(found.authorization_servers?.[0] ?? "");
  const asked = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...HTTP });
  return { found, asked: asked.url, as: await oauth.processDiscoveryResponse(issuer, asked) };
}

/** Through the browser of a person who signs in and consents. */
async function authorize(more: Readonly<Record<string, string>>): Promise<string> {
  const { as } = await discover();
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const start = new URL(as.authorization_endpoint ?? "");
  start.search = new URLSearchParams({
    ...CLIENT,
    response_type: "code",
    redirect_uri: CALLBACK,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...more,
  }).toString();
  const browser = await signedIn(ADA);
  const flow = (await browser.open(start.href)).headers.get("location") ?? "";
  const page = await browser.open(flow);
  expect(page.text).toContain("Desktop");
  const [, form_token = ""] = /name="form_token" value="([\w.-]+)"/.exec(page.text) ?? [];
  const decided = await browser.send("POST", "/auth/oauth2/consent", {
    body: new URLSearchParams({
      flow: new URLSearchParams(flow.split("?")[1]).get("flow") ?? "",
      form_token,
      action: "approve",
    }),
  });
  const back = new URL(decided.headers.get("location") ?? "");
  const answer = oauth.validateAuthResponse(as, CLIENT, back, state);
  const given = await oauth.authorizationCodeGrantRequest(
    as,
    CLIENT,
    oauth.None(),
    answer,
    CALLBACK,
    verifier,
    { additionalParameters: more.resource ? { resource: more.resource } : {}, ...HTTP },
  );
  return (await oauth.processAuthorizationCodeResponse(as, CLIENT, given)).access_token;
}

async function call(token: string | undefined, body: unknown, path = "/mcp") {
  const response = await fetch(`${server.origin}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    challenge: response.headers.get("www-authenticate") ?? "",
    // biome-ignore lint/suspicious/noExplicitAny: bodies of tests are read member by member
    body: (text === "" ? undefined : JSON.parse(text)) as any,
  };
}
const rpc = (method: string, params?: object, id = 1) => ({ jsonrpc: "2.0", id, method, params });
const good = () => authorize({ scope: "mcp", resource: mcp.href });

test("RFC 9728 §5.1: the 401 says where the metadata is, and which scope is needed", async () => {
  const { status, challenge } = await call(undefined, rpc("tools/list"));
  const metadata = `${server.origin}/.well-known/oauth-protected-resource/mcp`;
  expect([status, challenge]).toEqual([401, `Bearer resource_metadata="${metadata}", scope="mcp"`]);
});

test("the metadata lead to the authorization server, found at the root of the origin (RFC 8414 §3.1)", async () => {
  const { found, asked, as } = await discover();
  expect(found).toEqual({
    resource: mcp.href,
    authorization_servers: [`${server.origin}/auth/oauth2`],
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
    scopes_supported: ["mcp"],
  });
  expect(asked).toBe(`${server.origin}/.well-known/oauth-authorization-server/auth/oauth2`);
  expect(as.code_challenge_methods_supported).toContain("S256");
});

test("who is not signed in is led to the login page from the consent", async () => {
  const { as } = await discover();
  const query = new URLSearchParams({
    ...CLIENT,
    response_type: "code",
    redirect_uri: CALLBACK,
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
    code_challenge_method: "S256",
  });
  const browser = visitor();
  const flow = (await browser.open(`${as.authorization_endpoint}?${query}`)).headers;
  const sent = await browser.open(flow.get("location") ?? "");
  expect(sent.headers.get("location")).toMatch(/^\/login\/\?redirect_path=%2Fauth%2Foauth2%2F/);
});

test("with consent, PKCE and `resource` the token is for this resource, and the tools answer", async () => {
  const token = await good();
  expect(claimsOf(token)).toMatchObject({ scope: "mcp", client_id: "desktop" });
  expect([claimsOf(token).aud].flat()).toContain(mcp.href);

  const { status, body } = await call(token, rpc("tools/list", undefined, 7));
  expect([status, body.id, body.result.tools[0].name]).toEqual([200, 7, "greet"]);
  const greeted = await call(token, rpc("tools/call", { name: "greet" }));
  expect(greeted.body.result.content).toEqual([{ type: "text", text: "Hello, ada" }]);
});

test("JSON-RPC: unknown methods and tools, and what is no JSON", async () => {
  const token = await good();
  expect((await call(token, rpc("no/such"))).body.error.code).toBe(-32601);
  const { body } = await call(token, rpc("tools/call", { name: "other" }));
  expect(body.error?.code ?? body.result.isError).toBeTruthy();
  for (const text of ["{", "null", '"forget"', "[null]"]) {
    expect((await call(token, text)).status, text).toBe(400);
  }
});

describe("the official SDK as client, registered by the administrator", () => {
  const agent = () =>
    new Agent({ metadata: { redirect_uris: [CALLBACK] }, redirect: CALLBACK, byHand: CLIENT });

  test("it signs in, calls tools, and refreshes when the token no longer works", async () => {
    const [one, ada] = [agent(), new Person(server.origin)];
    await ada.signIn(ADA.username, ADA.password);
    const client = await connect(mcp, one, ada);
    expect(await callTool(client, "greet")).toBe("Hello, ada");
    expect(await callTool(client, "remember", { text: "milk" })).toBe("Kept.");
    await client.close();
    const asked = one.sentTo().searchParams;
    expect([asked.get("resource"), asked.get("scope")]).toEqual([mcp.href, "mcp"]);
    expect(one.held?.refresh_token).toBeDefined();

    one.held = { ...one.held, access_token: "no.longer.good", token_type: "Bearer" };
    const again = await connect(mcp, one, ada);
    expect(await callTool(again, "greet")).toBe("Hello, ada");
    await again.close();
    expect(one.visited, "the person was asked once").toHaveLength(1);
    expect([claimsOf(one.held.access_token).aud].flat()).toContain(mcp.href);
  });

  test("the address with a slash at its end leads to the same document, and to the tools", async () => {
    const typed = new URL(`${mcp.href}/`);
    const bare = await call(undefined, rpc("tools/list"), typed.pathname);
    const metadata = `${server.origin}/.well-known/oauth-protected-resource/mcp`;
    expect(bare.challenge).toContain(`resource_metadata="${metadata}"`);
    const [one, ada] = [agent(), new Person(server.origin)];
    await ada.signIn(ADA.username, ADA.password);
    const client = await connect(typed, one, ada);
    expect(await callTool(client, "greet")).toBe("Hello, ada");
    await client.close();
    // An agent that repeats what was typed gets in as well, at both.
    const token = await authorize({ scope: "mcp", resource: typed.href });
    for (const path of ["/mcp", "/mcp/"]) {
      expect((await call(token, rpc("tools/list"), path)).status, path).toBe(200);
    }
  });

  test("step-up: the tool that needs more says what, the person is asked, and it works", async () => {
    const [one, ada] = [agent(), new Person(server.origin)];
    await ada.signIn(ADA.username, ADA.password);
    const client = await connect(mcp, one, ada);
    await expect(callTool(client, "forget")).rejects.toThrow();
    await client.close();
    const { status, challenge } = await call(
      one.held?.access_token,
      rpc("tools/call", { name: "forget" }),
    );
    expect(status).toBe(403);
    const [, scope = ""] = /error="insufficient_scope".*scope="([^"]*)"/.exec(challenge) ?? [];
    expect(scope).toBe("mcp:write");
    await stepUp(mcp, one, ada, scope);
    expect(ada.page).toContain("mcp:write");
    const more = await connect(mcp, one, ada);
    expect(await callTool(more, "forget")).toBe("Forgotten.");
    await more.close();
  });
});

test("RFC 8707: a token without the resource, or for another one, is refused", async () => {
  for (const more of [{}, { resource: `${server.origin}/other` }]) {
    const token = await authorize({ scope: "mcp", ...more });
    const { status, challenge } = await call(token, rpc("tools/list"));
    expect(status).toBe(401);
    expect(challenge).toContain('error="invalid_token"');
  }
});

test("RFC 6750 §3.1: a token without the scope is 403 and told which one is missing", async () => {
  const token = await authorize({ scope: "profile", resource: mcp.href });
  const { status, challenge } = await call(token, rpc("tools/list"));
  expect(status).toBe(403);
  expect(challenge).toContain('error="insufficient_scope"');
  expect(challenge).toContain('scope="mcp"');
});

test("the session of a browser is no credential here", async () => {
  const browser = await signedIn(ADA);
  const answer = await browser.send("POST", "/mcp", json(rpc("tools/list")));
  expect(answer.status).toBe(401);
});

test("a path above or below it is not open either", async () => {
  for (const path of ["/mcp/", "/mcp/other"]) {
    expect((await call(undefined, rpc("tools/list"), path)).status, path).not.toBe(200);
  }
});

describe("the conformance suite of the Model Context Protocol", () => {
  test("every scenario for authorization servers passes", {
    timeout: patient(60_000),
  }, async () => {
    const ada = new Person(server.origin);
    await ada.signIn(ADA.username, ADA.password);
    const checks = await authorizationConformance({
      issuer: `${server.origin}/auth/oauth2`,
      client: CLIENT.client_id,
      resource: mcp.href,
      port: await examplePort(),
      person: ada,
    });
    expect(checks.filter(({ status }) => status !== "SUCCESS")).toEqual([]);
    expect(checks.map(({ id }) => id).sort()).toEqual([
      "authorization-code-grant",
      "authorization-server-metadata",
      "authorization-server-metadata-cimd",
    ]);
  });
});
