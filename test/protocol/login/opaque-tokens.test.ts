/** Session providers whose access tokens are opaque: the ID token and the named addresses say who it is (issue text; U-2, I-6). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { locationIn, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import type { Jar } from "../../support/session.ts";

const CLIENT = "front-door";
let upstream: ScriptedUpstream;
let gateway: TestGateway;
let next = 0;

const remote = (oauth2: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  ...more,
  oauth2: {
    ...{ client_id: CLIENT, client_secret: "secret-of-the-client", issuer: upstream.url },
    scopes: ["openid", "email"],
    auth_url: `${upstream.url}/authorize`,
    token_url: `${upstream.url}/token`,
    cert_url: `${upstream.url}/jwks`,
    ...oauth2,
  },
});

beforeAll(async () => {
  upstream = await scriptedUpstream();
  const userinfo_url = `${upstream.url}/userinfo`;
  const introspect_url = `${upstream.url}/introspect`;
  gateway = await startGateway({
    session: {
      provider: {
        google: remote(),
        both: remote({ userinfo_url }),
        all: remote({ userinfo_url, introspect_url }),
        plain: remote({ userinfo_url, scopes: ["email"], cert_url: "" }),
        bare: remote({ scopes: ["email"] }),
      },
    },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** A subject whom no test has seen, and what the provider answers about it. */
let sub: string;
beforeEach(() => {
  next += 1;
  sub = `u-${next}`;
  upstream.clear();
  upstream.on("/userinfo", {
    body: { sub, email: `info${next}@example.com`, email_verified: true },
  });
  upstream.on("/introspect", { body: { active: true, sub, client_id: CLIENT } });
});

const claims = (more: Record<string, unknown> = {}) => ({
  ...{ sub, aud: CLIENT, email: `grace${next}@example.com`, email_verified: true },
  ...more,
});

async function signIn(
  key: string,
  tokens: (nonce: string) => Promise<Record<string, unknown>>,
  jar: Jar = gateway.jar(),
) {
  const begun = await jar.open(`/login/auth/code/${key}`);
  const query = new URL(locationIn(begun)).searchParams;
  const body = { token_type: "Bearer", access_token: `opaque-${sub}`, expires_in: 3_600 };
  upstream.on("/token", { body: { ...body, ...(await tokens(query.get("nonce") ?? "")) } });
  const answer = await jar.open(
    `/login/auth/code/${key}?code=c&state=${query.get("state") ?? ""}`,
    { accept: "application/json" },
  );
  return { jar, answer };
}

const withIdToken =
  (more: Record<string, unknown> = {}) =>
  async (nonce: string) => ({ id_token: await upstream.sign({ ...claims(), nonce, ...more }) });

test("a verified ID token is enough; the application gets the person and the token as it is", async () => {
  const { jar, answer } = await signIn("google", withIdToken());
  expect(answer.status, answer.text).toBe(200);
  const { body } = await jar.get("/app");
  expect(body.headers).toMatchObject({ "x-user": `grace${next}@example.com` });
  expect(upstream.sentTo("/userinfo")).toEqual([]);
});

test("userinfo is asked where the record names it, introspection too", async () => {
  const { jar } = await signIn("all", withIdToken({ email: undefined, email_verified: undefined }));
  expect(await whoIs(jar)).toBe(`info${next}@example.com`);
  expect(upstream.sentTo("/userinfo")[0]?.headers.authorization).toBe(`Bearer opaque-${sub}`);
  const [asked] = upstream.sentTo("/introspect");
  expect(asked?.form.get("token")).toBe(`opaque-${sub}`);
  expect(asked?.headers.authorization).toMatch(/^Basic /);
  await whoIs(jar);
  expect(upstream.sentTo("/userinfo"), "once, and not at every request").toHaveLength(1);
});

test("plain OAuth 2.0 works by userinfo alone", async () => {
  const { jar } = await signIn("plain", async () => ({}));
  expect(await whoIs(jar)).toBe(`info${next}@example.com`);
});

test("W6: an address keeps the word of its own source", async () => {
  const unproven = withIdToken({ email: "ada@example.com", email_verified: undefined });
  const { jar } = await signIn("both", unproven);
  expect(await whoIs(jar)).toBeUndefined();
});

describe("nothing is believed that is not proven", () => {
  test.each<[string, string, Parameters<typeof signIn>[1], Record<string, unknown>]>([
    ["no ID token, no address to ask", "bare", async () => ({}), {}],
    ["openid was asked for and no ID token came", "both", async () => ({}), {}],
    ["an ID token of another audience", "google", withIdToken({ aud: "another" }), {}],
    ["an ID token with another nonce", "google", withIdToken({ nonce: "x" }), {}],
    ["userinfo of another subject", "both", withIdToken(), { "/userinfo": { sub: "another" } }],
    [
      "userinfo without a subject",
      "plain",
      async () => ({}),
      { "/userinfo": { email: "x@example.com" } },
    ],
    ["userinfo that is no object", "plain", async () => ({}), { "/userinfo": [] }],
    ["a token that is not active", "all", withIdToken(), { "/introspect": { active: false } }],
    ["active as a text", "all", withIdToken(), { "/introspect": { active: "true" } }],
    [
      "a token of another client",
      "all",
      withIdToken(),
      { "/introspect": { active: true, client_id: "x" } },
    ],
    [
      "a token of another subject",
      "all",
      withIdToken(),
      { "/introspect": { active: true, sub: "x" } },
    ],
    [
      "claims without end",
      "plain",
      async () => ({}),
      { "/userinfo": { sub: "u", more: "x".repeat(20_000) } },
    ],
  ])("%s: no session", async (_, key, tokens, answers) => {
    for (const [path, body] of Object.entries(answers)) upstream.on(path, { body });
    const { jar, answer } = await signIn(key, tokens);
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(await whoIs(jar)).toBeUndefined();
  });

  test("K-12: the opaque token is no bearer token here", async () => {
    await signIn("google", withIdToken());
    const { status } = await gateway.jar().get("/app", { authorization: `Bearer opaque-${sub}` });
    expect(status).toBe(401);
  });
});

describe("a refresh", () => {
  const soon = { expires_in: 5, refresh_token: "r" };
  const begin = (key: string) =>
    signIn(key, async (nonce) => ({ ...(await withIdToken()(nonce)), ...soon }));

  test("asks again, and takes over what is new", async () => {
    const { jar } = await begin("both");
    upstream.on("/userinfo", { body: { sub, email: "moved@example.com", email_verified: true } });
    const id_token = await upstream.sign(claims({ email: undefined, email_verified: undefined }));
    upstream.on("/token", { body: { access_token: "second", id_token, expires_in: 3_600 } });
    expect(await whoIs(jar)).toBe("moved@example.com");
    expect(upstream.sentTo("/token").at(-1)?.form.get("grant_type")).toBe("refresh_token");
    expect(upstream.sentTo("/userinfo").at(-1)?.headers.authorization).toBe("Bearer second");
  });

  test("without a new ID token what was said before stays", async () => {
    const { jar } = await begin("google");
    upstream.on("/token", { body: { access_token: "second", expires_in: 3_600 } });
    expect(await whoIs(jar)).toBe(`grace${next}@example.com`);
    expect(await whoIs(jar)).toBe(`grace${next}@example.com`);
  });

  test("I-6: another subject ends the session", async () => {
    const { jar } = await begin("both");
    upstream.on("/userinfo", { body: { sub: "another" } });
    upstream.on("/token", { body: { access_token: "second", expires_in: 3_600 } });
    expect(await whoIs(jar)).toBeUndefined();
  });

  test("R-6: while the provider is away the session goes on until its token ends", async () => {
    const { jar } = await begin("both");
    upstream.on("/token", { status: 500 });
    expect(await whoIs(jar)).toBe(`grace${next}@example.com`);
    gateway.runtime.advance(6_000);
    expect((await jar.get("/app")).status).toBe(503);
  });
});
