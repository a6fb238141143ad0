import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cidr } from "../../../src/std/cidr.ts";
import {
  addressIn,
  contains,
  isWide,
  parseAddress,
  parseCidr,
  throttleKey,
} from "../../../src/std/cidr.ts";

function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed) throw new Error(`no range: ${text}`);
  return parsed;
}
const hex = (bytes: Uint8Array | undefined) =>
  bytes && Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

test.each([
  ["0.0.0.0", "00000000"],
  ["192.168.1.255", "c0a801ff"],
  ["::", "0".repeat(32)],
  ["::1", `${"0".repeat(31)}1`],
  ["2001:db8::1", "20010db8000000000000000000000001"],
  ["2001:DB8:0:0:0:0:0:1", "20010db8000000000000000000000001"],
  ["1:2:3:4:5:6:7::", "00010002000300040005000600070000"],
  ["::2:3:4:5:6:7:8", "00000002000300040005000600070008"],
  ["64:ff9b::192.0.2.1", "0064ff9b0000000000000000c0000201"],
  ["1:2:3:4:5:6:1.2.3.4", "00010002000300040005000601020304"],
  ["fe80::1%eth0", "fe800000000000000000000000000001"],
  ["::ffff:10.0.0.1", "0a000001"],
  ["::FFFF:a00:1", "0a000001"],
  ["0:0:0:0:0:ffff:10.0.0.1", "0a000001"],
  ["::10.0.0.1", "0000000000000000000000000a000001"],
])("H-6: %s is read", (text, bytes) => {
  expect(hex(parseAddress(text))).toBe(bytes);
});

test.each([
  "",
  "1",
  "1.2.3",
  "1.2.3.4.5",
  "256.1.1.1",
  "01.2.3.4",
  "1.2.3.04",
  "0x1.2.3.4",
  "1.2.3.4 ",
  " 1.2.3.4",
  "1.2.3.-4",
  "1..2.3",
  "1.2.3.4%eth0",
  "+1.2.3.4",
  "1.2.3.4/8",
  "1.2.3.4:80",
  ":",
  ":::",
  "1::2::3",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8::",
  "::1:2:3:4:5:6:7:8",
  "1:2:3:4::5:6:7:8",
  "12345::",
  "g::",
  "[::1]",
  "::1%",
  "::1.2.3",
  "::1.2.3.4:5",
  "1.2.3.4::",
  "::01.2.3.4",
  "1:",
  ":1",
  "1:2:3:4:5:6:7:1.2.3.4",
  "\uff11.2.3.4",
  "::ffff:1.2.3.256",
])("H-6: %j is no address", (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test.each([
  "",
  "/8",
  "10.0.0.0/",
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/08",
  "10.0.0.0/8 ",
  "10.0.0.0/8/8",
  "::/129",
  "fe80::%eth0/64",
  "::ffff:0:0/95",
  "10.0.0/8",
  "a/8",
  "10.0.0.0/1e1",
])("%j is no range", (text) => {
  expect(parseCidr(text)).toBeUndefined();
});

test.each([
  ["10.0.0.0/8", "10.255.0.1", true],
  ["10.0.0.0/8", "11.0.0.1", false],
  ["10.1.2.3/8", "10.9.9.9", true],
  ["192.168.1.128/25", "192.168.1.200", true],
  ["192.168.1.128/25", "192.168.1.127", false],
  ["0.0.0.0/0", "203.0.113.9", true],
  ["0.0.0.0/0", "::1", false],
  ["::/0", "::1", true],
  ["::/0", "10.0.0.1", false],
  ["10.0.0.1", "10.0.0.1", true],
  ["10.0.0.1", "10.0.0.2", false],
  ["2001:db8::/33", "2001:db8:7fff::1", true],
  ["2001:db8::/33", "2001:db8:8000::1", false],
  ["10.0.0.0/8", "::ffff:10.1.1.1", true],
  ["::ffff:10.0.0.0/104", "10.1.1.1", true],
  ["::ffff:0:0/96", "1.2.3.4", true],
  ["fe80::/10", "fe80::1%eth0", true],
])("H-6: %s and %s: %s", (range, address, inside) => {
  expect(addressIn([cidr(range)], address)).toBe(inside);
});

describe("H-5, H-7: a list that covers too much", () => {
  const eights = (count: number, from = 10) =>
    Array.from({ length: count }, (_, place) => `${from + place}.0.0.0/8`);
  const sixteens = Array.from({ length: 65_536 }, (_, at) => `${at >> 8}.${at & 255}.0.0/16`);

  test.each([
    ["nothing", []],
    ["single addresses", ["203.0.113.9", "2001:db8::1"]],
    [
      "the private networks of both families",
      ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "100.64.0.0/10"].concat([
        "169.254.0.0/16",
        "fc00::/7",
        "fe80::/10",
        "::1",
      ]),
    ],
    ["four ranges of length 8", eights(4)],
    ["a range, its parts, and itself again", [...eights(4), ...eights(4), "10.1.0.0/16"]],
    ["IPv4 and IPv6, each for itself", [...eights(4), "fc00::/7", "2000::/7"]],
  ])("%s: is not wide", (_, list) => {
    expect(isWide(list.map(cidr))).toBe(false);
  });

  test.each([
    ["everything", ["0.0.0.0/0"]],
    ["everything of IPv6", ["::/0"]],
    ["its halves", ["0.0.0.0/1", "128.0.0.0/1"]],
    ["its halves of IPv6", ["::/1", "8000::/1"]],
    ["one of them", ["10.0.0.1", "128.0.0.0/1"]],
    ["all ranges of length 8", eights(256, 0)],
    ["more than four of them", [...eights(4), "192.0.2.1"]],
    ["IPv4-mapped", ["::ffff:0.0.0.0/96"]],
    ["a wide one in an IPv4-mapped form", ["::ffff:0.0.0.0/103"]],
    ["IPv6 in parts", ["2000::/7", "2200::/7", "2400::/7"]],
    ["all ranges of length 16", sixteens],
  ])("%s: is wide", (_, list) => {
    expect(isWide(list.map(cidr))).toBe(true);
  });
});

test("H-6: an absent or malformed address lies nowhere", () => {
  const everywhere = [cidr("0.0.0.0/0"), cidr("::/0")];
  expect(addressIn(everywhere, undefined)).toBe(false);
  expect(addressIn(everywhere, "unknown")).toBe(false);
  expect(addressIn([], "10.0.0.1")).toBe(false);
});

test("a range of n bits holds exactly the addresses that share n bits", () => {
  const bits = (bytes: Uint8Array) =>
    Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const four = fc.uint8Array({ minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(four, four, fc.integer({ min: 0, max: 32 }), (base, address, length) => {
      const range = cidr(`${base.join(".")}/${length}`);
      const same = bits(base).slice(0, length) === bits(address).slice(0, length);
      expect(contains(range, address)).toBe(same);
    }),
  );
});

test("H-6: throttling counts an IPv4 address, an IPv6 /64, and the malformed together", () => {
  expect(throttleKey("203.0.113.7")).toBe("203.0.113.7");
  expect(throttleKey("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(throttleKey("2001:db8:0:1:aaaa::1")).toBe("2001:db8:0:1::/64");
  expect(throttleKey("2001:DB8:0:1::2%eth0")).toBe("2001:db8:0:1::/64");
  expect(throttleKey("2001:db8:0:2::1")).not.toBe(throttleKey("2001:db8:0:1::1"));
  expect(throttleKey("a")).toBe("invalid");
  expect(throttleKey("b")).toBe("invalid");
});
