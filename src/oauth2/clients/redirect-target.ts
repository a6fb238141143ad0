/** RFC 6749 §3.1.2: what a redirect target may look like, before it is compared with any list. */
import { validHost } from "../../std/host.ts";

/** A target that can be read in one way only. */
export interface RedirectTarget {
  readonly text: string;
  /** `https:` and the like, in lower case. */
  readonly scheme: string;
  /** Host with port as written; empty for a scheme of an application (RFC 8252 §7.1). */
  readonly host: string;
  /** From the first slash to the query, as written. */
  readonly path: string;
  readonly query: string;
}

const MAX_URI_LENGTH = 2_048;

/** RFC 3986 §2: the characters a URI consists of; blanks, controls, `\`, `#` and IRIs are refused. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[\w\-.~:/?[\]@!$&'()*+,;=%]+$/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
/** Escaped controls and line ends: a client that decodes them once too often would obey them. */
const ESCAPED_CONTROL = /%(?:[01][0-9A-Fa-f]|7[Ff])/;

/** Schemes that run, carry or open content instead of naming an application. */
const DANGEROUS: ReadonlySet<string> = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "about:",
  "filesystem:",
  "view-source:",
  "chrome:",
  "resource:",
  "jar:",
  "intent:",
  "mailto:",
  "tel:",
  "sms:",
  "ftp:",
  "ws:",
  "wss:",
  "urn:",
]);

const WEB = /^(https?:)\/\/([^/?]*)((?:\/[^?]*)?)(\?.*)?$/;
const APPLICATION = /^([^:]+:)([^?]*)(\?.*)?$/;

/** The parts of a target; undefined for a target that is never allowed. */
export function readTarget(text: string): RedirectTarget | undefined {
  const unfit = text.length > MAX_URI_LENGTH || !URI.test(text);
  if (unfit || BROKEN_ESCAPE.test(text) || ESCAPED_CONTROL.test(text)) return undefined;
  const colon = text.indexOf(":");
  const scheme = text.slice(0, colon + 1).toLowerCase();
  if (DANGEROUS.has(scheme)) return undefined;
  const web = scheme === "http:" || scheme === "https:";
  const [, , ...parts] = (web ? WEB : APPLICATION).exec(scheme + text.slice(colon + 1)) ?? [];
  const [host = "", path = "", query = ""] = web ? parts : ["", ...parts];
  // A browser reads `http:host` and `http:///host` as hosts too; here they are nothing.
  if (web ? !validHost(host) : hasUserInfo(path)) return undefined;
  return { text, scheme, host, path, query };
}

/** `app://user@host`: never a name of an application, and shown to people as another host. */
const hasUserInfo = (path: string) => /^\/\/[^/]*@/.test(path);

/** RFC 8252 §7.3, and `localhost`, which real clients use (decisions, section 4). */
const LOOPBACK = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/;

/** `http` to the user's own machine. */
export const isLoopback = ({ scheme, host }: Pick<RedirectTarget, "scheme" | "host">): boolean =>
  scheme === "http:" && LOOPBACK.test(host);

/** Host without port of a loopback target. */
export const loopbackName = ({ host }: RedirectTarget): string => LOOPBACK.exec(host)?.[1] ?? "";
