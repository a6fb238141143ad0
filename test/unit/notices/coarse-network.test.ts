import { expect, test } from "vitest";
import { coarseNetwork } from "../../../src/notices/coarse-network.ts";

test.each([
  ["203.0.113.7", "203.0.113.*"],
  ["2001:db8:1:2::/64", "2001:db8:1:*"],
  ["2001:db8::", "2001:db8:*"],
  ["::1", "1:*"],
  ["", ""],
  ["unix", ""],
])("%s is told as %s", (network, told) => {
  expect(coarseNetwork(network)).toBe(told);
});
