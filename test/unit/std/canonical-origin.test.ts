/** B8: an origin has one spelling. */
import { describe, expect, test } from "vitest";
import { parseOrigin } from "../../../src/settings/fields/address-field.ts";
import { canonicalOrigin, sameSpelling, webScheme } from "../../../src/std/canonical-origin.ts";

const SPELLINGS: readonly (readonly ["http" | "https", string, string | undefined])[] = [
  ["https", "id.example.com", "https://id.example.com"],
  ["https", "ID.Example.COM", "https://id.example.com"],
  ["https", "id.example.com:443", "https://id.example.com"],
  ["http", "id.example.com:80", "http://id.example.com"],
  ["https", "id.example.com:80", "https://id.example.com:80"],
  ["http", "id.example.com:443", "http://id.example.com:443"],
  ["https", "id.example.com:8443", "https://id.example.com:8443"],
  ["https", "id.example.com:1443", "https://id.example.com:1443"],
  ["https", "id.example.com.", "https://id.example.com"],
  ["https", "id.example.com.:443", "https://id.example.com"],
  ["https", "XN--BCHER-KVA.example", "https://xn--bcher-kva.example"],
  ["http", "127.0.0.1:80", "http://127.0.0.1"],
  ["http", "[::1]:80", "http://[::1]"],
  ["http", "[0:0:0:0:0:0:0:1]:8080", "http://[::1]:8080"],
  ["https", "[2001:DB8::0:80]", "https://[2001:db8::80]"],
  ["https", "[2001:db8::80]:443", "https://[2001:db8::80]"],
  ["http", "[::ffff:192.0.2.1]", "http://[::ffff:c000:201]"],
  ["https", "", undefined],
  ["https", "idp.test:1@evil.test", undefined],
  ["https", "user@id.example.com", undefined],
  ["https", "id.example.com:0", undefined],
  ["https", "id.example.com:0443", undefined],
  ["https", "id.example.com:65536", undefined],
  ["https", "id.example.com/x", undefined],
  ["https", "id.example.com..", undefined],
  ["https", "bücher.example", undefined],
  ["https", "0x7f.1", undefined],
  ["https", "a, b", undefined],
];

test.each(SPELLINGS)("B8: %s %s", (scheme, host, expected) => {
  expect(canonicalOrigin(scheme, host)).toBe(expected);
});

describe("B8: settings, headers and URL parsers agree", () => {
  test.each(SPELLINGS.filter(([, , expected]) => expected !== undefined))(
    "%s %s",
    (scheme, host, expected) => {
      const written = `${scheme.toUpperCase()}://${host}`;
      expect(parseOrigin(written)).toBe(expected);
      expect(sameSpelling(written)).toBe(expected);
      expect(sameSpelling(expected ?? "")).toBe(expected);
      expect(new URL(written).origin.replace(/\.(?=:|$)/, "")).toBe(expected);
    },
  );

  test.each(["null", "", "app://id.example.com", "https://id.example.com/path", "https://a@b"])(
    "what is no origin of the web stays as it is: %s",
    (text) => expect(sameSpelling(text)).toBe(text),
  );

  test("international names are ASCII in settings", () => {
    expect(parseOrigin("https://bücher.example")).toBe("https://xn--bcher-kva.example");
  });
});

test("B8: a scheme ignores case, and is one of two", () => {
  expect(["HTTPS", " https ", "Http", "ftp", "", null].map(webScheme)).toEqual([
    ...["https", "https", "http", undefined, undefined, undefined],
  ]);
});
