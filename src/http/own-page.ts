/** B-2: only a page of ours may send a form that changes something. */
import type { Call } from "../call.ts";
import { otherOrigin } from "../web/other-origin.ts";

/**
 * `no-referrer` makes browsers send `Origin: null` even from our own page, so their statement about
 * the sender decides; where there is none (plain http outside the own machine) `null` says nothing,
 * and the form's token alone decides.
 */
export function requireOwnPage(request: Request, call: Call): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const foreignSite = site !== null && site !== "same-origin";
  const own = call.pageOrigin();
  const foreignOrigin = origin !== null && origin !== "null" && origin !== own;
  if (foreignSite || foreignOrigin) throw otherOrigin(origin ?? `the ${site} page`, own);
}
