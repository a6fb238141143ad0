/** Claims of access, ID and refresh tokens (auth-wire 5.1, 5.2; decisions 4a K-12; K-16, K-17). */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  headerOf,
  putClient,
  ROBOT,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const NOW = Date.UTC(2030, 2, 17, 17, 46, 40);
const AT = NOW / 1000;
const HEX64 = /^[0-9a-f]{64}$/;
let service: TestAuth;
let adaId: string;
let robotId: string;

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: NOW }));
  robotId = await service.createServiceAccount();
  const details = {
    name: "Ada Lovelace",
    uid: "ada.l",
    given_name: "Ada",
    family_name: "Lovelace",
    favourite: "engine",
  };
  adaId = await createAda(service, { alias: ["ada", "ada.l"] }, details);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = async (fields: Record<string, string> = {}) =>
  (await service.form(TOKEN, { ...ADA, ...fields }, WEB)).body;

describe("the token response (auth-wire 5.1)", () => {
  test("K-17: JSON, `Cache-Control: no-store`, `Pragma: no-cache`, one newline at the end", async () => {
    const { status, headers, text } = await service.form(TOKEN, ADA, WEB);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json; charset=UTF-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("pragma")).toBe("no-cache");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(text).toMatch(/^[^\n]*\n$/);
  });

  test("has token_type, expires_in, refresh_token with refresh_expires_in, and scope when non-empty", async () => {
    const bare = await login();
    expect(bare).toEqual({
      token_type: "Bearer",
      access_token: expect.any(String),
      expires_in: 900,
      refresh_token: expect.any(String),
      refresh_expires_in: 86_400,
    });
    expect(await login({ scope: "a b" })).toMatchObject({ scope: "a b" });
  });

  test("O5: no refresh token for client_credentials", async () => {
    const { body } = await service.form(TOKEN, { grant_type: "client_credentials" }, ROBOT);
    expect(Object.keys(body).sort()).toEqual(["access_token", "expires_in", "token_type"]);
  });
});

describe("the access token (auth-wire 5.2)", () => {
  test("K-12: header is RS256 with the kid of the JWKS and typ at+jwt", async () => {
    const { body: jwks } = await service.request("GET", "/auth/oauth2/certs");
    const { access_token } = await login();
    const header = { alg: "RS256", kid: jwks.keys[0].kid, typ: "at+jwt" };
    expect(headerOf(access_token)).toEqual(header);
  });

  test("K-16: holds exactly the claims of the table, with client_id added", async () => {
    expect(claimsOf((await login({ scope: "reports" })).access_token)).toEqual({
      iss: `${ORIGIN}/auth/oauth2`,
      aud: "postern",
      sub: adaId,
      azp: "web-app",
      client_id: "web-app",
      jti: expect.stringMatching(HEX64),
      sid: expect.stringMatching(HEX64),
      auth_time: AT,
      amr: ["pwd"],
      session_exp: AT + 86_400,
      remember_me: false,
      gty: "password",
      typ: "Bearer",
      iat: AT,
      exp: AT + 900,
      name: "Ada Lovelace",
      preferred_username: "ada.l",
      email: "ada@example.com",
      given_name: "Ada",
      family_name: "Lovelace",
      scope: "reports",
    });
  });

  test("`aud` is an array `[service audience, resource…]` with granted resources", async () => {
    const { access_token } = await login({ resource: "https://api.example.com/mcp" });
    expect(claimsOf(access_token).aud).toEqual(["postern", "https://api.example.com/mcp"]);
  });

  test("`session_exp` is now + refresh_absolute_lifetime with remember-me", async () => {
    const { access_token } = await login({ remember_me: "true" });
    const remembered = { remember_me: true, session_exp: AT + 720 * 3600 };
    expect(claimsOf(access_token)).toMatchObject(remembered);
  });

  test("I-3: `preferred_username` is an alias; unset profile claims and an empty scope are absent", async () => {
    const { body } = await service.form(TOKEN, { grant_type: "client_credentials" }, ROBOT);
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({ sub: robotId, name: "Robot", preferred_username: "robot" });
    for (const absent of ["email", "given_name", "family_name", "scope", "roles"]) {
      expect(claims, absent).not.toHaveProperty(absent);
    }
  });

  test("every login has its own sid and jti, and sub stays (K-15)", async () => {
    const [one, two] = [await login(), await login()].map((b) => claimsOf(b.access_token));
    expect(one.sub).toBe(two.sub);
    expect(one.sid).not.toBe(two.sid);
    expect(one.jti).not.toBe(two.jti);
  });
});

describe("the refresh token (auth-wire 5.2)", () => {
  test("has typ Refresh, the same sid, no profile and no roles, and a jti of its own", async () => {
    const { access_token, refresh_token } = await login({ scope: "reports" });
    const access = claimsOf(access_token);
    const refresh = claimsOf(refresh_token);
    expect(headerOf(refresh_token).typ).toBe("JWT");
    expect(refresh).toEqual({
      iss: access.iss,
      aud: "postern",
      sub: adaId,
      azp: "web-app",
      client_id: "web-app",
      jti: expect.stringMatching(HEX64),
      sid: access.sid,
      auth_time: AT,
      amr: ["pwd"],
      session_exp: access.session_exp,
      remember_me: false,
      gty: "password",
      typ: "Refresh",
      iat: AT,
      exp: AT + 86_400,
      scope: "reports",
    });
    expect(refresh.jti).not.toBe(access.jti);
  });

  test("K-8: its `aud` holds the granted resources", async () => {
    const { refresh_token } = await login({ resource: "https://api.example.com/" });
    expect(claimsOf(refresh_token).aud).toEqual(["postern", "https://api.example.com/"]);
  });
});

describe("the ID token (rule 9: whenever the granted scope contains `openid`)", () => {
  test("is absent without openid and present with it", async () => {
    expect(await login({ scope: "profile" })).not.toHaveProperty("id_token");
    expect(await login({ scope: "openid" })).toHaveProperty("id_token");
  });

  test("K-16: aud is the client, typ ID, auth_time always, exp that of the access token", async () => {
    const { access_token, id_token } = await login({ scope: "openid profile" });
    const access = claimsOf(access_token);
    expect(headerOf(id_token)).toMatchObject({ alg: "RS256", typ: "JWT" });
    expect(claimsOf(id_token)).toEqual({
      iss: access.iss,
      aud: "web-app",
      sub: adaId,
      azp: "web-app",
      sid: access.sid,
      auth_time: AT,
      amr: ["pwd"],
      session_exp: access.session_exp,
      typ: "ID",
      iat: AT,
      exp: access.exp,
      at_hash: expect.any(String),
      name: "Ada Lovelace",
      preferred_username: "ada.l",
      email: "ada@example.com",
      given_name: "Ada",
      family_name: "Lovelace",
    });
  });

  test("record shapes: access, ID and refresh token share sid, auth_time and session_exp", async () => {
    const answer = await login({ scope: "openid", remember_me: "true" });
    const shared = [answer.access_token, answer.id_token, answer.refresh_token].map((token) => {
      const { sid, auth_time, amr, session_exp } = claimsOf(token);
      return { sid, auth_time, amr, session_exp };
    });
    expect(shared[0]?.session_exp).toBe(AT + 720 * 3600);
    expect(shared[1]).toEqual(shared[0]);
    expect(shared[2]).toEqual(shared[0]);
  });

  test("K-16: at_hash is the left half of the access token's SHA-256 (OIDC Core §3.1.3.6)", async () => {
    const { access_token, id_token } = await login({ scope: "openid" });
    const half = createHash("sha256").update(access_token).digest().subarray(0, 16);
    expect(claimsOf(id_token).at_hash).toBe(half.toString("base64url"));
  });

  test("client_credentials with openid has one too", async () => {
    const grant = { grant_type: "client_credentials", scope: "openid" };
    const { body } = await service.form(TOKEN, grant, ROBOT);
    expect(claimsOf(body.id_token)).toMatchObject({ aud: "robot", sub: robotId, auth_time: AT });
    expect(claimsOf(body.id_token)).not.toHaveProperty("amr");
  });
});
