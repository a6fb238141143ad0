import { expect, test } from "vitest";
import { appendQuery } from "../../../src/std/url-query.ts";

test.each([
  ["/login", "/login?a=b"],
  ["/login?own=1", "/login?own=1&a=b"],
  ["/login?", "/login?a=b"],
  ["/login?own=1&", "/login?own=1&a=b"],
  ["/login#there", "/login?a=b#there"],
  ["/login?own=1#is?this#it", "/login?own=1&a=b#is?this#it"],
  ["app.example:/back", "app.example:/back?a=b"],
])("%s becomes %s", (address, joined) => {
  expect(appendQuery(address, "a=b")).toBe(joined);
  expect(appendQuery(address, new URLSearchParams({ a: "b" }))).toBe(joined);
});
