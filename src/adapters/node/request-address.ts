/** The URL of a request of Node, as a URL parser spells it (RFC 9112 §3.2, §3.3). */
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import { hostName } from "../../std/request-path.ts";

/** Path and query that a URL parser leaves as they are, where no segment is made of dots alone. */
const PLAIN_TARGET = /^\/[\w\-.~!$&()*+,;=:@/?]*$/;
const DOT_SEGMENT = /\/\.{1,2}(?:[/?]|$)/;
/** The same for a host: no capital, and no port that could be the one of the scheme. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::\d{4,5})?$/;
/** A URL parser would read it as `/`. */
const BACKSLASH_IN_PATH = /^[^?]*\\/;

/** Undefined for what is no target of a request to its host. The host is valid. */
export function urlOfRequest({ url: target = "", headers, socket }: IncomingMessage) {
  const { host = "" } = headers;
  if (target.startsWith("/")) {
    const scheme = (socket as Partial<TLSSocket>).encrypted === true ? "https" : "http";
    const url = `${scheme}://${host}${target}`;
    const isPlain = PLAIN_HOST.test(host) && PLAIN_TARGET.test(target);
    if (isPlain && !DOT_SEGMENT.test(target)) return url;
    const parsed = BACKSLASH_IN_PATH.test(target) ? null : URL.parse(url);
    return parsed?.hostname === hostName(host).toLowerCase() ? parsed.href : undefined;
  }
  // RFC 9112 §3.2.2: the form that a proxy gets.
  if (!/^https?:\/\//.test(target) || BACKSLASH_IN_PATH.test(target)) return undefined;
  return URL.parse(target)?.href;
}
