/** What every endpoint that authenticates a client refuses: token, introspect, revoke (K-1, K-17, N-5, N-6, X-2). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, basic, type Credentials, type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, refusal, TOKEN, WEB } from "../support/tokens.ts";

const INTROSPECT = "/auth/oauth2/introspect";
const REVOKE = "/auth/oauth2/revoke";
const USERINFO = "/auth/oauth2/userinfo";
const FORM = "application/x-www-form-urlencoded";
const INVALID_REQUEST = { status: 400, error: "invalid_request" };
const INVALID_CLIENT = { status: 401, error: "invalid_client" };

let service: TestAuth;
let access: string;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, "spa", { public: true });
  await putClient(service, "off", { client_secret: WEB.secret }, false);
});
beforeEach(async () => {
  access = (await service.form(TOKEN, ADA, WEB)).body.access_token;
});
afterAll(async () => {
  expect(await isActive(), "no refusal revoked the token").toBe(true);
  await service[Symbol.asyncDispose]();
});

const isActive = async () =>
  (await service.form(INTROSPECT, { token: access }, WEB)).body.active as boolean;

const post = (path: string, body: string, contentType: string | undefined = FORM, by = WEB) =>
  service.request("POST", path, {
    headers: { ...(contentType && { "content-type": contentType }), authorization: basic(by) },
    body,
  });

const ENDPOINTS = [
  [TOKEN, () => ({ ...ADA })],
  [INTROSPECT, () => ({ token: access })],
  [REVOKE, () => ({ token: access })],
] as const;

describe.each(ENDPOINTS)("%s", (path, fieldsOf) => {
  const ask = (more: Record<string, string> = {}, by?: Credentials) =>
    service.form(path, { ...fieldsOf(), ...more }, by);
  const nothingHappened = async (answer: Answer) => {
    expect(answer.body).not.toHaveProperty("access_token");
    expect(answer.body).not.toHaveProperty("active");
    expect(await isActive()).toBe(true);
  };

  test("K-1: form-encoded POST only", async () => {
    const json = await post(path, JSON.stringify(fieldsOf()), "application/json");
    expect(refusal(json)).toEqual({ status: 415, error: "invalid_request" });
    await nothingHappened(json);
    const text = await post(path, `${new URLSearchParams(fieldsOf())}`, "text/plain");
    expect(text.status).toBe(415);
    const query = new URLSearchParams({ ...fieldsOf(), client_id: WEB.id });
    const get = await service.request("GET", `${path}?${query}&client_secret=${WEB.secret}`);
    expect(get.status).toBe(405);
    await nothingHappened(get);
  });

  test("K-1: the query is not read, neither for the client nor for the token", async () => {
    const query = new URLSearchParams({
      ...fieldsOf(),
      client_id: WEB.id,
      client_secret: WEB.secret,
    });
    const answer = await service.request("POST", `${path}?${query}`, {
      headers: { "content-type": FORM },
      body: "",
    });
    expect([400, 401]).toContain(answer.status);
    await nothingHappened(answer);
  });

  test("K-1: two authentication methods at once → invalid_request", async () => {
    const answer = await ask({ client_id: WEB.id, client_secret: WEB.secret }, WEB);
    expect(refusal(answer)).toEqual(INVALID_REQUEST);
    await nothingHappened(answer);
  });

  test("K-1: failure → 401 invalid_client, with the Basic challenge when Basic was used", async () => {
    for (const by of [
      { ...WEB, secret: "wrong" },
      { ...WEB, secret: "" },
      { id: "absent", secret: WEB.secret },
      { id: "toString", secret: "" },
      { id: "ada", secret: "correct horse" },
      { id: "off", secret: WEB.secret },
    ]) {
      const answer = await ask({}, by);
      expect(refusal(answer), by.id).toEqual(INVALID_CLIENT);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
      await nothingHappened(answer);
      const inBody = await ask({ client_id: by.id, client_secret: by.secret });
      expect(refusal(inBody), by.id).toEqual(INVALID_CLIENT);
      expect(inBody.headers.has("www-authenticate")).toBe(false);
    }
    expect(refusal(await ask())).toEqual(INVALID_CLIENT);
  });

  test("K-2: malformed Basic credentials → 401", async () => {
    for (const credentials of ["", "!!!!", btoa("no colon"), btoa(":"), btoa(`:${WEB.secret}`)]) {
      const answer = await service.request("POST", path, {
        headers: { "content-type": FORM, authorization: `Basic ${credentials}` },
        body: `${new URLSearchParams(fieldsOf())}`,
      });
      expect(refusal(answer), credentials).toEqual(INVALID_CLIENT);
      await nothingHappened(answer);
    }
  });

  test("N-5: every known parameter twice → invalid_request, unknown ones do not matter", async () => {
    const fields = `${new URLSearchParams(fieldsOf())}`;
    for (const name of Object.keys(fieldsOf())) {
      const value = new URLSearchParams(fields).get(name) ?? "";
      const answer = await post(path, `${fields}&${new URLSearchParams({ [name]: value })}`);
      expect(refusal(answer), name).toEqual(INVALID_REQUEST);
      await nothingHappened(answer);
    }
  });

  test("K-17: answers and refusals are JSON or empty, and `no-store`", async () => {
    const answers = [await ask({}, { ...WEB, secret: "wrong" }), await ask({}, WEB)];
    for (const { headers, text } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      if (text !== "") expect(headers.get("content-type")).toMatch(/^application\/json/);
    }
    access = (await service.form(TOKEN, ADA, WEB)).body.access_token;
  });

  test("N-6: names of the prototype chain as fields are ignored, as tokens unknown", async () => {
    const fields = new URLSearchParams(fieldsOf());
    const answer = await post(path, `${fields}&__proto__=1&constructor=1&constructor=2`);
    expect(answer.status).toBe(200);
    expect(({} as Record<string, unknown>)[1]).toBeUndefined();
    access = (await service.form(TOKEN, ADA, WEB)).body.access_token;
  });
});

describe("X-2: revocation is authenticated", () => {
  test("a public client gives up its own tokens by name, and no one else's", async () => {
    const { codes } = await service.auth.service;
    const { id: user_id } = (await service.json("GET", "/auth/v1/users?alias=ada")).body.payload[0];
    const verifier = "v".repeat(43);
    const code = "a".repeat(64);
    const about = { alias: "ada", user_id, scope: [], resources: [], client_id: "spa" };
    const challenge = { code_challenge: verifier, code_challenge_method: "plain" };
    const redirect_uri = "https://spa.example.com/cb";
    const entry = { ...about, ...challenge, redirect_uri };
    await codes.put("oauth_code", code, entry, 60_000 as never);
    const { body } = await service.form(TOKEN, {
      grant_type: "authorization_code",
      client_id: "spa",
      code,
      redirect_uri,
      code_verifier: verifier,
    });
    const userinfo = async (token: string) =>
      (await service.form(USERINFO, { access_token: token })).status;
    const revoke = async (token: string) =>
      (await service.form(REVOKE, { client_id: "spa", token })).status;
    expect(await userinfo(body.access_token)).toBe(200);
    expect(await revoke(access)).toBe(200);
    expect(await isActive(), "another client's").toBe(true);
    expect(await revoke(body.access_token)).toBe(200);
    expect(await userinfo(body.access_token)).toBe(401);
  });

  test("any `token_type_hint` is only a hint", async () => {
    for (const token_type_hint of ["refresh_token", "access_token", "nonsense", "__proto__"]) {
      const { body } = await service.form(TOKEN, ADA, WEB);
      const token = body.refresh_token;
      expect((await service.form(REVOKE, { token, token_type_hint }, WEB)).status).toBe(200);
      const after = await service.form(INTROSPECT, { token, token_type_hint }, WEB);
      expect(after.text).toBe('{"active":false}\n');
    }
  });
});
