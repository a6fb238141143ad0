/** Where an anonymous browser goes: `authorize.login_url` with the way back (auth-wire 5.9). */
import { appendQuery } from "../../std/url-query.ts";

/** `redirect_path` joins the query that is there; a fragment stays at the end. */
export function signInUrl(loginUrl: string, back: string): string {
  const joined = appendQuery(loginUrl, `redirect_path=${encodeURIComponent(back)}`);
  const url = new URL(joined, "http://here");
  // A local path stays local: the browser knows the origin, we may not.
  return loginUrl.startsWith("/") ? `${url.pathname}${url.search}${url.hash}` : url.href;
}
