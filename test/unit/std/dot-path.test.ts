import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { parseDotPath, readDotPath, writeDotPath } from "../../../src/std/dot-path.ts";

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect("polluted" in {}).toBe(false);
});

test("segments are separated by dots", () => {
  expect(parseDotPath("roles")).toEqual(["roles"]);
  expect(parseDotPath("realm_access.roles")).toEqual(["realm_access", "roles"]);
});

test.each([
  "",
  ".",
  "a.",
  ".a",
  "a..b",
  "__proto__",
  "a.__proto__.b",
  "constructor",
  "a.prototype",
])("N-6: %j is no path", (text) => {
  expect(parseDotPath(text)).toBeUndefined();
});

test("reads nested values", () => {
  const claims = { realm_access: { roles: ["a"], none: null } };
  expect(readDotPath(claims, ["realm_access", "roles"])).toEqual(["a"]);
  expect(readDotPath(claims, ["realm_access", "none"])).toBeNull();
  expect(readDotPath(claims, ["realm_access", "none", "x"])).toBeUndefined();
  expect(readDotPath(claims, ["missing", "roles"])).toBeUndefined();
});

test("N-6: inherited members and array members are not read", () => {
  expect(readDotPath({}, ["toString"])).toBeUndefined();
  expect(readDotPath({}, ["__proto__", "toString"])).toBeUndefined();
  expect(readDotPath({ a: ["x"] }, ["a", "0"])).toBeUndefined();
  expect(readDotPath({ a: ["x"] }, ["a", "length"])).toBeUndefined();
  expect(readDotPath({ a: "text" }, ["a", "length"])).toBeUndefined();
  expect(readDotPath(null, ["a"])).toBeUndefined();
  expect(readDotPath(undefined, ["a"])).toBeUndefined();
});

test("writes create objects and overwrite what is none", () => {
  const object: Record<string, unknown> = { a: { keep: 1 }, b: "text", c: [1] };
  writeDotPath(object, ["a", "x", "y"], 2);
  writeDotPath(object, ["b", "x"], 3);
  writeDotPath(object, ["c", "x"], 4);
  writeDotPath(object, ["d"], 5);
  expect(object).toEqual({ a: { keep: 1, x: { y: 2 } }, b: { x: 3 }, c: { x: 4 }, d: 5 });
});

test("N-6: writes never touch a prototype", () => {
  const object: Record<string, unknown> = {};
  writeDotPath(object, ["__proto__", "polluted"], true);
  writeDotPath(object, ["constructor", "prototype", "polluted"], true);
  writeDotPath(object, ["toString", "polluted"], true);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  expect(Object.keys(object)).toEqual(["__proto__", "constructor", "toString"]);
});

test("an empty path cannot be written", () => {
  expect(() => writeDotPath({}, [], 1)).toThrow(RangeError);
});

test("what is written is read back, whatever stood there", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(fc.string(), { minLength: 1, maxLength: 5 }),
      fc.jsonValue(),
      (object, path, value) => {
        writeDotPath(object, path, value);
        expect(readDotPath(object, path)).toEqual(value);
      },
    ),
  );
});
