/** N-1, N-3: raw spellings that a URL parser would already have rewritten. */
import { expect, test } from "vitest";
import { checkUrl } from "../../../src/http/router/request-url.ts";

const at = (path: string) => checkUrl(`https://id.example.com${path}`);

test.each([
  "/auth/v1/%2e%2e/settings",
  "/auth/v1/.%2E/settings",
  "/auth\\v1\\settings",
  "/auth/v1/%5Csettings",
  "/auth//v1",
  "/auth/v1;a=b/settings",
  "/auth/v1/users/%00",
  "/auth/v1/%252e",
  "/auth/v1/%41",
  "/auth/v1/oauth/clients/../users",
  "/auth/v1/oauth/clients/a/../../users",
  "/auth/v1/oauth/clients/%2e%2e%2fusers",
  "/auth/v1/oauth/clients/.%2e",
  "/auth/v1/ldap/configs/a%5c..",
  "/auth/v1/lmaps/a%2F..%2Fb",
  "/auth/v1/lmaps/..%5Cb",
  "/auth/v1/ldap/maps/%2e",
  "/auth/v1/lmaps/a\\b",
  "/auth/v1/lmaps/a%0ab",
])("%s could be read in two ways and is refused", (path) => {
  expect(() => at(path)).toThrow(/ambiguous/);
});

test.each([
  ["/auth/v1/users/01J0?x=%2f..", "/auth/v1/users/01J0"],
  ["/auth/v1/lmaps/a%20b%C3%BC", "/auth/v1/lmaps/a%20b%C3%BC"],
  ["/auth/v1/lmaps/EMEA%2FSales%3B%25", "/auth/v1/lmaps/EMEA%2FSales%3B%25"],
  ["/auth/v1/ldap/maps/cn%3DA%5C%2C%20B", "/auth/v1/ldap/maps/cn%3DA%5C%2C%20B"],
  ["/auth/v1/oauth/clients/https://a.example/x", "/auth/v1/oauth/clients/https://a.example/x"],
  [
    "/auth/v1/oauth/clients/https%3A%2F%2Fa.example",
    "/auth/v1/oauth/clients/https%3A%2F%2Fa.example",
  ],
  ["/auth/v1/ldap/configs/a%2Fb", "/auth/v1/ldap/configs/a%2Fb"],
  ["", "/"],
])("%s is the path %s", (path, expected) => {
  expect(at(path)).toBe(expected);
});

test("8 KiB is the longest URL", () => {
  const path = "/x".padEnd(8_192 - "https://id.example.com".length, "y");
  expect(at(path)).toBe(path);
  expect(() => at(`${path}y`)).toThrow(/too long/);
});

test("percent signs that encode nothing are refused", () => {
  for (const path of ["/%", "/%2", "/%zz", "/%ff", "/%c3%28"]) expect(() => at(path)).toThrow();
});
