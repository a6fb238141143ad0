/** RFC 7636 (Z-11, K-4, T-3, O8). */
import { describe, expect, test } from "vitest";
import { AuthError } from "../../../src/errors.ts";
import { challengeMethods, meetsChallenge, readChallenge } from "../../../src/oauth2/pkce.ts";

/** RFC 7636, Appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const RULES = { required: false, requireS256: false };

const read = (challenge?: string, method?: string, rules: Partial<typeof RULES> = {}) => {
  try {
    return readChallenge(challenge, method, { ...RULES, ...rules });
  } catch (error) {
    if (error instanceof AuthError) return error.code;
    throw error;
  }
};

describe("reading a request", () => {
  test.each([
    [CHALLENGE, "S256", "S256"],
    [CHALLENGE, "plain", "plain"],
    [CHALLENGE, undefined, "plain"],
    ["a".repeat(128), "plain", "plain"],
    ["~._-".repeat(11), "plain", "plain"],
  ])("%s with %s is %s", (challenge, method, kept) => {
    expect(read(challenge, method)).toEqual({
      code_challenge: challenge,
      code_challenge_method: kept,
    });
  });

  test.each([
    [undefined, "S256"],
    [undefined, "plain"],
    [CHALLENGE, "s256"],
    [CHALLENGE, "PLAIN"],
    [CHALLENGE, "none"],
    [CHALLENGE, "toString"],
    ["a".repeat(42), "plain"],
    ["a".repeat(129), "plain"],
    ["a".repeat(42), "S256"],
    ["a".repeat(44), "S256"],
    [`${CHALLENGE}=`, "S256"],
    [CHALLENGE.replaceAll("-", "+"), "S256"],
    [`${"a".repeat(42)}~`, "S256"],
    [`${"a".repeat(43)} `, "plain"],
    [`${"a".repeat(42)}é`, "plain"],
    [`${"a".repeat(43)}\n`, "plain"],
  ])("Z-11: %j with %s is invalid_request", (challenge, method) => {
    expect(read(challenge, method)).toBe("invalid_request");
  });

  test("no PKCE is fine unless it is required", () => {
    expect(read()).toEqual({});
    expect(read(undefined, undefined, { required: true })).toBe("invalid_request");
  });

  test("T-3: `require_s256` refuses plain by name and by omission", () => {
    for (const method of ["plain", undefined]) {
      expect(read(CHALLENGE, method, { requireS256: true })).toBe("invalid_request");
    }
    expect(read(CHALLENGE, "S256", { requireS256: true })).toMatchObject({
      code_challenge_method: "S256",
    });
    expect(challengeMethods(true)).toEqual(["S256"]);
  });
});

describe("meeting a challenge", () => {
  test.each([
    ["RFC 7636 B", CHALLENGE, "S256", VERIFIER, true],
    ["plain", VERIFIER, "plain", VERIFIER, true],
    ["no method is plain", VERIFIER, undefined, VERIFIER, true],
    ["another verifier", CHALLENGE, "S256", `${VERIFIER}x`, false],
    ["the challenge itself", CHALLENGE, "S256", CHALLENGE, false],
    ["the hash where plain was asked for", CHALLENGE, "plain", VERIFIER, false],
    ["another case", VERIFIER, "plain", VERIFIER.toUpperCase(), false],
    ["a verifier that is too short", "a".repeat(42), "plain", "a".repeat(42), false],
    ["a verifier that is too long", "a".repeat(129), "plain", "a".repeat(129), false],
    ["forbidden characters", `${"a".repeat(43)}+`, "plain", `${"a".repeat(43)}+`, false],
    ["an empty verifier", CHALLENGE, "S256", "", false],
    ["an unknown stored method", VERIFIER, "none", VERIFIER, false],
    ["K-4: no verifier for a challenge", CHALLENGE, "S256", undefined, false],
    ["K-4: a verifier without challenge", undefined, undefined, VERIFIER, false],
    ["neither", undefined, undefined, undefined, true],
  ])("%s", async (_, code_challenge, code_challenge_method, verifier, met) => {
    expect(meetsChallenge({ code_challenge, code_challenge_method }, verifier)).toBe(met);
  });
});
