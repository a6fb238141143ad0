import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compilePermissions,
  permissionIndex,
  permissionMatches,
  publicMatches,
} from "../../../src/permissions/index.ts";
import { hostPattern, leadingSegments, pathPattern } from "../../../src/permissions/pattern.ts";
import { accessRequest } from "../../../src/permissions/request.ts";
import { compiledResources } from "../../../src/permissions/resource.ts";
import { compileGlob } from "../../../src/std/glob.ts";
import {
  allows,
  HOST_CHECK,
  mapOf,
  NO_HOST_CHECK,
  permission,
  resource,
} from "../iam/check-fixture.ts";

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
    ["stars", `/${"*a".repeat(60)}b`, `/${"a".repeat(4_000)}`],
    ["whole stars", `/${"**/a/".repeat(60)}b`, deep],
    ["braces", `/${"{a,a}".repeat(60)}b`, `/${"a".repeat(200)}`],
    ["segments of *", `/${"*/".repeat(500)}b`, deep],
    ["unclosed classes", "[".repeat(1_024), "/["],
  ])("%s are answered before the test runs out of time", (_name, pattern, path) => {
    expect(allows([resource({ paths: [pattern] })], ["GET", path])).toBe(false);
  });

  test("every mix of * and a is visited once, not once per way there", () => {
    const mixes = Array.from({ length: 1_024 }, (_, bits) =>
      Array.from({ length: 10 }, (_, at) => ((bits >> at) & 1 ? "*" : "a")).join("/"),
    );
    const resources = [resource({ paths: mixes.map((mix) => `/${mix}/b`) })];
    expect(allows(resources, ["GET", `/${"a/".repeat(10)}c`])).toBe(false);
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
