/** URLs, origins, hosts and header names in settings; each checked in the form in which it is used. */
import { message } from "../../messages/message.ts";
import { canonicalOrigin } from "../../std/canonical-origin.ts";
import { parseAddress } from "../../std/cidr.ts";
import { validHost } from "../../std/host.ts";
import { checkedList, checkedText } from "./field.ts";

/** RFC 9110 §5.1: a field name is a token. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Characters that a URL parser drops or turns into others before it looks (P-2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const REWRITTEN = /[\u0000-\u0020\u007f\\]/;

/** Schemes that run or carry content instead of naming a place. */
const ACTIVE_SCHEMES: ReadonlySet<string> = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "blob:",
  "about:",
  "file:",
]);

/** The parsed URL when it is absolute http(s) without credentials. */
export function parseWebAddress(text: string): URL | undefined {
  if (REWRITTEN.test(text) || !/^https?:\/\//i.test(text)) return undefined;
  const url = URL.parse(text);
  if (url?.username !== "" || url.password !== "" || !validHost(url.host)) return undefined;
  return url;
}

/** RFC 6749 §3.1.2: an absolute URI without fragment; private-use schemes (RFC 8252) are allowed. */
export function isAbsoluteUri(text: string): boolean {
  if (REWRITTEN.test(text) || text.includes("#") || !/^[A-Za-z][A-Za-z0-9+.-]*:./.test(text)) {
    return false;
  }
  const url = URL.parse(text);
  return url !== null && !ACTIVE_SCHEMES.has(url.protocol);
}

/** A path on this host: one leading slash, nothing that a browser would read as another host. */
export function isLocalPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !REWRITTEN.test(text);
}

/**
 * The origin of `http(s)://host[:port]`, one trailing slash tolerated, in its one spelling.
 */
export function parseOrigin(text: string): string | undefined {
  const url = parseWebAddress(text);
  if (!url || !/^https?:\/\/[^/?#@]+\/?$/i.test(text)) return undefined;
  return canonicalOrigin(url.protocol === "https:" ? "https" : "http", url.host);
}

/** True when the host is the domain or lies below it; an IP address equals only itself. */
export function hostWithin(host: string, domain: string): boolean {
  if (host === domain) return true;
  const address = domain.startsWith("[") ? domain.slice(1, -1) : domain;
  return parseAddress(address) === undefined && host.endsWith(`.${domain}`);
}

export function isHeaderName(text: string): boolean {
  return HEADER_NAME.test(text);
}

/** An absolute http(s) URL, or empty. */
export const webAddress = () =>
  checkedText((value) => parseWebAddress(value) !== undefined, message("fault.web_address"));

/** The identifier of a protected resource, or empty (RFC 9728 §1.2): http is for a resource on one's own machine. */
export const resourceAddress = () =>
  checkedText(
    (value) => parseWebAddress(value) !== undefined && !value.includes("#"),
    message("fault.web_address_plain"),
  );

/** An https URL without fragment, username and password, or empty. */
export const httpsAddress = () => checkedText(isHttpsAddress, message("fault.https_address"));

export function isHttpsAddress(value: string): boolean {
  const url = parseWebAddress(value);
  if (url?.protocol !== "https:" || value.includes("#") || value.length > 2_048) return false;
  return url.username === "" && url.password === "";
}

/** An absolute http(s) URL or a path on this host, or empty. */
export const webAddressOrPath = () =>
  checkedText(
    (value) => parseWebAddress(value) !== undefined || isLocalPath(value),
    message("fault.web_address_or_path"),
  );

/** The name of an HTTP header, or the fallback. */
export const headerName = (fallback = "") =>
  checkedText(isHeaderName, message("fault.header_name"), fallback);

/** A list of absolute URIs without fragment. */
export const absoluteUris = () =>
  checkedList((entry) => (isAbsoluteUri(entry) ? entry : undefined), message("fault.absolute_uri"));

/** RFC 6749 §3.3: scope tokens. */
export const scopes = () =>
  checkedList(
    (entry) => (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(entry) ? entry : undefined),
    message("fault.scope"),
  );
