/** PATCH {prefix}/v1/settings: several namespaces in one transaction, all of them or none. */
import { asc, gt } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuthEvent } from "../../src/index.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { events } from "../support/inside.ts";
import { loginSetup } from "../support/login-setup.ts";

const PATH = "/auth/v1/settings";
let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const patch = (values: unknown, headers: Record<string, string> = {}) =>
  service.request("PATCH", PATH, {
    headers: { "content-type": "application/json", "x-user": "admin", ...headers },
    body: JSON.stringify(values),
  });
const stored = async (namespace: string) =>
  (await service.json("GET", `${PATH}/${namespace}`)).body.payload?.value;
const version = async () => (await service.json("GET", "/auth/v1/version")).body.version;
const tag = async () => (await service.request("GET", PATH)).headers.get("etag") ?? "";

describe("all of them", () => {
  test("each document replaces the stored one, null brings the defaults back, others stay", async () => {
    await patch({ token: { token_lifetime: "9m" }, totp: { skew: 2 }, device: { interval: 7 } });
    const saved = await patch({ token: { roles_claim: "groups" }, device: null, mine: { a: 1 } });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body).toEqual({
      payload: { message: "settings saved", warnings: {}, messages: {} },
      meta: { version: await version() },
    });
    expect(await stored("token")).toEqual({ roles_claim: "groups" });
    expect(await stored("device")).toBeUndefined();
    expect(await stored("totp")).toEqual({ skew: 2 });
    expect(await stored("mine")).toEqual({ a: 1 });
  });

  test("null for what is not stored, and nothing at all, leave no trace", async () => {
    const before = await version();
    expect((await patch({ signup: null })).status).toBe(200);
    expect((await patch({})).status).toBe(200);
    expect(await version()).toBe(before);
  });

  test("a signing key that is taken away is another one at once", async () => {
    const kid = async () =>
      (await service.json("GET", "/auth/oauth2/certs")).body.keys.map(
        ({ kid }: { kid: string }) => kid,
      );
    const before = await kid();
    expect((await patch({ jwt: null, totp: null })).status).toBe(200);
    const after = await kid();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
  });

  test("W17: an absent secret is kept, and does not go to another host", async () => {
    const smtp = { host: "smtp.example.com", username: "u", password: "secret" };
    await patch({ email: { smtp }, token: {} });
    const kept = { host: "smtp.example.com", username: "v", password: "" };
    expect((await patch({ email: { smtp: kept }, token: {} })).status).toBe(200);
    expect((await stored("email")).smtp).toMatchObject({ username: "v", password_set: true });
    const moved = await patch({ email: { smtp: { ...kept, host: "other.example.com" } } });
    expect(moved.body).toMatchObject({
      message: "invalid email setting",
      error: "email: smtp.password: is required again, because host names another host",
    });
    await patch({ email: null });
  });

  test("warnings by namespace", async () => {
    const { body } = await patch({ signup: { enabled: true }, totp: { skew: 1 } });
    expect(Object.keys(body.payload.warnings)).toEqual(["signup"]);
    expect(body.payload.warnings.signup.join()).toContain("signup or password reset is on");
    await patch({ signup: null });
  });

  test("each has a version and an event of its own, which name it", async () => {
    const { store, events: bus } = await service.auth.service;
    const heard: AuthEvent[] = [];
    using _listening = bus.subscribe((event) => heard.push(event));
    await patch({ token: {}, totp: null });
    const before = await version();
    heard.length = 0;
    const { body } = await patch({ totp: null, token: null, check: { no_host_check: true } });
    expect(body.meta.version).toBe(before + 3 - 1);
    const rows = await store.db
      .select()
      .from(events)
      .where(gt(events.version, before))
      .orderBy(asc(events.version));
    const expected = [
      ["token", "delete", before + 1],
      ["check", "upsert", before + 2],
    ] as const;
    expect(rows.map((row) => [row.entity_id, row.action, row.version])).toEqual(expected);
    expect(rows.map(({ payload }) => payload)).toEqual([
      { namespace: "token" },
      { namespace: "check" },
    ]);
    expect(heard).toMatchObject(
      expected.map(([entity, action, version]) => ({
        ...{ type: "record.written", topic: "settings", actor: "admin" },
        ...{ entity, action, version },
      })),
    );
    await patch({ check: null });
  });
});

describe("or none", () => {
  const refused = async (values: unknown) => {
    const before = await version();
    const { status, body } = await patch(values);
    expect(await version()).toBe(before);
    return { status, body };
  };

  test("one that is refused is named with its member, and the others are not written", async () => {
    await patch({ token: { token_lifetime: "9m" } });
    const answer = await refused({
      token: { token_lifetime: "7m" },
      authorize: { flow_lifetime: "soon" },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("invalid authorize flow_lifetime");
    expect(answer.body.error).toMatch(/^authorize: flow_lifetime: /);
    expect(await stored("token")).toEqual({ token_lifetime: "9m" });
  });

  test("of several that are refused each is named", async () => {
    const { body } = await refused({
      jwt: { kid: "k", private_key: "no key" },
      token: { token_lifetime: 1 },
      totp: [],
      check: {},
    });
    expect(body.message).toBe("cannot save settings");
    expect(body.error).toMatch(
      /^jwt: .+; token: token_lifetime: .+; totp: value: must be an object$/,
    );
  });

  test.each([
    ["a list", [], "cannot decode settings"],
    ["null", null, "cannot decode settings"],
    ["a text", "x", "cannot decode settings"],
    ["a name of the prototype chain", JSON.parse('{"__proto__":{}}'), "cannot decode settings"],
    ["a name with a slash", { "a/b": {} }, "cannot save auth setting"],
    ["null for such a name", { "a/b": null }, "cannot save auth setting"],
    ["a document that is a text", { mine: "x" }, "cannot decode mine setting"],
    [
      "more namespaces than anyone has",
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`n${index}`, {}])),
      "cannot decode settings",
    ],
  ])("%s → 400", async (_, values, message) => {
    const { status, body } = await refused(values);
    expect({ status, message: body.message }).toEqual({ status: 400, message });
    expect(body.error).toBeTruthy();
  });

  test("If-Match: the list as it was read; a change of any namespace makes it another one", async () => {
    const read = await tag();
    expect(read).toMatch(/^"[0-9a-z.]+"$/);
    await service.json("PUT", `${PATH}/mine`, { value: { a: 2 } });
    expect(await tag()).not.toBe(read);
    const before = await version();
    const stale = await patch({ token: {} }, { "if-match": read });
    expect(stale).toMatchObject({
      status: 412,
      body: {
        message: "the record is not as it was read",
        error: "If-Match: a namespace was changed since; read them again",
      },
    });
    expect(await version()).toBe(before);
    const fresh = await tag();
    const answers = await Promise.all([
      patch({ token: {} }, { "if-match": fresh }),
      patch({ token: {} }, { "if-match": `W/${fresh}` }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    await service.json("DELETE", `${PATH}/mine`);
    expect((await patch({ token: null }, { "if-match": await tag() })).status).toBe(200);
    expect((await patch({ token: {} }, { "if-match": "*" })).status).toBe(200);
  });
});

test("decision E-13: what locks out only together with another namespace is judged with it", async () => {
  await using setup = await loginSetup();
  const read = async (namespace: string) =>
    (await setup.as("GET", `/settings/${namespace}`)).body.payload.value;
  const { providers } = await read("session_providers");
  const none = { session_providers: {}, token: { token_lifetime: "9m" } };
  const refused = await setup.as("PATCH", "/settings", none);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: "no administrator could sign in" },
  });
  expect(Object.keys((await read("session_providers")).providers)).toEqual(Object.keys(providers));
  expect(await read("token")).not.toHaveProperty("token_lifetime");
  expect(await setup.signIn()).toBe(204);
  expect((await setup.as("PATCH", "/settings?force=true", none)).status).toBe(200);
  // Back to the defaults is what the first start made, also beside others.
  expect((await setup.as("PATCH", "/settings", { session_providers: null })).status).toBe(200);
  expect(await setup.signIn()).toBe(204);
});
