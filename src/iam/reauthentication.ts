/** A recent sign-in for what changes how an account is secured (F-3, T-10). */
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { type CallerContext, principalOf } from "./caller.ts";

/** Seconds that a sign-in is recent. */
export const RECENT_SIGN_IN_SECONDS = 600;

/**
 * Whether the caller signed in within the last ten minutes. Where the time is not known, as with a front that
 * sends `X-User` alone or with an API key, nothing is asked; a service account has no sign-in that it could
 * repeat in a browser.
 */
export function isRecentSignIn(call: Call, context: CallerContext): boolean {
  const { auth_time } = context;
  if (auth_time === undefined || principalOf(context)?.service_account) return true;
  return now(call) / 1_000 - auth_time <= RECENT_SIGN_IN_SECONDS;
}

/**
 * For every route that adds or removes a factor, a passkey or a key: a session that was left open must not
 * become something lasting. Throws `reauthentication_required` (403), which is also the member `error` of
 * the answer, so that a page can lead through the sign-in.
 * @param purpose what the sign-in is for, after "sign in again to": "create an api key"
 */
export function requireRecentSignIn(call: Call, context: CallerContext, purpose: string): void {
  if (isRecentSignIn(call, context)) return;
  throw new AuthError(
    "reauthentication_required",
    message("refusal.reauthentication", { purpose }),
    {
      detail: "reauthentication_required",
    },
  );
}
