/** Lists of proxies that are believed: they say who or where a client is, so they are few (H-5, H-7). */
import { type Cidr, isWide, parseCidr } from "../../std/cidr.ts";
import { checkedList } from "./field.ts";

const readRange = (text: string): Cidr | undefined => {
  const cidr = parseCidr(text);
  return cidr && !isWide([cidr]) ? cidr : undefined;
};

/** Addresses and narrow ranges. A list of every address, also in parts, would let any client be a proxy. */
export const proxyList = () =>
  checkedList(
    readRange,
    "must be an IP address or CIDR of a length of at least 8, for IPv6 7",
  ).refine(
    (list) => !isWide(list),
    "must together be no wider than four ranges of length 8, for IPv6 two of length 7",
  );
