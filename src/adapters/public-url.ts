/** What a URL that a stranger gave must look like before anything is asked about it (G-6). */
import { RefusedUrl } from "../errors.ts";
import { message } from "../messages/message.ts";
import { parseAddress } from "../std/cidr.ts";
import { isInternalAddress, isInternalName, isReachable } from "../std/internal-hosts.ts";
import { isPublicAddress } from "../std/public-address.ts";

/** Names that belong to one machine or one network (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** The address of a URL whose host is one: without brackets; undefined for a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const text = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return parseAddress(text) && text;
}

/**
 * Throws `RefusedUrl` unless the URL is https on port 443, without username and password, and its
 * host is a public address or a name that may have one. The URL parser has made every spelling of a
 * number (`0x7f.1`, `2130706433`) the plain one.
 */
export function checkPublicUrl(url: URL): void {
  if (url.protocol !== "https:") throw new RefusedUrl(message("url.https"));
  if (url.username !== "" || url.password !== "") {
    throw new RefusedUrl(message("url.user"));
  }
  if (url.port !== "") throw new RefusedUrl(message("url.port"));
  const address = literalAddress(url);
  const publicHost = address === undefined ? mayBePublic(url.hostname) : isPublicAddress(address);
  if (!publicHost) throw new RefusedUrl(message("url.not_public"));
}

/** At least two labels, none of them empty: a final dot, too, would be a second spelling. */
function mayBePublic(name: string): boolean {
  const labels = name.split(".");
  return labels.length > 1 && labels.every((label) => label !== "") && !LOCAL_NAME.test(name);
}

/**
 * The same for a URL that an administrator wrote: any port, and what is listed as internal may be inside.
 * Plain http is for internal hosts alone; behind a name that is not listed, only the addresses can tell.
 * @returns true when the name itself is listed, so that its addresses do not matter
 */
export function checkWrittenUrl(url: URL, internal: readonly string[]): boolean {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new RefusedUrl(message("url.web"));
  }
  if (url.username !== "" || url.password !== "") {
    throw new RefusedUrl(message("url.user"));
  }
  const address = literalAddress(url);
  if (address === undefined) {
    if (isInternalName(internal, url.hostname)) return true;
    if (!mayBePublic(url.hostname)) throw new RefusedUrl(message("url.not_public"));
    return false;
  }
  if (!isReachable(internal, address)) throw new RefusedUrl(message("url.not_public"));
  if (url.protocol === "http:" && !isInternalAddress(internal, address)) {
    throw new RefusedUrl(message("url.https"));
  }
  return false;
}
