/** Lists of proxies that are believed: they say who or where a client is, so they are few (H-5, H-7). */
import { message } from "../../messages/message.ts";
import { type Cidr, isWide, parseCidr } from "../../std/cidr.ts";
import { addFault, checkedList } from "./field.ts";

const readRange = (text: string): Cidr | undefined => {
  const cidr = parseCidr(text);
  return cidr && !isWide([cidr]) ? cidr : undefined;
};

/** Addresses and narrow ranges. A list of every address, also in parts, would let any client be a proxy. */
export const proxyList = () =>
  checkedList(readRange, message("fault.proxy")).superRefine((list, context) => {
    if (isWide(list)) addFault(context, message("fault.proxies"));
  });
