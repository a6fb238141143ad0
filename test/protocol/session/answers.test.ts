/** What a session answers, and what it lets through (login-session-wire 2.11, 2.12, 2.15, 2.19). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SessionSetup, sessionSetup } from "../../support/session.ts";

let setup: SessionSetup;
beforeAll(async () => {
  setup = await sessionSetup({ session: { skip_paths: ["/open/**"] } as never });
});
afterAll(() => setup[Symbol.asyncDispose]());

describe("without a session", () => {
  test("conformance 1: a browser goes to the login page with the way back, escaped", async () => {
    const { status, headers } = await setup.jar().open("/app/a?b=c&d=e");
    expect(status).toBe(307);
    expect(headers.get("location")).toBe("/login/?redirect_path=%2Fapp%2Fa%3Fb%3Dc%26d%3De");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("exactly / needs no way back", async () => {
    expect((await setup.jar().open("/")).headers.get("location")).toBe("/login/");
    const { headers } = await setup.jar().open("/?a=1");
    expect(headers.get("location")).toBe("/login/?redirect_path=%2F%3Fa%3D1");
  });

  test("a document request counts as a browser without Accept", async () => {
    expect((await setup.jar().get("/app", { "sec-fetch-dest": "document" })).status).toBe(307);
    expect((await setup.jar().get("/app", { accept: "application/xhtml+xml" })).status).toBe(307);
  });

  test("B-6, L-W30: a form that is posted is redirected with 303, without its path", async () => {
    const { status, headers } = await setup
      .jar()
      .send("POST", "/app/form", { headers: { accept: "text/html" }, body: "a=1" });
    expect(status).toBe(303);
    expect(headers.get("location")).toBe("/login/");
  });

  test("conformance 2: everybody else gets 401 and a challenge", async () => {
    const { status, headers, text } = await setup.jar().get("/app");
    expect([status, text]).toEqual([401, '{"error":"Unauthorized"}']);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(headers.get("content-type")).toBe("application/json; charset=UTF-8");
    expect(headers.get("location")).toBeNull();
  });

  test("legacy_proxy_auth answers 407 without a challenge", async () => {
    await using legacy = await sessionSetup({
      session: { action: { token: { login_path: "/login/", legacy_proxy_auth: true } } } as never,
    });
    const { status, headers, text } = await legacy.jar().get("/app");
    expect([status, text]).toEqual([407, '{"error":"Proxy Authentication Required"}']);
    expect(headers.get("www-authenticate")).toBeNull();
    expect(headers.get("proxy-authenticate")).toBeNull();
  });

  test("redirect_always redirects programs too", async () => {
    await using always = await sessionSetup({
      session: { action: { token: { login_path: "/login/", redirect_always: true } } } as never,
    });
    expect((await always.jar().get("/app")).status).toBe(307);
  });

  test("without login_path a browser gets 401", async () => {
    await using bare = await sessionSetup({ session: { action: {} } as never });
    expect((await bare.jar().open("/app")).status).toBe(401);
  });
});

describe("bearer tokens", () => {
  test("a valid access token is a user", async () => {
    const { access_token } = await setup.tokens();
    const { status, body } = await setup
      .jar()
      .get("/app", { authorization: `Bearer ${access_token}` });
    expect(status).toBe(200);
    expect(body.headers["x-user"]).toBe("ada@example.com");
    expect(body.headers["x-user-id"]).toBe("ada");
    expect(body.provider).toBe("postern");
    expect(body.claims.preferred_username).toBe("ada");
    expect(body.headers.authorization).toBe(`Bearer ${access_token}`);
  });

  test("L-W41: the scheme is compared without case", async () => {
    const { access_token } = await setup.tokens();
    const { status } = await setup.jar().get("/app", { authorization: `bEARER ${access_token}` });
    expect(status).toBe(200);
  });

  test.each([
    ["an unsigned text", "abc"],
    ["nothing after the scheme", ""],
    ["a token with a broken signature", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ."],
    ["two words", "a b"],
  ])("%s is 401 with invalid_token and never a redirect", async (_, token) => {
    const headers = { authorization: `Bearer ${token}`, accept: "text/html" };
    const { status, headers: answer } = await setup.jar().get("/app", headers);
    expect(status).toBe(401);
    expect(answer.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  });

  test("K-12: refresh and ID tokens are not access tokens", async () => {
    const { refresh_token, id_token } = await setup.tokens();
    for (const token of [refresh_token, id_token]) {
      expect(token).toBeDefined();
      const { status } = await setup.jar().get("/app", { authorization: `Bearer ${token}` });
      expect(status).toBe(401);
    }
  });

  test("an expired token is 401", async () => {
    await using own = await sessionSetup();
    const { access_token } = await own.tokens();
    own.runtime.advance(16 * 60_000);
    const { status } = await own.jar().get("/app", { authorization: `Bearer ${access_token}` });
    expect(status).toBe(401);
  });

  test("2.19: Basic credentials on a protected path are 401, with a session cookie the cookie counts", async () => {
    const authorization = `Basic ${btoa("ada:correct horse")}`;
    expect((await setup.jar().get("/app", { authorization })).status).toBe(401);
    const browser = await setup.signedIn();
    expect((await browser.get("/app", { authorization })).body.headers["x-user-id"]).toBe("ada");
  });

  test("2.10: on an optional path a bad token passes anonymously, and the cookie is not tried", async () => {
    const browser = await setup.signedIn();
    const { status, body } = await browser.get("/open/x", { authorization: "Bearer nonsense" });
    expect(status).toBe(200);
    expect(body.headers["x-user"]).toBeUndefined();
    expect(body.headers.authorization).toBe("Bearer nonsense");
    expect(body.public_access).toBe(false);
  });

  test("conformance 5: a valid token on an optional path is a user", async () => {
    const { access_token } = await setup.tokens();
    const { body } = await setup.jar().get("/open", { authorization: `Bearer ${access_token}` });
    expect(body.headers["x-user-id"]).toBe("ada");
  });

  test("L-D3, K-10: a revoked token and a disabled user are refused at once", async () => {
    await using own = await sessionSetup();
    const { access_token } = await own.tokens();
    const get = (token: string) => own.jar().get("/app", { authorization: `Bearer ${token}` });
    expect((await get(access_token)).status).toBe(200);
    await own.service.auth.api.revoke(access_token);
    expect((await get(access_token)).status).toBe(401);
    const fresh = (await own.tokens()).access_token;
    expect((await get(fresh)).status).toBe(200);
    const { id } = (await own.service.auth.api.principal("ada")) ?? {};
    await own.service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
    expect((await get(fresh)).status).toBe(401);
  });
});

test("a malformed host is 400, nothing behind is reached", async () => {
  const response = await setup.app.fetch(
    new Request("https://id.example.com/app", { headers: { host: "a b", cookie: "x=1" } }),
  );
  expect([400, 401]).toContain(response.status);
});
