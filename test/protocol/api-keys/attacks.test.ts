/** Who can make, see, use and imitate a key, and cannot (F-7, H-3, I-1 to I-4, K-15, W20, W32; Authentication 3). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { iamCheck } from "../../../src/guards.ts";
import { createSession } from "../../../src/session.ts";
import {
  byKey,
  byToken,
  issueKey,
  KEYS,
  keySetup,
  OWN_KEYS,
  through,
  VALIDATION,
} from "../../support/api-keys.ts";
import { ORIGIN } from "../../support/auth.ts";
import type { SessionSetup } from "../../support/session.ts";
import { closePlane, reopenPlane } from "../../support/tokens.ts";
import { createPermission, createRole } from "../iam/expectations.ts";

let setup: SessionSetup;
let ada: string;
let manage: string;
let system: { id: string; key: string };
let adas: { id: string; key: string };
beforeAll(async () => {
  setup = await keySetup({ self_service: true });
  const { service } = setup;
  manage = await createPermission(service, "manage");
  const role = await createRole(service, "managers", { permission_ids: [manage] });
  ada = (await service.auth.api.principal("ada"))?.id ?? "";
  await service.createUser({ alias: ["root", "root@example.com"], role_ids: [role], details: {} });
  system = await issueKey(service, { name: "root", role_ids: [role] });
  adas = await issueKey(service, { user_id: ada, name: "ada's" });
  await closePlane(service, "manage");
});
afterAll(() => setup[Symbol.asyncDispose]());

const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  through(setup, method, path, headers, body as Record<string, unknown> | undefined);
const statusOf = async (...asked: Parameters<typeof send>) => (await send(...asked)).status;

describe("the management plane", () => {
  test("an ownerless key with admin.permission calls it; the actor is the key", async () => {
    const created = await send("POST", "/auth/v1/roles", byKey(system.key), { name: "by key" });
    expect(created.status, created.text).toBe(200);
    const path = `/auth/v1/roles/${created.body.payload.id}`;
    expect((await send("GET", path, byKey(system.key))).body.payload.updated_by).toBe(
      `api-key:${system.id}`,
    );
    expect(
      (await send("GET", "/auth/v1/capabilities", byKey(system.key))).body.payload,
    ).toMatchObject({ is_admin: true, x_user: `api-key:${system.id}` });
  });

  test("a key of an ordinary user does not, and the right goes with the role of its owner", async () => {
    expect(await statusOf("GET", KEYS, byKey(adas.key))).toBe(403);
    await send("PATCH", `/auth/v1/users/${ada}`, byKey(system.key), { permission_ids: [manage] });
    expect(await statusOf("GET", KEYS, byKey(adas.key))).toBe(200);
    await send("PATCH", `/auth/v1/users/${ada}`, byKey(system.key), { permission_ids: [] });
    expect(await statusOf("GET", KEYS, byKey(adas.key))).toBe(403);
  });

  test("W20, H-2: an invalid key is no absent caller", async () => {
    const bad = byKey(`tak_${"0".repeat(64)}`);
    expect(await statusOf("GET", KEYS, bad)).toBe(401);
    expect(await statusOf("GET", OWN_KEYS, bad)).toBe(401);
  });

  test("without a session in front the header X-API-Key makes no caller", async () => {
    for (const headers of [byKey(system.key), { ...byKey(system.key), "x-user": "ada" }]) {
      const answer = await setup.service.request("GET", KEYS, { headers });
      expect([401, 403]).toContain(answer.status);
    }
  });
});

describe("credentials that are for something else make, show and delete no key", () => {
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    const { api } = setup.service.auth;
    const password = {
      ...{ grant_type: "password", username: "ada", password: "correct horse", scope: "openid" },
      ...{ client_id: "login", client_secret: "login-secret" },
    };
    const first = await api.token(password, ORIGIN);
    tokens.id = first.id_token ?? "";
    tokens.refresh = first.refresh_token ?? "";
    const resource = ["https://mcp.example.com/mcp"];
    tokens.resource = (await api.token({ ...password, resource }, ORIGIN)).access_token;
  });

  test.each(["id", "refresh", "resource"])("token: %s", async (kind) => {
    const headers = byToken(tokens[kind] ?? "");
    for (const [method, path] of [
      ["GET", OWN_KEYS],
      ["POST", OWN_KEYS],
      ["DELETE", `${OWN_KEYS}/${adas.id}`],
      ["GET", KEYS],
    ] as const) {
      const status = await statusOf(
        method,
        path,
        headers,
        method === "POST" ? { name: "n" } : undefined,
      );
      expect([401, 403], `${method} ${path}`).toContain(status);
    }
  });

  test("I-4: a token of a third party", async () => {
    const context = {
      session: { insufficient: 'the access token was issued to the client "third"' },
    };
    for (const method of ["GET", "POST"]) {
      const request = new Request(`${ORIGIN}${OWN_KEYS}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(method === "POST" && { body: '{"name":"n"}' }),
      });
      const { status } = await setup.service.auth.fetch(request, undefined, context);
      expect(status).toBe(403);
    }
  });

  test("B-2: a page of another origin, with the cookie of a signed-in browser", async () => {
    const browser = await setup.signedIn();
    const answer = await browser.send("POST", OWN_KEYS, {
      headers: {
        ...{ "content-type": "application/json", origin: "https://evil.example" },
        "sec-fetch-site": "cross-site",
      },
      body: JSON.stringify({ name: "n" }),
    });
    expect(answer.status).toBe(403);
    expect((await browser.get(OWN_KEYS)).status).toBe(200);
  });
});

describe("the name of a key is no proof (K-15, W32)", () => {
  test("in X-User, in a session of a host, or as an alias", async () => {
    const name = `api-key:${system.id}`;
    expect((await setup.service.json("GET", KEYS, undefined, name)).status).toBe(401);
    const request = () => new Request(`${ORIGIN}${KEYS}`);
    for (const session of [{ principal: name }, { principal: name, principal_id: name }]) {
      const { status } = await setup.service.auth.fetch(request(), undefined, { session });
      expect([401, 403]).toContain(status);
    }
    const named = await send("POST", "/auth/v1/users", byKey(system.key), { alias: [name] });
    expect(named.status).toBe(400);
  });

  test("a key that another service validated is not the key of that name here", async () => {
    const claims = {
      ...{ sub: `api-key:${system.id}`, api_key_id: system.id, principal_type: "api_key" },
      ...{ name: "root", email: "root@example.com" },
    };
    const { runtime, service } = setup;
    const instances = {
      runtime: { ...runtime, http: async () => Response.json(claims) },
      auth: { auth: service.auth.api },
    };
    const remote = {
      api_key: true,
      x_user: ["email"],
      oauth2: {
        ...{ client_id: "x", api_key_url: "https://elsewhere.example.com/api-key" },
      },
    };
    const session = createSession({ store: { active: "memory" }, provider: { remote } }, instances);
    const { Hono } = await import("hono");
    const app = new Hono();
    app.use("*", session.middleware);
    app.route("/", service.auth.app);
    app.use("*", iamCheck({ auth_middleware: "auth" }, instances));
    app.all("*", (c) => c.text("in"));
    const ask = async (path: string) =>
      (await app.request(`${ORIGIN}${path}`, { headers: byKey("any") })).status;
    expect(await ask(KEYS)).toBe(401);
    expect(await ask("/auth/v1/me")).toBe(401);
    await reopenPlane(service);
    await service.json("PUT", "/auth/v1/settings/check", { value: { no_host_check: true } });
    const change = { resources: [{ paths: ["/**"], methods: ["*"] }] };
    await service.json("PATCH", `/auth/v1/permissions/${manage}`, change);
    await closePlane(service, "manage");
    expect(
      (
        await service.auth.api.check({
          ...{ alias: `api-key:${system.id}`, host: "h", path: "/app", method: "GET" },
        })
      ).allowed,
    ).toBe(true);
    expect(await ask("/app")).toBe(403);
  });

  test("name and address of a key that are an alias of another user do not reach applications", async () => {
    const { key, id } = (
      await send("POST", KEYS, byKey(system.key), {
        ...{ user_id: ada, name: "ROOT", details: { email: "Root@example.com", name: "root" } },
      })
    ).body.payload;
    const { body } = await send("GET", "/app", byKey(key));
    expect(body.headers["x-user"]).toBe("ada@example.com");
    expect(body.headers["x-user-id"]).toBe(`api-key:${id}`);
    expect(JSON.stringify(body.claims).toLowerCase()).not.toContain("root");
  });
});

test("login-session-wire 2.8: the validation endpoint is reached with the raw key, through a session", async () => {
  const { status, body } = await send("POST", VALIDATION, byKey(adas.key));
  expect([status, body.sub]).toEqual([200, `api-key:${adas.id}`]);
});

test("I-7: keys at a session are counted with the network of their request", async () => {
  await reopenPlane(setup.service);
  const attempts = { value: { attempts: { per_network: 3 } } };
  await setup.service.json("PUT", "/auth/v1/settings/password", attempts);
  const answers = [];
  for (const digit of "1234") {
    answers.push(await send("GET", "/app", byKey(`tak_${digit.repeat(64)}`)));
  }
  expect(answers.at(-1)?.status).toBe(429);
  expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send("GET", "/app", byKey(adas.key))).status, "known from here").toBe(200);
  await setup.service.json("DELETE", "/auth/v1/settings/password");
  await closePlane(setup.service, "manage");
});

test("decision E-2: a key that leaked neither sees where its owner is signed in nor ends it", async () => {
  const list = "/auth/v1/me/sign-ins";
  for (const [method, path] of [
    ["GET", list],
    ["DELETE", list],
    ["DELETE", `${list}/${"0".repeat(64)}`],
  ] as const) {
    const { status, body } = await send(method, path, byKey(adas.key));
    expect([status, body.message]).toEqual([403, "an api key cannot do this for its owner"]);
    expect(await statusOf(method, path, byKey(system.key))).toBe(403);
  }
});
