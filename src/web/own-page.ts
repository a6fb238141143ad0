/** Only a page of ours may change something in a browser: the one check for every route (B-2, L-W14; I-9). */

import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { sameSpelling } from "../std/canonical-origin.ts";
import type { RequestHead } from "./request-head.ts";

const MAX_ORIGIN_LENGTH = 200;

/**
 * Throws `forbidden` for a request that a page of another origin sent. Programs that are no browsers
 * send neither header and are let in. Both origins are named, because an address that is written in
 * two ways is the usual reason.
 * @param ownOrigins origins of ours, asked for when a browser says where it is; the first is where it
 *   should be
 * @param kind `fetch` sends a true `Origin`; for a `form` of a page with `no-referrer` browsers write
 *   `null` there, so their statement about the site decides, and where there is none the form's token
 */
export function requireOwnPage(
  { headers }: RequestHead,
  ownOrigins: () => readonly [string, ...string[]],
  kind: "fetch" | "form",
): void {
  const site = headers.get("sec-fetch-site");
  const sender = headers.get("origin");
  const says = sender !== null && !(kind === "form" && sender === "null");
  const foreignSite = site !== null && site !== "same-origin";
  if (!foreignSite && !says) return;
  const own = ownOrigins();
  if (!foreignSite && says && own.includes(sameSpelling(sender))) return;
  const shown = says ? sender.slice(0, MAX_ORIGIN_LENGTH) : `a ${site} page`;
  throw new AuthError("forbidden", "request comes from another origin", {
    detail: message("refusal.other_origin", { shown, own: own[0] }),
  });
}
