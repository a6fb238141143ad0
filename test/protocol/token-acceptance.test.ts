/** Which tokens userinfo and introspection still accept, and how userinfo takes them (K-10, K-19, X-3). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, refusal, TOKEN, WEB } from "../support/tokens.ts";

const USERINFO = "/auth/oauth2/userinfo";
const MONITOR = { id: "monitor", secret: "monitor-secret" };
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, MONITOR.id, { client_secret: MONITOR.secret, introspection: "any" });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = async (username = "ada") => {
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  const { status, body, text } = await service.form(TOKEN, { ...ADA, username }, WEB);
  expect(status, text).toBe(200);
  return body.access_token as string;
};
const userinfo = (token: string) =>
  service.request("GET", USERINFO, { headers: { authorization: `Bearer ${token}` } });
const introspect = async (token: string) =>
  (await service.form("/auth/oauth2/introspect", { token }, MONITOR)).text;

async function expectEnded(token: string) {
  const refused = await userinfo(token);
  expect(refusal(refused)).toEqual({ status: 401, error: "invalid_token" });
  expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
  expect(await introspect(token)).toBe('{"active":false}\n');
}
async function expectAccepted(token: string) {
  expect((await userinfo(token)).status).toBe(200);
  expect(JSON.parse(await introspect(token)).active).toBe(true);
}

describe("K-10, X-3: the end of whom a token speaks of is the end of the token", () => {
  test("a disabled client, and enabling it again", async () => {
    const token = await login();
    await expectAccepted(token);
    await putClient(service, WEB.id, { client_secret: WEB.secret }, false);
    await expectEnded(token);
    await putClient(service, WEB.id, { client_secret: WEB.secret });
    await expectAccepted(token);
  });

  test("a deleted client", async () => {
    const token = await login();
    await service.json("DELETE", `/auth/v1/oauth/clients/${WEB.id}`);
    await expectEnded(token);
  });

  test("a deleted user, also when the alias is another user's by now (K-15)", async () => {
    const id = await createAda(service, { alias: ["eve"] });
    const token = await login("eve");
    await expectAccepted(token);
    await service.json("DELETE", `/auth/v1/users/${id}`);
    await expectEnded(token);
    await createAda(service, { alias: ["eve"] });
    await expectEnded(token);
  });

  test("a disabled or deleted service account, as client and as subject", async () => {
    const id = await service.createServiceAccount();
    const robot = { id: "robot", secret: "robot-secret" };
    const { body } = await service.form(TOKEN, { grant_type: "client_credentials" }, robot);
    const { body: lent } = await service.form(TOKEN, ADA, robot);
    for (const token of [body.access_token, lent.access_token]) await expectAccepted(token);
    await service.json("PATCH", `/auth/v1/service-accounts/${id}`, { is_active: false });
    for (const token of [body.access_token, lent.access_token]) await expectEnded(token);
    await service.json("DELETE", `/auth/v1/service-accounts/${id}`);
    for (const token of [body.access_token, lent.access_token]) await expectEnded(token);
  });

  test("an expired token", async () => {
    const token = await login();
    service.runtime.advance(15 * 60_000);
    await expectEnded(token);
  });
});

describe("K-19: how userinfo takes a token", () => {
  const form = (body: string, authorization?: string) =>
    service.request("POST", USERINFO, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(authorization && { authorization }),
      },
      body,
    });

  test("GET, POST header and POST body give the same claims", async () => {
    const token = await login();
    const authorization = `Bearer ${token}`;
    const texts = [
      await userinfo(token),
      await form("", authorization),
      await form(`access_token=${token}`),
      await service.request("GET", USERINFO, { headers: { authorization: `bEARER ${token}` } }),
    ].map(({ text }) => text);
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? "").sub).toBeDefined();
  });

  test("never a query token, with either method, and no token: 401 without an error code (RFC 6750 §3.1)", async () => {
    const token = await login();
    for (const [method, path] of [
      ["GET", `${USERINFO}?access_token=${token}`],
      ["POST", `${USERINFO}?access_token=${token}`],
      ["GET", USERINFO],
      ["POST", USERINFO],
    ] as const) {
      const { status, headers, body } = await service.request(method, path);
      expect([status, headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="oauth2"']);
      expect(body).toEqual({ error_description: "access token not found" });
    }
  });

  test("two transports at once, or one twice → 400 invalid_request, also with equal tokens", async () => {
    const token = await login();
    for (const answer of [
      await form(`access_token=${token}`, `Bearer ${token}`),
      await form(`access_token=other`, `Bearer ${token}`),
      await form(`access_token=${token}&access_token=${token}`),
    ]) {
      expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
    }
  });

  test.each(["Bearer", "Bearer ", "Bearer a b", "Bearer é", "Bearer a,Bearer b", "Bearer =a"])(
    "a malformed header is 400 invalid_request: %j",
    async (authorization) => {
      const answer = await service.request("GET", USERINFO, { headers: { authorization } });
      expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
    },
  );

  test.each(["x", "a.b.c", "..", "e30.e30.e30", "x".repeat(4_000)])(
    "nonsense is 401 invalid_token: %j",
    async (token) => {
      const answer = await userinfo(token);
      expect(refusal(answer)).toEqual({ status: 401, error: "invalid_token" });
    },
  );
});
