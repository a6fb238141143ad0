/** The login counts attempts as the token endpoint does (E-2, H-6; login-session-wire W16). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postJson, startGateway, type TestGateway } from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { POSTERN_PROVIDER } from "../../support/session.ts";
import { putSetting } from "../../support/tokens.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const signIn = (password: string) =>
  gateway.jar().send("POST", "/login/auth/token/postern", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "ada", password }),
  });

test("E-2: 429 with Retry-After in the family's envelope, also for the right password, and in the form", async () => {
  for (let round = 0; round < 10; round++) expect((await signIn("wrong")).status).toBe(401);
  for (const password of ["wrong", "correct horse"]) {
    const { status, headers, body } = await signIn(password);
    expect([status, body.message]).toEqual([429, "too many attempts, try again later"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.getSetCookie()).toEqual([]);
  }
  const browser = gateway.jar();
  const page = await browser.open("/login/");
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const answer = await browser.send("POST", "/login/", {
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: new URLSearchParams({ form_token: token, username: "ada", password: "correct horse" }),
  });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).not.toBeNull();
  expect(answer.text).toContain("Too many attempts. Try again in 15 minutes.");
});

describe("I-7, L-W16: secrets that are passed on to a remote provider", () => {
  let upstream: ScriptedUpstream;
  let remote: TestGateway;
  beforeAll(async () => {
    upstream = await scriptedUpstream();
  });
  afterAll(() => upstream[Symbol.asyncDispose]());
  beforeEach(async () => {
    upstream.clear();
    const oauth2 = {
      client_id: "c-1",
      client_secret: "s-1",
      token_url: `${upstream.url}/token`,
      cert_url: `${upstream.url}/jwks`,
      signup_url: `${upstream.url}/signup`,
      password_reset_url: `${upstream.url}/reset`,
      passkey_url: `${upstream.url}/passkey`,
    };
    const session = {
      provider: {
        remote: { password_flow: true, passkey: true, oauth2 },
        closed: { password_flow: false, oauth2 },
        unsaid: { auth_middleware: "auth", oauth2: POSTERN_PROVIDER.oauth2 },
      },
    };
    remote = await startGateway({ session });
    await putSetting(remote.service, "password", {
      attempts: { per_account: 5, per_network: 12 },
    });
  });
  afterEach(() => remote[Symbol.asyncDispose]());

  const refused = { status: 400, body: { error: "invalid_grant" } };
  const post = (route: string, body: Record<string, unknown>) =>
    postJson(remote.jar(), `/login/auth/${route}`, body);
  const guess = (username = "eve", password = "wrong") =>
    post("token/remote", { username, password });
  const statuses = async (asked: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(asked)).map(({ status }) => status).sort();
  const times = <T>(count: number, ask: (round: number) => T) =>
    Array.from({ length: count }, (_, round) => ask(round));

  test("of thirty passwords at once the limit is passed on, and then not even the right one", async () => {
    upstream.on("/token", refused);
    const expected = [...times(5, () => 401), ...times(25, () => 429)];
    expect(await statuses(times(30, () => guess()))).toEqual(expected);
    expect(upstream.sentTo("/token")).toHaveLength(5);
    upstream.on("/token", {
      body: {
        access_token: await upstream.sign({ sub: "u", azp: "c-1", preferred_username: "eve" }),
      },
    });
    const last = await guess("EVE ");
    expect([last.status, last.body.message]).toEqual([429, "too many attempts, try again later"]);
    expect(last.headers.get("retry-after")).not.toBeNull();
    expect((await guess("mallory")).status).toBe(204);
  });

  test("of many names the limit of the network is passed on", async () => {
    upstream.on("/token", refused);
    await statuses(times(30, (round) => guess(`user-${round}`)));
    expect(upstream.sentTo("/token")).toHaveLength(12);
  });

  test("what succeeds, and what the provider could not answer, is given back", async () => {
    upstream.on("/token", {
      body: {
        access_token: await upstream.sign({ sub: "u", azp: "c-1", preferred_username: "eve" }),
      },
    });
    expect(await statuses(times(20, () => guess()))).toEqual(times(20, () => 204));
    upstream.on("/token", { status: 503 });
    for (let round = 0; round < 8; round++) expect((await guess()).status).toBe(503);
  });

  test("a provider without password_flow takes no password: 404, remote and in this process", async () => {
    const right = { username: "ada", password: "correct horse" };
    for (const provider of ["closed", "unsaid"]) {
      const { status, body } = await post(`token/${provider}`, right);
      expect([status, body]).toEqual([
        404,
        { message: "password login is not enabled for this provider" },
      ]);
    }
    expect(upstream.requests).toEqual([]);
  });

  test("signup and reset are counted whatever comes of them, codes and passkeys when they fail", async () => {
    await putSetting(remote.service, "signup", { attempts: { per_account: 5, per_network: 7 } });
    await putSetting(remote.service, "email", { attempts: { per_network: 5 } });
    await putSetting(remote.service, "password", { attempts: { per_network: 5 } });
    upstream.on("/reset", { body: { message: "sent" } });
    const mail = { email: "ada@example.com" };
    expect(await statuses(times(8, () => post("reset/remote", mail)))).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ]);
    upstream.on("/reset/confirm", refused);
    upstream.on("/passkey", refused);
    for (let round = 0; round < 5; round++) {
      await post("reset/confirm/remote", { code: `${round}`, password: "new password" });
      await post("passkey/remote", { username: `user-${round}` });
    }
    expect(upstream.requests.length).toBe(15);
    expect((await post("reset/confirm/remote", { code: "9", password: "x" })).status).toBe(429);
    expect((await post("passkey/remote", {})).status).toBe(429);
    const others = (round: number) => post("signup/remote", { email: `${round}@example.com` });
    upstream.on("/signup", { body: { message: "sent" } });
    expect(await statuses(times(4, others))).toEqual([200, 200, 429, 429]);
  });
});
