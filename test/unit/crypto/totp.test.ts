/** RFC 6238 as authenticator apps use it (auth-wire 6.4). */
import { describe, expect, test } from "vitest";
import { isTotpText, newTotpSecret, totpStep, totpUrl } from "../../../src/crypto/totp.ts";
import { decodeBase32, encodeBase32 } from "../../../src/std/base32.ts";
import { codeAt } from "../../support/totp.ts";

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits (RFC 4226 §5.3 takes the remainder). */
const SECRET = encodeBase32(new TextEncoder().encode("12345678901234567890"));
const VECTORS = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

describe("RFC 6238, appendix B", () => {
  test.each(VECTORS)("at %i s the code is %s", (seconds, code) => {
    expect(totpStep(SECRET, code, seconds * 1_000, 0)).toBe(Math.floor(seconds / 30));
    expect(codeAt(SECRET, seconds * 1_000), "the tests' own app").toBe(code);
    expect(totpStep(SECRET, code, seconds * 1_000 + 90_000, 0)).toBeUndefined();
  });
});

describe("skew", () => {
  const at = 1_700_000_000_000;
  test.each([
    [0, [0]],
    [1, [-1, 0, 1]],
    [2, [-2, -1, 0, 1, 2]],
    [10, [-10, 10]],
  ])("%i periods either way, and no further", (skew, accepted) => {
    for (const steps of accepted) {
      const step = Math.floor(at / 30_000) + steps;
      expect(totpStep(SECRET, codeAt(SECRET, at + steps * 30_000), at, skew)).toBe(step);
    }
    for (const steps of [-skew - 1, skew + 1]) {
      const code = codeAt(SECRET, at + steps * 30_000);
      expect(totpStep(SECRET, code, at, skew), `${steps}`).toBeUndefined();
    }
  });
});

test.each(["", "12345", "1234567", "12345a", "１２３４５６", "-12345", " 12345", "0x1234", "1e5"])(
  "%j is no code",
  (text) => {
    expect(isTotpText(text)).toBe(false);
    expect(totpStep(SECRET, text, 59_000, 10)).toBeUndefined();
  },
);

test("a secret has 160 bits in base32 without padding", () => {
  const secret = newTotpSecret((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(decodeBase32(secret)).toHaveLength(20);
});

test("the address of an app: issuer and account are percent-encoded, with every parameter", () => {
  const url = totpUrl("ABCD", "A & B: C", "ada@example.com");
  expect(url).toBe(
    "otpauth://totp/A%20%26%20B%3A%20C:ada%40example.com?secret=ABCD&issuer=A%20%26%20B%3A%20C&algorithm=SHA1&digits=6&period=30",
  );
  expect(new URL(url).searchParams.get("issuer")).toBe("A & B: C");
});
