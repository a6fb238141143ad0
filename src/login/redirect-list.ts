/** `redirect_white_list`: same origin, path on a segment boundary (L-W3; Z-3). */

import { isAbsoluteUri, parseWebAddress } from "../settings/fields/address-field.ts";
import { canonicalPath, rawPath } from "../std/request-path.ts";
import { isPathBelow } from "../std/url-below.ts";
import { ANSWER_MEMBERS } from "../web/authorization-answer.ts";

const MAX_URL_LENGTH = 2_048;

/** An absolute URI that a browser may be sent to at all. */
function isTarget(uri: string): boolean {
  if (uri.length > MAX_URL_LENGTH || !/^[\x21-\x7e]+$/.test(uri) || !isAbsoluteUri(uri))
    return false;
  const web = /^https?:/i.test(uri);
  if (web && !parseWebAddress(uri)) return false;
  const { searchParams } = new URL(uri);
  return !ANSWER_MEMBERS.some((name) => searchParams.has(name));
}

/** Whether the target lies at or below one entry; schemes of applications match exactly. */
function isBelow(uri: string, entry: string): boolean {
  const target = parseWebAddress(uri);
  const prefix = parseWebAddress(entry);
  if (!target || !prefix) return uri === entry;
  if (target.origin !== prefix.origin || prefix.search !== "") return uri === entry;
  const path = canonicalPath(rawPath(uri));
  const root = canonicalPath(rawPath(entry));
  if (path === undefined || root === undefined) return false;
  // An entry that ends in a slash names what is below it, and not the path without the slash.
  return isPathBelow(path, root) && `${path}/` !== root;
}

/** An empty list restricts nothing (login-middleware.md, Limits). */
export const isAllowedTarget = (uri: string, list: readonly string[]): boolean =>
  isTarget(uri) && (list.length === 0 || list.some((entry) => isBelow(uri, entry)));
