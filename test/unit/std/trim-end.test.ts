import fc from "fast-check";
import { expect, test } from "vitest";
import { trimEnd } from "../../../src/std/trim-end.ts";

test.each([
  ["", ""],
  ["/", ""],
  ["///", ""],
  ["/a", "/a"],
  ["/a/", "/a"],
  ["//a//b///", "//a//b"],
])("cuts the slashes off %j", (text, cut) => {
  expect(trimEnd(text, "/")).toBe(cut);
});

test("N-10: cuts what the expression of old cut, which took quadratic time", () => {
  const text = fc.string({ unit: fc.constantFrom("/", "a", "\n"), maxLength: 40 });
  fc.assert(
    fc.property(text, (value) => {
      expect(trimEnd(value, "/")).toBe(value.replace(/\/+$/, ""));
    }),
  );
});
