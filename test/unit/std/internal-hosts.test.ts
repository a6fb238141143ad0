/** G-6: which hosts an administrator may name as internal, and what is reachable then. */
import { describe, expect, test } from "vitest";
import {
  isInternalAddress,
  isInternalName,
  isReachable,
  parseInternalHost,
} from "../../../src/std/internal-hosts.ts";

test.each([
  ["Keycloak.Internal", "keycloak.internal"],
  ["keycloak", "keycloak"],
  ["10.20.0.0/16", "10.20.0.0/16"],
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "::1"],
  ["FD00::/8", "fd00::/8"],
])("%s is read as %s", (text, entry) => {
  expect(parseInternalHost(text)).toBe(entry);
});

test.each([
  "",
  "https://keycloak.internal",
  "keycloak.internal:8443",
  "*.internal",
  "10.20.0.0/33",
  "10.20.0",
  "2130706433",
  "host/path",
  "user@host",
  "a b",
])("%j is refused", (text) => {
  expect(parseInternalHost(text)).toBeUndefined();
});

describe("G-6: what a list admits", () => {
  const list = ["keycloak.internal", "10.20.0.0/16", "fd00::1"];

  test("names are compared whole and without case", () => {
    expect(isInternalName(list, "KEYCLOAK.internal")).toBe(true);
    expect(isInternalName(list, "x.keycloak.internal")).toBe(false);
    expect(isInternalName(list, "internal")).toBe(false);
  });

  test.each([
    ["10.20.255.1", true],
    ["10.21.0.1", false],
    ["fd00::1", true],
    ["fd00::2", false],
    ["::ffff:10.20.0.1", false],
    ["fd00::1%eth0", false],
    ["169.254.169.254", false],
    ["no address", false],
  ])("%s: %s", (address, listed) => {
    expect(isInternalAddress(list, address)).toBe(listed);
    expect(isReachable(list, address)).toBe(listed);
  });

  test("public addresses need no entry", () => {
    expect(isReachable([], "93.184.216.34")).toBe(true);
    expect(isInternalAddress([], "93.184.216.34")).toBe(false);
  });
});
