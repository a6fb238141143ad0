/** A form for which the sign-in is too old leads through a new one, and back to its panel (F-3, T-10). */
import type { Call } from "../../call.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { isRecentSignIn, RECENT_SIGN_IN_SECONDS } from "../../iam/reauthentication.ts";
import { appendQuery } from "../../std/url-query.ts";
import { redirectTo } from "../../web/pages/response.ts";
import type { Reply } from "../../web/reply.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import { signInUrl } from "../endpoint/sign-in-url.ts";
import type { AccountPanel, FormOutcome } from "./panel.ts";

/** The login page, with the way back to `page`, where `again` says what for; undefined without a login page. */
export function signInAgainUrl(call: Call, page: string, again: string): string | undefined {
  const { login_url } = call.snapshot.settings.authorize;
  if (!login_url) return undefined;
  // A login of ours shows its form to those whose sign-in is older (OpenID Connect Core §3.1.2.1).
  const asking = appendQuery(login_url, `max_age=${RECENT_SIGN_IN_SECONDS}`);
  return signInUrl(asking, appendQuery(page, `again=${again}`));
}

/** To the login page and back to the panel; undefined without a login page. */
export function signInAgain(call: Call, page: string, { id }: AccountPanel): Reply | undefined {
  const url = signInAgainUrl(call, page, id);
  return url === undefined ? undefined : redirectTo(call, url);
}

/** What the panel says after the login; of one that did not ask again it says so, and does not ask in a circle. */
export const backAgain = (call: Call, context: CallerContext): FormOutcome =>
  isRecentSignIn(call, context)
    ? { status: 200, notice: accountText(call).signedInAgain }
    : { status: 403, problem: accountText(call).signInTooOld };
