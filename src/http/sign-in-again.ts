/** Pages for which a sign-in must be recent lead through one, and come back (F-3, T-10). */
import type { Call } from "../call.ts";
import type { CallerContext } from "../iam/caller.ts";
import { isRecentSignIn, RECENT_SIGN_IN, requireRecentSignIn } from "../iam/reauthentication.ts";
import { appendQuery } from "../std/url-query.ts";
import { redirectTo } from "../web/pages/response.ts";
import { signInUrl } from "./sign-in-url.ts";

/** In the way back: the browser has been at the login page, so it is not sent there once more. */
const BEEN_THERE = "signed_in=again";

/**
 * The answer that leads to the login page and back to a page of ours; undefined when the sign-in is recent.
 * Throws `reauthentication_required` without a login page, and when one did not ask again.
 * @param back path and query of the page, to be opened with GET
 * @param purpose as for `requireRecentSignIn`
 */
export function signInAgain(
  call: Call,
  context: CallerContext,
  request: Request,
  back: string,
  purpose: string,
): Response | undefined {
  if (isRecentSignIn(call, context)) return undefined;
  const { login_url } = call.snapshot.settings.authorize;
  const been = request.method === "GET" && new URL(request.url).searchParams.has("signed_in");
  if (!login_url || been) requireRecentSignIn(call, context, purpose);
  // A login of ours shows its form to those whose sign-in is older (OpenID Connect Core §3.1.2.1).
  const asking = appendQuery(login_url, `max_age=${RECENT_SIGN_IN}`);
  return redirectTo(call, signInUrl(asking, appendQuery(back, BEEN_THERE)));
}
