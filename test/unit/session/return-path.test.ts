/** The way back after signing in (login-session-wire 2.15, conformance 12; B-7). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loginUrl, safeReturn } from "../../../src/session/return-path.ts";

describe("B-7: safeReturn", () => {
  test("a local path is followed, with query and fragment", () => {
    expect(safeReturn("/account?tab=keys#a", "/login/")).toBe("/account?tab=keys#a");
  });

  test.each([
    "",
    null,
    undefined,
    "about:blank",
    "https://x/y",
    "//x/y",
    "/\\x/y",
    "/%5Cx/y",
    "/%2Fx/y",
    "/login",
    "/login/",
    "/login/?from=app",
    "javascript:alert(1)",
    "/\t/x/y",
    "/\n/x",
    " /x",
    "\\\\x\\y",
    "/a/..//x.example",
    "/%",
    "x/y",
    `/${"a".repeat(5_000)}`,
  ])("%j leads to /", (path) => {
    expect(safeReturn(path, "/login/")).toBe("/");
  });

  test("whatever it answers stays on the origin", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "/",
        "\\",
        "%2f",
        "%5c",
        "..",
        ".",
        "@",
        ":",
        "x",
        "?",
        "#",
        "\t",
        "//",
        "%09",
      ),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const target = safeReturn(parts.join(""), "/login/");
        expect(target.startsWith("/")).toBe(true);
        expect(new URL(target, "https://id.example.com").origin).toBe("https://id.example.com");
      }),
      { numRuns: 2_000 },
    );
  });
});

test("loginUrl: the way back is a query parameter, before a fragment", () => {
  expect(loginUrl("/login/", "/a?b=c")).toBe("/login/?redirect_path=%2Fa%3Fb%3Dc");
  expect(loginUrl("/login/?x=1#top", "/a")).toBe("/login/?x=1&redirect_path=%2Fa#top");
  expect(loginUrl("/login/")).toBe("/login/");
});
