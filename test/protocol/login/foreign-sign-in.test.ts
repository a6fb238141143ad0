/** Which tokens of a provider elsewhere sign a person in, and keep it so (I-1, I-6; U-2). */
import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import {
  locationIn,
  postJson,
  SESSION_COOKIE,
  startGateway,
  type TestGateway,
} from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { type Jar, POSTERN_PROVIDER } from "../../support/session.ts";

const CLIENT = "front-door";
let upstream: ScriptedUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await scriptedUpstream();
  const oauth2 = {
    client_id: CLIENT,
    client_secret: "secret-of-the-client",
    scopes: ["openid"],
    auth_url: `${upstream.url}/authorize`,
    token_url: `${upstream.url}/token`,
    cert_url: `${upstream.url}/jwks`,
    issuer: upstream.url,
  };
  const provider = {
    postern: POSTERN_PROVIDER,
    op: { oauth2 },
    named: { x_user: ["email", "preferred_username"], password_flow: true, oauth2 },
    lenient: { x_user: ["email"], email_verify_check: false, password_flow: true, oauth2 },
    partners: { oauth2: { ...oauth2, audiences: ["https://api.example.com"] } },
    any: { oauth2: { ...oauth2, any_audience: true } },
  };
  gateway = await startGateway({ session: { provider } });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => upstream.clear());

const PERSON = { sub: "u-1", preferred_username: "visitor" };
const access = (claims: JWTPayload = {}) => upstream.sign({ ...PERSON, azp: CLIENT, ...claims });
const halfHash = (token: string) =>
  createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");

interface Given {
  readonly access?: JWTPayload;
  readonly id?: JWTPayload;
  /** Members of the answer, made of the right ones. */
  readonly answer?: (right: Record<string, string>) => Record<string, unknown>;
}

/** One whole code flow whose tokens are as given. */
async function flow({ access: claims, id, answer }: Given, key = "op"): Promise<[Answer, Jar]> {
  const jar = gateway.jar();
  const begun = await jar.open(`/login/auth/code/${key}`);
  const { searchParams } = new URL(locationIn(begun));
  const nonce = searchParams.get("nonce") ?? "";
  const right = {
    access_token: await access(claims),
    id_token: await upstream.sign({ sub: "u-1", aud: CLIENT, nonce, ...id }),
  };
  upstream.on("/token", { body: { token_type: "Bearer", ...right, ...answer?.(right) } });
  const query = new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" });
  return [await jar.open(`/login/auth/code/${key}?${query}`), jar];
}

const isSignedIn = (jar: Jar) => jar.cookies.has(SESSION_COOKIE);

describe("I-6: a code flow that asked for openid", () => {
  test("signs in with an ID token and an access token of one subject", async () => {
    const [answer, jar] = await flow({});
    expect([answer.status, isSignedIn(jar)]).toEqual([200, true]);
    expect((await jar.get("/app")).body.headers["x-user"]).toBe("visitor");
  });

  test("the session keeps how the ID token says the person signed in, and codes carry it on", async () => {
    const login = { auth_time: 1_700_000_000, amr: ["pwd", "otp"], acr: "gold" };
    const [, jar] = await flow({ id: login, access: { amr: ["other"] } });
    expect((await jar.get("/app")).body.authentication).toEqual(login);
    // Forms that are no claims count as absent: nothing else gets into a token of ours.
    const broken = { auth_time: "1", amr: ["", 5, "x".repeat(201)], acr: {} };
    const [, other] = await flow({ id: broken as never });
    expect((await other.get("/app")).body.authentication).toEqual({});
  });

  test("at_hash: the right one passes", async () => {
    const jar = gateway.jar();
    const begun = await jar.open("/login/auth/code/op");
    const { searchParams } = new URL(locationIn(begun));
    const access_token = await access();
    const id_token = await upstream.sign({
      ...{ sub: "u-1", aud: CLIENT, nonce: searchParams.get("nonce") ?? "" },
      at_hash: halfHash(access_token),
    });
    upstream.on("/token", { body: { access_token, id_token } });
    const query = new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" });
    expect((await jar.open(`/login/auth/code/op?${query}`)).status).toBe(200);
    expect(isSignedIn(jar)).toBe(true);
  });

  test.each<[string, Given, string?]>([
    ["no ID token", { answer: () => ({ id_token: undefined }) }],
    ["different subjects", { id: { sub: "u-2" } }],
    ["the ID token as access token", { answer: ({ id_token }) => ({ access_token: id_token }) }],
    ["an audience that is not trusted", { id: { aud: [CLIENT, "other"], azp: CLIENT } }],
    [
      "several audiences without azp",
      { id: { aud: [CLIENT, "https://api.example.com"] } },
      "partners",
    ],
    ["a foreign azp", { id: { azp: "other" } }],
    ["a foreign audience", { id: { aud: "other" } }],
    ["a wrong at_hash", { id: { at_hash: halfHash("another token") } }],
    ["another nonce", { id: { nonce: "another" } }],
    ["an access token of another client", { access: { azp: "other" } }],
    ["an access token without subject", { access: { sub: "" } }],
    ["a logout token", { access: { events: {} } }],
    [
      "a broken signature",
      {
        answer: ({ access_token = "" }) => ({
          access_token: `${access_token.slice(0, -8)}AAAAAAAA`,
        }),
      },
    ],
  ])("refuses %s", async (_, given, key) => {
    const [answer, jar] = await flow(given, key);
    expect([answer.status, isSignedIn(jar)]).toEqual([401, false]);
    expect(answer.text).toContain("tokens are not accepted");
  });

  test("listed audiences are trusted, with our client as azp", async () => {
    const aud = [CLIENT, "https://api.example.com"];
    const [, jar] = await flow({ id: { aud, azp: CLIENT } }, "partners");
    expect(isSignedIn(jar)).toBe(true);
  });
});

describe("I-6: bearer tokens", () => {
  const status = async (claims: JWTPayload) => {
    const token = await upstream.sign({ ...PERSON, ...claims });
    return (await gateway.jar().get("/app", { authorization: `Bearer ${token}` })).status;
  };

  test.each([
    ["azp", { azp: CLIENT }],
    ["client_id", { client_id: CLIENT }],
    ["aud", { aud: ["x", CLIENT] }],
    ["a listed audience", { aud: "https://api.example.com" }],
  ])("our client in %s is enough", async (_, claims) => {
    expect(await status(claims)).toBe(200);
  });

  test("another client's token needs any_audience in the record", async () => {
    await using strict = await startGateway({
      session: {
        provider: {
          op: {
            oauth2: { client_id: CLIENT, cert_url: `${upstream.url}/jwks`, issuer: upstream.url },
          },
        },
      },
    });
    const token = await upstream.sign({ ...PERSON, azp: "other" });
    const headers = { authorization: `Bearer ${token}` };
    expect((await strict.jar().get("/app", headers)).status).toBe(401);
    expect((await gateway.jar().get("/app", headers)).status, "any_audience").toBe(200);
  });
});

describe("I-6: a refresh never changes the subject", () => {
  async function afterRefresh(refreshed: Record<string, unknown>): Promise<Answer> {
    const exp = Math.floor(gateway.runtime.clock.now() / 1000) + 5;
    const [, jar] = await flow({ access: { exp }, answer: () => ({ refresh_token: "r" }) });
    upstream.on("/token", { body: { token_type: "Bearer", expires_in: 3_600, ...refreshed } });
    return jar.get("/app");
  }

  test("the same subject goes on", async () => {
    const answer = await afterRefresh({ access_token: await access({ preferred_username: "v2" }) });
    expect([answer.status, answer.body.headers["x-user"]]).toEqual([200, "v2"]);
  });

  test.each<[string, () => Promise<Record<string, unknown>>]>([
    ["another user's access token", async () => ({ access_token: await access({ sub: "admin" }) })],
    [
      "another user's ID token",
      async () => ({
        access_token: await access(),
        id_token: await upstream.sign({ sub: "admin", aud: CLIENT }),
      }),
    ],
    ["a token of another client", async () => ({ access_token: await access({ azp: "other" }) })],
  ])("%s ends the session", async (_, refreshed) => {
    // any_audience of another provider must not help: the session stays with its own.
    expect((await afterRefresh(await refreshed())).status).toBe(401);
    expect(gateway.runtime.lines.map(({ message }) => message)).toContain(
      "a refresh brought tokens that are not accepted",
    );
  });
});

describe("I-1: a person of a provider elsewhere is a local principal only through x_user", () => {
  async function profile(key: string, claims: JWTPayload): Promise<[number, string | undefined]> {
    const body = { access_token: await access(claims), expires_in: 3_600 };
    upstream.on("/token", { body });
    const jar = gateway.jar();
    const credentials = { username: "u", password: "p" };
    await postJson(jar, `/login/auth/token/${key}`, credentials);
    const { status, body: answer } = await jar.get("/auth/v1/me");
    return [status, answer.payload?.alias[0]];
  }

  test("a listed claim that equals an alias up to letter case", async () => {
    const verified = { email: "ADA@example.com", email_verified: true };
    expect((await profile("named", verified))[0]).toBe(200);
    expect((await profile("named", { preferred_username: "Ada" }))[0]).toBe(200);
  });

  test("an address that is not verified does not count, unless the record says so", async () => {
    const unverified = { email: "ada@example.com", preferred_username: "visitor" };
    expect((await profile("named", unverified))[0]).toBe(401);
    expect((await profile("lenient", unverified))[0]).toBe(200);
  });

  test.each(["ａｄａ", "a\u200bda", "ada\ufeff", "api-key:reader", "ada, root"])(
    "%j is no name",
    async (preferred_username) => {
      expect((await profile("named", { preferred_username }))[0]).toBe(401);
    },
  );

  test("without x_user the headers are there, and the service says why it sees no user", async () => {
    const [, jar] = await flow({ access: { preferred_username: "ada" } });
    expect((await jar.get("/app")).body.headers["x-user"]).toBe("ada");
    const me = await jar.get("/auth/v1/me");
    expect([me.status, me.body.message]).toEqual([
      401,
      'signed in at "op", and the x_user claims of that provider name no principal here',
    ]);
    const page = await jar.open("/auth/ui/");
    expect([page.status, page.headers.get("location")], "no loop").toEqual([401, null]);
  });
});

describe("I-8: a provider that cannot be reached concerns its own people alone", () => {
  const down = { oauth2: { client_id: "c", cert_url: "http://127.0.0.1:9/keys" } };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test.each([
    ["no JWT", "abc"],
    ["three dots of nothing", "a.b.c"],
    [
      "our own issuer with an unknown key",
      `${part({ alg: "RS256", kid: "gone" })}.${part({ iss: `${ORIGIN}/auth/oauth2`, sub: "u" })}.AAAA`,
    ],
  ])("a refused token is 401 and not 503: %s", async (_, token) => {
    await using own = await startGateway({
      session: { provider: { postern: POSTERN_PROVIDER, down }, auth_skip_paths: ["auth"] },
    });
    const headers = { authorization: `Bearer ${token}` };
    expect((await own.jar().get("/app", headers)).status).toBe(401);
    expect((await own.jar().get("/auth/v1/me", headers)).status).toBe(401);
  });

  test("after a rotation of the signing key browsers reach the login page", async () => {
    await using own = await startGateway({
      session: { provider: { postern: POSTERN_PROVIDER, down } },
    });
    const jar = await own.signedIn();
    expect((await own.service.json("POST", "/auth/v1/jwt/rotate")).status).toBe(200);
    const page = await jar.open("/login/");
    expect([page.status, page.text.includes('id="login-page"')]).toEqual([200, true]);
    expect((await jar.get("/app")).status).toBe(401);
  });

  test("L-D6: the keys are fetched at the start, and the providers without are named", async () => {
    const missing = await gateway.session.missingKeys();
    expect(missing).toEqual([]);
    await using own = await startGateway({
      session: { provider: { postern: POSTERN_PROVIDER, down } },
    });
    expect(await own.session.missingKeys()).toEqual(["down"]);
  });
});
