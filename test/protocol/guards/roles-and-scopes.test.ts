/** Roles and scopes of the caller (login-session-wire 1.4, 8; L-W43). */
import type { MiddlewareHandler } from "hono";
import { describe, expect, test } from "vitest";
import { requireRole, requireScope } from "../../../src/guards.ts";
import { setContext } from "../../../src/session.ts";
import { roleSet, scopeSet } from "../../support/inside.ts";
import { ask, guarded, stateAs } from "./fixture.ts";

const CLAIMS = {
  scope: " openid\tmcp  files ",
  roles: ["top", 7, null],
  realm_access: { roles: ["realm"] },
  resource_access: { web: { roles: ["web-admin"] }, api: { roles: "not a list" }, bad: null },
};

test("1.4: roles are the union of three places, scopes are split on white space", () => {
  expect([...roleSet(CLAIMS)]).toEqual(["top", "realm", "web-admin"]);
  expect([...scopeSet(CLAIMS)]).toEqual(["openid", "mcp", "files"]);
});

test.each([
  {},
  { scope: ["a"], roles: "admin", realm_access: [], resource_access: "x" },
  { scope: 1, roles: null, realm_access: { roles: {} }, resource_access: [{ roles: ["admin"] }] },
])("1.4: claims of other types hold nothing: %j", (claims) => {
  expect([...roleSet(claims), ...scopeSet(claims)]).toEqual([]);
});

const caller = stateAs({ principal: "ada", claims: CLAIMS });
const status = async (guards: MiddlewareHandler[], method = "GET") =>
  (await ask(guarded(...guards), "/", { method })).status;

describe.each([
  ["role", (names: string[], more = {}) => requireRole({ roles: names, ...more }), "realm"],
  ["scope", (names: string[], more = {}) => requireScope({ scopes: names, ...more }), "mcp"],
] as const)("%s", (kind, guard, held) => {
  test("any one of them is enough", async () => {
    expect(await status([caller, guard([held])])).toBe(200);
    expect(await status([caller, guard(["other", held])])).toBe(200);
  });

  test("L-W43: without it 403, without an identity 401 with a challenge", async () => {
    const denied = await ask(guarded(caller, guard(["other"])), "/");
    expect([denied.status, denied.body]).toEqual([403, { message: `${kind} not authorized` }]);
    for (const front of [[], [stateAs(undefined)]]) {
      const unknown = await ask(guarded(...front, guard([held])), "/");
      expect([unknown.status, unknown.body]).toEqual([401, { message: "claims not found" }]);
      expect(unknown.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test("other methods pass; HEAD counts as GET", async () => {
    const guards = [caller, guard(["other"], { methods: ["get", "DELETE"] })];
    expect(await status(guards, "POST")).toBe(200);
    expect(await status(guards, "DELETE")).toBe(403);
    const head = await guarded(...guards).request("https://app.example.com/", { method: "HEAD" });
    expect(head.status).toBe(403);
  });

  test("noop and the context flags switch it off, each its own", async () => {
    const own = `auth_disable_${kind}_check`;
    const foreign = `auth_disable_${kind === "role" ? "scope" : "role"}_check`;
    expect(await status([guard([], { noop: true })])).toBe(200);
    expect(await status([setContext({ auth_noop: true }), guard(["other"])])).toBe(200);
    expect(await status([setContext({ [own]: true }), guard(["other"])])).toBe(200);
    expect(await status([setContext({ [foreign]: true }), guard(["other"])])).toBe(401);
    expect(await status([setContext({ [own]: "true" }), guard(["other"])])).toBe(401);
  });

  test("a guard that names nothing ends the start", () => {
    expect(() => guard([])).toThrow(`${kind}: ${kind}s: must name at least one`);
    expect(() => guard(["a"], { method: [] })).toThrow(/method: is not a known key/);
  });
});
