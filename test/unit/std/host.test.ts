import fc from "fast-check";
import { expect, test } from "vitest";
import { replaceHost, validHost } from "../../../src/std/host.ts";

const RULES = {
  "old.test": "new.test:8443",
  "old.test:8080": "port.test",
  "new.test:8443": "chained.test",
  "[::1]": "v6.test",
};

test.each([
  ["https://old.test", "https://new.test:8443"],
  [
    "https://old.test/a//b?x=old.test&y=%2f#old.test",
    "https://new.test:8443/a//b?x=old.test&y=%2f#old.test",
  ],
  ["https://old.test?x", "https://new.test:8443?x"],
  ["https://old.test#x", "https://new.test:8443#x"],
  ["https://old.test\\@evil.test", "https://new.test:8443\\@evil.test"],
  ["http://old.test:8080/x", "http://port.test/x"],
  ["https://user:pw@old.test/", "https://user:pw@new.test:8443/"],
  ["custom+1.x-y://old.test/", "custom+1.x-y://new.test:8443/"],
  ["//old.test/x", "//new.test:8443/x"],
  ["http://[::1]/x", "http://v6.test/x"],
])("rules 1-3: %s", (url, replaced) => {
  expect(replaceHost(url, RULES)).toBe(replaced);
});

test.each([
  "https://OLD.test/",
  "https://sub.old.test/",
  "https://old.test.evil/",
  "https://old.test:443/",
  "https://old.test./",
  "https://other.test/https://old.test/",
  "https://other.test/?u=//old.test",
  "old.test/x",
  "/old.test",
  "",
  "https://",
  "https:///x",
  "mailto:a@old.test",
  "://old.test",
  "https://old.test@other.test/",
  " https://old.test/",
])("rules 1-3: %j is unchanged", (url) => {
  expect(replaceHost(url, RULES)).toBe(url);
});

test("N-6: rules have no inherited members", () => {
  for (const host of ["toString", "constructor", "__proto__"]) {
    expect(replaceHost(`https://${host}/`, {})).toBe(`https://${host}/`);
  }
});

test("only the host changes, whatever follows it", () => {
  fc.assert(
    fc.property(fc.constantFrom("/", "?", "#", ""), fc.string(), (mark, rest) => {
      const tail = mark && mark + rest;
      expect(replaceHost(`https://old.test${tail}`, RULES)).toBe(`https://new.test:8443${tail}`);
    }),
  );
});

test.each([
  "localhost",
  "a",
  "example.com",
  "example.com.",
  "EXAMPLE.com:443",
  "a_b.test",
  "xn--bcher-kva.test",
  "127.0.0.1",
  "127.0.0.1:80",
  "[::1]",
  "[::1]:8443",
  "[2001:db8::1.2.3.4]",
  "a.b-c.d1:1",
  "1a.2b",
  `${"a".repeat(63)}.test`,
  "localhost:65535",
])("%s is a host", (text) => {
  expect(validHost(text)).toBe(true);
});

test.each([
  "",
  ":80",
  "a:",
  "a:0",
  "a:65536",
  "a:080",
  "a:b",
  "a:80:80",
  "a b",
  "a/b",
  "a?b",
  "a#b",
  "a@b",
  "a\\b",
  "a,b",
  "a\nb",
  "a\u0000",
  "a..b",
  ".a",
  ".",
  "-a.test",
  "a-.test",
  "b\u00fccher.test",
  "a%2eb",
  "a'b",
  "::1",
  "[::1",
  "[::1]a",
  "[::1]:",
  "[::1%eth0]",
  "[127.0.0.1]",
  "[]",
  "1.2.3",
  "1.2.3.256",
  "a.1",
  "0x7f.1",
  "a.0x1",
  "127.0.0.1.",
  `${"a".repeat(64)}.test`,
  "a.".repeat(130),
])("%j is no host", (text) => {
  expect(validHost(text)).toBe(false);
});
