import { expect, test } from "vitest";
import { nearestName } from "../../../src/settings/document/nearest-name.ts";

const KEYS = ["database", "prefix_path", "dsn", "port", "host"];

test.each([
  ["databse", "database"],
  ["datebase", "database"],
  ["DATABASE", "database"],
  ["prefixpath", "prefix_path"],
  ["dns", "dsn"],
  ["prot", "port"],
  ["hots", "host"],
  ["session", undefined],
  ["x", undefined],
  ["", undefined],
])("%j is near %j", (name, nearest) => {
  expect(nearestName(name, KEYS)).toBe(nearest);
});
