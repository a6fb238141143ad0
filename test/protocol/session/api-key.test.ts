/** API keys in front of an application (auth-service.md, API keys; login-session-wire 2.13; F-7). */
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSession } from "../../../src/session.ts";
import { apiKeys, sha256Hex } from "../../support/inside.ts";
import { POSTERN_PROVIDER, type SessionSetup, sessionSetup } from "../../support/session.ts";

let setup: SessionSetup;
let owner: string;
beforeAll(async () => {
  setup = await sessionSetup({
    session: {
      skip_paths: ["/open"],
      provider: { postern: { ...POSTERN_PROVIDER, api_key: true } },
    } as never,
  });
  owner = (await setup.service.auth.api.principal("ada"))?.id ?? "";
});
afterAll(() => setup[Symbol.asyncDispose]());

/** A key with any columns, also those that no route writes; only its hash is stored. */
async function issue(id: string, fields: Record<string, unknown> = {}): Promise<string> {
  const key = `tak_${randomBytes(32).toString("hex")}`;
  const { store, snapshots } = await setup.service.auth.service;
  await store.db.insert(apiKeys).values({
    id,
    user_id: owner,
    name: "deploy",
    key_hash: sha256Hex(key),
    role_ids: [],
    permission_ids: [],
    details: {},
    ...fields,
  });
  await snapshots.reload();
  return key;
}

const ask = (key: string, path = "/app", more: Record<string, string> = {}) =>
  setup.jar().get(path, { "x-api-key": key, ...more });

describe("a valid key", () => {
  test("is its own principal, and the raw key goes no further", async () => {
    const { status, body } = await ask(await issue("k1"));
    expect(status).toBe(200);
    expect(body.claims).toMatchObject({
      sub: "api-key:k1",
      principal_type: "api_key",
      api_key_id: "k1",
      preferred_username: "deploy",
      owner_user_id: owner,
      email: "ada@example.com",
      typ: "APIKey",
    });
    expect(body.headers).toMatchObject({ "x-user": "ada@example.com", "x-user-id": "deploy" });
    expect(body.headers["x-api-key"]).toBeUndefined();
  });

  test("X-User: the key's own address, else the owner's, else its name, else the subject", async () => {
    const own = await issue("k2", { details: { email: "key@example.com" } });
    expect((await ask(own)).body.headers["x-user"]).toBe("key@example.com");
    const system = await issue("k3", { user_id: null, role_ids: ["r"] });
    expect((await ask(system)).body.headers["x-user"]).toBe("deploy");
    const nameless = await issue("k4", { user_id: null, role_ids: ["r"], name: "" });
    expect((await ask(nameless)).body.headers).toMatchObject({
      "x-user": "api-key:k4",
      "x-user-id": "api-key:k4",
    });
  });

  test("L-W5: on an optional path it is known by the same routine, as the key and not as its owner", async () => {
    const key = await issue("k5");
    const request = new Request("https://id.example.com/open", { headers: { "x-api-key": key } });
    const admitted = await setup.session.admit({ request, connection: {} });
    expect(admitted.kind === "pass" && admitted.state.session).toEqual({ api_key_id: "k5" });
    expect(admitted.kind === "pass" && admitted.state.identity?.principal).toBe("api-key:k5");
  });
});

describe("a key that is not valid", () => {
  test.each([
    ["unknown", async () => `tak_${"0".repeat(64)}`],
    ["disabled", () => issue("d1", { disabled: true })],
    ["expired", () => issue("d2", { expires_at: new Date(Date.now() - 1_000) })],
    ["without its owner", () => issue("d3", { user_id: "gone" })],
    ["of another form", async () => "sk-live-1"],
    ["two keys", async () => `${await issue("d4")}, ${await issue("d5")}`],
  ])("%s: 401, never a redirect, and one text", async (_, make) => {
    const { status, text, headers } = await ask(await make(), "/app", { accept: "text/html" });
    expect([status, text]).toEqual([401, '{"error":"Unauthorized"}']);
    expect(headers.get("location")).toBeNull();
  });

  test("2.10: on an optional path it passes anonymously", async () => {
    const { status, body } = await ask(`tak_${"0".repeat(64)}`, "/open");
    expect([status, body.claims]).toEqual([200, null]);
  });

  test("F-7: a key in the query is not read", async () => {
    const key = await issue("q1");
    expect((await setup.jar().get(`/app?api_key=${key}`)).status).toBe(401);
  });

  test("K-10: disabling the owner ends the key with the next request", async () => {
    const { body } = await setup.service.json("POST", "/auth/v1/users", {
      alias: ["bob"],
      details: { name: "Bob" },
    });
    const key = await issue("o1", { user_id: body.payload.id });
    expect((await ask(key)).status).toBe(200);
    await setup.service.json("PATCH", `/auth/v1/users/${body.payload.id}`, { is_active: false });
    expect((await ask(key)).status).toBe(401);
  });
});

describe("which provider, which header", () => {
  test("without api_key no header is read", async () => {
    await using closed = await sessionSetup();
    const { status } = await closed.jar().get("/app", { "x-api-key": await issue("h1") });
    expect(status).toBe(401);
  });

  test("api_key_header names the header; a bearer token wins over it", async () => {
    await using own = await sessionSetup({
      session: {
        provider: { postern: { ...POSTERN_PROVIDER, api_key: true, api_key_header: "X-Deploy" } },
      } as never,
    });
    const { status } = await own.jar().get("/app", { "x-deploy": `tak_${"1".repeat(64)}` });
    expect(status).toBe(401);
    const { access_token } = await own.tokens();
    const { body } = await own.jar().get("/app", {
      "x-deploy": `tak_${"1".repeat(64)}`,
      authorization: `Bearer ${access_token}`,
    });
    expect(body.headers["x-user-id"]).toBe("ada");
  });
});

describe("a remote validation", () => {
  let server: Server;
  let answer: { status: number; body: unknown };
  let seen: { method?: string | undefined; key?: string | string[] | undefined };
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen = { method: request.method, key: request.headers["x-api-key"] };
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api-key`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const admit = () =>
    createSession(
      {
        store: { active: "memory" },
        provider: { remote: { api_key: true, oauth2: { client_id: "x", api_key_url: url } } },
      },
      { runtime: setup.runtime },
    ).admit({
      request: new Request("https://app.example.com/", { headers: { "x-api-key": "any-form" } }),
      connection: {},
    });
  const claims = { sub: "api-key:r1", api_key_id: "r1", principal_type: "api_key", name: "Remote" };

  test("POST with X-API-Key; the claims are the answer", async () => {
    answer = { status: 200, body: claims };
    const admitted = await admit();
    expect(admitted.kind === "pass" && admitted.set["x-user"]).toBe("Remote");
    expect(seen).toEqual({ method: "POST", key: "any-form" });
  });

  test.each([
    ["a 401", 401, claims],
    ["claims of another key", 200, { ...claims, sub: "ada" }],
    ["claims of another kind", 200, { ...claims, principal_type: "user" }],
    ["claims without id", 200, { sub: "api-key:", principal_type: "api_key" }],
    ["nonsense", 200, "yes"],
  ])("%s is a refusal", async (_, status, body) => {
    answer = { status, body };
    const admitted = await admit();
    expect(admitted.kind === "answer" && admitted.response.status).toBe(401);
  });

  test("an outage is 503 and no refusal", async () => {
    answer = { status: 500, body: {} };
    const admitted = await admit();
    expect(admitted.kind === "answer" && admitted.response.status).toBe(503);
  });
});
