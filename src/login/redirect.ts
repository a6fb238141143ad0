/** Sending a browser on: 307 keeps a GET a GET, 303 makes a GET of a POST (B-6; L-W30). */
import type { PageContext } from "../web/pages/layout.ts";
import { redirectTo } from "../web/pages/response.ts";

/** A header takes ASCII alone; a path may hold other letters. */
function asciiLocation(location: string): string {
  if (/^[\x21-\x7e]*$/.test(location)) return location;
  const url = new URL(location, "http://here");
  return location.startsWith("/") ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

export function redirect(
  context: PageContext,
  status: 301 | 303 | 307,
  location: string,
): Response {
  const { headers } = redirectTo(context, asciiLocation(location));
  return new Response(null, { status, headers });
}
