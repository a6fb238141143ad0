/** Bearer tokens in front of an API (login-session-wire 7, 10.26; RFC 6750, RFC 9728; H-1, H-5, L-W12). */
import { Hono } from "hono";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { iamCheck, missingScope, requireScope, resourceServer } from "../../../src/guards.ts";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { openPglite, type ResourceServerOptions, type SqlDriver } from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";
import { ADA, createAda, putClient, TOKEN, WEB } from "../../support/tokens.ts";
import { APP, ask, furnish, guarded, instancesOf } from "./fixture.ts";

const MCP = `${APP}/mcp`;
const ISSUER = `${ORIGIN}/auth/oauth2`;
let service: TestAuth;
let ada: string;
/** Another service with its own key, which is deaf to changes and so asks its database. */
let second: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(service, { alias: ["ada"] }, { uid: "ada.uid", given_name: "Zoë" });
  await furnish(service, ada);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  second = await secondService();
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function secondService(): Promise<TestAuth> {
  const openSql = async () => {
    const driver = await openPglite(undefined, service.runtime.log);
    return Object.create(driver, { storage: { value: "postgres" } }) as SqlDriver;
  };
  const made = await testAuth({}, testRuntime({ openSql }));
  await createAda(made);
  await putClient(made, WEB.id, { client_secret: WEB.secret });
  return made;
}
const tokenOf = async (at: TestAuth) =>
  (await at.form(TOKEN, { ...ADA, resource: MCP }, WEB)).body.access_token as string;

const OPTIONS: ResourceServerOptions = { auth_middleware: "auth", resource: MCP };
const guard = (options: Partial<ResourceServerOptions> = {}) =>
  resourceServer({ ...OPTIONS, ...options }, instancesOf(service));

async function login(more: Record<string, string> = {}) {
  const { status, text, body } = await service.form(TOKEN, { ...ADA, resource: MCP, ...more }, WEB);
  expect(status, text).toBe(200);
  return body as { access_token: string; refresh_token: string; id_token: string };
}
const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
const send = (token: string, options: Partial<ResourceServerOptions> = {}, path = "/mcp") =>
  ask(guarded(guard(options)), path, bearer(token));

const METADATA = `resource_metadata="${APP}/.well-known/oauth-protected-resource/mcp"`;

describe("10.26: who passes", () => {
  test("a token for this resource passes, with the identity headers", async () => {
    const { access_token } = await login({ scope: "mcp files" });
    const { status, body } = await send(access_token, { scope_header: "X-Scope" });
    expect(status).toBe(200);
    expect(body.headers).toMatchObject({ "x-user": "ada", "x-scope": "mcp files" });
  });

  test("I-3: user_header names another header; its value is always an alias", async () => {
    await service.createUser({
      alias: ["plain"],
      local: true,
      details: { password: "correct horse", name: "ada", uid: "ada" },
    });
    const { access_token } = await login({ username: "plain" });
    const { body } = await send(access_token, { user_header: "X-Subject" });
    expect(body.headers["x-subject"]).toBe("plain");
    expect(body.headers["x-user"]).toBeUndefined();
  });

  test("H-1: identity headers of the client never pass, under either spelling", async () => {
    const { access_token } = await login({ scope: "files" });
    const app = guarded(guard({ user_header: "X-Subject", scope_header: "X-Scope" }));
    const { body } = await ask(app, "/mcp", {
      headers: {
        authorization: `bearer ${access_token}`,
        "x-user": "admin",
        x_user: "admin",
        "x-user-id": "admin",
        "x-subject": "admin",
        x_subject: "admin",
        "x-scope": "everything",
        "x-other": "stays",
      },
    });
    expect(body.headers).toMatchObject({
      "x-subject": "ada",
      "x-scope": "files",
      "x-other": "stays",
    });
    expect(JSON.stringify(body.headers)).not.toContain("admin");
    expect(JSON.stringify(body.headers)).not.toContain("everything");
  });

  test("guards behind it decide about the principal of the token", async () => {
    const { access_token } = await login({ scope: "mcp" });
    const instances = instancesOf(service);
    const app = guarded(
      guard({ check_audience: false }),
      iamCheck({ auth_middleware: "auth" }, instances),
      requireScope({ scopes: ["mcp"] }),
    );
    expect((await ask(app, "/own/a", bearer(access_token))).status).toBe(200);
    expect((await ask(app, "/other", bearer(access_token))).status).toBe(403);
  });

  test("the auth service behind it knows who asks, and break-glass is off (L-W1)", async () => {
    const { body } = await service.form(TOKEN, ADA, WEB);
    const { access_token } = body;
    const app = new Hono().use("*", guard({ check_audience: false }));
    app.route("/", service.auth.app);
    const elsewhere = await ask(app, `${ORIGIN}/auth/v1/me`, bearer((await login()).access_token));
    expect([elsewhere.status, elsewhere.body.message], "I-4: a token of the resource").toEqual([
      403,
      "the access token was issued for another resource and is not accepted here",
    ]);
    const me = await ask(app, `${ORIGIN}/auth/v1/me`, bearer(access_token));
    expect(me.status, me.text).toBe(200);
    expect(me.body.payload.id).toBe(ada);
    const spoofed = await ask(app, `${ORIGIN}/auth/v1/me`, {
      headers: { authorization: `Bearer ${access_token}`, "x-user": "plain" },
    });
    expect(spoofed.body.payload.id).toBe(ada);
  });
});

describe("7.3: what is no bearer token", () => {
  test.each([
    ["no credential", {}],
    ["another scheme", { authorization: "Basic YTpi" }],
  ])("%s: 401 with a bare challenge that says where the metadata is", async (_name, headers) => {
    const { status, headers: told, body } = await ask(guarded(guard()), "/mcp", { headers });
    expect(status).toBe(401);
    expect(told.get("www-authenticate")).toBe(`Bearer ${METADATA}`);
    expect(body).toEqual({ error: "invalid_request", error_description: "bearer token required" });
    expect(told.get("cache-control")).toBe("no-store");
    expect(told.get("access-control-allow-origin")).toBe("*");
    expect(told.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });

  test.each([
    "Bearer",
    "Bearer  ",
    "Bearer a b",
    "Bearer a, Bearer b",
    'bearer "a"',
    "Bearer a\u00e4",
  ])("%j is malformed: 400 invalid_request", async (authorization) => {
    const { status, headers, body } = await ask(guarded(guard()), "/mcp", {
      headers: { authorization },
    });
    expect([status, body.error]).toEqual([400, "invalid_request"]);
    expect(headers.get("www-authenticate")).toContain('error="invalid_request"');
  });

  test("a token in the URL is refused, also beside one in the header; one in the body is not read", async () => {
    const { access_token } = await login();
    const url = `/mcp?access_token=${access_token}`;
    for (const init of [{}, bearer(access_token)]) {
      expect((await ask(guarded(guard()), url, init)).status).toBe(400);
    }
    const body = new URLSearchParams({ access_token });
    expect((await ask(guarded(guard()), "/mcp", { method: "POST", body })).status).toBe(401);
  });

  test("the scheme is compared without case", async () => {
    const { access_token } = await login();
    const headers = { authorization: `bEaReR ${access_token}` };
    expect((await ask(guarded(guard()), "/mcp", { headers })).status).toBe(200);
  });
});

describe("10.26, 7.2: which tokens are refused", () => {
  async function refused(token: string, options: Partial<ResourceServerOptions> = {}) {
    const { status, headers, body } = await send(token, options);
    expect(headers.get("www-authenticate")).toMatch(
      new RegExp(`^Bearer ${METADATA}, error="${body.error}", error_description="`),
    );
    return { status, error: body.error, text: body.error_description };
  }
  const INVALID = { status: 401, error: "invalid_token" };

  test("ID tokens and refresh tokens", async () => {
    const { id_token, refresh_token } = await login({ scope: "openid" });
    expect(await refused(id_token)).toMatchObject(INVALID);
    expect(await refused(refresh_token)).toMatchObject(INVALID);
  });

  test("garbage, and a token whose signature is not ours", async () => {
    const { access_token } = await login();
    for (const token of ["x", "a.b.c", access_token.slice(0, -4), await tokenOf(second)]) {
      expect(await refused(token)).toMatchObject(INVALID);
    }
  });

  test("a token for another resource, and one for none", async () => {
    const text = "token audience does not cover this resource";
    const audiences = [
      `${APP}/other`,
      `${APP}/mcp//`,
      `${APP}/mcp/?`,
      `${APP}/mcp/deeper`,
      APP,
      "https://other.example.com/mcp",
    ];
    for (const resource of ["", ...audiences]) {
      const { access_token } = await login({ resource });
      expect(await refused(access_token), resource).toEqual({ ...INVALID, text });
      expect((await send(access_token, { check_audience: false })).status).toBe(200);
    }
  });

  test("an origin with and without the empty path is one resource (RFC 3986 §6.2.3)", async () => {
    for (const resource of [APP, `${APP}/`]) {
      const { access_token } = await login({ resource });
      expect((await send(access_token, { resource: APP })).status).toBe(200);
      expect((await send(access_token, { resource: "" })).status).toBe(200);
    }
  });

  test("an address with and without a slash at its end is one resource", async () => {
    for (const resource of [`${APP}/mcp`, `${APP}/mcp/`]) {
      const { access_token } = await login({ resource });
      expect((await send(access_token)).status).toBe(200);
      expect((await send(access_token, { resource: `${APP}/mcp/` })).status).toBe(200);
    }
  });

  test("an issuer that is not listed; without a list every own one is accepted", async () => {
    const { access_token } = await login();
    const listed = { authorization_servers: [ISSUER] };
    const foreign = {
      authorization_servers: ["https://other.example.com/auth/oauth2", `${ISSUER}/`],
    };
    expect((await send(access_token, listed)).status).toBe(200);
    expect(await refused(access_token, foreign)).toMatchObject({
      ...INVALID,
      text: "token issuer not match",
    });
  });

  test("a revoked token, and every token of a revoked family", async () => {
    const one = await login();
    await service.form("/auth/oauth2/revoke", { token: one.access_token }, WEB);
    expect(await refused(one.access_token)).toEqual({ ...INVALID, text: "token revoked" });
    const family = await login();
    await service.form("/auth/oauth2/revoke", { token: family.refresh_token }, WEB);
    expect(await refused(family.access_token)).toEqual({ ...INVALID, text: "token revoked" });
  });

  test("an expired token, and one of a disabled user", async () => {
    const app = guarded(resourceServer(OPTIONS, instancesOf(second)));
    const told = async (token: string) => {
      const { status, body } = await ask(app, "/mcp", bearer(token));
      return [status, body.error_description];
    };
    const token = await tokenOf(second);
    expect(await told(token)).toEqual([200, undefined]);
    second.runtime.advance(3_600_000);
    expect(await told(token)).toEqual([401, "token is expired"]);
    const fresh = await tokenOf(second);
    const { body } = await second.json("GET", "/auth/v1/users?alias=ada");
    const user = `/auth/v1/users/${body.payload[0].id}`;
    await second.json("PATCH", user, { is_active: false });
    expect(await told(fresh)).toEqual([401, "token revoked"]);
    await second.json("PATCH", user, { is_active: true });
    second.runtime.advance(2_000);
    expect(await told(await tokenOf(second))).toEqual([200, undefined]);
  });

  test("a missing scope is 403 with all that is required, for a step-up", async () => {
    const options = { required_scopes: ["mcp", "files"] };
    const { access_token } = await login({ scope: "mcp" });
    const { status, headers, body } = await send(access_token, options);
    expect([status, body.error]).toEqual([403, "insufficient_scope"]);
    expect(headers.get("www-authenticate")).toBe(
      `Bearer ${METADATA}, error="insufficient_scope", error_description="a required scope is missing", scope="mcp files"`,
    );
    const both = await login({ scope: "mcp files" });
    expect((await send(both.access_token, options)).status).toBe(200);
  });

  test("7.3: the 401 challenge tells the required scopes too", async () => {
    const { headers } = await ask(guarded(guard({ required_scopes: ["mcp"] })), "/mcp");
    expect(headers.get("www-authenticate")).toBe(`Bearer ${METADATA}, scope="mcp"`);
  });

  test("what cannot be looked up is 503, not 401", async () => {
    await using third = await secondService();
    const token = await tokenOf(third);
    const app = guarded(resourceServer(OPTIONS, instancesOf(third)));
    expect((await ask(app, "/mcp", bearer(token))).status).toBe(200);
    await (await third.auth.service).store.driver.close();
    const { status, headers, body } = await ask(app, "/mcp", bearer(token));
    expect([status, body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(headers.get("retry-after")).toBe("2");
    expect(headers.get("www-authenticate")).toBeNull();
  });

  test("an unknown auth instance is 500", async () => {
    const { access_token } = await login();
    const { status, body } = await send(access_token, { auth_middleware: "gone" });
    expect([status, body.error]).toEqual([500, "server_error"]);
  });
});

describe("7.2.1, 7.3: metadata", () => {
  const WELL_KNOWN = `${APP}/.well-known/oauth-protected-resource`;

  test("RFC 9728: oauth4webapi finds it by inserting the path, and accepts it", async () => {
    const app = guarded(guard({ scopes_supported: ["mcp", "files"] }));
    const resource = new URL(MCP);
    const response = await oauth.resourceDiscoveryRequest(resource, {
      [oauth.customFetch]: async (url: string, init: object) => {
        expect(url).toBe(`${WELL_KNOWN}/mcp`);
        return app.request(url, init as RequestInit);
      },
    });
    const found = await oauth.processResourceDiscoveryResponse(resource, response);
    expect(found).toEqual({
      resource: MCP,
      authorization_servers: [`${APP}/auth/oauth2`],
      bearer_methods_supported: ["header"],
      dpop_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
      scopes_supported: ["mcp", "files"],
    });
  });

  test("RFC 9728 §1.2: an identifier is a web address without fragment", () => {
    for (const resource of [`${MCP}#x`, `${MCP}#`, "urn:example:mcp", "/mcp"]) {
      expect(() => guard({ resource }), resource).toThrow("must be an http or https URL without");
    }
  });

  test("RFC 9728 §3.2: JSON, and a list without entries is left out", async () => {
    const { headers, body } = await ask(guarded(guard({ scopes_supported: [] })), WELL_KNOWN);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body).not.toHaveProperty("scopes_supported");
    for (const value of Object.values(body)) expect(value).not.toEqual([]);
  });

  test("RFC 9728: and for a resource that is a whole origin", async () => {
    const app = guarded(guard({ resource: "", base_url: APP, authorization_servers: [ISSUER] }));
    const response = await app.request(WELL_KNOWN);
    const found = await oauth.processResourceDiscoveryResponse(new URL(APP), response);
    expect(found).toMatchObject({ resource: APP, authorization_servers: [ISSUER] });
  });

  test("any path below the well-known one describes the configured resource", async () => {
    for (const path of ["", "/mcp", "/other"]) {
      const { status, body } = await ask(guarded(guard()), `${WELL_KNOWN}${path}`);
      expect([status, body.resource]).toEqual([200, MCP]);
    }
    expect((await ask(guarded(guard()), `${WELL_KNOWN}x`)).status).toBe(401);
  });

  test("H-5, L-W12: what is read from the request is no-store; what is configured may be cached", async () => {
    const cache = async (options: Partial<ResourceServerOptions>) =>
      (await ask(guarded(guard(options)), WELL_KNOWN)).headers.get("cache-control");
    expect(await cache({})).toBe("no-store");
    expect(await cache({ resource: "" })).toBe("no-store");
    expect(await cache({ authorization_servers: [ISSUER] })).toBe("public, max-age=300");
    expect(await cache({ resource: "", base_url: APP })).toBe("public, max-age=300");
  });

  test("H-5: forwarded headers count only from trusted peers; base_url beats the request", async () => {
    const init = {
      headers: { "x-forwarded-host": "evil.example.com", "x-forwarded-proto": "http" },
    };
    const resourceOf = async (options: Partial<ResourceServerOptions>) =>
      (await ask(guarded(guard({ resource: "", ...options })), WELL_KNOWN, init)).body.resource;
    expect(await resourceOf({})).toBe(APP);
    expect(await resourceOf({ trusted_proxies: ["10.0.0.0/8"] })).toBe(APP);
    expect(await resourceOf({ trusted_proxies: ["127.0.0.1"] })).toBe("http://evil.example.com");
    expect(await resourceOf({ trusted_proxies: ["127.0.0.1"], base_url: APP })).toBe(APP);
  });

  test("H-5: a malformed host is 400", async () => {
    const app = guarded(guard({ resource: "" }));
    const { status, body } = await ask(app, "/mcp", { headers: { host: "a b" } });
    expect([status, body.error]).toEqual([400, "invalid_request"]);
  });

  test("the challenge of an identifier from the request points at its own metadata", async () => {
    const { headers } = await ask(guarded(guard({ resource: "" })), "/anything/below");
    expect(headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${WELL_KNOWN}"`);
  });

  test("7.3: preflights need no token, and scripts may read metadata and challenges", async () => {
    const headers = {
      origin: "https://spa.example.com",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, mcp-protocol-version",
    };
    for (const path of [`${WELL_KNOWN}/mcp`, MCP]) {
      const answer = await ask(guarded(guard()), path, { method: "OPTIONS", headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-headers")).toBe("*, Authorization");
      expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
    const { headers: told } = await ask(guarded(guard()), WELL_KNOWN);
    expect(told.get("access-control-allow-origin")).toBe("*");
  });
});

test.each([
  [{}, /auth_middleware: is required/],
  [{ auth_middleware: "auth", resource: "mcp" }, /resource: must be an http or https URL/],
  [
    { auth_middleware: "auth", user_header: "a b" },
    /user_header: must be the name of an HTTP header/,
  ],
  [{ auth_middleware: "auth", required_scopes: ['a"b'] }, /required_scopes\[0\]: must be a scope/],
  [
    { auth_middleware: "auth", trusted_proxies: ["x"] },
    /trusted_proxies\[0\]: must be an IP address/,
  ],
  [{ auth_middleware: "auth", audience: "x" }, /audience: is not a known key/],
])("options that cannot work end the start: %j", (options, reason) => {
  expect(() => resourceServer(options as ResourceServerOptions, instancesOf(service))).toThrow(
    reason,
  );
});

describe("MCP, step-up: a tool that needs more than the token has", () => {
  /** `write` needs two scopes; which tool is called is known from the body alone. */
  const tools = (options: Partial<ResourceServerOptions> = {}) => {
    const app = new Hono().use("*", guard({ required_scopes: ["mcp"], ...options }));
    app.post("/mcp", async (c) => {
      const { tool } = await c.req.json<{ tool: string }>();
      const needed = tool === "write" ? ["files:read", "files:write"] : [];
      return missingScope(c, needed) ?? c.json({ tool });
    });
    return app;
  };
  const call = async (
    scope: string,
    tool: string,
    options: Partial<ResourceServerOptions> = {},
  ) => {
    const { access_token } = await login({ scope });
    const init = { ...bearer(access_token), method: "POST", body: JSON.stringify({ tool }) };
    return ask(tools(options), "/mcp", init);
  };

  test("403 insufficient_scope names every scope of the operation at once, and where the metadata are", async () => {
    expect((await call("mcp", "read")).status).toBe(200);
    const { status, headers, body } = await call("mcp files:read", "write");
    expect([status, body.message]).toEqual([403, "scope not authorized"]);
    expect(headers.get("www-authenticate")).toBe(
      `Bearer ${METADATA}, error="insufficient_scope", error_description="the operation needs a scope that the token does not have", scope="files:read files:write"`,
    );
    expect(headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
    expect((await call("mcp files:read files:write", "write")).status).toBe(200);
  });

  test("a broader scope is good for what it implies, through several steps and round a circle", async () => {
    const implied_scopes = {
      all: ["mcp", "files:write"],
      "files:write": ["files:read"],
      "files:read": ["all-but-this-is-a-circle"],
      "all-but-this-is-a-circle": ["files:read"],
    };
    expect((await call("all", "write", { implied_scopes })).status).toBe(200);
    expect((await call("mcp files:read", "write", { implied_scopes })).status).toBe(403);
    expect((await call("mcp constructor", "write", { implied_scopes })).status).toBe(403);
    expect((await call("all", "write")).status, "without the map it is a scope like others").toBe(
      403,
    );
  });

  test("requireScope challenges the same way, and sees what is implied", async () => {
    const app = guarded(
      guard({ implied_scopes: { admin: ["files"] } }),
      requireScope({ scopes: ["files", "other"] }),
    );
    const { access_token } = await login({ scope: "mcp" });
    const { status, headers } = await ask(app, "/mcp", bearer(access_token));
    expect(status).toBe(403);
    expect(headers.get("www-authenticate")).toMatch(/error="insufficient_scope".*scope="files"$/);
    const broader = await login({ scope: "admin" });
    expect((await ask(app, "/mcp", bearer(broader.access_token))).status).toBe(200);
  });

  test("without a resource server in front there is no one to step up", async () => {
    const app = new Hono().all("*", (c) => missingScope(c, ["a"]) ?? c.text("passed"));
    const { status, headers } = await ask(app, "/");
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });
});

test("MCP: scheme and host of the resource match in upper case too, the path does not", async () => {
  for (const [resource, status] of [
    ["HTTPS://APP.example.COM/mcp", 200],
    ["https://app.example.com/MCP", 401],
    ["https://app.example.com.evil.test/mcp", 401],
    ["https://app.example.com@evil.test/mcp", 401],
  ] as const) {
    const { access_token } = await login({ resource });
    expect((await send(access_token)).status, resource).toBe(status);
  }
});
