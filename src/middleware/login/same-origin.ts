/** A browser may change state only from our own pages (L-W14; B-2). */
import { AuthError } from "../../errors.ts";
import type { Visit } from "./visit.ts";

const foreign = () => new AuthError("forbidden", "request comes from another origin");

const isOwn = ({ origin, login }: Visit, sender: string): boolean => {
  const { base_url } = login.options.redirect;
  return sender === origin || (base_url !== "" && sender === new URL(base_url).origin);
};

/** For `fetch`: programs that are no browsers send neither header and are let in. */
export function requireOwnOrigin(visit: Visit): void {
  const { headers } = visit.request;
  const site = headers.get("sec-fetch-site");
  const sender = headers.get("origin");
  if (site !== null && site !== "same-origin") throw foreign();
  if (sender !== null && !isOwn(visit, sender)) throw foreign();
}

/**
 * For forms: `no-referrer` makes browsers send `Origin: null` even from our own page, so their
 * statement about the site decides; where there is none, the form's token alone does.
 */
export function requireOwnForm(visit: Visit): void {
  const { headers } = visit.request;
  const site = headers.get("sec-fetch-site");
  const sender = headers.get("origin");
  if (site !== null && site !== "same-origin") throw foreign();
  if (sender !== null && sender !== "null" && !isOwn(visit, sender)) throw foreign();
}
