/** Rows of benchmarks: what a limit says about its target. */
import { expect, test } from "vitest";
import { limit } from "../../bench/result.ts";

test("a limit below its target says that the target is out of reach, and one above it does not", () => {
  expect(limit("refresh", 1.12, 1.3)).toEqual({
    what: "limit: refresh",
    value: "1.12, so 1.30 is out of reach",
  });
  expect(limit("refresh", 1.3, 1.3)).toEqual({ what: "limit: refresh", value: "1.30" });
});
