/** Decision E-3: a key behind a session stays a key at every service that believes the session's headers. */
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forwardAuth, iamCheck } from "../../../src/guards.ts";
import { type Operation, operationsOf } from "../../support/api-document.ts";
import { byKey, issueKey, keySetup, OWN_KEYS, through } from "../../support/api-keys.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import type { SessionSetup } from "../../support/session.ts";
import { closePlane, createAda } from "../../support/tokens.ts";
import { createPermission, createRole } from "../iam/expectations.ts";

type Sent = Record<string, string>;

let setup: SessionSetup;
/** Knows the same people, and believes X-User as the session of the first sends it. */
let other: TestAuth;
let operations: Operation[];
const keys: Record<string, { id: string; key: string }> = {};
let selfMade: { id: string; key: string };

const APP = { resources: [{ hosts: ["**"], paths: ["/app"], methods: ["*"] }] };

async function makeAdministrator(service: TestAuth) {
  const read = await createPermission(service, "read", APP);
  const manage = await createPermission(service, "manage", APP);
  const role = await createRole(service, "managers", { permission_ids: [manage, read] });
  const ada = (await service.auth.api.principal("ada"))?.id ?? "";
  await service.json("PATCH", `/auth/v1/users/${ada}`, { role_ids: [role] });
  return { ada, read, manage };
}

beforeAll(async () => {
  [setup, other] = await Promise.all([keySetup({ self_service: true }), testAuth()]);
  const { service } = setup;
  await createAda(other);
  await makeAdministrator(other);
  const { ada, read, manage } = await makeAdministrator(service);
  keys.bounded = await issueKey(service, { user_id: ada, permission_ids: [read] });
  keys.unbounded = await issueKey(service, { user_id: ada, name: "deploy" });
  keys["with an address of its own"] = await issueKey(service, {
    user_id: ada,
    permission_ids: [manage],
    details: { email: "deploy@example.com" },
  });
  const token = (await setup.tokens()).access_token;
  const made = await through(
    setup,
    "POST",
    OWN_KEYS,
    { authorization: `Bearer ${token}` },
    { name: "mine", permission_ids: [read] },
  );
  expect(made.status, made.text).toBe(200);
  selfMade = made.body.payload;
  operations = operationsOf((await service.json("GET", "/auth/swagger/swagger.json")).body).filter(
    ({ path }) => path.startsWith("/auth/v1/"),
  );
  await closePlane(service, "manage");
  await closePlane(other, "manage");
});
afterAll(async () => {
  await setup[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const IDENTITY = ["x-user", "x-user-id", "x-api-key-name"];
const pick = (all: Readonly<Record<string, string>>): Sent =>
  Object.fromEntries(Object.entries(all).filter(([name]) => IDENTITY.includes(name)));

/** What the session's middleware puts on a request of this key. */
const bySession = async (key: string): Promise<Sent> =>
  pick((await through(setup, "GET", "/app", byKey(key))).body.headers);

/** What forward auth answers the proxy about a request of this key. */
async function byForwardAuth(key: string): Promise<Sent> {
  const instances = {
    runtime: setup.runtime,
    auth: { auth: setup.service.auth.api },
    session: { main: setup.session },
  };
  const app = new Hono();
  app.all("/", forwardAuth({ auth_middleware: "auth", session_middleware: "main" }, instances));
  const headers = {
    "x-forwarded-method": "GET",
    "x-forwarded-host": "app.example.com",
    "x-forwarded-proto": "https",
    "x-forwarded-uri": "/app",
    ...byKey(key),
  };
  const answer = await app.request("http://127.0.0.1:4000/", { headers });
  expect(answer.status).toBe(200);
  return pick(Object.fromEntries(answer.headers));
}

const ask = (
  { request }: TestAuth,
  { method, path }: Pick<Operation, "method" | "path">,
  headers: Sent,
) => request(method, path.replaceAll(/\{[^}]+\}/g, "01J0A0B0C0D0E0F0G0H0J0K0M4"), { headers });

const WAYS = [
  ["a session's middleware", bySession],
  ["forward auth", byForwardAuth],
] as const;

describe.each(WAYS)("identified by %s", (_name, identify) => {
  test.each(["bounded", "unbounded", "with an address of its own"])(
    "the key %s of an administrator is refused wherever a caller is needed",
    async (kind) => {
      const { id = "", key = "" } = keys[kind] ?? {};
      const headers = await identify(key);
      expect(headers["x-user"]).toMatch(/^(ada|deploy)@example.com$/);
      expect(headers["x-api-key-name"]).toBe(kind === "unbounded" ? "deploy" : `api-key:${id}`);
      let refused = 0;
      for (const operation of operations) {
        // Without a caller it is 401, so it is one of those that need one.
        if ((await ask(other, operation, {})).status !== 401) continue;
        const { status } = await ask(other, operation, headers);
        expect([operation.key, status]).toEqual([operation.key, 403]);
        refused++;
      }
      expect(refused).toBeGreaterThan(100);
    },
  );

  test("a key that its owner made is itself, with its own rights and none of its owner's", async () => {
    const headers = await identify(selfMade.key);
    const name = `api-key:${selfMade.id}`;
    expect(headers).toEqual({ "x-user": name, "x-user-id": name, "x-api-key-name": "mine" });
    const { request } = setup.service;
    const info = await request("GET", "/auth/info", { headers });
    expect([info.status, info.body.payload.permissions]).toEqual([200, ["read"]]);
    expect((await request("GET", "/auth/v1/users", { headers })).status).toBe(403);
    expect((await request("GET", "/auth/v1/me/sign-ins", { headers })).status).toBe(403);
    expect((await other.request("GET", "/auth/v1/me", { headers })).status, "unknown there").toBe(
      401,
    );
  });
});

describe("the header alone", () => {
  const status = async (headers: Sent, path = "/auth/v1/users") =>
    (await other.request("GET", path, { headers })).status;

  test("takes rights away from an administrator, and gives none", async () => {
    expect(await status({ "x-user": "ada" })).toBe(200);
    for (const name of ["x-api-key-name", "x_api_key_name"]) {
      expect(await status({ "x-user": "ada", [name]: "x" }), name).toBe(403);
      expect(await status({ "x-user": "absent", [name]: "x" }), name).toBe(403);
      expect(await status({ "x-user": "api-key:unknown", [name]: "x" }), name).toBe(403);
      expect(await status({ "x-user": "API-KEY:unknown", [name]: "x" }), name).toBe(401);
      expect(await status({ "x-user": "api-key:a,b", [name]: "x" }), name).toBe(401);
      expect(await status({ [name]: "x" }), name).toBe(401);
    }
  });

  test("says nothing when it is empty, as proxies send it for people", async () => {
    expect(await status({ "x-user": "ada", "x-api-key-name": " " })).toBe(200);
    expect(await status({ "x-user": `api-key:${selfMade.id}`, "x-api-key-name": "" })).toBe(401);
  });

  test("is no administrator where a request without X-User is one", async () => {
    const allow = async (allow_missing_x_user: boolean) => {
      const set = await other.request("PUT", "/auth/v1/settings/admin", {
        headers: { "x-user": "ada", "content-type": "application/json" },
        body: JSON.stringify({ value: { permission: "manage", allow_missing_x_user } }),
      });
      expect(set.status, set.text).toBe(200);
    };
    await allow(true);
    expect(await status({})).toBe(200);
    expect(await status({ "x-api-key-name": "x" })).toBe(401);
    await allow(false);
  });

  test("counts for guards that trust X-User as well", async () => {
    const { service, runtime } = setup;
    const instances = { runtime, auth: { auth: service.auth.api }, session: {} };
    const app = new Hono();
    app.use("*", iamCheck({ auth_middleware: "auth", trust_x_user: true }, instances));
    app.get("/app", (c) => c.text("in"));
    const seen = async (headers: Sent) =>
      (await app.request("http://app.example.com/app", { headers })).status;
    expect(await seen({ "x-user": "ada" })).toBe(200);
    expect(await seen(await bySession(keys.unbounded?.key ?? ""))).toBe(401);
    expect(await seen(await bySession(selfMade.key)), "the key has the permission").toBe(200);
  });
});
