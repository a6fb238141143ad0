/** Normalised errors of the SDK (login-session-wire 4.2, Errors). */
import { describe, expect, test } from "vitest";
import { errorOfAnswer } from "../../../sdk/answer-error.ts";

const NEUTRAL = "Invalid username or password";

describe("message, error_description, error, in this order", () => {
  test.each([
    [{ message: "m", error_description: "d", error: "e" }, "m"],
    [{ error_description: "d", error: "e" }, "d"],
    [{ error: "some_error" }, "some_error"],
    [{ message: '{"error":"invalid_grant","error_description":"inner"}' }, "inner"],
    [{ message: { error: "invalid_request", error_description: "inner" } }, "inner"],
    [{ error: { error: "invalid_request", error_description: "inner" } }, "inner"],
    [{ message: '"a text"' }, "a text"],
    [{ payload: { message: "of the payload" } }, "of the payload"],
    ["a plain text", "a plain text"],
  ])("%j gives %j", (body, message) => {
    expect(errorOfAnswer(400, body).message).toBe(message);
  });
});

describe("credential mismatches are one neutral message", () => {
  test.each([
    [400, { message: "password not match", error: "invalid_grant" }],
    [400, { message: "Password Not Match" }],
    [404, { message: "user not found" }],
    [401, { message: '{"error":"invalid_client","error_description":"secret not match"}' }],
    [401, undefined],
    [401, ""],
    [401, { message: "Unauthorized" }],
  ])("%i %j", (status, body) => {
    expect(errorOfAnswer(status, body)).toMatchObject({
      message: NEUTRAL,
      credentials: true,
      status,
    });
  });

  test.each([
    [401, { message: "totp code required", error: "mfa_required" }, "mfa_required"],
    [401, { message: "code not found or expired" }, undefined],
    [409, { message: "account already exists" }, undefined],
  ])("other refusals keep their words: %i %j", (status, body, code) => {
    const error = errorOfAnswer(status, body);
    expect(error).toMatchObject({ message: body.message, credentials: false });
    expect(error.code).toBe(code);
  });
});

test("the code is the OAuth error that was wrapped", () => {
  const message = '{"error":"mfa_required","error_description":"totp code required"}';
  expect(errorOfAnswer(401, { message, error: "unauthorized" }).code).toBe("mfa_required");
  expect(errorOfAnswer(400, { error: "Not an OAuth error" }).code).toBeUndefined();
});

test.each([
  [502, "<html><body>Bad Gateway</body></html>"],
  [500, undefined],
  [500, { message: "x".repeat(301) }],
  [500, { message: 42 }],
  [500, JSON.stringify({ message: JSON.stringify({ message: JSON.stringify({ message: "{" }) }) })],
])("what a person cannot read is not shown: %i", (status, body) => {
  const { message } = errorOfAnswer(status, body);
  expect(message).not.toContain("<");
  expect(message.length).toBeGreaterThan(0);
  expect(message.length).toBeLessThanOrEqual(300);
});

test("control and bidirectional characters are gone", () => {
  expect(errorOfAnswer(400, { message: "a\u202eb\u0000\nc" }).message).toBe("a b c");
});
