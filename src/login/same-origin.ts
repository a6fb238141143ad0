/** A browser may change state only from our own pages (L-W14; B-2). */
import { otherOrigin } from "../web/other-origin.ts";
import type { Visit } from "./visit.ts";

const isOwn = ({ origin, login }: Visit, sender: string): boolean => {
  const { base_url } = login.options.redirect;
  return sender === origin || (base_url !== "" && sender === new URL(base_url).origin);
};

/** For `fetch`: programs that are no browsers send neither header and are let in. */
export function requireOwnOrigin(visit: Visit): void {
  const { headers } = visit.request;
  const site = headers.get("sec-fetch-site");
  const sender = headers.get("origin");
  const foreign = sender !== null && !isOwn(visit, sender);
  if (foreign || (site !== null && site !== "same-origin")) {
    throw otherOrigin(sender ?? `the ${site} page`, visit.origin);
  }
}

/**
 * For forms: `no-referrer` makes browsers send `Origin: null` even from our own page, so their
 * statement about the site decides; where there is none, the form's token alone does.
 */
export function requireOwnForm(visit: Visit): void {
  const { headers } = visit.request;
  const site = headers.get("sec-fetch-site");
  const sender = headers.get("origin");
  const foreign = sender !== null && sender !== "null" && !isOwn(visit, sender);
  if (foreign || (site !== null && site !== "same-origin")) {
    throw otherOrigin(sender ?? `the ${site} page`, visit.origin);
  }
}
