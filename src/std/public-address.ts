/** Which IP addresses belong to the public internet (G-6; RFC 6890 and the IANA special-purpose registries). */
import { type Cidr, contains, parseAddress, parseCidr } from "./cidr.ts";

const ranges = (texts: readonly string[]): readonly Cidr[] =>
  texts.map((text) => {
    const range = parseCidr(text);
    if (!range) throw new TypeError(`${text} is no range`);
    return range;
  });

/** Also ranges that are globally reachable but belong to a protocol and not to a site. */
const SPECIAL_V4 = ranges([
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private use
  "100.64.0.0/10", // shared by carriers (RFC 6598), and the metadata service of a cloud
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // the host agent of a cloud, in the middle of public space
  "169.254.0.0/16", // link-local, and metadata services
  "172.16.0.0/12", // private use
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // multicast tunnels
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16", // private use
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
]);

/**
 * The only IPv6 space that is given to sites. Outside are loopback, link-local, unique-local,
 * multicast, and the forms that hold an IPv4 address: mapped, compatible and NAT64.
 */
const GLOBAL_V6 = ranges(["2000::/3"]);

const SPECIAL_V6 = ranges([
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which holds an IPv4 address
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
]);

/**
 * True for an address that a stranger's URL may lead to. False for all special-use space, for every
 * IPv6 form of an IPv4 address whichever that is, for an address with a zone, and for what is none.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address || text.includes("%")) return false;
  const within = (list: readonly Cidr[]) => list.some((range) => contains(range, address));
  // Four bytes of a text with colons are a mapped address.
  if (address.length === 4) return !text.includes(":") && !within(SPECIAL_V4);
  return within(GLOBAL_V6) && !within(SPECIAL_V6);
}
