import { describe, expect, test } from "vitest";
import { allows, HOST_CHECK, resource } from "../iam/check-fixture.ts";

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
