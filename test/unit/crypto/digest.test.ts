import { expect, test } from "vitest";
import { sha256 } from "../../../src/adapters/drivers/native-digest.ts";
import {
  digestText,
  equalConstantTime,
  sha256Base64Url,
  sha256Hex,
} from "../../../src/crypto/digest.ts";

test("FIPS 180-4: the digest of `abc`", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("RFC 7636 appendix B: the challenge of the verifier", () => {
  expect(sha256Base64Url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

test.each(["", "abc", "ü💡", "\ud800 alone", "a".repeat(10_000)])(
  "the digest of %j is that of Web Crypto, by the runtime and without",
  async (text) => {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    for (const form of ["hex", "base64url"] as const) {
      const expected = Buffer.from(bytes).toString(form);
      expect(digestText({ sha256 }, text, form)).toBe(expected);
      expect(digestText({}, text, form)).toBe(expected);
    }
  },
);

test.each([
  ["", "", true],
  ["a", "a", true],
  ["ü💡", "ü💡", true],
  ["a", "b", false],
  ["a", "", false],
  ["", "a", false],
  ["ab", "a", false],
  ["a", "ab", false],
  ["aa", "a", false],
  ["abab", "ab", false],
])("equalConstantTime(%j, %j) is %s", (given, expected, equal) => {
  expect(equalConstantTime(given, expected)).toBe(equal);
});
