/** Hosts and networks that an administrator names as reachable although they are not public (G-6). */
import { type Cidr, contains, parseAddress, parseCidr } from "./cidr.ts";
import { validHost } from "./host.ts";
import { isPublicAddress } from "./public-address.ts";

const NAME = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/;

/**
 * One entry in the form in which it is compared: a name in lower case (`keycloak.internal`), an address, or
 * a network (`10.20.0.0/16`). Undefined for everything else: URLs, ports, wildcards.
 */
export function parseInternalHost(text: string): string | undefined {
  const entry = text.toLowerCase();
  if (parseCidr(entry)) return entry;
  return NAME.test(entry) && validHost(entry) && !/^[0-9.]+$/.test(entry) ? entry : undefined;
}

/** Whether the name itself is listed: it may lead to any address then. */
export const isInternalName = (entries: readonly string[], name: string): boolean =>
  entries.includes(name.toLowerCase());

const networksOf = (entries: readonly string[]): readonly Cidr[] =>
  entries.flatMap((entry) => parseCidr(entry) ?? []);

/** Whether an address lies in a network that is listed. A mapped spelling is none. */
export function isInternalAddress(entries: readonly string[], text: string): boolean {
  const address = parseAddress(text);
  if (!address || text.includes("%") || (address.length === 4 && text.includes(":"))) return false;
  return networksOf(entries).some((network) => contains(network, address));
}

/** Public, or listed. */
export const isReachable = (entries: readonly string[], address: string): boolean =>
  isPublicAddress(address) || isInternalAddress(entries, address);
