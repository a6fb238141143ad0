import { describe, expect, test } from "vitest";
import { inexactNumber } from "../../../src/std/exact-numbers.ts";

describe("numbers that keep their digits", () => {
  test.each([
    "0",
    "-0",
    "1",
    "-17",
    "0.1",
    "1.50",
    "1e3",
    "1E+3",
    "1e-3",
    "9007199254740991",
    "9007199254740992",
    "12345678901234560000",
    "1e300",
    "0.30000000000000004",
    "0.0e5",
    "100000000000000000000000",
  ])("%s", (literal) => {
    expect(inexactNumber(literal)).toBeUndefined();
    expect(inexactNumber(`{"a":[${literal}, ${literal}]}`)).toBeUndefined();
  });
});

describe("numbers that would lose digits", () => {
  test.each([
    "12345678901234567890",
    "9007199254740993",
    "0.1234567890123456789",
    "1e400",
    "-1e400",
    "1e-400",
    "123456789012345678901234567890",
  ])("%s", (literal) => {
    expect(inexactNumber(literal)).toEqual([]);
  });

  test.each([
    ['{"a": {"b": [1, {"c": 9007199254740993}]}}', ["a", "b", 1, "c"]],
    ['{"a": {}, "b": [], "c": [[], [2, 9007199254740993]]}', ["c", 1, 1]],
    ['{"a": "9007199254740993", "b": 9007199254740993}', ["b"]],
    ['{"x\\"}{,[": 9007199254740993}', ['x"}{,[']],
    ['{"\\u0061\\\\": [true, null, 9007199254740993]}', ["a\\", 2]],
    ['[{"a": 1}, {"b": 2, "c": 9007199254740993}]', [1, "c"]],
  ])("the place of the first one in %s", (json, path) => {
    JSON.parse(json);
    expect(inexactNumber(json)).toEqual(path);
  });
});
