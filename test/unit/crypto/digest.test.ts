import { expect, test } from "vitest";
import { sha256 } from "../../../src/adapters/drivers/prompt-digest.ts";
import {
  digestText,
  equalConstantTime,
  sha256Base64Url,
  sha256Hex,
} from "../../../src/crypto/digest.ts";

test("FIPS 180-4: the digest of `abc`", async () => {
  expect(await sha256Hex("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("RFC 7636 appendix B: the challenge of the verifier", async () => {
  expect(await sha256Base64Url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

test.each(["", "abc", "ü💡", "\ud800 alone", "a".repeat(10_000)])(
  "the digest of %j that is there at once is that of Web Crypto",
  async (text) => {
    for (const form of ["hex", "base64url"] as const) {
      const prompt = digestText({ sha256 }, text, form);
      expect(prompt).toBeTypeOf("string");
      expect(prompt).toBe(await digestText({}, text, form));
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
