/** What the address of a login page asks for (login-session-wire 4.1.2, 4.2; B-7). */
import { describe, expect, test } from "vitest";
import { flowFromURL, getRedirectPath, isResponseTypeCode } from "../../../sdk/page-url.ts";

const page = (query: string) => `https://id.example.com/login/${query}`;
const redirect = (path: string) =>
  getRedirectPath(page(`?redirect_path=${encodeURIComponent(path)}`));

describe("B-7: redirect_path", () => {
  test.each([
    ["/app", "/app"],
    ["/", "/"],
    ["/app?a=1&b=%2F#part", "/app?a=1&b=%2F#part"],
    ["/a/../b", "/b"],
    ["/login/other", "/login/other"],
  ])("%j is followed", (path, target) => {
    expect(redirect(path)).toBe(target);
  });

  test.each([
    "",
    "app",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/a\\b",
    "\\\\evil.example",
    "https://evil.example/",
    "https:/evil.example",
    "javascript:alert(1)",
    " /app",
    "/\t/evil.example",
    "/\n/evil.example",
    "/a\u0000b",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "/login/",
    "/login",
    "/login/?again=1",
  ])("%j is not", (path) => {
    expect(redirect(path)).toBeUndefined();
  });

  test("absent", () => {
    expect(getRedirectPath(page(""))).toBeUndefined();
  });
});

test.each([
  ["?flow=verify&code=abc", { flow: "verify", code: "abc" }],
  ["?flow=reset&code=%20abc%20", { flow: "reset", code: "abc" }],
  ["?flow=reset", { flow: "reset", code: "" }],
  ["?flow=other&code=abc", undefined],
  ["", undefined],
])("flowFromURL %j", (query, flow) => {
  expect(flowFromURL(page(query))).toEqual(flow);
});

test.each([
  ["?response_type=code&client_id=a", true],
  ["?response_type=token", false],
  ["", false],
])("isResponseTypeCode %j", (query, answer) => {
  expect(isResponseTypeCode(page(query))).toBe(answer);
});
