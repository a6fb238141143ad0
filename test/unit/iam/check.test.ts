import { describe, expect, test } from "vitest";
import { checkAccess, checkPrincipal } from "../../../src/iam/permission-check/check-principal.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { NOW, permission, principal, resource, role, snapshot } from "./check-fixture.ts";

type Identity = { readonly id?: string; readonly alias?: string };

const may = (model: Snapshot, identity: Identity, path: string, now = NOW) =>
  checkAccess(model, now, { ...identity, host: "a.test", path, method: "GET" }).allowed;

const own = permission("p-own", [resource({ paths: ["/own/**"] })]);
const nested = permission("p-nested", [resource({ paths: ["/nested/**"] })]);
const open = permission("p-open", [resource({ paths: ["/open/**"] })], { public: true });

const model = snapshot({
  permissions: [own, nested, open],
  roles: [
    role("r-outer", { role_ids: ["r-inner", "r-gone"] }),
    role("r-inner", { role_ids: ["r-outer"], permission_ids: ["p-nested", "p-gone"] }),
  ],
  principals: [
    principal("ada", { alias: ["Ada@Example.com", "ada"], permission_ids: ["p-own", "p-gone"] }),
    principal("bob", { role_ids: ["r-outer"] }),
    principal("eve", { disabled: true, permission_ids: ["p-own"], role_ids: ["r-outer"] }),
    principal("bot", { service_account: true, sync_role_ids: ["r-inner"] }),
  ],
});

describe("auth-wire 3.1, identity", () => {
  test.each([
    ["none", {}],
    ["unknown id", { id: "absent" }],
    ["unknown alias", { alias: "absent" }],
    ["disabled, by id", { id: "eve" }],
    ["disabled, by alias", { alias: "eve@example.com" }],
    ["empty", { id: "", alias: "" }],
    ["unknown API key", { alias: "api-key:01J" }],
    ["prototype member", { id: "__proto__" }],
  ])("A-2: %s: public permissions only, and no error", (_name, identity) => {
    expect(may(model, identity, "/open/x")).toBe(true);
    expect(may(model, identity, "/own/x")).toBe(false);
    expect(may(model, identity, "/nested/x")).toBe(false);
  });

  test("by id, or by any alias in its comparison form", () => {
    for (const identity of [{ id: "ada" }, { alias: "ada" }, { alias: "ada@example.COM" }]) {
      expect(may(model, identity, "/own/x")).toBe(true);
    }
  });

  test("id wins over alias, also when it is unknown; an empty one is absent", () => {
    expect(may(model, { id: "ada", alias: "bob@example.com" }, "/own/x")).toBe(true);
    expect(may(model, { id: "absent", alias: "ada" }, "/own/x")).toBe(false);
    expect(may(model, { id: "", alias: "ada" }, "/own/x")).toBe(true);
  });
});

describe("auth-wire 3.2, effective permissions", () => {
  test("own ones, those of contained roles, and public ones", () => {
    expect(may(model, { id: "ada" }, "/nested/x")).toBe(false);
    expect(may(model, { id: "bob" }, "/nested/x")).toBe(true);
    expect(may(model, { id: "bob" }, "/own/x")).toBe(false);
    expect(may(model, { id: "bot" }, "/nested/x")).toBe(true);
    for (const id of ["ada", "bob", "bot"]) expect(may(model, { id }, "/open/x")).toBe(true);
  });

  test("A-3: a temporary grant counts between its ends and not at them", () => {
    const starts_at = new Date(NOW - 1_000).toISOString();
    const expires_at = new Date(NOW + 1_000).toISOString();
    const contents = {
      permissions: [own, nested],
      roles: [role("r", { permission_ids: ["p-nested"] })],
      principals: [
        principal("tim", {
          tmp_permission_ids: [{ id: "p-own", starts_at, expires_at }],
          tmp_role_ids: [{ id: "r", expires_at }],
        }),
      ],
    };
    const at = (path: string, offset: number) =>
      may(snapshot(contents), { id: "tim" }, path, NOW + offset);
    expect([-1_000, -999, 999, 1_000].map((offset) => at("/own/x", offset))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([-9_000, 999, 1_000].map((offset) => at("/nested/x", offset))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("auth-wire 3.3", () => {
  test("there is no deny across permissions: one that excludes does not stop another", () => {
    const shut = permission("a-shut", [resource({ excluded: [{ paths: ["/x"] }] })]);
    const wide = permission("b-wide", [resource({ paths: ["/x"] })]);
    const everyone = permission("c-all", [resource({ paths: ["/x"] })], { public: true });
    const ask = (permissions: (typeof shut)[]) =>
      may(
        snapshot({
          permissions,
          principals: [principal("ada", { permission_ids: ["a-shut", "b-wide"] })],
        }),
        { id: "ada" },
        "/x",
      );
    expect(ask([shut])).toBe(false);
    expect(ask([shut, wide])).toBe(true);
    expect(ask([shut, everyone])).toBe(true);
  });

  test("the settings of the check namespace decide about hosts", () => {
    const parts = {
      permissions: [own],
      principals: [principal("ada", { permission_ids: ["p-own"] })],
    };
    const ask = (check?: { default_hosts?: string[]; no_host_check?: boolean }) =>
      may(snapshot(check ? { ...parts, check } : parts), { id: "ada" }, "/own/x");
    expect(ask({})).toBe(false);
    expect(ask({ default_hosts: ["a.test"] })).toBe(true);
    expect(ask({ default_hosts: ["b.test"] })).toBe(false);
    expect(ask({ no_host_check: true })).toBe(true);
  });

  test("P-1: settings that cannot be read refuse the check", () => {
    const settings = Object.defineProperty({}, "check", {
      get() {
        throw new Error("unavailable");
      },
    });
    const broken = { ...model, settings } as Snapshot;
    expect(() => may(broken, { id: "ada" }, "/own/x")).toThrow("unavailable");
  });
});

test("A-1: an ambiguous path is refused, for everyone and whatever is public", () => {
  const all = snapshot({
    permissions: [permission("all", [resource()], { public: true })],
    principals: [principal("ada", { permission_ids: ["all"] })],
  });
  for (const path of ["/a/../b", "//a", "/a%2fb", "/a;b", "/a?b", "a"]) {
    expect(may(all, {}, path), path).toBe(false);
    expect(may(all, { id: "ada" }, path), path).toBe(false);
  }
  expect(may(all, {}, "")).toBe(true);
});

describe("a principal that is already resolved", () => {
  const request = { host: "a.test", path: "/own/x", method: "get" };

  test("auth-wire 3.4: the virtual principal of an API key, which no map has", () => {
    const key = principal("api-key:1", { permission_ids: ["p-own"] });
    expect(checkPrincipal(model, NOW, key, request).allowed).toBe(true);
    expect(checkPrincipal(model, NOW, { ...key, permission_ids: [] }, request).allowed).toBe(false);
  });

  test("none or a disabled one: public permissions only", () => {
    const eve = model.principals.get("eve");
    for (const who of [undefined, eve]) {
      expect(checkPrincipal(model, NOW, who, request)).toEqual({ allowed: false });
      const open = { ...request, path: "/open" };
      expect(checkPrincipal(model, NOW, who, open)).toEqual({ allowed: true });
    }
  });
});
