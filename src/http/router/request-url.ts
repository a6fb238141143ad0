/** One spelling per path: what could be read in two ways never reaches a route (N-1, N-3). */
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { MAX_URL_LENGTH, rawPath } from "../../std/request-path.ts";
import { MAX_HEADERS_LENGTH } from "../../std/token-length.ts";

/** Records whose ids may be URLs: their path carries `//` and `%2F` on purpose. */
const URL_IDS =
  /\/(v1\/oauth\/(clients|client-logouts|client-secrets|providers)|v1\/ldap\/configs|v1\/saml\/providers|oauth2\/register)\//;
/**
 * Encoded separators, empty segments, backslashes, parameters, control characters, and letters,
 * digits and marks that never need encoding (RFC 3986 §2.3).
 */
const AMBIGUOUS =
  /%2f|%5c|%00|%0[0-9a-f]|%1[0-9a-f]|%7f|%25|%2[de]|%3[0-9]|%[46][1-9a-f]|%[57][0-9a]|%5f|\/\/|\\|;/i;
/** Group maps: their names are names and DNs of groups, with slashes and with `\` before a comma. */
const GROUP_NAMES = /\/v1\/(lmaps|ldap\/maps)\//;
/** The same for a path that ends in such a name. */
const NO_NAME = /%00|%0[0-9a-f]|%1[0-9a-f]|\\|(^|\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|$)/i;
/** The same for a path that ends in a URL-shaped id, which only must not climb. */
const CLIMBING = /%5c|%00|%0[0-9a-f]|%1[0-9a-f]|\\|(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|$)/i;

/** The path, or a refusal of a URL that is too long or could be read in two ways. */
export function checkUrl(url: string): string {
  if (url.length > MAX_URL_LENGTH) throw new AuthError("uri_too_long", message("refusal.url_long"));
  const path = rawPath(url);
  const nameAt = GROUP_NAMES.exec(path);
  const idAt = nameAt ?? URL_IDS.exec(path);
  const fixed = idAt ? path.slice(0, idAt.index + idAt[0].length) : path;
  const id = path.slice(fixed.length);
  if (AMBIGUOUS.test(fixed) || (nameAt ? NO_NAME : CLIMBING).test(id)) {
    throw new AuthError("invalid_request", "the path is ambiguous");
  }
  try {
    decodeURIComponent(path);
  } catch (cause) {
    throw new AuthError("invalid_request", "the path is not valid percent-encoding", { cause });
  }
  return path;
}

/** Header block of a reasonable size, for servers that do not limit it themselves. */
export function checkHeaders(headers: Headers): void {
  let size = 0;
  for (const [name, value] of headers) size += name.length + value.length + 4;
  if (size > MAX_HEADERS_LENGTH)
    throw new AuthError("headers_too_large", "the headers are too large");
}

const ROOT_PATHS =
  /^\/\.well-known\/(openid-configuration|oauth-authorization-server|webauthn)(\/|$)/;

/** Whether a URL is below the prefix or one of the root documents; cheap, before anything is checked. */
export function ownsUrl(prefix: string, url: string): boolean {
  const path = rawPath(url);
  return path === prefix || path.startsWith(`${prefix}/`) || ROOT_PATHS.test(path);
}
