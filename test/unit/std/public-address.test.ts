/** G-6: which addresses a stranger's URL may lead to. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../../../src/std/public-address.ts";

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "2606:4700:4700::1111",
  "2A00:1450:4001:0:0:0:0:200E",
];

/** The first and the last address of each range, and what stands beside it. */
const V4_RANGES = [
  ["this network", "0.0.0.0", "0.255.255.255", undefined, "1.0.0.0"],
  ["private, 10", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["carriers", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["loopback", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["link-local", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["private, 172", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["assignments", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["documentation 1", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["AS112", "192.31.196.0", "192.31.196.255", "192.31.195.255", "192.31.197.0"],
  ["multicast tunnels", "192.52.193.0", "192.52.193.255", "192.52.192.255", "192.52.194.0"],
  ["6to4 relays", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["private, 192", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["AS112 again", "192.175.48.0", "192.175.48.255", "192.175.47.255", "192.175.49.0"],
  ["benchmarks", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["documentation 2", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["documentation 3", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["multicast, reserved, broadcast", "224.0.0.0", "255.255.255.255", "223.255.255.255", undefined],
] as const;

const V6_RANGES = [
  ["unspecified to the end of 0000::/3", "::", "1fff:ffff::", undefined, "2003::"],
  ["protocol assignments", "2001::", "2001:1ff:ffff::", "2000:ffff::", "2001:200::"],
  ["documentation", "2001:db8::", "2001:db8:ffff::", "2001:db7:ffff::", "2001:db9::"],
  ["6to4", "2002::", "2002:ffff:ffff::", "2001:ffff::", "2003::"],
  ["AS112", "2620:4f:8000::", "2620:4f:8000:ffff::", "2620:4f:7fff::", "2620:4f:8001::"],
  ["documentation, new", "3fff::", "3fff:fff:ffff::", "3ffe:ffff::", "3fff:1000::"],
  ["everything after 2000::/3", "4000::", "ffff::", "3fff:ffff::", undefined],
] as const;

const METADATA_SERVICES = [
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
];

const SPECIAL_V6 = ["::1", "fe80::1", "fec0::1", "fc00::1", "fd12:3456:789a::1", "ff02::1"];

/** IPv6 forms that hold an IPv4 address; none of them is an address of a site. */
const EMBEDDINGS: readonly (readonly [string, (a: string, b: string) => string])[] = [
  ["mapped", (a, b) => `::ffff:${a}:${b}`],
  ["compatible", (a, b) => `::${a}:${b}`],
  ["translated", (a, b) => `::ffff:0:${a}:${b}`],
  ["NAT64", (a, b) => `64:ff9b::${a}:${b}`],
  ["local NAT64", (a, b) => `64:ff9b:1::${a}:${b}`],
  ["6to4", (a, b) => `2002:${a}:${b}::1`],
  ["Teredo", (a, b) => `2001:0:${a}:${b}::1`],
];

test.each(PUBLIC)("G-6: %s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe("G-6: special-use ranges are not public, their neighbours are", () => {
  test.each([...V4_RANGES, ...V6_RANGES])("%s", (_, first, last, before, after) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    for (const beside of [before, after]) if (beside) expect(isPublicAddress(beside)).toBe(true);
  });
});

test.each([...METADATA_SERVICES, ...SPECIAL_V6])("G-6: %s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(EMBEDDINGS)("G-6: no %s form of any IPv4 address is public", (_, embed) => {
  const word = fc.nat(0xffff).map((value) => value.toString(16));
  fc.assert(fc.property(word, word, (a, b) => !isPublicAddress(embed(a, b))));
});

test.each(["::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2606:4700::1%eth0", "fe80::1%1"])(
  "G-6: %s is refused for its form",
  (address) => expect(isPublicAddress(address)).toBe(false),
);

test.each(["", "example.com", "8.8.8", "8.8.8.8.", "08.8.8.8", "0x8.8.8.8", "8.8.8.8/32", "[::1]"])(
  "P-1: %j is no address, so it is not public",
  (text) => expect(isPublicAddress(text)).toBe(false),
);
