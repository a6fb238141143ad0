/** OAuth clients and providers, LDAP configs, SAML providers (auth-wire 4.3; A-4, D15, W7, W17). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, refusal, TOKEN, WEB } from "../support/tokens.ts";

const CLIENTS = "/auth/v1/oauth/clients";
const KINDS = [
  {
    path: CLIENTS,
    config: { client_name: "App", redirect_uris: ["https://app.example.com/cb"] },
    secret: "client_secret",
    wrong: { redirect_uris: ["not a uri"] },
  },
  {
    path: "/auth/v1/oauth/providers",
    config: { client_id: "us", auth_url: "https://up.example.com/authorize", scopes: ["openid"] },
    secret: "client_secret",
    wrong: { auth_url: "javascript:alert(1)" },
  },
  {
    path: "/auth/v1/ldap/configs",
    config: { addr: "ldaps://directory.example.com:636", user_base_dn: "ou=people" },
    wrong: { addr: "directory.example.com" },
  },
  {
    path: "/auth/v1/saml/providers",
    config: { metadata_url: "https://idp.example.com/metadata", sign_requests: true },
    wrong: { metadata_url: "file:///etc/passwd" },
  },
] as const;
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service, { alias: ["ada", "Ada@Example.com"] });
});
afterAll(() => service[Symbol.asyncDispose]());

const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;
const get = (path: string, id: string) => service.json("GET", at(path, id));
const put = (path: string, id: string, body: unknown, user?: string) =>
  service.json("PUT", at(path, id), body, user);
const remove = (path: string, id: string) => service.json("DELETE", at(path, id));

describe.each(KINDS)("$path", ({ path, config, wrong }) => {
  test("PUT creates, GET reads, the list shows, PUT replaces, DELETE removes", async () => {
    const missing = { status: 404, body: { message: "config not found" } };
    expect(await get(path, "one")).toMatchObject(missing);
    expect(await remove(path, "one")).toMatchObject(missing);

    const saved = await put(path, "one", { config }, "another");
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body.payload).toEqual({ message: "config saved" });

    const { body } = await get(path, "one");
    expect(body.payload).toMatchObject({
      id: "one",
      enabled: true,
      config,
      updated_by: "another",
      updated_at: expect.stringMatching(/Z$/),
    });

    await put(path, "two", { enabled: false, config: {} });
    const list = (await service.json("GET", `${path}?id=O`)).body;
    expect(list.meta.total_item_count).toBe(2);
    expect(list.payload).toMatchObject([
      { id: "one", enabled: true },
      { id: "two", enabled: false },
    ]);
    const more = path === CLIENTS ? ["name", "kind"] : [];
    expect(Object.keys(list.payload[0])).toEqual([
      ...["id", "enabled", "updated_at", "updated_by"],
      ...more,
    ]);
    expect((await service.json("GET", `${path}?id=tw&_limit=1`)).body.payload).toHaveLength(1);

    await put(path, "two", { config: {} });
    expect((await get(path, "two")).body.payload.enabled, "missing enabled means true").toBe(true);
    await put(path, "one", { config: {} });
    expect(Object.keys((await get(path, "one")).body.payload.config)).not.toContain(
      Object.keys(config)[0],
    );

    const deleted = await remove(path, "one");
    expect(deleted.body).toMatchObject({
      payload: { message: "config deleted" },
      meta: { version: expect.any(Number) },
    });
    await remove(path, "two");
    expect((await service.json("GET", path)).body).toMatchObject({
      payload: [],
      meta: { total_item_count: 0 },
    });
  });

  const URL_SHAPED = ["https://app.example.com/client", "a/b", "a b?c#d", "ü/%2F"];
  const isSegment = /providers$/.test(path);

  test.each([...(isSegment ? ["ü", "a.b", "toString"] : URL_SHAPED), "urn:x:y"])(
    "ids are read as they were written, percent-encoded or not: %s",
    async (id) => {
      expect((await put(path, id, { config: {} })).status).toBe(200);
      expect((await get(path, id)).body.payload.id).toBe(id);
      expect((await service.json("GET", path)).body.payload[0].id).toBe(id);
      if (/^[\w:/.]+$/.test(id)) {
        const plain = await service.json("GET", `${path}/${id}`);
        expect(plain.body.payload.id, "not encoded").toBe(id);
      }
      expect((await remove(path, id)).status).toBe(200);
    },
  );

  test("`cannot decode config` and `config is required`", async () => {
    for (const body of ["text", [], { enabled: "yes", config: {} }, { config: wrong }]) {
      const answer = await put(path, "bad", body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe("cannot decode config");
    }
    expect((await put(path, "bad", { config: wrong })).body.error).toContain(Object.keys(wrong)[0]);
    for (const body of [{}, { config: null }, { enabled: true }]) {
      expect((await put(path, "bad", body)).body.message).toBe("config is required");
    }
    for (const configuration of [[], "x", 7]) {
      const { status } = await put(path, "bad", { config: configuration });
      expect(status).toBe(400);
    }
    expect((await get(path, "bad")).status, "nothing was written").toBe(404);
  });

  test("P-8, N-6: bad ids are refused, inherited names are no record", async () => {
    expect((await put(path, "x".repeat(2_049), { config: {} })).status).toBe(400);
    expect((await put(path, " padded ", { config: {} })).status).toBe(400);
    expect((await put(path, "bidi\u202e", { config: {} })).status).toBe(400);
    for (const id of ["toString", "__proto__"]) expect((await get(path, id)).status).toBe(404);
  });

  test("N-3: an id cannot climb to another route", async () => {
    for (const id of ["..%2fclients", "a%2F..%2Fb", "%2e%2e/x", "a%5cb", "%00"]) {
      const { status } = await service.json("GET", `${path}/${id}`);
      expect([400, 404], id).toContain(status);
    }
  });
});

describe("W17: secrets of records", () => {
  test.each(KINDS.slice(0, 2))("$path: masked, kept when absent, cleared by null", async (kind) => {
    const { path, config } = kind;
    const shown = async () => (await get(path, "s")).body.payload.config.client_secret_set;
    await put(path, "s", { config: { ...config, client_secret: "told-once" } });
    const { text } = await get(path, "s");
    expect(text).not.toContain("told-once");
    expect(await shown()).toBe(true);
    await put(path, "s", { config });
    expect(await shown()).toBe(true);
    await put(path, "s", { config: { ...config, client_secret: "" } });
    expect(await shown(), "an empty text keeps it").toBe(true);
    await put(path, "s", { config: { ...config, client_secret: null } });
    expect(await shown()).toBe(false);
    await remove(path, "s");
  });

  test("4d: a client saved as public with an empty secret loses it", async () => {
    const shown = async () => (await get(CLIENTS, "p")).body.payload.config.client_secret_set;
    for (const open of [{ public: true }, { token_endpoint_auth_method: "none" }]) {
      await put(CLIENTS, "p", { config: { client_secret: "told-once" } });
      await put(CLIENTS, "p", { config: { ...open } });
      expect(await shown(), "left out").toBe(true);
      await put(CLIENTS, "p", { config: { ...open, client_secret: "" } });
      expect(await shown(), "empty").toBe(false);
    }
    await remove(CLIENTS, "p");
  });

  test("the bind password of a directory", async () => {
    const path = "/auth/v1/ldap/configs";
    await put(path, "d", { config: { bind: { username: "cn=x", password: "bind-secret" } } });
    const { body, text } = await get(path, "d");
    expect(text).not.toContain("bind-secret");
    expect(body.payload.config.bind).toEqual({ username: "cn=x", password_set: true });
    await remove(path, "d");
  });

  test("a deleted client takes its secret along: the next one of that id has none", async () => {
    await put(CLIENTS, "again", { config: { client_secret: "old" } });
    await remove(CLIENTS, "again");
    await put(CLIENTS, "again", { config: {} });
    expect((await get(CLIENTS, "again")).body.payload.config.client_secret_set).toBe(false);
    await remove(CLIENTS, "again");
  });
});

describe("clients at work", () => {
  const login = (secret: string) => service.form(TOKEN, ADA, { id: WEB.id, secret });
  beforeEach(() => put(CLIENTS, WEB.id, { config: {} }));
  afterEach(() => remove(CLIENTS, WEB.id));

  test("D15: writes apply immediately; disabled records are invisible at runtime", async () => {
    await put(CLIENTS, WEB.id, { config: { client_secret: "one" } });
    expect((await login("one")).status).toBe(200);
    await put(CLIENTS, WEB.id, { config: { client_secret: "two" } });
    expect(refusal(await login("one"))).toEqual({ status: 401, error: "invalid_client" });
    expect((await login("two")).status).toBe(200);
    await put(CLIENTS, WEB.id, { enabled: false, config: {} });
    expect(refusal(await login("two"))).toEqual({ status: 401, error: "invalid_client" });
    await put(CLIENTS, WEB.id, { config: {} });
    expect((await login("two")).status, "the secret was kept").toBe(200);
  });

  test("A-4: a client id is no one's alias, in comparison form, in both directions", async () => {
    for (const id of ["ada", "ADA", "ada@example.com", "ａｄａ"]) {
      const { status, body } = await put(CLIENTS, id, { config: {} });
      expect(status, id).toBe(409);
      expect(body).toMatchObject({
        message: "cannot save oauth client",
        error: `user with alias [${id}] already exists; conflict`,
      });
    }
    const taken = { alias: [WEB.id.toUpperCase()] };
    expect((await service.json("POST", "/auth/v1/users", taken)).status).toBe(409);
    expect((await service.json("POST", "/auth/v1/service-accounts", taken)).status).toBe(409);
  });

  test("W7, K-15: the service audience and `api-key:` are reserved", async () => {
    for (const id of ["postern", "api-key:x"]) {
      const { status, body } = await put(CLIENTS, id, { config: {} });
      expect(status, id).toBe(400);
      expect(body.error).toContain("reserved");
    }
  });
});

describe.each(["/auth/v1/oauth/providers", "/auth/v1/saml/providers"])("%s", (path) => {
  test.each(["https://idp.example.com", "a/b", "a b", "a?b", "a#b", "a%2Fb", "a;b"])(
    "A-1: an id that cannot be a segment of a sign-in address is refused: %s",
    async (id) => {
      const { status, body } = await put(path, id, { config: {} });
      expect([status, body.message]).toEqual([400, "cannot decode config"]);
      expect(body.error).toMatch(/^id: has a name (with a slash|that no path may hold)/);
    },
  );
});
