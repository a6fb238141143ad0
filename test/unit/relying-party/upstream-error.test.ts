/** Refusals as a browser sees them: bounded, readable, and neutral about accounts (B-11, L-W15; N-8). */
import { describe, expect, test } from "vitest";
import { AuthError } from "../../../src/errors.ts";
import {
  inProcessError,
  neutralMismatch,
  upstreamError,
} from "../../../src/relying-party/upstream-error.ts";

const facts = (error: unknown) => {
  if (!(error instanceof AuthError)) return error;
  const { code, status, message, detail } = error;
  return { code, status, message, ...(detail !== undefined && { detail }) };
};

describe("neutralMismatch", () => {
  const NEUTRAL = {
    code: "unauthenticated",
    status: 401,
    message: "invalid username or password",
    detail: "invalid_grant",
  };
  test.each([
    [
      "invalid_grant, whatever it says",
      400,
      { error: "invalid_grant", message: "account is locked" },
    ],
    ["any 401", 401, { error: "access_denied", error_description: "disabled" }],
    ["401 without words", 401, "Unauthorized"],
    ["words that tell accounts apart", 404, { message: "User not found" }],
    ["also of a 500", 500, { error_description: "password not match" }],
    ["secrets", 400, { message: "secret not match" }],
  ])("%s", (_, status, body) => {
    const error = upstreamError(status, body);
    const neutral = neutralMismatch(error);
    expect(facts(neutral)).toEqual(NEUTRAL);
    expect((neutral as AuthError).cause).toBe(error);
  });

  test.each([
    ["a second factor is needed", 401, { error: "mfa_required" }],
    ["our client is wrong", 401, { error: "invalid_client" }],
    ["an outage", 503, "busy"],
    ["another refusal", 403, { error: "forbidden", error_description: "no" }],
    ["words at the beginning of others", 404, { message: "user not found page" }],
    ["words at the end of others", 404, { message: "mailbox of user not found" }],
  ])("%s stays as it is", (_, status, body) => {
    const error = upstreamError(status, body);
    expect(neutralMismatch(error)).toBe(error);
  });

  test("what is no refusal passes", () => {
    const defect = new TypeError("password not match");
    expect(neutralMismatch(defect)).toBe(defect);
  });
});

describe("upstreamError", () => {
  test.each([
    [undefined, 500],
    [200, 500],
    [302, 500],
    [399, 500],
    [400, 400],
    [599, 599],
    [600, 500],
  ])("status %s becomes %i", (status, expected) => {
    expect(upstreamError(status, undefined).status).toBe(expected);
  });

  test("words of others are one line, bounded, and nothing invisible", () => {
    const { message } = upstreamError(400, {
      error_description: `a\r\n\u202eb\u200b${"c".repeat(400)}`,
    });
    expect([message.slice(0, 6), message.length]).toEqual(["a bccc", 300]);
  });

  test("a code that RFC 6749 §5.2 does not allow is no code", () => {
    expect(facts(upstreamError(400, { error: 'a"b', error_description: "no" }))).toEqual({
      ...{ code: "server_error", status: 400, message: "no" },
    });
    expect(upstreamError(400, { error: "x".repeat(65) }).detail).toBeUndefined();
  });

  test("members come from the answer itself, not from its prototype", () => {
    const body = Object.create({ error: "forbidden" });
    expect(upstreamError(400, body).message).toBe("the sign-in provider refused the request");
  });
});

describe("inProcessError", () => {
  test("the code is the error member; status, words and cause stay", () => {
    const cause = new Error("why");
    const error = new AuthError("too_many_requests", "slow down", { retryAfter: 7, cause });
    const told = inProcessError(error) as AuthError;
    expect(facts(told)).toEqual({ ...(facts(error) as object), detail: "too_many_requests" });
    expect([told.retryAfter, told.cause]).toEqual([7, cause]);
  });

  test("what is no refusal passes", () => {
    const defect = new TypeError("x");
    expect(inProcessError(defect)).toBe(defect);
  });
});
