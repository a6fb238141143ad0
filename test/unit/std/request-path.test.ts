import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalHost, canonicalPath, hostName } from "../../../src/std/request-path.ts";

describe("A-1: one spelling for a path", () => {
  test.each([
    ["", "/"],
    ["/", "/"],
    ["/a", "/a"],
    ["/a/", "/a/"],
    ["/A/b", "/A/b"],
    ["/a.b/...", "/a.b/..."],
    ["/.well-known/x", "/.well-known/x"],
    ["/..a/b..", "/..a/b.."],
    ["/%61%2D%7e", "/a-~"],
    ["/a%20b", "/a b"],
    ["/a b", "/a b"],
    ["/%C3%A4", "/ä"],
    ["/ä", "/ä"],
    ["/%F0%9F%98%80", "/😀"],
    ["/a%3Ab%40c", "/a:b@c"],
    ["/a:b@c", "/a:b@c"],
    ["/a+b=c&d,e!$'()*", "/a+b=c&d,e!$'()*"],
    ["/%2A%5B%7B", "/*[{"],
    ["/*", "/*"],
  ])("%j is %j", (path, spelling) => {
    expect(canonicalPath(path)).toBe(spelling);
  });
});

describe("A-1: an ambiguous path is refused", () => {
  test.each([
    ["does not begin with /", ["a", "a/b", "*", " /a", "http:/a", "./a"]],
    ["dot segment", ["/.", "/..", "/./a", "/a/.", "/a/..", "/a/../b", "/../a"]],
    ["empty segment", ["//", "//a", "/a//b", "/a//", "/a///b", "http://h/a"]],
    ["backslash", ["/a\\b", "/\\a", "/a/..\\b"]],
    ["parameter", ["/a;b", "/a;jsessionid=1/b", "/;/a", "/..;/a"]],
    ["query or fragment", ["/a?b", "/?", "/a#b", "/#", "?a"]],
    ["encoded slash", ["/a%2fb", "/a%2Fb", "%2fa", "/%2f"]],
    ["encoded backslash", ["/a%5cb", "/a%5Cb"]],
    ["encoded dot", ["/%2e", "/%2e%2e/a", "/.%2E/a", "/a%2Etxt"]],
    ["encoded parameter, query, fragment", ["/a%3bb", "/a%3Bb", "/a%3fb", "/a%3F", "/a%23b"]],
    ["double encoding", ["/%2561", "/a%25", "/%252e%252e/a", "/%252f"]],
    ["control character", ["/a\nb", "/\t", "/a\x00", "/a\x7f", "/a\x85", "/\r\n"]],
    ["encoded control character", ["/%00", "/a%0a", "/a%0D%0Ab", "/%7f", "/%C2%85"]],
    ["broken escape", ["/%", "/a%", "/a%4", "/a%zz", "/%u0061", "/%-1", "/100%"]],
    ["escape that is no UTF-8", ["/%ff", "/%C3", "/%c0%af", "/%e0%80%af", "/%ED%A0%80", "/%80"]],
    ["unpaired surrogate", ["/\ud800", "/a\udc00b"]],
    ["longer than a URL may be", [`/${"a".repeat(8_192)}`, `/${"a/".repeat(5_000)}`]],
  ])("%s", (_rule, paths) => {
    for (const path of paths) expect(canonicalPath(path), path).toBeUndefined();
  });

  test("the longest path is 8 KiB", () => {
    expect(canonicalPath(`/${"a".repeat(8_191)}`)).toHaveLength(8_192);
  });
});

describe("A-1, properties", () => {
  const piece = fc.constantFrom(
    "/",
    "a",
    ".",
    "%2e",
    "%61",
    "%",
    "%25",
    "\\",
    ";",
    "é",
    "%C3",
    "\0",
  );
  const path = fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join("")}`);

  test("a spelling is its own spelling, and holds nothing that could be read twice", () => {
    fc.assert(
      fc.property(fc.oneof(path, fc.string({ unit: "binary" })), (text) => {
        const spelling = canonicalPath(text);
        if (spelling === undefined) return;
        expect(canonicalPath(spelling)).toBe(spelling);
        expect(spelling).not.toMatch(/[%\\;?#\p{Cc}]|\/\/|\/\.{1,2}(?:\/|$)/u);
        expect(spelling.startsWith("/")).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test("what is accepted is the path that a URL parser sees", () => {
    fc.assert(
      fc.property(path, (text) => {
        const spelling = canonicalPath(text);
        if (spelling === undefined) return;
        expect(decodeURIComponent(new URL(`http://h${text}`).pathname)).toBe(spelling);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("A-1: one spelling for a host", () => {
  test.each([
    ["", ""],
    ["a.test", "a.test"],
    ["A.Test", "a.test"],
    ["a.test.", "a.test"],
    ["A.test.:8443", "a.test:8443"],
    ["a.test:443", "a.test:443"],
    ["localhost", "localhost"],
    ["my_service.internal", "my_service.internal"],
    ["127.0.0.1:80", "127.0.0.1:80"],
    ["[::1]", "[::1]"],
    ["[0:0::0001]:8080", "[::1]:8080"],
    ["[2001:DB8::A]", "[2001:db8::a]"],
  ])("%j is %j", (host, spelling) => {
    expect(canonicalHost(host)).toBe(spelling);
  });

  test.each([
    "a.test..",
    ".",
    "a..test",
    "a.test:",
    "a.test:0",
    "a.test:080",
    "a.test:70000",
    "a.test/x",
    "u@a.test",
    "a.test,b.test",
    "a test",
    "a.test\n",
    "a%2etest",
    "::1",
    "[::1",
    "[::1%25eth0]",
    "0x7f.1",
    "*.test",
    "mün.test",
  ])("%j is no host", (host) => {
    expect(canonicalHost(host)).toBeUndefined();
  });

  test("the name of a host is without its port", () => {
    expect(["a.test:1", "a.test", "[::1]:1", "[::1]", ""].map(hostName)).toEqual([
      "a.test",
      "a.test",
      "[::1]",
      "[::1]",
      "",
    ]);
  });
});
