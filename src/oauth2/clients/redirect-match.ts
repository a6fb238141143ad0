/** Comparing a redirect target with the lists of a client (RFC 8252 §7.3; Z-2, Z-3, T-21, W2). */

import { canonicalPath } from "../../std/request-path.ts";
import { isPathBelow } from "../../std/url-below.ts";
import { ANSWER_MEMBERS } from "../../web/authorization-answer.ts";
import { isLoopback, loopbackName, type RedirectTarget, readTarget } from "./redirect-target.ts";

/** Exact string; of a loopback target the port alone may differ, because native clients choose it. */
export function matchesRegistered(target: RedirectTarget, registered: string): boolean {
  if (target.text === registered) return true;
  const entry = readTarget(registered);
  if (!entry || !isLoopback(target) || !isLoopback(entry)) return false;
  return (
    loopbackName(target) === loopbackName(entry) &&
    target.path === entry.path &&
    target.query === entry.query
  );
}

export const forgesAnswer = ({ query }: RedirectTarget): boolean => {
  const parameters = new URLSearchParams(query);
  return ANSWER_MEMBERS.some((name) => parameters.has(name));
};

/**
 * Same scheme, host and port, and the prefix's path ends where a segment of the target ends. Paths
 * that an upstream could read in two ways (dot segments, encoded slashes) match nothing.
 */
export function isBelowPrefix(target: RedirectTarget, prefix: string): boolean {
  const entry = readTarget(prefix);
  if (!entry) return false;
  // A scheme of an application has no path that could be extended, a query no end to extend.
  if (entry.host === "" || target.host === "" || entry.query !== "") return target.text === prefix;
  if (originOf(target) !== originOf(entry) || forgesAnswer(target)) return false;
  const path = canonicalPath(target.path);
  const base = canonicalPath(entry.path);
  if (path === undefined || base === undefined) return false;
  return isPathBelow(path, base);
}

/** Host in lower case, without a default port. */
const originOf = ({ scheme, host }: RedirectTarget): string | undefined =>
  URL.parse(`${scheme}//${host}`)?.origin;
