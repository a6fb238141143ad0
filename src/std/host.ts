/** The host of a URL as text: exact replacement (auth-service.md "Host replacements" 1-3), validity. */

import { remember } from "./bounded-map.ts";
import { parseAddress } from "./cidr.ts";

/** Scheme, then authority up to the path, query or fragment; `\` ends it as in the URL standard. */
const AUTHORITY = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/([^/?#\\]*)/;
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;
const NUMBER_LABEL = /^(?:[0-9]+|0[xX][0-9A-Fa-f]*)$/;
const PORT = /^[1-9][0-9]{0,4}$/;
/** A name of 254 characters, brackets or a final dot, and a port. */
export const MAX_HOST_LENGTH = 261;
/** Every request names a host or two, and most of them the same ones. */
const MAX_ANSWERS = 256;
const answers = new Map<string, boolean>();

/**
 * The URL with its host replaced when a rule's key equals the host as written, port included.
 * Case-sensitive, one pass, everything else kept byte for byte (user information too). A text without
 * `//` has no host and is returned unchanged.
 */
export function replaceHost(url: string, rules: Readonly<Record<string, string>>): string {
  const match = AUTHORITY.exec(url);
  if (!match) return url;
  const authority = match[1] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  if (host === "" || !Object.hasOwn(rules, host)) return url;
  const end = match[0].length;
  return url.slice(0, end - host.length) + rules[host] + url.slice(end);
}

/**
 * True for a Host header value (RFC 9110 §7.2) that is a DNS-style name, a dotted IPv4 address or a
 * bracketed IPv6 address, with an optional port 1-65535. Narrower than RFC 3986's reg-name on
 * purpose: no percent escapes, no sub-delimiters, no empty label except a final dot, and a name
 * ending in a number must be an IPv4 address.
 */
export function validHost(text: string): boolean {
  if (text.length > MAX_HOST_LENGTH) return false;
  const cached = answers.get(text);
  if (cached !== undefined) return cached;
  const valid = isHost(text);
  remember(answers, text, valid, MAX_ANSWERS);
  return valid;
}

function isHost(text: string): boolean {
  const bracket = text.startsWith("[") ? text.indexOf("]") : -1;
  const colon = text.indexOf(":", bracket + 1);
  const name = colon < 0 ? text : text.slice(0, colon);
  if (colon >= 0 && !validPort(text.slice(colon + 1))) return false;
  if (bracket < 0) return validName(name);
  const address = name.slice(1, -1);
  if (bracket !== name.length - 1 || address.includes("%") || !address.includes(":")) return false;
  return parseAddress(address) !== undefined;
}

function validName(name: string): boolean {
  const labels = name.split(".");
  if (labels.length > 1 && labels[labels.length - 1] === "") labels.pop();
  if (name.length > 254 || !labels.every((label) => LABEL.test(label))) return false;
  if (!NUMBER_LABEL.test(labels[labels.length - 1] ?? "")) return true;
  return parseAddress(name) !== undefined;
}

function validPort(text: string): boolean {
  return PORT.test(text) && Number(text) <= 65_535;
}
