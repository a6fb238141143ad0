/** The code flow against a real OpenID provider over real HTTP (login-session-wire 3.5; L-W11, U-1, U-2). */
import { createServer, type Server, type ServerResponse } from "node:http";
import { decodeJwt, exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../support/auth.ts";
import {
  cookieLine,
  locationIn,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import type { Jar } from "../../support/session.ts";

const ORIGIN = "http://127.0.0.1:26199";
const PORT = 26_190;
const ISSUER = `http://127.0.0.1:${PORT}`;
const CLIENT = { id: "front-door", secret: "the-secret-of-the-front-door" };
const RESOURCE = "https://api.example.com";
const SESSION = "auth_session";

interface Interactive extends Provider {
  readonly Grant: new (of: {
    accountId: string;
    clientId: string;
  }) => {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  };
  interactionDetails(
    request: unknown,
    response: unknown,
  ): Promise<{
    params: { client_id: string; scope: string };
    session?: { accountId: string };
  }>;
  interactionFinished(
    request: unknown,
    response: unknown,
    result: object,
    options: { mergeWithLastSubmission: boolean },
  ): Promise<void>;
}

/** What becomes of a request instead of the provider's own answer. */
type Disturbance = (path: string, response: ServerResponse) => boolean;

let server: Server;
let provider: Interactive;
let gateway: TestGateway;
/** Seconds that access tokens live. */
let accessTokenTTL = 900;
let denies = false;
/** The provider's administrator has disabled everyone. */
let disabled = false;
let disturb: Disturbance = () => false;
const seen: string[] = [];

async function interact(request: unknown, response: unknown): Promise<void> {
  const { params, session } = await provider.interactionDetails(request, response);
  const accountId = session?.accountId ?? "eve";
  const finish = (result: object) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  if (denies) return finish({ error: "access_denied", error_description: "Eve said no" });
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  grant.addResourceScope(RESOURCE, "read");
  return finish({
    ...(!session && { login: { accountId } }),
    consent: { grantId: await grant.save() },
  });
}

async function startProvider(): Promise<void> {
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "provider" };
  provider = new Provider(ISSUER, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [`${ORIGIN}/login/auth/code/oidc`],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ["keys of a provider in a test"] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, accountId: string) =>
      disabled
        ? undefined
        : {
            accountId,
            claims: () => ({ sub: accountId, email: "eve@example.com", email_verified: true }),
          },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    extraTokenClaims: (_: unknown, token: { accountId?: string }) => ({
      preferred_username: token.accountId,
    }),
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      introspection: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: "read",
          audience: RESOURCE,
          accessTokenTTL,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  }) as Interactive;
  const answer = provider.callback();
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    seen.push(`${request.method} ${path.split("?")[0]}`);
    if (disturb(path, response)) return;
    if (!path.startsWith("/interaction/")) return answer(request, response);
    interact(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(PORT, "127.0.0.1", resolve));
}

const remote = (more: Record<string, unknown> = {}) => ({
  oauth2: {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    scopes: ["openid", "email", "offline_access"],
    issuer: ISSUER,
    auth_url: `${ISSUER}/auth`,
    token_url: `${ISSUER}/token`,
    cert_url: `${ISSUER}/jwks`,
    revocation_url: `${ISSUER}/token/revocation`,
    ...more,
  },
});

beforeAll(async () => {
  await startProvider();
  gateway = await startGateway({
    origin: ORIGIN,
    session: {
      provider: { oidc: remote() },
      action: { token: { login_path: "/login/" } },
    },
  });
});
afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  server?.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  accessTokenTTL = 900;
  denies = false;
  disabled = false;
  disturb = () => false;
  seen.length = 0;
});

/** What a browser does at the provider: follows redirects with its cookies until it is sent back. */
async function visitProvider(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = address;
  for (let step = 0; step < 10 && at.startsWith(ISSUER); step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, { headers: { cookie }, redirect: "manual" });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${response.status}: ${text}`);
    at = new URL(location, at).href;
  }
  return at;
}

/** The address at which the browser comes back. */
async function comeBack(jar: Jar, change: (start: string) => string = (same) => same) {
  const begun = await jar.open("/login/auth/code/oidc?svc_flow=f-1");
  expect(begun.status, begun.text).toBe(307);
  return visitProvider(change(locationIn(begun)));
}

const reasonOf = ({ text }: Answer) => /id="error-reason">([^<]*)</.exec(text)?.[1];

async function refused(answer: Answer, status: number, reason: string): Promise<void> {
  expect([answer.status, reasonOf(answer)]).toEqual([status, reason]);
  expect(cookieLine(answer, SESSION)).toBeUndefined();
  expect(cookieLine(answer, "auth_verify_f-1")).toBeUndefined();
}

async function signIn(jar: Jar): Promise<void> {
  const answer = await jar.get(await comeBack(jar), { accept: "text/html" });
  expect(answer.status, answer.text).toBe(200);
}

const recordOf = async (jar: Jar) => {
  const request = new Request(`${ORIGIN}/`, { headers: { cookie: jar.header() } });
  return gateway.session.stored({ request, connection: {} });
};

/** Whether the provider still takes this refresh token. */
async function refreshes(refresh_token: string): Promise<boolean> {
  const response = await fetch(`${ISSUER}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token }),
  });
  return response.ok;
}

describe("signing in", () => {
  test("U-1: PKCE, nonce and iss hold; tokens and a verified ID token are in the session", async () => {
    const jar = gateway.jar();
    const back = await comeBack(jar);
    expect(new URL(back).searchParams.get("iss")).toBe(ISSUER);
    const answer = await jar.get(back, { accept: "text/html" });
    expect(answer.status, answer.text).toBe(200);
    expect(cookieLine(answer, "auth_verify_f-1")).toContain("=true");
    expect(await whoIs(jar)).toBe("eve");
    const record = await recordOf(jar);
    expect(record).toMatchObject({ provider: "oidc", authentication_method: "code" });
    const { access_token = "", id_token = "" } = record?.tokens ?? {};
    expect(decodeJwt(access_token)).toMatchObject({ iss: ISSUER, aud: RESOURCE, sub: "eve" });
    expect(decodeJwt(id_token)).toMatchObject({ iss: ISSUER, aud: CLIENT.id, sub: "eve" });
    expect(decodeJwt(access_token).exp).toBe(record?.tokens.expires_at);
  });

  test("the same callback again: state is not valid, and the code is not sent a second time", async () => {
    const jar = gateway.jar();
    const back = await comeBack(jar);
    await jar.get(back, { accept: "text/html" });
    seen.length = 0;
    await refused(await jar.get(back, { accept: "text/html" }), 401, "state is not valid");
    expect(seen).toEqual([]);
  });

  test("the callback in another browser: state is not valid", async () => {
    const back = await comeBack(gateway.jar());
    await refused(
      await gateway.jar().get(back, { accept: "text/html" }),
      401,
      "state is not valid",
    );
  });

  test("L-W31: a denial is a page with a way to try again", async () => {
    denies = true;
    const jar = gateway.jar();
    const answer = await jar.get(await comeBack(jar), { accept: "text/html" });
    await refused(answer, 401, "Eve said no");
    expect(answer.text).toContain('href="/login/auth/code/oidc?svc_flow=f-1"');
    expect(seen).not.toContain("POST /token");
  });
});

describe("what must not pass", () => {
  test("U-2: an ID token with the nonce of another request", async () => {
    const jar = gateway.jar();
    const back = await comeBack(jar, (start) => start.replace(/nonce=[^&]+/, "nonce=another"));
    await refused(
      await jar.get(back, { accept: "text/html" }),
      401,
      "the sign-in provider&#39;s tokens are not accepted: ID token: nonce not match",
    );
  });

  test("a challenge that an attacker put in place of ours", async () => {
    const jar = gateway.jar();
    const back = await comeBack(jar, (start) =>
      start.replace(/code_challenge=[^&]+/, `code_challenge=${"A".repeat(43)}`),
    );
    const answer = await jar.get(back, { accept: "text/html" });
    expect(answer.status).toBe(400);
    expect(cookieLine(answer, SESSION)).toBeUndefined();
  });

  test("a code of another person in our callback", async () => {
    const thief = gateway.jar();
    const stolen = new URL(await comeBack(gateway.jar())).searchParams.get("code") ?? "";
    const own = new URL(await comeBack(thief));
    own.searchParams.set("code", stolen);
    const answer = await thief.get(own.href, { accept: "text/html" });
    expect(answer.status).toBe(400);
    expect(cookieLine(answer, SESSION)).toBeUndefined();
  });

  test("iss of another provider: its code is not even sent", async () => {
    const jar = gateway.jar();
    const back = new URL(await comeBack(jar));
    back.searchParams.set("iss", "https://evil.example");
    seen.length = 0;
    await refused(await jar.get(back.href, { accept: "text/html" }), 401, "issuer does not match");
    expect(seen).toEqual([]);
  });

  test("a provider whose keys are another's: the ID token does not verify", async () => {
    const { publicKey } = await generateKeyPair("RS256", { modulusLength: 2048 });
    const keys = [{ ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "provider" }];
    disturb = (path, response) => {
      if (!path.startsWith("/jwks")) return false;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ keys }));
      return true;
    };
    await using own = await startGateway({
      origin: ORIGIN,
      session: { provider: { oidc: remote() } },
    });
    const jar = own.jar();
    const answer = await jar.get(await comeBack(jar), { accept: "text/html" });
    expect(answer.status).toBe(401);
    expect(cookieLine(answer, SESSION)).toBeUndefined();
  });
});

describe("later", () => {
  test("the session refreshes at the provider, with rotation, and stays signed in", async () => {
    accessTokenTTL = 5;
    const jar = gateway.jar();
    await signIn(jar);
    const before = await recordOf(jar);
    accessTokenTTL = 900;
    seen.length = 0;
    expect(await whoIs(jar)).toBe("eve");
    expect(seen.filter((line) => line === "POST /token")).toHaveLength(1);
    const after = await recordOf(jar);
    expect(after?.tokens.access_token).not.toBe(before?.tokens.access_token);
    expect(after?.tokens.refresh_token).not.toBe(before?.tokens.refresh_token);
    expect(after?.tokens.id_token).toBeDefined();
  });

  test("a user who is disabled at the provider loses the session here at the next refresh", async () => {
    accessTokenTTL = 5;
    const jar = gateway.jar();
    await signIn(jar);
    const cookie = jar.header();
    disabled = true;
    seen.length = 0;
    expect(await whoIs(jar)).toBeUndefined();
    expect(seen.filter((line) => line === "POST /token")).toHaveLength(1);
    // The record is gone, too: a kept cookie opens nothing, also after the user is back.
    disabled = false;
    expect((await gateway.jar().get("/app", { cookie })).status).toBe(401);
    expect(seen.filter((line) => line === "POST /token")).toHaveLength(1);
  });

  test("logout revokes the refresh token at the provider", async () => {
    const jar = gateway.jar();
    await signIn(jar);
    const { refresh_token = "" } = (await recordOf(jar))?.tokens ?? {};
    expect(refresh_token).not.toBe("");
    seen.length = 0;
    expect((await jar.open("/logout")).status).toBe(307);
    expect(seen.filter((line) => line === "POST /token/revocation")).toHaveLength(2);
    expect(await refreshes(refresh_token)).toBe(false);
    expect(await whoIs(jar)).toBeUndefined();
  });
});

describe("R-6: a provider in trouble", () => {
  const answerToken = (status: number, body: string, type = "application/json"): Disturbance => {
    return (path, response) => {
      if (!path.startsWith("/token")) return false;
      response.writeHead(status, { "content-type": type }).end(body);
      return true;
    };
  };

  test.each([
    [
      "an error page",
      502,
      "<html>stack trace</html>",
      502,
      "the sign-in provider refused the request",
    ],
    ["nonsense", 200, "<html>", 500, "the sign-in provider did not answer with tokens"],
    ["nothing", 200, "{}", 500, "the sign-in provider gave no access token"],
    [
      "an opaque token",
      200,
      '{"access_token":"opaque","expires_in":60}',
      500,
      "the access token of the sign-in provider is not a JWT",
    ],
    [
      "two megabytes",
      200,
      JSON.stringify({ access_token: "x".repeat(2_000_000) }),
      500,
      "the sign-in provider is not reachable",
    ],
  ])("%s", async (_, status, body, expected, reason) => {
    const jar = gateway.jar();
    const back = await comeBack(jar);
    disturb = answerToken(status, body);
    await refused(await jar.get(back, { accept: "text/html" }), expected, reason);
  });

  test("a connection that breaks", async () => {
    const jar = gateway.jar();
    const back = await comeBack(jar);
    disturb = (path, response) => {
      if (!path.startsWith("/token")) return false;
      response.destroy();
      return true;
    };
    const answer = await jar.get(back, { accept: "text/html" });
    await refused(answer, 500, "the sign-in provider is not reachable");
  });

  test("an answer that never comes ends within the time limit; other routes go on", async () => {
    const jar = gateway.jar();
    const back = await comeBack(jar);
    disturb = (path) => path.startsWith("/token");
    const waiting = jar.get(back, { accept: "text/html" });
    expect((await gateway.jar().get("/login/auth/methods")).status).toBe(200);
    await refused(await waiting, 500, "the sign-in provider is not reachable");
  });

  test("a logout does not wait longer than that either, and ends the session", async () => {
    const jar = gateway.jar();
    await signIn(jar);
    const cookie = jar.header();
    disturb = (path) => path.startsWith("/token");
    expect((await jar.open("/logout")).status).toBe(307);
    expect((await gateway.jar().get("/app", { cookie })).status).toBe(401);
  });

  test("C-6: no secret, code or token in the log", () => {
    const lines = JSON.stringify(gateway.runtime.lines, (_, value) =>
      value instanceof Error ? [value.message, String(value.cause)] : value,
    );
    expect(lines).not.toContain(CLIENT.secret);
    expect(lines).not.toContain(btoa(`${CLIENT.id}:${CLIENT.secret}`));
    expect(lines).not.toContain("eyJ");
    expect(lines).not.toMatch(/code=|state=/);
  });
});
