/**
 * The one spelling of an origin (B8; RFC 3986 §3.1, §6.2.3; RFC 6454 §4): scheme and host in lower case, no default
 * port, no dot after the name, IPv6 in its shortest form. Names are ASCII; others have been made so by a URL parser.
 */
import { knownHost } from "./request-path.ts";

export type WebScheme = "http" | "https";

const DEFAULT_PORT = { http: ":80", https: ":443" } as const;

/** A scheme as a proxy or a URL spells it; undefined for every other one. */
export function webScheme(text: string | null | undefined): WebScheme | undefined {
  const scheme = text?.trim().toLowerCase();
  return scheme === "http" || scheme === "https" ? scheme : undefined;
}

/**
 * @param host with its port, as in `Host`
 * @returns undefined when it is not a host (`validHost`), and for none
 */
export function canonicalOrigin(scheme: WebScheme, host: string): string | undefined {
  const known = knownHost(host);
  if (!known?.host) return undefined;
  const { host: whole, name } = known;
  return `${scheme}://${whole === name + DEFAULT_PORT[scheme] ? name : whole}`;
}

/** The origin of an `Origin` header or of another serialized origin; the text itself when it is none of http(s). */
export function sameSpelling(origin: string): string {
  const [, scheme, host = ""] = /^([A-Za-z]+):\/\/([^/?#@]+)$/.exec(origin) ?? [];
  const known = webScheme(scheme);
  return (known && canonicalOrigin(known, host)) ?? origin;
}
