import { expect, test } from "vitest";
import { isPathBelow } from "../../../src/std/url-below.ts";

test.each([
  ["/api", "/api", true],
  ["/api/v1", "/api", true],
  ["/api/v1", "/api/", true],
  ["/api", "/api/", true],
  ["/apis", "/api", false],
  ["/", "/api", false],
  ["/api", "/", true],
  ["/API", "/api", false],
])("%s below %s: %s", (path, base, below) => {
  expect(isPathBelow(path, base)).toBe(below);
});
