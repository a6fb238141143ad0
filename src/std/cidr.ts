/** IP addresses and CIDR ranges as bytes (H-6): IPv4 is 4 bytes, IPv6 16, IPv4-mapped folded to 4. */

import { remember } from "./bounded-map.ts";

/** A range: the first `bits` bits of `address` (4 or 16 bytes) are the prefix. */
export interface Cidr {
  readonly address: Uint8Array;
  readonly bits: number;
}

const V4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9A-Fa-f]{1,4}$/;
const LENGTH = /^(?:0|[1-9][0-9]{0,2})$/;

/**
 * The address as 4 or 16 bytes; undefined when malformed. IPv4 is strictly four decimal numbers
 * without leading zeros. An IPv6 zone (`fe80::1%eth0`) is dropped.
 */
export function parseAddress(text: string): Uint8Array | undefined {
  const bytes = text.includes(":") ? parseV6(withoutZone(text)) : parseV4(text);
  return bytes && isMapped(bytes) ? bytes.slice(12) : bytes;
}

/**
 * A range `address/length`, or one address alone. An IPv4-mapped range is the IPv4 range and needs a
 * length of at least 96. Bits after the prefix are ignored. Undefined when malformed.
 */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) {
    const address = parseAddress(text);
    return address && { address, bits: address.length * 8 };
  }
  const length = text.slice(slash + 1);
  const host = text.slice(0, slash);
  const address = host.includes(":") ? parseV6(host) : parseV4(host);
  if (!address || !LENGTH.test(length)) return undefined;
  const bits = Number(length);
  if (bits > address.length * 8) return undefined;
  if (!isMapped(address)) return { address, bits };
  return bits < 96 ? undefined : { address: address.slice(12), bits: bits - 96 };
}

/** True when the parsed address lies in the range; never across address families. */
export function contains(cidr: Cidr, address: Uint8Array): boolean {
  if (cidr.address.length !== address.length) return false;
  const whole = cidr.bits >> 3;
  for (let i = 0; i < whole; i++) if (cidr.address[i] !== address[i]) return false;
  const rest = cidr.bits & 7;
  if (rest === 0) return true;
  return ((cidr.address[whole] ?? 0) ^ (address[whole] ?? 0)) >> (8 - rest) === 0;
}

/** The least length of a range that is narrow: of IPv6 the unique local addresses, `fc00::/7`, are one. */
const leastLength = ({ address }: Cidr): number => (address.length === 4 ? 8 : 7);
/** All ranges of one family together: 1/64 of its addresses. */
const MAX_SHARE = 2 ** -6;

/** As a text of 0 and 1: what lies in a range begins with its text. */
const prefixOf = ({ address, bits }: Cidr): string =>
  Array.from(address, (byte) => byte.toString(2).padStart(8, "0"))
    .join("")
    .slice(0, bits);

/** How much of its family a list covers, as a fraction; ranges within others count once. */
function coverage(list: readonly Cidr[]): number {
  let covered = 0;
  let last: string | undefined;
  // Sorted, a range comes right before those within it.
  for (const prefix of list.map(prefixOf).sort()) {
    if (last !== undefined && prefix.startsWith(last)) continue;
    covered += 2 ** -prefix.length;
    last = prefix;
  }
  return covered;
}

/**
 * Whether a list is too wide to be one of peers: one range of it, or all of one family together. The private networks
 * of both families are narrow.
 */
export function isWide(list: readonly Cidr[]): boolean {
  if (list.some((cidr) => cidr.bits < leastLength(cidr))) return true;
  return [4, 16].some(
    (bytes) => coverage(list.filter(({ address }) => address.length === bytes)) > MAX_SHARE,
  );
}

/** Answers that are remembered, and per list: a proxy asks again and again, and few of them are listed. */
const MAX_ANSWERS = 1_000;
/** Longer than any address: what is remembered stays small. */
const MAX_CIDR_LENGTH = 64;
const answers = new WeakMap<readonly Cidr[], Map<string, boolean>>();

/** True when the text is an address in one of the ranges; false when absent or malformed. */
export function addressIn(list: readonly Cidr[], text: string | undefined): boolean {
  if (text === undefined || list.length === 0) return false;
  const ofList = answers.get(list) ?? new Map<string, boolean>();
  const cached = ofList.get(text);
  if (cached !== undefined) return cached;
  const address = parseAddress(text);
  const listed = address !== undefined && list.some((cidr) => contains(cidr, address));
  if (text.length <= MAX_CIDR_LENGTH) remember(ofList, text, listed, MAX_ANSWERS);
  answers.set(list, ofList);
  return listed;
}

/**
 * The bucket an address is counted in: an IPv4 address as it is, an IPv6 address as its /64
 * (`2001:db8:0:1::/64`). Everything malformed shares the bucket `invalid`, so it is counted too.
 */
export function throttleKey(text: string): string {
  const cached = buckets.get(text);
  if (cached !== undefined) return cached;
  const bucket = bucketOf(text);
  if (text.length <= MAX_CIDR_LENGTH) remember(buckets, text, bucket, MAX_ANSWERS);
  return bucket;
}

const buckets = new Map<string, string>();

function bucketOf(text: string): string {
  const bytes = parseAddress(text);
  if (!bytes) return "invalid";
  if (bytes.length === 4) return bytes.join(".");
  const groups = [0, 2, 4, 6].map((i) =>
    (((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0)).toString(16),
  );
  return `${groups.join(":")}::/64`;
}

function parseV4(text: string): Uint8Array | undefined {
  if (text.length > 15) return undefined;
  const [, ...octets] = V4.exec(text)?.map(Number) ?? [];
  if (octets.length !== 4 || octets.some((octet) => octet > 255)) return undefined;
  return Uint8Array.from(octets);
}

function parseV6(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || text.length > 45) return undefined;
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const compressed = halves.length === 2;
  const head = groupsOf(halves[0] ?? "", !compressed);
  const tail = groupsOf(halves[1] ?? "", compressed);
  if (!head || !tail) return undefined;
  const missing = 16 - head.length - tail.length;
  if (compressed ? missing < 2 : missing !== 0) return undefined;
  const bytes = new Uint8Array(16);
  bytes.set(head);
  bytes.set(tail, 16 - tail.length);
  return bytes;
}

/** The bytes of `a:b:c`; the last group may be a dotted IPv4 address where `v4` says so. */
function groupsOf(text: string, v4: boolean): number[] | undefined {
  if (text === "") return [];
  const bytes: number[] = [];
  const groups = text.split(":");
  for (const [i, group] of groups.entries()) {
    if (GROUP.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 255);
      continue;
    }
    const embedded = v4 && i === groups.length - 1 ? parseV4(group) : undefined;
    if (!embedded) return undefined;
    bytes.push(...embedded);
  }
  return bytes;
}

/** Drops `%zone`; undefined when the zone is empty. */
function withoutZone(text: string): string | undefined {
  const percent = text.indexOf("%");
  if (percent < 0) return text;
  return percent === text.length - 1 ? undefined : text.slice(0, percent);
}

/** RFC 4291 §2.5.5.2: `::ffff:0:0/96`. */
function isMapped(bytes: Uint8Array): boolean {
  if (bytes.length !== 16 || bytes[10] !== 255 || bytes[11] !== 255) return false;
  return bytes.subarray(0, 10).every((byte) => byte === 0);
}
