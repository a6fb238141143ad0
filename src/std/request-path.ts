/** one spelling for the path and the host of a request; what is ambiguous is refused. */

import { remember } from "./bounded-map.ts";
import { MAX_HOST_LENGTH, validHost } from "./host.ts";

/** Characters of a URL: a longer one is refused (N-1), so a longer path was never requested. */
export const MAX_URL_LENGTH = 8_192;
const SLASH = 47;
/** Escaped `# % . / ; ? \`: an upstream may decode them before or after it reads the path. */
const AMBIGUOUS_ESCAPE = /%(?:2[35ef]|3[bf]|5c)/i;

/**
 * The one spelling of an absolute path as it stands in a request line; undefined when the upstream
 * could see another path. Escapes are decoded once, so the answer has no `%`: `/%61`, `/a` and
 * `/%C3%A4`, `/ä` are the same. The empty path is `/` (RFC 9110, section 4.2.3); a final `/` counts.
 *
 * Refused: no `/` at the start, empty and dot segments, `\`, `;`, `?`, `#`, control characters, the
 * escapes of all these and of `/`, `.`, `%`, broken escapes, and more than 8 KiB.
 */
export function canonicalPath(path: string): string | undefined {
  if (path === "") return "/";
  if (path.length > MAX_URL_LENGTH) return undefined;
  const text = path.includes("%") ? decodeEscapes(path) : path;
  return text !== undefined && isUnambiguous(text) ? text : undefined;
}

/** The text with its escapes decoded as UTF-8; undefined when one is broken or ambiguous. */
export function decodeEscapes(text: string): string | undefined {
  if (AMBIGUOUS_ESCAPE.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** One pass over a path without escapes. */
function isUnambiguous(path: string): boolean {
  if (path.charCodeAt(0) !== SLASH) return false;
  let segment = 1;
  for (let at = 1; at <= path.length; at++) {
    const code = at < path.length ? path.charCodeAt(at) : SLASH;
    if (code === SLASH) {
      if (at === segment && at < path.length) return false;
      if (isDots(path, segment, at)) return false;
      segment = at + 1;
    } else if (isForbidden(code)) {
      return false;
    }
  }
  return path.isWellFormed();
}

function isDots(path: string, from: number, to: number): boolean {
  if (to - from === 1) return path.charCodeAt(from) === 46;
  return to - from === 2 && path.charCodeAt(from) === 46 && path.charCodeAt(from + 1) === 46;
}

/** Control characters (C0, DEL, C1) and `# ; ? \`. */
function isForbidden(code: number): boolean {
  if (code < 32 || (code >= 127 && code < 160)) return true;
  return code === 35 || code === 59 || code === 63 || code === 92;
}

/** A host in its one spelling. */
interface KnownHost {
  /** With its port, if it has one. */
  readonly host: string;
  readonly name: string;
}

/** Every request names a host or two, and most of them the same ones. */
const MAX_HOSTS = 256;
const hosts = new Map<string, KnownHost | null>();

/**
 * The host in lower case without the dot after its name, IPv6 in its shortest form, its port kept;
 * undefined when it is not a host (`validHost`). Empty stays empty: no host is known.
 */
export const canonicalHost = (host: string): string | undefined => knownHost(host)?.host;

/** The same together with the name in it. */
export function knownHost(host: string): KnownHost | undefined {
  let known = hosts.get(host);
  if (known === undefined) {
    known = readHost(host) ?? null;
    if (host.length <= MAX_HOST_LENGTH) remember(hosts, host, known, MAX_HOSTS);
  }
  return known ?? undefined;
}

function readHost(text: string): KnownHost | undefined {
  if (text === "") return { host: "", name: "" };
  if (!validHost(text)) return undefined;
  const lower = text.toLowerCase();
  const name = hostName(lower);
  const port = lower.slice(name.length);
  const spelled = spelledName(name);
  return { host: spelled + port, name: spelled };
}

function spelledName(name: string): string {
  if (name.startsWith("[")) return new URL(`http://${name}`).hostname;
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

/** A valid host without its port. */
export function hostName(host: string): string {
  const colon = host.lastIndexOf(":");
  return colon < 0 || host.endsWith("]") ? host : host.slice(0, colon);
}

/** Path of a request URL as it was sent, still encoded. */
export function rawPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.search(/[?#]/);
  return start < 0 ? "/" : url.slice(start, end < 0 ? undefined : end);
}
