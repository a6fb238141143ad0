import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hostPattern,
  leadingSegments,
  pathPattern,
} from "../../../src/snapshot/permission-pattern.ts";
import { accessRequest } from "../../../src/snapshot/permission-request.ts";
import { compiledResources } from "../../../src/snapshot/permission-resource.ts";
import {
  compilePermissions,
  permissionIndex,
  permissionMatches,
  publicMatches,
} from "../../../src/snapshot/permissions.ts";
import type { PermissionRecord } from "../../../src/snapshot/snapshot.ts";
import { compileGlob } from "../../../src/std/glob.ts";
import type { Resource } from "../../../src/store/tables.ts";
import { permission, resource, sorted } from "../iam/check-fixture.ts";

const NO_HOST_CHECK = { default_hosts: [], no_host_check: true };
const HOST_CHECK = { default_hosts: [], no_host_check: false };

const mapOf = (records: readonly PermissionRecord[]) =>
  sorted(records.map((record) => [record.id, record]));

/** Does a principal who holds one permission with these resources get through? */
function allows(
  resources: readonly Resource[],
  [method, path, host = "a.test"]: readonly [string, string, string?],
  check: typeof NO_HOST_CHECK = NO_HOST_CHECK,
): boolean {
  const index = compilePermissions(mapOf([permission("p", resources)]), check);
  const request = accessRequest(host, path, method);
  return request !== undefined && permissionMatches(index, request, new Set(["p"]));
}

describe("auth-wire 3, paths", () => {
  test.each([
    ["/a/**", ["/a", "/a/", "/a/b", "/a/b/c"], ["/ab", "/", "/b/a", ""]],
    ["/a/**/c", ["/a/c", "/a/b/c", "/a/b/b/c"], ["/ac", "/a/cc"]],
    ["**", ["/", "/a", "/a/b", ""], []],
    ["/*", ["/a", "/"], ["/a/b"]],
    ["/a/*/c", ["/a/b/c", "/a/x/c"], ["/a/c", "/a/b/b/c", "/a/b"]],
    ["/*/c", ["/b/c"], ["/c", "/b/b/c"]],
    ["/a/*", ["/a/b", "/a/"], ["/a", "/a/b/c"]],
    ["/a**b", ["/ab", "/axxb"], ["/a/b"]],
    ["/{a,b/c}/d", ["/a/d", "/b/c/d"], ["/b/d", "/c/d"]],
    ["/[ab]/?", ["/a/x", "/b/é"], ["/c/x", "/a/xx"]],
    ["/\\*", ["/*"], ["/a"]],
    ["/A", ["/A"], ["/a"]],
    ["/a/", ["/a/"], ["/a"]],
    ["/", ["/", ""], ["/a"]],
    ["", [], ["/", "", "/a"]],
    ["a/**", [], ["/a", "/a/b"]],
  ])("%s", (pattern, inside, outside) => {
    const resources = [resource({ paths: [pattern] })];
    for (const path of inside) expect(allows(resources, ["GET", path]), path).toBe(true);
    for (const path of outside) expect(allows(resources, ["GET", path]), path).toBe(false);
  });

  test("some pattern matches; no pattern: never", () => {
    expect(allows([resource({ paths: ["/x", "/a"] })], ["GET", "/a"])).toBe(true);
    expect(allows([resource({ paths: [] })], ["GET", "/a"])).toBe(false);
  });

  test("a malformed pattern never matches, and does not spoil its neighbours", () => {
    const malformed = ["[", "/a/[", "/a/{b", "/a\\", "/[]", "/a/**/[z"];
    for (const path of ["/", "/a", "/a/[", "/a/b", "/a/{b"]) {
      expect(allows([resource({ paths: malformed })], ["GET", path])).toBe(false);
    }
    expect(allows([resource({ paths: [...malformed, "/a/*"] })], ["GET", "/a/b"])).toBe(true);
  });

  test("A-1: an escape in a pattern means the character, as in the request", () => {
    const spaced = [resource({ paths: ["/a%20b/%C3%A4/**"] })];
    for (const path of ["/a b/ä", "/a%20b/%c3%a4/x"])
      expect(allows(spaced, ["GET", path])).toBe(true);
    const starred = [resource({ paths: ["/%2A/x"] })];
    expect(allows(starred, ["GET", "/*/x"])).toBe(true);
    expect(allows(starred, ["GET", "/a/x"])).toBe(false);
    const never = [resource({ paths: ["/a%2Fb", "/100%", "/%25"] })];
    for (const path of ["/a/b", "/a%2Fb", "/100%", "/%25"]) {
      expect(allows(never, ["GET", path])).toBe(false);
    }
  });

  test("A-1: no spelling of a path escapes an exclusion", () => {
    const resources = [resource({ excluded: [{ paths: ["/admin/**", "/%C3%A4/**"] }] })];
    expect(allows(resources, ["GET", "/x"])).toBe(true);
    const spellings = ["/admin", "/%61dmin/x", "//admin", "/x/../admin", "/./admin", "/admin;x/y"];
    const more = ["/x\\..\\admin", "/%2e/admin", "/%2561dmin", "/ä/x", "/%c3%a4/x", "admin/x"];
    for (const path of [...spellings, ...more]) {
      expect(allows(resources, ["GET", path]), path).toBe(false);
    }
  });
});

describe("auth-wire 3, methods", () => {
  test("an entry equals the method ignoring case, or is *", () => {
    const some = [resource({ methods: ["get", "Purge"] })];
    for (const method of ["GET", "get", "PURGE"]) expect(allows(some, [method, "/"])).toBe(true);
    for (const method of ["POST", "HEAD", "", "*", "GE", " GET"]) {
      expect(allows(some, [method, "/"]), method).toBe(false);
    }
    expect(allows([resource({ methods: ["POST", "*"] })], ["ANYTHING", "/"])).toBe(true);
  });

  test("no entry: never", () => {
    expect(allows([resource({ methods: [] })], ["GET", "/"])).toBe(false);
  });

  test("A-1: only ASCII case is ignored", () => {
    expect(allows([resource({ methods: ["LINK"] })], ["lin\u212a", "/"])).toBe(false);
    expect(allows([resource({ methods: ["SS"] })], ["ß", "/"])).toBe(false);
  });

  test("long method lists count like short ones", () => {
    const methods = Array.from({ length: 2_000 }, (_, at) => `M${at}`);
    expect(allows([resource({ methods })], ["m1999", "/"])).toBe(true);
    expect(allows([resource({ methods })], ["m2000", "/"])).toBe(false);
  });
});

describe("auth-wire 3, hosts", () => {
  const on = (hosts: readonly string[], host: string, check = HOST_CHECK) =>
    allows([resource({ hosts })], ["GET", "/", host], check);

  test("some pattern of the resource matches", () => {
    expect(on(["x.test", "a.test"], "a.test")).toBe(true);
    expect(on(["*.example.com"], "a.b.example.com")).toBe(true);
    expect(on(["*.example.com"], "example.com")).toBe(false);
    expect(on(["{a,b}.test"], "b.test")).toBe(true);
    expect(on(["[", "{a"], "a")).toBe(false);
  });

  test("default_hosts stand in for an empty list, and only for that", () => {
    const check = { default_hosts: ["*.test"], no_host_check: false };
    expect(on([], "a.test", check)).toBe(true);
    expect(on([], "a.example", check)).toBe(false);
    expect(on(["b.example"], "a.test", check)).toBe(false);
  });

  test("both empty: never", () => {
    expect(on([], "a.test")).toBe(false);
    expect(on([], "")).toBe(false);
  });

  test("no_host_check skips the host of the resource", () => {
    const check = { default_hosts: ["b.test"], no_host_check: true };
    for (const host of ["a.test", "", "not a host"]) {
      expect(on(["x.test"], host, check)).toBe(true);
      expect(on([], host, check)).toBe(true);
    }
  });

  test("A-1: lower case, no final dot, in the request and in the pattern", () => {
    for (const host of ["A.TEST", "a.test.", "A.Test."]) expect(on(["a.test"], host)).toBe(true);
    for (const pattern of ["A.TEST", "a.test.", "*.TEST."]) {
      expect(on([pattern], "a.test"), pattern).toBe(true);
    }
    expect(on(["*."], "a")).toBe(false);
  });

  test("A-1, the port rule: a pattern matches with the stated port or without", () => {
    expect(on(["a.test"], "a.test:8443")).toBe(true);
    expect(on(["*.test"], "a.test:8443")).toBe(true);
    expect(on(["a.test:8443"], "a.test:8443")).toBe(true);
    expect(on(["a.test.:8443"], "a.test.:8443")).toBe(true);
    expect(on(["a.test:8443"], "a.test:443")).toBe(false);
    expect(on(["a.test:8443"], "a.test")).toBe(false);
    expect(on(["a.test:443"], "a.test")).toBe(false);
    expect(on(["*:8443"], "a.test:8443")).toBe(true);
    expect(on(["*:*"], "a.test")).toBe(false);
    expect(on(["\\[::1\\]"], "[0::1]:80")).toBe(true);
  });

  test("A-1: what is no host matches no pattern", () => {
    for (const host of ["a.test/x", "u@a.test", "a test", "a.test,b.test", "::1"]) {
      expect(on(["**", "*"], host), host).toBe(false);
    }
  });

  test("many hosts are compared as few are", () => {
    const hosts = Array.from({ length: 50 }, (_, at) => `h${at}.test`);
    expect(on(hosts, "h49.test:1")).toBe(true);
    expect(on(hosts, "h50.test")).toBe(false);
  });
});

describe("auth-wire 3, excluded (A-2)", () => {
  test("the example of the specification", () => {
    const resources = [
      resource({
        paths: ["/api/**"],
        methods: ["get"],
        excluded: [{ paths: ["/api/admin/**"], methods: ["*"] }],
      }),
    ];
    expect(allows(resources, ["GET", "/api/x"])).toBe(true);
    expect(allows(resources, ["GET", "/api/admin"])).toBe(false);
    expect(allows(resources, ["POST", "/api/x"])).toBe(false);
  });

  test("takes out its own resource; other resources still count", () => {
    const shut = resource({ paths: ["/a/**"], excluded: [{ paths: ["/a/b"] }] });
    expect(allows([shut], ["GET", "/a/b"])).toBe(false);
    expect(allows([shut, resource({ paths: ["/a/b"] })], ["GET", "/a/b"])).toBe(true);
  });

  test("counts only with method and path; empty lists match nothing", () => {
    const excluding = (entry: Parameters<typeof resource>[0]) => [
      resource({ excluded: [entry ?? {}] }),
    ];
    expect(allows(excluding({ paths: ["/a"], methods: ["POST"] }), ["GET", "/a"])).toBe(true);
    expect(allows(excluding({ paths: ["/a"], methods: ["get"] }), ["GET", "/a"])).toBe(false);
    expect(allows(excluding({ paths: ["/a"], methods: [] }), ["GET", "/a"])).toBe(true);
    expect(allows(excluding({ paths: [], methods: ["*"] }), ["GET", "/a"])).toBe(true);
    expect(allows(excluding({ paths: ["[", "/a["], methods: ["*"] }), ["GET", "/a"])).toBe(true);
  });

  test.each([true, false])("hosts count when named; no_host_check is %s", (no_host_check) => {
    const check = { default_hosts: ["**"], no_host_check };
    const resources = [resource({ excluded: [{ hosts: ["a.test"], paths: ["**"] }] })];
    expect(allows(resources, ["GET", "/", "a.test"], check)).toBe(false);
    expect(allows(resources, ["GET", "/", "A.test.:1"], check)).toBe(false);
    expect(allows(resources, ["GET", "/", "b.test"], check)).toBe(true);
    expect(allows(resources, ["GET", "/", "a.test/"], check)).toBe(false); // no host: no way out
  });

  test("default_hosts do not stand in for the hosts of an exclusion", () => {
    const check = { default_hosts: ["a.test"], no_host_check: false };
    const resources = [resource({ hosts: ["b.test"], excluded: [{ paths: ["/x"] }] })];
    expect(allows(resources, ["GET", "/x", "b.test"], check)).toBe(false);
  });

  test("an exclusion inside an exclusion means nothing", () => {
    const nested = { hosts: [], paths: ["/a"], methods: ["*"], excluded: [resource()] };
    const resources = [{ ...resource(), excluded: [nested] }];
    expect(allows(resources, ["GET", "/a"])).toBe(false);
  });
});

describe("the index", () => {
  const request = (path: string) => {
    const made = accessRequest("a.test", path, "GET");
    if (!made) throw new Error("canonical");
    return made;
  };

  test("held permissions and public ones, nothing else", () => {
    const records = [
      permission("open", [resource({ paths: ["/open"] })], { public: true }),
      permission("p", [resource({ paths: ["/p"] })]),
      permission("q", [resource({ paths: ["/q"] })]),
    ];
    const index = compilePermissions(mapOf(records), NO_HOST_CHECK);
    const held = new Set(["p", "unknown"]);
    const seen = (path: string) => permissionMatches(index, request(path), held);
    expect(["/open", "/p", "/q"].map(seen)).toEqual([true, true, false]);
    expect(["/open", "/p"].map((path) => publicMatches(index, request(path)))).toEqual([
      true,
      false,
    ]);
    expect(permissionMatches(index, request("/open"), new Set())).toBe(true);
  });

  test("thousands of patterns in one place: the held ones are asked instead", () => {
    const records = Array.from({ length: 3_000 }, (_, at) =>
      permission(`p${at}`, [resource({ excluded: [{ paths: [`/x${at}`] }] })]),
    );
    const open = permission("q", [resource({ paths: ["/open"] })], { public: true });
    const index = compilePermissions(mapOf([...records, open]), NO_HOST_CHECK);
    expect(permissionMatches(index, request("/x7"), new Set(["p7"]))).toBe(false);
    expect(permissionMatches(index, request("/x7"), new Set(["p7", "p8"]))).toBe(true);
    expect(permissionMatches(index, request("/x7"), new Set(["gone"]))).toBe(false);
    expect(permissionMatches(index, request("/open"), new Set(["gone"]))).toBe(true);
  });

  test("one permission changes: the others are not compiled again", () => {
    const [kept, before, after] = [
      permission("a", [resource()]),
      permission("b", []),
      permission("b", [resource()]),
    ];
    const map = mapOf([kept, before]);
    const first = permissionIndex(map, NO_HOST_CHECK);
    const resources = compiledResources(kept);
    const second = permissionIndex(map.with("b", after), NO_HOST_CHECK);
    expect(second).not.toBe(first);
    expect(second.byId.get("a")).toBe(resources);
    expect(permissionMatches(first, request("/"), new Set(["b"]))).toBe(false);
    expect(permissionMatches(second, request("/"), new Set(["b"]))).toBe(true);
  });

  test("snapshots with the same permissions and settings share one index", () => {
    const map = mapOf([permission("a", [resource()])]);
    const first = permissionIndex(map, NO_HOST_CHECK);
    expect(permissionIndex(map, NO_HOST_CHECK)).toBe(first);
    expect(permissionIndex(map, HOST_CHECK)).not.toBe(first);
    expect(permissionIndex(map, NO_HOST_CHECK)).toBe(first);
  });

  test("hosts are not multiplied by paths", () => {
    const many = (of: (at: number) => string) => Array.from({ length: 5_000 }, (_, at) => of(at));
    const big = resource({ hosts: many((at) => `h${at}.test`), paths: many((at) => `/p${at}/**`) });
    const index = compilePermissions(mapOf([permission("p", [big])]), HOST_CHECK);
    const made = accessRequest("h4999.test", "/p4999/x", "GET");
    expect(made && permissionMatches(index, made, new Set(["p"]))).toBe(true);
  });

  test("names of Object.prototype are ordinary segments, hosts and ids", () => {
    const names = ["__proto__", "constructor", "toString"];
    for (const name of names) {
      const index = compilePermissions(
        mapOf([permission("p", [resource({ paths: [`/${name}`], hosts: [`${name}.test`] })])]),
        HOST_CHECK,
      );
      const made = accessRequest(`${name}.test`, `/${name}`, name);
      expect(made && permissionMatches(index, made, new Set(["p"]))).toBe(true);
      expect(made && permissionMatches(index, made, new Set(names))).toBe(false);
    }
  });
});

describe("N-10: hostile patterns", () => {
  const deep = `/${"a/".repeat(2_000)}`;
  test.each([
    ["stars", `/${"*a".repeat(60)}`, `/${"a".repeat(4_000)}`],
    ["whole stars", `/${"**/a/".repeat(60)}b`, deep],
    ["braces", `/${"{a,a}".repeat(60)}b`, `/${"a".repeat(200)}`],
    ["segments of *", `/${"*/".repeat(500)}b`, deep],
    ["unclosed classes", "[".repeat(1_024), "/["],
  ])("%s do not stall a decision", (_name, pattern, path) => {
    const start = performance.now();
    expect(allows([resource({ paths: [pattern] })], ["GET", path])).toBe(false);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test("every mix of * and a is visited once, not once per way there", () => {
    const mixes = Array.from({ length: 1_024 }, (_, bits) =>
      Array.from({ length: 10 }, (_, at) => ((bits >> at) & 1 ? "*" : "a")).join("/"),
    );
    const resources = [resource({ paths: mixes.map((mix) => `/${mix}/b`) })];
    const start = performance.now();
    expect(allows(resources, ["GET", `/${"a/".repeat(10)}c`])).toBe(false);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe("patterns", () => {
  test.each([
    ["**", []],
    ["*", ["*"]],
    ["/a/**", ["", "a"]],
    ["/a/*/b", ["", "a", "*", "b"]],
    ["/a/*/b*", ["", "a", "*"]],
    ["/a/*", ["", "a", "*"]],
    ["/a/b/", ["", "a", "b", ""]],
    ["/a/{b,c}/d", ["", "a"]],
    ["/\\*/b", [""]],
    ["a", ["a"]],
    ["{a", []],
    ["", [""]],
  ])("%s begins with %j", (pattern, segments) => {
    expect(leadingSegments(pathPattern(pattern))).toEqual(segments);
  });

  test("a text that matches begins with the leading segments", () => {
    const words = (...list: string[]) =>
      fc.array(fc.constantFrom(...list), { maxLength: 8 }).map((parts) => parts.join(""));
    const pattern = words(
      "a",
      "/",
      "*",
      "**",
      "/**",
      "/*/",
      "?",
      "{a,b}",
      "{a,/b}",
      "[a/]",
      "\\a",
      "\\/",
    );
    fc.assert(
      fc.property(pattern, words("a", "b", "/", "a/", "*"), (source, text) => {
        if (!compileGlob(source).matches(text)) return;
        const there = text.split("/");
        for (const [at, segment] of leadingSegments(pathPattern(source)).entries()) {
          if (segment === "*") expect(there.length).toBeGreaterThan(at);
          else expect(there[at]).toBe(segment);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  test("without escapes a pattern answers as the glob it is", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "/", "*", "?", "{", ",", "}", "[", "]", "\\", "!"),
    });
    fc.assert(
      fc.property(text, text, (source, subject) => {
        const expected = compileGlob(source).matches(subject);
        expect(pathPattern(source).matches(subject)).toBe(expected);
        expect(hostPattern(source).matches(subject)).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });
});
